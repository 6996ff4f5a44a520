"""TRN: turn order and tile possession.

Every check sees the table as it was before the event. A check returns True when it reported; the judging of that
event then ends, because one act is one fault.
"""

from typing import Final

from replay.findings import Code, Detail, Docket
from replay.gamelog import (
    Chi,
    Discard,
    Draw,
    DrawReason,
    Event,
    FuritenFlag,
    HorseDraw,
    Indicator,
    Kan,
    KanType,
    KongPayment,
    North,
    Offer,
    Pon,
    Remark,
    Riichi,
    RiichiAccepted,
    RoundDrawn,
    Win,
)
from replay.judges.names import tile_text, tiles_text
from replay.table.table import CLAIMED, DISCARD, DRAW, NO_TILE, OVER, REPLACE, RIICHI, Table

DRAW_OUT_OF_TURN: Final = Code(
    "TRN001",
    "draw-out-of-turn",
    "A tile is drawn by the seat whose turn it is: the one after the last discard, or the one owed a replacement.",
    "A draw that belongs to somebody else changes every hand after it.",
    "Seat 0 discards, nobody calls, and the log lets seat 2 draw.",
    (),
)
DISCARD_MISSING: Final = Code(
    "TRN002",
    "discard-missing",
    "After a draw or a call the seat discards (or declares) before anybody draws, calls, wins or ends the round.",
    "A missing discard hides a tile that others could have claimed or that makes furiten.",
    "Seat 1 draws, and the next event is seat 2's draw.",
    (),
)
DISCARD_OUT_OF_TURN: Final = Code(
    "TRN003",
    "discard-out-of-turn",
    "A tile is discarded by the seat that holds the drawn tile or has just called.",
    "A discard in another's turn gives away or hides tiles.",
    "Seat 1 draws and the log lets seat 3 discard.",
    (),
)
DRAW_MISSING: Final = Code(
    "TRN004",
    "draw-missing",
    "A seat discards, declares a kan or declares riichi in its own turn only after its draw.",
    "A hand that plays without drawing is a tile short and the wall count is off.",
    "It is seat 2's turn to draw; the log shows its discard at once.",
    (),
)
DISCARD_NOT_HELD: Final = Code(
    "TRN005",
    "discard-not-held",
    "The discarded tile is in the concealed part of the seat's hand.",
    "A tile that was never there proves that a draw, a deal or the discard itself was recorded wrongly.",
    "Seat 0 holds no 5p and discards one.",
    (),
)
DRAWN_FLAG_WRONG: Final = Code(
    "TRN006",
    "drawn-flag-wrong",
    "A discard marked as the drawn tile is that tile; one marked as coming from the hand can come from the hand.",
    "Riichi discipline and reads of a river rest on this mark.",
    "Seat 2 draws 9p and discards 3s marked as the drawn tile.",
    (),
)
ACT_OUT_OF_TURN: Final = Code(
    "TRN007",
    "act-out-of-turn",
    "A concealed or added kan and a riichi are declared by the seat in turn.",
    "Acts in another's turn are void.",
    "Seat 1 has drawn and the log lets seat 3 declare riichi.",
    (),
)
AFTER_ROUND_END: Final = Code(
    "TRN008",
    "after-round-end",
    "Nobody draws, discards, calls or wins after the round has its result.",
    "What follows a result changes hands and money that are already settled.",
    "The round is won by self-draw, and another draw follows.",
    (),
)
WIN_OUT_OF_TURN: Final = Code(
    "TRN009",
    "win-out-of-turn",
    "A self-draw win follows the winner's own draw; a ron takes the last discard, or the tile of a kan or North.",
    "A win at another moment takes a tile that is not on offer.",
    "Seat 3 wins by ron from seat 0, but the last discard is seat 2's.",
    (),
)
FOREIGN_EVENT: Final = Code(
    "TRN010",
    "event-not-of-the-variant",
    "Only events that the variant knows occur.",
    "A payment or draw that the rules do not know moves money without a reason.",
    "A horse is drawn in a riichi game.",
    (),
    ("family",),
)

CODES: Final[tuple[Code, ...]] = (
    DRAW_OUT_OF_TURN,
    DISCARD_MISSING,
    DISCARD_OUT_OF_TURN,
    DRAW_MISSING,
    DISCARD_NOT_HELD,
    DRAWN_FLAG_WRONG,
    ACT_OUT_OF_TURN,
    AFTER_ROUND_END,
    WIN_OUT_OF_TURN,
    FOREIGN_EVENT,
)


