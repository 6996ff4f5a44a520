"""AuditGames: batches of games in, each answered once all of it is committed, in the order sent."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from queue import SimpleQueue
from time import monotonic
from typing import Final, NamedTuple

import grpc

from auditor.log import logger
from auditor.service.auditors import Auditors, Gone, Line, Ticket
from auditor.service.filing_games import Cabinet, Filed
from auditor.service.metrics import Metrics
from auditor.service.refusals import Refused, internal
from auditor.service.scanning import Batch, batch_of
from auditor.service.streams import Incoming, Streams, Taken, Window, next_of
from auditor.v1 import audit_service_pb2 as pb

PART_BYTES: Final = 1 << 20  # of an answer; a longer one comes in parts


class Pending(NamedTuple):
    """A batch that workers are at."""

    batch: Batch
    size: int
    read_at: float
    tickets: deque[Ticket]


class Answerable(NamedTuple):
    """A batch on its way into the store."""

    pending: Pending
    filed: list[Filed]


class AuditGames:
    """The method. One object for all its streams."""

    def __init__(
        self,
        auditors: Auditors,
        cabinet: Cabinet,
        metrics: Metrics,
        streams: Streams,
        *,
        window_bytes: int,
        idle_seconds: float,
    ) -> None:
        self._auditors = auditors
        self._cabinet = cabinet
        self._metrics = metrics
        self._streams = streams
        self._window_bytes = window_bytes
        self._idle_seconds = idle_seconds

    def __call__(self, requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
        """The encoded answers to the encoded batches. Raises Refused."""
        window = Window(self._window_bytes)
        line = self._auditors.line()
        games = batches = 0
        with (
            self._streams.slot(),
            closing(line),
            self._streams.opened(Incoming(requests, partial(self._begun, line), window)) as incoming,
        ):
            context.add_callback(line.close)
            context.add_callback(incoming.close)
            ready: SimpleQueue[Taken[Answerable]] = SimpleQueue()
            threading.Thread(target=self._file, args=(incoming, ready), name="stream filer", daemon=True).start()
            while (answerable := next_of(ready, window, self._idle_seconds)) is not None:
                parts = self._answers(answerable)
                size, read_at = answerable.pending.size, answerable.pending.read_at
                games += len(answerable.filed)
                batches += 1
                del answerable  # the games: while the client does not read its answers, only those are held
                while parts:
                    yield parts.popleft()
                window.release(size)
                self._metrics.batch_seconds.observe(monotonic() - read_at)
        logger().info("stream ended", peer=context.peer(), games=games, batches=batches)

    def _begun(self, line: Line, data: bytes) -> Pending:
        batch = batch_of(data)
        begun = monotonic()
        return Pending(batch, len(data), begun, deque(line.submit(batch.games, batch.sources, batch.rules)))

    def _file(self, incoming: Incoming[Pending], ready: "SimpleQueue[Taken[Answerable]]") -> None:
        """What workers made of the batches goes into the store, in order."""
        try:
            while (taken := incoming.queue.get()) is not None:
                if isinstance(taken, Refused):
                    ready.put(taken)
                    continue
                filed: list[Filed] = []
                while taken.tickets:  # one that is filed is let go of: what its future holds may be large
                    ticket = taken.tickets.popleft()
                    filed += self._cabinet.file(self._auditors.verdicts(ticket), ticket.games, ticket.sources)
                ready.put(Answerable(taken, filed))
        except Gone:
            pass
        except Refused as refused:
            ready.put(refused)
        except Exception:  # noqa: BLE001 - a thread that ends silently would leave the client waiting
            logger().exception("internal error")
            ready.put(internal())
        ready.put(None)

    def _answers(self, answerable: Answerable) -> deque[bytes]:
        """The answer, in parts where it is long. Waits for the commit."""
        parts: deque[bytes] = deque()
        number = answerable.pending.batch.number
        results: list[bytes] = []
        size = 0
        for filed in answerable.filed:
            result = self._cabinet.result(filed)
            if results and size + len(result) > PART_BYTES:
                parts.append(_answer(number, results))
                results, size = [], 0
            results.append(result)
            size += len(result)
        parts.append(_answer(number, results, self._cabinet.head, complete=True))
        return parts


def _answer(number: int, results: list[bytes], head: str = "", *, complete: bool = False) -> bytes:
    """The encoded response; the results are encoded already."""
    rest = pb.AuditGamesResponse(batch=number, complete=complete, head=head)
    return rest.SerializeToString() + b"".join(map(_RESULT.__add__, map(_sized, results)))


_RESULT: Final = bytes([pb.AuditGamesResponse.RESULTS_FIELD_NUMBER << 3 | 2])


def _sized(part: bytes) -> bytes:
    """The part behind its length as a varint."""
    size = len(part)
    head = bytearray()
    while size > 0x7F:
        head.append(size & 0x7F | 0x80)
        size >>= 7
    head.append(size)
    return bytes(head) + part
