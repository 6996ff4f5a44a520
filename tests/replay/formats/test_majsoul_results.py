"""Wins of Mahjong Soul records: what they claim, what hands are shown, who pays whom of several winners."""

from typing import Final

import pytest

from replay.formats.majsoul_results import FANS
from replay.gamelog import ClaimedYaku, Win
from replay.hand.names import DORA_NAMES, TENHOU_YAKU
from replay.tiles import CODE_OF_TEXT, parse_tiles
from tests.replay.formats.majsoul_texts import (
    FORMS,
    HANDS,
    Data,
    Entry,
    call,
    deal,
    discard,
    events_of,
    hule,
    kan,
    log_of,
    new_round,
    north,
    tiles,
    win,
)

FIRST: Final = discard(0, "1m")


def wins_of(*entries: Entry, form: str = "json actions") -> list[Win]:
    return [event for event in events_of(*entries, form=form) if isinstance(event, Win)]


def codes(text: str) -> tuple[int, ...]:
    return tuple(parse_tiles(text))


@pytest.mark.parametrize("form", FORMS)
def test_a_ron(form: str) -> None:
    stated = win(
        2,
        "1m",
        HANDS[2],
        [(2, 1), (31, 2), (33, 0)],
        liqi=True,
        li_doras=tiles("5z"),
        fu=40,
        point_rong=5200,
        point_zimo_qin=2600,
        point_zimo_xian=1300,
    )
    assert wins_of(FIRST, hule(stated, deltas=[-5200, 0, 6200, 0]), form=form) == [
        Win(
            2,
            0,
            CODE_OF_TEXT["1m"],
            codes(HANDS[2] + "1m"),
            (ClaimedYaku("riichi", 1), ClaimedYaku("dora", 2), ClaimedYaku("ura_dora", 0)),
            3,
            40,
            5200,
            codes("5z"),
            None,
            (-5200, 0, 6200, 0),
        )
    ]


@pytest.mark.parametrize(
    ("seat", "points", "stated"),
    [
        (1, 7900, {"point_rong": 7700, "point_zimo_qin": 3900, "point_zimo_xian": 2000}),
        (0, 7800, {"point_rong": 7700, "point_zimo_xian": 2600}),
    ],
)
def test_a_self_draw(seat: int, points: int, stated: Data) -> None:
    hand = HANDS[1] if seat else HANDS[0][:-2]
    claimed = {"zimo": True, "qinjia": seat == 0, "fu": 30, **stated}
    entries = [FIRST, deal(1, "9p")] if seat else []
    tile = "9p" if seat else "5z"
    won = wins_of(*entries, hule(win(seat, tile, hand, [(1, 1)], **claimed)))
    assert [(one.seat, one.from_seat, one.points, one.hand) for one in won] == [
        (seat, seat, points, codes(hand + tile)),
    ]


def test_a_self_draw_with_three_players() -> None:
    hands = ("19m19p19s1234567z4z", HANDS[1], HANDS[2])
    won = win(1, "9p", HANDS[1], [(1, 1)], zimo=True, point_zimo_qin=2000, point_zimo_xian=1000)
    log = log_of([new_round(hands), FIRST, deal(1, "9p"), hule(won)])
    assert [event.points for event in log.rounds[0] if isinstance(event, Win)] == [3000]


@pytest.mark.parametrize(
    ("fans", "count", "expected"),
    [
        ([(42, 1)], 1, (("kokushi", 13),)),
        ([(49, 2)], 2, (("kokushi_13", 26),)),
        ([(50, 2), (39, 1), (48, 2)], 5, (("daisuushi", 26), ("tsuuiisou", 13), ("suuankou_tanki", 26))),
    ],
)
def test_yakuman(fans: list[tuple[int, int]], count: int, expected: tuple[tuple[str, int], ...]) -> None:
    (won,) = wins_of(FIRST, hule(win(1, "1m", HANDS[1], fans, yiman=True, count=count, point_rong=32000 * count)))
    assert won.yaku == tuple(ClaimedYaku(name, han) for name, han in expected)
    assert won.han == 13 * count


