"""Messages of a stream, read ahead by a thread of its own up to a bound; the transport holds the client beyond it."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import Generic, TypeAlias, TypeVar

import grpc

from auditor.log import logger
from auditor.service.auditors import Gone
from auditor.service.refusals import Refused, draining, internal

T = TypeVar("T")

Taken: TypeAlias = T | Refused | None
"""What stands in the queue of a stream; None: the client has nothing more to say, or is gone."""


class Window:
    """How many bytes of a stream are under way, and how many may be."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._used = 0
        self._closed = False
        self._changed = threading.Condition()

    def has_room(self, size: int) -> bool:
        """Whether a message of about that size may be read; waits until there is room. Alone it always has room."""
        with self._changed:
            while self._used and self._used + size > self._limit and not self._closed:
                self._changed.wait()
            return not self._closed

    def add(self, size: int) -> None:
        """So much is under way."""
        with self._changed:
            self._used += size

    def release(self, size: int) -> None:
        """The bytes are answered."""
        with self._changed:
            self._used -= size
            self._changed.notify_all()

    @property
    def used(self) -> int:
        """How much is under way."""
        return self._used

    def close(self) -> None:
        """Nobody waits for room any more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class Incoming(Generic[T]):
    """What the messages of one stream were made into, in `queue`, by a thread that reads and prepares them."""

    def __init__(self, requests: Iterator[bytes], prepare: Callable[[bytes], T], window: Window) -> None:
        self.queue: SimpleQueue[Taken[T]] = SimpleQueue()
        self.window = window
        self._requests = requests
        self._prepare = prepare
        self._stopped = threading.Event()
        threading.Thread(target=self._read, name="stream reader", daemon=True).start()

    def _read(self) -> None:
        try:
            size = 0  # of the last message: the next one may be as large, and is not asked for before it has room
            while self.window.has_room(size):
                data = next(self._requests, None)
                if data is None or self._stopped.is_set():
                    break
                size = len(data)
                self.window.add(size)
                self.queue.put(self._prepare(data))
                del data
        except Refused as refused:
            self.queue.put(refused)
        except (grpc.RpcError, Gone):
            pass  # the client is gone
        except Exception:  # noqa: BLE001 - a thread that ends silently would leave the client waiting
            logger().exception("internal error")
            self.queue.put(internal())
        self.queue.put(None)

    def drain(self) -> None:
        """What was read is still answered, then the client is sent away."""
        self._stopped.set()
        self.queue.put(draining())

    def close(self) -> None:
        """Nobody is interested any more."""
        self._stopped.set()
        self.window.close()
        self.queue.put(None)


def next_of(queue: "SimpleQueue[Taken[T]]", window: Window, idle_seconds: float) -> T | None:
    """The next of a stream; None at its end. Raises Refused when it says so, or when the client says nothing."""
    while True:
        try:
            taken = queue.get(timeout=idle_seconds)
        except Empty:
            if window.used:
                continue
            raise Refused(
                grpc.StatusCode.DEADLINE_EXCEEDED, "STREAM_IDLE", f"nothing was sent for {idle_seconds:g} seconds"
            ) from None
        if isinstance(taken, Refused):
            raise taken
        return taken


class Streams:
    """The streams of one kind that are open, and how many may be."""

    def __init__(self, kind: str, most: int) -> None:
        self._kind = kind
        self._most = most
        self._open: set[Incoming[object]] = set()
        self._count = 0
        self._draining = False
        self._lock = threading.Lock()

    @property
    def count(self) -> int:
        """How many are open."""
        return self._count

    @property
    def bytes(self) -> int:
        """What they have sent and was not answered yet."""
        with self._lock:
            return sum(incoming.window.used for incoming in self._open)

    @contextmanager
    def slot(self) -> Iterator[None]:
        """A place for one stream. Raises Refused when all are taken, or the server is about to end."""
        with self._lock:
            if self._draining:
                raise draining()
            if self._count >= self._most:
                raise Refused(
                    grpc.StatusCode.RESOURCE_EXHAUSTED,
                    "TOO_MANY_STREAMS",
                    f"{self._most} {self._kind} streams are open already; try again later",
                )
            self._count += 1
        try:
            yield
        finally:
            with self._lock:
                self._count -= 1

    @contextmanager
    def opened(self, incoming: Incoming[T]) -> Iterator[Incoming[T]]:
        """The stream is known to be open."""
        member: Incoming[object] = incoming  # type: ignore[assignment] # only drained
        with self._lock:
            self._open.add(member)
            if self._draining:
                incoming.drain()
        try:
            yield incoming
        finally:
            incoming.close()
            with self._lock:
                self._open.discard(member)

    def drain(self) -> None:
        """No stream begins any more; those that are open are told, after what they have sent."""
        with self._lock:
            self._draining = True
            for incoming in self._open:
                incoming.drain()
