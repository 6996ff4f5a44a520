"""What ``auditor batch`` does once its options are known."""

import gc
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from time import monotonic
from typing import Final, NamedTuple
from uuid import uuid4

from sqlalchemy import Engine as Database

from auditor.batch.audits import Request
from auditor.batch.committing import ShardWriter
from auditor.batch.engines import Engine, EngineFailed, LocalEngine
from auditor.batch.formats import named
from auditor.batch.items import Item, Limits
from auditor.batch.manifest import seen, size_of
from auditor.batch.parts import Part
from auditor.batch.progress import Watch, paced
from auditor.batch.report import report_problem, write_report
from auditor.batch.shards import Portion, shards_of
from auditor.batch.sources import Intake
from auditor.batch.stored import stored_items
from auditor.batch.summary import Summary
from auditor.batch.supervision import supervised
from auditor.batch.work import CannotResumeError, Opened, Plan, left, opened, plan_of
from auditor.cli.audit_run import request_of, say, standard_input
from auditor.cli.crashes import CrashLog
from auditor.cli.database import moment_of
from auditor.cli.status import Status
from auditor.cli.usage import Usage
from auditor.config import Settings, SettingsError, load
from auditor.counts import counted
from auditor.store.again import Wanted, how_many
from auditor.store.engine import open_store
from auditor.store.errors import StoreError
from auditor.store.shards import finish, summaries

REASONS: Final = 1000  # different ones that are told; what cannot be read is told each
RESUME: Final = "the same command with --resume does the rest"


class Asked(NamedTuple):
    """The options as they were given."""

    sources: tuple[str, ...]
    db: str
    resume: bool
    jobs: int
    engine: str
    ray_address: str
    shard: str
    variant: str
    rules: str
    settings: tuple[str, ...]
    log_format: str
    from_store: bool
    since: str
    until: str
    report: str
    textfile: str


def run(asked: Asked) -> Status:
    """The exit status, when all that was asked for is audited and committed, or why not is said. Raises Usage."""
    try:
        settings = load()
    except SettingsError as error:
        raise Usage(str(error)) from error
    portion = portion_of(asked.shard)
    request, stored = _checked(asked)
    limits = Limits(settings.max_file_bytes, settings.max_expansion)
    manifest = seen(asked.sources)
    plan = plan_of(asked.sources, stored, portion, request, asked.log_format, limits, manifest)
    try:
        database = open_store(asked.db, create=not asked.from_store)
    except StoreError as error:
        raise Usage(f"--db: {error}") from error
    try:
        _apart(database, asked.sources)
        engine = engine_of(asked)
        try:
            return _run(asked, settings, plan, request, limits, database, engine)
        finally:
            engine.close()
    finally:
        database.dispose()


def portion_of(text: str) -> Portion:
    """The portion that ``--shard`` names. Raises Usage."""
    if not text:
        return Portion()
    first, slash, of = text.partition("/")
    if slash and first.isdecimal() and of.isdecimal() and 1 <= int(first) <= int(of) <= 10_000:
        return Portion(int(first) - 1, int(of))
    raise Usage(f"--shard {text}: expected I/N, from 1/N to N/N, such as 2/8")


def _checked(asked: Asked) -> tuple[Request, dict[str, str | None] | None]:
    """The request, and which games of the store it is about. Raises Usage."""
    if not asked.db:
        raise Usage("--db is needed: a batch is what it commits")
    if asked.from_store and asked.sources:
        raise Usage("either SOURCE or --from-store can be given, not both")
    if not asked.from_store and not asked.sources:
        raise Usage("there is no SOURCE; --from-store audits what the database has")
    for option, given in (("--since", asked.since), ("--until", asked.until)):
        if given and not asked.from_store:
            raise Usage(f"{option} goes with --from-store")
    for option, path, problem in (("--report", asked.report, report_problem),):
        if path and (reason := problem(path)):
            raise Usage(f"{option} {reason}")
    request = request_of(
        variant="" if asked.from_store else asked.variant,
        rules=asked.rules,
        settings=asked.settings,
        log_format=asked.log_format,
        jsonl=False,
        prove_walls=True,
        infer=False,
    )._replace(keep=True, report=False)
    if not asked.from_store:
        return request, None
    since, until = moment_of(asked.since), moment_of(asked.until, "--until")
    return request, {
        "since": since.isoformat() if since else None,
        "until": until.isoformat() if until else None,
        "variant": asked.variant or None,
    }


def _apart(database: Database, sources: Iterable[str]) -> None:
    """Nothing happens when the database is in none of the sources, which it would change. Raises Usage."""
    if database.dialect.name != "sqlite" or not database.url.database:
        return
    file = os.path.realpath(database.url.database)
    for source in sources:
        root = os.path.realpath(source)
        if file == root or (os.path.isdir(root) and os.path.commonpath([file, root]) == root):
            raise Usage(f"--db: {database.url.database} is in {source}, which has to stay as it is; put it elsewhere")


