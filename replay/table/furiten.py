"""Furiten: why a seat may not win by ron, worked out from the events of the round when a ron asks for it.

Nothing is kept up to date during the round: a ron is rare, an event is not.
"""

from dataclasses import dataclass
from enum import Enum

from replay.gamelog import Chi, Discard, Event, Kan, KanType, North, Pon
from replay.ruleset.switches import NorthRon, Switches
from replay.table.seat import Seat
from replay.table.table import Table
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


def furiten(table: Table, seat: int, waits: tuple[int, ...]) -> Furiten | None:
    """Why the seat may not ron on any of its waits; None if it may. `waits` are kinds.

    Own Norths set aside are no discards (N19). Any wait in the own river blocks ron on every wait (N20), claimed
    discards included. A passed tile counts whether the shape had a yaku or not; the bar of a passed tile ends with the
    own next discard, not with a call by anybody, and in riichi not at all. The tile on offer now is not passed yet.
    """
    if not waits:
        return None
    mine = table.seats[seat]
    for discard in mine.river:
        if KIND_OF[discard.tile] in waits:
            return Furiten(FuritenKind.OWN_RIVER, discard.tile, _place_of(table.events, discard))
    last_own_discard = 0
    for place, event in enumerate(table.events):
        if isinstance(event, Discard) and event.seat == seat:
            last_own_discard = place
    in_riichi = mine.riichi and not mine.riichi_void
    since = mine.riichi_event if in_riichi else last_own_discard
    on_offer = _on_offer(table)
    robs_concealed = table.switches.kokushi_robs_concealed_kan and _waits_for_orphans(mine)
    for place in range(since + 1, len(table.events)):
        if place == on_offer:
            break
        if place in table.faults:
            continue  # what was offered there is not known
        tile = _offered(table.events[place], seat, waits, table.switches, robs_concealed=robs_concealed)
        if tile is not None:
            return Furiten(FuritenKind.RIICHI if in_riichi else FuritenKind.SAME_TURN, tile, place)
    return None


def _on_offer(table: Table) -> int:
    """The place of the act that offers a tile now."""
    act = table.last_act
    if isinstance(act, (Chi, Pon)) or (isinstance(act, Kan) and act.type is KanType.OPEN):
        act = table.last_discard  # the call has to give way
    for place in range(len(table.events) - 1, -1, -1):
        if table.events[place] is act:
            return place
    return len(table.events)


def _offered(
    event: Event, seat: int, waits: tuple[int, ...], switches: Switches, *, robs_concealed: bool
) -> int | None:
    """The code of the tile that the event offered to the seat and that is one of its waits."""
    if isinstance(event, Discard):
        tile = event.tile
    elif isinstance(event, North):
        if switches.north_ron is NorthRon.FORBIDDEN:
            return None
        tile = event.tile
    elif isinstance(event, Kan) and (
        event.type is KanType.ADDED or (event.type is KanType.CONCEALED and robs_concealed)
    ):
        tile = event.tiles[0]
    else:
        return None
    return tile if event.seat != seat and KIND_OF[tile] in waits else None


def _waits_for_orphans(seat: Seat) -> bool:
    """Whether the waits are those of thirteen orphans: no other hand holds twelve kinds of terminals and honours."""
    counts = seat.counts()
    return sum(1 for kind in TERMINALS_AND_HONOURS if counts[kind]) >= 12


def _place_of(events: list[Event], wanted: Discard) -> int:
    """The first place of the discard: equal discards are one object, and the first of them is the one meant."""
    return next(place for place, event in enumerate(events) if event is wanted)