def draw(table: Table, event: Draw, docket: Docket) -> bool:
    """Judges who draws and when."""
    phase = table.phase
    if event.seat == table.turn and (phase == DRAW or phase == REPLACE):
        table.doubts.turn = False
        return False
    if phase == OVER:
        return after_round_end(table, event.seat, "draws", docket)
    if table.lenient or (table.doubts.turn and phase == DRAW):
        return accept(table, event.seat)
    if table.dealt_by(event.seat):
        return False
    if phase == DRAW or phase == REPLACE:
        table.doubt(event.seat)
        table.doubt(table.turn)
        # A call, kan or turn missing from the log would explain this draw; a kan would turn an indicator.
        table.indicators_optional += 1
        table.doubts.live = True
        table.doubts.turn = True
        return docket.report(
            DRAW_OUT_OF_TURN,
            event.seat,
            f"seat {event.seat} draws {tile_text(event.tile)}, but seat {table.turn} is to draw",
            expected=Detail(f"draw by seat {table.turn}"),
            observed=Detail(f"draw by seat {event.seat}"),
        )
    if phase == RIICHI:
        return False  # the riichi judge knows what is missing
    table.doubt(event.seat)
    table.indicators_optional += 1
    table.doubts.live = True
    if event.replacement and event.seat == table.turn:
        table.taken_ahead = event.seat
    return discard_missing(table, event.seat, f"seat {event.seat} draws {tile_text(event.tile)}", docket)


def discard(table: Table, event: Discard, docket: Docket) -> bool:
    """Judges who discards, when, and that the tile was there."""
    seat = table.seats[event.seat]
    phase = table.phase
    if event.seat == table.turn and (phase == DISCARD or phase == CLAIMED or phase == RIICHI):
        held = seat.tiles[event.tile]
        if held > 0 and event.drawn is (table.drawn == event.tile):
            return False
        return False if seat.unsure else _possession(table, event, held, docket)
    if phase == OVER:
        return after_round_end(table, event.seat, f"discards {tile_text(event.tile)}", docket)
    if table.lenient:
        return accept(table, event.seat)
    table.doubt(event.seat)
    if event.seat == table.turn:
        if phase == REPLACE:
            return False  # the judges of wall and North know what is missing
        return draw_missing(table, event.seat, f"discards {tile_text(event.tile)}", docket)
    table.doubt(table.turn)
    return docket.report(
        DISCARD_OUT_OF_TURN,
        event.seat,
        f"seat {event.seat} discards {tile_text(event.tile)}, but it is the turn of seat {table.turn}",
        expected=Detail(f"seat {table.turn} to act"),
        observed=Detail(f"discard by seat {event.seat}"),
    )


def _possession(table: Table, event: Discard, held: int, docket: Docket) -> bool:
    """The tile must be in the hand, and the drawn flag must be possible."""
    if table.may_be_with_another((event.tile,), event.seat):
        table.doubt(event.seat)
        return False
    tile = tile_text(event.tile)
    if held <= 0:
        table.doubt(event.seat)
        return docket.report(
            DISCARD_NOT_HELD,
            event.seat,
            f"seat {event.seat} discards {tile} without holding it",
            expected=Detail(f"one of {tiles_text(table.seats[event.seat].tiles)}"),
            observed=Detail(tile),
        )
    if event.drawn:
        table.doubt(event.seat)  # or the tile is recorded wrongly
        drawn = "no tile was drawn" if table.drawn == NO_TILE else f"the drawn tile is {tile_text(table.drawn)}"
        return docket.report(
            DRAWN_FLAG_WRONG,
            event.seat,
            f"seat {event.seat} discards {tile} marked as drawn, but {drawn}",
            expected=Detail(drawn),
            observed=Detail(f"{tile}, drawn"),
        )
    # Marked as from the hand, and the tile drawn is alike. The dealer's first tile was dealt rather than drawn: its
    # mark tells nothing.
    if held >= 2 or not _has_discarded_or_called(table, event.seat):
        return False
    return docket.report(
        DRAWN_FLAG_WRONG,
        event.seat,
        f"seat {event.seat} discards {tile} marked as from the hand, but its only {tile} is the tile drawn",
        expected=Detail(f"{tile}, drawn"),
        observed=Detail(f"{tile}, from the hand"),
    )


