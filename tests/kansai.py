"""Rounds at a Kansai table with what the audit has to say of them: where, by which rule, and on what it hinges."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from replay.findings import Severity
from tests.notation import Round, Situation, situation
from tests.places import place_of


@dataclass(frozen=True)
class Told:
    """A log with at most one finding, marked at its event.

    `rule`: an id it cites. `hinges`: all it hinges on, values by switch, several of one switch with ``|`` between.
    `settings`: what the table has set.
    """

    rounds: tuple[Round, ...]
    rule: str = ""
    hinges: Mapping[str, str] = field(default_factory=dict)
    variant: str = "kansai-north"
    settings: Mapping[str, str] = field(default_factory=dict)

    def situation(self, **switches: str) -> Situation:
        """The log under the rules of its table, some switches set differently."""
        return situation(self.variant, *self.rounds, switches={**self.settings, **switches})

    def check(self) -> None:
        """Nothing happens when the audit finds what is marked, as it is told here, and nothing else but notices."""
        written = self.situation()
        found = [finding for finding in written.findings() if finding.severity is not Severity.NOTICE]
        assert [place_of(finding) for finding in found] == list(written.marks), [one.message for one in found]
        assert bool(found) == bool(self.rule)
        for finding in found:
            assert self.rule in finding.rule, finding.rule
            assert {(hinge.switch, hinge.value) for hinge in finding.hinges_on} == self._hinges()

    def _hinges(self) -> set[tuple[str, str]]:
        return {(switch, value) for switch, values in self.hinges.items() for value in values.split("|")}


def right(*rounds: Round, variant: str = "kansai-north") -> Told:
    """Rounds in which nothing is wrong."""
    return Told(rounds, variant=variant)


def wrong(rule: str, *rounds: Round, variant: str = "kansai-north", **hinges: str) -> Told:
    """Rounds with one finding that cites the rule and hinges on these values of switches."""
    return Told(rounds, rule, hinges, variant)
