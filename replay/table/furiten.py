"""Furiten: why a seat may not win by ron, worked out from the events of the round when a ron asks for it.

Nothing is kept up to date during the round: a ron is rare, an event is not.
"""

from dataclasses import dataclass
from enum import Enum

from replay.gamelog import Discard, Event, Kan, KanType, North
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
    mine = table.seats[seat]
    same_tile = table.switches.furiten is FuritenScope.SAME_TILE
    barring = (KIND_OF[tile],) if same_tile else waits
    for discard in mine.river:
        if KIND_OF[discard.tile] in barring:
            return Furiten(FuritenKind.OWN_RIVER, discard.tile, _place_of(table.events, discard))
    if same_tile:
        return None
    last_own_discard = 0
    for place, event in enumerate(table.events):
        if isinstance(event, Discard) and event.seat == seat:
            last_own_discard = place
    in_riichi = mine.riichi and not mine.riichi_void
    since = mine.riichi_event if in_riichi else last_own_discard
    on_offer = place_on_offer(table)
    robs = _robbed_by(mine, table.switches)
    for place in range(since + 1, len(table.events)):
        if place == on_offer:
            break
        if place in table.faults or place + 1 in table.faults:
            continue  # what was offered there, and whether it passed, is not known
        passed = _offered(table.events[place], seat, waits, table.switches, robs)
        if passed is not None:
            return Furiten(FuritenKind.RIICHI if in_riichi else FuritenKind.SAME_TURN, passed, place)
    return None


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
