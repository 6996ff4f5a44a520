"""`tests.walls`, by which walls are written in tests."""

import pytest

from replay.gamelog import RoundStart, WallCommitment
from tests.event_texts import NotationError
from tests.notation import Round, situation
from tests.walls import RIGHT

EVENTS = "0 draws 1z; 0 kan 1111z; indicator 2z; 0 draws 3z; 0 discards; 1 draws 4z; 1 discards"
HANDS = {0: "111z", 1: "123456789m1234s", 2: "123456789p1234s"}


def wall_of(text: str, variant: str = "tenhou") -> tuple[int, ...]:
    written = situation(variant, Round(EVENTS, hands=HANDS, indicators="5z", dealer=0, wall=text))
    start = written.log.rounds[0][0]
    assert isinstance(start, RoundStart)
    assert start.wall is not None
    return start.wall


def test_a_recorded_wall_fits() -> None:
    """Read by hand: index 135 is dealt first, 83 drawn first; replacements 1, 0; indicators 5, 7."""
    wall = wall_of("recorded")
    assert wall[131:127:-1] == (0, 1, 2, 3)  # seat 1, after four tiles of the dealer
    assert wall[127:123:-1] == (9, 10, 11, 12)
    assert (wall[86], wall[85]) == (21, 21)  # the last tiles of seats 1 and 2, before seat 3's
    assert (wall[83], wall[82]) == (27, 30)
    assert wall[1] == 29
    assert (wall[5], wall[7]) == (31, 28)


def test_what_differs() -> None:
    plain = wall_of("recorded")

    def differences(text: str) -> dict[int, tuple[int, int]]:
        return {i: pair for i, pair in enumerate(zip(plain, wall_of(text), strict=True)) if pair[0] != pair[1]}

    assert differences("recorded, draw 1 and indicator 2") == {83: (27, 28), 7: (28, 27)}
    assert differences("recorded, deal 1 4s and replacement 1") == {86: (21, 29), 1: (29, 21)}
    assert differences("recorded, draw 2 becomes 9s") == {82: (30, 26)}
    exchanged = differences("recorded, draw 2 is 9s")
    assert exchanged.pop(82) == (30, 26)
    assert list(exchanged.values()) == [(26, 30)]


def test_the_digest_is_worked_out_where_it_is_to_be_right() -> None:
    rounds = (Round("go 1", wall="recorded"), Round("go 1", honba=1, wall="recorded"))
    log = situation("tenhou", *rounds, commitment=WallCommitment("md5", RIGHT, salt="salt")).log
    assert log.header.commitment is not None
    assert len(log.header.commitment.digest) == 32


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("shuffled", "a wall is recorded"),
        ("recorded, draw 1", "expected: PLACE and PLACE"),
        ("recorded, draw 9 is 1m", "does not show this place"),
        ("recorded, deal 1 9s is 1m", "does not show this place"),
        ("recorded, draw 1 is 1z", "no 1z is left"),
    ],
)
def test_what_means_nothing_is_refused(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        wall_of(text)


def test_a_fifth_copy_fits_no_wall() -> None:
    with pytest.raises(NotationError, match="no wall of the set has 1z at draw 1"):
        situation("tenhou", Round("0 draws 1z; 0 discards; 1 draws 1z", hands={0: "1111z"}, wall="recorded"))
