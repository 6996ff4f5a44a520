"""Every rule of the seed documents, N1 to N24, R1 to R3, K1 to K10: a log that keeps it, and one that breaks it.

What only allows something (N3, N15, N17, N19) has logs that use it. N13, where the indicator lies in the wall, is
tested with the walls of simulated games.
"""

from typing import Final

import pytest

from tests.kansai import Told, right, wrong
from tests.notation import Round

WAITS_9S: Final = "123p456s78s22p777p"  # and 6s, without a yaku of its own
RED: Final = "kansai-north-red"


def _after_north(claim: str, events: str = "1 discards; 2 draws 9s; 2 discards", norths: int = 1, **more: str) -> Round:
    """Seat 1 sets Norths aside with its first draw and wins later."""
    asides = "; ".join(["1 draws 4z; 1 north"] * norths)
    hands = {1: more.get("hand", WAITS_9S)}
    keep = more.get("keep", "69s4z")
    text = f"go 1; {asides}; 1 draws 1z; {events}; {claim}"
    return Round(text, hands, indicators=more.get("indicators", "1z"), keep=keep)


RIICHI_TURN: Final = "1 riichi; 1 discards; 1 pays; go to 1; 1 draws; 1 discards; 2 draws 9s; 2 discards"

NORTH: Final = {
    "N1 after the own draw": right(Round("0 draws 4z; 0 north; 0 draws; 0 discards")),
    "N1 one held before": right(Round("0 draws 1z; 0 north; 0 draws; 0 discards", {0: "4z"})),
    "N1 not after a pon": wrong(
        "N1",
        Round(
            "0 draws 3s; 0 discards; 1 pons 3s from 0; 1 north <- NOR001 seat 1\n 1 draws; 1 discards; go 2",
            {1: "33s4z"},
        ),
    ),
    "N1 not in another's turn": wrong(
        "N1", Round("0 draws 1z; 1 north <- NOR001 seat 1\n 1 draws; 1 discards; go 2", {1: "4z"})
    ),
    "N1 not between a riichi and its discard": wrong(
        "N1",
        Round(
            "0 draws 4z; 0 riichi; 0 north <- RII007 seat 0 warning\n 0 draws 1z; 0 discards; 0 pays; go 2",
            {0: WAITS_9S},
        ),
        north_timing="before_riichi_discard",
    ),
    "N2 then the replacement": right(Round("go 1; 1 draws 4z; 1 north; 1 draws; 1 discards; go 2")),
    "N2 not without it": wrong(
        "N2", Round("go 1; 1 draws 4z; 1 north; 1 discards 1z <- NOR008 seat 1\n go 2", {1: "1z"})
    ),
    "N2 only a North that is there": wrong(
        "N2",
        Round("0 draws 1z; 0 north <- NOR003 seat 0\n 0 draws; 0 discards; go 2", {0: "123456789p111s"}, keep="4z"),
    ),
    "N3 several in a row": right(
        Round("0 draws 4z; 0 north; 0 draws 4z; 0 north; 0 draws 4z; 0 north; 0 draws; 0 discards", keep="4z")
    ),
    "N4 one han each": right(
        _after_north("1 wins 9s from 2: yaku riichi 1 north_dora 2, han 3, fu 40", RIICHI_TURN, norths=2)
    ),
    "N4 not two": wrong(
        "N4",
        _after_north("1 wins 9s from 2: yaku riichi 1 north_dora 2, han 3, fu 40 <- WIN010 seat 1", RIICHI_TURN),
    ),
    "N5 a concealed one is no North dora": right(
        _after_north(
            "1 wins 9s from 2: yaku riichi 1 pinfu 1 north_dora 1, han 3, fu 30",
            RIICHI_TURN,
            hand="123p456s78s234p44z",
        )
    ),
    "N5 not counted with the others": wrong(
        "N5",
        _after_north(
            "1 wins 9s from 2: yaku riichi 1 pinfu 1 north_dora 3, han 5, fu 30 <- WIN010 seat 1",
            RIICHI_TURN,
            hand="123p456s78s234p44z",
        ),
    ),
    "N6 no yaku": wrong("N6", _after_north("1 wins 9s from 2 <- WIN004 seat 1")),
    "N7 in riichi the drawn one": right(
        Round("0 draws 1z; 0 riichi; 0 discards; 0 pays; go 2; 0 draws 4z; 0 north; 0 draws; 0 discards", {0: WAITS_9S})
    ),
    "N7 not one held": wrong(
        "N7",
        Round(
            """
            0 draws 1z; 0 riichi; 0 discards; 0 pays; go 2; 0 draws 9m; 0 north <- NOR005 seat 0 warning
            0 draws; 0 discards; go 2
            """,
            {0: "123p456s78s234p44z"},
        ),
        north_in_riichi_drawn_only="false",
    ),
    "N8 a win on the replacement is a yaku, open too": right(
        Round(
            """
            0 draws 7p; 0 discards; 1 pons 7p from 0; 1 discards 1z; go 2; 1 draws 4z; 1 north; 1 draws 9s
            1 tsumo: yaku rinshan 1 north_dora 1, han 2, fu 30, points 1500, moves -1000 1500 -500
            """,
            {1: "123p456s78s22p77p1z"},
            indicators="1z",
            keep="69s",
        )
    ),
    "N8 left out": wrong(
        "N8",
        Round(
            """
            go 1; 1 draws 4z; 1 north; 1 draws 9s
            1 tsumo: yaku menzen_tsumo 1 north_dora 1, han 2, fu 30, points 1500, moves -1000 1500 -500 <- WIN008 seat 1
            """,
            {1: WAITS_9S},
            indicators="1z",
            keep="69s",
        ),
    ),
    "N9 open hands set Norths aside too": right(
        Round(
            "0 draws 7p; 0 discards; 1 pons 7p from 0; 1 discards 1z; go 2; 1 draws 4z; 1 north; 1 draws; 1 discards",
            {1: "77p1z"},
        )
    ),
    "N9 which does not open the hand": right(
        _after_north("1 wins 9s from 2: yaku riichi 1 north_dora 1, han 2, fu 40, points 2600", RIICHI_TURN)
    ),
    "N9 a closed hand not counted as closed": wrong(
        "N9",
        Round(
            """
            go 1; 1 draws 4z; 1 north; 1 draws 9s
            1 tsumo: yaku rinshan 1 north_dora 1, han 2, fu 30, points 1500, moves -1000 1500 -500 <- WIN008 seat 1
            """,
            {1: WAITS_9S},
            indicators="1z",
            keep="69s",
        ),
    ),
    "N9 riichi with a hand that is open": wrong(
        "N9",
        Round(
            "0 draws 7p; 0 discards; 1 pons 7p from 0; 1 discards 1z; go 2; 1 draws 9m; 1 riichi <- RII001 seat 1\n"
            "1 discards; 1 pays; go 2",
            {1: "123p456s78s22p77p1z"},
        ),
    ),
    "N10 three in the hand are a yaku": right(
        Round(
            "go 2; 2 draws 9s; 2 discards; 1 wins 9s from 2: yaku north_triplet 1, han 1, fu 40, points 1300",
            {1: "123p456s78s22p444z"},
            indicators="1z",
        )
    ),
    "N10 for every seat, left out": wrong(
        "N10",
        Round(
            """
            go 3; 0 draws 1z; 0 riichi; 0 discards; 0 pays; go 2; 0 draws; 0 discards; go 1; 2 draws 9s; 2 discards
            0 wins 9s from 2: yaku riichi 1, han 1, fu 40, points 2000, moves 3000 0 -2000 <- WIN008 seat 0
            """,
            {0: "123p456s78s22p444z"},
            indicators="1z",
            keep="369s",
        ),
    ),
    "N11 three set aside are none": wrong(
        "N11",
        _after_north(
            "1 wins 9s from 2: yaku riichi 1 north_triplet 1 north_dora 3, han 5, points 8000 <- WIN007 seat 1",
            RIICHI_TURN,
            norths=3,
        ),
    ),
    "N12 51 live draws": right(Round("go 51; drawn exhaustive")),
    "N12 Norths do not shorten them": right(Round("0 draws 4z; 0 north; 0 draws; 0 discards; go 50; drawn exhaustive")),
    "N12 kans do": right(
        Round("0 draws 1z; 0 kan 1111z; indicator; 0 draws; 0 discards; go 49; drawn exhaustive", {0: "111z"})
    ),
    "N12 no draw after the last": wrong("N12", Round("go 51; 0 draws <- WAL009 seat 0\n 0 discards; drawn exhaustive")),
    "N12 not drawn before it": wrong("N12", Round("go 50; drawn exhaustive <- END002")),
    "N12 the replacement is not from the live wall": wrong(
        "N12", Round("0 draws 4z; 0 north; 0 draws live <- NOR008 seat 0\n 0 discards; go 2")
    ),
    "N14 no pon on a declared North": wrong(
        "N14", Round("0 draws 4z; 0 north; 2 pons 4z from 0 <- NOR006 seat 2", {2: "44z"})
    ),
    "N14 no kan": wrong("N14", Round("0 draws 4z; 0 north; 2 kans 4z from 0 <- NOR006 seat 2", {2: "444z"})),
    "N15 pon on a discarded North": right(
        Round("0 draws 4z; 0 discards; 2 pons 4z from 0; 2 discards 1z; go 3", {2: "44z1z"})
    ),
    "N15 kan on a discarded North": right(
        Round("0 draws 4z; 0 discards; 2 kans 4z from 0; indicator; 2 draws; 2 discards; go 3", {2: "444z"})
    ),
    "N16 riichi, seven pairs and a ron on a declared North are 6400": right(
        Round(
            """
            go 4; 1 draws 9m; 1 riichi; 1 discards; 1 pays; go 4; 0 draws 4z; 0 north
            1 wins 4z from 0: yaku riichi 1 chiitoitsu 2 north_ron 1, han 4, fu 25, points 6400, moves -6400 7400 0
            """,
            {1: "1133p5577s2266s4z"},
            indicators="9m",
            keep="4z",
        )
    ),
    "N16 and not 8000": wrong(
        "N16",
        Round(
            """
            go 4; 1 draws 9m; 1 riichi; 1 discards; 1 pays; go 4; 0 draws 4z; 0 north
            1 wins 4z from 0: yaku riichi 1 chiitoitsu 2 chankan 1 north_ron 1, han 5, fu 25, points 8000,\
 moves -8000 9000 0 <- WIN007 seat 1
            """,
            {1: "1133p5577s2266s4z"},
            indicators="9m",
            keep="4z",
        ),
    ),
    "N16 not a yaku": wrong(
        "N16",
        Round(
            "go 2; 2 draws 4z; 2 north; 1 wins 4z from 2 <- WIN004 seat 1 warning",
            {1: "123p456s789s234p4z"},
            indicators="1z",
        ),
        chanpei="yaku",
    ),
    "N17 ron on a discarded North": right(
        Round(
            "go 2; 2 draws 4z; 2 discards; 1 wins 4z from 2: yaku north_triplet 1, han 1, fu 40, points 1300",
            {1: "123p456s789s22p44z"},
            indicators="1z",
        )
    ),
    "N20 no ron on a North after discarding one": wrong(
        "N20",
        Round(
            "go 1; 1 draws 4z; 1 discards; 2 draws 4z; 2 discards; 1 wins 4z from 2 <- FUR001 seat 1",
            {1: "123p456s789s22p44z"},
        ),
    ),
    "N19 setting one aside does not matter": right(
        Round(
            "go 1; 1 draws 4z; 1 north; 1 draws 1z; 1 discards; 2 draws 4z; 2 discards; 1 wins 4z from 2",
            {1: "123p456s789s22p44z"},
        )
    ),
    "N20 nor after a claimed one, on another wait": wrong(
        "N20",
        Round(
            """
            go 1; 1 draws 9s; 1 discards; 0 pons 9s from 1; 0 discards 1z; 1 draws 1m; 1 discards
            2 draws 6s; 2 discards; 1 wins 6s from 2 <- FUR001 seat 1 warning
            """,
            {0: "99s1z", 1: "123p456p78s22p222z"},
            keep="6s",
        ),
        furiten="same_tile",
    ),
    "N22 chiihou without a North": right(
        Round(
            "go 1; 1 draws 9s; 1 tsumo: yaku chiihou 13, han 13, points 24000, moves -16000 24000 -8000",
            {1: WAITS_9S},
        )
    ),
    "N22 not after an own North": wrong(
        "N22",
        Round(
            "go 1; 1 draws 4z; 1 north; 1 draws 9s; 1 tsumo: yaku chiihou 13, han 13, points 24000,"
            " moves -16000 24000 -8000 <- WIN007 seat 1",
            {1: WAITS_9S},
        ),
    ),
    "N22 nor after another's": wrong(
        "N22",
        Round(
            "0 draws 4z; 0 north; 0 draws 1z; 0 discards; 1 draws 9s; 1 tsumo: yaku chiihou 13, han 13, points 24000,"
            " moves -16000 24000 -8000 <- WIN007 seat 1 warning",
            {1: WAITS_9S},
        ),
        north_interrupts="own",
    ),
    "N22 nor tenhou": wrong(
        "N22",
        Round(
            "0 draws 4z; 0 north; 0 draws 9s; 0 tsumo: yaku tenhou 13, han 13, points 32000,"
            " moves 32000 -16000 -16000 <- WIN007 seat 0 warning",
            {0: WAITS_9S},
        ),
        north_breaks_tenhou="false",
    ),
    "N22 three identical winds": right(
        Round("0 draws 2z; 0 discards; 1 draws 2z; 1 discards; 2 draws 2z; 2 discards; drawn four_winds: moves 0 0 0")
    ),
    "N22 not after a North": wrong(
        "N22",
        Round(
            """
            0 draws 2z; 0 discards; 1 draws 4z; 1 north; 1 draws 2z; 1 discards; 2 draws 2z; 2 discards
            drawn four_winds: moves 0 0 0 <- END006
            """
        ),
    ),
    "N22 not overlooked": wrong(
        "four_winds",
        Round(
            "0 draws 2z; 0 discards; 1 draws 2z; 1 discards; 2 draws 2z; 2 discards; 0 draws <- END007 warning\n"
            "0 discards; go 2"
        ),
        four_winds="false",
    ),
    "N23 thirteen orphans rob a concealed kan": right(
        Round(
            "0 draws 7z; 0 kan 7777z; 1 wins 7z from 0: yaku kokushi 13, han 13, points 32000, moves -32000 32000 0",
            {0: "777z", 1: "19m19p19s1234566z"},
            scores=(40000, 35000, 30000),
        )
    ),
    "N23 no other hand does": wrong(
        "N23",
        Round("0 draws 7p; 0 kan 7777p; 1 wins 7p from 0 <- WIN005 seat 1", {0: "777p", 1: "234s68p456s22s789s"}),
    ),
    "N24 an indicator turned for a kan counts too": wrong(
        "N24",
        Round(
            """
            go 1; 1 draws 4z; 1 north; 1 draws 1z; 1 discards; 2 draws 1m; 2 kan 1111m; indicator 3z; 2 draws 9s
            2 discards; 1 wins 9s from 2: yaku hatsu 1 north_dora 1, han 2, fu 40 <- WIN010 seat 1 warning
            """,
            {1: "123p456s78s22p666z", 2: "111m"},
            indicators="1z",
            keep="69s4z",
        ),
        west_indicators="first",
    ),
    "N24 and for a riichi winner one of ura": wrong(
        "N24",
        _after_north(
            "1 wins 9s from 2: yaku riichi 1 north_dora 1, han 2, fu 40, ura 3z <- WIN011 seat 1 warning", RIICHI_TURN
        ),
        west_indicators="turned|first",
        ura_dora="false",
    ),
    "N24 which it has": right(
        _after_north("1 wins 9s from 2: yaku riichi 1 north_dora 1 ura_dora 1, han 3, fu 40, ura 3z", RIICHI_TURN)
    ),
}

