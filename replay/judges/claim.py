"""What a log claims of a win's value, beside what the hand is worth."""

from typing import Final

from replay.findings import Detail, YakuHan
from replay.gamelog import YAKUMAN_HAN, Win
from replay.hand.points import base_points, won_points
from replay.hand.value import HandValue
from replay.hand.yakuman import YAKUMAN
from replay.ruleset.switches import Switches

YAKUMAN_NAMES: Final[frozenset[str]] = frozenset(yakuman.name for yakuman in YAKUMAN)
SHOUSANGEN_IN_ALL: Final = 4

SITUATIONAL: Final = frozenset(
    {"riichi", "double_riichi", "ippatsu", "rinshan", "chankan", "haitei", "houtei", "tenhou", "chiihou", "renhou"}
)
"""Yaku that hang on the order of acts rather than on the tiles."""


FIRST_TURN: Final = frozenset({"tenhou", "chiihou", "renhou"})
"""The yakuman among them."""


def claimed_yaku(event: Win) -> dict[str, int]:
    """Han by name as the log claims them, entries worth nothing left out. Empty when it claims none."""
    return {yaku.name: yaku.han for yaku in event.yaku or () if yaku.han}


def right_yaku(value: HandValue, claimed: dict[str, int]) -> dict[str, int]:
    """Han by name by the rules, put together as the log does where it may.

    Norths, and a North won on, are put with the dora unless the log lists them apart. The triplets of shousangen are
    put with it where the log counts 4 han for it in all (K10).
    """
    together: dict[str, str] = {}
    if "north_dora" not in claimed:
        together["north_dora"] = "dora"
    if "north_ron" not in claimed:
        together["north_ron"] = "north_dora" if "north_dora" in claimed else "dora"
    if claimed.get("shousangen") == SHOUSANGEN_IN_ALL:
        together |= dict.fromkeys(("haku", "hatsu", "chun"), "shousangen")
    found: dict[str, int] = {}
    for yaku in value.yaku:
        name = together.get(yaku.name, yaku.name)
        if yaku.han:
            found[name] = found.get(name, 0) + yaku.han
    return found


def claimed_yakuman(event: Win) -> int:
    """How many yakuman the log claims; a counted one is none."""
    return sum(yaku.han // YAKUMAN_HAN for yaku in event.yaku or () if yaku.name in YAKUMAN_NAMES)


def claimed_bases(event: Win, value: HandValue, switches: Switches, *, dealer: bool) -> list[int]:
    """The base points that the claim stands for: by its han and fu, and by its points where those differ.

    What it does not say is taken from its yaku, or from the right value.
    """
    bases: list[int] = []
    han = sum(claimed_yaku(event).values()) if event.han is None and event.yaku is not None else event.han
    if han:
        fu = value.fu if event.fu is None else event.fu
        bases.append(base_points(han, fu, claimed_yakuman(event), switches)[0])
    if event.points is not None:
        self_draw = event.seat == event.from_seat
        bases += [
            base
            for base in _EVERY_BASE
            if won_points(base, switches, dealer=dealer, self_draw=self_draw) == event.points and base not in bases
        ]
    return bases


def _every_base() -> tuple[int, ...]:
    """All base points below and at the limits, ascending."""
    small = {fu << (2 + han) for han in range(1, 5) for fu in (20, 25, *range(30, 140, 10))}
    limits = {2000, 3000, 4000, 6000, *(8000 * times for times in range(1, 7))}
    return tuple(sorted({base for base in small if base < 2000} | limits))


_EVERY_BASE: Final = _every_base()


def value_detail(
    text: str, value: HandValue, payments: tuple[int, ...] | None, difference: tuple[int, ...] | None
) -> Detail:
    """The right side of a disagreement about a payout."""
    return Detail(text, value.yaku, value.han, value.fu, value.limit, payments, difference)


def claim_detail(text: str, event: Win) -> Detail:
    """The logged side of a disagreement about a payout."""
    yaku = None if event.yaku is None else tuple(YakuHan(part.name, part.han) for part in event.yaku)
    return Detail(text, yaku, event.han, event.fu, None, event.deltas)


def value_text(value: HandValue) -> str:
    """For instance ``3 han 40 fu`` or ``haneman, 6 han 30 fu``."""
    if value.yakuman:
        return f"{value.yakuman} yakuman" if value.yakuman > 1 else "yakuman"
    text = f"{value.han} han {value.fu} fu"
    return f"{value.limit.replace('_', ' ')}, {text}" if value.limit else text


def claim_text(event: Win) -> str:
    """What the log claims, in the words of `value_text`."""
    parts = []
    if event.han is not None:
        parts.append(f"{event.han} han")
    if event.fu is not None:
        parts.append(f"{event.fu} fu")
    if event.points is not None:
        parts.append(f"{event.points:,} points")
    return " ".join(parts) or "no value"
