"""As `test_plant`, for what the platform shows its players: offers and flags of furiten."""

from functools import lru_cache
from random import Random
from typing import Final

import pytest

from replay.gamelog import GameLog
from replay.ruleset.loader import preset
from replay.simulate.plant import impossible, plant_by, plant_fault
from replay.simulate.planters import shown
from replay.simulate.play import play_games
from replay.simulate.recording import with_offers
from tests.replay.simulate.test_plant import PRESETS, found_places, label

GAMES: Final = 12
FAULTS: Final = dict.fromkeys(PRESETS, 1) | {"tenhou-sanma": 2, "tenhou": 2}
"""Planted in each way; a second look at Kansai rules takes long. `make faults` plants 200 of each code."""

RARE: Final = {("END016", 0), ("CAL020", 1), ("WIN017", 1)}
"""Nine kinds are seldom dealt, and an added kan or a win by self-draw is seldom declined."""

SITUATIONS: Final = [
    (variant, code, number)
    for variant in PRESETS
    for code, ways in sorted(shown.WAYS.items())
    if impossible(code, preset(variant)) is None
    for number in range(len(ways))
]


@lru_cache(maxsize=4)
def games(variant: str) -> tuple[GameLog, ...]:
    return tuple(play_games(preset(variant), GAMES, 7))


@pytest.mark.parametrize(("variant", "code", "number"), SITUATIONS)
def test_a_planted_fault_is_found_once_and_alone(variant: str, code: str, number: int) -> None:
    random = Random(f"{code} {number}")
    planted = 0
    for game in games(variant):
        fault = plant_by(shown.WAYS[code][number], code, game, preset(variant), random)
        if fault is not None:
            assert found_places(fault.game) == [label(fault)]
            planted += 1
        if planted == FAULTS[variant]:
            break
    no_chi = code == "CAL018" and number == 2 and not preset(variant).switches.chi
    assert planted or no_chi or (code, number) in RARE


def test_a_game_in_which_faults_of_a_platform_are_planted_says_what_it_records() -> None:
    rules = preset("tenhou-sanma")
    game = games("tenhou-sanma")[0]
    fault = plant_fault("NOR010", game, rules, Random(1))
    assert fault is not None
    assert fault.game.header.recorded_offers == with_offers(game, rules).header.recorded_offers
    assert fault.game.header.furiten_flags
    assert not game.header.recorded_offers


@pytest.mark.parametrize(
    ("code", "variant", "reason"),
    [
        ("NOR010", "tenhou", "no North"),
        ("END016", "kansai", "no such abort"),
        ("FUR005", "shenzhen", "not of the shenzhen family"),
        ("RII013", "shenzhen", "not of the shenzhen family"),
    ],
)
def test_what_cannot_be_planted_says_why(code: str, variant: str, reason: str) -> None:
    assert reason in (impossible(code, preset(variant)) or "")
