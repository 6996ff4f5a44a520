"""Where the presets of the operator's documents say their values come from: RULES §1 to §6, assumption by assumption.

A switch is assumed where the rules mark an assumption, and where the documents are silent on what has to be decided
(RULES §5). Everything else comes from a rule, from the log, or is "document": what a text implies, or decides nothing.
"""

from typing import Final

import pytest

from replay.ruleset.catalogue import SPEC_OF
from replay.ruleset.loader import PRESETS, preset
from replay.ruleset.ruleset import ASSUMED, DOCUMENT, LOG, MEASURED, SEED

KANSAI: Final = ("kansai", "kansai-north", "kansai-north-red")
NORTH: Final = ("kansai-north", "kansai-north-red")

MARKED: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    # §1, where North dora is played
    "N1 when, and which North": (NORTH, ("north_timing",)),
    "N7 in riichi": (NORTH, ("north_in_riichi_drawn_only",)),
    "N16 chanpei": (NORTH, ("chanpei",)),
    "N18 a pair of Norths": (NORTH, ("north_pair_pinfu", "north_pair_tanyao")),
    "N22 tenhou, a ron on the North itself": (NORTH, ("north_breaks_tenhou", "north_ron_ippatsu")),
    "T2 whose ippatsu a North ends": (NORTH, ("north_interrupts",)),
    "N24 kan and ura indicators": (NORTH, ("west_indicators",)),
    "T9 a triplet beside a North set aside": (NORTH, ("north_triplet_beside_north",)),
    # §1 to §3, wherever Kansai is played
    "N13 which tile is the fifth": (KANSAI, ("dora_stack",)),
    "N20 the scope of furiten": (KANSAI, ("furiten",)),
    "N21 a replacement of the last tile": (KANSAI, ("last_replacement_acts",)),
    "N23 an added kan": (KANSAI, ("any_hand_robs_added_kan",)),
    "K2 the indicators 1m and 9m": (KANSAI, ("dora_skips_missing",)),
    "K7 how 6000 are split": (KANSAI, ("tsumo_split",)),
    "K9 the game ends": (KANSAI, ("bust",)),
    "K10 tanyao": (KANSAI, ("tanyao_han",)),
    "K10 what the excerpt lacks": (
        KANSAI,
        ("double_riichi_han", "sankantsu_han", "blessings", "double_yakuman", "counted_yakuman", "renhou"),
    ),
    "R1 without 5m": (("kansai-north-red",), ("red_fives",)),
    # §6, row by row
    "dead wall without North dora": (("kansai",), ("dead_wall",)),
    "honba": (KANSAI, ("honba_tsumo", "honba_ron")),
    "kuikae": (KANSAI, ("kuikae",)),
    "aborts": (KANSAI, ("four_winds", "four_kans")),
    "nagashi mangan": (KANSAI, ("nagashi",)),
    "several rons": (KANSAI, ("several_rons",)),
    "pao": (KANSAI, ("pao",)),
    "kiriage": (KANSAI, ("kiriage",)),
    "riichi needs": (KANSAI, ("riichi_points", "riichi_live_tiles")),
    "kan indicator": (KANSAI, ("kan_indicator",)),
    "dora": (KANSAI, ("ura_dora", "kan_dora", "kan_ura")),
    "kan in riichi": (KANSAI, ("riichi_kan",)),
    "last discard": (KANSAI, ("last_discard_calls",)),
    "rinshan on the last tile": (KANSAI, ("last_replacement_is_haitei",)),
    "a wait whose four copies are held": (KANSAI, ("dead_wait",)),
    "double wind pair; rinshan tsumo; pinfu tsumo": (
        KANSAI,
        ("double_wind_pair_fu", "rinshan_tsumo_fu", "pinfu_tsumo"),
    ),
    "dealer stays on": (KANSAI, ("dealer_stays",)),
    "what adds a honba": (KANSAI, ("honba_grows",)),
    "game length": (KANSAI, ("game_length",)),
    "end of the last round, extension": (KANSAI, ("extension", "dealer_stop")),
    "ties": (KANSAI, ("ties",)),
    "noten in 3p": (KANSAI, ("noten_pool",)),
    # §4
    "no dead wall": (("shenzhen",), ("dead_wall",)),
    "S2 after a drawn round": (("shenzhen",), ("east_after_draw",)),
    "S5 which kong": (("shenzhen",), ("added_kong_stake",)),
    "S8 suits, wind, an empty wall": (("shenzhen",), ("horse_suits", "horse_wind", "horse_without_wall")),
    "S9 a win declined": (("shenzhen",), ("declined_wins", "robbing_is_discard_win", "inferred_declines")),
    "S10 between rounds": (("shenzhen",), ("game_end_check",)),
    "S13 the kong that is robbed": (("shenzhen",), ("robbed_kong_paid",)),
    "one winner": (("shenzhen",), ("several_rons",)),
    "kong money is kept": (("shenzhen",), ("kong_kept",)),
    "a concealed kong cannot be robbed": (("shenzhen",), ("kokushi_robs_concealed_kan",)),
    "a tile that was not just drawn": (("shenzhen",), ("late_added_kong_pays",)),
    "no kong on an empty wall": (("shenzhen",), ("last_tile_kan",)),
    "cash below zero": (("shenzhen",), ("score_floor",)),
    "the replacement's end of the wall": (("shenzhen",), ("replacement_far_end",)),
}
"""The assumptions that RULES marks, with the switches that carry them.

One has none: the order in which several winners are paid (K9) matters only under another reading of `several_rons`.
"""

