"""Clients that mean ill: memory stays bounded, whoever is well-behaved is served, and the server is the same after."""

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import grpc
import pytest

from auditor.v1 import audit_service_pb2 as pb
from auditor.v1 import game_log_pb2
from auditor.v1.audit_service_pb2_grpc import AuditServiceStub
from auditor.wire import encode_game
from replay.gamelog import DISCARDS, DRAWS, Event, GameLog, Header
from replay.ruleset.loader import preset
from replay.simulate.play import play_game
from tests.auditor.cli.serving import served
from tests.auditor.service.running import TIMEOUT, batch, reason_of, waited_for
from tests.auditor.store.records import game

MEBI = 1 << 20
ALLOWED = 256 * MEBI
SETTINGS = ("--listen", "127.0.0.1:0", "--jobs", "2")
BAD_STREAMS = 9  # three more begin one after the other, and the server may see an end after the next beginning


def memory_of(pid: int) -> int:
    """Bytes of a process and all below it, in use now."""
    total = 0
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines():
        if line.startswith("Pss:"):
            total += int(line.split()[1]) * 1024
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split():
        with suppress(OSError):
            total += memory_of(int(child))
    return total


def shares(pid: int) -> dict[int, int]:
    """MiB of the process and of each below it."""
    below = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    own = memory_of(pid) - sum(memory_of(int(child)) for child in below)
    return {pid: own // MEBI} | {int(child): memory_of(int(child)) // MEBI for child in below}


def nonsense(variant: str) -> bytes:
    """An encoded game of many rounds in which nearly every act is a fault."""
    start = play_game(preset(variant), 1).rounds[0][0]
    seats = preset(variant).switches.seats
    acts: list[Event] = [
        (DISCARDS if number % 2 else DRAWS)[False][number % seats][number * 7 % 34] for number in range(1800)
    ]
    return encode_game(GameLog(Header("nonsense", seats, variant=variant), [[start, *acts] for _ in range(10)]))


def channel_of(target: str) -> grpc.Channel:
    return grpc.insecure_channel(target, (("grpc.use_local_subchannel_pool", 1),))


class Attack:
    """Threads that do harm until they are told to stop."""

    def __init__(self, target: str) -> None:
        self._target = target
        self._stop = threading.Event()
        self._threads = [
            *(threading.Thread(target=self._never_reads, args=(number,)) for number in range(BAD_STREAMS)),
            threading.Thread(target=self._follows),
            threading.Thread(target=self._noise),
            threading.Thread(target=self._bombs),
            threading.Thread(target=self._sockets),
        ]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(TIMEOUT)
            assert not thread.is_alive()

    def _never_reads(self, number: int) -> None:
        """A stream of the largest messages, whose answers are never read."""
        request = batch(number, *[nonsense("kansai")] * 26)

        def endless() -> Iterator[pb.AuditGamesRequest]:
            while not self._stop.is_set():
                yield request

        with channel_of(self._target) as channel:
            call = AuditServiceStub(channel).AuditGames(endless())
            self._stop.wait()
            call.cancel()

    def _follows(self) -> None:
        """Live games of nothing but faults, one after the other."""
        parts = game_log_pb2.GameLog.FromString(nonsense("kansai"))
        header = pb.FollowGameRequest(header=parts.header)
        while not self._stop.is_set():
            with channel_of(self._target) as channel, suppress(grpc.RpcError):
                requests = [
                    header,
                    *(pb.FollowGameRequest(events=parts.events[i : i + 500]) for i in range(0, 4000, 500)),
                ]
                for _ in AuditServiceStub(channel).FollowGame(iter(requests), timeout=TIMEOUT):
                    if self._stop.is_set():
                        break

    def _noise(self) -> None:
        """Requests that are none, of every size."""
        random = Random(1)
        with channel_of(self._target) as channel:
            methods = [
                channel.stream_stream(f"/auditor.v1.AuditService/{name}", bytes, bytes)
                for name in ("AuditGames", "FollowGame")
            ]
            while not self._stop.is_set():
                for method in methods:
                    with suppress(grpc.RpcError):
                        list(method(iter([random.randbytes(random.choice((1, 10, 1000, MEBI)))]), timeout=TIMEOUT))

    def _bombs(self) -> None:
        """Much in little: compressed zeros, and millions of empty parts."""
        with channel_of(self._target) as channel:
            method = channel.stream_stream("/auditor.v1.AuditService/AuditGames", bytes, bytes)
            while not self._stop.is_set():
                with suppress(grpc.RpcError):
                    list(method(iter([bytes(64 * MEBI)]), timeout=TIMEOUT, compression=grpc.Compression.Gzip))
                with suppress(grpc.RpcError):
                    list(method(iter([b"\x12\x00" * (2 * MEBI - 1)]), timeout=TIMEOUT))

    def _sockets(self) -> None:
        """Connections that say nothing, or no HTTP/2."""
        host, _, port = self._target.rpartition(":")
        held: list[socket.socket] = []
        while not self._stop.wait(0.05) and len(held) < 200:
            one = socket.create_connection((host, int(port)), TIMEOUT)
            with suppress(OSError):
                one.sendall(Random(len(held)).randbytes(100) if len(held) % 2 else b"")
            held.append(one)
        self._stop.wait()
        for one in held:
            one.close()


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="measures memory in /proc")
def test_memory_is_bounded_and_others_are_served(tmp_path: Path) -> None:
    with served(tmp_path, *SETTINGS) as server:
        target = server.target()
        with channel_of(target) as channel:
            good = AuditServiceStub(channel)
            warm = [batch(number, *(game(8 * number + one) for one in range(8))) for number in range(8)]
            assert len(list(good.AuditGames(iter(warm), timeout=TIMEOUT))) == 8
            idle = memory_of(server.process.pid)
            before = shares(server.process.pid)
            attack = Attack(target)
            most = 0
            try:
                for number in range(100, 108):
                    (answer,) = list(good.AuditGames(iter([batch(number, game(number))]), timeout=TIMEOUT))
                    assert answer.results[0].audit.game_id == f"game{number:04}"
                    most = max(most, memory_of(server.process.pid))
                after = shares(server.process.pid)
            finally:
                attack.stop()
            most = max(most, memory_of(server.process.pid))
            assert most - idle < ALLOWED, f"{(most - idle) / MEBI:.0f} MiB more than idle: {before} {after}"
            (answer,) = list(good.AuditGames(iter([batch(1, game(500))]), timeout=TIMEOUT))
            assert answer.complete
            assert server.ended() == 0
        assert not [one for one in server.events() if one["event"] == "internal error"]


def test_a_sender_that_dribbles_is_ended(tmp_path: Path) -> None:
    with served(tmp_path, *SETTINGS, environment={"AUDITOR_IDLE_SECONDS": "2"}) as server:
        with channel_of(server.target()) as channel:
            done = threading.Event()

            def slow() -> Iterator[pb.AuditGamesRequest]:
                yield batch(1, game(1))
                done.wait(TIMEOUT)

            call = AuditServiceStub(channel).AuditGames(slow(), timeout=TIMEOUT)
            assert next(call).complete
            with pytest.raises(grpc.RpcError) as refused:
                next(call)
            assert reason_of(refused.value)[1] == "STREAM_IDLE"
            done.set()
        waited_for(lambda: any(one.get("reason") == "STREAM_IDLE" for one in server.events()))
