"""What ``auditor stream`` does once its options are known."""

import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from io import BytesIO
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Final, NamedTuple

import grpc

from auditor import wire
from auditor.batch.audits import Request
from auditor.batch.formats import named
from auditor.batch.items import Limits, Skipped, Source, printable
from auditor.batch.progress import watch
from auditor.batch.sources import Intake
from auditor.cli.status import Status
from auditor.cli.usage import Usage
from auditor.config import SettingsError, load
from auditor.counts import counted
from auditor.reports import finding_lines, heading, json_line, shown
from auditor.service.sending import Answered, Broken, Outgoing, Refusal, Sender
from auditor.v1 import audit_service_pb2 as pb
from auditor.v1.game_log_pb2 import SwitchOverride
from auditor.wire.findings import finding_of
from replay.catalogue import CATALOGUE
from replay.findings import Severity
from replay.gamelog import GameLog, LogError

BATCH_BYTES: Final = 1 << 20
CODES: Final = {code.id: code for code in CATALOGUE}


class Unsent(NamedTuple):
    """What is not sent, and why."""

    text: str
    skipped: bool  # no log at all


class Letters:
    """The games of the paths as batches. A thread of the sender takes them; what is not sent is in `unsent`."""

    def __init__(self, intake: Intake, paths: list[str], rules: pb.RulesChoice, most: int) -> None:
        self.unsent: SimpleQueue[Unsent] = SimpleQueue()
        self._intake = intake
        self._paths = paths
        self._rules = rules
        self._most = most

    def batches(self) -> Iterator[Outgoing]:
        """The batches, numbered from 0."""
        number = size = 0
        names: list[str] = []
        games: list[bytes] = []
        for name, game in self._games():
            if games and (len(games) == self._most or size + len(game) > BATCH_BYTES):
                yield self._batch(number, names, games)
                number, size, names, games = number + 1, 0, [], []
            names.append(name)
            games.append(game)
            size += len(game)
        if games:
            yield self._batch(number, names, games)

    def _batch(self, number: int, names: list[str], games: list[bytes]) -> Outgoing:
        return Outgoing(pb.AuditGamesRequest(batch=number, games=games, sources=names, rules=self._rules), tuple(names))

    def _games(self) -> Iterator[tuple[str, bytes]]:
        for item in self._intake.items(self._paths):
            name = printable(item.name)
            if not isinstance(item, Source):
                skipped = isinstance(item, Skipped)
                self.unsent.put(Unsent(f"{name}: {'skipped' if skipped else 'cannot be read'}: {item.reason}", skipped))
                continue
            for number, game in enumerate(_encoded(item), item.game):
                if isinstance(game, LogError):
                    self.unsent.put(Unsent(f"{name}: game {number} cannot be sent: {game}", skipped=False))
                else:
                    yield name, game


def _encoded(source: Source) -> Iterator[bytes | LogError]:
    """The encoded games of a source. Those of our own format are not decoded: the server does."""
    if source.format == "paifu":
        for part in wire.split_paifu(source.data):
            yield part if isinstance(part, LogError) else part.data
        return
    log_format = named(source.format)
    assert log_format is not None, source.format
    for log in log_format.read(source):
        yield log if isinstance(log, LogError) else _encoding(log)


def _encoding(log: GameLog) -> bytes | LogError:
    try:
        return wire.encode_game(log)
    except LogError as error:
        return error


def run(
    paths: list[str],
    request: Request,
    log_format: str,
    connect: Callable[[], grpc.Channel],
    token: str,
    most: int,
    patience: float,
) -> Status:
    """The exit status, when everything in the paths was sent and what came back was written. Raises Usage."""
    try:
        settings = load()
    except SettingsError as error:
        raise Usage(str(error)) from error
    intake = Intake(
        Limits(settings.max_file_bytes, settings.max_expansion),
        named(log_format) if log_format else None,
        sys.stdin.buffer if sys.stdin else BytesIO(),
    )
    rules = pb.RulesChoice(
        variant=request.variant,
        rules=request.rules,
        settings=[SwitchOverride(name=name, value=value) for name, value in request.settings],
    )
    letters = Letters(intake, paths, rules, most)
    sender = Sender(letters.batches(), connect, token, patience)
    told = _Told(letters, jsonl=request.jsonl)
    trouble = ""
    refused = False
    begun = monotonic()
    with closing(watch(paths, settings.progress_seconds)) as bar:
        try:
            for answered in sender.answers():
                bar.aside()
                told.take(answered)
                bar.tick(intake.seen, told.counts)
        except Refusal as error:
            trouble, refused = f"the server refuses: {error}", True
        except Broken as error:
            trouble = f"incomplete: {error}; the same command again sends what is missing"
        except KeyboardInterrupt:
            trouble = "interrupted; the same command again sends what is missing"
    told.flush()
    if trouble:
        sys.stderr.write(f"auditor: {shown(trouble)}\n")
    sys.stderr.write(told.summary(sender.resent, monotonic() - begun) + "\n")
    return told.status(incomplete=bool(trouble) and not refused, refused=refused)


