"""``auditor score``: worked examples and known disputes from the command line, its output, and what it refuses."""

import json
from pathlib import Path
from textwrap import dedent
from typing import Any, Final

import pytest
from typer.testing import CliRunner

from auditor.cli.main import app
from auditor.cli.rules import rules_of
from auditor.cli.score_result import score_of
from auditor.cli.written_win import WrittenWin, context_of
from replay.ruleset.loader import PRESETS, preset
from replay.ruleset.switches import Family

SANMA: Final = "--variant tenhou-sanma"
RIICHI_PRESETS: Final = [name for name in PRESETS if preset(name).switches.family is Family.RIICHI]


def score(arguments: str) -> tuple[int, str]:
    """Exit status and everything printed."""
    done = CliRunner().invoke(app, ["score", *arguments.split()])
    return done.exit_code, done.output


def told(arguments: str) -> Any:
    """The JSON of a hand that wins."""
    status, output = score(f"{arguments} --output json")
    assert status == 0, output
    return json.loads(output)


def summary(found: Any) -> str:
    """For instance ``3/40 other 2x2600 1300 = 6500``: han, fu, what each payer pays, and what the winner collects."""
    paid = [f"{one['payer']} {f'{n}x' if (n := one['seats']) > 1 else ''}{one['pays']}" for one in found["payments"]]
    return f"{found['han']}/{found['fu']} {', '.join(paid)} = {found['collected']}"


THREE_RUNS: Final = "--win 9s 234m55p77788899s"

WORKED_EXAMPLES: Final[dict[str, tuple[str, str]]] = {
    "riichi, seven pairs and a ron on a North (N16)": (
        f"1133p5577p2244s44z --ron --riichi --north-ron {SANMA} --set chanpei=dora",
        "4/25 discarder 6400 = 6400",
    ),
    "mangan tsumo 3p": (
        f"234p678p22s67s --win 5s --kan 9999m --tsumo --riichi --rinshan --north 1 {SANMA}",
        "4/60 dealer 4000, other 2000 = 6000",
    ),
    "1/30 ron": ("34m456p567s88s --win 2m --meld 234s --ron", "1/30 discarder 1000 = 1000"),
    "1/110 ron": ("345m22z55z --win 5z --kan 1111s --kan 9999m --round S --ron", "1/110 discarder 3600 = 3600"),
    "3/30 ron": (f"{THREE_RUNS} --ron --riichi", "3/30 discarder 3900 = 3900"),
    "4/30 ron": ("34m456p340678s99s --win 2m --ron --riichi --indicator 1m", "4/30 discarder 7700 = 7700"),
    "4/30 ron, kiriage": (
        "34m456p340678s99s --win 2m --ron --riichi --indicator 1m --set kiriage=true",
        "4/30 discarder 8000 = 8000",
    ),
    "dealer 4/30 ron": (
        "34m456p340678s99s --win 2m --ron --riichi --indicator 1m --seat E",
        "4/30 discarder 11600 = 11600",
    ),
    "3p dealer 3/30 tsumo, 2 honba, 3 deposits": (
        f"123p456s78s22p777p --win 9s --tsumo --riichi --north 1 --seat E --honba 2 --deposits 3 {SANMA}",
        "3/30 other 2x2200 = 7400",
    ),
    "3p 4/30 tsumo, 4 honba, 1 deposit": (
        f"123p456s78s22p777p --win 9s --tsumo --riichi --north 2 --honba 4 --deposits 1 {SANMA}",
        "4/30 dealer 4300, other 2400 = 7700",
    ),
    "3p haneman ron, 5 honba": (
        f"1133p5577p2244s66z --ron --indicator 3z --north 2 --honba 5 {SANMA}",
        "6/25 discarder 13000 = 13000",
    ),
    "4p haneman ron, 5 honba": ("111222333m78999p --win 9p --ron --riichi --honba 5", "6/30 discarder 13500 = 13500"),
    "3p 3/40 tsumo": (
        f"111m45p789s22z999p --win 6p --tsumo --rinshan --north 1 {SANMA}",
        "3/40 dealer 2600, other 1300 = 3900",
    ),
    "dealer 4/25 ron": (
        "1133m5577p2244s66z --ron --double-riichi --seat E",
        "4/25 discarder 9600 = 9600",
    ),
    "3p pinfu tsumo 2/20": (
        f"123p456s78s22p456p --win 9s --tsumo {SANMA}",
        "2/20 dealer 700, other 400 = 1100",
    ),
    "yakuman ron": ("19m19p19s1234567z --win 9s --ron", "13/0 discarder 32000 = 32000"),
    "3p dealer yakuman tsumo": (
        f"111222333444s5z --win 5z --tsumo --seat E {SANMA}",
        "13/50 other 2x16000 = 32000",
    ),
    "three equal runs or triplets, ron 9s": (f"{THREE_RUNS} --ron --riichi", "3/30 discarder 3900 = 3900"),
    "three equal runs or triplets, ron 2m": (
        "34m55p777888999s --win 2m --ron --riichi",
        "3/50 discarder 6400 = 6400",
    ),
    "three equal runs or triplets, tsumo 9s": (
        f"{THREE_RUNS} --tsumo --riichi",
        "4/40 dealer 4000, other 2x2000 = 8000",
    ),
    "a mangan by 5 han 30 fu": ("111222333m78999p --win 9p --ron", "5/30 discarder 8000 = 8000"),
}
"""RULES §7."""

