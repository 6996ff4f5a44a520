"""The second look: errors that an alternative reading of the rules explains are warnings (DESIGN §4, RULES §5).

A round with errors is run again with one alternative of one assumed switch at a time. If up to the event of a finding
that finding is gone and none is there that was not before, it hinges on that switch. Only rounds with errors pay, once
an alternative, however many errors they have.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from replay.findings import Finding, Hinge, Severity
from replay.ruleset.ruleset import Ruleset

ReplayRound = Callable[[Ruleset, int, bool], list[list[Finding]]]
"""What each event of one round, given by its index, gives under other rules. True: the start of the round alone.

What a start has to say follows from the round before it: then what that one gives is among it.
"""

Place = tuple[str, int | None, int | None, int | None]
"""The code, round, event and seat of a finding."""

_START: Final = 0
"""The event that begins a round."""

MOST_ERRORS: Final = 64
"""Of a round that is looked at again: one with more is no round of another rule, and its errors stay errors."""


def second_look(findings: list[Finding], ruleset: Ruleset, replay_round: ReplayRound) -> list[Finding]:
    """The findings in their order, errors that hinge on assumed switches turned into warnings that name them."""
    known = Counter(_place(finding) for finding in findings)
    at: dict[tuple[int, bool], dict[int, list[int]]] = {}  # by round, and whether of its start: errors by event
    for index, finding in enumerate(findings):
        if finding.severity is Severity.ERROR and finding.round_index is not None and finding.event_index is not None:
            of_round = at.setdefault((finding.round_index, finding.event_index == _START), {})
            of_round.setdefault(finding.event_index, []).append(index)
    hinges: dict[int, list[Hinge]] = {}
    for switch, values in ruleset.assumed():
        for value in values:
            alternative = ruleset.alternative(switch, value)
            for (round_index, of_start), errors in at.items():
                if len(errors) > MOST_ERRORS:
                    continue
                again = replay_round(alternative, round_index, of_start)
                for index in _explained(findings, known, errors, again):
                    hinges.setdefault(index, []).append(Hinge(switch, value))
    return [
        replace(finding, severity=Severity.WARNING, hinges_on=tuple(hinges[index])) if index in hinges else finding
        for index, finding in enumerate(findings)
    ]


def _explained(
    findings: list[Finding], known: Counter[Place], errors: dict[int, list[int]], again: list[list[Finding]]
) -> list[int]:
    """Which of the errors, by event, are gone where a round is run again, with none before them that is new."""
    explained: list[int] = []
    seen: set[Place] = set()
    for event_index, found in enumerate(again):
        for finding in found:
            place = _place(finding)
            if not known[place]:
                return explained
            seen.add(place)
        for index in errors.get(event_index, ()):
            own = _place(findings[index])
            if own not in seen or known[own] > 1:  # one of its place has to be gone; another may stay
                explained.append(index)
    return explained


def _place(finding: Finding) -> Place:
    return finding.code.id, finding.round_index, finding.event_index, finding.seat
