"""The preset riichi-city-sanma: what its records show, what descriptions say, and what a room may decide (RULES §6)."""

from typing import Final

import pytest

from replay.ruleset.loader import preset
from replay.ruleset.ruleset import ASSUMED, DOCUMENT, LOG, MEASURED
from replay.settlement.riichi import noten_deltas

RULES: Final = preset("riichi-city-sanma")

SHOWN: Final = {"ura_offset": "1", "replacement_order": "straight", "kan_indicator": "at_once"}
STATED: Final = {"start_points": "none", "target_points": "none", "final_return": "none", "uma": "[]"}
DESCRIBED: Final = {
    "kokushi_robs_concealed_kan": "true",
    "chanpei": "none",
    "north_replacement_rinshan": "true",
    "several_rons": "all",
    "four_kans": "true",
}
ASSUMPTIONS: Final[dict[str, tuple[str, ...]]] = {
    # "per its log", of which the records say nothing
    "extension": ("false", "true"),
    "dealer_stop": ("false", "true"),
    "bust": ("below_zero", "never", "zero"),
    # "?"
    "kuikae": ("same_tile", "allowed"),
    "nagashi": ("true", "false"),
    "pao": ("its_yakuman", "none", "whole_hand"),
    "double_yakuman": ("true", "false"),
    "last_replacement_is_haitei": ("false", "true"),
    "dead_wait": ("concealed_noten", "tenpai", "noten"),
    # what its codes say
    "nine_terminals": ("true", "false"),
    "four_winds": ("true", "false"),
    "four_riichi": ("true", "false"),
    # where the records have it otherwise than RULES §6
    "kiriage": ("true", "false"),
    "rinshan_tsumo_fu": ("false", "true"),
    "noten_payment": ("each", "shared"),
}


@pytest.mark.parametrize(("source", "expected"), [(MEASURED, SHOWN), (LOG, STATED), (DOCUMENT, DESCRIBED)])
def test_values_and_where_they_come_from(source: str, expected: dict[str, str]) -> None:
    for switch, value in expected.items():
        assert (switch, RULES.value(switch), RULES.provenance[switch].source) == (switch, value, source)


def test_assumptions() -> None:
    assert {
        switch: (RULES.value(switch), *origin.alternatives)
        for switch, origin in RULES.provenance.items()
        if origin.source == ASSUMED
    } == ASSUMPTIONS


def test_the_wall() -> None:
    switches = RULES.switches
    assert 108 - 39 - switches.dead_wall == 55
    assert (switches.first_indicator, switches.first_indicator + switches.ura_offset) == (8, 9)


@pytest.mark.parametrize(
    ("tenpai", "moved"),
    [
        ((), (0, 0, 0)),
        ((1,), (-1000, 2000, -1000)),
        ((0, 2), (2000, -4000, 2000)),
        ((0, 1, 2), (0, 0, 0)),
    ],
)
def test_each_tenpai_seat_is_paid(tenpai: tuple[int, ...], moved: tuple[int, ...]) -> None:
    assert noten_deltas(tenpai, RULES.switches) == moved
    assert noten_deltas((0, 2), preset("tenhou-sanma").switches) == (1000, -2000, 1000)
