"""The gRPC server: its services, their bounds, and how it begins and ends."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, TypeVar

import grpc
from google.protobuf.message import Message
from grpc_health.v1 import health, health_pb2_grpc
from grpc_health.v1.health_pb2 import HealthCheckResponse
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc
from sqlalchemy import Engine

from auditor.config import ServiceSettings
from auditor.log import logger
from auditor.service.access import Bearer, Gate, Handler
from auditor.service.audit_games import AuditGames
from auditor.service.auditors import Auditors
from auditor.service.filing_games import Cabinet
from auditor.service.follow_game import FollowGame
from auditor.service.keeper import Keeper
from auditor.service.lookup import Lookup
from auditor.service.metrics import Metrics
from auditor.service.parsing import parsed
from auditor.service.refusals import Refused, abort, internal
from auditor.service.scanning import MAX_MESSAGE_BYTES, checked_size
from auditor.service.streams import Streams
from auditor.v1 import audit_service_pb2, lookup_service_pb2
from auditor.v1 import lookup_service_pb2 as pb

AUDIT: Final = audit_service_pb2.DESCRIPTOR.services_by_name["AuditService"].full_name
LOOKUP: Final = lookup_service_pb2.DESCRIPTOR.services_by_name["LookupService"].full_name
MAX_REFLECTIONS: Final = 4
LOOKAHEAD_BYTES: Final = 1 << 20  # of a stream, in the transport
REFUSED_BYTES: Final = MAX_MESSAGE_BYTES + (1 << 20)
"""Beyond this the transport refuses a message, without a reason of ours; up to here we do."""

Q = TypeVar("Q", bound=Message)
A = TypeVar("A", bound=Message)

Streaming = Callable[[Iterator[bytes], grpc.ServicerContext], Iterator[bytes]]


class _Reflection(reflection.ReflectionServicer):
    """Reflection, so many streams at once: each holds a thread as long as it is open."""

    def __init__(self, names: tuple[str, ...], streams: Streams) -> None:
        super().__init__(names)
        self._streams = streams

    def ServerReflectionInfo(self, request_iterator, context):  # type: ignore[no-untyped-def] # noqa: N802 - grpc's
        try:
            with self._streams.slot():
                yield from super().ServerReflectionInfo(request_iterator, context)
        except Refused as refused:
            abort(context, refused)


class AuditServer:
    """A server on an open database. `port` is where it listens."""

    def __init__(
        self,
        engine: Engine,
        settings: ServiceSettings,
        *,
        bearers: dict[str, Bearer] | None = None,
        credentials: grpc.ServerCredentials | None = None,
    ) -> None:
        """Raises OSError when the address cannot be listened on."""
        self._settings = settings
        self.metrics = Metrics()
        self.keeper = Keeper(engine)
        self._auditors = Auditors(settings.jobs or os.cpu_count() or 1)
        self._kinds = {
            "audit": Streams("audit", settings.max_streams),
            "follow": Streams("follow", settings.max_follows),
            "lookup": Streams("lookup", settings.max_lookups),
            "reflection": Streams("reflection", MAX_REFLECTIONS),
        }
        for kind, streams in self._kinds.items():
            self.metrics.streams.labels(kind).set_function(partial(_count_of, streams))
        self.metrics.queued_bytes.set_function(lambda: sum(streams.bytes for streams in self._kinds.values()))
        threads = settings.max_streams + settings.max_follows + MAX_REFLECTIONS + settings.max_lookups
        self._gate = Gate(bearers, self._count_refusal)
        self._lookups = self._kinds["lookup"]
        self._server = grpc.server(
            ThreadPoolExecutor(threads, "call"),
            interceptors=[self._gate],
            options=_options(settings),
            maximum_concurrent_rpcs=threads,
        )
        self._health = health.HealthServicer(
            experimental_non_blocking=True, experimental_thread_pool=ThreadPoolExecutor(1, "health")
        )
        self._add_services()
        try:
            self.port = (
                self._server.add_secure_port(settings.listen, credentials)
                if credentials
                else self._server.add_insecure_port(settings.listen)
            )
        except RuntimeError as error:
            self._auditors.close()
            self.keeper.close()
            raise OSError(f"{settings.listen} cannot be listened on: {error}") from error

    def _add_services(self) -> None:
        settings = self._settings
        cabinet = Cabinet(self.keeper, self.metrics)
        audit, follow = (
            method(
                self._auditors,
                cabinet,
                self.metrics,
                self._kinds[kind],
                window_bytes=settings.window_bytes,
                idle_seconds=settings.idle_seconds,
            )
            for method, kind in ((AuditGames, "audit"), (FollowGame, "follow"))
        )
        handlers: dict[str, Handler] = {
            "AuditGames": grpc.stream_stream_rpc_method_handler(self._guarded(audit)),
            "FollowGame": grpc.stream_stream_rpc_method_handler(self._guarded(follow)),
        }
        lookup = Lookup(self.keeper.engine)
        lookups: dict[str, Handler] = {
            "ListGames": self._lookup("ListGames", pb.ListGamesRequest, lookup.list_games),
            "GetGame": self._lookup("GetGame", pb.GetGameRequest, lookup.get_game),
            "ListFindings": self._lookup("ListFindings", pb.ListFindingsRequest, lookup.list_findings),
            "GetFinding": self._lookup("GetFinding", pb.GetFindingRequest, lookup.get_finding),
            "GetTable": self._lookup("GetTable", pb.GetTableRequest, lookup.get_table),
            "ReviewFinding": self._lookup("ReviewFinding", pb.ReviewFindingRequest, lookup.review_finding),
        }
        for service, methods in ((AUDIT, handlers), (LOOKUP, lookups)):
            self._server.add_registered_method_handlers(service, methods)
            self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, methods),))
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        self._services = (AUDIT, LOOKUP)
        names = (*self._services, health.SERVICE_NAME, reflection.SERVICE_NAME)
        reflection_pb2_grpc.add_ServerReflectionServicer_to_server(  # type: ignore[no-untyped-call]
            _Reflection(names, self._kinds["reflection"]), self._server
        )

    def _guarded(self, method: Streaming) -> Streaming:
        """The method, every trouble of it told to the client as a status with a reason."""

        def handle(requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
            try:
                yield from method(requests, context)
                return
            except Refused as refused:
                told = refused
                logger().info("refused", peer=context.peer(), reason=told.reason, message=told.message)
            except Exception:  # noqa: BLE001 - whatever it is, it is ours, and no client's business
                logger().exception("internal error", peer=context.peer())
                told = internal()
            self._count_refusal(told.reason)
            abort(context, told)

        return handle

    def _lookup(self, name: str, kind: type[Q], method: Callable[[Q, Bearer], A]) -> Handler:
        """The handler of a method with one request and one answer."""
        seconds = self.metrics.lookup_seconds.labels(name)

        def handle(data: bytes, context: grpc.ServicerContext) -> bytes:
            try:
                with seconds.time(), self._lookups.slot():
                    bearer = self._gate.bearer(context.invocation_metadata())
                    return method(parsed(kind, checked_size(data)), bearer).SerializeToString()
            except Refused as refused:
                told = refused
                logger().info("refused", method=name, peer=context.peer(), reason=told.reason, message=told.message)
            except Exception:  # noqa: BLE001 - whatever it is, it is ours, and no client's business
                logger().exception("internal error", method=name, peer=context.peer())
                told = internal()
            self._count_refusal(told.reason)
            abort(context, told)

        return grpc.unary_unary_rpc_method_handler(handle)

    def _count_refusal(self, reason: str) -> None:
        self.metrics.refusals.labels(reason).inc()

    def start(self) -> None:
        """Calls are taken."""
        self._server.start()
        self._show_health()

    def look_after(self) -> None:
        """Health says whether the store can be reached. To be called every few seconds."""
        self.keeper.probe()
        self._show_health()

    def _show_health(self) -> None:
        serving = HealthCheckResponse.SERVING if self.keeper.healthy else HealthCheckResponse.NOT_SERVING
        for name in ("", *self._services):
            self._health.set(name, serving)

    def drain(self) -> None:
        """Nothing new is taken; what was read is answered, within the seconds of the settings. Then all has ended.

        Raises StoreError when what was read could not be committed.
        """
        self._health.enter_graceful_shutdown()
        ended = self._server.stop(self._settings.drain_seconds)
        for streams in self._kinds.values():
            streams.drain()
        ended.wait()
        self.close()

    def close(self) -> None:
        """All has ended. Raises StoreError when something could not be committed."""
        self._server.stop(None).wait()
        self._auditors.close()
        self.keeper.close()


def _count_of(streams: Streams) -> int:
    return streams.count


def _options(settings: ServiceSettings) -> tuple[tuple[str, int], ...]:
    age = int(settings.connection_age_seconds * 1000)
    return (
        ("grpc.so_reuseport", 0),  # a second server on the same address is a mistake, not a share
        ("grpc.max_receive_message_length", REFUSED_BYTES),
        # Unpacking comes before the limit on a message's size: what is small on the wire may be large in memory.
        ("grpc.compression_enabled_algorithms_bitset", 1),
        # A window that grows with the connection would hold megabytes of each stream that is held up.
        ("grpc.http2.bdp_probe", 0),
        ("grpc.http2.lookahead_bytes", LOOKAHEAD_BYTES),
        ("grpc.max_concurrent_streams", settings.max_streams + settings.max_follows + settings.max_lookups),
        ("grpc.max_connection_age_ms", age),
        ("grpc.max_connection_age_grace_ms", int(settings.drain_seconds * 1000)),
        ("grpc.keepalive_time_ms", int(settings.keepalive_seconds * 1000)),
        ("grpc.keepalive_timeout_ms", 20_000),
        ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
        ("grpc.server_handshake_timeout_ms", 20_000),
    )
