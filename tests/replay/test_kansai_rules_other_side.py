"""Rules of the Kansai documents from the side that `tests.replay.test_kansai_rules` does not show."""

from typing import Final

import pytest

from replay.engine import audit
from replay.findings import Hinge, Severity
from replay.ruleset.loader import preset
from replay.simulate.play import play_games
from tests.kansai import Told, right, wrong
from tests.notation import Round

WAITS_9S: Final = "123p456s78s22p777p"
NORTH_WAIT: Final = "123p456s789s22p44z"
RIICHI: Final = "go 2; 1 draws 9m; 1 riichi; 1 discards; 1 pays; "

RULES: Final[dict[str, Told]] = {
    "N6 beside a yaku": right(
        Round(
            f"go 1; 1 draws 4z; 1 north; 1 draws 1z; 1 discards; {RIICHI}go 3; 2 draws 9s; 2 discards"
            "; 1 wins 9s from 2: yaku riichi 1 north_dora 1, han 2, fu 40",
            {1: WAITS_9S},
            indicators="1z",
            keep="369s4z9m",
        )
    ),
    "N11 they are three han of dora": right(
        Round(
            f"go 1; {'1 draws 4z; 1 north; ' * 3}1 draws 1z; 1 discards; {RIICHI}go 3; 2 draws 9s; 2 discards"
            "; 1 wins 9s from 2: yaku riichi 1 north_dora 3, han 4, fu 40",
            {1: WAITS_9S},
            indicators="1z",
            keep="369s4z9m",
        )
    ),
    "N14 a declared North stays where it is": right(
        Round("0 draws 4z; 0 north; 0 draws; 0 discards; go 2", {2: "444z"}, keep="4z")
    ),
    "N18 a pair of Norths in a pinfu": right(
        Round(
            "go 2; 2 draws 9s; 2 discards; 1 wins 9s from 2: yaku pinfu 1, han 1, fu 30, points 1000",
            {1: "123p456s78s789p44z"},
            indicators="1z",
        )
    ),
    "N18 no fu for a pair of Norths": wrong(
        "N18",
        Round(
            "go 2; 2 draws 9s; 2 discards; 1 wins 9s from 2: yaku hatsu 1, han 1, fu 50, points 1600,"
            " moves 0 1600 -1600 <- WIN013 seat 1",
            {1: "123p456s78s44z666z"},
            indicators="1z",
        ),
    ),
    "N20 but by self-draw": right(
        Round(
            "go 1; 1 draws 4z; 1 discards; 2 draws 4z; 2 discards; 0 draws 9m; 0 discards; 1 draws 2p; 1 tsumo",
            {1: NORTH_WAIT},
        )
    ),
    "N21 with a live tile left": right(
        Round("go 49; 1 draws 4z; 1 north; 1 draws; 1 discards; go 1; drawn exhaustive", keep="4z")
    ),
    "N21 not with none": wrong(
        "N21",
        Round("go 50; 2 draws 4z; 2 north <- NOR004 seat 2\n 2 draws; 2 discards; drawn exhaustive", keep="4z"),
    ),
    "R3 beside a yaku": right(
        Round(
            "go 2; 2 draws 9s; 2 discards; 1 wins 9s from 2: yaku hatsu 1 red_five 1, han 2, fu 40",
            {1: "345p406s78s22p666z"},
            indicators="1z",
        ),
        variant="kansai-north-red",
    ),
    "K1 West is the last seat": right(
        Round(
            "go 3; 0 draws 9s; 0 discards; 2 wins 9s from 0: yaku seat_wind_west 1, han 1, fu 40",
            {2: "123p456s78s22p333z"},
            indicators="1s",
        ),
        variant="kansai",
    ),
    "K5 triplets of 1s in three colours": right(
        Round(
            "0 draws 1s; 0 discards; 1 pons 1s from 0; 1 discards 3z; 2 draws 6s; 2 discards"
            "; 1 wins 6s from 2: yaku sanshoku_doukou 2, han 2, fu 40",
            {1: "111m111p11s45s22p3z"},
            indicators="1z",
            keep="36s",
        ),
        variant="kansai",
    ),
    "K8 one is enough": right(
        Round(
            "go 2; 2 draws 9s; 2 discards; 1 wins 9s from 2: yaku hatsu 1, han 1, fu 40",
            {1: "123p456s78s22p666z"},
            indicators="1z",
        ),
        variant="kansai",
    ),
}


@pytest.mark.parametrize("name", RULES)
def test_rule(name: str) -> None:
    RULES[name].check()


WALLS: Final = {"N13 the upper tile of the fifth stack": "", "N13 not the fifth tile": "3"}
"""Walls in which the first indicator lies as the preset reads the rule, and as another reading has it."""


@pytest.mark.parametrize("name", WALLS)
def test_indicator_in_the_wall(name: str) -> None:
    rules = preset("kansai-north")
    played = rules.alternative("dora_stack", WALLS[name]) if WALLS[name] else rules
    (game,) = play_games(played, 1, 5, with_wall=True)
    found = [finding for finding in audit(game, rules).findings if finding.severity is not Severity.NOTICE]
    if not WALLS[name]:
        assert [finding.message for finding in found] == []
        return
    assert found[0].code.id == "WAL014"
    assert found[0].event_index == 0
    assert "N13" in found[0].rule
    assert found[0].hinges_on == (Hinge("dora_stack", "3"),)
