"""Dora: han that count once there is a yaku."""

from typing import Final

from replay.findings import YakuHan
from replay.hand.context import WinContext
from replay.ruleset.switches import NorthRon, TileSet
from replay.tiles import EAST, KIND_OF, KINDS, NORTH, WEST, WHITE


def _following(*, simple_characters: bool) -> tuple[int, ...]:
    """For every kind the one that its indicator makes dora."""
    after = [kind + 1 for kind in range(KINDS)]
    for last, first in ((8, 0), (17, 9), (26, 18), (NORTH, EAST), (KINDS - 1, WHITE)):
        after[last] = first
    if not simple_characters:
        after[0] = 8  # the suit has only 1m and 9m
    return tuple(after)


_FULL: Final = _following(simple_characters=True)
_NO_SIMPLE_CHARACTERS: Final = _following(simple_characters=False)


def dora_kind(indicator: int, tiles: TileSet) -> int:
    """The kind that an indicator (a code) makes dora."""
    following = _FULL if tiles is TileSet.FULL else _NO_SIMPLE_CHARACTERS
    return following[KIND_OF[indicator]]


def dora_han(win: WinContext) -> tuple[YakuHan, ...]:
    """The dora of the hand, each with at least one han.

    A set-aside North is one `north_dora`, and one more `dora` (`ura_dora`) for every such indicator that shows West.
    Ura dora are the riichi winner's alone.
    """
    switches = win.switches
    found: list[YakuHan] = []
    dora = _indicated(win, win.indicators if switches.kan_dora else win.indicators[:1])
    if dora:
        found.append(YakuHan("dora", dora))
    if win.riichi and switches.ura_dora:
        ura = _indicated(win, win.ura_indicators if switches.kan_ura else win.ura_indicators[:1])
        if ura:
            found.append(YakuHan("ura_dora", ura))
    if win.red_fives:
        found.append(YakuHan("red_five", win.red_fives))
    if win.norths:
        found.append(YakuHan("north_dora", win.norths))
    if win.north_ron and switches.chanpei is NorthRon.DORA:
        found.append(YakuHan("north_ron", 1))
    return tuple(found)


def _indicated(win: WinContext, indicators: tuple[int, ...]) -> int:
    """How many tiles the indicators make dora, set-aside Norths included."""
    tiles = win.switches.tiles
    han = 0
    for indicator in indicators:
        han += win.all_counts[dora_kind(indicator, tiles)]
        if indicator == WEST:
            han += win.norths
    return han