def engine_of(asked: Asked) -> Engine:
    """The engine that does the work. Raises Usage."""
    if asked.engine == "local":
        if asked.ray_address and "RAY_ADDRESS" not in os.environ:
            raise Usage("--ray-address goes with --engine ray")
        return LocalEngine(asked.jobs or cores())
    try:
        from auditor.batch.ray_engine import RayEngine
    except ImportError:
        raise Usage("--engine ray needs Ray; install paifu-auditor[ray]") from None
    try:
        return RayEngine(asked.ray_address, asked.jobs if asked.ray_address else asked.jobs or cores())
    except EngineFailed as error:
        raise Usage(f"--engine ray: {error}") from error


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


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
        raise Usage(f"--db: {error}") from error
    if batch.note:
        say(batch.note)
    # Whoever stops a service or a pod sends SIGTERM: it works like Ctrl-C.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return _Batch(asked, settings, plan, request, limits, database, engine, batch).status()
    finally:
        signal.signal(signal.SIGTERM, before)


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
        self._intake = Intake(limits, named(asked.log_format) if asked.log_format else None, standard_input())
        self._taken = 0  # games of the store
        wanted = _wanted(plan, batch)
        total = size_of(plan.manifest) if wanted is None else how_many(database, wanted)
        self._items: Iterator[Item] = (
            self._intake.items(asked.sources) if wanted is None else stored_items(database, wanted, self._count)
        )
        self._watch: Watch = paced(total, settings.progress_seconds)
        self._begun = monotonic()
        self._games = self._errors = self._warnings = 0
        self._reasons: set[str] = set()
        self._writer = ShardWriter(database, batch.id, uuid4().hex, settings.patience_seconds, self._away)

    def _count(self) -> None:
        self._taken += 1

    def _aside(self) -> None:
        self._watch.aside()

    def status(self) -> Status:
        """The exit status, when everything that can be is committed."""
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
        shards = left(shards_of(self._items), self._plan.portion, self._batch.done)
        for done in supervised(shards, self._request, self._engine):
            self._tell(done.part)
            self._writer.put(done)
            self._games += done.part.games
            self._errors += done.part.errors
            self._warnings += done.part.warnings
            self._watch.tick(self._intake.seen or self._taken, self._counts)

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
        """The batch is complete: what it came to is written. Raises StoreError."""
        summary = self._summary()
        for source, reason in self._writer.refused:
            self._crashes.tell(source, 0, reason)
        for line in summary.lines():
            sys.stderr.write(f"{line}\n")
        sys.stderr.write(f"{self._closing_line()}\n")
        told = self._report(summary)
        if summary.crashed:
            return Status.INTERNAL_ERROR
        if summary.unreadable or summary.refused or not told:
            return Status.REFUSED
        if summary.severity("error"):
            return Status.ERRORS_FOUND
        return Status.FINE if summary.games else Status.NOTHING_TO_AUDIT

    def _summary(self) -> Summary:
        summary = Summary()
        with self._database.connect() as connection:
            for text in summaries(connection, self._batch.id):
                summary.merge(Summary.from_json(text))
        return summary

    def _closing_line(self) -> str:
        seconds = max(monotonic() - self._begun, 1e-9)
        rest = f", of which {counted(self._games, 'game')} now" if self._batch.resumed else ""
        end = f"; head {self._writer.head}" if self._writer.head else ""
        return (
            f"batch {self._batch.id} is complete{rest}; {self._writer.new_audits:,} newly audited; "
            f"{self._games / seconds:,.1f} games/s{end}"
        )

    def _report(self, summary: Summary) -> bool:
        """Whether the files that were asked for are written."""
        if not self._asked.report:
            return True
        try:
            with self._database.connect() as connection:
                write_report(self._asked.report, summary, connection, self._batch.id)
        except OSError as error:
            say(f"--report {self._asked.report}: {error.strerror or error}")
            return False
        return True

    def _broken_off(self, reason: str) -> Status:
        """Status 4, when what is on its way into the store is committed, as far as that can be."""
        try:
            self._writer.close()
        except StoreError as error:
            reason = str(error)
        say(
            f"{reason}; {counted(self._writer.games, 'game')} committed by this run of batch {self._batch.id}; {RESUME}"
        )
        return Status.INTERNAL_ERROR if self._crashes.number else Status.INCOMPLETE


def _wanted(plan: Plan, batch: Opened) -> Wanted | None:
    if plan.stored is None:
        return None
    since, until, variant = (plan.stored[name] for name in ("since", "until", "variant"))
    return Wanted(batch.started_at, moment_of(since or ""), moment_of(until or ""), variant)
