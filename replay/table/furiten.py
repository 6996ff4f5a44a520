"""Furiten: why a seat may not win by ron, worked out from the events of the round when a ron asks for it.

Nothing is kept up to date during the round: a ron is rare, an event is not.
"""

from dataclasses import dataclass
from enum import Enum

from replay.gamelog import Discard, Event, FuritenFlag, Kan, KanType, North, Offer
from replay.ruleset.switches import FuritenScope, NorthRon, Switches
from replay.table.seat import Seat
from replay.table.table import Table
from replay.table.winner import place_on_offer
from replay.tiles import KIND_OF, TERMINALS_AND_HONOURS


class FuritenKind(Enum):
    OWN_RIVER = "own_river"  # a wait lies in the own river, claimed or not
    SAME_TURN = "same_turn"  # a wait was passed since the own last discard
    RIICHI = "riichi"  # a wait was passed since the declaration


@dataclass(frozen=True)
class Furiten:
    """Why a seat is furiten: the tile, and the event of the round that showed it."""

    kind: FuritenKind
    tile: int
    event_index: int


def furiten(table: Table, seat: int, waits: tuple[int, ...], tile: int) -> Furiten | None:
    """Why the seat may not win by ron on the tile, a code; None if it may. `waits` are kinds.

    Own Norths set aside are no discards (N19). Any wait in the own river blocks ron on every wait (N20), claimed
    discards included, unless the switch `furiten` lets only the same tile bar. A passed tile counts whether the shape
    had a yaku or not; the bar of a passed tile ends with the own next discard, not with a call by anybody, and in
    riichi not at all. The tile on offer now is not passed yet.
    """
    if not waits:
        return None
    same_tile = table.switches.furiten is FuritenScope.SAME_TILE
    reason = _in_own_river(table, seat, (KIND_OF[tile],) if same_tile else waits)
    if reason is not None or same_tile:
        return reason
    return _passed(table, seat, waits, place_on_offer(table))


def furiten_from_now(table: Table, seat: int, waits: tuple[int, ...]) -> Furiten | None:
    """Why the seat is barred from some ron once it has not won on the tile on offer now; None if it is not."""
    if not waits:
        return None
    reason = _in_own_river(table, seat, waits)
    if reason is not None or table.switches.furiten is FuritenScope.SAME_TILE:
        return reason
    return _passed(table, seat, waits, len(table.events))


def passing_since(table: Table, seat: int) -> int:
    """The place of the event after which tiles that pass bar the seat: its last discard, or its riichi."""
    mine = table.seats[seat]
    if mine.in_riichi:
        return mine.riichi_event
    for place in range(len(table.events) - 1, 0, -1):
        event = table.events[place]
        if isinstance(event, Discard) and event.seat == seat:
            return place
    return 0


def _in_own_river(table: Table, seat: int, barring: tuple[int, ...]) -> Furiten | None:
    """The first own discard of these kinds."""
    for discard in table.seats[seat].river:
        if KIND_OF[discard.tile] in barring:
            return Furiten(FuritenKind.OWN_RIVER, discard.tile, _place_of(table.events, discard))
    return None


def _passed(table: Table, seat: int, waits: tuple[int, ...], end: int) -> Furiten | None:
    """The first tile waited for that passed, as far as it still counts, by an event before the place `end`."""
    mine = table.seats[seat]
    robs = _robbed_by(mine, table.switches)
    for place in range(passing_since(table, seat) + 1, end):
        passed = _offered(table.events[place], seat, waits, table.switches, robs)
        if passed is None or place in table.doubts.faults or _act_after(table, place) in table.doubts.faults:
            continue  # of an act at fault it is not known what was offered, and whether it passed
        return Furiten(FuritenKind.RIICHI if mine.in_riichi else FuritenKind.SAME_TURN, passed, place)
    return None


def _act_after(table: Table, place: int) -> int:
    """The place of the next event that is more than a record of what the platform showed."""
    place += 1
    while place < len(table.events) and isinstance(table.events[place], (FuritenFlag, Offer)):
        place += 1
    return place


def _offered(
    event: Event, seat: int, waits: tuple[int, ...], switches: Switches, robs: frozenset[KanType]
) -> int | None:
    """The code of the tile that the event offered to the seat and that is one of its waits."""
    if isinstance(event, Discard):
        tile = event.tile
    elif isinstance(event, North):
        if switches.chanpei is NorthRon.FORBIDDEN:
            return None
        tile = event.tile
    elif isinstance(event, Kan) and event.type in robs:
        tile = event.tiles[0]
    else:
        return None
    return tile if event.seat != seat and KIND_OF[tile] in waits else None


def _robbed_by(seat: Seat, switches: Switches) -> frozenset[KanType]:
    """The types of kan whose tile the seat could win on, if it waits for it (N23)."""
    counts = seat.counts()
    # No hand that waits for anything but thirteen orphans holds twelve kinds of terminals and honours.
    orphans = sum(1 for kind in TERMINALS_AND_HONOURS if counts[kind]) >= 12
    robs: set[KanType] = set()
    if orphans or switches.any_hand_robs_added_kan:
        robs.add(KanType.ADDED)
    if orphans and switches.kokushi_robs_concealed_kan:
        robs.add(KanType.CONCEALED)
    return frozenset(robs)


def _place_of(events: list[Event], wanted: Discard) -> int:
    """The first place of the discard: equal discards are one object, and the first of them is the one meant."""
    return next(place for place, event in enumerate(events) if event is wanted)
