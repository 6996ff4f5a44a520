"""The call bits of Tenhou, three and four seats."""

import pytest

from replay.formats.tenhou_attributes import MalformedError
from replay.formats.tenhou_calls import NO_TILE, REPLACEMENT_DUE, Call, decode_call
from replay.gamelog import Chi, Event, Kan, KanType, North, Pon
from replay.tiles import CODE_OF_TEXT, NORTH, parse_tiles
from tests.replay.formats.call_bits import added_bits, chi_bits, pon_bits


def tiles(text: str) -> tuple[int, ...]:
    return tuple(parse_tiles(text))


FIVE_M, FIVE_P, THREE_S = 4, 13, 20


@pytest.mark.parametrize(
    ("who", "m", "event", "own", "claimed"),
    [
        (0, chi_bits(THREE_S, 0, (0, 1, 2)), Chi(0, 3, 20, tiles("45s")), (85, 90), 80),
        (1, chi_bits(THREE_S, 2, (3, 1, 0)), Chi(1, 0, CODE_OF_TEXT["0s"], tiles("34s")), (83, 85), 88),
        (2, chi_bits(0, 1, (0, 0, 0)), Chi(2, 1, 1, tiles("13m")), (0, 8), 4),
        (3, chi_bits(24, 1, (3, 3, 3)), Chi(3, 2, 25, tiles("79s")), (99, 107), 103),
        (0, pon_bits(FIVE_M, 0, 0, 1), Pon(0, 1, 4, tiles("55m")), (18, 19), 17),
        (0, pon_bits(FIVE_M, 0, 3, 2), Pon(0, 2, CODE_OF_TEXT["0m"], tiles("55m")), (17, 18), 16),
        (3, pon_bits(33, 2, 1, 3), Pon(3, 2, 33, tiles("77z")), (132, 134), 135),
    ],
)
def test_claims(who: int, m: int, event: Event, own: tuple[int, ...], claimed: int) -> None:
    assert decode_call(who, m, 4, reds=True) == Call(event, who, own, claimed, NO_TILE)


@pytest.mark.parametrize(
    ("who", "m", "event", "own", "claimed"),
    [
        (2, added_bits(FIVE_P, 0, 0, 1), Kan(2, KanType.ADDED, tiles("0p")), (52,), NO_TILE),
        (2, added_bits(FIVE_P, 1, 3, 2), Kan(2, KanType.ADDED, tiles("5p")), (55,), NO_TILE),
        (1, 54 << 8, Kan(1, KanType.CONCEALED, (CODE_OF_TEXT["0p"], 13, 13, 13)), (52, 53, 54, 55), NO_TILE),
        (1, 53 << 8 | 1, Kan(1, KanType.OPEN, (CODE_OF_TEXT["0p"], 13, 13), 13, 2), (52, 54, 55), 53),
        (1, 52 << 8 | 3, Kan(1, KanType.OPEN, (13, 13, 13), CODE_OF_TEXT["0p"], 0), (53, 54, 55), 52),
        (2, 30752, North(2, NORTH), (120,), NO_TILE),
        (0, 31520, North(0, NORTH), (123,), NO_TILE),
    ],
)
def test_kans_and_norths(who: int, m: int, event: Event, own: tuple[int, ...], claimed: int) -> None:
    assert decode_call(who, m, 4, reds=True) == Call(event, who, own, claimed, REPLACEMENT_DUE)


def test_no_reds_no_red_codes() -> None:
    assert decode_call(1, 52 << 8, 4, reds=False).event == Kan(1, KanType.CONCEALED, (13, 13, 13, 13))


@pytest.mark.parametrize(
    ("who", "relative", "from_seat"), [(0, 1, 1), (0, 2, 2), (1, 1, 2), (1, 3, 0), (2, 2, 0), (2, 3, 1)]
)
def test_three_players_count_over_four_seats(who: int, relative: int, from_seat: int) -> None:
    assert decode_call(who, pon_bits(9, 0, 0, relative), 3, reds=True).event == Pon(who, from_seat, 9, (9, 9))


@pytest.mark.parametrize(("who", "relative"), [(0, 3), (1, 2), (2, 1)])
@pytest.mark.parametrize("bits", [pon_bits(9, 0, 0, 0), added_bits(9, 0, 0, 0), 36 << 8, chi_bits(9, 0, (0, 0, 0), 0)])
def test_three_players_have_no_seat_three(who: int, relative: int, bits: int) -> None:
    with pytest.raises(MalformedError, match="from seat 3, which does not exist"):
        decode_call(who, bits | relative, 3, reds=True)


@pytest.mark.parametrize(
    ("m", "reason"),
    [
        (-1, "m: -1 is not a call"),
        (0x10000, "m: 65536 is not a call"),
        (pon_bits(9, 0, 0, 0), "is a pon of an own tile"),
        (added_bits(9, 0, 0, 0), "is a pon of an own tile"),
        (chi_bits(9, 0, (0, 0, 0), 0), "is a chi of an own tile"),
        (63 << 10 | 4 | 3, "chi of run 21, which does not exist"),
        (pon_bits(34, 0, 0, 1), "triplet of kind 34, which does not exist"),
        (136 << 8 | 0x20, "North of tile 136, which does not exist"),
        (136 << 8, "is not a call"),
        (136 << 8 | 1, "is not a call"),
        (9 << 8 | 0x21, "is not a call"),
    ],
)
def test_bits_that_mean_nothing(m: int, reason: str) -> None:
    with pytest.raises(MalformedError, match=reason):
        decode_call(0, m, 4, reds=True)


@pytest.mark.parametrize("seats", [3, 4])
def test_every_number_is_a_call_or_refused(seats: int) -> None:
    calls = 0
    for m in range(0x10000):
        try:
            call = decode_call(m % seats, m, seats, reds=True)
        except MalformedError:
            continue
        calls += 1
        moved = (*call.own, call.claimed) if call.claimed != NO_TILE else call.own
        assert len(set(moved)) == len(moved)
        assert all(0 <= tile < 136 for tile in moved)
    assert calls > 10_000
