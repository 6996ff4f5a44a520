"""What a seat may do at the table as it is: asked before it does, with the rules by which the act itself is judged.

A *right* is FREE, a reason against it, or None where an earlier fault leaves it in doubt. Wins, riichi, Norths and
aborts are the families' own: `replay.judges.riichi_rights` and `replay.judges.shenzhen_rights`.
"""

from typing import Final, final

from replay.gamelog import Chi, Discard, Kan, KanType, North, OfferKind, Pon
from replay.hand.meld import MeldType
from replay.judges import calls, kans, turn
from replay.judges.names import tile_text
from replay.table.table import CLAIMED, DISCARD, DRAW, REPLACE, RIICHI, Table
from replay.tiles import EAST, KIND_OF, KINDS, RED_OF, TEXT_OF


@final
class Right:
    """Why a seat may not do something, and what says so; FREE: it may."""

    def __init__(self, text: str, rule: tuple[str, ...] = (), *, barred: bool = False) -> None:
        self.text = text
        self.rule = rule  # rule ids; none where no document has the rule
        self.barred = barred  # the hand would win, but furiten or an earlier decline forbids this win by ron


FREE: Final = Right("")

NOT_DRAWN: Final = Right("its last act was not a draw", ("N1",))
NO_TILE: Final = Right("no tile is on offer to it")

CLAIMS: Final = (OfferKind.CHI, OfferKind.PON, OfferKind.OPEN_KAN)
OWN_KANS: Final = (OfferKind.CONCEALED_KAN, OfferKind.ADDED_KAN)

_NOT_ITS_TURN: Final = Right("it is not its turn to discard")
_IN_RIICHI: Final = Right("it is in riichi")
_NO_CHI: Final = Right("there is no chi in this variant", ("K4", "S3"))
_NOT_ON_OFFER: Final = Right("there is no discard that it could call")
_NOT_FROM_LEFT: Final = Right("the discard is not from its left")
_LAST_DISCARD: Final = Right("the discard is the last of the round")
_LAST_TILE: Final = Right("the last tile of the live wall was taken", ("N21",))
_KAN_LIMIT: Final = Right("the round has as many kans as it may have")
_NO_FOUR: Final = Right("it holds no four tiles of a kind")
_NO_FOURTH: Final = Right("it holds no fourth tile of a pon")
_KUIKAE: Final = Right("it could then discard only what kuikae forbids")
_SET_ASIDE: Final = Right("a North that is set aside cannot be called", ("N14",))


def in_doubt(table: Table, seat: int) -> bool:
    """Whether an earlier fault leaves in doubt what the seat may do, or the round is over."""
    return table.seats[seat].unsure or table.lenient or table.doubts.turn or table.has_result


def discarding(table: Table, seat: int) -> Right | None:
    """The right to discard."""
    return FREE if seat == table.turn and table.phase in (DISCARD, CLAIMED, RIICHI) else _NOT_ITS_TURN


def drawn_in_turn(table: Table, seat: int) -> bool:
    """Whether the seat has drawn and not acted since."""
    return seat == table.turn and table.phase == DISCARD


def tile_on_offer(table: Table, seat: int) -> tuple[int, int] | None:
    """Who gives the tile that the seat could win by ron now, and its code; None: there is none."""
    discard = table.last_discard
    if table.phase == DRAW and discard is not None and discard.seat != seat:
        return discard.seat, discard.tile
    act = table.last_act
    if table.phase != REPLACE or table.turn == seat:
        return None
    if isinstance(act, North):
        return act.seat, act.tile
    if isinstance(act, Kan) and act.type is not KanType.OPEN:
        return act.seat, act.tiles[0]
    return None


# Claims of the last discard


def claiming(table: Table, seat: int, kind: OfferKind) -> Right | None:
    """The right to a chi, a pon or an open kan of the last discard."""
    if kind is OfferKind.CHI and not table.switches.chi:
        return _NO_CHI
    discard = table.last_discard
    if table.phase != DRAW or discard is None or discard.seat == seat:
        return _SET_ASIDE if table.phase == REPLACE and isinstance(table.last_act, North) else _NOT_ON_OFFER
    if table.abort_due is not None:
        return None  # the rules end the round here
    if kind is OfferKind.CHI and table.after[discard.seat] != seat:
        return _NOT_FROM_LEFT
    if table.seats[seat].in_riichi:
        return _IN_RIICHI
    if table.doubts.live and table.live <= 1:
        return None
    if calls.is_last_discard(table):
        return _LAST_DISCARD
    if kind is OfferKind.OPEN_KAN:
        if table.live <= 0 and not table.switches.last_tile_kan:
            return _LAST_TILE
        if kans.limit_reached(table):
            return _KAN_LIMIT
    possible = _chis(table, seat, discard) if kind is OfferKind.CHI else _same(table, seat, discard, kind)
    if not possible:
        return Right(f"it has not the tiles to call {tile_text(discard.tile)} with")
    if kind is OfferKind.OPEN_KAN or any(calls.leaves_a_discard(table, call) for call in possible):
        return FREE
    return _KUIKAE


def _same(table: Table, seat: int, discard: Discard, kind: OfferKind) -> list[Chi | Pon]:
    """The pons the seat has the tiles for, or where it has those of an open kan."""
    held = _held(table, seat, KIND_OF[discard.tile])
    if len(held) < (2 if kind is OfferKind.PON else 3):
        return []
    return [Pon(seat, discard.seat, discard.tile, (held[0], held[1]))]


def _chis(table: Table, seat: int, discard: Discard) -> list[Chi | Pon]:
    """A chi for each run the seat has the tiles for."""
    kind = KIND_OF[discard.tile]
    found: list[Chi | Pon] = []
    if kind >= EAST:
        return found
    place = kind % 9
    for low in range(max(place - 2, 0), min(place, 6) + 1):
        own = [_held(table, seat, kind - place + step) for step in range(low, low + 3) if step != place]
        if own[0] and own[1]:
            found.append(Chi(seat, discard.seat, discard.tile, (own[0][0], own[1][0])))
    return found


def _held(table: Table, seat: int, kind: int) -> list[int]:
    """The codes of the kind that the seat holds."""
    tiles = table.seats[seat].tiles
    red = RED_OF[kind]
    return [kind] * tiles[kind] + ([red] * tiles[red] if red >= 0 else [])


# Kans in the own turn


def own_kan(table: Table, seat: int, kind: OfferKind) -> Right | None:
    """The right to a concealed or an added kan."""
    if not drawn_in_turn(table, seat):
        return NOT_DRAWN
    if table.doubts.live and table.live <= 1:
        return None
    if turn.past_last_tile(table, allowed=table.switches.last_tile_kan):
        return _LAST_TILE
    if kans.limit_reached(table):
        return _KAN_LIMIT
    holder = table.seats[seat]
    if kind is OfferKind.ADDED_KAN:
        if holder.in_riichi:
            return _IN_RIICHI
        if any(meld.type is MeldType.PON and _held(table, seat, meld.kind) for meld in holder.melds):
            return FREE
        return _NO_FOURTH
    counts = holder.counts()
    if 4 not in counts:
        return _NO_FOUR
    four = [one for one in range(KINDS) if counts[one] == 4]
    if not holder.in_riichi or any(kans.riichi_obstacle(table, seat, one) is None for one in four):
        return FREE
    return Right(f"it is in riichi, where it may not declare {TEXT_OF[four[0]]}")
