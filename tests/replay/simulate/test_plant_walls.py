"""As `test_plant`, under every preset, for the faults that only a wall proves; and that right walls prove nothing."""

from functools import lru_cache
from random import Random
from typing import Final

import pytest

from replay.engine import audit
from replay.gamelog import GameLog, RoundStart
from replay.ruleset.loader import PRESETS, preset
from replay.simulate.plant import faults_found, impossible, plant_by
from replay.simulate.planters import proof, record
from replay.simulate.play import play_game
from tests.replay.simulate.test_plant import found_places, label

GAMES: Final = 12
LEGAL_GAMES: Final = 60
SEEDS: Final = 3

WAYS: Final = {**proof.WAYS, **record.WAYS}


@lru_cache(maxsize=16)
def games(variant: str) -> tuple[GameLog, ...]:
    return tuple(play_game(preset(variant), seed, with_wall=True) for seed in range(GAMES))


@pytest.mark.parametrize("variant", PRESETS)
@pytest.mark.parametrize("code", sorted(WAYS))
def test_a_planted_fault_is_found_once_and_alone(variant: str, code: str) -> None:
    rules = preset(variant)
    if impossible(code, rules) is not None:
        return
    for way in WAYS[code]:
        random = Random(f"{code} {way.__qualname__}")
        left = SEEDS
        for game in games(variant):
            planted = plant_by(way, code, game, rules, random)
            if planted is not None:
                assert found_places(planted.game) == [label(planted)], planted.way
                left -= 1
                if not left:
                    break


@pytest.mark.parametrize("variant", PRESETS)
def test_every_way_finds_a_place(variant: str) -> None:
    rules = preset(variant)
    without = {
        way.__qualname__
        for code, ways in WAYS.items()
        if impossible(code, rules) is None
        for way in ways
        if not any(plant_by(way, code, game, rules, Random(2)) for game in games(variant))
    }
    assert without == ({"foreign_tile_in_the_wall"} if variant in ("tenhou", "majsoul") else set())


@pytest.mark.parametrize("variant", PRESETS)
def test_nothing_is_found_in_games_with_right_walls(variant: str) -> None:
    rules = preset(variant)
    for seed in range(LEGAL_GAMES):
        game = play_game(rules, seed, with_wall=True)
        assert all(isinstance(events[0], RoundStart) and events[0].wall for events in game.rounds)
        assert faults_found(game, rules) == []


def test_what_a_wall_proves_is_not_found_without() -> None:
    """A swapped draw that is otherwise legal shows nowhere else."""
    rules = preset("tenhou")
    for game in games("tenhou"):
        planted = plant_by(proof.draws_swapped, "WAL013", game, rules, Random(1))
        assert planted is not None
        assert [finding.code.id for finding in audit(planted.game, rules).findings] == ["WAL013"]
        assert audit(planted.game, rules, prove_walls=False).findings == ()
