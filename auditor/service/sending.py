"""A client of AuditGames that loses nothing: what was not acknowledged when a stream broke is sent again."""

import random
import threading
from collections import deque
from collections.abc import Callable, Iterator
from time import monotonic, sleep
from typing import Final, NamedTuple, cast

import grpc
from google.rpc.error_details_pb2 import ErrorInfo  # type: ignore[import-untyped] # it has no types
from grpc_status.rpc_status import from_call

from auditor.v1 import audit_service_pb2 as pb
from auditor.v1.audit_service_pb2_grpc import AuditServiceStub

ANSWER_BYTES: Final = 64 << 20  # of one message; a server sends some MiB
IN_FLIGHT: Final = 64  # batches not acknowledged yet: enough to keep a server busy
FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 5.0

FINAL: Final = (
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.UNIMPLEMENTED,
    grpc.StatusCode.NOT_FOUND,
)
"""What trying again does not change. RESOURCE_EXHAUSTED is final where the message is too large."""


class Outgoing(NamedTuple):
    """A batch, and where each of its games comes from."""

    request: pb.AuditGamesRequest
    names: tuple[str, ...]


class Answered(NamedTuple):
    """A batch that is committed."""

    batch: Outgoing
    results: list[pb.GameResult]
    head: str


class Refusal(Exception):  # noqa: N818 - what a server says
    """The server refuses for good; the text says why."""


class Broken(Exception):  # noqa: N818 - the state of the connection
    """There was no progress for as long as patience lasts; what is not acknowledged can be sent again later."""


class Sender:
    """Sends batches. `resent` counts those that were sent more than once."""

    def __init__(
        self, batches: Iterator[Outgoing], connect: Callable[[], grpc.Channel], token: str, patience: float
    ) -> None:
        self.resent = 0
        self._batches = batches
        self._connect = connect
        self._metadata = (("authorization", f"Bearer {token}"),) if token else ()
        self._patience = patience
        self._pending: deque[Outgoing] = deque()
        self._lock = threading.Lock()
        self._answered = threading.Condition(self._lock)
        self._exhausted = False

    def answers(self) -> Iterator[Answered]:
        """Every batch, in order, once it is acknowledged. Raises Refusal, Broken."""
        pause = FIRST_PAUSE
        progress = monotonic()
        while True:
            over = threading.Event()
            try:
                with self._connect() as channel:
                    try:
                        for answered in self._stream(channel, over):
                            progress = monotonic()
                            pause = FIRST_PAUSE
                            yield answered
                    finally:
                        over.set()
                        with self._lock:
                            self._answered.notify_all()
                with self._lock:
                    if self._exhausted and not self._pending:
                        return
                trouble = "the server ended the stream"
            except grpc.RpcError as error:
                trouble = _trouble(error)
            if monotonic() - progress > self._patience:
                raise Broken(trouble)
            sleep(pause * random.uniform(0.5, 1.0))
            pause = min(2 * pause, LONGEST_PAUSE)

    def _stream(self, channel: grpc.Channel, over: threading.Event) -> Iterator[Answered]:
        """What is acknowledged on one stream. Raises RpcError."""
        call = AuditServiceStub(channel).AuditGames(self._requests(over), metadata=self._metadata)
        try:
            results: list[pb.GameResult] = []
            for answer in call:
                results += answer.results
                if answer.complete:
                    with self._lock:
                        batch = self._pending.popleft()
                        self._answered.notify()
                    assert batch.request.batch == answer.batch, "answers come in order"
                    yield Answered(batch, results, answer.head)
                    results = []
        finally:
            call.cancel()

    def _requests(self, over: threading.Event) -> Iterator[pb.AuditGamesRequest]:
        # A thread of grpc runs this. The one of a broken stream may still be at it when the next begins: what it takes
        # is pending then, and sent again.
        with self._lock:
            again = list(self._pending)
        for batch in again:
            self.resent += 1
            yield batch.request
        while True:
            with self._lock:
                while len(self._pending) >= IN_FLIGHT and not over.is_set():
                    self._answered.wait()
                if over.is_set():
                    return
                taken = next(self._batches, None)
                if taken is None:
                    self._exhausted = True
                    return
                self._pending.append(taken)
            yield taken.request


def _trouble(error: grpc.RpcError) -> str:
    """What is wrong, where trying again may help. Raises Refusal where it does not."""
    call = cast(grpc.Call, error)  # every RpcError of a call is one
    reason = reason_of(call)
    told = f"{reason or call.code().name}: {call.details()}"
    too_large = call.code() is grpc.StatusCode.RESOURCE_EXHAUSTED and reason not in ("", "TOO_MANY_STREAMS")
    if call.code() in FINAL or too_large:
        raise Refusal(told) from error
    return told


def reason_of(error: grpc.Call) -> str:
    """The ErrorInfo.reason of a refusal; empty where there is none."""
    try:
        status = from_call(error)
    except ValueError:
        return ""
    info = ErrorInfo()
    return next((str(info.reason) for detail in (status.details if status else ()) if detail.Unpack(info)), "")
