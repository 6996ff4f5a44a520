"""A real server on loopback for a test, and what a client sends to it."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import NamedTuple, cast

import grpc
from google.rpc.error_details_pb2 import ErrorInfo  # type: ignore[import-untyped] # it has no types
from grpc_status.rpc_status import from_call
from sqlalchemy import Engine

from auditor.config import ServiceSettings
from auditor.service.access import Bearer
from auditor.service.server import AuditServer
from auditor.v1 import audit_service_pb2 as pb
from auditor.v1 import game_log_pb2
from auditor.v1.audit_service_pb2_grpc import AuditServiceStub
from auditor.wire import encode_game
from replay.gamelog import GameLog

TIMEOUT = 60


class Running(NamedTuple):
    server: AuditServer
    channel: grpc.Channel

    @property
    def audit(self) -> AuditServiceStub:
        return AuditServiceStub(self.channel)


@contextmanager
def running(
    engine: Engine,
    *,
    bearers: dict[str, Bearer] | None = None,
    credentials: grpc.ServerCredentials | None = None,
    channel_credentials: grpc.ChannelCredentials | None = None,
    **settings: object,
) -> Iterator[Running]:
    """A server on the database, with one worker, and a channel to it."""
    stated = {"listen": "127.0.0.1:0", "jobs": 1, "drain_seconds": 5, **settings}
    server = AuditServer(engine, ServiceSettings(**stated), bearers=bearers, credentials=credentials)  # type: ignore[arg-type]
    server.start()
    target = f"localhost:{server.port}"
    channel = grpc.secure_channel(target, channel_credentials) if channel_credentials else grpc.insecure_channel(target)
    try:
        with channel:
            yield Running(server, channel)
    finally:
        server.close()


def batch(number: int, *games: GameLog | bytes, variant: str = "") -> pb.AuditGamesRequest:
    """A request with the games."""
    return pb.AuditGamesRequest(
        batch=number,
        games=[game if isinstance(game, bytes) else encode_game(game) for game in games],
        rules=pb.RulesChoice(variant=variant),
    )


def answers(running: Running, *requests: pb.AuditGamesRequest) -> list[pb.AuditGamesResponse]:
    """The answers to the requests, sent one after the other on one stream."""
    return list(running.audit.AuditGames(iter(requests), timeout=TIMEOUT))


def raw_answers(running: Running, method: str, data: bytes, compression: grpc.Compression | None = None) -> list[bytes]:
    """The encoded answers to bytes that may be no request."""
    call = running.channel.stream_stream(
        f"/auditor.v1.AuditService/{method}", request_serializer=bytes, response_deserializer=bytes
    )
    return list(call(iter([data]), timeout=TIMEOUT, compression=compression))


def parts_of(log: GameLog, events: int = 1) -> Iterable[pb.FollowGameRequest]:
    """The requests that send the game as it is played, so many events at a time."""
    whole = game_log_pb2.GameLog.FromString(encode_game(log))
    yield pb.FollowGameRequest(header=whole.header)
    for begin in range(0, len(whole.events), events):
        yield pb.FollowGameRequest(events=whole.events[begin : begin + events])


def reason_of(error: grpc.RpcError) -> tuple[grpc.StatusCode, str]:
    """Code and reason of a refusal."""
    call = cast(grpc.Call, error)
    status = from_call(call)
    assert status is not None, f"{call.code()}: {call.details()}"
    (detail,) = status.details
    info = ErrorInfo()
    assert detail.Unpack(info)
    assert info.domain == "auditor.v1"
    return call.code(), info.reason


def waited_for(true: Callable[[], bool]) -> None:
    """What has to become true has. Fails when it takes too long."""
    last = monotonic() + TIMEOUT
    while not true():
        assert monotonic() < last
        sleep(0.02)
