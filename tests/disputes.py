"""Disputes as rounds: what was played by the rules gives no finding, what was not gives exactly the one marked."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from replay.findings import Severity
from tests.notation import Round, situation
from tests.places import place_of


@dataclass(frozen=True)
class Dispute:
    """One log: a preset with perhaps some switches set differently, and its rounds, marked where they are wrong."""

    preset: str
    rounds: tuple[Round, ...]
    switches: Mapping[str, str] = field(default_factory=dict)

    def check(self) -> None:
        """Nothing happens when the audit finds what is marked and nothing else but notices."""
        written = situation(self.preset, *self.rounds, switches=self.switches)
        found = [finding for finding in written.findings() if finding.severity is not Severity.NOTICE]
        assert [place_of(finding) for finding in found] == list(written.marks), [one.message for one in found]


def four(*rounds: Round, **switches: str) -> Dispute:
    """At a four-player table of Tenhou."""
    return Dispute("tenhou", rounds, switches)


def three(*rounds: Round, **switches: str) -> Dispute:
    """At a three-player table of Tenhou."""
    return Dispute("tenhou-sanma", rounds, switches)