DISPUTES: Final[dict[str, tuple[str, str]]] = {
    "A03 the honba of a ron is 200 with three players": (
        f"24p456s678s22p777p --win 3p --ron --riichi --north 1 --seat E --honba 1 {SANMA}",
        "3/40 discarder 7900 = 7900",
    ),
    "A03 and of a non-dealer": (
        f"24p456s678s22p777p --win 3p --ron --riichi --north 1 --honba 1 {SANMA}",
        "3/40 discarder 5400 = 5400",
    ),
    "A05 the dora after 1m is 9m": (
        f"999m24p456s678s22p --win 3p --ron --riichi --indicator 1m {SANMA}",
        "4/40 discarder 8000 = 8000",
    ),
    "A05 but 2m with four players": (
        "999m24p456s678s22p --win 3p --ron --riichi --indicator 1m",
        "1/40 discarder 1300 = 1300",
    ),
    "A15 a win on a North's replacement": (
        f"123p456s78s22p777p --win 9s --tsumo --rinshan --north 1 {SANMA}",
        "3/30 dealer 2000, other 1000 = 3000",
    ),
    "C01 fu of the better triplet": (
        "234m1112356777s --win 4s --tsumo",
        "1/30 dealer 500, other 2x300 = 1100",
    ),
    "C03 pure nine gates on 9m, where it is double": (
        "1112345678999m --win 9m --ron --set double_yakuman=true",
        "26/40 discarder 64000 = 64000",
    ),
    "C03 in Tenhou": ("1112345678999m --win 9m --ron", "13/40 discarder 32000 = 32000"),
    "C05 28 han are one yakuman": (
        "4446667788m --win 7m --kan 2222m --ron --riichi --indicator 11m --ura 11m",
        "28/60 discarder 32000 = 32000",
    ),
    "C07 three equal runs are one iipeikou": (f"{THREE_RUNS} --ron --riichi", "3/30 discarder 3900 = 3900"),
    "C09 three triplets by self-draw": (
        f"{THREE_RUNS} --tsumo --riichi",
        "4/40 dealer 4000, other 2x2000 = 8000",
    ),
    "C11 the closed wait gives more fu": (
        "66777889s88m444z --win 8s --tsumo --seat W",
        "2/40 dealer 1300, other 2x700 = 2700",
    ),
    "C13 riichi makes the runs better": (
        "111222333m7899p --win 9p --ron --riichi",
        "6/30 discarder 12000 = 12000",
    ),
    "C15 a pair of double winds": (
        "223344m67s11222z --win 5s --ron --riichi --seat E",
        "2/50 discarder 4800 = 4800",
    ),
    "C15 where it has 2 fu": (
        "223344m67s11222z --win 5s --ron --riichi --seat E --set double_wind_pair_fu=2",
        "2/40 discarder 3900 = 3900",
    ),
    "C17 a pair wait is no pinfu": (
        "567m123p567p234s1z --win 1z --ron --riichi --round S",
        "1/40 discarder 1300 = 1300",
    ),
    "C19 four winds and only honours": ("1112223334455z --win 4z --ron", "26/60 discarder 64000 = 64000"),
    "C19 with a double one": (
        "1112223334455z --win 4z --ron --set double_yakuman=true",
        "39/60 discarder 96000 = 96000",
    ),
    "C21 seven pairs of honours": ("1122334455667z --win 7z --ron --indicator 1z", "13/25 discarder 32000 = 32000"),
    "C25 one red five in a kan": (
        "234m678p2s666p --win 2s --kan 0555s --ron --riichi",
        "3/60 discarder 7700 = 7700",
    ),
    "C27 a ron opens the triplet": ("111m333p555s77s99m --win 9m --ron", "4/50 discarder 8000 = 8000"),
    "C29 pinfu by self-draw": (
        "34m456p345s678s99s --win 2m --tsumo --riichi",
        "3/20 dealer 1300, other 2x700 = 2700",
    ),
    "C31 seven pairs stay at 25 fu": ("1133m5577p2244s6z --win 6z --ron --riichi", "3/25 discarder 3200 = 3200"),
    "C33 a concealed kan keeps the hand closed": (
        "234m678p22s67s --win 5s --kan 9999p --tsumo --rinshan",
        "2/60 dealer 2000, other 2x1000 = 4000",
    ),
    "C35 no ura dora without riichi": (
        "34m456p345s678s99s --win 2m --tsumo --ura 8s",
        "2/20 dealer 700, other 2x400 = 1500",
    ),
    "C37 kiriage": (
        "34m456p340678s99s --win 2m --ron --riichi --indicator 1m --set kiriage=true",
        "4/30 discarder 8000 = 8000",
    ),
    "C39 several readings, one yakuman": (
        "111222333444s5z --win 5z --tsumo",
        "13/50 dealer 16000, other 2x8000 = 32000",
    ),
    "C43 a kan breaks the runs": (
        "222333m11p79s --win 8s --kan 1111m --ron --double-riichi --seat E",
        "4/80 discarder 12000 = 12000",
    ),
    "C45 a robbed kan completes a run": ("23444s234456m66p --win 1s --ron --chankan", "1/40 discarder 1300 = 1300"),
    "C47 no nine gates with a kan": ("2345678999m --win 5m --kan 1111m --ron", "6/80 discarder 12000 = 12000"),
}
"""Disputes over the value of a hand, by the ids of the collection they were taken from."""


