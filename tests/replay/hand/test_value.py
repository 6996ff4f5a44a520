"""Han, fu and payments of whole hands: the worked examples and situations of the rules, and known disputes."""

from dataclasses import replace

import pytest

from replay.hand.context import WinContext
from replay.hand.value import hand_value
from replay.ruleset.switches import NorthRon, Switches
from tests.replay.hand.hands import DOUBLE, KANSAI, SANMA, TENHOU, payments, value, win, yaku

THREE_RUNS = "234m55p77788899s"
KIRIAGE = replace(TENHOU, kiriage=True)
SINGLE_WIND_FU = replace(TENHOU, double_wind_pair_fu=2)
NO_RINSHAN_FU = replace(TENHOU, rinshan_tsumo_fu=False)

# The hand, and han/fu with what is paid: by the discarder, or by the dealer + each other, or by everyone to a dealer.
VALUES: dict[str, tuple[WinContext, str]] = {
    # RULES §1, §7, §8
    "N16 riichi, seven pairs, ron on a North": (
        win("1133p5577p2244s4z", "4z", "ron", "riichi north_ron", switches=KANSAI),
        "4/25 6400",
    ),
    "the same without han for the ron": (
        win("1133p5577p2244s4z", "4z", "ron", "riichi north_ron", switches=SANMA),
        "3/25 3200",
    ),
    "three equal runs, ron 9s": (win(THREE_RUNS, "9s", "ron", "riichi"), "3/30 3900"),  # C07
    "three equal runs, ron 2m": (win("34m55p777888999s", "2m", "ron", "riichi"), "3/50 6400"),
    "three equal runs, tsumo 9s": (win(THREE_RUNS, "9s", "tsumo", "riichi"), "4/40 4000+2000"),  # C09
    "a mangan by 5 han or by 40 fu": (win("111222333m7899p", "9p"), "5/30 8000"),
    "C13 the same in riichi": (win("111222333m7899p", "9p", "ron", "riichi"), "6/30 12000"),
    "T10 pinfu with a North pair": (win("123s456p67s345s44z", "8s", switches=KANSAI), "1/30 1000"),
    "T11 seven pairs, West shown, two Norths set aside": (
        win("1133p5577p2244s6z", "6z", switches=SANMA, indicators="3z", norths=2),
        "6/25 12000",
    ),
    "T11 with a pair of Norths": (
        win("1133p5577s2266s4z", "4z", switches=KANSAI, indicators="3z", norths=2),
        "8/25 16000",
    ),
    "T12 win on a North's replacement": (
        win("111m45p789s22z999p", "6p", "tsumo", "rinshan", switches=KANSAI, norths=1),
        "3/40 2600+1300",
    ),
    "A05 dora wraps from 1m to 9m": (
        win("999m24p456s678s22p", "3p", "ron", "riichi", switches=SANMA, indicators="1m"),
        "4/40 8000",
    ),
    "A05 with four players": (win("999m24p456s678s22p", "3p", "ron", "riichi", indicators="1m"), "1/40 1300"),
    "A05 and from 9m to 1m": (
        win("111m24p456s678s22p", "3p", "ron", "riichi", switches=SANMA, indicators="9m"),
        "4/40 8000",
    ),
    "A15 win on a North's replacement": (
        win("123p456s78s22p777p", "9s", "tsumo", "rinshan", switches=SANMA, norths=1),
        "3/30 2000+1000",
    ),
    "T9 three concealed Norths and one set aside": (
        win("123p456s78s22p444z", "9s", switches=KANSAI, norths=1),
        "2/40 2600",
    ),
    # disputes
    "C01": (win("234m1112356777s", "4s", "tsumo"), "1/30 500+300"),
    "C03 on 9m": (win("1112345678999m", "9m", switches=DOUBLE), "26/40 64000"),
    "C05": (
        win("4446667788m", "7m", "ron", "riichi", melds=("ankan 2222m",), indicators="11m", ura="11m"),
        "28/60 32000",
    ),
    "C05 not counted as a yakuman": (
        win(
            "4446667788m",
            "7m",
            "ron",
            "riichi",
            melds=("ankan 2222m",),
            indicators="11m",
            ura="11m",
            switches=replace(TENHOU, counted_yakuman=False),
        ),
        "28/60 24000",
    ),
    "C11": (win("66777889s88m444z", "8s", "tsumo", seat="W"), "2/40 1300+700"),
    "C15": (win("223344m67s11222z", "5s", "ron", "riichi", seat="E"), "2/50 4800"),
    "C15 with 2 fu": (win("223344m67s11222z", "5s", "ron", "riichi", seat="E", switches=SINGLE_WIND_FU), "2/40 3900"),
    "C17": (win("567m123p567p234s1z", "1z", "ron", "riichi", prevailing="S"), "1/40 1300"),
    "C19": (win("1112223334455z", "4z"), "26/60 64000"),
    "C19 double": (win("1112223334455z", "4z", switches=DOUBLE), "39/60 96000"),
    "C21": (win("1122334455667z", "7z", indicators="1z"), "13/25 32000"),
    "C25": (win("234m678p2s666p", "2s", "ron", "riichi", melds=("ankan 0555s",)), "3/60 7700"),
    "C27": (win("111m333p555s77s99m", "9m"), "4/50 8000"),
    "C29": (win("34m456p345s678s99s", "2m", "tsumo", "riichi"), "3/20 1300+700"),
    "C31": (win("1133m5577p2244s6z", "6z", "ron", "riichi"), "3/25 3200"),
    "C33": (win("234m678p22s67s", "5s", "tsumo", "rinshan", melds=("ankan 9999p",)), "2/60 2000+1000"),
    "C35": (win("34m456p345s678s99s", "2m", "tsumo", ura="8s"), "2/20 700+400"),
    "C37": (win("34m456p340678s99s", "2m", "ron", "riichi", indicators="1m", switches=KIRIAGE), "4/30 8000"),
    "C37 without": (win("34m456p340678s99s", "2m", "ron", "riichi", indicators="1m"), "4/30 7700"),
    "C39": (win("111222333444s5z", "5z", "tsumo"), "13/50 16000+8000"),
    "C43": (win("222333m11p79s", "8s", "ron", "double_riichi", melds=("ankan 1111m",), seat="E"), "4/80 12000"),
    "C47": (win("2345678999m", "5m", melds=("ankan 1111m",)), "6/80 12000"),
    # the rest of the fu
    "open pinfu": (win("34m456p567s88s", "2m", melds=("chi 234s",)), "1/30 1000"),
    "open pinfu, tsumo": (win("34m456p567s88s", "2m", "tsumo", melds=("chi 234s",)), "1/30 500+300"),
    "a pinfu tsumo that is none": (
        win("34m456p345s678s99s", "2m", "tsumo", switches=replace(TENHOU, pinfu_tsumo=False)),
        "1/30 500+300",
    ),
    "fu of a tsumo on a replacement": (
        win("24m456p88s", "3m", "tsumo", "rinshan", melds=("kan 2222s", "chi 234s")),
        "2/40 1300+700",
    ),
    "and where there are none": (
        win("24m456p88s", "3m", "tsumo", "rinshan", melds=("kan 2222s", "chi 234s"), switches=NO_RINSHAN_FU),
        "2/30 1000+500",
    ),
    "pair wait on a dragon": (win("234m456p567s678p7z", "7z", "ron", "riichi"), "1/40 1300"),
    "1 han 110 fu": (win("345m22z55z", "5z", melds=("ankan 1111s", "ankan 9999m"), prevailing="S"), "1/110 3600"),
    "seven pairs of the dealer": (
        win("1133m5577p2244s6z", "6z", "ron", "riichi", seat="E", indicators="5z"),
        "5/25 12000",
    ),
    "pair of a double wind in kansai": (
        win("223344p67s11222z", "5s", "ron", "riichi", seat="E", switches=KANSAI),
        "2/40 3900",
    ),
}


