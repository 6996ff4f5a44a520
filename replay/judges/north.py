"""NOR: when a North may be set aside, and what may be done with it."""

from typing import Final

from replay.findings import Code, Detail, Docket
from replay.gamelog import Chi, Discard, Draw, Kan, North, Pon, Riichi, RoundDrawn, Win
from replay.judges.names import tile_text
from replay.judges.turn import accept, past_last_tile
from replay.ruleset.switches import NorthTiming
from replay.table.table import CLAIMED, DISCARD, DRAW, NO_TILE, REPLACE, RIICHI, Table
from replay.tiles import KIND_OF, NORTH, TEXT_OF

TIMING: Final = Code(
    "NOR001",
    "north-not-after-own-draw",
    "A North is set aside in the player's own turn, right after a draw: not after a call, a discard or a riichi.",
    "Its replacement is an extra draw that the seat is not due.",
    "Seat 1 pons 3s and sets a North aside before discarding.",
    ("N1",),
    ("north_timing",),
)
NO_NORTH_DORA: Final = Code(
    "NOR002",
    "north-not-in-variant",
    "A North is set aside only in a variant with North dora.",
    "Elsewhere North is an ordinary wind.",
    "A North is set aside in a four-player game.",
    ("N1",),
    ("north_dora",),
)
NOT_HELD: Final = Code(
    "NOR003",
    "north-not-held",
    "The North set aside is in the concealed part of the hand.",
    "Each North is a han and a draw.",
    "Seat 2 holds no North and sets one aside.",
    ("N2",),
)
WALL_EMPTY: Final = Code(
    "NOR004",
    "north-on-empty-wall",
    "No North is set aside when the last live tile was taken.",
    "The last tile can only be discarded or won with.",
    "Seat 0 draws a North as the last live tile and sets it aside.",
    ("N21",),
    ("north_last_tile", "last_replacement_acts"),
)
IN_RIICHI: Final = Code(
    "NOR005",
    "riichi-north-not-drawn",
    "In riichi only the North just drawn is set aside.",
    "The hand behind a riichi may not change.",
    "Seat 1 is in riichi with 44z in its hand, draws 7p and sets a North aside.",
    ("N7",),
    ("north_in_riichi_drawn_only",),
)
CLAIMED_NORTH: Final = Code(
    "NOR006",
    "declared-north-claimed",
    "A North set aside is not claimed for a pon or kan.",
    "It is no discard; only a win may take it.",
    "Seat 0 sets a North aside and seat 2 pons it.",
    ("N14",),
)
WRONG_TILE: Final = Code(
    "NOR007",
    "north-wrong-tile",
    "Only the North wind is set aside.",
    "No other tile has this privilege.",
    "Seat 1 sets 3z aside.",
    ("N1",),
)
REPLACEMENT: Final = Code(
    "NOR008",
    "north-replacement",
    "After a North the seat draws its replacement from the dead wall before anything else.",
    "Without it the hand is a tile short; from the live wall it is another tile, and shifts all later ones.",
    "Seat 2 sets a North aside and discards without drawing.",
    ("N2", "N12"),
)

CODES: Final[tuple[Code, ...]] = (
    TIMING,
    NO_NORTH_DORA,
    NOT_HELD,
    WALL_EMPTY,
    IN_RIICHI,
    CLAIMED_NORTH,
    WRONG_TILE,
    REPLACEMENT,
)


def north(table: Table, event: North, docket: Docket) -> bool:
    """Judges a North being set aside."""
    seat_index = event.seat
    seat = table.seats[seat_index]
    switches = table.switches
    if not switches.north_dora:
        table.doubt(seat_index)
        table.doubts.live = True
        return docket.report(
            NO_NORTH_DORA,
            seat_index,
            f"seat {seat_index} sets a North aside, and this variant has no North dora",
            expected=Detail("North as an ordinary wind"),
            observed=Detail("North set aside"),
        )
    if KIND_OF[event.tile] != NORTH:
        table.doubt(seat_index)
        return docket.report(
            WRONG_TILE,
            seat_index,
            f"seat {seat_index} sets {tile_text(event.tile)} aside",
            expected=Detail(TEXT_OF[NORTH]),
            observed=Detail(tile_text(event.tile)),
        )
    if _wrong_time(table, event, docket):
        return True
    if not seat.unsure and seat.tiles[event.tile] <= 0:
        table.doubt(seat_index)
        if table.may_be_with_another((event.tile,), seat_index):
            return False
        return docket.report(
            NOT_HELD,
            seat_index,
            f"seat {seat_index} sets a North aside without holding one",
            expected=Detail("a North in the hand"),
            observed=Detail("none"),
        )
    if past_last_tile(table, allowed=switches.north_last_tile):
        return docket.report(
            WALL_EMPTY,
            seat_index,
            f"seat {seat_index} sets a North aside on an empty live wall",
            expected=Detail("no North when the last tile was taken"),
            observed=Detail("North set aside"),
        )
    if not seat.unsure and changes_riichi_hand(table, seat_index, event.tile):
        drawn = tile_text(table.drawn) if table.drawn != NO_TILE else "nothing"
        return docket.report(
            IN_RIICHI,
            seat_index,
            f"seat {seat_index} sets a held North aside in riichi, having drawn {drawn}",
            expected=Detail("only the drawn North"),
            observed=Detail(f"drawn: {drawn}"),
        )
    return False