@pytest.mark.parametrize("name", WORKED_EXAMPLES)
def test_worked_examples(name: str) -> None:
    arguments, expected = WORKED_EXAMPLES[name]
    assert summary(told(arguments)) == expected


@pytest.mark.parametrize("name", DISPUTES)
def test_disputes(name: str) -> None:
    arguments, expected = DISPUTES[name]
    assert summary(told(arguments)) == expected


PINFU: Final = "123456m78s44z123p9s"  # a guest wind's pair

FACTS: Final[list[tuple[str, dict[str, int]]]] = [
    (f"{THREE_RUNS} --ron --riichi", {"riichi": 1, "pinfu": 1, "iipeikou": 1}),
    ("34m456p345s678s99s --win 2m --tsumo --ura 8s", {"menzen_tsumo": 1, "pinfu": 1}),
    (
        "11123456m78s444z9s --riichi --ippatsu --last-tile --tsumo",
        {"menzen_tsumo": 1, "riichi": 1, "ippatsu": 1, "haitei": 1},
    ),
    (f"{PINFU} --double-riichi --riichi --ron", {"double_riichi": 2, "pinfu": 1}),
    (f"{PINFU} --riichi --ron --ura 3z --ura 7s", {"riichi": 1, "pinfu": 1, "ura_dora": 3}),
    (
        "123456m78s44z9s --meld 055p --last-tile --ron --indicator 44p",
        {"houtei": 1, "dora": 6, "red_five": 1},
    ),
    (f"{PINFU} --tsumo --first-turn", {"chiihou": 13}),
    (f"{PINFU} --tsumo --first-turn --seat e", {"tenhou": 13}),
    (f"{PINFU} --ron --first-turn --set renhou=true", {"renhou": 13}),
    (f"{PINFU} --ron --first-turn", {"pinfu": 1}),
    ("123m456p7899s --win 9s --meld 2222z --ron", {"seat_wind_south": 1}),
    ("123m456p7899s --win 9s --meld 2222z --ron --seat W --round S", {"prevailing_wind_south": 1}),
    (f"123p456s789s22p444z --win 4z --ron --riichi --north-ron {SANMA}", {"riichi": 1}),
    ("5z --win 5z --meld 123m --meld 777z --meld 6666z --kan 8888s --ron", {"hatsu": 1, "chun": 1, "shousangen": 2}),
    (
        f"44z123789p78s111z9s --ron --north 2 --indicator 3z --indicator 2z {SANMA} --round s",
        {"chanta": 2, "dora": 4, "north_dora": 2},
    ),
]


