"""Random won hands on physical tiles, for the oracles: rare shapes are as common as plain ones."""

import random
from dataclasses import dataclass

from replay.hand.context import WinContext
from replay.hand.meld import Meld, MeldType
from replay.ruleset.loader import preset
from replay.ruleset.switches import NorthRon, Switches
from replay.tiles import NORTH, TERMINALS_AND_HONOURS

RED_CODES = {16: 34, 52: 35, 88: 36}  # where one five of a suit is red
RULES: dict[int, Switches] = {3: preset("tenhou-sanma").switches, 4: preset("tenhou").switches}


@dataclass
class RandomWin:
    """A won hand as the project sees it, and its physical tiles (0-135) as other programs want them."""

    context: WinContext
    concealed: list[int]  # with the winning tile
    melds: list[list[int]]  # in the order of context.melds
    winning_tile: int
    indicators: list[int]
    ura_indicators: list[int]


def code_of(tile: int) -> int:
    return RED_CODES.get(tile, tile // 4)


def red_codes(switches: Switches) -> dict[int, int]:
    """The codes of the red fives by physical tile: the first of each suit, as many as there are."""
    firsts = zip(RED_CODES.items(), switches.red_fives, strict=True)
    return {tile + copy: code for (tile, code), count in firsts for copy in range(count)}


def random_win(rng: random.Random, seats: int, switches: Switches | None = None) -> RandomWin:
    """A hand of the Tenhou rules for three or four players, or of other rules for that many."""
    rules = switches or RULES[seats]
    reds = red_codes(rules)

    def code_of(tile: int) -> int:
        return reds.get(tile, tile // 4)

    kinds = [kind for kind in range(34) if seats == 4 or not 1 <= kind <= 7]
    while True:
        sets, pairs = _shape(rng, kinds)
        counts = [0] * 34
        for group in sets + pairs:
            for kind in group:
                counts[kind] += 1
        if max(counts) <= 4:
            break
    closed = rng.random() < 0.55
    called: list[tuple[list[int], MeldType]] = []
    own: list[list[int]] = list(pairs)
    for group in sets:
        run = group[0] != group[1]
        if len(group) == 4:
            options = (MeldType.CONCEALED_KAN, MeldType.OPEN_KAN, MeldType.ADDED_KAN)
            called.append((group, MeldType.CONCEALED_KAN if closed else rng.choice(options)))
        elif closed or rng.random() < 0.4 or (run and seats == 3):
            own.append(group)
        else:
            called.append((group, MeldType.CHI if run else MeldType.PON))

    copies = {kind: rng.sample(range(4 * kind, 4 * kind + 4), 4) for kind in kinds}
    concealed = [copies[kind].pop() for group in own for kind in group]
    melds = [[copies[kind].pop() for kind in group] for group, _ in called]
    winning_tile = rng.choice(concealed)
    norths = rng.choice((0, 0, 0, 1, 2, 3, 4)) if seats == 3 else 0
    norths = min(norths, 4 - counts[NORTH]) if rules.north_dora else 0
    for _ in range(norths):
        copies[30].pop()
    free = [tile for tiles in copies.values() for tile in tiles]
    rng.shuffle(free)

    is_closed = all(kind_of_meld is MeldType.CONCEALED_KAN for _, kind_of_meld in called)
    kans = sum(len(group) == 4 for group, _ in called)
    self_draw = rng.random() < 0.5
    riichi = is_closed and rng.random() < 0.5
    double_riichi = riichi and rng.random() < 0.1
    rinshan = self_draw and (kans > 0 or norths > 0) and rng.random() < 0.2
    alone = counts[winning_tile // 4] == 1
    chankan = not self_draw and alone and rng.random() < 0.05
    last_tile = not rinshan and not chankan and rng.random() < 0.05
    first_turn = self_draw and not melds and not riichi and not last_tile and norths == 0 and rng.random() < 0.02
    north_ron = (
        rules.chanpei is NorthRon.DORA
        and not self_draw
        and not chankan
        and not last_tile
        and winning_tile // 4 == NORTH
    ) and rng.random() < 0.5
    turned = 1 + kans
    context = WinContext(
        tuple(map(code_of, concealed)),
        code_of(winning_tile),
        rules,
        seat_wind=rng.randrange(seats),
        prevailing_wind=rng.randrange(seats - 1),
        self_draw=self_draw,
        melds=tuple(
            Meld(
                type_,
                min(group),
                tuple(map(code_of, tiles)),
                None if type_ is MeldType.CONCEALED_KAN else 0,
            )
            for (group, type_), tiles in zip(called, melds, strict=True)
        ),
        riichi=riichi,
        double_riichi=double_riichi,
        ippatsu=riichi and not rinshan and rng.random() < 0.2,
        rinshan=rinshan,
        chankan=chankan,
        north_ron=north_ron,
        last_tile=last_tile,
        first_turn=first_turn,
        norths=norths,
        indicators=tuple(map(code_of, free[:turned])),
        ura_indicators=tuple(map(code_of, free[5 : 5 + turned])) if riichi else (),
    )
    return RandomWin(context, concealed, melds, winning_tile, free[:turned], free[5 : 5 + turned] if riichi else [])


def _shape(rng: random.Random, kinds: list[int]) -> tuple[list[list[int]], list[list[int]]]:
    """Sets (four tiles for a kan) and pairs, or no sets and all the tiles in one group."""
    chance = rng.random()
    if chance < 0.02:
        return [], [[*TERMINALS_AND_HONOURS, rng.choice(TERMINALS_AND_HONOURS)]]
    if chance < 0.03:
        first = rng.choice([9, 18])
        return [], [[first + offset for offset in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(9))]]
    # A few kinds to choose from make flushes, green and honour hands common; many make plain ones.
    pools = (
        kinds,
        kinds,
        [kind for kind in kinds if kind < 27],
        [kind for kind in kinds if kind < 9 or kind > 26],
        [kind for kind in kinds if 9 <= kind < 18],
        [kind for kind in kinds if 18 <= kind < 27],
        [kind for kind in kinds if kind > 17],
        list(TERMINALS_AND_HONOURS),
        [kind for kind in kinds if kind > 26],
        [kind for kind in kinds if kind > 30 or kind < 9],
        [19, 20, 21, 23, 25, 32],
        [kind for kind in kinds if kind < 27 and kind % 9 in (0, 1, 2)],
    )
    pool = rng.choice(pools)
    if chance < 0.12 and len(pool) > 6:
        return [], [[kind, kind] for kind in rng.sample(pool, 7)]
    triplets = rng.choice((0.1, 0.3, 0.6, 1.0))
    sets: list[list[int]] = []
    for _ in range(4):
        starts = [kind for kind in pool if kind < 27 and kind % 9 < 7 and {kind + 1, kind + 2} <= set(kinds)]
        if sets and rng.random() < 0.25:
            again = sets[-1][0]
            starts = [start for start in (again, again + 9, again - 9, again + 3) if start in starts] or starts
        if not starts or rng.random() < triplets:
            sets.append([rng.choice(pool)] * rng.choice((3, 3, 3, 4)))
        else:
            start = rng.choice(starts)
            sets.append([start, start + 1, start + 2])
    return sets, [[rng.choice(pool)] * 2]
