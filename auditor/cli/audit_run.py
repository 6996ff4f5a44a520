"""What ``auditor audit`` does once its options are known."""

import gc
import os
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from io import BytesIO, TextIOWrapper
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO, Final

from auditor.batch.audits import Outcome, Request
from auditor.batch.formats import FORMATS, named
from auditor.batch.inference import Inference, inference_lines
from auditor.batch.items import Limits, Skipped, printable
from auditor.batch.pool import Result, results
from auditor.batch.progress import watch
from auditor.batch.sources import Intake
from auditor.cli.crashes import CrashLog
from auditor.cli.rules import preset_of, setting_of, text_of
from auditor.cli.status import Status
from auditor.cli.usage import Usage
from auditor.config import Settings, SettingsError, load
from auditor.counts import counted
from auditor.reports import shown
from auditor.store.errors import StoreError
from auditor.workers import CannotStart
from replay.ruleset import loader
from replay.ruleset.errors import RulesetError
from replay.ruleset.loader import PRESETS, preset
from replay.ruleset.ruleset import COMMAND_LINE, Ruleset

if TYPE_CHECKING:
    from auditor.cli.storing import Storing

FLUSH_SECONDS: Final = 0.5


class _OutputClosed(Exception):  # noqa: N818
    """Nobody reads standard output any more."""


def request_of(
    *,
    variant: str,
    rules: str,
    settings: Sequence[str],
    log_format: str,
    jsonl: bool,
    prove_walls: bool,
    infer: bool,
) -> Request:
    """The request of the options, checked as far as that is possible without a log. Raises Usage."""
    if variant and rules:
        raise Usage("either --variant or --rules can be given, not both")
    if log_format and named(log_format) is None:
        names = ", ".join(known.name for known in FORMATS)
        raise Usage(f"--format {log_format}: there is no such format; there are {names}")
    pairs = tuple(setting_of(text) for text in settings)
    try:
        text = text_of(rules) if rules else ""
        bases = [loader.load(text, rules)] if rules else [preset_of(variant)] if variant else list(map(preset, PRESETS))
        _check_settings(bases, pairs)
    except RulesetError as error:
        raise Usage(str(error)) from error
    return Request(variant, text, rules, pairs, jsonl, prove_walls=prove_walls, infer=infer)


def _check_settings(bases: Sequence[Ruleset], settings: Sequence[tuple[str, str]]) -> None:
    """Nothing happens when the settings fit one of the rulesets. Raises the RulesetError of the first."""
    problems = []
    for base in bases:
        try:
            base.with_switches(settings, COMMAND_LINE)
        except RulesetError as error:
            problems.append(error)
    if len(problems) == len(bases):
        raise problems[0]


def run(paths: list[str], request: Request, log_format: str, jobs: int, db: str = "", column: str = "") -> Status:
    """The exit status, when everything in the paths was audited and the findings and the summary were written.

    `db` is the URL of the database that everything is stored in; empty: in none. Raises Usage.
    """
    try:
        settings = load()
    except SettingsError as error:
        say(str(error))
        return Status.REFUSED
    if not db:
        return _Run(paths, request, log_format, column, jobs, settings, None).status()
    if not request.prove_walls:
        # A stored audit is known by its log, rules and engine: one without the walls would stand for the whole.
        raise Usage("--no-wall: what is stored is the whole audit; leave out --no-wall or --db")
    from auditor.cli.storing import Storing  # SQLAlchemy, only where something is stored

    storing = Storing(db, {"paths": [printable(path) for path in paths], **_asked(request)})
    return _Run(paths, request._replace(keep=True), log_format, column, jobs, settings, storing).status()


def _asked(request: Request) -> dict[str, object]:
    """What of the request decides about the audit."""
    return {
        "variant": request.variant,
        "rules": request.rules,
        "origin": printable(request.origin),
        "settings": dict(request.settings),
    }


def say(text: str) -> None:
    """Each line of the text goes to standard error, as ours."""
    tell("".join(f"auditor: {shown(line)}\n" for line in text.splitlines()))


def tell(text: str) -> None:
    """The text goes to standard error, if that can be written: no work fails because nobody takes what we say of it."""
    with suppress(OSError, ValueError):
        sys.stderr.write(text)
        sys.stderr.flush()


def standard_input() -> BinaryIO:
    """The bytes on standard input."""
    return sys.stdin.buffer if sys.stdin else BytesIO()  # none where it was closed for us


