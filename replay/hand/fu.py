"""Fu of one reading of a won hand (RULES §7)."""

from typing import Final

from replay.hand.context import WinContext
from replay.hand.meld import MeldType
from replay.hand.shapes import Form, Reading, Wait
from replay.tiles import EAST, NORTH, TERMINALS_AND_HONOURS, WHITE

SEVEN_PAIRS_FU: Final = 25
PINFU_TSUMO_FU: Final = 20


def pair_fu(win: WinContext, pair: int) -> int:
    """Fu of a pair of this kind: 2 for a dragon, the own wind or the round's; a double wind by the ruleset."""
    if pair < EAST:
        return 0
    if pair >= WHITE:
        return 2
    wind = pair - EAST
    if wind == win.seat_wind:
        return win.switches.double_wind_pair_fu if wind == win.prevailing_wind else 2
    if wind == win.prevailing_wind:
        return 2
    # Where a North triplet is a yaku for everyone the pair has value, unless the ruleset says otherwise (N18).
    return 2 if pair == NORTH and win.switches.north_triplet_yaku and not win.switches.north_pair_pinfu else 0


def is_pinfu(win: WinContext, reading: Reading) -> bool:
    """Whether the reading of a closed hand is pinfu: four runs, a two-sided wait and a pair without value."""
    return (
        len(reading.runs) == 4
        and reading.wait is Wait.TWO_SIDED
        and win.closed
        and pair_fu(win, reading.pair) == 0
        and (not win.self_draw or win.switches.pinfu_tsumo)
    )


def exact_fu(win: WinContext, reading: Reading) -> int:
    """Fu before rounding; 25 for seven pairs, 20 for a self-drawn pinfu, 0 for thirteen orphans."""
    if reading.form is Form.SEVEN_PAIRS:
        return SEVEN_PAIRS_FU
    if reading.form is Form.ORPHANS:
        return 0
    if win.self_draw and is_pinfu(win, reading):
        return PINFU_TSUMO_FU
    fu = 20
    if win.self_draw:
        if not win.rinshan or win.switches.rinshan_tsumo_fu:
            fu += 2
    elif win.closed:
        fu += 10
    if reading.wait is Wait.CLOSED or reading.wait is Wait.EDGE or reading.wait is Wait.PAIR:
        fu += 2
    if reading.pair >= EAST:
        fu += pair_fu(win, reading.pair)
    for kind in reading.own_triplets:
        value = 8 if kind in TERMINALS_AND_HONOURS else 4
        if kind == win.winning_kind and reading.wait is Wait.TRIPLET and not win.self_draw:
            value //= 2
        fu += value
    for meld in win.melds:
        if meld.type is not MeldType.CHI:
            value = 4 if meld.kind in TERMINALS_AND_HONOURS else 2
            if meld.is_kan:
                value *= 4
            if not meld.is_open:
                value *= 2
            fu += value
    if fu == 20 and not win.closed:
        return 30  # an open hand without any fu
    return fu


def rounded_fu(exact: int) -> int:
    """Up to the next ten; the 25 of seven pairs stay."""
    return exact if exact == SEVEN_PAIRS_FU else -(-exact // 10) * 10
