"""The money of Shenzhen: the examples of RULES §4, disputes about it (cases G), and the table of horses."""

from typing import Final

import pytest

from replay.gamelog import Kan, KanType
from replay.ruleset.loader import preset
from replay.settlement.shenzhen import Stakes, horse_deltas, is_horse, kong_deltas, win_deltas, within_means
from replay.tiles import KINDS, TEXT_OF, parse_tiles

STAKES: Final = Stakes(1, 2)
SWITCHES: Final = preset("shenzhen").switches
SEATS: Final = 4
HORSES: Final = (
    "159m159p159s1z",
    "26m26p26s2z7z",
    "37m37p37s3z6z",
    "48m48p48s4z5z",
)
"""Of East, South, West and North (S8, S14)."""


def kong(seat: int, kan_type: KanType, from_seat: int | None = None, *, just_drawn: bool = True) -> tuple[int, ...]:
    kan = Kan(seat, kan_type, (0,), None if from_seat is None else 0, from_seat)
    return kong_deltas(kan, STAKES, SWITCHES, just_drawn=just_drawn)


def together(*parts: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*parts, strict=True)))


@pytest.mark.parametrize(
    ("moved", "right"),
    [
        pytest.param(kong(0, KanType.CONCEALED), (6, -2, -2, -2), id="concealed kong"),
        pytest.param(kong(0, KanType.OPEN, 2), (3, 0, -3, 0), id="G03 claimed kong"),
        pytest.param(kong(0, KanType.ADDED), (3, -1, -1, -1), id="G01 added kong"),
        pytest.param(kong(3, KanType.ADDED, just_drawn=False), (-1, -1, -1, 3), id="added kong, not just drawn"),
        pytest.param(win_deltas(1, 0, STAKES, SEATS, robbed=False), (-2, 2, 0, 0), id="win on a discard"),
        pytest.param(win_deltas(0, 0, STAKES, SEATS, robbed=False), (6, -2, -2, -2), id="self-draw"),
        pytest.param(win_deltas(0, 1, STAKES, SEATS, robbed=True), (6, -6, 0, 0), id="G05 robbed kong"),
        pytest.param(
            together(
                win_deltas(0, 0, STAKES, SEATS, robbed=False),
                horse_deltas(0, STAKES, SEATS, hit=is_horse(parse_tiles("5s")[0], 0, SWITCHES)),
            ),
            (12, -4, -4, -4),
            id="G07 East with 5s",
        ),
        pytest.param(
            together(
                win_deltas(0, 0, STAKES, SEATS, robbed=False),
                horse_deltas(0, STAKES, SEATS, hit=is_horse(parse_tiles("5s")[0], 1, SWITCHES)),
            ),
            (6, -2, -2, -2),
            id="G07 South with 5s",
        ),
    ],
)
def test_examples(moved: tuple[int, ...], right: tuple[int, ...]) -> None:
    assert moved == right
    assert sum(moved) == 0


@pytest.mark.parametrize("wind", range(4), ids=("East", "South", "West", "North"))
def test_horses_of(wind: int) -> None:
    found = [kind for kind in range(KINDS) if is_horse(kind, wind, SWITCHES)]
    assert found == sorted(parse_tiles(HORSES[wind]))


@pytest.mark.parametrize("kind", range(KINDS), ids=TEXT_OF[:KINDS])
def test_every_kind_is_a_horse_of_one_wind(kind: int) -> None:
    assert sum(is_horse(kind, wind, SWITCHES) for wind in range(4)) == 1


def test_nobody_pays_more_than_there_is() -> None:
    assert within_means((6, -2, -2, -2), (10, 1, 0, 5)) == (3, -1, 0, -2)
    assert within_means((6, -2, -2, -2), (10, 2, 2, 2)) == (6, -2, -2, -2)
    assert within_means((-6, 0, 6, 0), (-1, 0, 0, 0)) == (0, 0, 0, 0)


def test_what_everybody_has_to_have() -> None:
    assert STAKES.to_play_on == 6
