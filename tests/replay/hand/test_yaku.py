"""Every yaku and yakuman: hands that have it, what it is worth, and hands that nearly have it."""

from dataclasses import replace

import pytest

from replay.hand.context import WinContext
from replay.hand.names import DORA_NAMES, TENHOU_YAKU
from replay.hand.value import hand_value
from replay.hand.yaku import YAKU
from replay.hand.yakuman import YAKUMAN
from replay.ruleset.switches import NorthRon
from tests.replay.hand.hands import DOUBLE, KANSAI, SANMA, TENHOU, value, win, yaku

PLAIN = "123m45p789s22z999p"  # closed, waits for 3p and 6p
OPEN = ("chi 789s",)
RENHOU = replace(TENHOU, renhou=True)
NORTH_RON_YAKU = replace(KANSAI, chanpei=NorthRon.YAKU)

# With seat="W", prevailing="S" 1z and 4z are guest winds.
YAKU_TABLE: list[tuple[WinContext, dict[str, int]]] = [
    # how the win came about
    (win(PLAIN, "6p", "tsumo"), {"menzen_tsumo": 1}),
    (win(PLAIN, "6p", "ron", "riichi"), {"riichi": 1}),
    (win(PLAIN, "6p", "ron", "double_riichi"), {"double_riichi": 2}),
    (win(PLAIN, "6p", "ron", "riichi ippatsu"), {"riichi": 1, "ippatsu": 1}),
    (win(PLAIN, "6p", "ron", "chankan"), {"chankan": 1}),
    (win("123m45p22z999p", "6p", "ron", "chankan", melds=OPEN), {"chankan": 1}),
    (
        win("111p456p789s22s44z", "4z", "ron", "north_ron", switches=NORTH_RON_YAKU),
        {"north_ron": 1, "north_triplet": 1},
    ),
    (win(PLAIN, "6p", "tsumo", "rinshan"), {"menzen_tsumo": 1, "rinshan": 1}),
    (win("45p22z999p", "6p", "tsumo", "rinshan", melds=("chi 789s", "kan 1111m")), {"rinshan": 1}),
    (win(PLAIN, "6p", "tsumo", "last_tile"), {"menzen_tsumo": 1, "haitei": 1}),
    (win(PLAIN, "6p", "ron", "last_tile"), {"houtei": 1}),
    # runs
    (win("123m456p67s345s44z", "8s"), {"pinfu": 1}),
    (win("123m456p67s345s44z", "8s", "tsumo"), {"menzen_tsumo": 1, "pinfu": 1}),
    (win("223344m78p55z999s", "9p"), {"iipeikou": 1}),
    (win("112233m44556p99s", "6p"), {"pinfu": 1, "ryanpeikou": 3}),
    (win("11112222333m99s", "3m"), {"ryanpeikou": 3, "junchan": 3}),
    (win("234m234p34s999s11z", "2s", seat="W", prevailing="S"), {"sanshoku_doujun": 2}),
    (win("234m34s999s11z", "2s", melds=("chi 234p",), seat="W", prevailing="S"), {"sanshoku_doujun": 1}),
    (win("12345678m999p22z", "9m", seat="W"), {"ittsu": 2}),
    (win("12356m999p22z", "4m", melds=("chi 789m",), seat="W"), {"ittsu": 1}),
    # kinds of tiles
    (win("234m456p5567s888p", "8s"), {"tanyao": 1}),
    (win("234m456p5567s", "8s", melds=("pon 888p",)), {"tanyao": 1}),
    (win("234s456p5567s888p", "8s", switches=KANSAI), {"tanyao": 2}),
    (win("234s456p5567s", "8s", melds=("pon 888p",), switches=KANSAI), {"tanyao": 1}),
    (win("123m78p111z99s789s", "9p", seat="W", prevailing="S"), {"chanta": 2}),
    (win("123m78p11s", "9p", melds=("pon 111z", "chi 789s"), seat="W", prevailing="S"), {"chanta": 1}),
    (win("123m12p11s789m999p", "3p"), {"junchan": 3}),
    (win("123m12p11s", "3p", melds=("chi 789m", "pon 999p")), {"junchan": 2}),
    (win("1199m1199p1199s4z", "4z"), {"chiitoitsu": 2, "honroutou": 2}),
    (win("111m99p44z", "9p", melds=("pon 111s", "pon 999s")), {"toitoi": 2, "honroutou": 2}),
    (win("1234568867m333z", "8m"), {"honitsu": 3}),
    (win("1238867m", "8m", melds=("pon 333z", "chi 456m")), {"honitsu": 2}),
    (win("2223455677889m", "8m"), {"chinitsu": 6}),
    (win("2348879m", "8m", melds=("pon 222m", "chi 456m")), {"chinitsu": 5}),
    # triplets
    (win("123m45p78922s", "6p", melds=("pon 111z",), seat="E", prevailing="S"), {"seat_wind_east": 1}),
    (win("123m45p78922s", "6p", melds=("pon 222z",), seat="S"), {"seat_wind_south": 1}),
    (win("123m45p78922s", "6p", melds=("kan 3333z",), seat="W"), {"seat_wind_west": 1}),
    (win("123m45p78922s444z", "6p", seat="N"), {"seat_wind_north": 1}),
    (win("123m45p78922s", "6p", melds=("pon 111z",)), {"prevailing_wind_east": 1}),
    (win("123m456p11s22z789m", "2z", prevailing="S"), {"seat_wind_south": 1, "prevailing_wind_south": 1}),
    (win("123m45p78922s333z", "6p", prevailing="W"), {"prevailing_wind_west": 1}),
    (win("123m45p78922s444z", "6p", prevailing="N"), {"prevailing_wind_north": 1}),
    (win("123m45p78922s", "6p", melds=("pon 555z",)), {"haku": 1}),
    (win("123m456p78922s66z", "6z"), {"hatsu": 1}),
    (win("123m45p78922s", "6p", melds=("ankan 7777z",)), {"chun": 1}),
    (win("111p45p78922s444z", "6p", switches=KANSAI), {"north_triplet": 1}),
    (win("45p78922s", "6p", melds=("pon 444z", "pon 111p"), switches=KANSAI), {"north_triplet": 1}),
    (win("222m22p34511s", "2p", melds=("pon 222s",)), {"sanshoku_doukou": 2}),
    (
        win("34m11z", "5m", melds=("ankan 2222p", "kan 8888s", "kakan 4444z"), seat="W", prevailing="S"),
        {"sankantsu": 2},
    ),
    (win("222m44p99s", "4p", melds=("pon 888p", "pon 777s")), {"toitoi": 2}),
    (win("222m444p99911s67m", "8m"), {"sanankou": 2}),
    (win("123m45p77z", "6p", melds=("pon 555z", "pon 666z")), {"haku": 1, "hatsu": 1, "shousangen": 2}),
    (win("1133m5577p2244s6z", "6z"), {"chiitoitsu": 2}),
]

