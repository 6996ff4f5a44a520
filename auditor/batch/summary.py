"""What a nightly run comes to: counts that add up over shards, whatever their number, in little memory.

`facts` are equal between two runs over the same games with the same rules and engine, provided shards are merged in
their order; `timing` never is. Lists are bounded and say how much they leave out.
"""

import json
import time
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from auditor.batch.audits import Outcome
from auditor.batch.clipping import clipped
from auditor.batch.items import Skipped, printable
from auditor.batch.owed import Owed
from auditor.batch.pool import Result
from auditor.batch.timing import Pace, Slow, Timing
from auditor.store.records import FindingRecord, GameRecord

VERSION: Final = 1  # of the JSON
LISTED: Final = 100
"""Of quarantined games, of what cannot be read, and of reasons of refusal so many are named."""
VARIANTS: Final = 200
"""So many rulesets have their own counts: a log that sets switches of its own could make up ever new ones."""
OTHER_RULES: Final = "other rules"
EXAMPLES: Final = 3
"""Of each code and severity so many findings are given as examples, those that came first."""


class Found(NamedTuple):
    """What findings are counted by. `variant` is the name of the rules, empty where a game could not be audited."""

    variant: str
    code: str
    severity: str


class Example(NamedTuple):
    """A finding, and where it is."""

    code: str
    severity: str
    id: str
    variant: str
    game_id: str
    source: str
    round_index: int | None
    event_index: int | None
    seat: int | None
    message: str


class Quarantined(NamedTuple):
    """A game on which the auditor itself failed."""

    source: str
    game: int  # its number within the source, from 0
    fault: str  # last line of the traceback