@pytest.mark.parametrize(("arguments", "yaku"), FACTS)
def test_facts_of_the_win(arguments: str, yaku: dict[str, int]) -> None:
    assert {part["name"]: part["han"] for part in told(arguments)["yaku"]} == yaku


def test_the_same_hand_written_in_several_ways() -> None:
    ways = ("34m55p777888999s2m", "34m55p777888999s --win 2m", "234m55p777888999s --win 2m")
    assert len({json.dumps(told(f"{way} --ron --riichi")) for way in ways}) == 1
    spaced = CliRunner().invoke(app, ["score", "34m 55p 777888999s 2m", "--ron", "--riichi"])
    assert spaced.output == score(f"{ways[0]} --ron --riichi")[1]


def test_json_tells_everything() -> None:
    hand = "23p456s22p --win 1p --meld 999s --kan 4444z --ron --seat W --round S --honba 2 --deposits 1"
    assert told(f"{hand} --indicator 3s {SANMA} --chankan") == {
        "variant": "tenhou-sanma",
        "hand": "12223p456s",
        "winning_tile": "1p",
        "melds": [{"type": "pon", "tiles": "999s"}, {"type": "concealed_kan", "tiles": "4444z"}],
        "self_draw": False,
        "seat": "W",
        "round": "S",
        "honba": 2,
        "deposits": 1,
        "complete": True,
        "has_yaku": True,
        "yaku": [{"name": "chankan", "han": 1}, {"name": "dora", "han": 1}],
        "han": 2,
        "fu": 60,
        "fu_parts": [
            {"name": "base", "fu": 20, "tile": None},
            {"name": "open_triplet", "fu": 4, "tile": "9s"},
            {"name": "concealed_kan", "fu": 32, "tile": "4z"},
        ],
        "limit": None,
        "yakuman": 0,
        "points": 3900,
        "payments": [{"payer": "discarder", "seats": 1, "points": 3900, "honba": 400, "pays": 4300}],
        "collected": 5300,
        "notes": [],
    }


@pytest.mark.parametrize(("arguments", "complete"), [("9s --ron", True), ("8s --ron --riichi", False)])
def test_json_of_a_hand_that_may_not_win(arguments: str, complete: bool) -> None:
    wins = told(f"123p456s78s22p777p9s --tsumo {SANMA}")
    status, output = score(f"123p456s78s22p777p{arguments} --north 3 {SANMA} --output json")
    found = json.loads(output)
    assert status == 1
    assert found.keys() == wins.keys()
    assert (found["complete"], found["has_yaku"]) == (complete, False)
    worth = ("yaku", "han", "fu", "fu_parts", "limit", "yakuman", "points", "payments", "collected")
    assert [found[key] for key in worth] == [None] * len(worth)


