"""The genuine Mahjong Soul records: read whole, and right by the rules they state but for a test room's wall."""

import json
import tarfile
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final

import pytest

from auditor import wire
from replay.engine import audit
from replay.findings import Finding
from replay.formats.majsoul import looks_like, read
from replay.formats.native_file import read_paifu
from replay.gamelog import Event, FuritenFlag, GameLog, Indicator, LogError, Offer, OfferKind, RoundEnd, RoundStart, Win
from replay.ruleset.choose import choose
from replay.ruleset.loader import preset
from replay.simulate.plant import WAYS, faults_found, impossible, plant_by

LOGS: Final = Path(__file__).parents[4] / "shared" / "logs" / "others.tar.gz"

WHOLE: Final = "9002b26eb303"  # JSON of a ranked game
BYTES: Final = "0b35316f74ec"  # protobuf bytes made to be shown around
TEST_ROOM: Final = "5b43d9dab94a"


@lru_cache(maxsize=4)
def source(name: str) -> bytes:
    """The record. Skips when it is not there."""
    if not LOGS.exists():
        pytest.skip("others.tar.gz is not in ../shared/logs")
    with tarfile.open(LOGS) as members:
        for member in members:
            content = members.extractfile(member)
            if content is not None and member.name.endswith(f"majsoul4p/{name}.json"):
                return content.read()
    raise AssertionError(f"{name} is not in others.tar.gz")


@lru_cache(maxsize=4)
def game(name: str) -> GameLog:
    data = source(name)
    assert looks_like(data[:4096])
    return read(data, sha256(data).hexdigest())


def findings(log: GameLog) -> list[Finding]:
    return list(audit(log, choose(log.header, None, None, ())).findings)


def told(log: GameLog) -> list[tuple[str, int | None, int | None]]:
    return [(finding.code.id, finding.round_index, finding.event_index) for finding in findings(log)]


def event_counts(log: GameLog) -> dict[str, int]:
    return Counter(type(event).__name__ for events in log.rounds for event in events)


def test_a_whole_record() -> None:
    log = game(WHOLE)
    assert log.failure is None
    assert log.remarks == []
    assert (log.header.variant, log.header.overrides, log.header.start_points) == ("majsoul", (), None)
    assert event_counts(log) == {
        "RoundStart": 9,
        "Draw": 388,
        "Discard": 408,
        "Chi": 8,
        "Pon": 15,
        "Riichi": 7,
        "RiichiAccepted": 6,
        "Offer": 489,
        "FuritenFlag": 8,
        "Win": 8,
        "RoundDrawn": 1,
        "RoundEnd": 8,
        "GameEnd": 1,
    }
    assert findings(log) == []


def test_walls_and_their_commitments() -> None:
    """The walls begin after the deal; the MD5 of each is right, and that of another is found."""
    starts = [events[0] for events in game(WHOLE).rounds]
    assert all(isinstance(start, RoundStart) and start.wall and start.commitment for start in starts)
    assert {len(start.wall or ()) for start in starts if isinstance(start, RoundStart)} == {83}
    found = told(exchanged(game(WHOLE)))
    assert [code for code, _, event in found if event == 0] == ["WAL016"] * 9


def exchanged(log: GameLog) -> GameLog:
    """The record with the wall of each round two tiles of the live part exchanged."""
    data = json.loads(source(WHOLE))
    for action in data["data"]["data"]["actions"]:
        record = action.get("result", {})
        if record.get("name") == ".lq.RecordNewRound":
            wall = record["data"]["paishan"]
            first = wall[:2]
            other = next(at for at in range(2, len(wall), 2) if wall[at : at + 2] != first)
            record["data"]["paishan"] = wall[other : other + 2] + wall[2:other] + first + wall[other + 2 :]
    return read(json.dumps(data).encode(), log.header.source_digest)


def test_offers_are_of_the_numbers_that_are_known() -> None:
    offered = {
        kind for events in game(WHOLE).rounds for event in events if isinstance(event, Offer) for kind in event.kinds
    }
    assert offered == {
        OfferKind.DISCARD,
        OfferKind.CHI,
        OfferKind.PON,
        OfferKind.CONCEALED_KAN,
        OfferKind.OPEN_KAN,
        OfferKind.RIICHI,
        OfferKind.TSUMO,
        OfferKind.RON,
    }