RED_FIVES: Final = {
    "R1 two red 5p and a red 5s": right(
        Round("0 draws 0p; 0 discards; 1 draws 0s; 1 discards", {1: "0p"}), variant=RED
    ),
    "R1 no third 0p": wrong("R1", Round("0 draws 0p <- WAL004 seat 0\n 0 discards", {1: "00p"}), variant=RED),
    "R1 no second 0s": wrong(
        "R1",
        Round("0 draws 0s <- WAL004 seat 0 warning\n 0 discards", {1: "0s"}),
        variant=RED,
        red_fives="[0, 2, 2]",
    ),
    "R1 no 0m": wrong("R1", Round("0 draws 0m <- WAL002 seat 0\n 0 discards"), variant=RED),
    "R1 none in a game without": wrong("R1", Round("0 draws 0p <- WAL002 seat 0\n 0 discards")),
    "R2 a han each": right(
        Round(
            "go 2; 2 draws 9s; 2 discards; 1 wins 9s from 2: yaku hatsu 1 red_five 2, han 3, fu 40, points 5200",
            {1: "340p406s78s22p666z"},
            indicators="1z",
        ),
        variant=RED,
    ),
    "R2 left out": wrong(
        "R2",
        Round(
            "go 2; 2 draws 9s; 2 discards; 1 wins 9s from 2: yaku hatsu 1 red_five 1, han 2, fu 40 <- WIN012 seat 1",
            {1: "340p406s78s22p666z"},
            indicators="1z",
        ),
        variant=RED,
    ),
    "R3 no yaku": wrong(
        "R3",
        Round("go 2; 2 draws 9s; 2 discards; 1 wins 9s from 2 <- WIN004 seat 1", {1: "340p406s78s22p777p"}),
        variant=RED,
    ),
}

