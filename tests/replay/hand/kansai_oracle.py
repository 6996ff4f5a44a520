"""Values of random hands of the Kansai presets beside those of the `mahjong` package, which knows no Kansai.

``python -m tests.replay.hand.kansai_oracle [hands]`` compares many (100,000 a preset unless told); the test beside it
compares some. What the package does otherwise is made up for where it lets itself be told:

- K10 tanyao is 1 and 2 han: its yaku is given these.
- N10, K3 a triplet of Norths is a yaku: it is told that North is the round's wind, or the winner's, where the wind that
  this replaces gives the hand nothing.
- §6 a pair of the double wind gives 2 fu, not 4: it is told another wind of the round.
- R1 the second 0p, N16 a North won on while it is set aside: one more North set aside, or an indicator more that makes
  one tile of the hand dora, where West is an indicator and such a North would be two dora (N24).

What is left are hands it cannot be told of. They are judged by the same preset with one switch as the package has it,
and counted under the name of that switch. The rest is the same in both: North dora (N4, N5, N11, N24), rinshan on its
replacement (N8), pinfu with a pair of Norths (N18), no dora of 2m-8m (K2), 4 han for shousangen (K10), single and
counted yakuman, fu, limits, payments without the third player's share (K7).
"""

import random
import sys
from collections import Counter
from dataclasses import replace
from typing import Final

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.meld import Meld as OtherMeld
from mahjong.utils import plus_dora

from replay.hand.context import WinContext
from replay.hand.points import ron_points, tsumo_points
from replay.hand.value import HandValue, hand_value
from replay.ruleset.loader import preset
from replay.ruleset.switches import NorthRon, Switches
from replay.tiles import EAST, KIND_OF, KINDS, NORTH, RED_5P, WEST
from tests.replay.hand.hand_oracle import MAHJONG_MELDS, MAHJONG_NAMES, describe
from tests.replay.hand.random_wins import RandomWin, random_win

PRESETS: Final = ("kansai", "kansai-north", "kansai-north-red")
DORA: Final = ("red_five", "north_dora", "north_ron")
"""Told as dora, because the package tells Norths so and what is made up for by one."""
SECOND_RED_5P: Final = 53  # the package takes the first of each kind of five for the red one


class Winds:
    """The winds the package is told, as 27 East .. 30 North, and whether it counts the triplet of Norths as theirs."""

    def __init__(self, win: WinContext) -> None:
        self.seat = EAST + win.seat_wind
        self.prevailing = EAST + win.prevailing_wind
        counts = win.all_counts
        pair_of_both = self.seat == self.prevailing and counts[self.seat] == 2
        triplet = counts[NORTH] >= 3 and win.switches.north_triplet_yaku
        self.counts_norths = True
        if triplet and (counts[self.prevailing] == 0 or pair_of_both):
            self.prevailing = NORTH
        elif triplet and self.seat != EAST and counts[self.seat] == 0:
            self.seat = NORTH
        elif triplet:
            self.counts_norths = False
        elif pair_of_both:
            self.prevailing = next((kind for kind in range(EAST, NORTH + 1) if counts[kind] == 0), self.prevailing)


def has_second_red(win: RandomWin) -> bool:
    """Whether the hand has the red 0p that the package does not see."""
    tiles = win.concealed + [tile for tiles in win.melds for tile in tiles]
    return SECOND_RED_5P in tiles and win.context.switches.red_fives[1] > 1


def another_indicator(win: RandomWin) -> int | None:
    """A tile that as an indicator makes one tile of the hand dora, and no North."""
    for kind in range(KINDS):
        if kind not in range(1, 8) and kind != WEST:
            made = [plus_dora(4 * other, [4 * kind], is_three_player=True) for other in range(KINDS)]
            if sum(count for count, dora in zip(win.context.all_counts, made, strict=True) if dora) == 1:
                return 4 * kind
    return None


def package_value(win: RandomWin, winds: Winds, norths: int, indicators: list[int]) -> HandResponse:
    """The answer of the package."""
    context = win.context
    options = OptionalRules(
        has_open_tanyao=True,
        has_aka_dora=any(context.switches.red_fives),
        has_double_yakuman=False,
        is_three_player=True,
    )
    config = HandConfig(
        is_tsumo=context.self_draw,
        is_riichi=context.riichi and not context.double_riichi,
        is_daburu_riichi=context.double_riichi,
        is_ippatsu=context.ippatsu,
        is_rinshan=context.rinshan,
        is_chankan=context.chankan,
        is_haitei=context.last_tile and context.self_draw,
        is_houtei=context.last_tile and not context.self_draw,
        is_tenhou=context.first_turn and context.dealer,
        is_chiihou=context.first_turn and not context.dealer,
        player_wind=winds.seat,
        round_wind=winds.prevailing,
        options=options,
        num_nuki_dora=norths,
    )
    config.yaku.tanyao.han_open, config.yaku.tanyao.han_closed = 1, 2
    melds = [
        OtherMeld(MAHJONG_MELDS[meld.type], tiles, opened=meld.is_open)
        for meld, tiles in zip(context.melds, win.melds, strict=True)
    ]
    return HandCalculator.estimate_hand_value(
        win.concealed + [tile for tiles in win.melds for tile in tiles],
        win.winning_tile,
        melds=melds,
        dora_indicators=indicators,
        ura_dora_indicators=win.ura_indicators,
        config=config,
    )


