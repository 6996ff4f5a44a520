"""The situations of RULES §8 for the presets of Tenhou, as whole rounds.

The Kansai presets expect another thing of T3 (one han for the ron), T8 (one tile left), T9 (a yaku) and T13 (50 live
draws). The names say which rule of Tenhou is shown.
"""

from typing import Final

import pytest

from tests.disputes import Dispute, four, three
from tests.notation import Round

WAITS_2P_5P: Final = "34p234p678s22s345s"
WAITS_9S: Final = "123p456s78s22p777p"  # and 6s, without a yaku of its own
WAITS_4Z: Final = "123p456p789s99s44z"  # and 9s

T1_OPENING: Final = """
    0 draws 4z; 0 north; 0 draws 4z; 0 north; 0 draws 1z; 0 riichi; 0 discards; 0 pays; go 2; 0 draws; 0 discards
    go 1; 2 draws 9s; 2 discards
"""


def _t1(result: str) -> Dispute:
    return three(Round(f"{T1_OPENING}; {result}", {0: WAITS_9S}, indicators="1z", keep="69s"))


def _t2(result: str) -> Dispute:
    """Seat 0 declares riichi, seat 1 sets a North aside and discards the winning tile."""
    events = f"""
        go 3; 0 draws 1z; 0 riichi; 0 discards; 0 pays; 1 draws 4z; 1 north; 1 draws 9s; 1 discards; {result}
    """
    return three(Round(events, {0: WAITS_9S}, indicators="1z", keep="69s"))


def _t3(result: str, indicators: str = "1z") -> Dispute:
    """Seat 0 declares riichi, seat 1 sets aside the North that wins."""
    events = f"go 3; 0 draws 1z; 0 riichi; 0 discards; 0 pays; 1 draws 4z; 1 north; {result}"
    return three(Round(events, {0: WAITS_4Z}, indicators=indicators, keep="9s"))


def _t6(events: str) -> Dispute:
    """Seat 0, the dealer, has discarded a North and waits for North and 9s with a triplet of East."""
    return three(Round(f"0 draws 4z; 0 discards; {events}", {0: "123p456p99s11144z"}, indicators="1s", keep="9s"))


def _t9(events: str) -> Dispute:
    """Seat 1 holds three Norths and sets the fourth aside; 6s and 9s win."""
    start = "go 1; 1 draws 4z; 1 north; 1 draws 1z"
    return three(Round(f"{start}; {events}", {1: "123p456p78s22p444z"}, indicators="1s", keep="69s"))


def _t10(claim: str) -> Dispute:
    events = f"0 draws 8s; 0 discards; 1 wins 8s from 0: {claim}"
    return three(Round(events, {1: "123s456p34567s44z"}, indicators="1z", keep="4z"))


def _t11(claim: str) -> Dispute:
    events = f"""
        go 1; 1 draws 4z; 1 north; 1 draws 4z; 1 north; 1 draws 1z; 1 discards; go to 0; 0 draws 4z; 0 discards
        1 wins 4z from 0: {claim}
    """
    return three(Round(events, {1: "1133p5577s2266s4z"}, indicators="3z", keep="4z"))


def _t13(events: str) -> Dispute:
    """One concealed kan and three Norths: four of the 55 live tiles are never drawn."""
    sets_aside = "0 draws 4z; 0 north; 0 draws 4z; 0 north; 0 draws 4z; 0 north; 0 draws 5z; 0 discards"
    kan = "1 draws 1z; 1 kan 1111z; indicator; 1 draws; 1 discards"
    return three(Round(f"{sets_aside}; {kan}; {events}", {1: "111z"}))


# Seat 3 discards a 5p that seat 1 waits for; seat 2 holds two green dragons.
T14_HANDS: Final = {1: WAITS_2P_5P, 2: "66z2p"}
T14_PASSED: Final = "go 3; 3 draws 5p; 3 discards"


def _t14(events: str) -> Dispute:
    return four(Round(f"{T14_PASSED}; {events}", T14_HANDS, keep="25p6z"))


