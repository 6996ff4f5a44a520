"""As `test_plant`, for what is won and paid and for how rounds and games end: FUR, WIN, PAY, END."""

from dataclasses import replace
from random import Random
from typing import Final

import pytest

from replay.gamelog import RoundStart
from replay.ruleset.loader import preset
from replay.simulate.plant import impossible, plant_by, plant_fault
from replay.simulate.planters import aborting, claims, course, drawn, ending, furiten, liability, payments, scores, win
from replay.simulate.planters.scene import Way
from replay.simulate.play import play_game
from tests.replay.simulate.test_plant import ARCHIVES, PRESETS, found_places, games, label, rules_of

SEEDS: Final = 2
"""Faults planted in each way in the games of each source."""

RARE: Final = {
    "taken_in_furiten",
    "second_gets_extras",
    "end_misstated",  # deposits left over at the end
    "abort_ignored",
    "nagashi_ignored",
    "nagashi_mispaid",
}
OF_OTHER_VARIANTS: Final = {
    "tenhou-sanma": {
        "north_robbed_staged",  # a North may be won
        "another_liable_staged",  # on a ron nobody else is left
        "four_winds_ignored_staged",
        "four_riichi_ignored_staged",
    },
    "tenhou": {
        "north_robbed_staged",
        "north_discarded_staged",
        "north_passed_staged",
        "ron_with_norths_staged",
        "mispaid",  # nobody's share is missing
    },
}
"""Ways that find no place. What is rare is found in other games."""

WAYS: Final[dict[str, tuple[Way, ...]]] = {
    **furiten.WAYS,
    **win.WAYS,
    **claims.WAYS,
    **payments.WAYS,
    **liability.WAYS,
    **drawn.WAYS,
    **scores.WAYS,
    **ending.WAYS,
    **aborting.WAYS,
    **course.WAYS,
}


def _possible_ways() -> list[object]:
    """Source, variant, code and the way's place among those of the code; genuine logs there are of few variants."""
    return [
        pytest.param(source, variant, code, number, id=f"{source}-{variant}-{code}-{number}-{_name(way)}")
        for source, variants in (("simulated", PRESETS), ("real", tuple(ARCHIVES)))
        for variant in variants
        for code, ways in sorted(WAYS.items())
        if impossible(code, preset(variant)) is None
        for number, way in enumerate(ways)
    ]


def _name(way: Way) -> str:
    return getattr(way, "__qualname__", str(way)).partition(".")[0]


@pytest.mark.parametrize(("source", "variant", "code", "number"), _possible_ways())
def test_a_planted_fault_is_found_once_and_alone(source: str, variant: str, code: str, number: int) -> None:
    random = Random(f"{code} {number}")
    left = SEEDS if variant in ARCHIVES else 1
    for game in games(source, variant):
        planted = plant_by(WAYS[code][number], code, game, rules_of(game), random)
        if planted is not None:
            assert found_places(planted.game) == [label(planted)], planted.way
            left -= 1
            if not left:
                break


@pytest.mark.parametrize("variant", ARCHIVES)
@pytest.mark.parametrize("code", sorted(WAYS))
def test_every_code_finds_a_place_in_simulated_games(variant: str, code: str) -> None:
    rules = preset(variant)
    if impossible(code, rules) is not None:
        with pytest.raises(ValueError, match="cannot be planted"):
            plant_fault(code, games("simulated", variant)[0], rules, Random(1))
        return
    random = Random(code)
    assert any(plant_fault(code, game, rules, random) is not None for game in games("simulated", variant))


@pytest.mark.parametrize("variant", ARCHIVES)
def test_every_way_finds_a_place(variant: str) -> None:
    """In simulated or genuine games, but for those named."""
    pool = [*games("simulated", variant), *games("real", variant)]
    without = {
        _name(way)
        for code, ways in WAYS.items()
        if impossible(code, preset(variant)) is None
        for way in ways
        if not any(plant_by(way, code, game, rules_of(game), Random(2)) for game in pool)
    }
    assert without <= RARE | OF_OTHER_VARIANTS[variant]


@pytest.mark.parametrize(
    ("code", "variant", "changes", "reason"),
    [
        ("WIN006", "tenhou-sanma", {}, "everybody but the discarder"),
        ("PAY005", "tenhou", {"nagashi": "false"}, "no nagashi"),
        ("END008", "tenhou", {"nagashi": "false"}, "no nagashi"),
        ("END009", "tenhou", {"nagashi": "false"}, "no nagashi"),
        ("END007", "tenhou-sanma", {"four_kans": "false"}, "no abort"),
        ("PAY009", "tenhou", {"uma": "[]"}, "no final result"),
    ],
)
def test_what_cannot_be_planted_says_why(code: str, variant: str, changes: dict[str, str], reason: str) -> None:
    rules = preset(variant)
    for switch, value in changes.items():
        rules = rules.with_switch(switch, value, "test")
    assert reason in (impossible(code, rules) or "")


def test_the_rest_of_a_game_is_played_on_to_its_end() -> None:
    rules = preset("tenhou")
    for game in games("simulated", "tenhou"):
        planted = plant_by(furiten.own_wait_discarded_staged, "FUR001", game, rules, Random(1))
        assert planted is not None
        assert type(planted.game.rounds[-1][-1]).__name__ == "GameEnd"


@pytest.mark.parametrize("variant", PRESETS)
def test_a_dealer_misnamed_is_no_fault_of_the_recorded_wall(variant: str) -> None:
    rules = preset(variant)
    game = play_game(rules, 3, with_wall=True)
    first, *rest = game.rounds[2]
    assert isinstance(first, RoundStart)
    start = replace(first, dealer=(first.dealer + 1) % rules.switches.seats)
    game.rounds[2] = [start, *rest]
    assert found_places(game) == [("END010", 2, 0, start.dealer)]