YAKUMAN_TABLE: list[tuple[WinContext, dict[str, int]]] = [
    (win(PLAIN, "6p", "ron", "first_turn", switches=RENHOU), {"renhou": 13}),
    (win(PLAIN, "6p", "tsumo", "first_turn", seat="E"), {"tenhou": 13}),
    (win(PLAIN, "6p", "tsumo", "first_turn"), {"chiihou": 13}),
    (win("123m22s77z", "7z", melds=("pon 555z", "kan 6666z")), {"daisangen": 13}),
    (win("111m333p555s77s99m", "9m", "tsumo"), {"suuankou": 13}),
    (win("111222333444s5z", "5z"), {"suuankou_tanki": 13}),
    (win("111222333444s5z", "5z", "tsumo", switches=DOUBLE), {"suuankou_tanki": 26}),
    (win("11122z33z", "2z", melds=("pon 555z", "pon 666z")), {"tsuuiisou": 13}),
    (win("1122334455667z", "7z"), {"tsuuiisou": 13}),
    (win("2233446668s66z8s", "6z"), {"ryuuiisou": 13}),
    (win("2233446688s", "8s", melds=("pon 666z",)), {"ryuuiisou": 13}),
    (win("111m99p11s", "9p", melds=("pon 999m", "pon 999s")), {"chinroutou": 13}),
    (win("1112345678999m", "5m", switches=DOUBLE), {"junsei_chuuren": 26}),
    (win("1112345678999m", "9m"), {"junsei_chuuren": 13}),
    (win("1112345567899m", "9m", "tsumo"), {"chuuren": 13}),
    (win("19m19p19s1234566z", "7z"), {"kokushi": 13}),
    (win("19m19p19s1234567z", "7z"), {"kokushi_13": 13}),
    (win("19m19p19s1234567z", "7z", switches=DOUBLE), {"kokushi_13": 26}),
    (win("22z55s", "2z", melds=("pon 111z", "pon 333z", "pon 444z")), {"daisuushi": 13}),
    (win("22z55s", "2z", melds=("pon 111z", "pon 333z", "pon 444z"), switches=DOUBLE), {"daisuushi": 26}),
    (win("44z78s", "9s", melds=("pon 111z", "pon 333z", "pon 222z")), {"shousuushi": 13}),
    (win("4z", "4z", melds=("kan 2222m", "kakan 3333p", "ankan 7777s", "kan 8888s")), {"suukantsu": 13}),
    # several at once
    (win("1112223334455z", "4z"), {"tsuuiisou": 13, "daisuushi": 13}),
    (win("1112223334445z", "5z", switches=DOUBLE), {"suuankou_tanki": 26, "tsuuiisou": 13, "daisuushi": 26}),
]

