"""Random won hands have the same value here, in `mahjong` and in riichienv."""

import random

import pytest

from replay.hand.value import hand_value
from tests.replay.hand.hand_oracle import describe, mahjong_disagreement, riichienv_disagreement, waits_disagreement
from tests.replay.hand.random_wins import random_win

HANDS = 1500


@pytest.mark.parametrize("seats", [3, 4])
def test_value_agrees_with_the_mahjong_package(seats: int) -> None:
    rng = random.Random(seats)
    for _ in range(HANDS):
        win = random_win(rng, seats)
        assert mahjong_disagreement(win, hand_value(win.context)) == "", describe(win)


@pytest.mark.parametrize("seats", [3, 4])
def test_value_agrees_with_riichienv(seats: int) -> None:
    rng = random.Random(10 + seats)
    differences = []
    for _ in range(HANDS):
        win = random_win(rng, seats)
        value = hand_value(win.context)
        assert value is not None
        # Known: riichienv reads a hand that is a yakuman as a counted one if that has more han, and gives a kokushi
        # on the first draw the wait for thirteen tiles.
        counted = {part.name for part in value.yaku} == {"suuankou"}
        if not counted and not win.context.first_turn:
            differences.append((riichienv_disagreement(win, value), describe(win)))
    assert len(differences) > HANDS * 0.9
    assert [difference for difference in differences if difference[0]] == []


@pytest.mark.parametrize("seats", [3, 4])
def test_waits_agree_with_riichienv(seats: int) -> None:
    rng = random.Random(20 + seats)
    for _ in range(HANDS):
        win = random_win(rng, seats)
        assert waits_disagreement(win) == "", describe(win)
