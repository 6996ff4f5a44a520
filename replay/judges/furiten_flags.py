"""FUR: whom the platform shows as furiten, where it says so. A seat whose flag is wrong is reported until it is right.

A tile that passes makes furiten with its discard, also while its win is still on offer; the seat's next discard ends
that. Between a call, a kan or a North and the discard after it platforms differ: nothing is said there.
"""

from typing import Final

from replay.findings import Code, Detail, Docket
from replay.gamelog import FuritenFlag
from replay.judges.furiten import because
from replay.judges.rights import in_doubt
from replay.judges.riichi_rights import waiting_for
from replay.table.furiten import Furiten, furiten_from_now, passing_since
from replay.table.table import CLAIMED, DISCARD, REPLACE, RIICHI, Table
from replay.tiles import format_tiles

SHOWN: Final = Code(
    "FUR005",
    "furiten-shown-wrongly",
    "A platform shows as furiten only who is.",
    "Whoever is held to be furiten is not offered the rons it has a right to.",
    "Seat 2 waits on 3m 6m, discarded neither and let neither pass, and is marked as furiten.",
    ("N19", "N20"),
    ("furiten", "chanpei", "any_hand_robs_added_kan", "kokushi_robs_concealed_kan"),
)
NOT_SHOWN: Final = Code(
    "FUR006",
    "furiten-not-shown",
    "A platform shows who is furiten, where the log says that it records all of it.",
    "Whoever is not held to be furiten is offered rons that it may not take.",
    "Seat 1 waits on 2p 5p, discards 5p, and is not marked as furiten.",
    ("N20",),
    ("furiten", "chanpei", "any_hand_robs_added_kan", "kokushi_robs_concealed_kan"),
)

CODES: Final[tuple[Code, ...]] = (SHOWN, NOT_SHOWN)


def flag(table: Table, event: FuritenFlag, docket: Docket) -> None:
    """Judges a flag that was just raised or cleared."""
    _judge(table, event.seat, docket)


def unchanged(table: Table, docket: Docket) -> None:
    """Judges the flags that the act before left as they were: all changes are recorded."""
    for seat in range(table.switches.seats):
        _judge(table, seat, docket)


def _judge(table: Table, seat: int, docket: Docket) -> None:
    shown = table.shown
    if not _is_known(table, seat):
        return
    is_furiten = shown.furiten_now[seat]
    if is_furiten is None:
        is_furiten = furiten_from_now(table, seat, waiting_for(table, seat)) is not None
        shown.furiten_now[seat] = is_furiten
    if is_furiten is shown.furiten[seat]:
        shown.reported[seat] = False
    elif not shown.reported[seat]:
        shown.reported[seat] = True
        waiting = waiting_for(table, seat)
        _report(seat, waiting, furiten_from_now(table, seat, waiting), docket)


def _report(seat: int, waiting: tuple[int, ...], reason: Furiten | None, docket: Docket) -> None:
    hand = f"it waits on {format_tiles(waiting)}" if waiting else "it waits for nothing"
    if reason is None:
        docket.report(
            SHOWN,
            seat,
            f"seat {seat} is shown as furiten, but {hand}, and of that it discarded nothing and let nothing pass",
            expected=Detail("not furiten"),
            observed=Detail("shown as furiten"),
        )
        return
    docket.report(
        NOT_SHOWN,
        seat,
        f"seat {seat} is not shown as furiten, but {hand}, and {because(reason, seat)}",
        expected=Detail(f"furiten: {because(reason, seat)}"),
        observed=Detail("not shown as furiten"),
    )


def _is_known(table: Table, seat: int) -> bool:
    """Whether it is known, and no matter of taste, if the seat is furiten now."""
    if in_doubt(table, seat):
        return False
    if seat == table.turn:
        if table.phase in (CLAIMED, RIICHI, REPLACE):
            return False
        if table.phase == DISCARD and table.replaced is not None:
            return False
    if not table.doubts.faults:
        return True
    since = passing_since(table, seat)
    return all(place <= since for place in table.doubts.faults)
