"""The service's way into the store: a writer with group commit, and a new one when the database was away."""

import threading
from concurrent.futures import Future
from datetime import UTC, datetime
from time import monotonic
from typing import Final

from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from auditor.log import logger
from auditor.store.engine import reason_of
from auditor.store.errors import StoreError
from auditor.store.group import GroupWriter, Record
from auditor.store.records import QuarantineRecord, packed
from replay.engine import ENGINE_VERSION

PAUSE: Final = 0.2  # seconds between two tries to write to a database that failed


class Keeper:
    """Takes records from any thread."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._lock = threading.Lock()
        self._writer = GroupWriter(engine)
        self._failed_at = -PAUSE
        self.healthy = True

    def submit(self, record: Record) -> "Future[None]":
        """The future of the record, done when it is committed. Raises StoreError while the database fails."""
        with self._lock:
            writer = self._writer
        try:
            return writer.submit(record)
        except StoreError as error:
            self.failed(error)
            with self._lock:
                if self._writer is writer and monotonic() - self._failed_at >= PAUSE:
                    self._writer = GroupWriter(self.engine)
                    self._failed_at = monotonic()
            raise

    @property
    def head(self) -> str:
        """The head of the chain of records after the last commit; empty before the first one."""
        return self._writer.head

    def quarantine(self, source: str, data: bytes, error: str) -> tuple[str, "Future[None]"]:
        """The id of a game on which we failed, and its future. Raises StoreError."""
        record = QuarantineRecord(source, 0, ENGINE_VERSION, datetime.now(UTC), packed(data), error)
        return record.id, self.submit(record)

    def failed(self, error: StoreError) -> None:
        """The database is known to fail."""
        if self.healthy:
            self.healthy = False
            logger().error("store failed", reason=str(error))

    def probe(self) -> bool:
        """Whether the database answers; known afterwards."""
        if not self.healthy:
            try:
                with self.engine.connect() as connection:
                    connection.execute(text("SELECT 1"))
            except DBAPIError as error:
                logger().warning("store still fails", reason=reason_of(error))
            else:
                self.healthy = True
                logger().info("store is back")
        return self.healthy

    def close(self) -> None:
        """Everything that was taken is committed. Raises StoreError when it could not be."""
        self._writer.close()