# What must not be found although it is near.
LACKS_TABLE: list[tuple[str, WinContext]] = [
    ("menzen_tsumo", win("123m45p22z999p", "6p", "tsumo", melds=OPEN)),
    ("ippatsu", win(PLAIN, "6p", "ron", "ippatsu")),  # without riichi
    ("riichi", win(PLAIN, "6p", "ron", "double_riichi")),
    ("rinshan", win(PLAIN, "6p", "ron", "rinshan")),
    ("chankan", win(PLAIN, "6p", "ron", "north_ron", switches=SANMA)),
    ("chankan", win(PLAIN, "6p", "ron", "chankan", switches=replace(TENHOU, chankan_yaku=False))),
    ("north_ron", win("111p456p789s22s44z", "4z", "ron", "north_ron", switches=SANMA)),
    ("haitei", win(PLAIN, "6p", "tsumo", "rinshan last_tile")),
    ("houtei", win(PLAIN, "6p", "ron", "chankan last_tile")),
    ("pinfu", win("123m456p67s345s22z", "8s")),  # the own wind's pair
    ("pinfu", win("123m456p67s345s11z", "8s")),  # the round's wind
    ("pinfu", win("123m456p67s345s55z", "8s")),
    ("pinfu", win("123m456p68s345s44z", "7s")),
    ("pinfu", win("123m456p89s345s44z", "7s")),
    ("pinfu", win("567m123p567p234s1z", "1z", prevailing="S")),  # C17: a pair wait
    ("pinfu", win("123m45p345s44z", "6p", melds=OPEN)),
    ("pinfu", win("234s456p67s345s44z", "8s", seat="N")),
    ("pinfu", win("123m456p67s345s44z", "8s", "tsumo", switches=replace(TENHOU, pinfu_tsumo=False))),
    ("iipeikou", win("112233m78p55z", "9p", melds=("pon 999s",))),
    ("iipeikou", win("112233m44556p99s", "6p")),  # ryanpeikou instead
    ("chiitoitsu", win("112233m44556p99s", "6p")),
    ("sanshoku_doujun", win("234m234p345s999s1z", "1z")),
    ("ittsu", win("123456m78p999s22z", "9p")),
    ("ittsu", win("12378m456p999s22z", "9m")),
    ("tanyao", win("234m456p5567s", "8s", melds=("pon 888p",), switches=replace(TENHOU, tanyao_han=(0, 1)))),
    ("tanyao", win("234s456p44z567s78s", "9s", switches=KANSAI)),
    ("tanyao", win("234s456p44z567s88s", "8s", switches=KANSAI)),  # T10: a North pair makes no tanyao
    ("chanta", win("111m99p44z", "9p", melds=("pon 111s", "pon 999s"))),  # no run
    ("chanta", win("123m12p11s789m999p", "3p")),  # junchan instead
    ("chanta", win("123m78p111z55s789s", "9p")),
    ("junchan", win("123m23p11s789m999p", "4p")),
    ("honitsu", win("2223455677889m", "8m")),
    ("seat_wind_north", win("111p45p78922s444z", "6p", switches=SANMA)),
    ("north_triplet", win("111p45p78922s444z", "6p", switches=SANMA)),
    ("sanankou", win("222m444p99s11s678m", "9s")),  # completed by ron
    ("shousangen", win("123m45p22s", "6p", melds=("pon 555z", "pon 666z"))),
    ("suuankou", win("111m333p555s77s99m", "9m")),  # C27
    ("suuankou", win("333p555s77s99m", "9m", "tsumo", melds=("pon 111m",))),
    ("chuuren", win("2345678999m", "5m", melds=("ankan 1111m",))),  # C47
    ("chuuren", win("1112345678999m", "5m")),
    ("junsei_chuuren", win("1112345567899m", "9m")),
    ("kokushi_13", win("19m19p19s1234566z", "7z")),
    ("tenhou", win("45p789s22z999p", "6p", "tsumo", "first_turn", melds=("ankan 1111m",), seat="E")),
    ("renhou", win(PLAIN, "6p", "ron", "first_turn")),
    ("renhou", win(PLAIN, "6p", "ron", "first_turn", seat="E", switches=RENHOU)),
    ("daisangen", win("123m45p77z", "6p", melds=("pon 555z", "pon 666z"))),
    ("shousuushi", win("22z55s", "2z", melds=("pon 111z", "pon 333z", "pon 444z"))),
    ("ryuuiisou", win("2233445588s", "8s", melds=("pon 666z",))),
    ("suukantsu", win("34m11z", "5m", melds=("ankan 2222p", "kan 8888s", "kakan 4444z"))),
]