@pytest.mark.parametrize("name", VALUES)
def test_value(name: str) -> None:
    context, expected = VALUES[name]
    found = value(context)
    assert f"{found.han}/{found.fu} {'+'.join(map(str, payments(context)))}" == expected
    assert found.han == sum(part.han for part in found.yaku)
    assert found.has_yaku


@pytest.mark.parametrize(
    "context",
    [
        win("123p456s78s22p777p", "9s", switches=SANMA, norths=3),  # A19
        win("123s11p456p66s", "1p", melds=("pon 888p",), indicators="9p"),  # C41
        win("123s340p6s", "6s", melds=("pon 888p", "chi 406s")),
        win("111p456p789s22s44z", "4z", "ron", "north_ron", switches=replace(SANMA, chanpei=NorthRon.DORA)),
    ],
)
def test_dora_alone_does_not_win(context: WinContext) -> None:
    found = hand_value(context)
    assert found is not None
    assert not found.has_yaku
    assert found.han > 0
    assert found.base == 0
    assert found.limit is None


@pytest.mark.parametrize(
    ("context", "dora"),
    [
        (win("34m456p340678s99s", "2m", indicators="8s"), {"dora": 2, "red_five": 1}),
        (
            win("34m456p340678s99s", "2m", "ron", "riichi", indicators="7z", ura="58s"),
            {"ura_dora": 3, "red_five": 1},
        ),
        (win("34m456p340678s99s", "2m", ura="58s"), {"red_five": 1}),  # no riichi
        (
            win("34m456p340678s99s", "2m", "ron", "riichi", ura="58s", switches=replace(TENHOU, kan_ura=False)),
            {"ura_dora": 1, "red_five": 1},
        ),
        (
            win("34m456p340678s99s", "2m", "ron", "riichi", ura="58s", switches=replace(TENHOU, ura_dora=False)),
            {"red_five": 1},
        ),
        (
            win("34m456p340678s99s", "2m", indicators="58s", switches=replace(TENHOU, kan_dora=False)),
            {"dora": 1, "red_five": 1},
        ),
        (win("34m456p340678s99s", "2m", indicators="88s"), {"dora": 4, "red_five": 1}),  # shown twice
        (win("34m345678s22s", "2m", "tsumo", melds=("ankan 9999p",), indicators="8p"), {"dora": 4}),
        (win("34p345678s22s", "2p", "tsumo", melds=("ankan 0555p",), indicators="0p4p"), {"dora": 4, "red_five": 1}),
        (win("123p456s78s22p444z", "9s", switches=KANSAI, indicators="3z", norths=1), {"dora": 4, "north_dora": 1}),
        (
            win("123p456s78s22p777p", "9s", "ron", "riichi", switches=SANMA, indicators="33z", ura="31z", norths=2),
            {"dora": 4, "ura_dora": 2, "north_dora": 2},
        ),
        (win("123p456s78s22p777z", "9s", indicators="6z4z"), {"dora": 3}),
        (win("123p456s78s22p555z", "9s", indicators="7z"), {"dora": 3}),
        (win("123p456s78s22p111z", "9s", indicators="4z"), {"dora": 3}),
        (
            win("123p456s789s22p44z", "4z", "ron", "north_ron", switches=KANSAI, indicators="3z"),
            {"dora": 3, "north_ron": 1},
        ),
    ],
)
def test_dora(context: WinContext, dora: dict[str, int]) -> None:
    names = {"dora", "ura_dora", "red_five", "north_dora", "north_ron"}
    assert {name: han for name, han in yaku(context).items() if name in names} == dora


