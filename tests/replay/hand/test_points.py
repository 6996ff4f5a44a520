"""Base points, limits and what each seat pays (RULES §7), by tables."""

from dataclasses import replace

import pytest

from replay.hand.points import base_points, payments, ron_points, tsumo_points, won_points
from replay.ruleset.switches import Switches, TsumoSplit
from tests.replay.hand.hands import SANMA, TENHOU

KIRIAGE = replace(TENHOU, kiriage=True)
UNCOUNTED = replace(TENHOU, counted_yakuman=False)
HALVED = replace(SANMA, tsumo_split=TsumoSplit.HALVED)
FLAT = replace(SANMA, tsumo_split=TsumoSplit.FLAT_1000)


@pytest.mark.parametrize(
    ("han", "fu", "yakuman", "switches", "expected"),
    [
        (1, 30, 0, TENHOU, (240, None)),
        (4, 30, 0, TENHOU, (1920, None)),
        (4, 30, 0, KIRIAGE, (2000, "mangan")),
        (3, 60, 0, TENHOU, (1920, None)),
        (3, 60, 0, KIRIAGE, (2000, "mangan")),
        (4, 25, 0, KIRIAGE, (1600, None)),
        (4, 40, 0, TENHOU, (2000, "mangan")),
        (3, 70, 0, TENHOU, (2000, "mangan")),
        (2, 110, 0, TENHOU, (1760, None)),
        (5, 30, 0, TENHOU, (2000, "mangan")),
        (6, 30, 0, TENHOU, (3000, "haneman")),
        (7, 30, 0, TENHOU, (3000, "haneman")),
        (8, 30, 0, TENHOU, (4000, "baiman")),
        (10, 30, 0, TENHOU, (4000, "baiman")),
        (11, 30, 0, TENHOU, (6000, "sanbaiman")),
        (12, 30, 0, TENHOU, (6000, "sanbaiman")),
        (13, 30, 0, TENHOU, (8000, "counted_yakuman")),
        (28, 30, 0, TENHOU, (8000, "counted_yakuman")),
        (13, 30, 0, UNCOUNTED, (6000, "sanbaiman")),
        (13, 40, 1, TENHOU, (8000, "yakuman")),
        (26, 40, 2, UNCOUNTED, (16000, "yakuman")),
    ],
)
def test_base_points(han: int, fu: int, yakuman: int, switches: Switches, expected: tuple[int, str | None]) -> None:
    assert base_points(han, fu, yakuman, switches) == expected


@pytest.mark.parametrize(
    ("han", "fu", "dealer", "points"),
    [
        (1, 30, False, 1000),
        (1, 110, False, 3600),
        (3, 30, False, 3900),
        (4, 30, False, 7700),
        (4, 30, True, 11600),
        (4, 25, True, 9600),
        (3, 40, True, 7700),  # 3p with one honba 7900
        (6, 30, False, 12000),
        (4, 25, False, 6400),
        (2, 50, True, 4800),
    ],
)
def test_ron(han: int, fu: int, dealer: bool, points: int) -> None:
    base, _ = base_points(han, fu, 0, TENHOU)
    assert ron_points(base, dealer=dealer) == points
    assert won_points(base, TENHOU, dealer=dealer, self_draw=False) == points


@pytest.mark.parametrize(
    ("han", "fu", "dealer", "switches", "shares", "won"),
    [
        (5, 30, False, SANMA, (4000, 2000), 6000),
        (5, 30, False, TENHOU, (4000, 2000), 8000),
        (3, 30, True, SANMA, (0, 2000), 4000),  # with two honba 2200 each
        (4, 30, False, SANMA, (3900, 2000), 5900),  # with four honba 4300 and 2400
        (3, 40, False, SANMA, (2600, 1300), 3900),
        (2, 20, False, SANMA, (700, 400), 1100),
        (2, 20, False, TENHOU, (700, 400), 1500),
        (1, 30, True, TENHOU, (0, 500), 1500),
        # Half of the missing player's share on top of each, and 1000 on top of each.
        (5, 30, False, HALVED, (5000, 3000), 8000),
        (5, 30, True, HALVED, (0, 6000), 12000),
        (1, 30, False, HALVED, (600, 400), 1000),
        (5, 30, False, FLAT, (5000, 3000), 8000),
        (1, 30, True, FLAT, (0, 1500), 3000),
        (5, 30, False, replace(TENHOU, tsumo_split=TsumoSplit.FLAT_1000), (4000, 2000), 8000),  # nobody is missing
    ],
)
def test_tsumo(han: int, fu: int, dealer: bool, switches: Switches, shares: tuple[int, int], won: int) -> None:
    base, _ = base_points(han, fu, 0, switches)
    assert tsumo_points(base, switches, dealer=dealer) == shares
    assert won_points(base, switches, dealer=dealer, self_draw=True) == won


@pytest.mark.parametrize(
    ("base", "switches", "winner", "dealer", "payer", "due"),
    [
        (8000, TENHOU, 1, 0, 3, (0, 0, 0, 32000)),
        (8000, TENHOU, 0, 0, 3, (0, 0, 0, 48000)),
        (8000, SANMA, 1, 1, None, (16000, 0, 16000)),
        (2000, TENHOU, 2, 3, None, (2000, 2000, 0, 4000)),
        (2000, SANMA, 2, 1, None, (2000, 4000, 0)),
        (240, SANMA, 0, 1, 1, (0, 1000, 0)),
    ],
)
def test_payments(
    base: int, switches: Switches, winner: int, dealer: int, payer: int | None, due: tuple[int, ...]
) -> None:
    assert payments(base, switches, winner=winner, dealer=dealer, payer=payer) == due
