"""The order of turns: exactly one fits, found without looking at a tile; what a search through all orders finds too."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.formats.tenhou_json_order import turn_order
from replay.formats.tenhou_json_turns import SeatTurns, Turn
from replay.gamelog import LogError


def plays(*follows: list[int], claims: tuple[int, ...] = ()) -> list[SeatTurns]:
    """A turn for each seat named: which seat's turn it follows. The first turns of seats in `claims` are claims."""
    found = []
    for seat, others in enumerate(follows):
        play = SeatTurns(seat, len(follows), ())
        play.turns = [Turn(other, f"seat {seat}, draw {number + 1}") for number, other in enumerate(others)]
        if seat in claims:
            play.turns[0].claims = True
        found.append(play)
    return found


def every_order(turns: list[SeatTurns], dealer: int) -> list[list[int]]:
    """All orders in which each turn stands after one of the seat it follows, by trying every seat at every place."""
    total = sum(len(play.turns) for play in turns)
    orders = [[dealer]] if turns[dealer].turns else []
    for _ in range(total - 1):
        orders = [
            [*order, seat]
            for order in orders
            for seat, play in enumerate(turns)
            if order.count(seat) < len(play.turns) and play.turns[order.count(seat)].follows == order[-1]
        ]
    return orders


@given(st.integers(2, 4), st.data())
def test_a_round_that_was_played_is_read_in_the_one_order_there_is(seats: int, data: st.DataObject) -> None:
    dealer = data.draw(st.integers(0, seats - 1))
    order = [dealer]
    follows: list[list[int]] = [[] for _ in range(seats)]
    follows[dealer].append((dealer - 1) % seats)
    for _ in range(data.draw(st.integers(0, 24))):
        last = order[-1]
        seat = data.draw(st.sampled_from([other for other in range(seats) if other != last]))
        follows[seat].append(last)
        order.append(seat)
    turns = plays(*follows)
    assert every_order(turns, dealer) == [order]
    assert turn_order(turns, dealer) == order


@given(st.lists(st.lists(st.integers(0, 2), max_size=4), min_size=3, max_size=3))
def test_any_lists_are_read_or_refused(follows: list[list[int]]) -> None:
    turns = plays(*[[other for other in others if other != seat] for seat, others in enumerate(follows)])
    if turns[0].turns:
        turns[0].turns[0].follows = 2
    orders = every_order(turns, 0)
    try:
        order = turn_order(turns, 0)
    except LogError:
        assert orders == []
    else:
        assert orders == ([order] if order else [])


@pytest.mark.parametrize(
    ("turns", "reason", "place"),
    [
        (plays([], [0]), "the round does not start with a draw of the dealer", "seat 0, draw 1"),
        (plays([1], [0], claims=(0,)), "the round does not start with a draw of the dealer", "seat 0, draw 1"),
        (plays([2], [0], [0]), "2 draws and claims follow its 1 turns", "seat 0"),
        (plays([2], [], [1]), "1 draws and claims follow its 0 turns", "seat 1"),
        (plays([2, 1], [2, 0], [1]), "no turn leads to it", "seat 1, draw 1"),
        (plays([2, 2], [2], [1, 0]), "no turn leads to it", "seat 1, draw 1"),
    ],
)
def test_turns_that_do_not_follow_each_other(turns: list[SeatTurns], reason: str, place: str) -> None:
    with pytest.raises(LogError) as caught:
        turn_order(turns, 0)
    assert (caught.value.reason, caught.value.place) == (reason, place)


def test_nobody_has_a_turn() -> None:
    assert turn_order(plays([], [], []), 0) == []
