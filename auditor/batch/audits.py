"""The audit of one source: its games read, judged, and the findings written as the lines of the report.

This is what a worker process runs, so only bytes, strings and numbers go in and out.
"""

import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from auditor.batch.formats import Format, named
from auditor.batch.items import Source, printable
from auditor.judging import RulesChoice, judged
from auditor.reports import json_lines, text_lines
from replay.findings import Finding, Severity
from replay.gamelog import GameLog, Header, LogError
from replay.ruleset.errors import RulesetError
from replay.ruleset.ruleset import Ruleset

if TYPE_CHECKING:
    from auditor.store.records import AuditRecord


ITS_RULES: Final = "the rules of its last audit"


class Request(NamedTuple):
    """What the operator asked for, the same for every source."""

    variant: str = ""  # empty: what the log states
    rules: str = ""  # text of a rules file, empty when none was named
    origin: str = ""  # its name
    settings: tuple[tuple[str, str], ...] = ()  # switch, value text
    jsonl: bool = False  # lines of JSON instead of text
    keep: bool = False  # every game is to be stored
    report: bool = True  # make the lines of the report
    prove_walls: bool = True  # compare every tile with the walls that seed or record give
    infer: bool = False  # say what findings hinge on, for `auditor.batch.inference`
    readings: tuple[tuple[str, str, str], ...] = ()  # to be tried there: name of the rules, switch, value


Place = tuple[int, str, int | None, int | None, int | None]
"""Number of the game in the file, code, round, event, seat."""


class Grave(NamedTuple):
    """An error or warning of a game: under which rules, where, and what it hinges on."""

    rules: str
    place: Place
    hinges: tuple[tuple[str, str], ...]  # switch, value

    @property
    def game(self) -> int:
        """Number of the game in the file."""
        return self.place[0]


def place_of(game: int, finding: Finding) -> Place:
    """Where the finding is, in the game of that number."""
    return game, finding.code.id, finding.round_index, finding.event_index, finding.seat


class Trial(NamedTuple):
    """A game audited under another reading of its rules: where it then has errors."""

    game: int
    reading: tuple[str, str, str]
    places: tuple[Place, ...]


class Outcome(NamedTuple):
    """What came of one source."""

    name: str
    games: int = 0
    rounds: int = 0
    events: int = 0
    errors: int = 0
    warnings: int = 0
    notices: int = 0
    lines: tuple[str, ...] = ()  # of the report, without line ends
    refusals: tuple[str, ...] = ()  # why the request cannot be met
    crashes: tuple[tuple[int, str], ...] = ()  # our own faults: number of the game in the file, traceback
    records: tuple["AuditRecord", ...] = ()  # what is to be stored, a game
    data: bytes = b""  # the source, when it is to be kept because of a crash
    grave: tuple[Grave, ...] = ()  # where inference is asked for
    trials: tuple[Trial, ...] = ()  # where readings are tried


def audit_source(source: Source, request: Request) -> Outcome:
    """The outcome of one source. A fault of ours is in `crashes`; the other games of the source are audited."""
    outcome = Outcome(source.name)
    if source.rules and not request.variant and not request.rules:
        request = request._replace(rules=source.rules, origin=ITS_RULES)
    log_format = named(source.format)
    assert log_format is not None, source.format
    number = source.game
    games = games_of(log_format, source)
    while True:
        try:
            log = next(games, None)
            if log is None:
                return outcome
            outcome = _with_game(outcome, number, log, request)
        except RulesetError as error:
            outcome = outcome._replace(games=outcome.games + 1, refusals=(*outcome.refusals, str(error)))
        except Exception:  # noqa: BLE001 - whatever it is, it is ours: reported as such, and the other games go on
            crashes = (*outcome.crashes, (number, traceback.format_exc()))
            data = source.data if request.keep else b""
            outcome = outcome._replace(games=outcome.games + 1, crashes=crashes, data=data)
        number += 1


def games_of(log_format: Format, source: Source) -> Iterator[GameLog]:
    """The games of a source; in the place of one that cannot be read, a log without rounds that says why."""
    unread = 0
    for log in log_format.read(source):
        if isinstance(log, LogError):
            # The digest names the log. Where one of a source has it, the next ones need their place with it.
            digest = sha256(source.data + (log.place.encode() if unread else b"")).hexdigest()
            unread += 1
            yield GameLog(Header(digest[:16], 0, source_digest=digest), failure=log)
        else:
            yield log


def choice_of(request: Request) -> RulesChoice:
    """By which rules the request wants games to be judged."""
    return RulesChoice(request.variant, request.rules, request.origin, request.settings)


def _with_game(outcome: Outcome, number: int, log: GameLog, request: Request) -> Outcome:
    """The outcome with one more game."""
    rules, report = judged(log, choice_of(request), prove_walls=request.prove_walls)
    if rules is not None:
        outcome = outcome._replace(rounds=outcome.rounds + report.rounds, events=outcome.events + report.events)
        if request.infer:
            outcome = outcome._replace(grave=(*outcome.grave, *_grave(number, rules, report.findings)))
    return _reported(outcome, log, rules, report.findings, request)


def _grave(number: int, rules: Ruleset, findings: tuple[Finding, ...]) -> Iterator[Grave]:
    for one in findings:
        if one.severity is not Severity.NOTICE:
            hinges = tuple((hinge.switch, hinge.value) for hinge in one.hinges_on)
            yield Grave(rules.name, place_of(number, one), hinges)


def _reported(
    outcome: Outcome, log: GameLog, rules: Ruleset | None, findings: tuple[Finding, ...], request: Request
) -> Outcome:
    """The outcome with the game counted, its findings as lines, and its record when it is to be stored."""
    outcome = outcome._replace(games=outcome.games + 1)
    if not findings and not request.keep:
        return outcome
    from auditor.filing import FiledGame, audit_record  # protobuf, only where it is needed

    name = printable(outcome.name)
    game = FiledGame(log, rules, findings)
    severities = [finding.severity for finding in findings]
    lines_of = json_lines if request.jsonl else text_lines
    lines = lines_of(name, game) if request.report else ()
    kept = (audit_record(game, name, datetime.now(UTC)),) if request.keep else ()
    return outcome._replace(
        errors=outcome.errors + severities.count(Severity.ERROR),
        warnings=outcome.warnings + severities.count(Severity.WARNING),
        notices=outcome.notices + severities.count(Severity.NOTICE),
        lines=(*outcome.lines, *lines),
        records=(*outcome.records, *kept),
    )
