"""What a seat may do now by the rules of the switches. It reads a position and changes nothing.

Written from RULES §1, §6 and §8, not from the judges: a simulated game that a judge objects to shows that one of the
two is wrong.
"""

from typing import Final

from replay.gamelog import Chi, Discard, Kan, KanType, North, Pon
from replay.hand.context import WinContext
from replay.hand.meld import MeldType
from replay.hand.value import HandValue, hand_value
from replay.hand.waits import kan_keeps_tenpai, kan_keeps_waits, tenpai, tenpai_discards
from replay.ruleset.switches import Family, NorthRon, NorthTiming, RiichiKan
from replay.simulate.position import Position
from replay.table.table import CLAIMED, DISCARD, kuikae_kinds
from replay.tiles import CODES, EAST, KIND_OF, KINDS, NORTH, RED_OF, TERMINALS_AND_HONOURS

NINE: Final = 9


def self_draw_value(position: Position, seat: int) -> HandValue | None:
    """The value of the hand won with the tile just drawn, None if it may not win."""
    table = position.table
    if table.drawn < 0 or KIND_OF[table.drawn] not in position.waits[seat]:
        return None
    after = position.after
    rinshan = isinstance(after, Kan) or (isinstance(after, North) and position.switches.north_replacement_rinshan)
    return _value(position, seat, table.drawn, self_draw=True, rinshan=rinshan, robbed=None)


def ron_value(position: Position, seat: int, tile: int, robbed: Kan | North | None) -> HandValue | None:
    """The value of the hand won with another's discard, kan or North (`robbed`), None if it may not win."""
    if KIND_OF[tile] not in position.waits[seat] or position.furiten(seat, tile):
        return None
    if robbed is not None and not may_be_robbed(position, robbed, seat):
        return None
    return _value(position, seat, tile, self_draw=False, rinshan=False, robbed=robbed)


def may_be_robbed(position: Position, act: Kan | North, seat: int) -> bool:
    """Whether the seat, if it waits for the tile, could win on it: thirteen orphans alone rob a concealed kan."""
    switches = position.switches
    if isinstance(act, North):
        return switches.chanpei is not NorthRon.FORBIDDEN
    if act.type is KanType.ADDED and switches.any_hand_robs_added_kan:
        return True
    if act.type is KanType.OPEN or (act.type is KanType.CONCEALED and not switches.kokushi_robs_concealed_kan):
        return False
    counts = position.table.seats[seat].counts()
    return sum(1 for kind in TERMINALS_AND_HONOURS if counts[kind]) >= 12


def _value(
    position: Position, seat: int, tile: int, *, self_draw: bool, rinshan: bool, robbed: Kan | North | None
) -> HandValue | None:
    value = hand_value(
        win_context(position, seat, tile, self_draw=self_draw, rinshan=rinshan, robbed=robbed),
    )
    return value if value is not None and value.has_yaku else None


def win_context(
    position: Position, seat: int, tile: int, *, self_draw: bool, rinshan: bool, robbed: Kan | North | None
) -> WinContext:
    """The hand with the winning tile and everything its value depends on."""
    table = position.table
    holder = table.seats[seat]
    return WinContext(
        concealed_tiles(position, seat, None if self_draw else tile),
        tile,
        position.switches,
        seat_wind=(seat - table.start.dealer) % position.seats,
        prevailing_wind=table.start.prevailing_wind,
        self_draw=self_draw,
        melds=tuple(holder.melds),
        riichi=holder.riichi,
        double_riichi=position.double_riichi[seat],
        ippatsu=position.ippatsu[seat],
        rinshan=rinshan,
        chankan=isinstance(robbed, Kan),
        north_ron=isinstance(robbed, North),
        last_tile=table.live <= 0,
        first_turn=_first_turn(position, seat),
        norths=holder.norths,
        indicators=tuple(table.indicators),
        ura_indicators=position.wall.ura() if holder.riichi and position.switches.ura_dora else (),
    )


def _first_turn(position: Position, seat: int) -> bool:
    """Whether the seat wins before its first discard and nothing that counts came before."""
    if position.table.seats[seat].river:
        return False
    if position.unbroken_for(seat):
        return True
    # What comes before the dealer's first discard is his own: without kans it is Norths only.
    dealer = position.table.start.dealer
    return not position.switches.north_breaks_tenhou and seat == dealer and not position.kan_seats