# Seat 1, South, waits for North and 9s with a triplet of South.
T15_HAND: Final = {1: "123p456p99s22244z"}
T15_RIICHI: Final = "go 4; 1 draws 9m; 1 riichi; 1 discards; 1 pays; go 1"


def _t15(events: str) -> Dispute:
    return three(Round(events, T15_HAND, keep="9s4z"))


def _t16(preset: str, events: str) -> Dispute:
    """Seat 1 has a yaku with white, none with North."""
    return Dispute(preset, (Round(events, {1: "123p456789s4455z"}, keep="45z"),))


# Seat 1 calls white from seat 0, green and red from seat 2.
T17_CALLS: Final = """
    0 draws 5z; 0 discards; 1 pons 5z from 0; 1 discards 1z; 2 draws 6z; 2 discards; 1 pons 6z from 2; 1 discards 2z
    2 draws 7z; 2 discards; 1 pons 7z from 2; 1 discards 3z
"""
BIG_THREE: Final = "yaku daisangen 13, han 13"


def _t17(events: str) -> Dispute:
    return three(Round(f"{T17_CALLS}; {events}", {1: "556677z78s99m123z"}, keep="69s"))


def _t18(events: str, scores: tuple[int, ...]) -> Dispute:
    """Seat 2's riichi discard is won by seat 0, the dealer."""
    hands = {0: "123p456s78s22p111z", 2: "123s456p789p11s23p"}
    first = Round(f"go 5; 2 draws 9s; 2 riichi; 2 discards; {events}", hands, indicators="9m", keep="69s14p")
    return three(first, Round("go 1", honba=1, scores=scores))