SILENT: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "N22 names four identical discards, and no other abort of the first turn": (KANSAI, ("nine_terminals",)),
    "who gets deposits that are left over": (KANSAI, ("deposits_to_first",)),
    "whether four tiles alike are two of the seven pairs (S11)": (("shenzhen",), ("quads_as_pairs",)),
    "the last discard": (("shenzhen",), ("last_discard_calls",)),
    "S10 says what ends a game, not that nothing else may": (("shenzhen",), ("early_end",)),
    "places": (("shenzhen",), ("ties",)),
}
"""What has to be decided though no document speaks of it."""

NAMED: Final = (
    "north_timing",
    "dora_stack",
    "chanpei",
    "north_pair_pinfu",
    "north_pair_tanyao",
    "furiten",
    "red_fives",
    "tsumo_split",
    "tanyao_han",
)
"""The switches that RULES calls by their names."""


@pytest.mark.parametrize("name", [*KANSAI, "shenzhen"])
def test_what_is_assumed_is_what_the_rules_mark_and_leave_open(name: str) -> None:
    expected = {
        switch
        for told in (MARKED, SILENT)
        for presets, switches in told.values()
        if name in presets
        for switch in switches
    }
    assert {switch for switch, _ in preset(name).assumed()} == expected


def test_an_assumption_is_told_once() -> None:
    told = [
        (name, switch)
        for table in (MARKED, SILENT)
        for presets, switches in table.values()
        for name in presets
        for switch in switches
    ]
    assert len(told) == len(set(told))


@pytest.mark.parametrize("name", [*KANSAI, "shenzhen"])
def test_nothing_was_measured(name: str) -> None:
    """No game played by these documents was ever seen."""
    sources = {switch: origin.source for switch, origin in preset(name).provenance.items()}
    assert [switch for switch, source in sources.items() if source == MEASURED] == []
    strange = [
        switch
        for switch, source in sources.items()
        if source not in (ASSUMED, DOCUMENT, LOG) and not source.startswith(SEED)
    ]
    assert strange == []


@pytest.mark.parametrize("name", PRESETS)
def test_every_switch_has_a_source(name: str) -> None:
    assert set(preset(name).provenance) == set(SPEC_OF)


@pytest.mark.parametrize("switch", NAMED)
def test_a_switch_has_the_name_the_rules_give_it(switch: str) -> None:
    assert switch in SPEC_OF
    assert any(switch in dict(preset(name).assumed()) for name in KANSAI)


def test_chanpei_has_the_values_the_rules_give_it() -> None:
    assert (preset("kansai-north").value("chanpei"), dict(preset("kansai-north").assumed())["chanpei"]) == (
        "dora",
        ("none", "yaku"),
    )
