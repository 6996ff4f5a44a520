"""The genuine mjai logs there are: what can be read of each, and by which preset it is without a fault."""

import random
import tarfile
from collections import Counter
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final

import pytest

from auditor.wire import decode_game, encode_game
from replay.catalogue import CATALOGUE
from replay.engine import audit
from replay.findings import Severity
from replay.formats.mjai import looks_like, read
from replay.gamelog import GameLog, LogError, RemarkKind, RoundStart, Win
from replay.ruleset.choose import NoRuleset, choose
from replay.simulate.plant import faults_found, impossible, plant_fault

LOGS = Path(__file__).parents[4] / "shared" / "logs"

RIICHI: Final = (
    "0228469d35ad",
    "13310d752fe4",
    "263ba43cfd80",
    "405562f2cceb",
    "42a42a4b8faa",
    "455841a1ff78",
    "508ebc1c69a0",
    "6fcd1e79aead",
)
"""Four players, by Tenhou's rules."""
OTHER_RIICHI: Final = "68fed1812eeb"
"""Of a program that knows no ippatsu, turns an indicator after the discard, and loses the last deposit."""
WITHOUT_SCORES: Final = "0859f3bfe381"
"""Of the oldest dialect: its rounds state neither wind nor hands nor scores."""


@cache
def sources(folder: str) -> dict[str, str]:
    """The texts of the logs by their names. Skips when they are not there."""
    path = LOGS / "others.tar.gz"
    if not path.exists():
        pytest.skip("others.tar.gz is not in ../shared/logs")
    found = {}
    with tarfile.open(path) as members:
        for member in members:
            content = members.extractfile(member)
            if content is not None and folder in member.name.split("/") and member.name.endswith(".jsonl"):
                found[Path(member.name).stem] = content.read().decode()
    return found


def game_of(text: str) -> GameLog:
    assert looks_like(text[:4096])
    return read(text, sha256(text.encode()).hexdigest())


def faults(game: GameLog, variant: str) -> list[str]:
    """The codes of all errors and warnings."""
    report = audit(game, choose(game.header, variant, None, ()))
    return [finding.code.id for finding in report.findings if finding.severity is not Severity.NOTICE]


def test_none_states_its_variant() -> None:
    for text in (*sources("mjai3p").values(), *sources("mjai4p").values()):
        with pytest.raises(NoRuleset):
            choose(game_of(text).header, None, None, ())


def test_three_players() -> None:
    (game,) = [game_of(text) for text in sources("mjai3p").values()]
    assert game.failure is None
    assert Counter(type(event).__name__ for events in game.rounds for event in events) == {
        "RoundStart": 2,
        "Draw": 54,
        "Discard": 55,
        "Pon": 5,
        "Kan": 3,
        "Indicator": 3,
        "North": 2,
        "Win": 2,
    }
    wins = [event for event in game.rounds[0] if isinstance(event, Win)]
    assert [(win.seat, win.from_seat, win.points) for win in wins] == [(0, 2, 12_000), (1, 2, 16_000)]
    assert faults(game, "tenhou-sanma") == []
    # Two rons on a North: where only the nearest wins, or the yaku of a robbed kan counts, that is otherwise.
    assert faults(game, "kansai") != []


@pytest.mark.parametrize("name", RIICHI)
def test_four_players(name: str) -> None:
    game = game_of(sources("mjai4p")[name])
    assert game.failure is None
    assert game.remarks == []
    assert faults(game, "tenhou") == []


def test_how_much_they_hold() -> None:
    games = [game_of(sources("mjai4p")[name]) for name in RIICHI]
    assert sum(len(game.rounds) for game in games) == 55
    assert sum(game.events for game in games) == 5411
    wins = [event for game in games for events in game.rounds for event in events if isinstance(event, Win)]
    assert len(wins) == 47
    assert [win.deltas is None for win in wins].count(True) == 5


def test_a_program_with_other_rules() -> None:
    game = game_of(sources("mjai4p")[OTHER_RIICHI])
    assert game.failure is None
    assert faults(game, "tenhou") == ["WIN014", "WIN014", "WAL006", "PAY008"]


def test_a_dialect_that_states_too_little() -> None:
    game = game_of(sources("mjai4p")[WITHOUT_SCORES])
    assert str(game.failure) == "line 2, start_kyoku, tehais: a list is expected, not nothing"
    assert game.rounds == []


def test_games_that_are_no_riichi() -> None:
    """Eight games by the Chinese official rules, from the same programs: remarked on, and no preset fits."""
    others = set(sources("mjai4p")) - {*RIICHI, OTHER_RIICHI, WITHOUT_SCORES}
    assert len(others) == 8
    for name in others:
        game = game_of(sources("mjai4p")[name])
        assert game.failure is None
        assert [remark.kind for remark in game.remarks] == [RemarkKind.UNKNOWN_RULES]
        assert all(isinstance(events[0], RoundStart) and not events[0].indicators for events in game.rounds)
        assert faults(game, "tenhou") != []


def test_a_written_game_has_the_same_findings() -> None:
    for name in (*RIICHI, OTHER_RIICHI):
        game = game_of(sources("mjai4p")[name])
        again = decode_game(encode_game(game))
        assert (again.header, again.rounds) == (game.header, game.rounds)
        assert faults(again, "tenhou") == faults(game, "tenhou")


def test_faults_planted_in_genuine_games_are_found() -> None:
    games = [game_of(sources("mjai4p")[name]) for name in ("0228469d35ad", "405562f2cceb", "455841a1ff78")]
    planted = 0
    for code in CATALOGUE:
        game = games[planted % len(games)]
        rules = choose(game.header, "tenhou", None, ())
        try:
            if impossible(code.id, rules) is not None:
                continue
        except ValueError:  # of Shenzhen alone, and planted there only
            continue
        fault = plant_fault(code.id, game, rules, Random(code.id))
        if fault is None:
            continue
        found = [
            (finding.code.id, finding.round_index, finding.event_index, finding.seat)
            for finding in faults_found(fault.game, rules)
        ]
        assert found == [(fault.code, fault.round_index, fault.event_index, fault.seat)], fault.way
        planted += 1
    assert planted > 60


def test_cut_off_anywhere() -> None:
    """Every text is refused or read up to the cut."""
    text = sources("mjai4p")["42a42a4b8faa"]
    whole = game_of(text)
    audited = 0
    for cut in range(10, len(text), 10):
        if not looks_like(text[:cut]):
            with pytest.raises(LogError, match="not an mjai log"):
                read(text[:cut], "0" * 64)
            continue
        game = read(text[:cut], "0" * 64)
        if game.failure is not None:
            assert game.failure.reason == "the log is cut off"
        for index, events in enumerate(game.rounds):
            assert events == whole.rounds[index][: len(events)]
        if game.events >= audited + 40:
            audited = game.events
            assert faults(game, "tenhou") == (["LOG001"] if game.failure is not None else [])


def test_damaged_bytes() -> None:
    text = sources("mjai4p")["42a42a4b8faa"]
    rng = random.Random(13)
    for _ in range(40):
        damaged = list(text)
        for _ in range(rng.randint(1, 4)):
            damaged[rng.randrange(len(text))] = rng.choice('0123456789{}[]",:mps\\-. \n')
        try:
            game = read("".join(damaged), "0" * 64)
        except LogError:
            continue
        if game.rounds and game.header.seats == 4:
            faults(game, "tenhou")