def concealed_tiles(position: Position, seat: int, won: int | None) -> tuple[int, ...]:
    """The concealed codes of the seat, in ascending order of code, with the tile won by ron."""
    tiles = position.table.seats[seat].tiles
    held = [code for code in range(CODES) for _ in range(tiles[code])]
    if won is not None:
        held.append(won)
        held.sort()
    return tuple(held)


def is_tenpai(position: Position, seat: int) -> bool:
    """Whether the seat counts as tenpai at the end of the round (switch `dead_wait`)."""
    holder = position.table.seats[seat]
    return bool(position.waits[seat]) and tenpai(
        holder.counts(), len(holder.melds), holder.meld_kinds(), position.switches.dead_wait
    )


# In the own turn


def may_abort_with_nine(position: Position, seat: int, counts: list[int]) -> bool:
    """Whether the hand of the first draw has nine kinds of terminals and honours."""
    return (
        position.switches.nine_terminals
        and position.unbroken
        and not position.table.seats[seat].river
        and sum(1 for kind in TERMINALS_AND_HONOURS if counts[kind]) >= NINE
    )


def may_set_north_aside(position: Position, seat: int) -> bool:
    """Whether a North of the seat may be set aside now (N1, N7, N21)."""
    table = position.table
    switches = position.switches
    holder = table.seats[seat]
    if not switches.north_dora or table.phase != DISCARD or not holder.tiles[NORTH]:
        return False
    if not switches.north_last_tile and _last_tile_taken(position):
        return False
    dealt = seat == table.start.dealer and not holder.river and position.after is None
    if switches.north_timing is NorthTiming.AFTER_LATER_DRAW and dealt:
        return False
    drawn_only = switches.north_timing is NorthTiming.DRAWN_TILE
    if holder.riichi:
        drawn_only = drawn_only or switches.north_in_riichi_drawn_only
    return not drawn_only or table.drawn == NORTH


def may_set_north_aside_in_riichi_turn(position: Position, seat: int) -> bool:
    """Whether a North may be set aside between the seat's riichi and its discard (switch `north_timing`)."""
    switches = position.switches
    if not switches.north_dora or switches.north_timing is not NorthTiming.BEFORE_RIICHI_DISCARD:
        return False
    return position.table.seats[seat].tiles[NORTH] > 0 and (switches.north_last_tile or not _last_tile_taken(position))


def _last_tile_taken(position: Position) -> bool:
    """Whether the live wall is empty and its last tile, or a replacement that counts like it, was drawn (N21)."""
    if position.table.live > 0:
        return False
    return position.after is None or not position.switches.last_replacement_acts


def own_kans(position: Position, seat: int, counts: list[int]) -> list[Kan]:
    """The concealed and added kans the seat may declare now."""
    table = position.table
    switches = position.switches
    holder = table.seats[seat]
    if table.phase != DISCARD or len(table.kan_owners) >= switches.kan_limit:
        return []
    if not switches.last_tile_kan and _last_tile_taken(position):
        return []
    found: list[Kan] = []
    if 4 in counts:
        for kind in range(KINDS):
            if counts[kind] == 4 and (not holder.riichi or _kan_in_riichi(position, seat, counts, kind)):
                found.append(Kan(seat, KanType.CONCEALED, _codes(holder.tiles, kind, 4)))
    for meld in holder.melds:
        if meld.type is MeldType.PON and counts[meld.kind]:
            found.append(Kan(seat, KanType.ADDED, _codes(holder.tiles, meld.kind, 1)))
    return found


def _kan_in_riichi(position: Position, seat: int, counts: list[int], kind: int) -> bool:
    table = position.table
    if position.switches.riichi_kan is RiichiKan.FORBIDDEN or KIND_OF[table.drawn] != kind:
        return False
    before = counts.copy()
    before[kind] -= 1
    if position.switches.riichi_kan is RiichiKan.DRAWN_TILE:
        return kan_keeps_tenpai(before, len(table.seats[seat].melds), kind)
    return kan_keeps_waits(before, len(table.seats[seat].melds), kind)


def may_riichi(position: Position, seat: int) -> bool:
    """Whether the seat may declare riichi, given a discard that leaves it tenpai."""
    table = position.table
    holder = table.seats[seat]
    return (
        position.switches.family is Family.RIICHI
        and holder.closed
        and not holder.riichi
        and table.phase == DISCARD
        and table.scores[seat] >= position.switches.riichi_points
        and table.live >= position.switches.riichi_live_tiles
    )


