"""What a seat may do in a riichi game: wins, riichi, Norths and nine terminals. See `replay.judges.rights`."""

from typing import Final

from replay.gamelog import Kan, North, OfferKind, Win
from replay.hand.value import HandValue, hand_value
from replay.hand.waits import waits
from replay.judges import aborts, north, riichi
from replay.judges import win as wins
from replay.judges.furiten import because
from replay.judges.names import tile_text
from replay.judges.rights import (
    CLAIMS,
    FREE,
    NO_TILE,
    NOT_DRAWN,
    OWN_KANS,
    Right,
    claiming,
    discarding,
    drawn_in_turn,
    in_doubt,
    own_kan,
    tile_on_offer,
)
from replay.judges.turn import past_last_tile
from replay.ruleset.switches import NorthRon
from replay.table.furiten import furiten
from replay.table.table import Table
from replay.table.winner import held_hand, robbed_act, win_context
from replay.tiles import KIND_OF, format_tiles
from replay.tiles import NORTH as NORTH_WIND

_NO_YAKU: Final = Right("its hand has no yaku", ("K8",))
_NORTH_ROBBED: Final = Right("a North that is set aside is not won", ("N16",))
_RIICHI: Final = {
    riichi.TWICE: Right("it is in riichi already"),
    riichi.OPEN_HAND: Right("its hand is open"),
    riichi.POINTS: Right("it has not the points for the deposit"),
    riichi.FEW_TILES: Right("too few live tiles are left"),
}
_NOT_TENPAI: Final = Right("no discard leaves its hand tenpai")
_NO_NORTH_DORA: Final = Right("this variant has no North dora", ("N1",))
_NO_NORTH: Final = Right("it holds no North")
_LAST_TILE: Final = Right("the last tile of the live wall was taken", ("N21",))
_HELD_IN_RIICHI: Final = Right("it is in riichi and has not drawn the North", ("N7",))
_NO_NINE: Final = Right("this ruleset has no such abort")
_NOT_NINE: Final = Right("it has not nine kinds of terminals and honours in an unbroken first turn", ("N22",))


def right(table: Table, seat: int, kind: OfferKind) -> Right | None:
    """The right of the seat to what the kind of offer names; None: in doubt."""
    if in_doubt(table, seat):
        return None
    if kind is OfferKind.DISCARD:
        return discarding(table, seat)
    if kind in CLAIMS:
        return claiming(table, seat, kind)
    if kind in OWN_KANS:
        return own_kan(table, seat, kind)
    if kind is OfferKind.RON:
        return _ron(table, seat)
    if kind is OfferKind.TSUMO:
        return _tsumo(table, seat)
    if kind is OfferKind.RIICHI:
        return _riichi(table, seat)
    return _nine_terminals(table, seat) if kind is OfferKind.NINE_TERMINALS else _north(table, seat)


def waiting_for(table: Table, seat: int) -> tuple[int, ...]:
    """The kinds the seat waits for, without the tile it has drawn."""
    known = table.shown.waits[seat]
    if known is not None:
        return known
    holder = table.seats[seat]
    counts = holder.counts()
    if drawn_in_turn(table, seat) and table.drawn >= 0:
        counts[KIND_OF[table.drawn]] -= 1
    found = waits(counts, len(holder.melds))
    table.shown.waits[seat] = found
    return found


def _ron(table: Table, seat: int) -> Right | None:
    offered = tile_on_offer(table, seat)
    if offered is None:
        return NO_TILE
    from_seat, tile = offered
    waiting = waiting_for(table, seat)
    if KIND_OF[tile] not in waiting:
        return Right(f"its hand is not complete with {tile_text(tile)}")
    won = Win(seat, from_seat, tile, ())
    value = hand_value(win_context(table, won, held_hand(table, won)))
    if value is None:
        return Right(f"its hand is not complete with {tile_text(tile)}")
    robbed = robbed_act(table)
    if isinstance(robbed, Kan) and not wins.may_rob(robbed, value, table.switches):
        return Right(f"it may not rob a {robbed.type.value} kan", ("N23",))
    if isinstance(robbed, North) and table.switches.chanpei is NorthRon.FORBIDDEN:
        return _NORTH_ROBBED
    allowed = _has_yaku(table, seat, value)
    if allowed is not FREE:
        return allowed
    bar = furiten(table, seat, waiting, tile)
    return FREE if bar is None else Right(f"it waits on {format_tiles(waiting)} and {because(bar, seat)}", barred=True)


def _tsumo(table: Table, seat: int) -> Right | None:
    if not drawn_in_turn(table, seat) or table.drawn < 0:
        return NOT_DRAWN
    value: HandValue | None = None
    if KIND_OF[table.drawn] in waiting_for(table, seat):
        won = Win(seat, seat, table.drawn, ())
        value = hand_value(win_context(table, won, held_hand(table, won)))
    if value is None:
        return Right(f"its hand is not complete with {tile_text(table.drawn)}")
    return _has_yaku(table, seat, value)


def _has_yaku(table: Table, seat: int, value: HandValue) -> Right | None:
    """Whether the hand has a yaku; in doubt where that hangs on what an earlier fault leaves open."""
    if table.seats[seat].riichi_void:
        return None
    if not table.doubts.faults and not table.doubts.winds and not table.doubts.live:
        return FREE if value.has_yaku else _NO_YAKU
    sure = wins.sure_yaku(table, value)
    return FREE if sure else None


def _riichi(table: Table, seat: int) -> Right | None:
    if not drawn_in_turn(table, seat):
        return NOT_DRAWN
    broken = riichi.obstacle(table, seat)
    if broken is not None:
        return _RIICHI[broken]
    if table.doubts.other_scores is not None or table.doubts.live or table.seats[seat].riichi_void:
        return None
    return FREE if riichi.tenpai_after_discard(table, seat) else _NOT_TENPAI


def _north(table: Table, seat: int) -> Right | None:
    switches = table.switches
    if not switches.north_dora:
        return _NO_NORTH_DORA
    if not north.in_time(table, seat):
        return NOT_DRAWN
    if not table.seats[seat].tiles[NORTH_WIND]:
        return _NO_NORTH
    wanted = north.wanted_draw(table, seat, NORTH_WIND)
    if wanted:
        return Right(f"it may set one aside {wanted}", ("N1",))
    if table.doubts.live and table.live <= 1:
        return None
    if past_last_tile(table, allowed=switches.north_last_tile):
        return _LAST_TILE
    return _HELD_IN_RIICHI if north.changes_riichi_hand(table, seat, NORTH_WIND) else FREE


def _nine_terminals(table: Table, seat: int) -> Right | None:
    if not table.switches.nine_terminals:
        return _NO_NINE
    if table.doubts.faults:
        return None
    return FREE if aborts.has_nine_terminals(table, seat) else _NOT_NINE
