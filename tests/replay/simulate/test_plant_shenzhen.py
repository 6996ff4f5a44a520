"""One fault is planted in a legal Shenzhen game, in every way there is: the engine finds it, once, where it belongs."""

from functools import lru_cache
from random import Random
from typing import Final

import pytest

from auditor.wire import decode_game, encode_game
from replay.gamelog import GameLog
from replay.ruleset.loader import preset
from replay.simulate.plant import PROVEN_BY_WALLS, SHENZHEN_WAYS, impossible, plant_by, plant_fault, verdict
from replay.simulate.planters.scene import Way
from replay.simulate.play import play_games

RULES: Final = preset("shenzhen")
GAMES: Final = 60
FAULTS: Final = 2
"""Planted in each way; `make faults` plants 200 of each code."""

RARE: Final = frozenset({"added_kan_on_empty_wall", "open_kan_lost", "own_act_lost", "kan_twice", "kan_lost"})
"""Ways that find no place: the kong's payment in the log gives it away, or the games have no such moment."""
SOMETIMES: Final = frozenset({"robbed_kong_paid"})
"""Ways that find a place in one game of fifty."""
OF_REDS: Final = frozenset({"claim_of_other_colour", "meld_tile_altered", "colour_confused"})
"""Ways that need red fives."""


@lru_cache(maxsize=2)
def games(*, with_wall: bool) -> tuple[GameLog, ...]:
    return tuple(play_games(RULES, GAMES, 4, with_wall=with_wall))


def name(way: Way) -> str:
    return way.__qualname__.partition(".")[0]


WAYS: Final = [
    (code, way)
    for code, ways in sorted(SHENZHEN_WAYS.items())
    if impossible(code, RULES) is None
    for way in ways
    if name(way) not in RARE | OF_REDS
]


@pytest.mark.parametrize(("code", "way"), WAYS, ids=[f"{code} {name(way)}" for code, way in WAYS])
def test_a_planted_fault_is_found_once_and_alone(code: str, way: Way) -> None:
    random = Random(f"{code} {name(way)}")
    planted = 0
    for game in games(with_wall=code in PROVEN_BY_WALLS):
        fault = plant_by(way, code, game, RULES, random)
        if fault is not None:
            assert verdict(fault, RULES) == "found", (fault.round_index, fault.event_index, fault.seat)
            assert decode_game(encode_game(fault.game)) == fault.game
            planted += 1
            if planted == FAULTS:
                break
    assert planted or name(way) in SOMETIMES


def test_what_belongs_to_riichi_is_not_planted() -> None:
    for code in ("NOR001", "RII001", "FUR001", "WIN010", "PAY009", "WAL006", "END003"):
        with pytest.raises(ValueError, match="not of the shenzhen family"):
            plant_fault(code, games(with_wall=False)[0], RULES, Random(1))
    for code in ("FUR004", "PAY012", "PAY017"):
        assert impossible(code, preset("tenhou")) == "it is not of the riichi family"
