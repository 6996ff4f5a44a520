"""Whether another reading of the rules explains what was found over many games (`auditor audit --infer`).

A second look asks what one finding hinges on, in its round alone. Here whole games are audited again under the readings
that came up: of a reading that a platform really plays by, all findings that hinge on it vanish and no others appear,
also in games where nothing was found. Games for that are kept while they pass, a bounded number of them.
"""

import traceback
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from auditor.batch.audits import Grave, Outcome, Place, Request, Trial, choice_of, games_of, place_of
from auditor.batch.formats import named
from auditor.batch.items import Item, Source
from auditor.batch.pool import results
from auditor.counts import counted
from auditor.judging import rules_for
from auditor.reports import shown
from replay.engine import audit
from replay.findings import Severity
from replay.ruleset.choose import Refused
from replay.ruleset.errors import RulesetError
from replay.ruleset.ruleset import Ruleset

KEPT_SOURCES: Final = 200
"""Of sources with findings, and of those without, so many are kept and audited again."""
KEPT_BYTES: Final = 64 << 20
READINGS: Final = 12
"""So many readings are tried, those first that explain most."""

Reading = tuple[str, str, str]
"""Name of the rules, switch, value."""


class Explained(NamedTuple):
    """What a reading explains, and how the games it was tried on look under it."""

    reading: Reading
    findings: int  # errors and warnings that hinge on it
    all_findings: int  # errors and warnings under these rules
    games: int  # with findings that hinge on it
    tried: int  # games audited again
    left: int  # findings that hinge on it and are still there
    new: int  # findings at events at which there was none: at others another fault may only come to light

    @property
    def fits(self) -> bool:
        """Whether the games it was tried on agree with it."""
        return self.tried > 0 and not self.left and not self.new


class Inference:
    """The findings of a run that hinge on readings, and games to try these on."""

    def __init__(self) -> None:
        self._waiting: deque[Source] = deque()
        self._kept: dict[bool, list[tuple[Source, tuple[Grave, ...]]]] = {True: [], False: []}
        self._bytes = 0
        self._all: Counter[str] = Counter()  # errors and warnings by name of the rules
        self._findings: Counter[Reading] = Counter()
        self._games: Counter[Reading] = Counter()
        self.crashes: list[tuple[str, int, str]] = []  # our own faults while trying: source, game, traceback

    def watched(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items as they are; their outcomes have to be taken in the same order."""
        for item in items:
            if isinstance(item, Source):
                self._waiting.append(item)
            yield item

    def take(self, outcome: Outcome) -> None:
        """Counts what was found in the next source."""
        source = self._waiting.popleft()
        games: set[tuple[int, Reading]] = set()
        for grave in outcome.grave:
            self._all[grave.rules] += 1
            for switch, value in grave.hinges:
                self._findings[grave.rules, switch, value] += 1
                games.add((grave.game, (grave.rules, switch, value)))
        self._games.update(reading for _, reading in games)
        kept = self._kept[bool(outcome.grave)]
        if len(kept) < KEPT_SOURCES and self._bytes + len(source.data) <= KEPT_BYTES and not outcome.crashes:
            self._bytes += len(source.data)
            kept.append((source, outcome.grave))

    def explained(self, request: Request, jobs: int) -> list[Explained]:
        """What each reading explains, those first that fit, then those that explain most."""
        readings = [reading for reading, _ in self._findings.most_common(READINGS)]
        tried: Counter[Reading] = Counter()
        left: Counter[Reading] = Counter()
        new: Counter[Reading] = Counter()
        kept = [*self._kept[True], *self._kept[False]] if readings else []
        asked = request._replace(readings=tuple(readings), keep=False)
        for (_, before), outcome in zip(
            kept, results([source for source, _ in kept], asked, jobs, try_chunk), strict=True
        ):
            assert isinstance(outcome, Outcome)
            self.crashes += ((outcome.name, game, trace) for game, trace in outcome.crashes)
            events = {_event(grave.place) for grave in before}
            for trial in outcome.trials:
                reading = trial.reading
                tried[reading] += 1
                hinging = {one.place for one in before if one.game == trial.game and reading[1:] in one.hinges}
                after = set(trial.places)
                left[reading] += len(hinging & after)
                new[reading] += sum(_event(place) not in events for place in after)
        found = [
            Explained(
                reading,
                self._findings[reading],
                self._all[reading[0]],
                self._games[reading],
                tried[reading],
                left[reading],
                new[reading],
            )
            for reading in readings
        ]
        return sorted(found, key=lambda one: (not one.fits, -one.findings))


def _event(place: Place) -> tuple[int, int | None, int | None]:
    """Number of the game, round and event."""
    game, _, round_index, event_index, _ = place
    return game, round_index, event_index


def try_chunk(sources: list[Source], request: Request) -> list[Outcome]:
    """The sources with their games audited under every reading of the request; the task of a worker."""
    return [_tried(source, request) for source in sources]


def _tried(source: Source, request: Request) -> Outcome:
    outcome = Outcome(source.name)
    log_format = named(source.format)
    assert log_format is not None, source.format
    trials: list[Trial] = []
    number = source.game
    try:
        for log in games_of(log_format, source):
            try:
                rules = rules_for(log, choice_of(request))
            except (Refused, RulesetError):
                number += 1
                continue
            for reading in request.readings:
                other = _under(rules, reading)
                if other is not None:
                    report = audit(log, other, prove_walls=request.prove_walls, look_again=False)
                    places = [place_of(number, one) for one in report.findings if one.severity is not Severity.NOTICE]
                    trials.append(Trial(number, reading, tuple(places)))
            number += 1
    except Exception:  # noqa: BLE001 - ours, as in the audit itself
        return outcome._replace(crashes=((number, traceback.format_exc()),))
    return outcome._replace(trials=tuple(trials))


def _under(rules: Ruleset, reading: Reading) -> Ruleset | None:
    """The rules read so; None where they are others, or do not leave that open."""
    name, switch, value = reading
    if rules.name != name or value not in rules.provenance[switch].alternatives:
        return None
    return rules.alternative(switch, value)


def inference_lines(found: list[Explained]) -> list[str]:
    """What an operator reads: a line a reading."""
    if not found:
        return ["no other reading of an assumed switch explains anything that was found"]
    lines = ["other readings of assumed switches:"]
    for one in found:
        name, switch, value = one.reading
        explains = (
            f"explains {one.findings:,} of {one.all_findings:,} errors and warnings, in {counted(one.games, 'game')}"
        )
        lines.append(shown(f"  {name}: {switch} = {value} {explains}; {_verdict(one)}"))
    return lines


def _verdict(one: Explained) -> str:
    if not one.tried:
        return "not tried"
    if one.fits:
        return f"fits {counted(one.tried, 'game')} it was tried on"
    parts = [f"{one.left:,} of them remain{'s' * (one.left == 1)}"] * bool(one.left) + [
        f"{counted(one.new, 'other')} appear{'s' * (one.new == 1)}"
    ] * bool(one.new)
    return f"does not fit: {', '.join(parts)} in {counted(one.tried, 'game')} it was tried on"
