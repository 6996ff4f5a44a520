"""The situations of RULES §8 at a table of kansai-north, as whole rounds.

Where one rests on an assumed switch its breach is a warning that names the switch.
"""

from typing import Final

import pytest

from replay.engine import GameReplay
from replay.ruleset.loader import preset
from tests.kansai import Told, right, wrong
from tests.notation import Round, situation

WAITS_9S: Final = "123p456s78s22p777p"  # and 6s, without a yaku of its own
WAITS_4Z: Final = "123p456p789s99s44z"  # and 9s

T1_OPENING: Final = """
    0 draws 4z; 0 north; 0 draws 4z; 0 north; 0 draws 1z; 0 riichi; 0 discards; 0 pays; go 2; 0 draws; 0 discards
    go 1; 2 draws 9s; 2 discards
"""


def _t1(result: str) -> Round:
    return Round(f"{T1_OPENING}; {result}", {0: WAITS_9S}, indicators="1z", keep="69s")


def _t2(result: str) -> Round:
    """Seat 0 declares riichi, seat 1 sets a North aside and discards the winning tile."""
    events = f"""
        go 3; 0 draws 1z; 0 riichi; 0 discards; 0 pays; 1 draws 4z; 1 north; 1 draws 9s; 1 discards; {result}
    """
    return Round(events, {0: WAITS_9S}, indicators="1z", keep="69s")


def _t3(result: str, indicators: str = "1z") -> Round:
    """Seat 0 declares riichi, seat 1 sets aside the North that wins."""
    events = f"go 3; 0 draws 1z; 0 riichi; 0 discards; 0 pays; 1 draws 4z; 1 north; {result}"
    return Round(events, {0: WAITS_4Z}, indicators=indicators, keep="9s")


def _t6(events: str) -> Round:
    """Seat 0, the dealer, has discarded a North and waits for North and 9s with a triplet of East."""
    return Round(f"0 draws 4z; 0 discards; {events}", {0: "123p456p99s11144z"}, indicators="1s", keep="9s")


def _t7_last_replacement(act: str) -> Round:
    """Seat 1 has the last tile but one and declares a kan: its replacement is drawn from behind an empty live wall."""
    return Round(f"go 49; 1 draws 1z; 1 kan 1111z; indicator; {act}", {1: "111z"}, keep="4z")


def _t9(events: str) -> Round:
    """Seat 1 holds three Norths and sets the fourth aside; 6s and 9s win."""
    start = "go 1; 1 draws 4z; 1 north; 1 draws 1z"
    return Round(f"{start}; {events}", {1: "123p456p78s22p444z"}, indicators="1s", keep="69s")


T9_RIICHI: Final = "1 riichi; 1 discards; 1 pays; go to 1; 1 draws; 1 discards; 2 draws 9s; 2 discards"


def _t10(claim: str, events: str = "0 draws 8s; 0 discards") -> Round:
    """Seat 1 wins with simples and a pair of Norths."""
    return Round(f"{events}; 1 wins 8s from 0: {claim}", {1: "234s456p34567s44z"}, indicators="1z", keep="258s4z")


T10_RIICHI: Final = "go 4; 1 draws 9p; 1 riichi; 1 discards; 1 pays; go 4; 0 draws 8s; 0 discards"


def _t11(claim: str) -> Round:
    events = f"""
        go 1; 1 draws 4z; 1 north; 1 draws 4z; 1 north; 1 draws 1z; 1 discards; go to 0; 0 draws 4z; 0 discards
        1 wins 4z from 0: {claim}
    """
    return Round(events, {1: "1133p5577s2266s4z"}, indicators="3z", keep="4z")


def _t12(claim: str) -> Round:
    return Round(f"go 1; 1 draws 4z; 1 north; 1 draws 9s; 1 tsumo: {claim}", {1: WAITS_9S}, indicators="1z", keep="69s")


