"""The table of yaku of the Kansai document (K10), row by row, open and closed, and what pays what (K7, N16)."""

from dataclasses import replace
from typing import Final

import pytest

from replay.hand.context import WinContext
from replay.ruleset.switches import TsumoSplit
from tests.replay.hand.hands import KANSAI, payments, value, win, yaku

S = KANSAI


def _closed(hand: str, tile: str, by: str = "ron", flags: str = "riichi") -> WinContext:
    return win(hand, tile, by, flags, switches=S)


def _open(hand: str, tile: str, *melds: str, by: str = "ron", flags: str = "", seat: str = "S") -> WinContext:
    return win(hand, tile, by, flags, melds=melds, switches=S, seat=seat)


PLAIN: Final = "123p456s78s22p777p"  # 9s completes it without a yaku

ROWS: Final[list[tuple[str, WinContext, dict[str, int]]]] = [
    ("riichi", _closed(PLAIN, "9s"), {"riichi": 1}),
    ("and ippatsu", _closed(PLAIN, "9s", flags="riichi ippatsu"), {"riichi": 1, "ippatsu": 1}),
    ("menzen tsumo", _closed(PLAIN, "9s", "tsumo", ""), {"menzen_tsumo": 1}),
    (
        "no menzen tsumo when open",
        _open("456s78s22p777p", "9s", "chi 123p", by="tsumo", flags="rinshan"),
        {"rinshan": 1},
    ),
    ("tanyao closed", _closed("234p345s67s22p777p", "8s", flags=""), {"tanyao": 2}),
    ("tanyao open", _open("234p345s67s22p", "8s", "pon 777p"), {"tanyao": 1}),
    ("pinfu", _closed("123p456s78s22p789p", "9s", flags=""), {"pinfu": 1}),
    ("pinfu with a pair of Norths", _closed("123p456s78s44z789p", "9s", flags=""), {"pinfu": 1}),
    ("no pinfu with the own wind", _closed("123p456s78s22z789p", "9s"), {"riichi": 1}),
    ("iipeikou", _closed("112233p78s22p777s", "9s", flags=""), {"iipeikou": 1}),
    ("iipeikou not open", _open("112233p78s22p", "9s", "pon 666z"), {"hatsu": 1}),
    ("ittsu closed", _closed("123456789p78s22s", "9s", flags=""), {"ittsu": 2, "pinfu": 1}),
    ("ittsu open", _open("123456p78s22s", "9s", "chi 789p"), {"ittsu": 1}),
    ("white", _closed("456s78s22p777p555z", "9s", flags=""), {"haku": 1}),
    ("green, open", _open("123p456s78s22p", "9s", "pon 666z"), {"hatsu": 1}),
    ("red, a kan", _open("123p456s78s22p", "9s", "kan 7777z"), {"chun": 1}),
    ("seat wind", _open("123p456s78s22p", "9s", "pon 222z"), {"seat_wind_south": 1}),
    ("prevailing wind", _open("123p456s78s22p", "9s", "pon 111z"), {"prevailing_wind_east": 1}),
    (
        "both",
        _open("123p456s78s22p", "9s", "pon 111z", seat="E"),
        {"seat_wind_east": 1, "prevailing_wind_east": 1},
    ),
    ("North for everybody, closed", _closed("123p456s78s22p444z", "9s", flags=""), {"north_triplet": 1}),
    ("North for everybody, open", _open("123p456s78s22p", "9s", "pon 444z", seat="W"), {"north_triplet": 1}),
    ("chanta closed", _closed("123p789p78s33z111s", "9s", flags=""), {"chanta": 2}),
    ("chanta open", _open("123p78s33z111s", "9s", "chi 789p"), {"chanta": 1}),
    ("rinshan", _open("123p456s78s22p", "9s", "kan 7777p", by="tsumo", flags="rinshan"), {"rinshan": 1}),
    ("chankan", _open("123p456s78s22p", "9s", "pon 777p", flags="chankan"), {"chankan": 1}),
    ("chankan closed", _closed(PLAIN, "9s", flags="chankan"), {"chankan": 1}),
    ("last tile", _open("123p456s78s22p", "9s", "pon 777p", by="tsumo", flags="last_tile"), {"haitei": 1}),
    ("last discard", _closed(PLAIN, "9s", flags="last_tile"), {"houtei": 1}),
    ("seven pairs", _closed("1133p5577s2266s4z", "4z", flags=""), {"chiitoitsu": 2}),
    (
        "three-coloured triplets closed",
        _closed("111m111p111s45s22p", "6s", flags=""),
        {"sanshoku_doukou": 2, "sanankou": 2},
    ),
    ("three-coloured triplets open", _open("111m111p45s22p", "6s", "pon 111s"), {"sanshoku_doukou": 2}),
    ("three concealed triplets", _closed("111m333p777s45s22p", "6s", flags=""), {"sanankou": 2}),
    ("beside an open set", _open("111m333p777s2p", "2p", "chi 456s"), {"sanankou": 2}),
    ("all triplets", _open("111m33p22p", "2p", "pon 777s", "pon 999s"), {"toitoi": 2}),
    ("half flush closed", _closed("123p456p78p33z111p", "9p", flags=""), {"honitsu": 3, "ittsu": 2}),
    ("half flush open", _open("123p234p78p33z", "9p", "pon 555p"), {"honitsu": 2}),
    (
        "little dragons, four in all",
        _closed("234p78s555z666z77z", "9s", flags=""),
        {"haku": 1, "hatsu": 1, "shousangen": 2},
    ),
    ("little dragons open", _open("234p78s555z77z", "9s", "pon 666z"), {"haku": 1, "hatsu": 1, "shousangen": 2}),
    ("terminals and honours", _open("111p99p33z", "3z", "pon 111s", "pon 999s"), {"toitoi": 2, "honroutou": 2}),
    ("terminals in every set closed", _closed("123p789p78s11s999p", "9s", flags=""), {"junchan": 3}),
    ("terminals in every set open", _open("123p78s11s999p", "9s", "chi 789p"), {"junchan": 2}),
    ("two double runs", _closed("112233p778899s2p", "2p", flags=""), {"ryanpeikou": 3}),
    ("full flush closed", _closed("2234455667p888p", "2p", flags=""), {"chinitsu": 6, "tanyao": 2}),
    ("full flush open", _open("1236667899p", "9p", "pon 333p"), {"chinitsu": 5}),
    ("double riichi", _closed(PLAIN, "9s", flags="double_riichi"), {"double_riichi": 2}),
    ("three kans", _open("78s22p", "9s", "kan 1111m", "kan 3333p", "kan 5555s"), {"sankantsu": 2}),
    ("tenhou", win(PLAIN, "9s", "tsumo", "first_turn", seat="E", switches=S), {"tenhou": 13}),
    ("chiihou", win(PLAIN, "9s", "tsumo", "first_turn", switches=S), {"chiihou": 13}),
]


