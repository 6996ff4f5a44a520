"""Which rule a claim of a win's value breaks: the ids that its finding cites, by the name that is wrong."""

from replay.gamelog import North
from replay.hand.context import WinContext
from replay.ruleset.switches import TileSet
from replay.table.table import Table
from replay.tiles import KIND_OF, NORTH, WEST

BROKEN_BY_NORTH = frozenset({"ippatsu", "double_riichi", "tenhou", "chiihou"})
NO_SEAT_WIND = "seat_wind_north"  # with three players
PAIR = 2


def rules_of_claim(table: Table, win: WinContext, name: str, *, invented: bool) -> tuple[str, ...]:
    """The rule ids for a wrong count of `name`, a yaku or dora; empty: those of the finding's code.

    `invented`: the log counts more than there is. `table` is before the win.
    """
    if name in ("dora", "north_dora"):
        return _of_dora(win, invented=invented)
    if name == "ura_dora":
        return ("N24",) if win.norths and WEST in win.ura_indicators else ()
    if name in ("red_five", "fu", "han", "points"):
        return ("N18",) if name == "fu" and _has_north_pair(win) else ()
    return _of_yaku(table, win, name, invented=invented)


def _of_dora(win: WinContext, *, invented: bool) -> tuple[str, ...]:
    found: tuple[str, ...] = ()
    if win.norths:
        found = ("N24", "N4") if WEST in win.indicators else ("N4",)
    if invented and win.all_counts[NORTH]:
        found += ("N5",)  # perhaps a North in the hand was taken for one set aside
    if win.north_ron:
        found += ("N16",)
    if win.switches.tiles is TileSet.NO_SIMPLE_CHARACTERS and any(KIND_OF[code] in (0, 8) for code in win.indicators):
        found += ("K2",)
    return found or ("kan_dora",)


def _of_yaku(table: Table, win: WinContext, name: str, *, invented: bool) -> tuple[str, ...]:
    three = win.switches.seats == 3
    if name == "rinshan" and isinstance(table.replaced, North):
        return ("N8",)
    if name == "north_triplet":
        return ("N11",) if invented and win.norths else ("N10", "K3")
    if name == "north_ron" or (name == "chankan" and win.north_ron):
        return ("N16",)
    if name in BROKEN_BY_NORTH and any(isinstance(event, North) for event in table.events):
        return ("N22",)
    if name in ("pinfu", "tanyao") and _has_north_pair(win):
        return ("N18",)
    if name in ("menzen_tsumo", "riichi") and win.norths and win.closed:
        return ("N9",)
    if name == NO_SEAT_WIND and three:
        return ("K1",)
    if name.startswith("sanshoku") and three:
        return ("K5",)
    return ("K10",)


def _has_north_pair(win: WinContext) -> bool:
    return win.all_counts[NORTH] == PAIR