def _t13(events: str) -> Round:
    """One concealed kan and three Norths: one of the 51 live tiles is never drawn."""
    sets_aside = "0 draws 4z; 0 north; 0 draws 4z; 0 north; 0 draws 4z; 0 north; 0 draws 5z; 0 discards"
    kan = "1 draws 1z; 1 kan 1111z; indicator; 1 draws; 1 discards"
    return Round(f"{sets_aside}; {kan}; {events}", {1: "111z"})


# Seat 2 discards a 5p that seat 1 waits for and holds two green dragons.
T14_HANDS: Final = {1: "34p234p678s22s345s", 2: "66z2p"}
T14_PASSED: Final = "go 2; 2 draws 5p; 2 discards"


def _t14(events: str) -> Round:
    return Round(f"{T14_PASSED}; {events}", T14_HANDS, keep="25p6z")


# Seat 1, South, waits for North and 9s with a triplet of South.
T15_HAND: Final = {1: "123p456p99s22244z"}
T15_RIICHI: Final = "go 4; 1 draws 9m; 1 riichi; 1 discards; 1 pays; go 1"


def _t15(events: str) -> Round:
    return Round(events, T15_HAND, keep="9s4z")


def _t15_kan(events: str) -> Round:
    """Seat 1 waits for 6s and 9s with a triplet of South; seat 0 has ponned 9s and adds the fourth."""
    start = "go 2; 2 draws 9s; 2 discards; 0 pons 9s from 2; 0 discards 1z; go 2; 0 draws 9s; 0 adds 9s"
    return Round(f"{start}; {events}", {0: "99s1z", 1: "123p456p78s22p222z"}, keep="69s")


def _t16(events: str) -> Round:
    """Seat 1, South, has a yaku with white, none with West."""
    return Round(events, {1: "123p456789s3355z"}, keep="35z")


def _t18(events: str, scores: tuple[int, ...]) -> tuple[Round, Round]:
    """Seat 2's riichi discard is won by seat 0, the dealer."""
    hands = {0: "123p456s78s22p111z", 2: "123s456p789p11s23p"}
    first = Round(f"go 5; 2 draws 9s; 2 riichi; 2 discards; {events}", hands, indicators="9m", keep="69s14p")
    return first, Round("go 1", honba=1, scores=scores)


T3_CLAIM: Final = "yaku riichi 1 ippatsu 1 north_triplet 1"
FURITEN: Final = {"furiten": "same_tile"}

