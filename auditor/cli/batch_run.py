"""What ``auditor batch`` does once its options are known."""

import gc
import signal
from collections import deque
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from time import monotonic
from typing import Final
from uuid import uuid4

from sqlalchemy import Engine as Database
from sqlalchemy.exc import DBAPIError

from auditor.batch.audits import Request
from auditor.batch.committing import ShardWriter, is_full, may_come_back
from auditor.batch.engines import Engine, EngineFailed
from auditor.batch.formats import named
from auditor.batch.items import Item, Limits
from auditor.batch.manifest import seen, size_of
from auditor.batch.parts import Part
from auditor.batch.progress import Watch, paced
from auditor.batch.report import write_report
from auditor.batch.shards import Shard, shards_of
from auditor.batch.sources import Intake
from auditor.batch.stored import stored_items
from auditor.batch.summary import Summary
from auditor.batch.supervision import supervised
from auditor.batch.textfile import Ending, write_textfile
from auditor.batch.work import CannotResumeError, Opened, Plan, left, opened, plan_of
from auditor.cli.audit_run import say, standard_input, tell
from auditor.cli.batch_options import Asked, check_apart, checked, engine_of, portion_of
from auditor.cli.crashes import CrashLog
from auditor.cli.database import moment_of
from auditor.cli.status import Status
from auditor.cli.usage import Usage
from auditor.config import Settings, SettingsError, load
from auditor.counts import counted
from auditor.store.again import Wanted, how_many
from auditor.store.chain import head
from auditor.store.engine import is_down, open_store, reason_of, shown_url
from auditor.store.errors import StoreError
from auditor.store.shards import finish, summaries

REASONS: Final = 1000  # different ones that are told; what cannot be read is told each
RESUME: Final = "the same command with --resume does the rest"


def run(asked: Asked) -> Status:
    """The exit status, when all that was asked for is audited and committed, or why not is said. Raises Usage."""
    # Whoever stops a service or a pod sends SIGTERM: it works like Ctrl-C.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return _asked(asked)
    except KeyboardInterrupt:
        say(f"stopped; {RESUME}")
        return Status.INCOMPLETE
    finally:
        signal.signal(signal.SIGTERM, before)


def _asked(asked: Asked) -> Status:
    try:
        settings = load()
    except SettingsError as error:
        raise Usage(str(error)) from error
    portion = portion_of(asked.shard)
    request, stored = checked(asked)
    check_apart(asked)
    limits = Limits(settings.max_file_bytes, settings.max_expansion)
    manifest = seen(asked.sources)
    plan = plan_of(asked.sources, stored, portion, request, asked.log_format, asked.log_column, limits, manifest)
    try:
        database = open_store(asked.db, create=not asked.from_store)
    except StoreError as error:
        return _no_store(error)
    try:
        engine = engine_of(asked)
    except EngineFailed as error:
        database.dispose()
        say(f"--engine {asked.engine}: {error}; {RESUME}")
        return Status.INCOMPLETE
    try:
        return _run(asked, settings, plan, request, limits, database, engine)
    finally:
        engine.close()
        database.dispose()


def _run(
    asked: Asked,
    settings: Settings,
    plan: Plan,
    request: Request,
    limits: Limits,
    database: Database,
    engine: Engine,
) -> Status:
    try:
        batch = opened(database, plan, resume=asked.resume)
    except CannotResumeError as error:
        raise Usage(f"--resume: {error}") from error
    except StoreError as error:
        return _no_store(error)
    if batch.note:
        say(batch.note)
    return _Batch(asked, settings, plan, request, limits, database, engine, batch).status()


def _no_store(error: StoreError) -> Status:
    """Status 4 for what mends itself, such as a server away or a full disk: a scheduler tries again. Raises Usage."""
    cause = error.__cause__
    if isinstance(cause, DBAPIError) and ((is_down(cause) and may_come_back(cause)) or is_full(cause)):
        say(f"--db: {error}; {RESUME}")
        return Status.INCOMPLETE
    raise Usage(f"--db: {error}") from error


