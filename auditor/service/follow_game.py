"""FollowGame: one live game, its findings at once, the audit of the whole committed at its end."""

from collections.abc import Iterator
from time import monotonic
from typing import NamedTuple

import grpc

from auditor.judging import RulesChoice
from auditor.log import logger
from auditor.service.auditors import Auditors
from auditor.service.filing_games import Cabinet
from auditor.service.live import LiveGame
from auditor.service.metrics import Metrics
from auditor.service.refusals import invalid
from auditor.service.scanning import Part, part_of
from auditor.service.streams import Incoming, Streams, Window, next_of
from auditor.v1 import audit_service_pb2 as pb
from auditor.wire.findings import finding_message


class Received(NamedTuple):
    """A request as it was read."""

    part: Part
    size: int
    read_at: float


def _received(data: bytes) -> Received:
    return Received(part_of(data), len(data), monotonic())


class FollowGame:
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
        """An encoded answer to each encoded request. Raises Refused."""
        window = Window(self._window_bytes)
        with self._streams.slot(), self._streams.opened(Incoming(requests, _received, window)) as incoming:
            context.add_callback(incoming.close)
            first = next_of(incoming.queue, window, self._idle_seconds)
            if first is None:
                return
            choice, source = first.part.rules or RulesChoice(), first.part.source
            game = LiveGame(choice)
            received: Received | None = first
            while received is not None:
                if received is not first and (received.part.rules is not None or received.part.source):
                    raise invalid("rules and source belong into the first request")
                answer = self._judged(game, received, choice, source)
                yield answer.SerializeToString()
                window.release(received.size)
                received = next_of(incoming.queue, window, self._idle_seconds)
        game_id = game.header.game_id if game.header else ""
        logger().info(
            "live game ended" if game.ended else "live game broken off",
            peer=context.peer(),
            game_id=game_id,
            events=game.events,
        )

    def _judged(self, game: LiveGame, received: Received, choice: RulesChoice, source: str) -> pb.FollowGameResponse:
        found = game.take(received.part)
        answer = pb.FollowGameResponse(events=game.events, provisional=map(finding_message, found))
        self._metrics.event_seconds.observe(monotonic() - received.read_at)
        if game.ended:
            (ticket,) = self._auditors.line().submit([game.log], [source], choice)
            verdicts = self._auditors.verdicts(ticket)
            (filed,) = self._cabinet.file(verdicts, [game.log], [source])
            answer.result.ParseFromString(self._cabinet.result(filed))
            answer.head = self._cabinet.head
        return answer