class _Told:
    """What was acknowledged, written and counted."""

    def __init__(self, letters: Letters, *, jsonl: bool) -> None:
        self._letters = letters
        self._jsonl = jsonl
        self._games = self._rounds = self._events = 0
        self._found = dict.fromkeys(Severity, 0)
        self._skipped = self._unsent = self._refused = self._failed = 0
        self._head = ""

    def take(self, answered: Answered) -> None:
        self.flush()
        for name, result in zip(answered.batch.names, answered.results, strict=True):
            self._games += 1
            kind = result.WhichOneof("result")
            if kind == "audit":
                self._write(name, result.audit)
            elif kind == "refusal":
                self._refused += 1
                _say(f"{name}: refused: {result.refusal.reason}: {result.refusal.message}")
            else:
                self._failed += 1
                _say(f"{name}: internal error of the server; it keeps the game as {result.failure.quarantine_id}")
        self._head = answered.head or self._head
        sys.stdout.flush()

    def _write(self, name: str, audit: pb.GameAudit) -> None:
        self._rounds += audit.rounds
        self._events += audit.events
        lines: list[str] = []
        for message in audit.findings:
            filed = finding_of(message, CODES)
            self._found[filed.finding.severity] += 1
            lines += [json_line(name, filed)] if self._jsonl else finding_lines(filed, "")
        if audit.left_off:
            _say(f"{name}: in the store, game {audit.game_id} has {counted(audit.left_off, 'more finding')}")
        if lines and not self._jsonl:
            lines = [heading(name, audit.game_id, audit.variant), *lines, ""]
        sys.stdout.write("".join(f"{line}\n" for line in lines))

    def flush(self) -> None:
        """What was not sent so far is told."""
        while True:
            try:
                unsent = self._letters.unsent.get_nowait()
            except Empty:
                return
            self._skipped += unsent.skipped
            self._unsent += not unsent.skipped
            _say(unsent.text)

    def counts(self) -> dict[str, int]:
        return {"games": self._games, "errors": self._found[Severity.ERROR], "warnings": self._found[Severity.WARNING]}

    def summary(self, resent: int, seconds: float) -> str:
        """The last line."""
        found = ", ".join(counted(number, severity.value) for severity, number in self._found.items())
        parts = [
            f"{counted(self._games, 'game')}, {counted(self._rounds, 'round')}, "
            f"{counted(self._events, 'event')} acknowledged",
            f"findings: {found}",
            f"{self._skipped:,} skipped",
        ]
        if self._unsent:
            parts.append(f"{self._unsent:,} that cannot be sent")
        if self._refused:
            parts.append(f"{self._refused:,} refused")
        if self._failed:
            parts.append(counted(self._failed, "internal error"))
        if resent:
            parts.append(f"{counted(resent, 'batch', 'batches')} sent again")
        parts += [f"head {self._head}"] if self._head else []
        return "; ".join([*parts, f"{self._games / max(seconds, 1e-9):,.1f} games/s"])

    def status(self, *, incomplete: bool, refused: bool) -> Status:
        """What the exit status says."""
        if self._failed:
            return Status.INTERNAL_ERROR
        if incomplete:
            return Status.INCOMPLETE
        if refused or self._refused or self._unsent:
            return Status.REFUSED
        if self._found[Severity.ERROR]:
            return Status.ERRORS_FOUND
        return Status.FINE if self._games else Status.NOTHING_TO_AUDIT


def _say(text: str) -> None:
    sys.stderr.write(f"auditor: {shown(text)}\n")