class _Batch:
    """One run of a batch, from where it stands."""

    def __init__(
        self,
        asked: Asked,
        settings: Settings,
        plan: Plan,
        request: Request,
        limits: Limits,
        database: Database,
        engine: Engine,
        batch: Opened,
    ) -> None:
        self._asked = asked
        self._plan = plan
        self._request = request
        self._database = database
        self._engine = engine
        self._batch = batch
        self._crashes = CrashLog(self._aside)
        self._intake = Intake(
            limits, named(asked.log_format) if asked.log_format else None, standard_input(), asked.log_column
        )
        self._taken = 0  # games of the store
        self._cut: deque[int] = deque()  # how much of the input was taken when each of the shards under way was cut
        wanted = _wanted(plan, batch)
        total = size_of(plan.manifest) if wanted is None else how_many(database, wanted)
        self._items: Iterator[Item] = (
            self._intake.items(asked.sources) if wanted is None else stored_items(database, wanted, self._count)
        )
        self._watch: Watch = paced(total, settings.progress_seconds)
        self._begun = monotonic()
        self._games = self._errors = self._warnings = 0
        self._reasons: set[str] = set()
        self._head = ""  # of the chain of records, at the end
        self._writer = ShardWriter(database, batch.id, uuid4().hex, settings.patience_seconds, self._away)

    def _count(self) -> None:
        self._taken += 1

    def _aside(self) -> None:
        self._watch.aside()

    def status(self) -> Status:
        """The exit status, when everything that can be is committed and what it came to is written."""
        gc.freeze()  # what is imported stays: looking through it again and again would take time
        try:
            with closing(self._watch):
                self._audit()
            self._writer.close()
            finish(self._database, self._batch.id)
            return self._ended()
        except KeyboardInterrupt:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            return self._broken_off("stopped")
        except CannotResumeError as error:
            raise Usage(f"--resume: batch {self._batch.id}: {error}") from error
        except (StoreError, EngineFailed) as error:
            return self._broken_off(str(error))

    def _audit(self) -> None:
        for done in supervised(self._shards(), self._request, self._engine):
            self._tell(done.part)
            self._writer.put(done)
            self._games += done.part.games
            self._errors += done.part.errors
            self._warnings += done.part.warnings
            self._watch.tick(self._cut.popleft(), self._counts)

    def _shards(self) -> Iterator[Shard]:
        for shard in left(shards_of(self._items), self._plan.portion, self._batch.done):
            self._cut.append(self._intake.seen or self._taken)
            yield shard

    def _counts(self) -> dict[str, int]:
        return {
            "games": self._games,
            "errors": self._errors,
            "warnings": self._warnings,
            "games_per_second": round(self._games / max(monotonic() - self._begun, 1e-9)),
        }

    def _tell(self, part: Part) -> None:
        for name, reason in part.complaints:
            if not name or (reason not in self._reasons and len(self._reasons) < REASONS):
                if name:
                    self._reasons.add(reason)
                self._watch.aside()
                say(f"{name}: {reason}" if name else reason)
        for crash in part.crashes:
            self._crashes.tell(crash.source, crash.game, crash.trace)

    def _away(self, reason: str) -> None:
        """The database has to be tried again; told by the thread that writes."""
        from auditor.log import logger

        logger().warning("store failed", reason=reason, batch=self._batch.id)

    def _ended(self) -> Status:
        """The batch is complete. Raises StoreError when the database fails even now."""
        summary = self._summary()
        for source, reason in self._writer.refused:
            self._crashes.tell(source, 0, reason)
        tell("\n".join([*summary.lines(), self._closing_line(), ""]))
        status = _status_of(summary)
        if not self._report(summary):
            status = Status.INTERNAL_ERROR if status is Status.INTERNAL_ERROR else Status.REFUSED
        return self._measured(summary, status, complete=True)

    def _broken_off(self, reason: str) -> Status:
        """The batch can be resumed: what is on its way into the store is committed, as far as that can be."""
        summary = Summary()
        try:
            self._writer.close()
            summary = self._summary()
        except StoreError as error:
            reason = str(error)
        committed = f"{counted(self._writer.games, 'game')} committed by this run of batch {self._batch.id}"
        say(f"{reason}; {committed}; {RESUME}")
        status = Status.INTERNAL_ERROR if self._crashes.number else Status.INCOMPLETE
        return self._measured(summary, status, complete=False)

    def _summary(self) -> Summary:
        summary = Summary()
        try:
            with self._database.connect() as connection:
                for text in summaries(connection, self._batch.id):
                    summary.merge(Summary.from_json(text))
                self._head = head(connection).hash
        except DBAPIError as error:
            raise StoreError(f"{shown_url(self._database)} cannot be read: {reason_of(error)}") from error
        return summary

    def _closing_line(self) -> str:
        seconds = max(monotonic() - self._begun, 1e-9)
        now = f", {counted(self._games, 'game')} of it now" if self._batch.resumed else ""
        return (
            f"batch {self._batch.id} is complete{now}; {self._writer.new_audits:,} newly audited; "
            f"{self._games / seconds:,.1f} games/s; head {self._head}"
        )

    def _report(self, summary: Summary) -> bool:
        """Whether the report is written, or none was asked for."""
        if not self._asked.report:
            return True
        try:
            with self._database.connect() as connection:
                write_report(self._asked.report, summary, connection, self._batch.id)
        except (OSError, DBAPIError) as error:
            say(f"--report {self._asked.report}: {_reason(error)}")
            return False
        return True

    def _measured(self, summary: Summary, status: Status, *, complete: bool) -> Status:
        """The status, when the metrics are written; 2 where they alone could not be."""
        if not self._asked.textfile:
            return status
        # A part of a small night can be without games; a whole night without any is a mistake somewhere.
        fine = (Status.FINE, Status.ERRORS_FOUND, *((Status.NOTHING_TO_AUDIT,) if self._asked.shard else ()))
        ending = Ending(
            self._batch.started_at,
            datetime.now(UTC),
            complete,
            complete and status in fine,
            int(status),
            self._asked.shard,
        )
        try:
            write_textfile(self._asked.textfile, summary, ending)
        except OSError as error:
            say(f"--textfile {self._asked.textfile}: {_reason(error)}")
            return Status.REFUSED if status in (Status.FINE, Status.ERRORS_FOUND, Status.NOTHING_TO_AUDIT) else status
        return status


def _reason(error: Exception) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else reason_of(error)


def _status_of(summary: Summary) -> Status:
    """What a complete batch comes to."""
    if summary.crashed:
        return Status.INTERNAL_ERROR
    if summary.unreadable or summary.refused:
        return Status.REFUSED
    if summary.severity("error"):
        return Status.ERRORS_FOUND
    return Status.FINE if summary.games else Status.NOTHING_TO_AUDIT


def _wanted(plan: Plan, batch: Opened) -> Wanted | None:
    if plan.stored is None:
        return None
    since, until, variant = (plan.stored[name] for name in ("since", "until", "variant"))
    return Wanted(batch.started_at, moment_of(since or ""), moment_of(until or ""), variant)
