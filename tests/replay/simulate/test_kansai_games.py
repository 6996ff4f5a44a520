"""Simulated games of the Kansai presets: legal, varied, their walls as N12 and N13 have them."""

from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from replay.engine import audit
from replay.gamelog import Draw, GameLog, Indicator, Kan, North, RoundDrawn, RoundStart, Win
from replay.ruleset.loader import preset
from replay.simulate.play import play_games

PRESETS = ("kansai", "kansai-north", "kansai-north-red")
MANY = 220


@cache
def games(name: str) -> tuple[GameLog, ...]:
    return tuple(play_games(preset(name), MANY, 20, with_wall=True))


@pytest.mark.parametrize("name", PRESETS)
def test_nothing_is_found(name: str) -> None:
    rules = preset(name)
    assert [(game.header.game_id, one) for game in games(name) for one in audit(game, rules).findings] == []


@pytest.mark.parametrize("name", PRESETS)
def test_walls(name: str) -> None:
    """The indicator is the upper tile of the fifth stack, ura below it, replacements before it; live tiles by kans."""
    live_tiles = 55 if name == "kansai" else 51
    exhausted = replaced = 0
    for game in games(name):
        for events in game.rounds:
            start = events[0]
            assert isinstance(start, RoundStart)
            wall = start.wall
            assert wall is not None
            draws = [event for event in events if isinstance(event, Draw)]
            replacements = [draw.tile for draw in draws if draw.replacement]
            assert replacements == list(wall[: len(replacements)])
            replaced += len(replacements)
            indicators = [*start.indicators, *(event.tile for event in events if isinstance(event, Indicator))]
            assert indicators == [wall[8 + 2 * turned] for turned in range(len(indicators))]
            for win in events:
                if isinstance(win, Win) and win.ura_indicators is not None:
                    assert list(win.ura_indicators) == [wall[9 + 2 * turned] for turned in range(len(indicators))]
            if any(isinstance(event, RoundDrawn) and event.reason.value == "exhaustive" for event in events):
                exhausted += 1
                kans = sum(1 for event in events if isinstance(event, Kan))
                assert sum(1 for draw in draws if not draw.replacement) == live_tiles - kans
    assert exhausted > MANY / 4
    assert replaced > MANY


def occurrences(name: str) -> Counter[str]:
    """How often each yaku and each end of a round occurs."""
    found: Counter[str] = Counter()
    for game in games(name):
        for events in game.rounds:
            for before, event in pairwise(events):
                if isinstance(event, RoundDrawn):
                    found[event.reason.value] += 1
                elif isinstance(event, Win):
                    found.update(claim.name for claim in event.yaku or ())
                    found["ron on a North"] += isinstance(before, North)
    return found


def test_what_is_particular_occurs() -> None:
    found = occurrences("kansai-north-red")
    particular = ("north_triplet", "north_dora", "north_ron", "ron on a North", "red_five", "rinshan", "chankan")
    drawn = ("exhaustive", "four_winds", "four_kans")
    assert [name for name in (*particular, *drawn, "shousangen", "chanta", "tanyao", "pinfu") if not found[name]] == []
    never = ("nagashi", "nine_terminals", "four_riichi", "triple_ron", "sanshoku_doujun", "seat_wind_north")
    assert [name for name in never if found[name]] == []
    without_north = occurrences("kansai")
    assert without_north["north_triplet"] > 0
    assert not without_north["north_dora"] + without_north["red_five"]


@pytest.mark.parametrize("name", PRESETS)
def test_nobody_falls_below_zero_and_who_cannot_pay_ends_the_game(name: str) -> None:
    broke = 0
    for game in games(name):
        for events in game.rounds:
            start = events[0]
            assert isinstance(start, RoundStart)
            assert min(start.scores) >= 0
            scores = list(start.scores)
            for event in events:
                if isinstance(event, (Win, RoundDrawn)) and event.deltas is not None:
                    scores = [points + change for points, change in zip(scores, event.deltas, strict=True)]
            broke += min(scores) <= 0
    assert broke > 0
