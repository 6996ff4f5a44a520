"""All the genuine tenhou.net/6 logs there are: read whole, and without a fault by the rules they state."""

import tarfile
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from replay.engine import audit
from replay.findings import Severity
from replay.formats.tenhou_json import looks_like, read
from replay.gamelog import GameLog, Indicator, RemarkKind, RiichiAccepted
from replay.ruleset.choose import NoRuleset, choose

LOGS = Path(__file__).parents[4] / "shared" / "logs"


def logs(archive: str, folder: str) -> list[GameLog]:
    """Every tenhou.net/6 log below a folder of an archive. Skips when it is not there."""
    path = LOGS / archive
    if not path.exists():
        pytest.skip(f"{archive} is not in ../shared/logs")
    found = []
    with tarfile.open(path) as members:
        for member in members:
            content = members.extractfile(member)
            if content is None or not member.name.endswith(".json") or folder not in member.name.split("/"):
                continue
            data = content.read()
            assert looks_like(data[:4096].decode(errors="replace"))
            found.append(read(data.decode(), sha256(data).hexdigest()))
    assert [game.failure for game in found if game.failure is not None] == []
    return found


def event_counts(games: list[GameLog]) -> Counter[str]:
    return Counter(type(event).__name__ for game in games for events in game.rounds for event in events)


def remark_counts(games: list[GameLog]) -> Counter[RemarkKind]:
    return Counter(remark.kind for game in games for remark in game.remarks)


def faults(game: GameLog, variant: str | None = None) -> list[str]:
    """The codes of all errors and warnings."""
    report = audit(game, choose(game.header, variant, None, ()))
    return [finding.code.id for finding in report.findings if finding.severity is not Severity.NOTICE]


def test_three_player_logs() -> None:
    games = logs("tenhou3p.tar.gz", "tenhou3p")
    assert [(game.header.seats, game.header.variant) for game in games] == [(3, "tenhou-sanma")]
    assert event_counts(games) == {
        "RoundStart": 7,
        "Draw": 209,
        "Discard": 201,
        "Pon": 8,
        "North": 14,
        "Riichi": 5,
        "RiichiAccepted": 5,
        "Win": 7,
        "GameEnd": 1,
    }
    assert [faults(game) for game in games] == [[]]


def test_four_player_logs() -> None:
    games = logs("tenhou4p.tar.gz", "tenhou4p")
    assert len(games) == 27
    assert Counter(game.header.variant for game in games) == {"tenhou": 26, "": 1}
    assert event_counts(games) == {
        "RoundStart": 192,
        "Draw": 9006,
        "Discard": 9289,
        "Chi": 140,
        "Pon": 239,
        "Kan": 31,
        "Indicator": 26,
        "Riichi": 151,
        "RiichiAccepted": 149,
        "Win": 156,
        "RoundDrawn": 37,
        "GameEnd": 9,
    }
    assert remark_counts(games) == {RemarkKind.INFERRED_ORDER: 22, RemarkKind.DISCONNECTED: 2}
    for game in games:
        if game.header.variant:
            assert faults(game) == []
    # One states no rules; by Tenhou's it is without a fault.
    (silent,) = [game for game in games if not game.header.variant]
    with pytest.raises(NoRuleset):
        choose(silent.header, None, None, ())
    assert faults(silent, "tenhou") == []


def test_excerpts_of_another_platform() -> None:
    games = logs("others.tar.gz", "majsoul_tenhou6_3p")
    assert [(game.header.seats, game.header.variant, game.header.platform) for game in games] == [
        (3, "majsoul-sanma", "majsoul")
    ] * 2
    assert [faults(game) for game in games] == [[], []]
    # By Tenhou's rules all but the final results is right.
    assert [faults(game, "tenhou-sanma") for game in games] == [["PAY009"]] * 2


def test_what_is_inferred_is_marked() -> None:
    for game in logs("tenhou4p.tar.gz", "tenhou4p"):
        inferred = [
            event.inferred
            for events in game.rounds
            for event in events
            if isinstance(event, (Indicator, RiichiAccepted))
        ]
        assert all(inferred)
        assert [remark.kind for remark in game.remarks].count(RemarkKind.INFERRED_ORDER) == (1 if inferred else 0)
