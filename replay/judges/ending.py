"""END: how rounds and games end."""

from typing import Final

from replay.findings import Code, Detail, Docket
from replay.table.table import OVER, Table

NO_RESULT: Final = Code(
    "END001",
    "round-without-result",
    "A round has its result, a win or a draw, before the next one starts.",
    "Without it nobody can say who owed what.",
    "Seat 1 discards, and the next event is the start of another round.",
    (),
)

CODES: Final = (NO_RESULT,)


def next_round(table: Table, docket: Docket) -> None:
    """Reports that the round before the one that starts now has no result. `table` is the round before."""
    if table.phase != OVER and not table.lenient:
        docket.report(
            NO_RESULT,
            None,
            "the round before has no result",
            expected=Detail("a win or a drawn round"),
            observed=Detail("the next round starts"),
        )
