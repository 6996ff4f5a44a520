"""Fu of one reading of a won hand (RULES §7)."""

from dataclasses import dataclass
from typing import Final

from replay.hand.context import WinContext
from replay.hand.meld import MeldType
from replay.hand.shapes import Form, Reading, Wait
from replay.tiles import EAST, NORTH, TERMINALS_AND_HONOURS, WHITE

SEVEN_PAIRS_FU: Final = 25
PINFU_TSUMO_FU: Final = 20


@dataclass(frozen=True)
class FuPart:
    """One thing that gives fu. `kind` is that of the set, the pair or the winning tile, -1 where there is none."""

    name: str
    fu: int
    kind: int = -1


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


def fu_parts(win: WinContext, reading: Reading) -> tuple[FuPart, ...]:
    """What the fu of the reading are made of; their sum is not rounded yet. Empty for thirteen orphans."""
    if reading.form is Form.SEVEN_PAIRS:
        return (FuPart("seven_pairs", SEVEN_PAIRS_FU),)
    if reading.form is Form.ORPHANS:
        return ()
    if win.self_draw and is_pinfu(win, reading):
        return (FuPart("pinfu_tsumo", PINFU_TSUMO_FU),)
    parts = [FuPart("base", 20)]
    if win.self_draw:
        if not win.rinshan or win.switches.rinshan_tsumo_fu:
            parts.append(FuPart("tsumo", 2))
    elif win.closed:
        parts.append(FuPart("closed_ron", 10))
    if reading.wait is Wait.CLOSED or reading.wait is Wait.EDGE or reading.wait is Wait.PAIR:
        parts.append(FuPart(f"{reading.wait.value}_wait", 2, win.winning_kind))
    if reading.pair >= EAST:
        value = pair_fu(win, reading.pair)
        if value:
            parts.append(FuPart("value_pair", value, reading.pair))
    for kind in reading.own_triplets:
        opened = kind == win.winning_kind and reading.wait is Wait.TRIPLET and not win.self_draw
        parts.append(_triplet(kind, kan=False, opened=opened))
    for meld in win.melds:
        if meld.type is not MeldType.CHI:
            parts.append(_triplet(meld.kind, kan=meld.is_kan, opened=meld.is_open))
    if len(parts) == 1 and not win.closed:
        parts.append(FuPart("open_without_fu", 10))
    return tuple(parts)


def _triplet(kind: int, *, kan: bool, opened: bool) -> FuPart:
    fu = 4 if kind in TERMINALS_AND_HONOURS else 2
    if kan:
        fu *= 4
    if not opened:
        fu *= 2
    return FuPart(f"{'open' if opened else 'concealed'}_{'kan' if kan else 'triplet'}", fu, kind)


def exact_fu(win: WinContext, reading: Reading) -> int:
    """Fu before rounding; 25 for seven pairs, 20 for a self-drawn pinfu, 0 for thirteen orphans."""
    return sum([part.fu for part in fu_parts(win, reading)])


def rounded_fu(exact: int) -> int:
    """Up to the next ten; the 25 of seven pairs stay."""
    return exact if exact == SEVEN_PAIRS_FU else -(-exact // 10) * 10