@pytest.mark.parametrize(("name", "context", "expected"), ROWS, ids=[row[0] for row in ROWS])
def test_row(name: str, context: WinContext, expected: dict[str, int]) -> None:
    assert yaku(context) == expected


def test_little_dragons_are_four_han_open_and_closed() -> None:
    assert value(_closed("234p78s555z666z77z", "9s", flags="")).han == 4
    assert value(_open("234p78s555z77z", "9s", "pon 666z")).han == 4


def test_seven_pairs_are_25_fu() -> None:
    assert value(_closed("1133p5577s2266s4z", "4z")).fu == 25


def test_n16_riichi_seven_pairs_and_a_ron_on_a_north_are_6400() -> None:
    context = _closed("1133p5577s2266s4z", "4z", flags="riichi north_ron")
    assert yaku(context) == {"riichi": 1, "chiitoitsu": 2, "north_ron": 1}
    assert payments(context) == (6400,)


def test_k7_a_mangan_by_self_draw_is_6000() -> None:
    context = _closed("123345678p99p77z", "7z", "tsumo", "")
    assert value(context).limit == "mangan"
    assert payments(context) == (4000, 2000)


def test_k7_shared_evenly() -> None:
    even = replace(S, tsumo_split=TsumoSplit.EVEN)
    assert payments(win("123345678p99p77z", "7z", "tsumo", switches=even)) == (3000, 3000)
    assert payments(win("123345678p99p77z", "7z", "tsumo", switches=even, seat="E")) == (4000,)