SITUATIONS: Final[dict[str, Told]] = {
    "T1 after two Norths the dealer's riichi is a plain one": right(
        _t1("0 wins 9s from 2: yaku riichi 1 north_dora 2, han 3, fu 40, points 7700, moves 8700 0 -7700")
    ),
    "T1 counted as double": wrong(
        "N22",
        _t1(
            "0 wins 9s from 2: yaku double_riichi 2 north_dora 2, han 4, fu 40, points 12000, moves 13000 0 -12000"
            " <- WIN007 seat 0"
        ),
    ),
    "T2 a North ends ippatsu": right(
        _t2("0 wins 9s from 1: yaku riichi 1, han 1, fu 40, points 2000, moves 3000 -2000 0")
    ),
    "T2 ippatsu counted": wrong(
        "N22",
        _t2(
            "0 wins 9s from 1: yaku riichi 1 ippatsu 1, han 2, fu 40, points 3900, moves 4900 -3900 0"
            " <- WIN007 seat 0 warning"
        ),
        north_interrupts="own",
    ),
    "T3 a ron on the North itself has ippatsu and one han more": right(
        _t3(f"0 wins 4z from 1: {T3_CLAIM} north_ron 1, han 4, fu 40, points 12000, moves 13000 -12000 0")
    ),
    "T3 the han written as a dora": right(
        _t3(f"0 wins 4z from 1: {T3_CLAIM} dora 1, han 4, fu 40, points 12000, moves 13000 -12000 0")
    ),
    "T3 ippatsu left out": wrong(
        "N22",
        _t3(
            "0 wins 4z from 1: yaku riichi 1 north_triplet 1 north_ron 1, han 3, fu 40, points 7700, moves 8700 -7700 0"
            " <- WIN008 seat 0 warning"
        ),
        north_ron_ippatsu="false",
    ),
    "T3 the han left out": wrong(
        "N16",
        _t3(f"0 wins 4z from 1: {T3_CLAIM}, han 3, points 7700, moves 8700 -7700 0 <- WIN010 seat 0 warning"),
        chanpei="none",
    ),
    "T3 no chankan": wrong(
        "N16", _t3(f"0 wins 4z from 1: {T3_CLAIM} chankan 1 north_ron 1, han 5, moves 13000 -12000 0 <- WIN007 seat 0")
    ),
    "T3 under a West indicator the three Norths are dora too": right(
        _t3(
            f"0 wins 4z from 1: {T3_CLAIM} dora 3 north_ron 1, han 7, fu 40, points 18000, moves 19000 -18000 0",
            indicators="3z",
        )
    ),
    "T4 a North set aside is not for a pon": wrong(
        "N14", Round("0 draws 4z; 0 north; 1 pons 4z from 0 <- NOR006 seat 1", {1: "44z"})
    ),
    "T4 nor for a kan": wrong("N14", Round("0 draws 4z; 0 north; 1 kans 4z from 0 <- NOR006 seat 1", {1: "444z"})),
    "T5 the own North set aside is no discard": right(
        Round(
            """
            0 draws 4z; 0 north; 0 draws 1z; 0 discards; go 2; 0 draws 2z; 0 riichi; 0 discards; 0 pays; go 1
            2 draws 4z; 2 discards
            0 wins 4z from 2: yaku riichi 1 ippatsu 1 north_triplet 1 north_dora 1, han 4, fu 40, points 12000
            """.rstrip()
            + ", moves 13000 0 -12000",
            {0: WAITS_4Z},
            indicators="1z",
            keep="9s",
        )
    ),
    "T6 after an own North no ron on a discarded one": wrong(
        "N20", _t6("go 1; 2 draws 4z; 2 discards; 0 wins 4z from 2 <- FUR001 seat 0")
    ),
    "T6 nor on one set aside": wrong("N20", _t6("go 1; 2 draws 4z; 2 north; 0 wins 4z from 2 <- FUR001 seat 0")),
    "T6 nor on another wait": wrong(
        "N20", _t6("go 1; 2 draws 9s; 2 discards; 0 wins 9s from 2 <- FUR001 seat 0 warning"), **FURITEN
    ),
    "T6 a self-draw": right(
        _t6(
            "go 2; 0 draws 4z; 0 tsumo: yaku menzen_tsumo 1 seat_wind_east 1 prevailing_wind_east 1 north_triplet 1,"
            " han 4, fu 40, points 8000, moves 8000 -4000 -4000"
        )
    ),
    "T7 no North when the last tile was taken": wrong(
        "N21", Round("go 50; 2 draws 4z; 2 north <- NOR004 seat 2\n 2 draws; 2 discards; drawn exhaustive", keep="4z")
    ),
    "T7 nor a kan": wrong(
        "N21",
        Round(
            "go 50; 2 draws 1z; 2 kan 1111z <- CAL009 seat 2\n indicator; 2 draws; 2 discards; drawn exhaustive",
            {2: "111z"},
        ),
    ),
    "T7 nor a North with a replacement drawn then": wrong(
        "N21",
        _t7_last_replacement("1 draws 4z; 1 north <- NOR004 seat 1 warning\n 1 draws; 1 discards; drawn exhaustive"),
        last_replacement_acts="true",
    ),
    "T7 it is discarded": right(_t7_last_replacement("1 draws 4z; 1 discards; drawn exhaustive")),
    "T8 the last North but one leaves a live tile": right(
        Round(
            "go 49; 1 draws 4z; 1 north; 1 draws; 1 discards; 2 draws; 2 discards"
            "; drawn exhaustive: tenpai , moves 0 0 0",
            keep="4z",
        )
    ),
    "T8 the tile is drawn": wrong(
        "N12", Round("go 49; 1 draws 4z; 1 north; 1 draws; 1 discards; drawn exhaustive <- END002", keep="4z")
    ),
    "T8 and is the last": wrong(
        "N12",
        Round(
            "go 49; 1 draws 4z; 1 north; 1 draws; 1 discards; go 1; 0 draws <- WAL009 seat 0\n 0 discards"
            "; drawn exhaustive",
            keep="4z",
        ),
    ),
    "T9 three concealed Norths are a yaku, the fourth a North dora": right(
        _t9(
            "1 discards; 2 draws 9s; 2 discards"
            "; 1 wins 9s from 2: yaku north_triplet 1 north_dora 1, han 2, fu 40, points 2600, moves 0 2600 -2600"
        )
    ),
    "T9 the yaku left out": wrong(
        "N10",
        _t9(
            f"{T9_RIICHI}; 1 wins 9s from 2: yaku riichi 1 north_dora 1, han 2, fu 40, points 2600, moves 0 3600 -2600"
            " <- WIN008 seat 1 warning"
        ),
        north_triplet_beside_north="false",
    ),
    "T9 four North dora": wrong(
        "N5",
        _t9(
            f"{T9_RIICHI}; 1 wins 9s from 2: yaku riichi 1 north_triplet 1 north_dora 4, han 6, points 12000,"
            " moves 0 13000 -12000 <- WIN010 seat 1"
        ),
    ),
    "T10 a pair of Norths in a pinfu": right(_t10("yaku pinfu 1, han 1, fu 30, points 1000, moves -1000 1000 0")),
    "T10 no pinfu with it": wrong(
        "N18",
        _t10("yaku riichi 1, han 1, fu 40, points 1300, moves -1300 2300 0 <- WIN008 seat 1 warning", T10_RIICHI),
        north_pair_pinfu="false",
    ),
    "T10 never in a tanyao": wrong(
        "N18",
        _t10("yaku pinfu 1 tanyao 2, han 3, fu 30, points 3900, moves -3900 3900 0 <- WIN007 seat 1 warning"),
        north_pair_tanyao="true",
    ),
    "T11 every North is two han under a West indicator, a concealed one": right(
        _t11("yaku chiitoitsu 2 north_dora 2 dora 4, han 8, fu 25, points 16000, moves -16000 16000 0")
    ),
    "T11 the Norths put with the dora": right(
        _t11("yaku chiitoitsu 2 dora 6, han 8, fu 25, points 16000, moves -16000 16000 0")
    ),
    "T11 one han for each set aside": wrong(
        "N24",
        _t11(
            "yaku chiitoitsu 2 north_dora 2 dora 2, han 6, fu 25, points 12000, moves -12000 12000 0 <- WIN010 seat 1"
        ),
    ),
    "T12 a win on the replacement of a North": right(
        _t12("yaku menzen_tsumo 1 rinshan 1 north_dora 1, han 3, fu 30, points 3000, moves -2000 3000 -1000")
    ),
    "T12 no rinshan": wrong(
        "N8",
        _t12("yaku menzen_tsumo 1 north_dora 1, han 2, fu 30, points 1500, moves -1000 1500 -500 <- WIN008 seat 1"),
    ),
    "T13 a kan and three Norths leave 50 live draws": right(_t13("go 48; drawn exhaustive")),
    "T13 not 49": wrong("N12", _t13("go 47; drawn exhaustive <- END002")),
    "T13 not 51": wrong("N12", _t13("go 48; 2 draws <- WAL009 seat 2\n 2 discards; drawn exhaustive")),
    "T14 same-turn furiten": wrong(
        "N20", _t14("0 draws 2p; 0 discards; 1 wins 2p from 0 <- FUR002 seat 1 warning"), **FURITEN
    ),
    "T14 other players' calls do not end it": wrong(
        "N20",
        _t14("0 draws 6z; 0 discards; 2 pons 6z from 0; 2 discards 2p; 1 wins 2p from 2 <- FUR002 seat 1 warning"),
        **FURITEN,
    ),
    "T14 the own discard does": right(
        _t14("0 draws 9m; 0 discards; 1 draws 9s; 1 discards; 2 draws; 2 discards 2p; 1 wins 2p from 2")
    ),
    "T15 a North set aside may be won": right(_t15("0 draws 4z; 0 north; 1 wins 4z from 0")),
    "T15 who declines it is furiten": wrong(
        "N20",
        _t15("0 draws 4z; 0 north; 0 draws 9s; 0 discards; 1 wins 9s from 0 <- FUR002 seat 1 warning"),
        **FURITEN,
    ),
    "T15 until the own discard": right(
        _t15(
            "0 draws 4z; 0 north; 0 draws 9m; 0 discards; 1 draws 9p; 1 discards; 2 draws 9s; 2 discards"
            "; 1 wins 9s from 2"
        )
    ),
    "T15 in riichi for good": wrong(
        "N20",
        _t15(
            f"""
            {T15_RIICHI}; 0 draws 4z; 0 north; 0 draws 9m; 0 discards; 1 draws 9p; 1 discards
            2 draws 9s; 2 discards; 1 wins 9s from 2 <- FUR003 seat 1 warning
            """
        ),
        **FURITEN,
    ),
    "T15 in riichi by self-draw": right(
        _t15(f"{T15_RIICHI}; 0 draws 4z; 0 north; 0 draws 9m; 0 discards; 1 draws 9s; 1 tsumo")
    ),
    "T15 the tile of an added kan may be won": right(_t15_kan("1 wins 9s from 0")),
    "T15 who declines it is furiten too": wrong(
        "N20",
        _t15_kan("indicator; 0 draws 6s; 0 discards; 1 wins 6s from 0 <- FUR002 seat 1 warning"),
        **FURITEN,
        any_hand_robs_added_kan="false",
    ),
    "T16 a shape without a yaku is passed": wrong(
        "N20",
        _t16("go 2; 2 draws 3z; 2 discards; 0 draws 5z; 0 discards; 1 wins 5z from 0 <- FUR002 seat 1 warning"),
        **FURITEN,
    ),
    "T16 until the own discard": right(
        _t16("go 2; 2 draws 3z; 2 discards; go 2; 2 draws 5z; 2 discards; 1 wins 5z from 2")
    ),
    "T18 no deposit for a riichi that is won": right(
        *_t18(
            "0 wins 9s from 2: yaku seat_wind_east 1 prevailing_wind_east 1, han 2, fu 40, points 3900,"
            " moves 3900 0 -3900",
            (28900, 25000, 21100),
        )
    ),
    "T18 it is collected all the same": wrong(
        "riichi_deposit_when_ronned",
        *_t18(
            "2 pays; 0 wins 9s from 2: yaku seat_wind_east 1 prevailing_wind_east 1, han 2, fu 40, points 3900,"
            " moves 4900 0 -3900 <- RII009 seat 2",
            (29900, 25000, 20100),
        ),
    ),
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_situation(name: str) -> None:
    SITUATIONS[name].check()


def test_t13_the_dead_wall_holds_15_tiles_at_the_end() -> None:
    """18 at the start, the kan made up for, three Norths not (N12); in Tenhou it stays at 14."""
    for variant, live_draws, dead_wall in (("kansai-north", 48, 15), ("tenhou-sanma", 49, 14)):
        log = situation(variant, _t13(f"go {live_draws}; drawn exhaustive")).log
        replay = GameReplay(preset(variant))
        for event in log.rounds[0]:
            replay.step(event)
        assert replay.table is not None
        assert (replay.table.live, replay.table.dead_wall) == (0, dead_wall)