TEXTS: Final[list[tuple[str, int, str]]] = [
    (
        f"24p456s678s22p777p --win 3p --ron --riichi --north 1 --seat E --honba 1 --deposits 2 {SANMA}",
        0,
        """
        tenhou-sanma: 22234777p456678s, ron on 3p by East (dealer), round wind East
          riichi      1 han
          tanyao      1 han
          north dora  1 han
        fu: 20 base + 10 closed ron + 2 closed wait 3p + 4 concealed triplet 7p = 36, rounded 40
        3 han 40 fu: 7,700 points
        the discarder pays 7,700 + 200 honba = 7,900
        the winner collects 9,900 (2,000 of it deposits)
        """,
    ),
    (
        f"123p456s78s22p777p --win 9s --tsumo --rinshan --north 1 {SANMA}",
        0,
        """
        tenhou-sanma: 12223777p456789s, self-draw of 9s by South, round wind East
          menzen tsumo  1 han
          rinshan       1 han
          north dora    1 han
        fu: 20 base + 2 tsumo + 4 concealed triplet 7p = 26, rounded 30
        3 han 30 fu: 3,000 points
        the dealer pays 2,000
        the other pays 1,000
        the winner collects 3,000
        """,
    ),
    (
        "1122334455667z --win 7z --tsumo --seat N --honba 1",
        0,
        """
        tenhou: 11223344556677z, self-draw of 7z by North, round wind East
          tsuuiisou 13 han
        yakuman: 32,000 points
        the dealer pays 16,000 + 100 honba = 16,100
        each of 2 others pays 8,000 + 100 honba = 8,100
        the winner collects 32,300
        """,
    ),
    (
        "55z11m --win 1m --meld 567m --meld 666z --meld 777z --ron --ura 4z",
        0,
        """
        tenhou: 111m55z 567m (chi) 666z (pon) 777z (pon), ron on 1m by South, round wind East
          hatsu       1 han
          chun        1 han
          shousangen  2 han
          honitsu     2 han
        fu: 20 base + 2 value pair 5z + 4 open triplet 1m + 4 open triplet 6z + 4 open triplet 7z = 34, rounded 40
        haneman, 6 han 40 fu: 12,000 points
        the discarder pays 12,000
        the winner collects 12,000
        note: ura dora do not count without riichi
        """,
    ),
    (
        "34m11s --win 2m --meld 555z --meld 666z --meld 7777z --ron",
        0,
        """
        tenhou: 234m11s 555z (pon) 666z (pon) 7777z (open kan), ron on 2m by South, round wind East
          daisangen 13 han
        yakuman: 32,000 points
        the discarder pays 32,000
        the winner collects 32,000
        note: who fed the last set may be liable (pao): not considered here
        """,
    ),
    (
        f"123p456s78s22p777p --win 9s --ron --north 3 {SANMA}",  # A19
        1,
        """
        tenhou-sanma: 12223777p456789s, ron on 9s by South, round wind East
        the hand has no yaku; 3 han of dora alone do not win
        """,
    ),
    (
        "123s11p456p66s --win 1p --meld 888p --ron --indicator 9p",  # C41
        1,
        """
        tenhou: 111456p12366s 888p (pon), ron on 1p by South, round wind East
        the hand has no yaku; 3 han of dora alone do not win
        """,
    ),
    (
        "123s11p456p66s --win 1p --meld 888p --ron",
        1,
        """
        tenhou: 111456p12366s 888p (pon), ron on 1p by South, round wind East
        the hand has no yaku
        """,
    ),
    (
        f"123p456s78s22p777p --win 8s --ron {SANMA}",
        1,
        """
        tenhou-sanma: 12223777p456788s, ron on 8s by South, round wind East
        the hand is not complete
        """,
    ),
]


@pytest.mark.parametrize(("arguments", "status", "text"), TEXTS)
def test_text(arguments: str, status: int, text: str) -> None:
    assert score(arguments) == (status, dedent(text).lstrip())


HAND: Final = "123s456p789s22z777p"  # complete, and 13 tiles of it with --win