def _has_discarded_or_called(table: Table, seat: int) -> bool:
    if seat != table.start.dealer:
        return True
    return any(not isinstance(event, (FuritenFlag, Offer)) for event in table.events[2:])


def own_act(table: Table, event: Kan | Riichi, docket: Docket) -> bool:
    """Judges that a concealed or added kan, or a riichi, is declared in turn after a draw."""
    phase = table.phase
    seat = event.seat
    if seat == table.turn and phase == DISCARD:
        return False
    what = "declares riichi" if isinstance(event, Riichi) else f"declares a kan of {tile_text(event.tiles[0])}"
    if phase == OVER:
        return after_round_end(table, seat, what, docket)
    if table.lenient:
        return accept(table, seat)
    if seat == table.turn and phase in (CLAIMED, RIICHI, REPLACE):
        return False  # the judges of calls, riichi, wall and North name these
    table.doubt(seat)
    if seat == table.turn:
        return draw_missing(table, seat, what, docket)
    table.doubt(table.turn)
    return docket.report(
        ACT_OUT_OF_TURN,
        seat,
        f"seat {seat} {what}, but it is the turn of seat {table.turn}",
        expected=Detail(f"seat {table.turn} to act"),
        observed=Detail(f"seat {seat} {what}"),
    )


def kan(table: Table, event: Kan, docket: Docket) -> bool:
    """Judges the turn of a kan: an open one is a claim."""
    return claim(table, event, docket) if event.type is KanType.OPEN else own_act(table, event, docket)


def claim(table: Table, event: Chi | Pon | Kan, docket: Docket) -> bool:
    """Judges that a claim does not skip a discard that is still due."""
    phase = table.phase
    if phase == DRAW:
        return False
    if phase == OVER:
        return after_round_end(table, event.seat, "calls", docket)
    if table.lenient:
        return accept(table, event.seat)
    if phase in (DISCARD, CLAIMED) and event.from_seat == table.turn:
        table.doubt(event.seat)
        claimed = tile_text(event.claimed) if event.claimed is not None else "a tile"
        return discard_missing(table, event.seat, f"seat {event.seat} claims {claimed} from it", docket)
    return False


def north(table: Table, event: North, docket: Docket) -> bool:
    """Judges that the round is not over; the turn of a North is the North judge's (N1)."""
    if table.phase == OVER:
        return after_round_end(table, event.seat, "sets a North aside", docket)
    return False


def win(table: Table, event: Win, docket: Docket) -> bool:
    """Judges that the winning tile is on offer to the winner."""
    phase = table.phase
    seat, source = event.seat, event.from_seat
    if phase == OVER:
        if source != seat and source == table.won_by_ron_from and all(won.seat != seat for won in table.wins):
            return False
        return after_round_end(table, seat, "wins", docket)
    if seat == source:
        if phase == DISCARD and seat == table.turn:
            return False
    elif phase == DRAW and table.last_discard is not None and table.last_discard.seat == source:
        return False
    elif phase == REPLACE and source == table.turn:
        return False
    if table.lenient:
        return accept(table, seat)
    if phase == RIICHI or (phase == REPLACE and seat == source == table.turn):
        return False  # the judges of riichi, wall and North name these
    if seat != source and phase in (DISCARD, CLAIMED):
        if source == table.turn:
            table.last_discard = None
            return discard_missing(table, seat, f"seat {seat} wins by ron from it", docket)
    if seat != source and isinstance(table.last_act, (Chi, Pon, Kan)) and table.last_act.from_seat == source:
        return False  # the judge of calls: the claim before it should have given way
    how = "by self-draw" if seat == source else f"by ron from seat {source}"
    return docket.report(
        WIN_OUT_OF_TURN,
        seat,
        f"seat {seat} wins {how}, but {_on_offer(table)}",
        expected=Detail(_on_offer(table)),
        observed=Detail(f"win of seat {seat} {how}"),
    )


