"""What goes wrong around a server: workers that die, a store that fails, connections that end, clients in a hurry."""

import multiprocessing
import os
import random
import signal
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from shutil import copyfile
from time import sleep

import grpc
import pytest
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_health.v1.health_pb2_grpc import HealthStub
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.service.parsing import parsed
from auditor.service.refusals import Refused
from auditor.service.scanning import batch_of, part_of
from auditor.service.sending import Broken, Outgoing, Sender
from auditor.store.engine import open_store
from auditor.v1 import audit_service_pb2 as pb
from auditor.wire import encode_game
from tests.auditor.service.running import TIMEOUT, Running, answers, batch, reason_of, running, waited_for
from tests.auditor.store.records import game


@pytest.fixture
def url(made_sqlite: Path, tmp_path: Path) -> str:
    """URL of an empty SQLite database with tables."""
    copyfile(made_sqlite, tmp_path / "auditor.db")
    return f"sqlite:///{tmp_path / 'auditor.db'}"


def health(server: Running, service: str = "") -> int:
    stub = HealthStub(server.channel)
    return int(stub.Check(HealthCheckRequest(service=service), timeout=TIMEOUT).status)  # type: ignore[attr-defined]


def test_a_worker_that_is_killed_costs_no_game(url: str) -> None:
    engine = open_store(url, create=False)
    with running(engine, jobs=2) as server:
        answers(server, batch(0, game(0)))  # workers have started
        calls = [
            server.audit.AuditGames(
                iter([batch(number, *(game(20 * number + one) for one in range(20)))]), timeout=TIMEOUT
            )
            for number in range(4)
        ]
        for child in multiprocessing.active_children():
            assert child.pid is not None
            os.kill(child.pid, signal.SIGKILL)
        for number, call in enumerate(calls):
            results = [result for answer in call for result in answer.results]
            names = [result.audit.game_id for result in results]
            assert names == [f"game{20 * number + one:04}" for one in range(20)]
    engine.dispose()


def test_workers_that_are_killed_at_any_moment_cost_no_answer(url: str) -> None:
    """Two at a time, as a worker that dies three times before it has begun is told as one that cannot start."""
    chance = random.Random(3)
    engine = open_store(url, create=False)
    with running(engine, jobs=2) as server:
        for turn in range(8):
            requests = [batch(number, *(game(20 * number + one) for one in range(20))) for number in range(6)]
            calls = [server.audit.AuditGames(iter(requests), timeout=TIMEOUT) for _ in range(3)]
            kills = 0
            while kills < 2:
                sleep(chance.random() * 0.2)
                victims = multiprocessing.active_children()
                if not victims:
                    assert turn == 0
                    continue
                victim = chance.choice(victims)
                assert victim.pid is not None
                os.kill(victim.pid, signal.SIGKILL)
                kills += 1
            failures = sum(failures_of(list(call)) for call in calls)
            assert failures <= 1  # a game that was met by both
    engine.dispose()


def failures_of(taken: list[pb.AuditGamesResponse]) -> int:
    """How many games went into quarantine. All others of the six batches were audited and stand at their places."""
    found: dict[int, list[str]] = {number: [] for number in range(6)}
    for answer in taken:
        found[answer.batch] += [
            "failed" if result.HasField("failure") else result.audit.game_id for result in answer.results
        ]
    failures = 0
    for number, names in found.items():
        expected = [f"game{20 * number + one:04}" for one in range(20)]
        assert len(names) == 20
        wrong = [name for name, right in zip(names, expected, strict=True) if name != right]
        assert set(wrong) <= {"failed"}
        failures += len(wrong)
    return failures


def test_a_store_that_fails_is_told_and_comes_back(url: str) -> None:
    engine = open_store(url, create=False)
    with running(engine) as server:
        assert health(server) == HealthCheckResponse.SERVING
        with engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE games RENAME TO gone")
        for _ in range(2):
            with pytest.raises(grpc.RpcError) as refused:
                answers(server, batch(1, game(1)))
            assert reason_of(refused.value) == (grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE")
            assert "games" not in str(refused.value.details())  # what is wrong is no client's business
        assert not server.server.keeper.healthy
        with engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE gone RENAME TO games")
        server.server.look_after()
        assert health(server) == health(server, "auditor.v1.AuditService") == HealthCheckResponse.SERVING

        def accepted() -> bool:
            try:
                return answers(server, batch(1, game(1)))[0].complete
            except grpc.RpcError:
                return False

        waited_for(accepted)
    engine.dispose()


def batches(number: int, pause: float) -> Iterator[Outgoing]:
    for one in range(number):
        yield Outgoing(pb.AuditGamesRequest(batch=one, games=[encode_game(game(one))]), (str(one),))
        sleep(pause)


def test_a_client_outlives_its_connections(url: str) -> None:
    engine = open_store(url, create=False)
    with running(engine, connection_age_seconds=1, drain_seconds=1) as server:
        target = f"127.0.0.1:{server.server.port}"
        connections = count()

        def connect() -> grpc.Channel:
            next(connections)
            return grpc.insecure_channel(target, (("grpc.use_local_subchannel_pool", 1),))

        sender = Sender(batches(20, 0.25), connect, "", 30)
        got = [answered.batch.request.batch for answered in sender.answers()]
        assert got == list(range(20))
        assert next(connections) > 1
    engine.dispose()


def test_patience_ends() -> None:
    sender = Sender(batches(1, 0), lambda: grpc.insecure_channel("127.0.0.1:1"), "", 0)
    with pytest.raises(Broken):
        list(sender.answers())


def test_a_deadline_is_honoured_and_its_place_is_free(url: str) -> None:
    engine = open_store(url, create=False)
    with running(engine, max_streams=1) as server:

        def slow() -> Iterator[pb.AuditGamesRequest]:
            yield batch(1, game(1))
            sleep(3)

        with pytest.raises(grpc.RpcError) as ended:
            list(server.audit.AuditGames(slow(), timeout=1))
        assert ended.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
        waited_for(lambda: not server.server.metrics.registry.get_sample_value("auditor_streams", {"kind": "audit"}))
        assert answers(server, batch(2, game(2)))[0].complete
    engine.dispose()


@settings(max_examples=400, deadline=None)
@given(st.binary(max_size=200))
def test_whatever_comes_is_scanned_or_refused(data: bytes) -> None:
    for scan, kind in ((batch_of, pb.AuditGamesRequest), (part_of, pb.FollowGameRequest)):
        try:
            scan(data)
        except Refused:
            continue
        parsed(kind, data)  # what the scan lets pass is a message


@settings(max_examples=200, deadline=None)
@given(st.lists(st.binary(max_size=40), min_size=1, max_size=9), st.integers(0, 2**64 - 1), st.text(max_size=9))
def test_a_scan_says_what_a_message_says(games: list[bytes], number: int, variant: str) -> None:
    message = pb.AuditGamesRequest(batch=number, games=games, rules=pb.RulesChoice(variant=variant))
    scanned = batch_of(message.SerializeToString())
    assert (scanned.number, scanned.games, scanned.rules.variant) == (number, games, variant)