Answer = tuple[dict[str, int], int, tuple[int, int]]
"""Yaku with han, all dora but ura together; fu, 0 of a yakuman; what is paid, as the package tells it."""


def own_answer(context: WinContext, value: HandValue | None) -> Answer | None:
    """What we say; None if the hand may not win."""
    if value is None or not value.has_yaku:
        return None
    yaku: Counter[str] = Counter()
    for part in value.yaku:
        yaku["dora" if part.name in DORA else part.name] += part.han
    dealer = context.dealer
    points = (ron_points(value.base, dealer=dealer), 0)
    if context.self_draw:
        dealers, others = tsumo_points(value.base, context.switches, dealer=dealer)
        points = (others, others) if dealer else (dealers, others)
    return dict(yaku), 0 if value.yakuman else value.fu, points


def package_answer(response: HandResponse) -> Answer | None:
    """What the package says, with the names of the winds it was told turned back."""
    if response.error:
        return None
    assert response.yaku is not None
    assert response.cost is not None
    yaku: Counter[str] = Counter()
    yakuman = False
    for part in response.yaku:
        name = MAHJONG_NAMES[part.name]
        if name.endswith("_wind_north"):
            name = "north_triplet"
        elif name in DORA:
            name = "dora"
        yaku[name] += part.han_open if response.is_open_hand and part.han_open else part.han_closed
        yakuman = yakuman or part.is_yakuman
    points = (response.cost["main"], response.cost["additional"])
    return dict(yaku), 0 if yakuman else response.fu or 0, points


def compare(win: RandomWin) -> tuple[str, str]:
    """How the hand was compared, "as it is", "told" or by which switches, and the difference, empty for none."""
    context = win.context
    winds = Winds(context)
    extra = has_second_red(win) + context.north_ron  # han of dora that the package does not see
    norths, indicators, how = context.norths, win.indicators, "as it is"
    if (winds.seat, winds.prevailing) != (EAST + context.seat_wind, EAST + context.prevailing_wind) or extra:
        how = "told"
    if not winds.counts_norths:
        how = "north_triplet_yaku"
        context = with_switches(context, replace(context.switches, north_triplet_yaku=False))
    if extra:
        tile = another_indicator(win)
        if WEST not in (*context.indicators, *context.ura_indicators):
            norths += extra
        elif tile is not None:
            indicators = [*indicators, *[tile] * extra]
        else:
            how = "red_fives, chanpei"
            context = with_switches(
                context, replace(context.switches, chanpei=NorthRon.NONE), blind=has_second_red(win)
            )
    own = own_answer(context, hand_value(context))
    other = package_answer(package_value(win, winds, norths, indicators))
    return how, "" if own == other else f"{own} -> {other}"


def with_switches(win: WinContext, switches: Switches, *, blind: bool = False) -> WinContext:
    """The same win by other rules; blind for one of its red 0p, as the package is for the second."""
    concealed, melds = win.concealed, win.melds
    if blind and RED_5P in concealed:
        concealed = _blind(concealed)
    elif blind:
        place = next(place for place, meld in enumerate(melds) if RED_5P in meld.tiles)
        melds = (*melds[:place], replace(melds[place], tiles=_blind(melds[place].tiles)), *melds[place + 1 :])
    return WinContext(
        concealed,
        win.winning_tile,
        switches,
        seat_wind=win.seat_wind,
        prevailing_wind=win.prevailing_wind,
        self_draw=win.self_draw,
        melds=melds,
        riichi=win.riichi,
        double_riichi=win.double_riichi,
        ippatsu=win.ippatsu,
        rinshan=win.rinshan,
        chankan=win.chankan,
        north_ron=win.north_ron,
        last_tile=win.last_tile,
        first_turn=win.first_turn,
        norths=win.norths,
        indicators=win.indicators,
        ura_indicators=win.ura_indicators,
    )


def _blind(tiles: tuple[int, ...]) -> tuple[int, ...]:
    place = tiles.index(RED_5P)
    return (*tiles[:place], KIND_OF[RED_5P], *tiles[place + 1 :])


def main(hands: int) -> None:
    """Compares; writes how many hands were compared in which way, and every class of difference with one hand of it."""
    for name in PRESETS:
        rng = random.Random(name)
        rules = preset(name).switches
        ways: Counter[str] = Counter()
        differences: dict[str, list[str]] = {}
        for _ in range(hands):
            win = random_win(rng, 3, rules)
            how, difference = compare(win)
            ways[how] += 1
            if difference:
                differences.setdefault(f"{how}: {difference}", []).append(describe(win))
        told = ", ".join(f"{how} {count}" for how, count in ways.most_common())
        sys.stdout.write(f"{name}: {sum(map(len, differences.values()))} of {hands} differ ({told})\n")
        for difference, examples in sorted(differences.items(), key=lambda one: -len(one[1])):
            sys.stdout.write(f"  {len(examples)} x {difference}\n      {examples[0]}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
