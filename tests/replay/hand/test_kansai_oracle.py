"""Random won hands of the Kansai presets have the value that the `mahjong` package gives them."""

import random
from collections import Counter

import pytest

from replay.hand.value import hand_value
from replay.ruleset.loader import preset
from tests.replay.hand.hand_oracle import describe
from tests.replay.hand.kansai_oracle import PRESETS, compare
from tests.replay.hand.random_wins import random_win

HANDS = 1000


@pytest.mark.parametrize("name", PRESETS)
def test_value_agrees_with_the_mahjong_package(name: str) -> None:
    rng = random.Random(name)
    rules = preset(name).switches
    ways: Counter[str] = Counter()
    for _ in range(HANDS):
        win = random_win(rng, 3, rules)
        how, difference = compare(win)
        assert difference == "", (how, describe(win))
        ways[how] += 1
    assert ways["as it is"] + ways["told"] > HANDS * 0.97, ways


def test_hands_have_what_kansai_has() -> None:
    rng = random.Random(0)
    wins = [random_win(rng, 3, preset("kansai-north-red").switches) for _ in range(HANDS)]
    values = [hand_value(win.context) for win in wins]
    yaku = {part.name for value in values if value for part in value.yaku}
    assert {"north_triplet", "north_dora", "north_ron", "red_five", "tanyao", "rinshan", "shousangen"} <= yaku
    assert max(win.context.red_fives for win in wins) == 3
    assert any(win.context.norths == 1 and win.context.all_counts[30] == 3 for win in wins)  # T9
    assert any(win.context.seat_wind == win.context.prevailing_wind for win in wins)


def test_a_difference_is_found() -> None:
    """The other reading of each switch that hands depend on shows in some of them."""
    rules = preset("kansai-north-red")
    for switch, value in (
        ("tanyao_han", "[1, 1]"),
        ("double_wind_pair_fu", "4"),
        ("double_yakuman", "true"),
        ("north_pair_pinfu", "false"),
        ("west_indicators", "first"),
        ("dora_skips_missing", "false"),
        ("pinfu_tsumo", "false"),
        ("sankantsu_han", "0"),
    ):
        rng = random.Random(1)
        other = rules.alternative(switch, value).switches
        assert any(compare(random_win(rng, 3, other))[1] for _ in range(2 * HANDS)), switch
