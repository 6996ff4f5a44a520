"""FollowGame on a real server: findings while a game is played, and the same audit as any other at its end."""

from queue import SimpleQueue
from random import Random
from statistics import median
from time import perf_counter

import grpc
import pytest
from sqlalchemy import Engine, func, select

from auditor.service.scanning import MAX_MESSAGE_BYTES
from auditor.store.schema import games
from auditor.v1 import audit_service_pb2 as pb
from auditor.v1 import game_log_pb2
from auditor.wire import MAX_EVENTS, encode_game
from replay.gamelog import GameLog
from replay.ruleset.loader import preset
from replay.simulate.plant import plant_fault
from replay.simulate.play import play_game
from tests.auditor.service.running import TIMEOUT, Running, answers, batch, parts_of, raw_answers, reason_of, running
from tests.auditor.store.records import game


def planted(variant: str, code: str, seed: int) -> GameLog:
    """A whole game with one fault, whose end is logged."""
    rules = preset(variant)
    for number in range(seed, seed + 40):
        found = plant_fault(code, play_game(rules, number), rules, Random(number))
        if found is not None and encode_game(found.game):
            return found.game
    raise AssertionError(f"no game of {variant} has a place for {code}")


def followed(server: Running, log: GameLog, events: int) -> tuple[list[pb.FollowGameResponse], pb.GameResult]:
    """All answers, and the result in the last."""
    told = list(server.audit.FollowGame(iter(parts_of(log, events)), timeout=TIMEOUT))
    assert all(not one.HasField("result") for one in told[:-1])
    return told, told[-1].result


@pytest.mark.parametrize(
    ("variant", "code", "events"),
    [
        ("tenhou", "PAY003", 1),
        ("tenhou-sanma", "PAY003", 7),
        ("kansai", "PAY003", 1),
        ("shenzhen", "PAY013", 3),
        ("tenhou", "WIN017", 5),
        ("kansai-north", "NOR010", 9),
        ("shenzhen", "CAL018", 2),
    ],
)
def test_the_findings_of_a_game_come_while_it_is_played(server: Running, variant: str, code: str, events: int) -> None:
    log = planted(variant, code, 1)
    told, result = followed(server, log, events)
    assert result.WhichOneof("result") == "audit"
    assert answers(server, batch(1, log))[0].results[0] == result  # the same, byte for byte
    placed = [one for one in result.audit.findings if one.HasField("round_index")]
    assert code in {one.code for one in placed}
    live = [one for answer in told for one in answer.provisional]
    for one in placed:
        one.id = ""  # follows from the whole log
    assert live == placed
    sizes = [len(events) for events in log.rounds]
    for answer in told:
        for one in answer.provisional:
            place = sum(sizes[: one.round_index]) + one.event_index + 1
            assert place <= answer.events < place + events


def test_findings_come_soon(server: Running) -> None:
    log = planted("tenhou", "TRN005", 1)
    sent: SimpleQueue[pb.FollowGameRequest | None] = SimpleQueue()
    call = server.audit.FollowGame(iter(sent.get, None), timeout=TIMEOUT)
    seconds: list[float] = []
    for part in parts_of(log):
        begun = perf_counter()
        sent.put(part)
        told = next(call)
        if not told.HasField("result"):  # the audit of the whole takes longer
            seconds.append(perf_counter() - begun)
    sent.put(None)
    # There and back it is 0.3 ms where nothing else runs; other tests may be running.
    assert median(seconds) < 0.05


def test_a_broken_stream_commits_nothing(store: Engine) -> None:
    with running(store) as server:
        call = server.audit.FollowGame(iter(parts_of(game(1), 4)), timeout=TIMEOUT)
        assert [answer.HasField("result") for answer in call] == [False] * 6
    with store.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(games)) == 0


HEADER, *EVENTS = parts_of(game(1))
START = EVENTS[0]
UNKNOWN_TILE = game_log_pb2.GameEvent.FromString(bytes.fromhex("0a0408011063"))


@pytest.mark.parametrize(
    ("requests", "reason"),
    [
        ([START], "INVALID_REQUEST"),
        ([HEADER, HEADER], "INVALID_REQUEST"),
        ([HEADER, EVENTS[1]], "MALFORMED_GAME"),
        ([HEADER, START, pb.FollowGameRequest(events=[UNKNOWN_TILE])], "MALFORMED_GAME"),
        ([HEADER, START, pb.FollowGameRequest(events=[game_log_pb2.GameEvent()])], "MALFORMED_GAME"),
        ([HEADER, START, pb.FollowGameRequest(rules=pb.RulesChoice(variant="tenhou"))], "INVALID_REQUEST"),
        ([pb.FollowGameRequest(header=HEADER.header, rules=pb.RulesChoice(variant="nope"))], "BAD_RULES"),
        ([pb.FollowGameRequest(header=HEADER.header, rules=pb.RulesChoice(variant="x", rules="y"))], "INVALID_REQUEST"),
        (
            [HEADER, START, *[pb.FollowGameRequest(events=[EVENTS[1].events[0]] * 5000)] * (MAX_EVENTS // 5000)],
            "TOO_MANY_EVENTS",
        ),
        ([HEADER, START, pb.FollowGameRequest(events=[START.events[0]] * 4000)], "GAME_TOO_LARGE"),
    ],
)
def test_a_part_that_cannot_be_is_refused_with_a_reason(
    server: Running, requests: list[pb.FollowGameRequest], reason: str
) -> None:
    with pytest.raises(grpc.RpcError) as refused:
        list(server.audit.FollowGame(iter(requests), timeout=TIMEOUT))
    assert reason_of(refused.value) == (grpc.StatusCode.INVALID_ARGUMENT, reason)


def test_the_place_of_what_is_malformed_is_that_in_the_game(server: Running) -> None:
    requests = [HEADER, START, EVENTS[1], EVENTS[2], pb.FollowGameRequest(events=[EVENTS[3].events[0], UNKNOWN_TILE])]
    with pytest.raises(grpc.RpcError) as refused:
        list(server.audit.FollowGame(iter(requests), timeout=TIMEOUT))
    assert "round 0, event 4" in str(refused.value.details())


def test_a_game_goes_no_further_than_its_end(server: Running) -> None:
    log = play_game(preset("tenhou"), 5)
    *parts, last = parts_of(log, 100)
    with pytest.raises(grpc.RpcError) as refused:
        list(server.audit.FollowGame(iter([*parts, last, START]), timeout=TIMEOUT))
    assert reason_of(refused.value)[1] == "INVALID_REQUEST"


def test_a_game_without_known_rules_is_followed_to_its_end(server: Running) -> None:
    log = play_game(preset("tenhou"), 6)
    log.header = log.header.__class__("no-rules", 4)
    told, result = followed(server, log, 50)
    assert not any(answer.provisional for answer in told)
    assert (result.audit.variant, result.audit.findings[0].code) == ("", "LOG002")


def test_an_oversized_part(server: Running) -> None:
    with pytest.raises(grpc.RpcError) as refused:
        raw_answers(server, "FollowGame", bytes(MAX_MESSAGE_BYTES + 1))
    assert reason_of(refused.value) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "MESSAGE_TOO_LARGE")
