"""Fu of one reading of a won hand (RULES §7)."""

from dataclasses import dataclass
from typing import Final

from replay.hand.context import WinContext
from replay.hand.meld import CHI
from replay.hand.shapes import CLOSED_WAIT, EDGE_WAIT, ORPHANS, PAIR_WAIT, SEVEN_PAIRS, TRIPLET_WAIT, TWO_SIDED, Reading
from replay.tiles import EAST, IS_EDGE, KINDS, NORTH, WHITE

SEVEN_PAIRS_FU: Final = 25
PINFU_TSUMO_FU: Final = 20


@dataclass(frozen=True)
class FuPart:
    """One thing that gives fu. `kind` is that of the set, the pair or the winning tile, -1 where there is none."""

    name: str
    fu: int
    kind: int = -1


def _of_every_kind(name: str, fu: int) -> tuple[FuPart, ...]:
    return tuple(FuPart(name, fu, kind) for kind in range(KINDS))


def _sets(name: str, fu: int) -> tuple[FuPart, ...]:
    """Of a triplet or kan of every kind; one of terminals or honours gives twice the `fu` of simples."""
    return tuple(FuPart(name, 2 * fu if IS_EDGE[kind] else fu, kind) for kind in range(KINDS))


# Every part there is, made once.
_SEVEN_PAIRS: Final = FuPart("seven_pairs", SEVEN_PAIRS_FU)
_PINFU_TSUMO: Final = FuPart("pinfu_tsumo", PINFU_TSUMO_FU)
_BASE: Final = FuPart("base", 20)
_TSUMO: Final = FuPart("tsumo", 2)
_CLOSED_RON: Final = FuPart("closed_ron", 10)
_OPEN_WITHOUT_FU: Final = FuPart("open_without_fu", 10)
_CLOSED_WAIT: Final = _of_every_kind("closed_wait", 2)
_EDGE_WAIT: Final = _of_every_kind("edge_wait", 2)
_PAIR_WAIT: Final = _of_every_kind("pair_wait", 2)
_VALUE_PAIR: Final = _of_every_kind("value_pair", 2)
_DOUBLE_WIND_PAIR: Final = _of_every_kind("value_pair", 4)
_OPEN_TRIPLET: Final = _sets("open_triplet", 2)
_CONCEALED_TRIPLET: Final = _sets("concealed_triplet", 4)
_OPEN_KAN: Final = _sets("open_kan", 8)
_CONCEALED_KAN: Final = _sets("concealed_kan", 16)


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
        and reading.wait is TWO_SIDED
        and win.closed
        and pair_fu(win, reading.pair) == 0
        and (not win.self_draw or win.switches.pinfu_tsumo)
    )


def fu_parts(win: WinContext, reading: Reading) -> tuple[FuPart, ...]:
    """What the fu of the reading are made of; their sum is not rounded yet. Empty for thirteen orphans."""
    if reading.form is SEVEN_PAIRS:
        return (_SEVEN_PAIRS,)
    if reading.form is ORPHANS:
        return ()
    if win.self_draw and is_pinfu(win, reading):
        return (_PINFU_TSUMO,)
    parts = [_BASE]
    if win.self_draw:
        if not win.rinshan or win.switches.rinshan_tsumo_fu:
            parts.append(_TSUMO)
    elif win.closed:
        parts.append(_CLOSED_RON)
    wait = reading.wait
    if wait is CLOSED_WAIT:
        parts.append(_CLOSED_WAIT[win.winning_kind])
    elif wait is EDGE_WAIT:
        parts.append(_EDGE_WAIT[win.winning_kind])
    elif wait is PAIR_WAIT:
        parts.append(_PAIR_WAIT[win.winning_kind])
    value = pair_fu(win, reading.pair)
    if value:
        parts.append((_VALUE_PAIR if value == 2 else _DOUBLE_WIND_PAIR)[reading.pair])
    for kind in reading.own_triplets:
        opened = kind == win.winning_kind and wait is TRIPLET_WAIT and not win.self_draw
        parts.append((_OPEN_TRIPLET if opened else _CONCEALED_TRIPLET)[kind])
    for meld in win.melds:
        if meld.is_kan:
            parts.append((_OPEN_KAN if meld.is_open else _CONCEALED_KAN)[meld.kind])
        elif meld.type is not CHI:
            parts.append(_OPEN_TRIPLET[meld.kind])
    if len(parts) == 1 and not win.closed:
        parts.append(_OPEN_WITHOUT_FU)
    return tuple(parts)


def exact_fu(win: WinContext, reading: Reading) -> int:
    """Fu before rounding; 25 for seven pairs, 20 for a self-drawn pinfu, 0 for thirteen orphans."""
    fu = 0
    for part in fu_parts(win, reading):
        fu += part.fu
    return fu


def rounded_fu(exact: int) -> int:
    """Up to the next ten; the 25 of seven pairs stay."""
    return exact if exact == SEVEN_PAIRS_FU else -(-exact // 10) * 10
