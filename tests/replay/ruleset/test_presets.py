"""The packaged presets: complete, sourced, and as RULES §6 has them."""

import tomllib
from importlib.resources import files

import pytest

from replay.ruleset.catalogue import SPECS
from replay.ruleset.errors import RulesetError
from replay.ruleset.loader import PRESETS, load, preset
from replay.ruleset.ruleset import ASSUMED, COMMAND_LINE, OPERATOR, Provenance
from replay.ruleset.values import value_text

EVERY_PRESET = pytest.mark.parametrize("name", PRESETS)


def text_of(name: str) -> str:
    return files("replay.ruleset").joinpath("presets", f"{name}.toml").read_text(encoding="utf-8")


def test_every_file_is_listed_once() -> None:
    found = {entry.name for entry in files("replay.ruleset").joinpath("presets").iterdir()}
    assert found == {f"{name}.toml" for name in PRESETS}
    assert len(set(PRESETS)) == len(PRESETS)


@EVERY_PRESET
def test_is_named_like_its_file(name: str) -> None:
    assert preset(name).name == name
    assert tomllib.loads(text_of(name))["name"] == name


@EVERY_PRESET
def test_is_read_once(name: str) -> None:
    assert preset(name) is preset(name)


@EVERY_PRESET
def test_every_switch_has_a_source(name: str) -> None:
    provenance = preset(name).provenance
    assert list(provenance) == [spec.name for spec in SPECS]
    assert not {origin.source for origin in provenance.values()} & {OPERATOR, COMMAND_LINE, ""}


@EVERY_PRESET
def test_assumed_switches_and_only_they_have_alternatives(name: str) -> None:
    rules = preset(name)
    for switch, origin in rules.provenance.items():
        assert bool(origin.alternatives) == (origin.source == ASSUMED), switch
        assert rules.value(switch) not in origin.alternatives, switch


@EVERY_PRESET
def test_every_alternative_can_be_built_and_undone(name: str) -> None:
    rules = preset(name)
    for switch, alternatives in rules.assumed():
        for text in alternatives:
            other = rules.alternative(switch, text)
            assert other.value(switch) == text
            assert rules.value(switch) in other.provenance[switch].alternatives
            assert other.alternative(switch, rules.value(switch)).switches == rules.switches


@EVERY_PRESET
def test_a_difference_is_one(name: str) -> None:
    """A preset that extends another says nothing the other says already."""
    document = tomllib.loads(text_of(name))
    if "extends" not in document:
        return
    base = preset(document["extends"])
    for switch, entry in document["switches"].items():
        value = tuple(entry["value"]) if isinstance(entry["value"], list) else entry["value"]
        same = value_text(value) == base.value(switch) and entry["source"] == base.provenance[switch].source
        assert not same, switch


def test_unknown_preset_names_the_nearest() -> None:
    with pytest.raises(RulesetError) as caught:
        preset("tenho")
    assert str(caught.value) == 'presets: there is no preset "tenho"; the nearest known name is tenhou'


# RULES §6, the columns tenhou-sanma and tenhou.
SIDE_BY_SIDE = [
    ("family", "riichi", "riichi"),
    ("seats", "3", "4"),
    ("tiles", "no_simple_characters", "full"),
    ("red_fives", "[0, 1, 1]", "[1, 1, 1]"),
    ("dead_wall", "14", "14"),
    ("kan_shortens_live_wall", "true", "true"),
    ("north_shortens_live_wall", "true", "true"),
    ("dora_stack", "5", "3"),
    ("ura_offset", "-1", "-1"),
    ("replacement_order", "pairs_swapped", "pairs_swapped"),
    ("replacement_far_end", "true", "true"),
    ("kan_indicator", "open_late", "open_late"),
    ("start_points", "35000", "25000"),
    ("target_points", "40000", "30000"),
    ("game_length", "south", "south"),
    ("extension", "true", "true"),
    ("dealer_stop", "true", "true"),
    ("bust", "below_zero", "below_zero"),
    ("score_floor", "false", "false"),
    ("dealer_stays", "win_or_tenpai", "win_or_tenpai"),
    ("honba_grows", "draw_or_dealer_win", "draw_or_dealer_win"),
    ("ties", "lower_seat", "lower_seat"),
    ("deposits_to_first", "true", "true"),
    ("final_return", "40000", "30000"),
    ("final_rounding", "true", "true"),
    ("uma", "[20000, 0, -20000]", "[20000, 10000, -10000, -20000]"),
    ("chi", "false", "true"),
    ("kuikae", "same_tile", "same_tile_and_suji"),
    ("last_discard_calls", "false", "false"),
    ("last_tile_kan", "false", "false"),
    ("kan_limit", "4", "4"),
    ("kokushi_robs_concealed_kan", "false", "false"),
    ("any_hand_robs_added_kan", "true", "true"),
    ("last_replacement_acts", "false", "false"),
    ("north_dora", "true", "false"),
    ("north_timing", "after_draw", "after_draw"),
    ("north_last_tile", "false", "false"),
    ("north_in_riichi_drawn_only", "true", "true"),
    ("chanpei", "none", "forbidden"),
    ("north_breaks_first_round", "true", "false"),
    ("north_interrupts", "everybody", "everybody"),
    ("north_breaks_tenhou", "true", "true"),
    ("north_ron_ippatsu", "true", "true"),
    ("north_replacement_rinshan", "true", "false"),
    ("north_triplet_yaku", "false", "false"),
    ("north_triplet_beside_north", "false", "false"),
    ("north_pair_pinfu", "true", "true"),
    ("north_pair_tanyao", "false", "false"),
    ("west_indicators", "all", "all"),
    ("riichi_points", "1000", "1000"),
    ("riichi_live_tiles", "3", "4"),
    ("riichi_kan", "same_waits", "same_waits"),
    ("riichi_deposit_when_ronned", "false", "false"),
    ("ura_dora", "true", "true"),
    ("kan_dora", "true", "true"),
    ("kan_ura", "true", "true"),
    ("dora_skips_missing", "true", "true"),
    ("furiten", "any_wait", "any_wait"),
    ("tanyao_han", "[1, 1]", "[1, 1]"),
    ("double_riichi_han", "2", "2"),
    ("sankantsu_han", "2", "2"),
    ("blessings", "true", "true"),
    ("double_yakuman", "false", "false"),
    ("counted_yakuman", "true", "true"),
    ("kiriage", "false", "false"),
    ("renhou", "false", "false"),
    ("double_wind_pair_fu", "4", "4"),
    ("rinshan_tsumo_fu", "true", "true"),
    ("pinfu_tsumo", "true", "true"),
    ("chankan_yaku", "true", "true"),
    ("last_replacement_is_haitei", "false", "false"),
    ("dead_wait", "concealed_noten", "concealed_noten"),
    ("tsumo_split", "loss", "loss"),
    ("honba_tsumo", "100", "100"),
    ("honba_ron", "200", "300"),
    ("noten_pool", "2000", "3000"),
    ("noten_payment", "shared", "shared"),
    ("several_rons", "two", "two"),
    ("pao", "whole_hand", "whole_hand"),
    ("nagashi", "true", "true"),
    ("nine_terminals", "true", "true"),
    ("four_kans", "true", "true"),
    ("four_winds", "false", "true"),
    ("four_riichi", "false", "true"),
    ("triple_ron", "false", "true"),
    ("declined_wins", "round", "round"),
    ("robbing_is_discard_win", "true", "true"),
    ("inferred_declines", "true", "true"),
    ("quads_as_pairs", "false", "false"),
    ("added_kong_stake", "x", "x"),
    ("late_added_kong_pays", "true", "true"),
    ("robbed_kong_paid", "false", "false"),
    ("kong_kept", "true", "true"),
    ("horse_wind", "seat", "seat"),
    ("horse_suits", "any", "any"),
    ("horse_without_wall", "none", "none"),
    ("east_after_draw", "stays", "stays"),
    ("game_end_check", "between_rounds", "between_rounds"),
    ("early_end", "false", "false"),
]


