"""Dora: han that count once there is a yaku."""

from typing import Final

from replay.findings import YakuHan
from replay.hand.context import WinContext
from replay.hand.names import Named
from replay.ruleset.switches import NorthRon, Switches, TileSet, WestIndicators
from replay.tiles import EAST, KIND_OF, KINDS, NORTH, WEST, WHITE


def _following(*, simple_characters: bool) -> tuple[int, ...]:
    """For every kind the one that its indicator makes dora."""
    after = [kind + 1 for kind in range(KINDS)]
    for last, first in ((8, 0), (17, 9), (26, 18), (NORTH, EAST), (KINDS - 1, WHITE)):
        after[last] = first
    if not simple_characters:
        after[0] = 8  # the suit has only 1m and 9m
    return tuple(after)


_DORA: Final = Named("dora")
_URA_DORA: Final = Named("ura_dora")
_RED_FIVE: Final = Named("red_five")
_NORTH_DORA: Final = Named("north_dora")
_NORTH_RON: Final = Named("north_ron")

_FULL: Final = _following(simple_characters=True)
_NO_SIMPLE_CHARACTERS: Final = _following(simple_characters=False)


def dora_kind(indicator: int, switches: Switches) -> int:
    """The kind that an indicator (a code) makes dora; it may be one that the set does not hold."""
    full = switches.tiles is TileSet.FULL or not switches.dora_skips_missing
    return (_FULL if full else _NO_SIMPLE_CHARACTERS)[KIND_OF[indicator]]


def dora_han(win: WinContext) -> tuple[YakuHan, ...]:
    """The dora of the hand, each with at least one han.

    A set-aside North is one `north_dora`, and one more `dora` (`ura_dora`) for every indicator that shows West, as far
    as `west_indicators` lets them count (N24). Ura dora are the riichi winner's alone.
    """
    switches = win.switches
    found: list[YakuHan] = []
    west = switches.west_indicators
    turned = win.indicators if switches.kan_dora else win.indicators[:1]
    dora = _indicated(win, turned, for_norths=1 if west is WestIndicators.FIRST else len(turned))
    if dora:
        found.append(_DORA.han(dora))
    if win.riichi and switches.ura_dora:
        below = win.ura_indicators if switches.kan_ura else win.ura_indicators[:1]
        ura = _indicated(win, below, for_norths=len(below) if west is WestIndicators.ALL else 0)
        if ura:
            found.append(_URA_DORA.han(ura))
    if win.red_fives:
        found.append(_RED_FIVE.han(win.red_fives))
    if win.norths:
        found.append(_NORTH_DORA.han(win.norths))
    if win.north_ron and switches.chanpei is NorthRon.DORA:
        found.append(_NORTH_RON.han(1))
    return tuple(found)


def _indicated(win: WinContext, indicators: tuple[int, ...], *, for_norths: int) -> int:
    """How many tiles the indicators make dora, the first `for_norths` of them also Norths set aside."""
    han = 0
    for place, indicator in enumerate(indicators):
        han += win.all_counts[dora_kind(indicator, win.switches)]
        if indicator == WEST and place < for_norths:
            han += win.norths
    return han