REFUSALS: Final[list[tuple[str, str]]] = [
    # how it is written
    (f"{HAND}", "how does the hand win? Give --tsumo or --ron"),
    ("123s4x --ron", "HAND: 'x' is not expected in tiles '123s4x'"),
    ("123s45 --ron", "HAND: suit letter missing after '45' in tiles '123s45'"),
    ("8z --ron", "HAND: no tile '8z' in '8z'"),
    (f"{HAND} --ron --win 2x", "--win: 'x' is not expected in tiles '2x'"),
    (f"{HAND} --ron --win 22z", "--win 22z: expected one tile"),
    (f"{HAND} --ron --win 3z", "--win 3z: HAND has 14 tiles, and this is none of them"),
    (f"{HAND} --ron --seat X", "--seat X: expected E, S, W or N"),
    (f"{HAND} --ron --round east", "--round east: expected E, S, W or N"),
    (f"{HAND} --ron --meld 7", "--meld: suit letter missing after '7' in tiles '7'"),
    (f"{HAND} --ron --meld 779p", "--meld 779p: expected a run of three, or three or four equal tiles"),
    (f"{HAND} --ron --meld 77p", "--meld 77p: expected a run of three, or three or four equal tiles"),
    (f"{HAND} --ron --meld 89m1p", "--meld 89m1p: expected a run of three, or three or four equal tiles"),
    (f"{HAND} --ron --meld 123z", "--meld 123z: expected a run of three, or three or four equal tiles"),
    (f"{HAND} --ron --kan 777p", "--kan 777p: expected four equal tiles; open sets go with --meld"),
    (f"{HAND} --ron --indicator 3", "--indicator: suit letter missing after '3' in tiles '3'"),
    # counts
    ("123s --ron", "HAND: 3 tiles; expected 14 with the winning tile, or 13 and --win TILE"),
    (f"{HAND}1m --ron", "HAND: 15 tiles; expected 14 with the winning tile, or 13 and --win TILE"),
    (
        f"{HAND} --ron --meld 111m --kan 9999m",
        "HAND: 14 tiles; expected 8 with the winning tile beside 2 sets, or 7 and --win TILE",
    ),
    (
        "2z --ron --meld 123s --kan 9999m --meld 123s --meld 444s --meld 5555z",
        "--meld, --kan: 5 sets; a hand has four",
    ),
    (f"{HAND} --ron --indicator 123m --indicator 123m", "--indicator: 6 tiles; no more than 5 are ever turned"),
    (f"{HAND} --ron --riichi --ura 123123m", "--ura: 6 tiles; no more than 5 are ever turned"),
    # the set
    ("11111m456p789s222z --ron", "HAND: 1m is there 5 times; the set of tenhou has 4"),
    ("11s456p789s --meld 111s --meld 222z --ron", "HAND, --meld: 1s is there 5 times; the set of tenhou has 4"),
    (f"{HAND} --ron --indicator 77p", "HAND, --indicator: 7p is there 5 times; the set of tenhou has 4"),
    (
        f"{HAND} --ron --riichi --indicator 7p --ura 7p",
        "HAND, --indicator, --ura: 7p is there 5 times; the set of tenhou has 4",
    ),
    (
        "123s05p789s22z --kan 5550p --ron --win 0p",
        "HAND, --kan: 5p is there 4 times; the set of tenhou has 3 beside 0p",
    ),
    (f"234m55p777888999s --ron {SANMA}", "HAND: 2m is there 1 time; the set of tenhou-sanma has none"),
    (f"123p456s789s11m99m0m --ron {SANMA}", "HAND: 0m is there 1 time; the set of tenhou-sanma has none"),
    (f"{HAND} --ron --indicator 3m {SANMA}", "--indicator: 3m is there 1 time; the set of tenhou-sanma has none"),
    (
        f"123s456p789s44z777p --ron --north 3 {SANMA}",
        "HAND, --north: 4z is there 5 times; the set of tenhou-sanma has 4",
    ),
    (f"{HAND} --ron --north 5 {SANMA}", "--north 5: there are 4"),
    (f"{HAND} --ron --north 1", "--north 1: no North is set aside in tenhou"),
    (f"{HAND} --ron --seat N {SANMA}", "--seat N: there is no such seat with 3 players"),
    (f"789s22z777p123s --meld 123p --ron {SANMA}", "--meld 123p: there is no chi in this variant"),
    # facts that exclude each other
    (f"{HAND} --ron --ippatsu", "--ippatsu: there is none without --riichi or --double-riichi"),
    ("123s789s22z777p --meld 123p --ron --riichi", "--riichi: the hand is open; concealed kans are written with --kan"),
    (
        "123s789s22z777p --meld 123p --ron --double-riichi",
        "--double-riichi: the hand is open; concealed kans are written with --kan",
    ),
    (
        "123s789s22z777p --kan 1111p --tsumo --riichi --ippatsu --rinshan",
        "--ippatsu: what brought the replacement tile ends it",
    ),
    ("123s789s22z777p --kan 1111p --ron --rinshan", "--rinshan: a win on a replacement tile is by --tsumo"),
    (f"{HAND} --tsumo --rinshan", "--rinshan: a replacement tile needs a kan"),
    (
        f"{HAND} --tsumo --rinshan {SANMA}",
        "--rinshan: a replacement tile needs a kan or a North set aside (--north)",
    ),
    (f"{HAND} --tsumo --chankan", "--chankan: a win on the tile of a kan is by --ron"),
    (
        "12344s234456m66p --win 4s --ron --chankan",  # C45
        "--chankan: the robbed kan has all four 4s, and HAND has another",
    ),
    (
        "23s234456m66p --win 4s --meld 444s --ron --chankan",
        "--chankan: the robbed kan has all four 4s, and --meld has another",
    ),
    (
        "23s234456m66777p --win 4s --indicator 4s --ron --chankan",
        "--chankan: the robbed kan has all four 4s, and --indicator has another",
    ),
    (f"{HAND} --tsumo --north-ron {SANMA}", "--north-ron: a win on a North being set aside is by --ron"),
    (f"{HAND} --ron --north-ron {SANMA}", "--north-ron: the winning tile is not 4z"),
    (
        "123s456p789s777p44z --ron --north-ron",
        "--north-ron: there is no ron on a North being set aside in this variant",
    ),
    (
        f"123s456p789s777p44z --ron --north-ron {SANMA} --set chanpei=forbidden",
        "--north-ron: there is no ron on a North being set aside in this variant",
    ),
    (
        f"123s456p789s777p44z --ron --north-ron --chankan {SANMA}",
        "--chankan: one tile is either of a kan or a North set aside",
    ),
    (f"{HAND} --win 9s --ron --chankan --last-tile", "--last-tile: there is no kan then to rob"),
    (f"123s456p789s777p44z --ron --north-ron --last-tile {SANMA}", "--last-tile: no North is set aside then"),
    (f"{HAND} --tsumo --first-turn --last-tile", "--first-turn: it is not that of the last tile"),
    (f"{HAND} --tsumo --first-turn --riichi", "--first-turn: who has declared riichi has discarded"),
    ("123s789s22z777p --kan 1111p --tsumo --first-turn", "--first-turn: a call or kan ends the first go-round"),
    (f"{HAND} --tsumo --first-turn --north 1 {SANMA}", "--first-turn: a North set aside ends the first go-round"),
    (f"{HAND} --ron --first-turn --seat E", "--first-turn: the dealer's first turn is before all discards"),
    # rules
    (f"{HAND} --ron --variant tenho", "--variant tenho: there is no such preset; the nearest is tenhou"),
    (f"{HAND} --ron --variant tenhou --rules x.toml", "either --variant or --rules can be given, not both"),
    (f"{HAND} --ron --rules nowhere.toml", "--rules nowhere.toml: No such file or directory"),
    (f"{HAND} --ron --set kiriage", "--set kiriage: expected SWITCH=VALUE"),
    (
        f"{HAND} --ron --set kiriege=true",
        "command line: kiriege: there is no such switch; the nearest known name is kiriage",
    ),
]


