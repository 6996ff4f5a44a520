"""From round to round: dealer, honba, deposits, and when a game ends (RULES §6)."""

from dataclasses import replace
from typing import Any

import pytest

from replay.gamelog import GameEnd
from replay.ruleset.loader import preset
from replay.ruleset.switches import Bust, DealerStays, GameLength, HonbaGrows, Switches
from replay.simulate.match import Match
from replay.simulate.results import Outcome

TENHOU = preset("tenhou").switches
SANMA = preset("tenhou-sanma").switches


def outcome(scores: tuple[int, ...], *marks: str) -> Outcome:
    return Outcome(
        scores,
        deposits=2 if "deposits" in marks else 0,
        dealer_stays="stays" in marks or "aborted" in marks,
        won="drawn" not in marks and "aborted" not in marks,
        aborted="aborted" in marks,
        unpaid="unpaid" in marks,
    )


def match_at(switches: Switches, wind: int, number: int, honba: int = 0) -> Match:
    match = Match(switches)
    match.wind, match.number, match.honba = wind, number, honba
    return match


LEVEL = (25000, 25000, 25000, 25000)


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        ((), (0, 3, 0)),
        (("stays",), (0, 2, 4)),
        (("drawn",), (0, 3, 4)),
        (("drawn", "stays"), (0, 2, 4)),
        (("aborted",), (0, 2, 4)),
    ],
)
def test_next_round(marks: tuple[str, ...], expected: tuple[int, int, int]) -> None:
    match = match_at(TENHOU, 0, 2, honba=3)
    match.advance(outcome(LEVEL, *marks, "deposits"))
    assert (match.wind, match.number, match.honba) == expected
    assert match.deposits == 2
    assert not match.over


def test_the_wind_changes_after_every_seat_was_dealer() -> None:
    match = match_at(SANMA, 0, 3)
    match.advance(outcome((35000, 35000, 35000)))
    assert (match.wind, match.number, match.dealer) == (1, 1, 0)


def test_honba_only_while_the_dealer_stays() -> None:
    switches = replace(TENHOU, honba_grows=HonbaGrows.DEALER_STAYS, dealer_stays=DealerStays.WIN)
    match = match_at(switches, 0, 2, honba=3)
    match.advance(outcome(LEVEL, "drawn"))
    assert (match.number, match.honba) == (3, 0)


FIRST = (20000, 20000, 20000, 40000)  # the dealer of the fourth round
LAST = (40000, 20000, 20000, 20000)
SHORT = (26000, 25000, 25000, 24000)
SHORT_FIRST = (25000, 25000, 24000, 26000)
TIED = (35000, 15000, 15000, 35000)


@pytest.mark.parametrize(
    ("wind", "number", "scores", "marks", "over"),
    [
        (1, 3, LAST, (), False),
        (1, 4, LAST, (), True),
        (1, 4, LAST, ("drawn",), True),
        (1, 4, LAST, ("stays",), False),
        (1, 4, FIRST, ("stays",), True),
        (1, 4, FIRST, ("drawn", "stays"), True),
        (1, 4, TIED, ("stays",), False),  # the lower seat is first
        (1, 4, FIRST, ("aborted",), False),
        (1, 4, SHORT, (), False),
        (1, 4, SHORT_FIRST, ("stays",), False),
        (2, 1, SHORT, (), False),
        (2, 1, LAST, (), True),
        (2, 2, LAST, ("stays",), False),
        (2, 2, LAST, ("aborted",), False),
        (2, 4, SHORT, (), True),
        (2, 4, SHORT, ("stays",), False),
        (0, 1, (-100, 50100, 25000, 25000), (), True),
        (0, 1, (-100, 50100, 25000, 25000), ("stays",), True),
        (0, 1, (0, 50000, 25000, 25000), (), False),
    ],
)
def test_end_of_a_south_game(
    wind: int, number: int, scores: tuple[int, ...], marks: tuple[str, ...], over: bool
) -> None:
    match = match_at(TENHOU, wind, number)
    match.advance(outcome(scores, *marks))
    assert match.over is over


@pytest.mark.parametrize(
    ("changes", "wind", "scores", "marks", "over"),
    [
        ({"game_length": GameLength.EAST}, 0, LAST, (), True),
        ({"game_length": GameLength.EAST}, 0, SHORT, (), False),
        ({"extension": False}, 1, SHORT, (), True),
        ({"extension": False, "target_points": None}, 1, SHORT, ("stays",), False),
        ({"dealer_stop": False}, 1, FIRST, ("stays",), False),
        ({"bust": Bust.NEVER}, 0, (-100, 50100, 25000, 25000), (), False),
        ({"bust": Bust.UNPAID}, 0, (0, 50000, 25000, 25000), ("unpaid",), True),
        ({"bust": Bust.UNPAID}, 0, (0, 50000, 25000, 25000), (), False),
    ],
)
def test_end_under_other_switches(
    changes: dict[str, Any], wind: int, scores: tuple[int, ...], marks: tuple[str, ...], over: bool
) -> None:
    match = match_at(replace(TENHOU, **changes), wind, 4)
    match.advance(outcome(scores, *marks))
    assert match.over is over


def test_deposits_left_over_go_to_first_place() -> None:
    match = match_at(TENHOU, 1, 4)
    match.advance(outcome((20000, 38000, 20000, 20000), "drawn", "deposits"))
    assert match.over
    assert match.result() == GameEnd((20000, 40000, 20000, 20000), (2, 1, 3, 4), (0, 500, -200, -300))
