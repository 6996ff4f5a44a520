"""The second look: errors that an alternative reading of the rules explains are warnings (DESIGN §4, RULES §5).

For each error its round is run again up to its event with one alternative of one assumed switch at a time. If the
finding is gone and none is there that was not before, the finding hinges on that switch. Only rounds with errors pay.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from replay.findings import Finding, Hinge, Severity
from replay.ruleset.ruleset import Ruleset

ReplayRound = Callable[[Ruleset, int, int], list[Finding]]
"""The findings of one round, given by its index, replayed up to an event under other rules."""


def second_look(findings: list[Finding], ruleset: Ruleset, replay_round: ReplayRound) -> list[Finding]:
    """The findings in their order, errors that hinge on assumed switches turned into warnings that name them."""
    assumed = ruleset.assumed()
    known = Counter(_place(finding) for finding in findings)
    looked: list[Finding] = []
    for finding in findings:
        hinges: list[Hinge] = []
        if finding.severity is Severity.ERROR and finding.round_index is not None and finding.event_index is not None:
            own = _place(finding)
            known[own] -= 1  # this one has to be gone; another at its place may stay
            for switch, values in assumed:
                for value in values:
                    again = replay_round(ruleset.alternative(switch, value), finding.round_index, finding.event_index)
                    if all(known[_place(other)] for other in again):
                        hinges.append(Hinge(switch, value))
            known[own] += 1
        looked.append(replace(finding, severity=Severity.WARNING, hinges_on=tuple(hinges)) if hinges else finding)
    return looked


def _place(finding: Finding) -> tuple[str, int | None, int | None, int | None]:
    return finding.code.id, finding.round_index, finding.event_index, finding.seat