@pytest.mark.parametrize(("arguments", "message"), REFUSALS)
def test_what_cannot_be_is_refused_by_the_name_of_the_part(arguments: str, message: str) -> None:
    assert score(arguments) == (2, f"auditor: {message}\n")


def test_numbers_below_zero_are_refused() -> None:
    for option in ("--honba", "--deposits", "--north"):
        status, output = score(f"{HAND} --ron {option} -1")
        assert status == 2
        assert option in output


def test_rules_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('name = "house"\nextends = "tenhou"\n[switches]\nkiriage = true\n', encoding="utf-8")
    hand = "34m456p340678s99s --win 2m --ron --riichi --indicator 1m"
    found = told(f"{hand} --rules {path}")
    assert (found["variant"], found["points"], found["limit"]) == ("house", 8000, "mangan")
    assert told(f"{hand} --rules {path} --set kiriage=false")["points"] == 7700


@pytest.mark.parametrize(("option", "value"), [("--stakes", "1"), ("--horse", "5s")])
def test_what_only_shenzhen_has(option: str, value: str) -> None:
    message = f"auditor: {option} {value}: there is nothing of that kind in tenhou\n"
    assert score(f"{HAND} --tsumo {option} {value}") == (2, message)


def test_an_added_kan_is_worth_what_an_open_one_is() -> None:
    hand = "123s456p22z --win 1s --meld 777p"
    added, claimed = (told(f"{hand} {option} 6666z --ron") for option in ("--added-kan", "--meld"))
    assert [meld["type"] for meld in added["melds"]] == ["pon", "added_kan"]
    assert {**added, "melds": claimed["melds"]} == claimed


@pytest.mark.parametrize("variant", RIICHI_PRESETS)
@pytest.mark.parametrize("tsumo", [True, False])
@pytest.mark.parametrize("seat", "ESW")
def test_what_is_paid_is_what_is_collected(variant: str, seat: str, tsumo: bool) -> None:
    rules = rules_of(variant=variant, rules="", settings=[], default="")
    win = context_of(WrittenWin(HAND, tsumo=tsumo, seat=seat, riichi=True), rules)
    found = score_of(win, rules, honba=3, deposits=2)
    paid = sum(payment.seats * payment.pays for payment in found.payments)
    assert paid + 2000 == found.collected
    others = rules.switches.seats - 1
    assert sum(payment.seats for payment in found.payments) == (others if tsumo else 1)
    assert paid - found.points == (100 * others if tsumo else rules.switches.honba_ron) * 3
