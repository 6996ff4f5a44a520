"""The store of a batch: each shard in one transaction with the row that says it is done, by a thread of its own."""

import gc
import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from time import monotonic
from typing import Final

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DatabaseError, DBAPIError

from auditor.batch.audits import Outcome
from auditor.batch.parts import records_of
from auditor.batch.summary import Summary
from auditor.batch.supervision import Audited
from auditor.store.engine import WRITING, is_down, reason_of, shown_url
from auditor.store.errors import StoreError
from auditor.store.shards import ShardRow, Written, quarantine_of, run_of, write_shard, write_singly
from auditor.store.writer import write_audits

WAITING: Final = 2  # shards that may wait for their commit
COLLECTING: Final = 8
"""Shards between two looks for garbage: a process that only commits makes too little for Python to look by itself, and
each bit of it can keep names of a whole shard."""
PAUSE: Final = 0.5  # seconds, before the database is tried again; each pause is twice as long as the last
LONGEST_PAUSE: Final = 5.0
BUSY: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
FULL: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
"""What SQLite says of a disk without room; it cannot always tell that from one that fails."""


class ShardWriter:
    """Commits shards in the order they are given in.

    When the database goes away, it is tried again for `patience` seconds; a commit of which nobody knows whether it
    got through is looked for first. After that, and when the disk is full, every call raises StoreError.
    """

    def __init__(self, engine: Engine, batch: int, run: str, patience: float, away: Callable[[str], None]) -> None:
        """`run`: any text no other process has. `away` is told why the database has to be tried again."""
        self.games = 0  # committed
        self.new_audits = 0  # of these
        self.refused: list[tuple[str, str]] = []  # games that the database refused: source, reason
        self._engine = engine
        self._batch = batch
        self._run = run
        self._patience = patience
        self._away = away
        self._shards: deque[Audited] = deque()
        self._changed = threading.Condition()
        self._closing = False
        self._failure: Exception | None = None
        self._thread = threading.Thread(target=self._work, name="shard writer", daemon=True)
        self._thread.start()

    def put(self, shard: Audited) -> None:
        """The shard is on its way into the store. Waits while too many are. Raises StoreError."""
        with self._changed:
            while len(self._shards) >= WAITING and self._failure is None:
                self._changed.wait()
            if self._failure is not None:
                raise self._failure
            self._shards.append(shard)
            self._changed.notify_all()

    def close(self) -> None:
        """Everything is committed and the thread has ended. Raises StoreError when it could not be."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join()
        if self._failure is not None:
            raise self._failure

    def _work(self) -> None:
        committed = 0
        while True:
            with self._changed:
                while not self._shards and not self._closing:
                    self._changed.wait()
                if not self._shards:
                    return
                shard = self._shards[0]
            try:
                self._commit(shard)
            except Exception as error:  # noqa: BLE001 - whatever it is, those who wait for the thread have to know
                with self._changed:
                    self._failure = error
                    self._shards.clear()
                    self._changed.notify_all()
                return
            with self._changed:
                self._shards.popleft()
                self._changed.notify_all()
            del shard  # its records need not stay in memory until the next one comes
            committed += 1
            if committed % COLLECTING == 0:
                gc.collect()

    def _commit(self, shard: Audited) -> None:
        """The shard is committed, once. Raises StoreError."""
        singly = tried = False
        last: float | None = None
        pause = PAUSE
        while True:
            try:
                self._transaction(shard, singly=singly, tried=tried)
                return
            except DBAPIError as error:
                tried = True
                if isinstance(error, DatabaseError) and not is_down(error):
                    if singly:
                        raise self._cannot(error) from error
                    singly = True  # one of the games is to blame
                    continue
                last = last or monotonic() + self._patience
                if not may_come_back(error) or monotonic() >= last:
                    raise self._cannot(error) from error
                self._away(reason_of(error))
                with self._changed:
                    self._changed.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def _cannot(self, error: DBAPIError) -> StoreError:
        return StoreError(f"{shown_url(self._engine)} cannot be written: {reason_of(error)}")

    def _transaction(self, shard: Audited, *, singly: bool, tried: bool) -> None:
        records = records_of(shard.part)
        with self._engine.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
            if self._is_done(connection, shard.number, tried=tried):
                return
            if singly:
                written = write_singly(connection, self._batch, records)
            else:
                written = Written(write_audits(connection, records, self._batch))
            failed = [*shard.part.failed, *(quarantine_of(*refused) for refused in written.refused)]
            stored = len(records) - len(written.refused)
            row = ShardRow(shard.number, shard.part.digest, self._run, stored, _summary(shard, written))
            write_shard(connection, self._batch, row, datetime.now(UTC), new_audits=written.new_audits, failed=failed)
        self.games += stored
        self.new_audits += written.new_audits
        self.refused += [(record.game.source, reason) for record, reason in written.refused]

    def _is_done(self, connection: Connection, number: int, *, tried: bool) -> bool:
        """Whether an earlier try of ours did get through. Raises StoreError when somebody else did the shard."""
        run = run_of(connection, self._batch, number)
        if run is None:
            return False
        if tried and run == self._run:
            return True
        raise StoreError(f"another process is at work on batch {self._batch}: it has committed shard {number}")


def _summary(shard: Audited, written: Written) -> str:
    """The summary of the shard, with the games that only the database refused among those that failed."""
    if not written.refused:
        return shard.part.summary
    summary = Summary.from_json(shard.part.summary)
    for record, reason in written.refused:
        summary.add(Outcome(record.game.source, crashes=((0, reason),)))
    return summary.to_json()


def may_come_back(error: DBAPIError) -> bool:
    """Whether a database that says so may be there again in a while: it is a server, or another process writes."""
    if isinstance(error.orig, sqlite3.Error):
        return getattr(error.orig, "sqlite_errorcode", 0) & 0xFF in BUSY
    return True


def is_full(error: DBAPIError) -> bool:
    """Whether SQLite has no room for what it has to write."""
    return isinstance(error.orig, sqlite3.Error) and getattr(error.orig, "sqlite_errorcode", 0) & 0xFF in FULL