@pytest.mark.parametrize(("context", "expected"), YAKU_TABLE + YAKUMAN_TABLE)
def test_a_hand_has_exactly_these_yaku(context: WinContext, expected: dict[str, int]) -> None:
    assert yaku(context) == expected
    assert value(context).has_yaku


@pytest.mark.parametrize(("name", "context"), LACKS_TABLE)
def test_a_hand_lacks_a_yaku(name: str, context: WinContext) -> None:
    assert name not in yaku(context)


def test_every_yaku_and_yakuman_is_in_the_tables() -> None:
    shown = {name for _, expected in YAKU_TABLE + YAKUMAN_TABLE for name in expected}
    assert shown == {row.name for row in YAKU} | {row.name for row in YAKUMAN}


def test_tenhou_numbers_name_our_yaku() -> None:
    assert len(TENHOU_YAKU) == len(set(TENHOU_YAKU)) == 55
    ours = {row.name for row in YAKU} | {row.name for row in YAKUMAN} | set(DORA_NAMES)
    assert set(TENHOU_YAKU) - ours == set()
    assert ours - set(TENHOU_YAKU) == {"north_triplet", "north_ron", "north_dora"}
    known = {
        0: "menzen_tsumo", 8: "tanyao", 13: "seat_wind_north", 14: "prevailing_wind_east", 21: "double_riichi",
        26: "sanshoku_doukou", 35: "chinitsu", 41: "suuankou_tanki", 51: "suukantsu", 54: "red_five",
    }  # fmt: skip
    assert {number: TENHOU_YAKU[number] for number in known} == known


def test_an_incomplete_hand_has_no_value() -> None:
    assert hand_value(win("123m45p789s22z999p", "7p")) is None
    assert hand_value(win("11m99p11223377s33z", "2z", "tsumo")) is None  # 15 tiles
