"""Group commit: one thread writes; what comes in while it commits is written together by the next commit."""

import threading
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future
from time import monotonic
from typing import Final

from sqlalchemy import Engine
from sqlalchemy.exc import DatabaseError

from auditor.store.chain import head
from auditor.store.engine import WRITING, is_down, reason_of, shown_url
from auditor.store.errors import StoreError
from auditor.store.records import AuditRecord, QuarantineRecord
from auditor.store.writer import count_batch, write_audits, write_quarantine

MOST: Final = 512  # records a commit
WAITING: Final = 2 * MOST  # records that may wait: who brings more is held up
TRIES: Final = 3  # of a commit that met another writer

Record = AuditRecord | QuarantineRecord


class GroupWriter:
    """Takes records from any thread. The future of a record is done when it is committed.

    A record that the database refuses fails alone, with the database's error in its future. When the database itself
    fails, the futures of all that was not committed have a StoreError, and so has every later call.
    """

    def __init__(self, engine: Engine, *, batch: int | None = None, linger: float = 0.0) -> None:
        """`linger`: seconds to wait for company before a commit; nobody then waits for a single record."""
        self.audits = 0  # committed
        self.new_audits = 0  # of these
        self.quarantined = 0
        self.head = ""  # of the chain of records, after the last commit
        self._engine = engine
        self._batch = batch
        self._linger = linger
        self._records: deque[tuple[Record, Future[None]]] = deque()
        self._changed = threading.Condition()
        self._closing = False
        self._failure: StoreError | None = None
        self._thread = threading.Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    def submit(self, record: Record) -> "Future[None]":
        """The future of the record. Waits while too many are under way. Raises StoreError after a failure."""
        future: Future[None] = Future()
        with self._changed:
            while len(self._records) >= WAITING and self._failure is None:
                self._changed.wait()
            if self._failure is not None:
                raise self._failure
            if self._closing:
                raise StoreError("the writer is closed")
            self._records.append((record, future))
            if len(self._records) in (1, MOST):  # else the thread is busy, or waits for company
                self._changed.notify_all()
        return future

    def close(self) -> None:
        """Everything is committed and the thread has ended. Raises StoreError when it could not be."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join()
        if self._failure is not None:
            raise self._failure

    def _run(self) -> None:
        while group := self._next_group():
            try:
                self._commit(group)
            except Exception as error:  # noqa: BLE001 - whatever it is, those who wait for the thread have to know
                self._fail(group, error)
                return

    def _next_group(self) -> list[tuple[Record, "Future[None]"]]:
        """The records of the next commit; none when the writer is closed."""
        with self._changed:
            while not self._records and not self._closing:
                self._changed.wait()
            due = monotonic() + self._linger
            while len(self._records) < MOST and not self._closing and (left := due - monotonic()) > 0:
                self._changed.wait(left)
            group = [self._records.popleft() for _ in range(min(MOST, len(self._records)))]
            self._changed.notify_all()
            return group

    def _commit(self, group: list[tuple[Record, "Future[None]"]]) -> None:
        try:
            self._write([record for record, _ in group])
        except DatabaseError as error:
            if is_down(error):
                raise
            # One of them is to blame: each is written alone.
            for record, future in group:
                try:
                    self._write([record])
                    future.set_result(None)
                except DatabaseError as refused:
                    if is_down(refused):
                        raise
                    future.set_exception(refused)
            return
        for _, future in group:
            future.set_result(None)

    def _write(self, records: Sequence[Record]) -> None:
        """One transaction with all the records, tried again when another writer came in between."""
        asked = [record for record in records if isinstance(record, AuditRecord)]
        failed = [record for record in records if isinstance(record, QuarantineRecord)]
        for last in (*[False] * (TRIES - 1), True):
            try:
                with self._engine.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
                    new = write_audits(connection, asked, self._batch)
                    write_quarantine(connection, failed, self._batch)
                    end = head(connection).hash
                    if self._batch is not None:
                        count_batch(connection, self._batch, games=len(asked), new_audits=new, quarantined=len(failed))
                break
            except DatabaseError:
                if last:
                    raise
        self.head = end
        self.audits += len(asked)
        self.new_audits += new
        self.quarantined += len(failed)

    def _fail(self, group: list[tuple[Record, "Future[None]"]], error: Exception) -> None:
        what = f"{shown_url(self._engine)} cannot be written: {reason_of(error)}"
        with self._changed:
            self._failure = StoreError(what)
            self._failure.__cause__ = error
            left = [*group, *self._records]
            self._records.clear()
            self._changed.notify_all()
        for _, future in left:
            if not future.done():
                future.set_exception(self._failure)
