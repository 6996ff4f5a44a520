"""The store as a run of ``auditor audit`` fills it."""

from collections.abc import Mapping
from concurrent.futures import Future
from datetime import UTC, datetime
from functools import partial
from typing import Final

from sqlalchemy.exc import DBAPIError

from auditor.batch.audits import Outcome
from auditor.batch.items import printable
from auditor.cli.usage import Usage
from auditor.counts import counted
from auditor.store.engine import WRITING, open_store, reason_of, shown_url
from auditor.store.errors import StoreError
from auditor.store.group import GroupWriter
from auditor.store.records import AuditRecord, QuarantineRecord, packed
from auditor.store.writer import begin_batch, end_batch
from replay.engine import ENGINE_VERSION

LINGER: Final = 0.5  # seconds: nobody waits for a single game


class Storing:
    """Takes what comes of the sources and commits it in groups."""

    def __init__(self, url: str, request: Mapping[str, object]) -> None:
        """Opens the database, makes it if need be, and begins a batch. Raises Usage when it cannot be used."""
        try:
            self._engine = open_store(url, create=True)
            try:
                with self._engine.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
                    self._batch = begin_batch(connection, request, ENGINE_VERSION, datetime.now(UTC))
            except DBAPIError as error:
                raise StoreError(f"{shown_url(self._engine)} cannot be written: {reason_of(error)}") from error
        except StoreError as error:
            raise Usage(f"--db: {error}") from error
        self._writer = GroupWriter(self._engine, batch=self._batch, linger=LINGER)
        self._refused: list[tuple[AuditRecord, BaseException]] = []

    def take(self, outcome: Outcome) -> None:
        """What came of one source is on its way into the store. Raises StoreError when the database fails."""
        for record in outcome.records:
            self._writer.submit(record).add_done_callback(partial(self._done, record))
        name = printable(outcome.name)
        now = datetime.now(UTC)
        for number, trace in outcome.crashes:
            self._writer.submit(QuarantineRecord(name, number, ENGINE_VERSION, now, packed(outcome.data), trace))

    def _done(self, record: AuditRecord, future: "Future[None]") -> None:
        error = future.exception()
        if error is not None and not isinstance(error, StoreError):
            self._refused.append((record, error))

    def finish(self, *, complete: bool) -> list[tuple[str, str]]:
        """Source and reason of every game the database refused, when all else is committed.

        `complete`: everything that was asked for has been audited. Raises StoreError when the database fails.
        """
        try:
            self._writer.close()
            try:
                self._end(complete=complete)
            except DBAPIError as error:
                raise StoreError(f"{shown_url(self._engine)} cannot be written: {reason_of(error)}") from error
        finally:
            self._engine.dispose()
        return [(record.game.source, reason_of(error)) for record, error in self._refused]

    def _end(self, *, complete: bool) -> None:
        if self._refused:
            writer = GroupWriter(self._engine, batch=self._batch)
            now = datetime.now(UTC)
            for record, error in self._refused:
                game = record.game
                writer.submit(QuarantineRecord(game.source, 0, ENGINE_VERSION, now, game.log or b"", str(error)))
            writer.close()
        if complete:
            with self._engine.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
                end_batch(connection, self._batch, datetime.now(UTC))

    def summary(self) -> str:
        """What was stored so far."""
        return f"stored: {counted(self._writer.audits, 'game')}, {self._writer.new_audits:,} newly audited" + (
            f"; head {self._writer.head}" if self._writer.head else ""
        )