SITUATIONS: Final[dict[str, Dispute]] = {
    "T1 after two Norths the dealer's riichi is a plain one": _t1(
        "0 wins 9s from 2: yaku riichi 1 dora 2, han 3, fu 40, points 7700, moves 8700 0 -7700"
    ),
    "T1 counted as double": _t1(
        "0 wins 9s from 2: yaku double_riichi 2 dora 2, han 4, points 12000, moves 13000 0 -12000 <- WIN007 seat 0"
    ),
    "T2 a North ends ippatsu": _t2("0 wins 9s from 1: yaku riichi 1, han 1, fu 40, points 2000, moves 3000 -2000 0"),
    "T2 ippatsu counted": _t2(
        "0 wins 9s from 1: yaku riichi 1 ippatsu 1, han 2, fu 40, points 3900, moves 4900 -3900 0 <- WIN007 seat 0"
    ),
    "T3 a ron on the North itself has ippatsu": _t3(
        "0 wins 4z from 1: yaku riichi 1 ippatsu 1, han 2, fu 40, points 3900, moves 4900 -3900 0"
    ),
    "T3 ippatsu left out": _t3(
        "0 wins 4z from 1: yaku riichi 1, han 1, fu 40, points 2000, moves 3000 -2000 0 <- WIN008 seat 0"
    ),
    "T3 no chankan and no han of its own in Tenhou": _t3(
        "0 wins 4z from 1: yaku riichi 1 ippatsu 1 chankan 1, han 3, moves 8700 -7700 0 <- WIN007 seat 0"
    ),
    "T3 nor a dora": _t3(
        "0 wins 4z from 1: yaku riichi 1 ippatsu 1 dora 1, han 3, points 7700, moves 8700 -7700 0 <- WIN010 seat 0"
    ),
    "T3 but under a West indicator it is three of one": _t3(
        "0 wins 4z from 1: yaku riichi 1 ippatsu 1 dora 3, han 5, fu 40, points 12000, moves 13000 -12000 0",
        indicators="3z",
    ),
    "T4 a North set aside is not for a pon": three(
        Round("0 draws 4z; 0 north; 1 pons 4z from 0 <- NOR006 seat 1", {1: "44z"})
    ),
    "T5 the own North set aside is no discard": three(
        Round(
            """
            0 draws 4z; 0 north; 0 draws 1z; 0 discards; go 2; 0 draws 2z; 0 riichi; 0 discards; 0 pays; go 1
            2 draws 4z; 2 discards
            0 wins 4z from 2: yaku riichi 1 ippatsu 1 dora 1, han 3, fu 40, points 7700, moves 8700 0 -7700
            """,
            {0: WAITS_4Z},
            indicators="1z",
            keep="9s",
        )
    ),
    "T6 after an own North no ron on a discarded one": _t6(
        "go 1; 2 draws 4z; 2 discards; 0 wins 4z from 2 <- FUR001 seat 0"
    ),
    "T6 nor on one set aside": _t6("go 1; 2 draws 4z; 2 north; 0 wins 4z from 2 <- FUR001 seat 0"),
    "T6 nor on another wait": _t6("go 1; 2 draws 9s; 2 discards; 0 wins 9s from 2 <- FUR001 seat 0"),
    "T6 a self-draw": _t6(
        "go 2; 0 draws 4z; 0 tsumo: yaku menzen_tsumo 1 seat_wind_east 1 prevailing_wind_east 1, han 3, fu 40,"
        " points 5200, moves 5200 -2600 -2600"
    ),
    "T7 no North when the last tile was taken": three(
        Round("go 54; 0 draws 4z; 0 north <- NOR004 seat 0\n 0 draws; 0 discards; drawn exhaustive")
    ),
    "T7 nor a kan": three(
        Round(
            "go 54; 0 draws 1z; 0 kan 1111z <- CAL009 seat 0\n indicator; 0 draws; 0 discards; drawn exhaustive",
            {0: "111z"},
        )
    ),
    "T8 the last North leaves no live tile": three(
        Round("go 53; 2 draws 4z; 2 north; 2 draws; 2 discards; drawn exhaustive: tenpai , moves 0 0 0", keep="4z")
    ),
    "T8 no draw after it": three(
        Round(
            "go 53; 2 draws 4z; 2 north; 2 draws; 2 discards; 0 draws <- WAL009 seat 0\n 0 discards; drawn exhaustive",
            keep="4z",
        )
    ),
    "T9 in Tenhou three concealed Norths are no yaku": _t9(
        "1 discards; 2 draws 9s; 2 discards; 1 wins 9s from 2 <- WIN004 seat 1"
    ),
    "T9 they have fu, the fourth a dora": _t9(
        """
        1 riichi; 1 discards; 1 pays; go to 1; 1 draws; 1 discards; 2 draws 9s; 2 discards
        1 wins 9s from 2: yaku riichi 1 dora 1, han 2, fu 40, points 2600, moves 0 3600 -2600
        """
    ),
    "T9 a yaku counted": _t9(
        """
        1 riichi; 1 discards; 1 pays; go to 1; 1 draws; 1 discards; 2 draws 9s; 2 discards
        1 wins 9s from 2: yaku riichi 1 seat_wind_north 1 dora 1, han 3, moves 0 6200 -5200 <- WIN007 seat 1
        """
    ),
    "T10 a pair of Norths in a pinfu": _t10("yaku pinfu 1, han 1, fu 30, points 1000, moves -1000 1000 0"),
    "T10 never in a tanyao": _t10(
        "yaku pinfu 1 tanyao 1, han 2, fu 30, points 2000, moves -2000 2000 0 <- WIN007 seat 1"
    ),
    "T11 every North is two dora under a West indicator, set aside or not": _t11(
        "yaku chiitoitsu 2 dora 6, han 8, fu 25, points 16000, moves -16000 16000 0"
    ),
    "T11 one for each set aside": _t11(
        "yaku chiitoitsu 2 dora 4, han 6, fu 25, points 12000, moves -12000 12000 0 <- WIN010 seat 1"
    ),
    "T12 a win on the replacement of a North": three(
        Round(
            """
            go 1; 1 draws 4z; 1 north; 1 draws 9s
            1 tsumo: yaku menzen_tsumo 1 rinshan 1 dora 1, han 3, fu 30, points 3000, moves -2000 3000 -1000
            """,
            {1: WAITS_9S},
            indicators="1z",
            keep="69s",
        )
    ),
    "T13 a kan and three Norths leave 51 live draws": _t13("go 49; drawn exhaustive"),
    "T13 not 50": _t13("go 48; drawn exhaustive <- END002"),
    "T13 not 52": _t13("go 49; 0 draws <- WAL009 seat 0\n 0 discards; drawn exhaustive"),
    "T14 same-turn furiten": _t14("0 draws 2p; 0 discards; 1 wins 2p from 0 <- FUR002 seat 1"),
    "T14 other players' calls do not end it": _t14(
        "0 draws 6z; 0 discards; 2 pons 6z from 0; 2 discards 2p; 1 wins 2p from 2 <- FUR002 seat 1"
    ),
    "T14 the own discard does": _t14(
        "0 draws 9m; 0 discards; 1 draws 9s; 1 discards; 2 draws; 2 discards 2p; 1 wins 2p from 2"
    ),
    "T15 a North set aside may be won": _t15("0 draws 4z; 0 north; 1 wins 4z from 0"),
    "T15 who declines it is furiten": _t15(
        "0 draws 4z; 0 north; 0 draws 9s; 0 discards; 1 wins 9s from 0 <- FUR002 seat 1"
    ),
    "T15 until the own discard": _t15(
        "0 draws 4z; 0 north; 0 draws 9m; 0 discards; 1 draws 9p; 1 discards; 2 draws 9s; 2 discards; 1 wins 9s from 2"
    ),
    "T15 in riichi for good": _t15(
        f"""
        {T15_RIICHI}; 0 draws 4z; 0 north; 0 draws 9m; 0 discards; 1 draws 9p; 1 discards
        2 draws 9s; 2 discards; 1 wins 9s from 2 <- FUR003 seat 1
        """
    ),
    "T15 in riichi by self-draw": _t15(
        f"{T15_RIICHI}; 0 draws 4z; 0 north; 0 draws 9m; 0 discards; 1 draws 9s; 1 tsumo"
    ),
    "T16 four players: a shape without a yaku is passed": _t16(
        "tenhou", "go 3; 3 draws 4z; 3 discards; 0 draws 5z; 0 discards; 1 wins 5z from 0 <- FUR002 seat 1"
    ),
    "T16 four players: until the own discard": _t16(
        "tenhou", "go 3; 3 draws 4z; 3 discards; go 2; 2 draws 5z; 2 discards; 1 wins 5z from 2"
    ),
    "T16 three players: a shape without a yaku is passed": _t16(
        "tenhou-sanma", "go 2; 2 draws 4z; 2 discards; 0 draws 5z; 0 discards; 1 wins 5z from 0 <- FUR002 seat 1"
    ),
    "T17 who fed the third dragon pays all of a self-draw": _t17(
        f"go 2; 1 draws 9s; 1 tsumo: {BIG_THREE}, points 24000, liable 2, moves 0 24000 -24000"
    ),
    "T17 everybody pays": _t17(
        f"go 2; 1 draws 9s; 1 tsumo: {BIG_THREE}, points 24000, moves -16000 24000 -8000 <- PAY002 seat 1"
    ),
    "T17 half of a ron": _t17(
        f"go 1; 0 draws 9s; 0 discards; 1 wins 9s from 0: {BIG_THREE}, points 32000, moves -16000 32000 -16000"
    ),
    "T17 all of a ron on its own discard": _t17(
        f"2 draws 9s; 2 discards; 1 wins 9s from 2: {BIG_THREE}, points 32000, moves 0 32000 -32000"
    ),
    "T17 the discarder pays alone": _t17(
        f"go 1; 0 draws 9s; 0 discards; 1 wins 9s from 0: {BIG_THREE}, points 32000, moves -32000 32000 0"
        " <- PAY003 seat 1"
    ),
    "T18 no deposit for a riichi that is won": _t18(
        "0 wins 9s from 2: yaku seat_wind_east 1 prevailing_wind_east 1, han 2, fu 40, points 3900, moves 3900 0 -3900",
        (38900, 35000, 31100),
    ),
    "T18 it is collected all the same": _t18(
        "0 wins 9s from 2: yaku seat_wind_east 1 prevailing_wind_east 1, han 2, fu 40, points 3900, moves 4900 0 -4900"
        " <- PAY003 seat 0",
        (39900, 35000, 30100),
    ),
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_situation(name: str) -> None:
    SITUATIONS[name].check()