# Three hands that wait, none for what the others discard.
ALL_WAIT: Final = {0: "123p456p78s22p777p", 1: "123s456s99s11999m", 2: "11999p34p555z666z"}
ALL_RIICHI: Final = """
    0 draws 1z; 0 riichi; 0 discards; 0 pays; 1 draws 2z; 1 riichi; 1 discards; 1 pays
    2 draws 3z; 2 riichi; 2 discards; 2 pays
"""
TSUMO_MANGAN: Final = "go 4; 1 draws 7z; 1 tsumo: yaku menzen_tsumo 1 honitsu 3 chun 1, han 5, points 6000"


def _k7(moves: str) -> Round:
    """A mangan by self-draw of seat 1; seat 0 is the dealer."""
    return Round(f"{TSUMO_MANGAN}, moves {moves}", {1: "123345678p99p77z"}, indicators="1s", keep="9p7z")


def _k9(moves: str, *, left: int = 1000) -> Round:
    """Seat 1 wins 3,200 from seat 2, who may not have so much."""
    return Round(
        "go 2; 2 draws 9s; 2 discards"
        f"; 1 wins 9s from 2: yaku hatsu 1 chun 1, han 2, fu 50, points 3200, moves {moves}",
        {1: "123p78s22p666z777z"},
        indicators="1s",
        scores=(40000, 35000 - left, left),
    )


