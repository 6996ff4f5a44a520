"""Games played by another reading of the documents are never judged wrong: findings are warnings that name it.

For every alternative of every assumed switch of kansai-north-red some games are simulated with it and audited by the
preset. Where these games show no difference the test is skipped and says so; what is too rare for chance, and what
cannot show at all, is tested by rounds in `tests.replay.test_kansai_assumptions`.
"""

from random import Random
from typing import Any, Final

import pytest

from replay.engine import audit
from replay.findings import Severity
from replay.ruleset.loader import preset
from replay.simulate.play import play_game

RULES: Final = preset("kansai-north-red")
GAMES: Final = 10
SEEDS: Final = {
    ("bust", "zero"): 0x1012F037,
    ("honba_grows", "dealer_stays"): 0xF2A74DE4,
    ("ties", "shared"): 0x3898D190,
    ("deposits_to_first", "false"): 0x5F557203,
    ("last_discard_calls", "true"): 0x4720771F,
    ("any_hand_robs_added_kan", "false"): 0xB6246771,
    ("last_replacement_acts", "true"): 0x9E1A8EF4,
    ("north_timing", "before_riichi_discard"): 0x2217BEAD,
    ("north_in_riichi_drawn_only", "false"): 0xE647CB8F,
    ("chanpei", "none"): 0xF2A74DE4,
    ("north_interrupts", "own"): 0xD23F0824,
    ("north_ron_ippatsu", "false"): 0x72FDF202,
    ("north_pair_pinfu", "false"): 0x86734721,
    ("north_pair_tanyao", "true"): 0x17F5E837,
    ("west_indicators", "turned"): 0x6CAD4A26,
    ("west_indicators", "first"): 0x6CAD4A26,
    ("riichi_points", "0"): 0x7731AF10,
    ("riichi_kan", "drawn_tile"): 0x316909E,
    ("dora_skips_missing", "false"): 0x90C192CF,
    ("furiten", "same_tile"): 0x269E0D37,
    ("double_riichi_han", "1"): 0x6B0D549B,
    ("blessings", "false"): 0x6513270E,
    ("double_yakuman", "true"): 0x1818E811,
    ("counted_yakuman", "false"): 0x5D9DC9F8,
    ("renhou", "true"): 0x2E44158B,
    ("double_wind_pair_fu", "4"): 0xCA02135E,
    ("rinshan_tsumo_fu", "false"): 0x90C192CF,
    ("dead_wait", "noten"): 0xAE658F33,
    ("several_rons", "two"): 0xA6A3A450,
    ("pao", "whole_hand"): 0x1012F037,
    ("pao", "its_yakuman"): 0x1012F037,
    ("nagashi", "true"): 0x892F902B,
    ("nine_terminals", "true"): 0x1818E811,
    ("four_kans", "false"): 0x907A70C3,
    ("four_winds", "false"): 0x658CDA14,
}
"""Games in which a rare difference shows."""


def _alternatives() -> list[Any]:
    return [
        pytest.param(switch, value, id=f"{switch}={value}") for switch, values in RULES.assumed() for value in values
    ]


@pytest.mark.parametrize(("switch", "value"), _alternatives())
def test_another_reading_is_no_error(switch: str, value: str) -> None:
    other = RULES.alternative(switch, value)
    random = Random(0)
    seeds = [SEEDS[switch, value]] if (switch, value) in SEEDS else [random.getrandbits(32) for _ in range(GAMES)]
    differences = 0
    for seed in seeds:
        game = play_game(other, seed, with_wall=switch == "dora_stack")
        assert audit(game, other).findings == ()
        for finding in audit(game, RULES).findings:
            differences += 1
            assert finding.severity is Severity.WARNING, finding.message
            assert (switch, value) in {(hinge.switch, hinge.value) for hinge in finding.hinges_on}, finding.message
    if not differences:
        pytest.skip("no difference in these games")
