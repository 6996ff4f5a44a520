"""FUR: wins on a discard that an earlier declined win forbids (S9)."""

from typing import Final

from replay.findings import Code, Detail, Docket
from replay.gamelog import Win
from replay.judges.names import tile_text
from replay.table.declined import declined
from replay.table.table import Table
from replay.table.winner import robbed_act

WIN_AFTER_DECLINE: Final = Code(
    "FUR004",
    "win-after-declined-win",
    "Who declined a win on a discard wins by self-draw only, in Shenzhen.",
    "The choice not to win is final; who waits for a richer victim may not.",
    "Seat 2 declines seat 0's 4s and wins on seat 1's 7s.",
    ("S9",),
    ("declined_wins", "robbing_is_discard_win", "inferred_declines"),
)

CODES: Final[tuple[Code, ...]] = (WIN_AFTER_DECLINE,)


def win_on_discard(table: Table, event: Win, docket: Docket) -> bool:
    """Judges a win on a discard, or by robbing a kong, of a seat whose hand is known."""
    if event.seat == event.from_seat:
        return False
    if robbed_act(table) is not None and not table.switches.robbing_is_discard_win:
        return False
    reason = declined(table, event.seat)
    if reason is None:
        return False
    how = "declined" if reason.stated else "let pass"
    text = f"it {how} a win on {tile_text(reason.tile)} at event {reason.event_index}"
    return docket.report(
        WIN_AFTER_DECLINE,
        event.seat,
        f"seat {event.seat} wins on {tile_text(event.tile)} from seat {event.from_seat}, but {text}",
        expected=Detail("a win by self-draw only: " + text),
        observed=Detail(f"win on {tile_text(event.tile)} from seat {event.from_seat}"),
    )