def changes_riichi_hand(table: Table, who: int, tile: int) -> bool:
    """Whether a seat in riichi would set a North aside that it held before (N7)."""
    if not table.switches.north_in_riichi_drawn_only or table.phase == RIICHI:
        return False
    return table.seats[who].in_riichi and table.drawn != tile


def in_time(table: Table, who: int) -> bool:
    """Whether the seat is at a moment of its own turn at which a North may be set aside (N1)."""
    if who != table.turn:
        return False
    timing = table.switches.north_timing
    if table.phase == CLAIMED:
        return timing is NorthTiming.AFTER_DRAW_OR_CALL
    if table.phase == RIICHI:
        return timing is NorthTiming.BEFORE_RIICHI_DISCARD
    return table.phase == DISCARD


def _wrong_time(table: Table, event: North, docket: Docket) -> bool:
    seat = event.seat
    in_turn = seat == table.turn
    if in_time(table, seat):
        return table.phase == DISCARD and not table.lenient and _wrong_draw(table, event, docket)
    if table.lenient:
        return accept(table, seat)
    if in_turn and table.phase == REPLACE:
        return False  # what is missing is the replacement before it
    if not in_turn or table.phase == DRAW:
        table.doubt(seat)
        table.doubt(table.turn)
    table.doubts.live = True
    return docket.report(
        TIMING,
        seat,
        f"seat {seat} sets a North aside, but its last act was not a draw",
        expected=Detail("right after an own draw"),
        observed=Detail("North set aside"),
    )


def _wrong_draw(table: Table, event: North, docket: Docket) -> bool:
    """Reports a North after a draw that the ruleset does not count (switch `north_timing`)."""
    wanted = wanted_draw(table, event.seat, event.tile)
    if not wanted:
        return False
    return docket.report(
        TIMING,
        event.seat,
        f"seat {event.seat} sets a North aside: {wanted}",
        expected=Detail(wanted),
        observed=Detail("North set aside"),
    )


def wanted_draw(table: Table, who: int, tile: int) -> str:
    """What the ruleset wants of the draw before a North of the seat (switch `north_timing`), empty when it is so."""
    timing = table.switches.north_timing
    dealt = who == table.start.dealer and not table.seats[who].river and table.replaced is None
    if timing is NorthTiming.AFTER_LATER_DRAW and dealt:
        return "not with the tiles dealt"
    if timing is NorthTiming.DRAWN_TILE and table.drawn != tile:
        return "only the North just drawn"
    return ""


def draw(table: Table, event: Draw, docket: Docket) -> bool:
    """Judges that a North's replacement comes from the dead wall."""
    if event.replacement or table.phase != REPLACE or table.lenient or not isinstance(table.last_act, North):
        return False
    table.doubts.live = True
    return docket.report(
        REPLACEMENT,
        event.seat,
        f"seat {event.seat} draws the replacement of its North from the live wall",
        expected=Detail("draw from the dead wall"),
        observed=Detail("draw from the live wall"),
    )


def replacement_due(
    table: Table, event: Discard | Kan | Riichi | North | RoundDrawn | Win | Chi | Pon, docket: Docket
) -> bool:
    """Reports an act of the seat that owes itself the replacement of a North."""
    if table.phase != REPLACE or table.lenient or not isinstance(table.last_act, North):
        return False
    if not isinstance(event, RoundDrawn) and event.seat != table.turn:
        return False
    seat = table.turn
    table.doubt(seat)
    table.doubts.live = True
    return docket.report(
        REPLACEMENT,
        seat,
        f"seat {seat} goes on without the replacement of its North",
        expected=Detail(f"replacement draw by seat {seat}"),
        observed=Detail("no replacement"),
    )


def claim(table: Table, event: Chi | Pon | Kan, docket: Docket) -> bool:
    """Judges that a North being set aside is not called."""
    last = table.last_act
    if table.phase != REPLACE or table.lenient or not isinstance(last, North):
        return False
    if event.claimed is None or event.from_seat != last.seat:
        return False
    table.doubt(event.seat)
    table.doubts.live = True
    return docket.report(
        CLAIMED_NORTH,
        event.seat,
        f"seat {event.seat} claims the North that seat {last.seat} sets aside",
        expected=Detail("only a win may take it"),
        observed=Detail(f"claim by seat {event.seat}"),
    )