def test_bytes_that_leave_much_out() -> None:
    log = game(BYTES)
    assert log.failure is None
    assert (log.header.variant, log.header.recorded_offers, log.header.furiten_flags) == ("majsoul", (), False)
    assert event_counts(log) == {
        "RoundStart": 9,
        "Draw": 475,
        "Discard": 481,
        "Chi": 4,
        "Pon": 7,
        "Kan": 2,
        "Riichi": 13,
        "RiichiAccepted": 13,
        "Win": 9,
    }
    assert told(log) == [
        ("LOG004", None, None),  # no final result
        ("LOG007", None, None),  # when deposits were paid
        ("LOG010", None, None),  # what wins are worth
        ("LOG010", 3, 64),  # the indicators of two kans
        ("LOG010", 6, 66),
    ]


def test_hands_that_are_left_out_are_complete() -> None:
    wins = [event for events in game(BYTES).rounds for event in events if isinstance(event, Win)]
    assert all(len(win.hand) % 3 == 2 for win in wins)


def test_a_test_room() -> None:
    """Its wall is made up: one finding, and none of it elsewhere."""
    log = game(TEST_ROOM)
    assert log.failure is None
    assert event_counts(log) == {
        "RoundStart": 1,
        "Draw": 1,
        "Riichi": 1,
        "Discard": 1,
        "Offer": 4,
        "FuritenFlag": 3,
        "Win": 3,
        "RoundEnd": 1,
        "GameEnd": 1,
    }
    assert told(log) == [("LOG006", None, None), ("WAL017", 0, 0)]


@pytest.mark.parametrize("name", [WHOLE, BYTES, TEST_ROOM])
def test_a_converted_log_has_the_same_findings(name: str) -> None:
    log = game(name)
    (again,) = read_paifu(wire.write_paifu([log]))
    assert isinstance(again, GameLog)
    assert again == log
    assert findings(again) == findings(log)
    assert wire.from_json(wire.to_json(log)) == log


@pytest.mark.parametrize("name", [BYTES, TEST_ROOM, WHOLE])
def test_cut_off(name: str) -> None:
    """Every round before the cut is that of the whole record, and nothing is found in it that was not."""
    data, whole = source(name), game(name)
    for cut in range(0, len(data) - 1, 5000 if len(data) > 10_000 else 10):
        try:
            log = read(data[:cut], whole.header.source_digest)
        except LogError:
            assert cut < 400
            continue
        assert log.failure is not None
        assert log.rounds[:-1] == whole.rounds[: max(len(log.rounds) - 1, 0)]
        if log.rounds:
            audit(log, choose(log.header, None, None, ()))


@pytest.mark.parametrize("name", [BYTES, TEST_ROOM, WHOLE])
def test_damaged(name: str) -> None:
    random = Random(name)
    data = source(name)
    for _ in range(25):
        damaged = bytearray(data)
        for _ in range(random.randint(1, 3)):
            damaged[random.randrange(len(damaged))] = random.choice(b'0123456789abcdefmpsz"{}[],:\xff')
        try:
            log = read(bytes(damaged), "00" * 32)
        except LogError:
            continue
        if log.rounds:
            audit(log, choose(log.header, "majsoul" if log.header.seats == 4 else "majsoul-sanma", None, ()))


# Faults planted in the genuine games

UNPROVEN: Final = {"WAL012"}  # not proven by a wall that begins after the deal


def plain(log: GameLog) -> GameLog:
    """The log without what planting does not carry on: offers and flags, scores after a win, commitments."""
    rounds: list[list[Event]] = []
    for start, *events in log.rounds:
        assert isinstance(start, RoundStart)
        kept = [event for event in events if not isinstance(event, (Offer, FuritenFlag, RoundEnd))]
        rounds.append([replace(start, commitment=None), *kept])
    return GameLog(replace(log.header, recorded_offers=(), furiten_flags=False), rounds, log.remarks)


@pytest.mark.parametrize("code", sorted(WAYS))
def test_planted_faults_are_found_once_and_alone(code: str) -> None:
    log, rules = plain(game(WHOLE)), preset("majsoul")
    if impossible(code, rules) is not None or code in UNPROVEN:
        return
    some = False
    for way in WAYS[code]:
        random = Random(f"{code} {way.__qualname__}")
        for _ in range(2):
            planted = plant_by(way, code, log, rules, random)
            if planted is None:
                break
            some = True
            found = [(one.code.id, one.round_index, one.event_index) for one in faults_found(planted.game, rules)]
            assert found == [(code, planted.round_index, planted.event_index)], planted.way
    if not some:
        pytest.skip(f"no place for {code} in this game")  # 15 of 120


def test_indicators_are_where_the_kans_are() -> None:
    """None of the games with indicators stated has a kan."""
    assert not any(
        isinstance(event, Indicator) for name in (WHOLE, BYTES) for events in game(name).rounds for event in events
    )
