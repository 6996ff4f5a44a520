"""AuditGames on a real server: what is acknowledged is in the store, the same as any other audit of the game."""

from collections.abc import Iterator
from threading import Event

import grpc
import pytest
from sqlalchemy import Engine, Table, func, select

from auditor.filing import FiledGame
from auditor.judging import RulesChoice
from auditor.service.filing_games import Cabinet
from auditor.service.judge import judge_game
from auditor.service.keeper import Keeper
from auditor.service.metrics import Metrics
from auditor.service.scanning import MAX_GAMES, MAX_MESSAGE_BYTES
from auditor.store.schema import audits, findings, games, quarantine
from auditor.v1 import audit_service_pb2 as pb
from auditor.wire import MAX_GAME_BYTES, encode_finding, encode_game
from replay.engine import audit
from replay.ruleset.loader import preset
from tests.auditor.service.running import TIMEOUT, Running, answers, batch, raw_answers, reason_of, running, waited_for
from tests.auditor.store.records import game


def rows(store: Engine, table: Table) -> int:
    with store.connect() as connection:
        return connection.scalar(select(func.count()).select_from(table)) or 0


def streams(server: Running, kind: str) -> float:
    return server.server.metrics.registry.get_sample_value("auditor_streams", {"kind": kind}) or 0


def test_what_is_acknowledged_is_stored(store: Engine) -> None:
    with running(store) as server:
        requests = iter([batch(7, game(1), game(2, faulty=True)), batch(8, game(3))])
        call = server.audit.AuditGames(requests, timeout=TIMEOUT)
        first = next(call)
        assert rows(store, games) >= 2
        second = next(call)
        assert rows(store, games) == 3
        assert list(call) == []
    assert (first.batch, first.complete, second.batch, second.complete) == (7, True, 8, True)
    faulty = first.results[1].audit
    assert (faulty.game_id, faulty.variant, faulty.rounds) == ("game0002", "tenhou", 1)
    assert [one.code for one in faulty.findings] == ["LOG004", "TRN005"]
    with store.connect() as connection:
        stored = connection.execute(select(audits).where(audits.c.id == faulty.audit_id)).one()
        assert (stored.game, stored.current, stored.errors, stored.notices) == (faulty.log_digest, True, 1, 1)
        ids = connection.scalars(select(findings.c.id).where(findings.c.audit == stored.id)).all()
    assert set(ids) == {one.id for one in faulty.findings}


def test_sending_again_changes_nothing_and_other_rules_make_another_audit(store: Engine) -> None:
    with running(store) as server:
        first = answers(server, batch(1, game(2, faulty=True)))
        assert answers(server, batch(1, game(2, faulty=True))) == first
        assert rows(store, audits) == 1
        request = batch(2, game(2, faulty=True))
        request.rules.settings.add(name="red_fives", value="[0, 0, 0]")
        (other,) = answers(server, request)
    assert rows(store, games) == 1
    assert rows(store, audits) == 2
    with store.connect() as connection:
        current = connection.scalars(select(audits.c.id).where(audits.c.current)).all()
    assert current == [other.results[0].audit.audit_id]


def test_the_same_findings_as_of_any_other_audit(server: Running) -> None:
    log = game(5, faulty=True)
    rules = preset("tenhou")
    alone = [encode_finding(one) for one in FiledGame(log, rules, audit(log, rules).findings).findings]
    (answer,) = answers(server, batch(1, log))
    sent = [one.SerializeToString(deterministic=True) for one in answer.results[0].audit.findings]
    assert sent == alone


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "MALFORMED_GAME"),
        (b"\xff\xff\xff", "MALFORMED_GAME"),
        (encode_game(game(1))[:-3], "MALFORMED_GAME"),
        (b"\x0a" * (MAX_GAME_BYTES + 1), "GAME_TOO_LARGE"),
        (encode_game(game(1)) + b"\x12\x00" * 30_000, "MALFORMED_GAME"),  # events without end
        (encode_game(game(1)) + bytes.fromhex("12060a0408011063"), "MALFORMED_GAME"),  # a tile that does not exist
    ],
    ids=["empty", "noise", "truncated", "giant", "many", "tile"],
)
def test_a_game_that_cannot_be_is_refused_and_the_others_are_audited(server: Running, data: bytes, reason: str) -> None:
    (answer,) = answers(server, batch(1, game(1), data, game(2)))
    kinds = [result.WhichOneof("result") for result in answer.results]
    assert kinds == ["audit", "refusal", "audit"]
    assert answer.results[1].refusal.reason == reason
    assert answer.results[1].refusal.message


def test_rules_that_do_not_exist_are_refused(server: Running) -> None:
    (answer,) = answers(server, batch(1, game(1), variant="tenhuo"))
    assert answer.results[0].refusal.reason == "BAD_RULES"
    assert "tenhuo" in answer.results[0].refusal.message


