"""Verdicts on their way into the store: what is answered once it is there."""

from collections.abc import Sequence
from concurrent.futures import Future
from typing import NamedTuple

from sqlalchemy.exc import DatabaseError

from auditor.log import logger
from auditor.service.judge import Verdict
from auditor.service.keeper import Keeper
from auditor.service.metrics import Metrics
from auditor.service.refusals import internal, store_unavailable
from auditor.store.engine import reason_of
from auditor.store.errors import StoreError
from auditor.v1 import audit_service_pb2 as pb


class Filed(NamedTuple):
    """A verdict handed to the store."""

    verdict: Verdict
    data: bytes
    source: str
    future: "Future[None] | None"  # None: there is nothing to store
    quarantine_id: str


class Cabinet:
    """Files verdicts, and says what became of them."""

    def __init__(self, keeper: Keeper, metrics: Metrics) -> None:
        self._keeper = keeper
        self._metrics = metrics

    @property
    def head(self) -> str:
        """The head of the chain of records."""
        return self._keeper.head

    def file(self, verdicts: Sequence[Verdict], games: Sequence[bytes], sources: Sequence[str]) -> list[Filed]:
        """The verdicts, on their way into the store. Raises Refused when it fails."""
        try:
            return [
                self._filed(verdict, game, source)
                for verdict, game, source in zip(verdicts, games, sources, strict=True)
            ]
        except StoreError as error:
            self._keeper.failed(error)
            raise store_unavailable() from error

    def _filed(self, verdict: Verdict, game: bytes, source: str) -> Filed:
        if verdict.record is not None:
            future = self._keeper.submit(verdict.record)
            # The record is the writer's now: a client that is slow to read its answers holds nothing more than those.
            return Filed(verdict._replace(record=None), game, source, future, "")
        if verdict.crash:
            return self._quarantined(verdict, game, source, verdict.crash)
        return Filed(verdict, game, source, None, "")

    def _quarantined(self, verdict: Verdict, game: bytes, source: str, why: str) -> Filed:
        name, future = self._keeper.quarantine(source, game, why)
        logger().error("internal error", game_id=verdict.game_id, source=source, quarantine=name, traceback=why)
        return Filed(verdict, game, source, future, name)

    def result(self, filed: Filed) -> bytes:
        """The encoded GameResult, once what it says is committed. Raises Refused when the store fails."""
        try:
            if filed.future is not None:
                try:
                    filed.future.result()
                except DatabaseError as error:
                    # The database takes everything but this game: we made a record of it that cannot be stored.
                    filed = self._quarantined(filed.verdict, filed.data, filed.source, reason_of(error))
                    assert filed.future is not None
                    filed.future.result()
        except StoreError as error:
            self._keeper.failed(error)
            raise store_unavailable() from error
        except DatabaseError as error:
            logger().exception("internal error", game_id=filed.verdict.game_id)
            raise internal() from error
        return self._told(filed)

    def _told(self, filed: Filed) -> bytes:
        verdict = filed.verdict
        if filed.quarantine_id:
            self._metrics.games.labels("quarantined").inc()
            told = pb.GameResult(failure=pb.Failure(quarantine_id=filed.quarantine_id))
            return told.SerializeToString(deterministic=True)
        if verdict.refusal:
            self._metrics.games.labels("refused").inc()
            self._metrics.refusals.labels(verdict.refusal).inc()
            logger().info("game refused", game_id=verdict.game_id, source=filed.source, reason=verdict.refusal)
        else:
            self._metrics.games.labels("audited").inc()
            self._metrics.found(verdict.findings)
        return verdict.result