class Summary:
    """Counts of what was audited and found."""

    def __init__(self) -> None:
        self.games = 0  # audited or not
        self.rounds = 0
        self.events = 0
        self.skipped = 0  # files that no reader recognises
        self.unreadable = 0  # files that cannot be opened or read
        self.refused = 0  # games for which the rules asked for do not exist
        self.crashed = 0  # games on which the auditor failed
        self.variants: Counter[str] = Counter()  # games
        self.findings: Counter[Found] = Counter()
        self.examples: dict[tuple[str, str], list[Example]] = {}  # by code and severity
        self.owed = Owed()
        self.quarantined: list[Quarantined] = []
        self.unread: list[tuple[str, str]] = []  # name and reason
        self.refusals: Counter[str] = Counter()  # reasons
        self.timing = Timing()

    def add(self, result: Result, seconds: float = 0.0, *, ended: float | None = None) -> None:
        """One more result is counted. It took so many seconds, and was there at `ended` (since 1970; None: now)."""
        if isinstance(result, Outcome):
            self._add_outcome(result)
            self.timing.add(result, seconds, time.time() if ended is None else ended)
        elif isinstance(result, Skipped):
            self.skipped += 1
        else:
            self.unreadable += 1
            self._list_unread([(clipped(printable(result.name)), clipped(printable(result.reason)))])

    def _add_outcome(self, outcome: Outcome) -> None:
        self.games += outcome.games
        self.rounds += outcome.rounds
        self.events += outcome.events
        for record in outcome.records:
            variant = self._variant(clipped(record.ruleset.name) if record.ruleset else "")
            self.variants[variant] += 1
            for finding in record.findings:
                self.findings[Found(variant, finding.code, finding.severity)] += 1
                if len(self.examples.get((finding.code, finding.severity), ())) < EXAMPLES:
                    self._exemplify([_example(variant, record.game, finding)])
            self.owed.add(variant, record.game, record.findings)
        for reason in outcome.refusals:
            self.refused += 1
            self._refuse(clipped(printable(reason)), 1)
        name = clipped(printable(outcome.name))
        self.crashed += len(outcome.crashes)
        self._quarantine(Quarantined(name, game, _fault(trace)) for game, trace in outcome.crashes)

    def _variant(self, name: str) -> str:
        return name if name in self.variants or len(self.variants) < VARIANTS else OTHER_RULES

    def _exemplify(self, more: Iterable[Example]) -> None:
        for one in more:
            known = self.examples.setdefault((one.code, one.severity), [])
            if len(known) < EXAMPLES:
                known.append(one)

    def _refuse(self, reason: str, games: int) -> None:
        if reason in self.refusals or len(self.refusals) < LISTED:
            self.refusals[reason] += games

    def _quarantine(self, more: Iterable[Quarantined]) -> None:
        self.quarantined = [*self.quarantined, *more][:LISTED]

    def _list_unread(self, more: list[tuple[str, str]]) -> None:
        self.unread = [*self.unread, *more][:LISTED]

    def merge(self, other: "Summary") -> None:
        """Counts what both counted; of lists it has what came first in this one."""
        self.games += other.games
        self.rounds += other.rounds
        self.events += other.events
        self.skipped += other.skipped
        self.unreadable += other.unreadable
        self.refused += other.refused
        self.crashed += other.crashed
        renamed = {}
        for name, games in other.variants.items():
            renamed[name] = self._variant(name)
            self.variants[renamed[name]] += games
        for found, count in other.findings.items():
            self.findings[found._replace(variant=renamed.get(found.variant, found.variant))] += count
        for reason, games in other.refusals.items():
            self._refuse(reason, games)
        for examples in other.examples.values():
            self._exemplify(one._replace(variant=renamed.get(one.variant, one.variant)) for one in examples)
        self.owed.merge(other.owed)
        self._quarantine(other.quarantined)
        self._list_unread(other.unread)
        self.timing.merge(other.timing)

    def severity(self, severity: str) -> int:
        """How many findings of the severity there are."""
        return sum(count for found, count in self.findings.items() if found.severity == severity)

    def facts(self) -> dict[str, object]:
        """What two runs over the same games agree in, as JSON has it."""
        return {
            "games": self.games,
            "rounds": self.rounds,
            "events": self.events,
            "skipped": self.skipped,
            "unreadable": self.unreadable,
            "refused": self.refused,
            "crashed": self.crashed,
            "variants": dict(sorted(self.variants.items())),
            "findings": [[*found, count] for found, count in sorted(self.findings.items())],
            "examples": [one for _, examples in sorted(self.examples.items()) for one in examples],
            "owed": self.owed.to_plain(),
            "quarantined": list(self.quarantined),
            "unread": list(self.unread),
            "refusals": dict(sorted(self.refusals.items())),
        }

    def to_json(self) -> str:
        """Everything, on one line of ASCII."""
        pace = self.timing.pace
        timing = {
            "seconds": self.timing.seconds,
            "slowest": self.timing.slowest,
            "width": pace.width,
            "pace": sorted(pace.games.items()),
        }
        return json.dumps({"version": VERSION, "facts": self.facts(), "timing": timing}, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> "Summary":
        """The summary that `to_json` gave. Raises ValueError, with the reason, for another text."""
        try:
            plain = json.loads(text)
            version = plain["version"]
            if version == VERSION:
                return _of_plain(cls(), plain["facts"], plain["timing"])
        except (AttributeError, IndexError, KeyError, OverflowError, RecursionError, TypeError, ValueError) as error:
            raise ValueError(f"the summary of a shard is damaged: {type(error).__name__}: {error}") from error
        raise ValueError(f"the summary of a shard has version {version!r}, {VERSION} is needed: run the batch anew")

    def lines(self) -> list[str]:
        """What an operator reads at the end of the run."""
        from auditor.batch.summary_text import summary_lines

        return summary_lines(self)


def _fault(trace: str) -> str:
    return clipped(printable(trace.rstrip().rpartition("\n")[2]))


def _example(variant: str, game: GameRecord, finding: FindingRecord) -> Example:
    return Example(
        finding.code,
        finding.severity,
        finding.id,
        variant,
        clipped(game.game_id),
        clipped(game.source),
        finding.round_index,
        finding.event_index,
        finding.seat,
        clipped(finding.message),
    )


def _of_plain(made: Summary, facts: dict[str, Any], timing: dict[str, Any]) -> Summary:
    """The summary with what its JSON says. Raises whatever damaged JSON gives rise to."""
    for name in ("games", "rounds", "events", "skipped", "unreadable", "refused", "crashed"):
        setattr(made, name, _number(facts[name]))
    made.variants.update({name: _number(games) for name, games in facts["variants"].items()})
    for variant, code, severity, count in facts["findings"]:
        made.findings[Found(variant, code, severity)] = _number(count)
    made._exemplify(Example._make(row) for row in facts["examples"])
    made.owed = Owed.from_plain(facts["owed"]["rows"], facts["owed"]["rest"])
    made.quarantined = [Quarantined(source, _number(game), fault) for source, game, fault in facts["quarantined"]]
    made.unread = [(name, reason) for name, reason in facts["unread"]]
    made.refusals.update({reason: _number(games) for reason, games in facts["refusals"].items()})
    made.timing.seconds = float(timing["seconds"])
    made.timing.slowest = [Slow(float(seconds), source, game_id) for seconds, source, game_id in timing["slowest"]]
    made.timing.pace = Pace(_number(timing["width"]))
    made.timing.pace.games = {_number(part): _number(games) for part, games in timing["pace"]}
    return made


def _number(value: object) -> int:
    if type(value) is not int:
        raise TypeError(f"expected a number, found {value!r}")
    return value