@pytest.mark.parametrize(("switch", "sanma", "yonma"), SIDE_BY_SIDE)
def test_is_what_the_rules_say(switch: str, sanma: str, yonma: str) -> None:
    assert (preset("tenhou-sanma").value(switch), preset("tenhou").value(switch)) == (sanma, yonma)


def test_the_table_above_has_every_switch() -> None:
    assert [row[0] for row in SIDE_BY_SIDE] == [spec.name for spec in SPECS]


# RULES §6, the columns majsoul-sanma and majsoul where they differ from Tenhou's.
MAJSOUL = {
    "ura_offset": ("1", "1"),
    "replacement_order": ("straight", "straight"),
    "kokushi_robs_concealed_kan": ("true", "true"),
    "double_yakuman": ("true", "true"),
    "several_rons": ("all", "all"),
    "pao": ("its_yakuman", "its_yakuman"),
    "triple_ron": ("false", "false"),
    "final_return": ("35000", "25000"),
    "final_rounding": ("false", "false"),
    "uma": ("[15000, 0, -15000]", "[15000, 5000, -5000, -15000]"),
}


@pytest.mark.parametrize(("switch", "sanma", "yonma"), SIDE_BY_SIDE)
def test_mahjong_soul_differs_where_the_rules_say(switch: str, sanma: str, yonma: str) -> None:
    found = preset("majsoul-sanma").value(switch), preset("majsoul").value(switch)
    assert found == MAJSOUL.get(switch, (sanma, yonma))


@pytest.mark.parametrize("name", ["majsoul", "majsoul-sanma"])
def test_nothing_of_mahjong_soul_is_assumed(name: str) -> None:
    """RULES §6 has no cell without an answer in these columns."""
    assert preset(name).assumed() == ()


@pytest.mark.parametrize(
    ("name", "switch", "origin"),
    [
        ("majsoul", "several_rons", Provenance("measured")),
        ("majsoul", "pao", Provenance("document")),
        ("majsoul-sanma", "uma", Provenance("measured")),
        ("majsoul-sanma", "chanpei", Provenance("document")),
        ("majsoul-sanma", "game_length", Provenance("log")),
        ("tenhou-sanma", "honba_ron", Provenance("measured")),
        ("tenhou-sanma", "chanpei", Provenance("measured")),
        ("tenhou-sanma", "game_length", Provenance("log")),
        ("tenhou-sanma", "kan_limit", Provenance("document")),
        ("tenhou-sanma", "kokushi_robs_concealed_kan", Provenance("assumed", ("true",))),
        ("tenhou", "honba_ron", Provenance("measured")),
        ("tenhou", "pao", Provenance("measured")),
        ("tenhou", "chanpei", Provenance("document")),
        ("tenhou", "kokushi_robs_concealed_kan", Provenance("assumed", ("true",))),
    ],
)
def test_source_of(name: str, switch: str, origin: Provenance) -> None:
    assert preset(name).provenance[switch] == origin


@EVERY_PRESET
def test_resolved_text_is_read_back(name: str) -> None:
    rules = preset(name)
    again = load(rules.to_toml(), "resolved")
    assert again == rules
    assert (again.name, again.revision, again.switches) == (rules.name, rules.revision, rules.switches)
    assert dict(again.provenance) == dict(rules.provenance)
    assert again.digest == rules.digest