class _Run:
    """One run and what it counted."""

    def __init__(
        self,
        paths: list[str],
        request: Request,
        log_format: str,
        column: str,
        jobs: int,
        settings: Settings,
        storing: "Storing | None",
    ) -> None:
        self._paths = paths
        self._request = request
        self._jobs = jobs
        self._storing = storing
        limits = Limits(settings.max_file_bytes, settings.max_expansion)
        self._intake = Intake(limits, named(log_format) if log_format else None, standard_input(), column)
        self._inference = Inference() if request.infer else None
        self._watch = watch(paths, settings.progress_seconds)
        self._begun = monotonic()
        self._flushed = self._begun
        self._reasons: set[str] = set()
        self._crashes = CrashLog(self._aside)
        self._games = self._rounds = self._events = 0
        self._errors = self._warnings = self._notices = 0
        self._skipped = self._unreadable = self._refused = 0

    def _aside(self) -> None:
        self._watch.aside()

    def status(self) -> Status:
        """The exit status of the run that is made by this call."""
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
        gc.freeze()  # what is imported stays: looking through it again and again would take 3 % of the time
        try:
            return self._audited()
        except StoreError as error:
            say(f"{error}; {self._summary()}")
            return Status.REFUSED

    def _audited(self) -> Status:
        try:
            with closing(self._watch):
                items = self._intake.items(self._paths)
                if self._inference is not None:
                    items = self._inference.watched(items)
                for result in results(items, self._request, self._jobs):
                    self._take(result)
                    self._watch.tick(self._intake.seen, self._counts)
            self._flush()
        except _OutputClosed:
            # What is still buffered has nowhere to go; the interpreter would complain about it at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            self._store_the_rest(complete=False)
            return Status.OUTPUT_CLOSED
        except KeyboardInterrupt:
            self._store_the_rest(complete=False)
            say(f"interrupted; {self._summary()}")
            return Status.INTERRUPTED
        except CannotStart as error:
            self._store_the_rest(complete=False)
            return self._broken_off(f"{error}; {self._summary()}")
        self._store_the_rest(complete=True)
        tell(self._summary() + "\n")
        try:
            self._infer()
        except KeyboardInterrupt:
            say("interrupted")
            return Status.INTERRUPTED
        except CannotStart as error:
            return self._broken_off(str(error))
        return self._status()

    def _broken_off(self, why: str) -> Status:
        say(why)
        return Status.INTERNAL_ERROR if self._crashes.number else Status.INCOMPLETE

    def _infer(self) -> None:
        """What other readings explain is written, where that was asked for."""
        if self._inference is not None:
            tell("\n".join(inference_lines(self._inference.explained(self._request, self._jobs))) + "\n")
            for name, game, trace in self._inference.crashes:
                self._crashes.tell(printable(name), game, trace)

    def _store_the_rest(self, *, complete: bool) -> None:
        """All that was taken is committed. Raises StoreError."""
        if self._storing is not None:
            for name, reason in self._storing.finish(complete=complete):
                self._crashes.tell(name, 0, reason)

    def _take(self, result: Result) -> None:
        if isinstance(result, Outcome):
            self._take_outcome(result)
            return
        self._watch.aside()
        if isinstance(result, Skipped):
            self._skipped += 1
            say(f"{printable(result.name)}: skipped: {result.reason}")
        else:
            self._unreadable += 1
            say(f"{printable(result.name)}: cannot be read: {result.reason}")

    def _take_outcome(self, outcome: Outcome) -> None:
        self._games += outcome.games
        self._rounds += outcome.rounds
        self._events += outcome.events
        self._errors += outcome.errors
        self._warnings += outcome.warnings
        self._notices += outcome.notices
        name = printable(outcome.name)
        if self._inference is not None:
            self._inference.take(outcome)
        if self._storing is not None:
            self._storing.take(outcome)
        if outcome.lines:
            self._watch.aside()
            self._write("\n".join(outcome.lines) + "\n")
        for reason in outcome.refusals:
            self._refused += 1
            if reason not in self._reasons:  # the same request meets the same refusal in many games
                self._reasons.add(reason)
                self._watch.aside()
                say(f"{name}: {reason}")
        for game, trace in outcome.crashes:
            self._crashes.tell(name, game, trace)

    def _write(self, text: str) -> None:
        try:
            sys.stdout.write(text)
        except BrokenPipeError as error:
            raise _OutputClosed from error
        if monotonic() - self._flushed > FLUSH_SECONDS:
            self._flush()

    def _flush(self) -> None:
        try:
            sys.stdout.flush()
        except BrokenPipeError as error:
            raise _OutputClosed from error
        self._flushed = monotonic()

    def _counts(self) -> dict[str, int]:
        return {"games": self._games, "errors": self._errors, "warnings": self._warnings}

    def _summary(self) -> str:
        seconds = max(monotonic() - self._begun, 1e-9)
        parts = [
            f"{counted(self._games, 'game')}, {counted(self._rounds, 'round')}, {counted(self._events, 'event')}",
            f"findings: {counted(self._errors, 'error')}, {counted(self._warnings, 'warning')}, "
            f"{counted(self._notices, 'notice')}",
            f"{self._skipped:,} skipped",
        ]
        if self._unreadable:
            parts.append(f"{self._unreadable:,} that cannot be read")
        if self._refused:
            parts.append(f"{self._refused:,} refused")
        if self._crashes.number:
            parts.append(counted(self._crashes.number, "internal error"))
        if self._storing is not None:
            parts.append(self._storing.summary())
        parts.append(f"{self._games / seconds:,.1f} games/s")
        return "; ".join(parts)

    def _status(self) -> Status:
        if self._crashes.number:
            return Status.INTERNAL_ERROR
        if self._unreadable or self._refused:
            return Status.REFUSED
        if self._errors:
            return Status.ERRORS_FOUND
        return Status.FINE if self._games else Status.NOTHING_TO_AUDIT
