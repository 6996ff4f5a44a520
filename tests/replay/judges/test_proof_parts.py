"""Walls that are recorded from the first draw on, and commitments to the wall of one round."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Final

import pytest

from replay.engine import audit
from replay.gamelog import Draw, Event, GameLog, RoundStart, WallCommitment, Win
from replay.ruleset.loader import preset
from replay.simulate.plant import Planted, faults_found, plant_by
from replay.simulate.planters import proof
from replay.simulate.planters.scene import Way
from replay.simulate.play import play_game
from replay.tiles import TEXT_OF
from tests.replay.simulate.test_plant import label

PART: Final = {"majsoul": 83, "majsoul-sanma": 68, "tenhou": 83, "kansai-north": 68}
GAMES: Final = 8
SEEDS: Final = 3


@lru_cache(maxsize=8)
def games(variant: str) -> tuple[GameLog, ...]:
    """Legal games whose walls are recorded from the dealer's second draw or another seat's first on."""
    return tuple(cut(play_game(preset(variant), seed, with_wall=True), PART[variant]) for seed in range(GAMES))


def cut(game: GameLog, tiles: int) -> GameLog:
    rounds = []
    for events in game.rounds:
        start = events[0]
        assert isinstance(start, RoundStart)
        assert start.wall is not None
        rounds.append([replace(start, wall=start.wall[:tiles]), *events[1:]])
    return GameLog(game.header, rounds, list(game.remarks))


def start_of(game: GameLog) -> RoundStart:
    start = game.rounds[0][0]
    assert isinstance(start, RoundStart)
    return start


def wall_of(game: GameLog) -> tuple[int, ...]:
    wall = start_of(game).wall
    assert wall is not None
    return wall


def with_first(game: GameLog, *events: Event) -> GameLog:
    """The game with these events in place of the first of its first round."""
    return GameLog(game.header, [[*events, *game.rounds[0][len(events) :]], *game.rounds[1:]])


def found(game: GameLog, variant: str) -> list[tuple[str, int | None, int | None]]:
    findings = audit(game, preset(variant)).findings
    return [
        (finding.code.id, finding.round_index, finding.event_index)
        for finding in findings
        if finding.severity.value != "notice"
    ]


@pytest.mark.parametrize("variant", PART)
def test_nothing_is_found_in_games_with_right_walls(variant: str) -> None:
    for game in games(variant):
        assert faults_found(game, preset(variant)) == []


PROVEN: Final = {code: ways for code, ways in proof.WAYS.items() if code in ("WAL013", "WAL014", "WAL015")}


@pytest.mark.parametrize("variant", PART)
@pytest.mark.parametrize("code", sorted(PROVEN))
def test_draws_replacements_indicators_and_ura_are_proven(variant: str, code: str) -> None:
    planted_ways = 0
    for way in PROVEN[code]:
        random = Random(f"{code} {way.__qualname__}")
        left = SEEDS
        for planted in _planted(way, code, variant, random):
            assert found(planted.game, variant) == [label(planted)[:3]], planted.way
            planted_ways += 1
            left -= 1
            if not left:
                break
    assert planted_ways


def _planted(way: Way, code: str, variant: str, random: Random) -> Iterator[Planted]:
    for game in games(variant):
        planted = plant_by(way, code, game, preset(variant), random)
        if planted is not None:
            yield planted


@pytest.mark.parametrize("variant", PART)
def test_the_dealers_first_tile_is_what_deal_and_record_lack(variant: str) -> None:
    for game in games(variant):
        drawn = game.rounds[0][1]
        assert isinstance(drawn, Draw)
        other = next(code for code in wall_of(game)[20:] if code != drawn.tile)
        assert ("WAL013", 0, 1) in found(with_first(game, start_of(game), replace(drawn, tile=other)), variant)


@pytest.mark.parametrize("variant", PART)
def test_another_tile_dealt_shows_as_one_too_many(variant: str) -> None:
    """The round has one fault: the seat's hand is not known, and what it does with it is no other."""
    for game in games(variant):
        start, drawn = game.rounds[0][:2]
        assert isinstance(start, RoundStart)
        assert isinstance(drawn, Draw)
        hands = [list(hand) for hand in start.hands]
        hands[1][0] = next(code for code in wall_of(game)[20:] if code not in hands[1] and code != drawn.tile)
        changed = with_first(game, replace(start, hands=tuple(map(tuple, hands))))
        assert found(changed, variant) == [("WAL017", 0, 0)]


def test_a_made_up_deal_is_one_fault() -> None:
    game = games("majsoul")[0]
    codes = found(with_first(game, replace(start_of(game), hands=((27,) * 13,) * 4)), "majsoul")
    assert codes[0] == ("WAL017", 0, 0)
    assert "WAL003" not in [code for code, _, _ in codes]


# Commitments to one round's wall


def committed(game: GameLog, algorithm: str, text: str, salt: str = "") -> GameLog:
    digest = hashlib.new(algorithm.partition("-")[0], text.encode()).hexdigest()
    return with_first(game, replace(start_of(game), commitment=WallCommitment(algorithm, digest, "", salt)))


def dealt(game: GameLog) -> str:
    return "".join(TEXT_OF[code] for code in reversed(wall_of(game)))


@pytest.mark.parametrize("algorithm", ["md5-majsoul", "sha256-majsoul", "sha256-riichi-city"])
@pytest.mark.parametrize("whole", [True, False])
def test_a_round_commitment_is_checked(algorithm: str, whole: bool) -> None:
    game = play_game(preset("majsoul"), 5, with_wall=True) if whole else games("majsoul")[5]
    text = dealt(game)
    assert found(committed(game, algorithm, text), "majsoul") == []
    assert found(committed(game, algorithm, text[2:] + text[:2]), "majsoul") == [("WAL016", 0, 0)]


@pytest.mark.parametrize("text", ["{salt}{wall}", "{wall}{salt}"])
def test_a_salt_stands_before_or_after(text: str) -> None:
    game = games("majsoul")[0]
    hashed = text.format(salt="grain", wall=dealt(game))
    assert found(committed(game, "sha256-majsoul", hashed, "grain"), "majsoul") == []
    assert found(committed(game, "sha256-majsoul", hashed, "sugar"), "majsoul") == [("WAL016", 0, 0)]


def test_an_exchanged_wall_is_one_fault() -> None:
    """A wall that was exchanged says nothing about the draws."""
    game = games("majsoul")[0]
    whole = committed(game, "md5-majsoul", dealt(game))
    exchanged = with_first(whole, replace(start_of(whole), wall=wall_of(whole)[::-1]))
    assert found(exchanged, "majsoul") == [("WAL016", 0, 0)]


@pytest.mark.parametrize(
    "commitment", [None, WallCommitment("md5-majsoul"), WallCommitment("another", "00"), WallCommitment("md5", "00")]
)
def test_what_is_no_digest_of_the_wall_proves_nothing(commitment: WallCommitment | None) -> None:
    game = games("majsoul")[0]
    assert found(with_first(game, replace(start_of(game), commitment=commitment)), "majsoul") == []


def test_ura_are_those_of_the_record() -> None:
    """There are riichi winners among the games, or the test above shows nothing."""
    assert any(
        isinstance(event, Win) and event.ura_indicators
        for variant in PART
        for game in games(variant)
        for events in game.rounds
        for event in events
    )