def _open_flush(claim: str) -> Round:
    return Round(
        "0 draws 9p; 0 discards; 1 pons 9p from 0; 1 discards 1s; go 1; 0 draws 7p; 0 discards"
        f"; 1 wins 7p from 0: {claim}",
        {1: "123p234p68p55z99p1s"},
        indicators="1s",
        keep="7p",
    )


def _little_dragons(claim: str) -> Round:
    return Round(f"go 2; 2 draws 9s; 2 discards; 1 wins 9s from 2: {claim}", {1: "234p78s555z666z77z"}, indicators="1s")


KANSAI: Final = {
    "K1 North is nobody's seat": wrong(
        "K1",
        Round(
            "go 2; 2 draws 9s; 2 discards; 1 wins 9s from 2: yaku seat_wind_north 1, han 1, fu 40 <- WIN007 seat 1",
            {1: "123p456s78s22p444z"},
            indicators="1z",
        ),
        variant="kansai",
    ),
    "K2 no 2m to 8m": wrong("K2", Round("0 draws 5m <- WAL002 seat 0\n 0 discards"), variant="kansai"),
    "K2 1m shows 9m as dora": right(
        Round(
            "go 2; 2 draws 9s; 2 discards; 1 wins 9s from 2: yaku hatsu 1 dora 2, han 3, fu 40",
            {1: "123p456s78s99m666z"},
            indicators="1m",
        ),
        variant="kansai",
    ),
    "K2 not nothing": wrong(
        "K2",
        Round(
            "go 2; 2 draws 9s; 2 discards; 1 wins 9s from 2: yaku hatsu 1, han 1, fu 40 <- WIN010 seat 1 warning",
            {1: "123p456s78s99m666z"},
            indicators="1m",
        ),
        variant="kansai",
        dora_skips_missing="false",
    ),
    "K3 an open triplet of Norths": right(
        Round(
            "0 draws 4z; 0 discards; 1 pons 4z from 0; 1 discards 1z; 2 draws 9s; 2 discards"
            "; 1 wins 9s from 2: yaku north_triplet 1, han 1, fu 30, points 1000, moves 0 1000 -1000",
            {1: "123p456s78s22p44z1z"},
            indicators="1s",
        ),
        variant="kansai",
    ),
    "K3 a concealed one left out": wrong(
        "K3",
        Round(
            "go 2; 2 draws 9s; 2 discards; 1 wins 9s from 2: yaku hatsu 1, han 1, fu 50 <- WIN008 seat 1",
            {1: "456s78s22p444z666z"},
            indicators="1z",
        ),
        variant="kansai",
    ),
    "K4 no chi": wrong(
        "K4",
        Round("0 draws 3p; 0 discards; 1 chis 3p from 0 with 45p <- CAL002 seat 1\n 1 discards 9m; go 2", {1: "45p9m"}),
        variant="kansai",
    ),
    "K4 but a ron may complete a run": right(
        Round("0 draws 3p; 0 discards; 1 wins 3p from 0: yaku ittsu 2, han 2", {1: "12456789p11999s"}, indicators="1z"),
        variant="kansai",
    ),
    "K5 no three-coloured runs": wrong(
        "K5",
        Round(
            "go 2; 2 draws 9s; 2 discards"
            "; 1 wins 9s from 2: yaku hatsu 1 sanshoku_doujun 2, han 3, fu 40 <- WIN007 seat 1",
            {1: "789p456s78s22p666z"},
            indicators="1z",
        ),
        variant="kansai",
    ),
    "K6 all in riichi play on": right(Round(f"{ALL_RIICHI}; go 3", ALL_WAIT, keep="69s25p1m9m"), variant="kansai"),
    "K6 no abort": wrong(
        "K6", Round(f"{ALL_RIICHI}; drawn four_riichi: moves 0 0 0 <- END006", ALL_WAIT), variant="kansai"
    ),
    "K7 a mangan by self-draw brings 6000": right(_k7("-4000 6000 -2000"), variant="kansai"),
    "K7 not 8000, the missing share halved": wrong("K7", _k7("-5000 8000 -3000 <- PAY002 seat 1"), variant="kansai"),
    "K7 not 8000, one of the two paying it": wrong("K7", _k7("-4000 8000 -4000 <- PAY002 seat 1"), variant="kansai"),
    "K7 not shared evenly": wrong(
        "K7", _k7("-3000 6000 -3000 <- PAY002 seat 1 warning"), variant="kansai", tsumo_split="even"
    ),
    "K8 one yaku at least": wrong(
        "K8",
        Round("go 2; 2 draws 9s; 2 discards; 1 wins 9s from 2 <- WIN004 seat 1", {1: WAITS_9S}),
        variant="kansai",
    ),
    "K9 nobody pays more than there is": right(_k9("0 1000 -1000"), variant="kansai"),
    "K9 not below 0": wrong("K9", _k9("0 3200 -3200 <- PAY003 seat 1"), variant="kansai"),
    "K9 which ends the game": wrong(
        "K9",
        _k9("0 1000 -1000"),
        Round("deal <- END012 warning\n go 1", dealer=1, number=2, scores=(40000, 35000, 0)),
        variant="kansai",
        bust="never",
    ),
    "K9 paying all there is does not end it": wrong(
        "K9",
        _k9("0 3200 -3200\n game ends 40000 35000 0 <- END013 warning", left=3200),
        variant="kansai",
        bust="zero",
    ),
    "K9 the game goes on": right(
        _k9("0 3200 -3200", left=3200),
        Round("go 1", dealer=1, number=2, scores=(40000, 35000, 0)),
        variant="kansai",
    ),
    "K10 open honitsu has two han": right(
        _open_flush("yaku honitsu 2, han 2, fu 30, points 2000, moves -2000 2000 0"), variant="kansai"
    ),
    "K10 not three": wrong(
        "K10",
        _open_flush("yaku honitsu 3, han 3, fu 30, points 3900, moves -3900 3900 0 <- WIN009 seat 1"),
        variant="kansai",
    ),
    "K10 shousangen has four han with its triplets": right(
        _little_dragons("yaku haku 1 hatsu 1 shousangen 2, han 4, fu 50"), variant="kansai"
    ),
    "K10 written as one": right(_little_dragons("yaku shousangen 4, han 4, fu 50"), variant="kansai"),
    "K10 not counted twice": wrong(
        "K10",
        _little_dragons("yaku haku 1 hatsu 1 shousangen 4, han 6, fu 50 <- WIN007 seat 1"),
        variant="kansai",
    ),
    "K10 a closed tanyao has two han": right(
        Round(
            "go 2; 2 draws 8s; 2 discards"
            "; 1 wins 8s from 2: yaku tanyao 2, han 2, fu 40, points 2600, moves 0 2600 -2600",
            {1: "234p345s67s22p777p"},
            indicators="1z",
        ),
        variant="kansai",
    ),
    "K10 counted with one": wrong(
        "K10",
        Round(
            "go 2; 2 draws 8s; 2 discards"
            "; 1 wins 8s from 2: yaku tanyao 1, han 1, fu 40, points 1300, moves 0 1300 -1300 <- WIN009 seat 1 warning",
            {1: "234p345s67s22p777p"},
            indicators="1z",
        ),
        variant="kansai",
        tanyao_han="[1, 1]",
    ),
}

RULES: Final[dict[str, Told]] = {**NORTH, **RED_FIVES, **KANSAI}


@pytest.mark.parametrize("name", RULES)
def test_rule(name: str) -> None:
    RULES[name].check()
