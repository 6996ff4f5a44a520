"""All the genuine Tenhou XML logs there are: read whole, every physical tile where it should be."""

import tarfile
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from replay.formats.tenhou_xml import looks_like, read
from replay.gamelog import GameLog, RemarkKind

LOGS = Path(__file__).parents[4] / "shared" / "logs"


def logs(archive: str) -> list[GameLog]:
    """Every XML log of an archive. Skips when it is not there."""
    path = LOGS / archive
    if not path.exists():
        pytest.skip(f"{archive} is not in ../shared/logs")
    found = []
    with tarfile.open(path) as members:
        for member in members:
            content = members.extractfile(member)
            if content is None or not member.name.endswith(".xml"):
                continue
            data = content.read()
            assert looks_like(data[:200].decode())
            found.append(read(data.decode(), sha256(data).hexdigest()))
    return found


def event_counts(games: list[GameLog]) -> Counter[str]:
    return Counter(type(event).__name__ for game in games for events in game.rounds for event in events)


def remark_counts(games: list[GameLog]) -> Counter[RemarkKind]:
    return Counter(remark.kind for game in games for remark in game.remarks)


def test_three_player_logs() -> None:
    games = logs("tenhou3p.tar.gz")
    assert [game.failure for game in games if game.failure is not None] == []
    assert len(games) == 252
    assert {(game.header.seats, game.header.variant) for game in games} == {(3, "tenhou-sanma")}
    assert remark_counts(games) == {RemarkKind.DISCONNECTED: 11}
    assert event_counts(games) == {
        "RoundStart": 2285,
        "Draw": 77_618,
        "Discard": 72_763,
        "Pon": 2158,
        "Kan": 237,
        "North": 5756,
        "Riichi": 1665,
        "RiichiAccepted": 1597,
        "Indicator": 229,
        "Win": 1942,
        "RoundDrawn": 352,
        "GameEnd": 252,
    }


def test_four_player_logs() -> None:
    games = logs("tenhou4p.tar.gz")
    assert [game.failure for game in games if game.failure is not None] == []
    assert len(games) == 563
    assert {(game.header.seats, game.header.variant) for game in games} == {(4, "tenhou")}
    # One table has a GO type of its own, and chips.
    assert remark_counts(games) == {RemarkKind.DISCONNECTED: 42, RemarkKind.UNKNOWN_RULES: 1}
    assert event_counts(games) == {
        "RoundStart": 5391,
        "Draw": 250_083,
        "Discard": 257_988,
        "Chi": 4323,
        "Pon": 5951,
        "Kan": 457,
        "Riichi": 3924,
        "RiichiAccepted": 3799,
        "Indicator": 448,
        "Win": 4564,
        "RoundDrawn": 850,
        "GameEnd": 557,
    }