@pytest.mark.parametrize(
    ("wind", "dealer", "seat", "names"),
    [
        (0, 0, 1, ("seat_wind_south", "prevailing_wind_east")),
        (1, 0, 3, ("seat_wind_north", "prevailing_wind_south")),
        (2, 2, 2, ("seat_wind_east", "prevailing_wind_west")),
    ],
)
def test_winds(wind: int, dealer: int, seat: int, names: tuple[str, str]) -> None:
    hands = [*HANDS[1:]]
    hands.insert(dealer, HANDS[0])
    discarder = (seat + 1) % 4
    entries = [
        new_round(hands, chang=wind, ju=dealer),
        discard(discarder, "1m"),
        hule(win(seat, "1m", HANDS[1], [(10, 1), (11, 1)])),
    ]
    (won,) = [event for event in log_of(entries).rounds[0] if isinstance(event, Win)]
    assert won.yaku == tuple(ClaimedYaku(name, 1) for name in names)


def test_every_yaku_is_one_we_know() -> None:
    assert set(FANS.values()) <= {*TENHOU_YAKU, *DORA_NAMES}
    assert len(set(FANS.values())) == len(FANS)


def test_a_hand_that_is_left_out_is_the_one_that_was_played() -> None:
    (won,) = wins_of(
        FIRST,
        deal(1, "2s"),
        discard(1, "2s", moqie=True),
        call(2, 1, "222s", [2, 2, 1]),
        discard(2, "8s"),
        deal(3, "9m"),
        discard(3, "9m", moqie=True),
        ("RecordHule", {"hules": [{"seat": 2, "hu_tile": "9m"}]}),
    )
    assert won.hand == codes("33445566s77s9m")
    assert (won.yaku, won.han, won.fu, won.points, won.ura_indicators) == (None, None, None, None, None)


def test_after_a_self_draw_too() -> None:
    (won,) = wins_of(FIRST, deal(1, "9p"), ("RecordHule", {"hules": [{"seat": 1, "hu_tile": "9p", "zimo": True}]}))
    assert won.hand == codes(HANDS[1] + "9p")


def test_the_tile_of_a_kan_and_of_a_north() -> None:
    robbed = wins_of(FIRST, deal(1, "0p"), kan(1, 3, "5p"), hule(win(2, "5p", HANDS[2], [(42, 1)], yiman=True)))
    assert [(one.seat, one.from_seat) for one in robbed] == [(2, 1)]
    hands = ("19m19p19s1234567z4z", HANDS[1], HANDS[2])
    log = log_of([new_round(hands), north(0), hule(win(1, "4z", HANDS[1], [(2, 1)]))])
    assert [(event.seat, event.from_seat) for event in log.rounds[0] if isinstance(event, Win)] == [(1, 0)]


def test_the_indicator_of_a_kan_that_only_the_win_shows() -> None:
    events = events_of(
        FIRST,
        deal(1, "0p"),
        kan(1, 3, "5p"),
        deal(1, "9m"),
        hule(win(1, "9m", "2333677788p", [(4, 1)], zimo=True, doras=tiles("6p9s"))),
    )
    assert [type(event).__name__ for event in events] == ["Discard", "Draw", "Kan", "Draw", "Indicator", "Win"]


# Several winners


def shares(*hules: Data, deltas: list[int]) -> list[tuple[int, tuple[int, ...] | None]]:
    return [(one.seat, one.deltas) for one in wins_of(discard(2, "1m"), hule(*hules, deltas=deltas))]


def test_the_nearest_gets_honba_and_deposits() -> None:
    """Whatever the order in which they are listed."""
    wins = [win(seat, "1m", HANDS[1], [(2, 1)]) for seat in (0, 1, 3)]
    deltas = [8000, 2000, -15300, 7300]
    assert shares(*wins, deltas=deltas) == [
        (3, (0, 0, -5300, 7300)),
        (0, (8000, 0, -8000, 0)),
        (1, (0, 2000, -2000, 0)),
    ]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (37, 2, [(3, (0, -16000, -16300, 32300)), (0, (8000, 0, -8000, 0))]),
        (2, 37, [(3, (0, 0, -8300, 8300)), (0, (32000, -16000, -16000, 0))]),
    ],
)
def test_who_is_liable_pays_for_its_yakuman(first: int, second: int, expected: object) -> None:
    wins = [
        win(3, "1m", HANDS[1], [(first, 1)], yiman=first == 37),
        win(0, "1m", HANDS[2], [(second, 1)], yiman=second == 37),
    ]
    deltas = [8000, -16000, -24300, 32300] if first == 37 else [32000, -16000, -24300, 8300]
    assert shares(*wins, deltas=deltas) == expected


def test_what_is_paid_may_be_left_out() -> None:
    wins = [win(seat, "1m", HANDS[1], [(2, 1)]) for seat in (0, 3)]
    assert shares(*wins, deltas=[]) == [(3, None), (0, None)]
