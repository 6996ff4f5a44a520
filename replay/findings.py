"""Findings, their codes and severities."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

RIICHI_RULES: Final = "NRK"
"""The first letters of the ids of rules for riichi (RULES §1-§3)."""
SHENZHEN_RULES: Final = "S"
"""The same for Shenzhen (RULES §4)."""


class Severity(Enum):
    ERROR = "error"  # the rules forbid it
    WARNING = "warning"  # the rules forbid it under the preset, not under an alternative of an assumed switch
    NOTICE = "notice"  # nothing forbidden: something to know about the log


@dataclass(frozen=True)
class Code:
    """A kind of finding with its documentation. `id` is for life and never reused."""

    id: str  # three letters and three digits
    name: str  # kebab-case
    checks: str  # what is checked
    why: str  # why it matters
    example: str  # a situation that gives it
    rules: tuple[str, ...]  # rule ids of RULES.md it enforces, may be empty
    switches: tuple[str, ...] = ()  # ruleset switches that change it
    severity: Severity = Severity.ERROR  # before a second look at assumed switches


@dataclass(frozen=True)
class YakuHan:
    name: str
    han: int


@dataclass(frozen=True)
class Detail:
    """One side of a disagreement. `text` always; the rest for payouts."""

    text: str
    yaku: tuple[YakuHan, ...] | None = None
    han: int | None = None
    fu: int | None = None
    limit: str | None = None
    payments: tuple[int, ...] | None = None  # points a seat
    difference: tuple[int, ...] | None = None  # points a seat, right minus logged


@dataclass(frozen=True)
class Hinge:
    """A value of an assumed switch under which the finding disappears."""

    switch: str
    value: str


@dataclass(frozen=True)
class Finding:
    """Something the rules forbid, at the first event whose prefix proves it. Indexes count from 0, RoundStart is 0."""

    code: Code
    severity: Severity
    round_index: int | None
    event_index: int | None
    seat: int | None
    message: str
    rule: tuple[str, ...]  # rule ids, or switch names where no rule id exists
    expected: Detail | None = None
    observed: Detail | None = None
    hinges_on: tuple[Hinge, ...] = ()


class Docket:
    """Collects the findings of one audit; knows the event being judged."""

    def __init__(self, rule_letters: str = RIICHI_RULES) -> None:
        """`rule_letters`: the first letters of the rule ids that findings may cite for what their code enforces."""
        self.rule_letters = rule_letters
        self.findings: list[Finding] = []
        self.round_index = -1
        self.event_index = 0

    def report(
        self,
        code: Code,
        seat: int | None,
        message: str,
        *,
        rule: tuple[str, ...] = (),
        expected: Detail | None = None,
        observed: Detail | None = None,
    ) -> bool:
        """Records a finding at the current event; `rule` defaults to what the code enforces. Always True."""
        if not rule:
            enforced = tuple(rule_id for rule_id in code.rules if rule_id[0] in self.rule_letters)
            rule = enforced or code.switches[:1]
        self.findings.append(
            Finding(
                code,
                code.severity,
                self.round_index if self.round_index >= 0 else None,
                self.event_index if self.round_index >= 0 else None,
                seat,
                message,
                rule,
                expected,
                observed,
            )
        )
        return True

    def withdraw(self) -> None:
        """Takes back the last finding, of the current event: it follows from one reported before."""
        self.findings.pop()
