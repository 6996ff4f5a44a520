"""Assumed switches of the Kansai presets whose difference simulated games hardly show, or cannot show.

Under the preset a finding hinges on the switch; under the other reading the same rounds are right, and what only the
preset allows is wrong.
"""

from typing import Final

import pytest

from replay.findings import Severity
from tests.kansai import Told, wrong
from tests.notation import Round, situation
from tests.places import place_of

WAITS_9S: Final = "123p456s78s22p777p"

HINGES: Final[dict[str, Told]] = {
    "three kans": wrong(
        "K10",
        Round(
            """
            0 draws 3p; 0 kan 3333p; indicator 9m; 0 draws 5p; 0 kan 5555p; indicator 9m; 0 draws 7p; 0 kan 7777p
            indicator 9m; 0 draws 5z; 0 discards; go 1; 2 draws 9s; 2 discards
            0 wins 9s from 2: yaku sanankou 2, han 2, fu 80 <- WIN008 seat 0 warning
            """,
            {0: "333p555p777p78s22z"},
            indicators="9m",
            keep="69s",
        ),
        sankantsu_han="0",
    ),
    "last tile and replacement": wrong(
        "K10",
        Round(
            """
            go 49; 1 draws 1z; 1 kan 1111z; indicator 9m; 1 draws 9s
            1 tsumo: yaku menzen_tsumo 1 rinshan 1 prevailing_wind_east 1 haitei 1, han 4 <- WIN007 seat 1 warning
            """,
            {1: "111z456s78s22p777p"},
            indicators="9m",
            keep="69s",
        ),
        last_replacement_is_haitei="true",
    ),
    "waiting for a tile it holds four of": wrong(
        "dead_wait",
        Round(
            "go 51; drawn exhaustive: tenpai 1, moves -1000 2000 -1000 <- END003 seat 1 warning",
            {1: "123456789s1111m"},
        ),
        dead_wait="tenpai",
    ),
    "a kan in riichi that changes the waits": wrong(
        "riichi_kan",
        Round(
            """
            go 4; 1 draws 9m; 1 riichi; 1 discards; 1 pays; go 2; 1 draws 3p; 1 kan 3333p <- CAL013 seat 1 warning
            indicator; 1 draws; 1 discards; go 2
            """,
            {1: "333p45p123s789s22z"},
            keep="36p",
        ),
        riichi_kan="drawn_tile",
    ),
    "no ura dora shown as such": wrong(
        "ura_dora",
        Round(
            """
            go 4; 1 draws 9m; 1 riichi; 1 discards; 1 pays; go 3; 2 draws 9s; 2 discards
            1 wins 9s from 2: yaku riichi 1, han 1, fu 40, ura 1p <- WIN011 seat 1 warning
            """,
            {1: WAITS_9S},
            indicators="1z",
            keep="369s",
        ),
        ura_dora="false",
    ),
    "into West without the target": Told(
        (
            Round("go 51; drawn exhaustive", dealer=2, wind=1, number=3, scores=(35000, 35000, 35000)),
            Round("deal <- END012 warning\ngo 1", wind=2, honba=1, scores=(35000, 35000, 35000)),
        ),
        "bust",
        {"extension": "true"},
        settings={"target_points": "40000"},
    ),
}


@pytest.mark.parametrize("name", HINGES)
def test_finding_hinges_on_the_switch(name: str) -> None:
    HINGES[name].check()


@pytest.mark.parametrize("name", HINGES)
def test_other_reading_finds_nothing(name: str) -> None:
    told = HINGES[name]
    found = told.situation(**told.hinges).findings()
    assert [one.message for one in found if one.severity is not Severity.NOTICE] == []


STRICTER: Final = {  # readings that forbid more: whoever plays by them never plays against the preset
    "only the North just drawn": (
        "north_timing=drawn_tile",
        Round("0 draws 1z; 0 north <- NOR001 seat 0\n 0 draws; 0 discards; go 2", {0: "4z"}),
    ),
    "no North of the dealer's first fourteen": (
        "north_timing=after_later_draw",
        Round("0 draws 4z; 0 north <- NOR001 seat 0\n 0 draws; 0 discards; go 2"),
    ),
    "not the tile just called": (
        "kuikae=same_tile",
        Round("0 draws 5p; 0 discards; 1 pons 5p from 0; 1 discards 5p <- CAL006 seat 1\n go 2", {1: "555p"}),
    ),
    "a riichi needs four live tiles": (
        "riichi_live_tiles=4",
        Round("go 47; 2 draws 9m; 2 riichi <- RII005 seat 2\n 2 discards; 2 pays; go 1", {2: WAITS_9S}),
    ),
    "no kan in riichi": (
        "riichi_kan=forbidden",
        Round(
            """
            go 4; 1 draws 9m; 1 riichi; 1 discards; 1 pays; go 2; 1 draws 1z; 1 kan 1111z <- CAL011 seat 1
            indicator; 1 draws; 1 discards; go 2
            """,
            {1: "111z45p123s789s22z"},
            keep="36p",
        ),
    ),
}


@pytest.mark.parametrize("name", STRICTER)
def test_allowed_by_the_preset_and_not_by_the_other_reading(name: str) -> None:
    setting, text = STRICTER[name]
    switch, _, value = setting.partition("=")
    as_assumed = situation("kansai-north", text)
    found = [one for one in as_assumed.findings() if one.severity is not Severity.NOTICE]
    assert [one.message for one in found] == []
    otherwise = situation("kansai-north", text, switches={switch: value})
    found = [one for one in otherwise.findings() if one.severity is not Severity.NOTICE]
    assert [place_of(one) for one in found] == list(otherwise.marks)
