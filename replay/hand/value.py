"""What a won hand is worth: the reading that is best for the winner, its yaku with dora, han, fu and base points."""

from replay.findings import YakuHan
from replay.gamelog import YAKUMAN_HAN
from replay.hand.context import WinContext
from replay.hand.dora import dora_han
from replay.hand.fu import exact_fu, rounded_fu
from replay.hand.points import base_points
from replay.hand.shapes import Reading, readings
from replay.hand.yaku import yaku_of
from replay.hand.yakuman import yakuman_of


class HandValue:
    """The value of a won hand. Without a yaku (`has_yaku` false) it may not win: han are those of its dora, base 0."""

    def __init__(
        self,
        yaku: tuple[YakuHan, ...],
        han: int,
        fu: int,
        limit: str | None,
        yakuman: int,
        base: int,
        *,
        has_yaku: bool,
    ) -> None:
        self.yaku = yaku  # dora last; a yakuman alone with 13 han, a double one 26
        self.han = han
        self.fu = fu
        self.limit = limit  # names as in `replay.hand.points.base_points`
        self.yakuman = yakuman  # how many, 0 for a counted one
        self.base = base
        self.has_yaku = has_yaku


def hand_value(win: WinContext) -> HandValue | None:
    """The value of the hand by its best reading, None if it is not complete."""
    best = best_reading(win)
    return None if best is None else best[0]


def best_reading(win: WinContext) -> tuple[HandValue, Reading] | None:
    """The best reading of the hand and the value it has by it, None if it is not complete.

    Best is what pays most. Between readings that pay the same a yakuman goes before a counted one, then more han
    decide, then more fu before rounding, then the first found.
    """
    found = readings(win)
    if not found:
        return None
    dora = dora_han(win)
    if len(found) == 1:
        return _value_of(win, found[0], dora)[0], found[0]
    best: tuple[HandValue, Reading] | None = None
    best_rank = (-1, 0, 0, 0)
    for reading in found:
        value, exact = _value_of(win, reading, dora)
        rank = (value.base, value.yakuman, value.han, exact)
        if rank > best_rank:
            best = value, reading
            best_rank = rank
    return best


def bases_with_more_dora(win: WinContext, most: int) -> list[int]:
    """The base points of the hand with 1, 2 … `most` dora more than the context has; empty if it may not win."""
    values = [_value_of(win, reading, dora_han(win))[0] for reading in readings(win)]
    values = [value for value in values if value.has_yaku]
    if not values or any(value.yakuman for value in values):
        return []  # dora add nothing to a yakuman
    return [
        max(base_points(value.han + more, value.fu, 0, win.switches)[0] for value in values)
        for more in range(1, most + 1)
    ]


def _value_of(win: WinContext, reading: Reading, dora: tuple[YakuHan, ...]) -> tuple[HandValue, int]:
    """The value of one reading, and its fu before rounding."""
    switches = win.switches
    exact = exact_fu(win, reading)
    fu = rounded_fu(exact)
    limits = yakuman_of(win, reading)
    if limits:
        parts = tuple([rare.worth(switches) for rare in limits])
        han = sum([part.han for part in parts])
        yakuman = han // YAKUMAN_HAN
        base, limit = base_points(0, 0, yakuman, switches)
        return HandValue(parts, han, fu, limit, yakuman, base, has_yaku=True), exact

    names = yaku_of(win, reading)
    has_yaku = len(names) > 0
    names += dora
    han = 0
    for part in names:
        han += part.han
    base, limit = base_points(han, fu, 0, switches) if has_yaku else (0, None)
    return HandValue(tuple(names), han, fu, limit, 0, base, has_yaku=has_yaku), exact