def test_a_yakuman_goes_before_a_counted_one_that_pays_the_same() -> None:
    hand = win("2223344405588s", "3s", "tsumo", "riichi", switches=SANMA, norths=4)
    assert yaku(hand) == {"suuankou": 13}
    assert (value(hand).limit, value(hand).yakuman) == ("yakuman", 1)


def test_the_reading_with_more_exact_fu_is_taken() -> None:
    # Both round to 30 (C01); 111s as a triplet is the better one.
    context = win("234m1112356777s", "4s", "tsumo")
    assert value(context).fu == 30


@pytest.mark.parametrize("switches", [TENHOU, SANMA, KANSAI])
def test_a_north_pair_has_value_only_for_its_wind(switches: Switches) -> None:
    assert value(win("123p456p67s345s44z", "8s", switches=switches)).fu == 30
    assert "pinfu" in yaku(win("123p456p67s345s44z", "8s", switches=switches))
    valued = replace(switches, north_triplet_yaku=True, north_pair_pinfu=False)
    assert "pinfu" not in yaku(win("123p456p67s345s44z", "8s", "ron", "riichi", switches=valued))
    assert value(win("123p456p67s345s44z", "8s", "ron", "riichi", switches=valued)).fu == 40


def test_a_north_pair_may_be_let_into_tanyao() -> None:
    switches = replace(KANSAI, north_pair_tanyao=True)
    assert yaku(win("234s456p44z567s78s", "6s", switches=switches)) == {"pinfu": 1, "tanyao": 2}
    assert "tanyao" not in yaku(win("234s456p33z567s78s", "6s", "ron", "riichi", switches=switches))
