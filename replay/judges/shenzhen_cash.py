"""PAY: what is left on the table in Shenzhen, and how its findings name money."""

from collections.abc import Sequence
from typing import Final

from replay.findings import Code, Detail, Docket, Severity
from replay.table.table import Table

BELOW_ZERO: Final = Code(
    "PAY018",
    "cash-below-zero",
    "A player's cash falls below zero within a round.",
    "Whether the table gives credit is the house's affair; the game ends before the next round.",
    "Seat 2 has 1 left and pays 2 for a concealed kong.",
    ("S10",),
    ("score_floor",),
    severity=Severity.NOTICE,
)

CODES: Final[tuple[Code, ...]] = (BELOW_ZERO,)


def notice_below_zero(table: Table, cash: Sequence[int], deltas: Sequence[int], docket: Docket) -> None:
    """Notes the seats whose cash falls below zero with this payment."""
    if table.switches.score_floor:
        return
    for seat, (before, delta) in enumerate(zip(cash, deltas, strict=True)):
        if before >= 0 > before + delta:
            docket.report(
                BELOW_ZERO,
                seat,
                f"seat {seat} has {before:,} and pays {-delta:,}",
                expected=Detail("at least 0"),
                observed=Detail(f"{before + delta:,}"),
            )


def paid(right: tuple[int, ...], logged: tuple[int, ...]) -> Detail:
    """The right side of a finding about money, with what each seat lost or gained by the wrong one."""
    difference = tuple(due - moved for due, moved in zip(right, logged, strict=True))
    return Detail(signed(right), payments=right, difference=difference)


def signed(amounts: Sequence[int]) -> str:
    """The amounts a seat, as messages have them."""
    return " ".join(f"{amount:+,}" if amount else "0" for amount in amounts)