def round_drawn(table: Table, event: RoundDrawn, docket: Docket) -> bool:
    """Judges that no discard is missing before a draw of the round."""
    if table.phase == OVER:
        return after_round_end(table, event.seat, "draws the round", docket)
    if table.phase == CLAIMED or (table.phase == DISCARD and event.reason is not DrawReason.NINE_TERMINALS):
        return False if table.lenient else discard_missing(table, event.seat, "the round is drawn", docket)
    return False


def foreign(table: Table, event: KongPayment | HorseDraw, docket: Docket) -> bool:
    """Reports an event that a riichi variant does not know."""
    return _foreign("a horse is drawn" if isinstance(event, HorseDraw) else "a kong is paid", None, docket)


def foreign_north(table: Table, event: North, docket: Docket) -> bool:
    """Reports a North set aside where that is not known."""
    table.doubt(event.seat)
    table.doubts.live = True
    return _foreign(f"seat {event.seat} sets a tile aside", event.seat, docket)


def foreign_riichi(table: Table, event: Riichi, docket: Docket) -> bool:
    """Reports a riichi where that is not known."""
    return _foreign(f"seat {event.seat} declares riichi", event.seat, docket)


def foreign_deposit(table: Table, event: RiichiAccepted, docket: Docket) -> bool:
    """Reports a deposit where that is not known."""
    table.doubts.other_scores = list(table.scores)
    return _foreign(f"seat {event.seat} pays a deposit", event.seat, docket)


def foreign_indicator(table: Table, event: Indicator, docket: Docket) -> bool:
    """Reports an indicator where that is not known."""
    return _foreign("an indicator is turned", None, docket)


def _foreign(what: str, seat: int | None, docket: Docket) -> bool:
    return docket.report(FOREIGN_EVENT, seat, f"{what}, which this variant does not know", observed=Detail(what))


def accept(table: Table, seat: int) -> bool:
    """After a fault the log says whose turn it is until an act fits; hands on both sides are unknown. Always False."""
    table.accepted = True
    if seat != table.turn:
        table.doubt(table.turn)
    table.doubt(seat)
    return False


def past_last_tile(table: Table, *, allowed: bool) -> bool:
    """Whether the last live tile was taken, so that neither kan nor North is declared (N21). `allowed`: it may be."""
    if table.live > 0 or table.doubts.live or allowed:
        return False
    return table.replaced is None or not table.switches.last_replacement_acts


def after_round_end(table: Table, seat: int | None, what: str, docket: Docket) -> bool:
    """Reports an act after the result, unless the act before it was already reported."""
    if table.lenient:
        table.accepted = True
        return False
    who = "the log" if seat is None else f"seat {seat}"
    return docket.report(
        AFTER_ROUND_END,
        seat,
        f"{who} {what} after the round is over",
        expected=Detail("no further act in this round"),
        observed=Detail(f"{who} {what}"),
    )


def discard_missing(table: Table, seat: int | None, what: str, docket: Docket) -> bool:
    """Reports that the seat in turn owes a discard."""
    owing = table.turn
    table.doubt(owing)
    return docket.report(
        DISCARD_MISSING,
        owing,
        f"seat {owing} has not discarded when {what}",
        expected=Detail(f"discard by seat {owing}"),
        observed=Detail(what),
    )


def draw_missing(table: Table, seat: int, what: str, docket: Docket) -> bool:
    """Reports that the seat acts without the draw it was due."""
    table.doubts.live = True
    return docket.report(
        DRAW_MISSING,
        seat,
        f"seat {seat} {what} without having drawn",
        expected=Detail(f"draw by seat {seat}"),
        observed=Detail(f"seat {seat} {what}"),
    )


def _on_offer(table: Table) -> str:
    last: Event | None = table.last_act
    if table.phase in (DISCARD, CLAIMED, RIICHI):
        return f"seat {table.turn} is to discard"
    if isinstance(last, Discard):
        return f"the last discard is seat {last.seat}'s {tile_text(last.tile)}"
    return f"seat {table.turn} is to draw"


def physical_not_held(table: Table, remark: Remark, docket: Docket) -> None:
    """Turns a reader's remark that a seat plays a physical tile it does not have into a finding.

    Silent when the event was already found at fault or the hand is unknown. `table` is after the event.
    """
    if remark.seat is None or table.faulty or table.seats[remark.seat].unsure:
        return
    table.doubt(remark.seat)
    docket.report(DISCARD_NOT_HELD, remark.seat, remark.text, observed=Detail(remark.text))