@pytest.mark.parametrize(
    ("data", "code", "reason"),
    [
        (b"\xff", "INVALID_ARGUMENT", "MALFORMED_REQUEST"),
        (b"\x12\x7f", "INVALID_ARGUMENT", "MALFORMED_REQUEST"),
        (b"\x10\x01", "INVALID_ARGUMENT", "MALFORMED_REQUEST"),  # games that are a number
        (b"", "INVALID_ARGUMENT", "INVALID_REQUEST"),
        (b"\x12\x00" * (MAX_GAMES + 1), "INVALID_ARGUMENT", "TOO_MANY_GAMES"),
        (b"\x12\x00" * (2 << 20), "INVALID_ARGUMENT", "TOO_MANY_GAMES"),
        (b"\x28\x00" * (1 << 20), "INVALID_ARGUMENT", "TOO_MANY_PARTS"),
        (b"\x12\x00\x1a\x01a\x1a\x01b", "INVALID_ARGUMENT", "INVALID_REQUEST"),  # two sources for a game
        (b"\x12\x00\x1a\x02\xff\xff", "INVALID_ARGUMENT", "MALFORMED_REQUEST"),
        (b"\x12\x00\x22\x03\x12\xff\x00", "INVALID_ARGUMENT", "MALFORMED_REQUEST"),  # rules
        (b"\x00" * (MAX_MESSAGE_BYTES + 1), "RESOURCE_EXHAUSTED", "MESSAGE_TOO_LARGE"),
    ],
)
def test_a_request_that_cannot_be_is_refused_with_a_reason(
    server: Running, data: bytes, code: str, reason: str
) -> None:
    with pytest.raises(grpc.RpcError) as refused:
        raw_answers(server, "AuditGames", data)
    assert reason_of(refused.value) == (grpc.StatusCode[code], reason)
    assert answers(server, batch(1, game(1)))[0].complete  # nobody else is disturbed


def test_what_the_transport_itself_refuses(server: Running) -> None:
    for data, packing, code in (
        (bytes(MAX_MESSAGE_BYTES * 2), None, grpc.StatusCode.RESOURCE_EXHAUSTED),
        (bytes(100 << 20), grpc.Compression.Gzip, grpc.StatusCode.UNIMPLEMENTED),
        (b"", grpc.Compression.Deflate, grpc.StatusCode.UNIMPLEMENTED),
    ):
        with pytest.raises(grpc.RpcError) as refused:
            raw_answers(server, "AuditGames", data, packing)
        assert refused.value.code() is code


def test_only_so_many_streams(store: Engine) -> None:
    with running(store, max_streams=1) as server:
        go = Event()

        def held() -> Iterator[pb.AuditGamesRequest]:
            yield batch(1, game(1))
            go.wait(TIMEOUT)

        call = server.audit.AuditGames(held(), timeout=TIMEOUT)
        next(call)
        with pytest.raises(grpc.RpcError) as refused:
            answers(server, batch(1, game(1)))
        assert reason_of(refused.value) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_STREAMS")
        go.set()
        assert list(call) == []
        assert answers(server, batch(2, game(2)))


def test_a_silent_stream_is_ended(store: Engine) -> None:
    with running(store, idle_seconds=1) as server:
        go = Event()

        def silent() -> Iterator[pb.AuditGamesRequest]:
            go.wait(TIMEOUT)
            yield from ()

        for method in (server.audit.AuditGames, server.audit.FollowGame):
            with pytest.raises(grpc.RpcError) as refused:
                list(method(silent(), timeout=TIMEOUT))  # type: ignore[arg-type]
            assert reason_of(refused.value) == (grpc.StatusCode.DEADLINE_EXCEEDED, "STREAM_IDLE")
        go.set()


def test_a_draining_server_answers_what_it_has_read(store: Engine) -> None:
    with running(store) as server:
        go = Event()

        def endless() -> Iterator[pb.AuditGamesRequest]:
            yield batch(1, game(1))
            go.wait(TIMEOUT)

        call = server.audit.AuditGames(endless(), timeout=TIMEOUT)
        assert next(call).complete
        server.server.drain()
        with pytest.raises(grpc.RpcError) as refused:
            next(call)
        assert reason_of(refused.value) == (grpc.StatusCode.UNAVAILABLE, "DRAINING")
        go.set()
    assert rows(store, games) == 1


def test_a_client_that_goes_away_leaves_nothing_behind(store: Engine) -> None:
    with running(store, max_streams=2) as server:
        for _ in range(6):
            call = server.audit.AuditGames(iter([batch(1, game(1))]), timeout=TIMEOUT)
            next(call)
            call.cancel()
            waited_for(lambda: not streams(server, "audit"))


def test_a_record_the_store_refuses_is_kept_for_us(store: Engine) -> None:
    verdict = judge_game(encode_game(game(1)), "night/1", RulesChoice())
    assert verdict.record is not None
    broken = verdict._replace(record=verdict.record._replace(game=verdict.record.game._replace(rounds=None)))  # type: ignore[arg-type]
    keeper = Keeper(store)
    cabinet = Cabinet(keeper, Metrics())
    (filed,) = cabinet.file([broken], [encode_game(game(1))], ["night/1"])
    told = pb.GameResult.FromString(cabinet.result(filed))
    keeper.close()
    assert told.failure.quarantine_id
    assert (rows(store, games), rows(store, quarantine)) == (0, 1)
