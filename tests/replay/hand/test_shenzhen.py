"""Winning hands of Shenzhen (S11)."""

import pytest

from replay.hand.shenzhen import is_winning, winning_kinds
from replay.tiles import code_counts, format_tiles, kind_counts, parse_tiles


def counts(text: str) -> list[int]:
    return kind_counts(code_counts(parse_tiles(text)))


@pytest.mark.parametrize(
    ("hand", "melds", "wins"),
    [
        ("123m456m789m11z555p", 0, True),
        ("123m456m11z555p", 1, True),
        ("11z", 4, True),
        ("12z", 4, False),
        ("1122m3344p5566s66z", 0, True),
        ("1122m33p555566s66z", 0, False),
        ("1122m3344p5566s67z", 0, False),
        ("19m19p19s12345677z", 0, True),
        ("19m19p19s11234566z", 0, False),
        ("123m456m789m11z55p", 0, False),
    ],
)
def test_hands(hand: str, melds: int, wins: bool) -> None:
    assert is_winning(counts(hand), melds, quads_as_pairs=False) is wins


def test_four_alike_as_two_pairs() -> None:
    assert is_winning(counts("1122m33p555566s66z"), 0, quads_as_pairs=True)
    assert not is_winning(counts("1122m33p555566s67z"), 0, quads_as_pairs=True)
    assert not is_winning(counts("555566s66z"), 2, quads_as_pairs=True)


@pytest.mark.parametrize(
    ("hand", "quads", "kinds"),
    [
        ("123m456m789m11z46p", False, "5p"),
        ("1122m33p555566s6z", False, ""),
        ("1122m33p555566s6z", True, "6z"),
        ("19m19p19s2345677z", True, "1z"),
    ],
)
def test_waits(hand: str, quads: bool, kinds: str) -> None:
    assert format_tiles(winning_kinds(counts(hand), 0, quads_as_pairs=quads)) == kinds
