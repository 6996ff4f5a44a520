"""What a seat may do in Shenzhen: its wins; there is no riichi, no North to set aside, no abort."""

from typing import Final

from replay.gamelog import Kan, OfferKind, Win
from replay.judges import shenzhen
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
from replay.table.declined import declined
from replay.table.table import Table
from replay.table.winner import held_hand, robbed_act

_UNKNOWN: Final = Right("this variant does not know it")


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
    return _tsumo(table, seat) if kind is OfferKind.TSUMO else _UNKNOWN


def _ron(table: Table, seat: int) -> Right | None:
    offered = tile_on_offer(table, seat)
    if offered is None:
        return NO_TILE
    from_seat, tile = offered
    hand = held_hand(table, Win(seat, from_seat, tile, ()))
    if not shenzhen.is_complete(table, seat, hand):
        return Right(f"its hand is not complete with {tile_text(tile)}")
    robbed = robbed_act(table)
    if isinstance(robbed, Kan) and not shenzhen.may_rob(table, robbed, hand):
        return Right("only a pung extended to a kong is robbed", ("S13",))
    if robbed is not None and not table.switches.robbing_is_discard_win:
        return FREE
    earlier = declined(table, seat)
    if earlier is None:
        return FREE
    text = f"it declined a win on {tile_text(earlier.tile)} at event {earlier.event_index}"
    return Right(text, ("S9",), barred=True)


def _tsumo(table: Table, seat: int) -> Right | None:
    if not drawn_in_turn(table, seat) or table.drawn < 0:
        return NOT_DRAWN
    hand = held_hand(table, Win(seat, seat, table.drawn, ()))
    if shenzhen.is_complete(table, seat, hand):
        return FREE
    return Right(f"its hand is not complete with {tile_text(table.drawn)}")
