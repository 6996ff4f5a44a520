"""The Kansai presets: each value of RULES §6 with the rule it comes from, or as an assumption with its alternatives."""

from typing import Final

import pytest

from replay.ruleset.catalogue import SPECS
from replay.ruleset.loader import preset
from replay.ruleset.ruleset import ASSUMED, Provenance

FROM_RULES: Final = {
    # kansai: K1 to K10, and what the North document says of kans
    "seats": ("3", "K1"),
    "tiles": ("no_simple_characters", "K2"),
    "chi": ("false", "K4"),
    "four_riichi": ("false", "K6"),
    "triple_ron": ("false", "K1"),
    "score_floor": ("true", "K9"),
    "chankan_yaku": ("true", "K10"),
    "last_tile_kan": ("false", "N21"),
    "kokushi_robs_concealed_kan": ("true", "N23"),
    "north_last_tile": ("false", "N21"),
    "replacement_far_end": ("true", "N12"),
    "kan_shortens_live_wall": ("true", "N12"),
    "north_shortens_live_wall": ("false", "N12"),
}
FROM_NORTH_RULES: Final = {
    "dead_wall": ("18", "N12"),
    "north_dora": ("true", "N1"),
    "north_breaks_first_round": ("true", "N22"),
    "north_replacement_rinshan": ("true", "N8"),
    "north_triplet_yaku": ("true", "N10,K3"),
}
ASSUMPTIONS: Final[dict[str, tuple[str, ...]]] = {
    "dora_stack": ("5", "3"),
    "kan_indicator": ("at_once", "open_late"),
    "game_length": ("south", "east"),
    "extension": ("false", "true"),
    "dealer_stop": ("false", "true"),
    "bust": ("unpaid", "never", "zero"),
    "dealer_stays": ("win_or_tenpai", "win"),
    "honba_grows": ("draw_or_dealer_win", "dealer_stays"),
    "ties": ("lower_seat", "shared"),
    "deposits_to_first": ("true", "false"),
    "kuikae": ("allowed", "same_tile"),
    "last_discard_calls": ("false", "true"),
    "any_hand_robs_added_kan": ("true", "false"),
    "last_replacement_acts": ("false", "true"),
    "riichi_points": ("1000", "0"),
    "riichi_live_tiles": ("3", "0", "4"),
    "riichi_kan": ("same_waits", "drawn_tile", "forbidden"),
    "ura_dora": ("true", "false"),
    "kan_dora": ("true", "false"),
    "kan_ura": ("true", "false"),
    "dora_skips_missing": ("true", "false"),
    "furiten": ("any_wait", "same_tile"),
    "tanyao_han": ("[1, 2]", "[1, 1]"),
    "double_riichi_han": ("2", "1"),
    "sankantsu_han": ("2", "0"),
    "blessings": ("true", "false"),
    "double_yakuman": ("false", "true"),
    "counted_yakuman": ("true", "false"),
    "kiriage": ("false", "true"),
    "renhou": ("false", "true"),
    "double_wind_pair_fu": ("2", "4"),
    "rinshan_tsumo_fu": ("true", "false"),
    "pinfu_tsumo": ("true", "false"),
    "last_replacement_is_haitei": ("false", "true"),
    "dead_wait": ("concealed_noten", "tenpai", "noten"),
    "tsumo_split": ("loss", "even"),
    "honba_tsumo": ("100", "0"),
    "honba_ron": ("200", "100", "300"),
    "noten_pool": ("2000", "0", "3000"),
    "several_rons": ("nearest", "two"),
    "pao": ("none", "whole_hand", "its_yakuman"),
    "nagashi": ("false", "true"),
    "nine_terminals": ("false", "true"),
    "four_kans": ("true", "false"),
    "four_winds": ("true", "false"),
}
NORTH_ASSUMPTIONS: Final[dict[str, tuple[str, ...]]] = {
    "north_timing": ("after_draw", "drawn_tile", "after_later_draw", "before_riichi_discard"),
    "north_in_riichi_drawn_only": ("true", "false"),
    "chanpei": ("dora", "none", "yaku"),
    "north_interrupts": ("everybody", "own"),
    "north_breaks_tenhou": ("true", "false"),
    "north_ron_ippatsu": ("true", "false"),
    "north_triplet_beside_north": ("true", "false"),
    "north_pair_pinfu": ("true", "false"),
    "north_pair_tanyao": ("false", "true"),
    "west_indicators": ("all", "turned", "first"),
}
RED_ASSUMPTIONS: Final[dict[str, tuple[str, ...]]] = {"red_fives": ("[0, 2, 1]", "[0, 1, 1]", "[0, 2, 2]")}
OF_KANSAI_ALONE: Final[dict[str, tuple[str, ...]]] = {"dead_wall": ("14", "18")}


@pytest.mark.parametrize("name", ["kansai", "kansai-north", "kansai-north-red"])
def test_value_and_rule(name: str) -> None:
    rules = preset(name)
    expected = FROM_RULES if name == "kansai" else FROM_RULES | FROM_NORTH_RULES
    for switch, (value, rule_ids) in expected.items():
        assert rules.value(switch) == value, switch
        assert rules.provenance[switch] == Provenance(f"seed:{rule_ids}"), switch


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("kansai", ASSUMPTIONS | OF_KANSAI_ALONE),
        ("kansai-north", ASSUMPTIONS | NORTH_ASSUMPTIONS),
        ("kansai-north-red", ASSUMPTIONS | NORTH_ASSUMPTIONS | RED_ASSUMPTIONS),
    ],
)
def test_assumptions(name: str, expected: dict[str, tuple[str, ...]]) -> None:
    rules = preset(name)
    found = {
        switch: (rules.value(switch), *origin.alternatives)
        for switch, origin in rules.provenance.items()
        if origin.source == ASSUMED
    }
    assert found == {spec.name: expected[spec.name] for spec in SPECS if spec.name in expected}


def test_without_north_dora() -> None:
    """A pair of Norths is that of a pinfu by K10, the triplet a yaku by K3, and no five is red."""
    rules = preset("kansai")
    values = [rules.value(switch) for switch in ("north_dora", "chanpei", "north_triplet_yaku", "red_fives")]
    assert values == ["false", "forbidden", "true", "[0, 0, 0]"]
    assert rules.provenance["north_triplet_yaku"] == Provenance("seed:K3")
    assert rules.provenance["north_pair_pinfu"] == Provenance("seed:K10")
    assert rules.provenance["north_pair_tanyao"] == Provenance("seed:K10")


@pytest.mark.parametrize(("name", "live"), [("kansai", 55), ("kansai-north", 51), ("kansai-north-red", 51)])
def test_live_tiles(name: str, live: int) -> None:
    switches = preset(name).switches
    assert 108 - 39 - switches.dead_wall == live