def tenpai_kinds(position: Position, seat: int, counts: list[int]) -> tuple[int, ...]:
    """The kinds whose discard leaves the hand tenpai, those that kuikae forbids left out."""
    holder = position.table.seats[seat]
    kinds = tenpai_discards(counts, len(holder.melds), holder.meld_kinds(), position.switches.dead_wait)
    forbidden = forbidden_kinds(position)
    return tuple(kind for kind in kinds if kind not in forbidden) if forbidden else kinds


def forbidden_kinds(position: Position) -> tuple[int, ...]:
    """The kinds that may not be discarded now (switch `kuikae`)."""
    return position.table.forbidden if position.table.phase == CLAIMED else ()


# On another's discard


def may_claim(position: Position, seat: int) -> bool:
    """Whether the seat may call the last discard if its tiles allow it."""
    table = position.table
    return not table.seats[seat].riichi and (table.live > 0 or position.switches.last_discard_calls)


def open_kan(position: Position, seat: int, discard: Discard) -> Kan | None:
    """The open kan the seat may declare of the discard."""
    kind = KIND_OF[discard.tile]
    tiles = position.table.seats[seat].tiles
    if len(position.table.kan_owners) >= position.switches.kan_limit or held_of(tiles, kind) < 3:
        return None
    if position.table.live <= 0 and not position.switches.last_tile_kan:
        return None
    return Kan(seat, KanType.OPEN, _codes(tiles, kind, 3), discard.tile, discard.seat)


def pons(position: Position, seat: int, discard: Discard) -> list[Pon]:
    """The pons the seat may make of the discard, one for each choice between red and ordinary tiles."""
    kind = KIND_OF[discard.tile]
    tiles = position.table.seats[seat].tiles
    red = RED_OF[kind]
    choices: list[tuple[int, int]] = []
    if tiles[kind] >= 2:
        choices.append((kind, kind))
    if red >= 0 and tiles[red] and tiles[kind]:
        choices.append((kind, red))
    if red >= 0 and tiles[red] >= 2:
        choices.append((red, red))
    found = [Pon(seat, discard.seat, discard.tile, own) for own in choices]
    return [pon for pon in found if _leaves_a_discard(position, pon)]


def chis(position: Position, seat: int, discard: Discard) -> list[Chi]:
    """The chis the seat may make of the discard, which must be from its left."""
    kind = KIND_OF[discard.tile]
    if not position.switches.chi or kind >= EAST or position.table.after[discard.seat] != seat:
        return []
    tiles = position.table.seats[seat].tiles
    place = kind % 9
    found: list[Chi] = []
    for first, second in ((kind - 2, kind - 1), (kind - 1, kind + 1), (kind + 1, kind + 2)):
        if place + first - kind < 0 or place + second - kind > 8:
            continue
        found += [
            Chi(seat, discard.seat, discard.tile, (one, other))
            for one in _held_codes(tiles, first)
            for other in _held_codes(tiles, second)
        ]
    return [chi for chi in found if _leaves_a_discard(position, chi)]


def _leaves_a_discard(position: Position, claim: Chi | Pon) -> bool:
    """Whether kuikae leaves something to discard after the claim."""
    forbidden = kuikae_kinds(claim, position.switches.kuikae)
    if not forbidden:
        return True
    tiles = position.table.seats[claim.seat].tiles
    return any(
        held > claim.tiles.count(code) and KIND_OF[code] not in forbidden for code, held in enumerate(tiles) if held
    )


def held_of(tiles: list[int], kind: int) -> int:
    """How many tiles of the kind there are among counts a code."""
    red = RED_OF[kind]
    return tiles[kind] + (tiles[red] if red >= 0 else 0)


def _held_codes(tiles: list[int], kind: int) -> list[int]:
    red = RED_OF[kind]
    return [code for code in (kind, red) if code >= 0 and tiles[code]]


def _codes(tiles: list[int], kind: int, size: int) -> tuple[int, ...]:
    """`size` held codes of the kind, ordinary ones first."""
    red = RED_OF[kind]
    codes = [kind] * tiles[kind] + ([red] * tiles[red] if red >= 0 else [])
    return tuple(codes[:size])
