"""PAY: the kongs of Shenzhen, which are paid at once (S4, S5, S6, S13)."""

from typing import Final

from replay.findings import Code, Detail, Docket
from replay.gamelog import Chi, Discard, Draw, Kan, KanType, KongPayment, North, Pon, Riichi, RoundDrawn
from replay.judges.names import tile_text
from replay.judges.shenzhen_cash import notice_below_zero, paid, signed
from replay.settlement.shenzhen import kong_deltas, within_means
from replay.table.table import NOBODY, Table

KONG_PAID: Final = Code(
    "PAY012",
    "kong-paid-wrong",
    "A kong is paid at once: X by each for a pung extended, Y by each for a concealed one, X+Y by whose discard it is.",
    "Kongs are half of what is played for.",
    "With stakes of 1 and 2 a concealed kong moves 1 from each seat.",
    ("S4", "S5", "S6"),
    ("added_kong_stake", "late_added_kong_pays", "score_floor"),
)
NOT_PAID: Final = Code(
    "PAY013",
    "kong-not-paid",
    "A kong that nobody robs is paid before its replacement is drawn.",
    "Kongs are half of what is played for.",
    "Seat 2 declares a kong and draws the replacement; no money was moved.",
    ("S4", "S5", "S6"),
    ("late_added_kong_pays",),
)
NOT_DUE: Final = Code(
    "PAY014",
    "kong-payment-not-due",
    "Money moves for a kong once, and not at all for one that is robbed.",
    "The robbed player pays for all; nobody pays for the kong.",
    "Seat 1 extends a pung and is paid, and seat 3 robs the kong.",
    ("S4", "S5", "S6", "S13"),
    ("robbed_kong_paid",),
)

CODES: Final[tuple[Code, ...]] = (KONG_PAID, NOT_PAID, NOT_DUE)

RULE_OF: Final = {KanType.ADDED: "S4", KanType.CONCEALED: "S5", KanType.OPEN: "S6"}


def right_payment(table: Table, kan: Kan) -> tuple[int, ...]:
    """What the kong moves by the rules."""
    due = kong_deltas(kan, table.stakes, table.switches, just_drawn=table.money.just_drawn)
    return within_means(due, table.scores) if table.switches.score_floor else due


def payment(table: Table, event: KongPayment, docket: Docket) -> bool:
    """Judges that a kong is to be paid, and with what."""
    kan = table.money.kong or table.money.kong_optional
    if kan is None:
        return _not_due(table, event, docket)
    right = right_payment(table, kan)
    others = table.scores if table.doubts.other_scores is None else table.doubts.other_scores
    wrong = event.deltas != right and not _at_fault(table, kan)
    if wrong or table.doubts.other_scores is not None:
        table.doubts.other_scores = [score + delta for score, delta in zip(others, right, strict=True)]
    notice_below_zero(table, table.scores, event.deltas, docket)
    return wrong and docket.report(
        KONG_PAID,
        kan.seat,
        f"seat {kan.seat}'s {kan.type.value} kong of {tile_text(kan.tiles[0])} moves {signed(event.deltas)}"
        f" instead of {signed(right)}",
        rule=(RULE_OF[kan.type],),
        expected=paid(right, event.deltas),
        observed=Detail(signed(event.deltas), payments=event.deltas),
    )


def _at_fault(table: Table, kan: Kan) -> bool:
    """Whether the kong itself was found at fault: what is paid for it is taken from the log."""
    return any(table.events[place] is kan for place in table.doubts.faults)


def _not_due(table: Table, event: KongPayment, docket: Docket) -> bool:
    robbed = isinstance(table.robbed, Kan)
    nothing = (0,) * table.switches.seats
    if table.has_result:
        table.right_deltas = nothing
    elif table.doubts.other_scores is None:
        table.doubts.other_scores = list(table.scores)
    why = "the kong was robbed" if robbed else "no kong is to be paid"
    seat = max(range(table.switches.seats), key=event.deltas.__getitem__)
    return docket.report(
        NOT_DUE,
        seat,
        f"seat {seat} is paid for a kong, and {why}",
        rule=("S13",) if robbed else (),
        expected=paid(nothing, event.deltas),
        observed=Detail(signed(event.deltas), payments=event.deltas),
    )


def overdue(
    table: Table, event: Draw | Discard | Chi | Pon | Kan | North | Riichi | RoundDrawn, docket: Docket
) -> None:
    """Reports a kong that had to be paid before this act."""
    kan = table.money.miss()
    if kan is None:
        return
    table.note_duty()
    right = right_payment(table, kan)
    if not any(right):
        return
    others = table.scores if table.doubts.other_scores is None else table.doubts.other_scores
    table.doubts.other_scores = [score + delta for score, delta in zip(others, right, strict=True)]
    docket.report(
        NOT_PAID,
        kan.seat,
        f"seat {kan.seat}'s {kan.type.value} kong of {tile_text(kan.tiles[0])} is not paid",
        rule=(RULE_OF[kan.type],),
        expected=paid(right, (0,) * table.switches.seats),
        observed=Detail("no payment"),
    )


def paid_though_robbed(table: Table, robbed_seat: int, docket: Docket) -> bool:
    """Judges that nobody paid for the kong that is robbed now. `table` is before the win."""
    kan = table.money.kong_paid
    if kan is None or kan is not table.last_act or table.switches.robbed_kong_paid or robbed_seat == NOBODY:
        return False
    if table.doubts.other_scores is None:
        table.doubts.other_scores = [
            score - delta for score, delta in zip(table.scores, right_payment(table, kan), strict=True)
        ]
    return docket.report(
        NOT_DUE,
        robbed_seat,
        f"seat {robbed_seat} was paid for the kong that is robbed",
        rule=("S13",),
        expected=Detail("no payment for the kong"),
        observed=Detail("the kong was paid"),
    )
