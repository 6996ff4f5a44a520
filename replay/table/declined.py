"""Wins on a discard that a seat declined (S9), worked out from the events of the round when it wins by one.

Nothing is kept up to date during the round: a win is rare, an event is not.
"""

from dataclasses import dataclass

from replay.gamelog import Chi, Discard, Draw, Event, Kan, KanType, KongPayment, Offer, OfferKind, Pon, WinDeclined
from replay.hand.shenzhen import winning_kinds
from replay.ruleset.switches import DeclinedWins
from replay.table.table import Table
from replay.table.winner import place_on_offer
from replay.tiles import KIND_OF, kind_counts


@dataclass(frozen=True)
class Declined:
    """A win that was declined: its tile, and the event of the round that shows it."""

    tile: int
    event_index: int
    stated: bool  # by the log; else it follows from the hand


def declined(table: Table, seat: int) -> Declined | None:
    """The first win on a discard the seat declined, as far as it still counts (switch `declined_wins`); None: none.

    Declined is what the log says is (`WinDeclined`), a win offered and not taken, and, where the log records no offers
    at all, a tile that completed the hand and that the seat neither won nor called (switch `inferred_declines`).
    The tile on offer now is not passed yet.
    """
    return _Search(table, seat).first()


class _Search:
    """The round gone through once more from the place of one seat."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.infers = table.switches.inferred_declines and not table.records_offers
        self.tiles = [0] * len(table.seats[seat].tiles)
        for code in table.start.hands[seat]:
            self.tiles[code] += 1
        self.melds = 0
        self.waiting: tuple[int, ...] | None = None  # None: to be worked out
        self.passing: Event | None = None  # the last act of another that offered its tile
        self.passing_place = 0
        self.offered = False  # the log offers the seat a win on it
        self.found: Declined | None = None

    def first(self) -> Declined | None:
        now = place_on_offer(self.table)
        for place, event in enumerate(self.table.events):
            if isinstance(event, WinDeclined):
                if event.seat == self.seat and self.passing is not None:
                    self._note(_tile_of(self.passing), place, stated=True)
            elif isinstance(event, Offer):
                wins = OfferKind.RON in event.kinds and place not in self.table.shown.no_wins
                if event.seat == self.seat and wins and self.passing is not None:
                    self.offered = place < now
            elif isinstance(event, (Draw, Discard, Chi, Pon, Kan, KongPayment)):
                if place <= now:
                    self._passes(place, event)
                self._follow(place, event)
        return self.found

    def _passes(self, place: int, event: Event) -> None:
        """What was on offer before this act was not won."""
        act = self.passing
        if act is None:
            return
        claims = isinstance(event, (Chi, Pon, Kan)) and event.seat == self.seat
        if self.offered:
            self._note(_tile_of(act), self.passing_place, stated=True)
        elif self.infers and not claims and self._known(place) and KIND_OF[_tile_of(act)] in self._waits():
            self._note(_tile_of(act), self.passing_place, stated=False)
        self.offered = False

    def _known(self, place: int) -> bool:
        """Whether what was offered, and whether it passed, is known."""
        faults = self.table.doubts.faults
        return place not in faults and place - 1 not in faults

    def _note(self, tile: int, place: int, *, stated: bool) -> None:
        if self.found is None:
            self.found = Declined(tile, place, stated)

    def _follow(self, place: int, event: Event) -> None:
        """The seat's hand after the act, and whether the act offers its tile."""
        if isinstance(event, KongPayment):
            self.passing = None
            return
        if isinstance(event, Draw):
            if event.seat == self.seat:
                self.tiles[event.tile] += 1
                self.passing = None
            return
        if isinstance(event, Discard) and event.seat != self.seat:
            self.passing, self.passing_place = event, place
            return
        if isinstance(event, Kan) and event.seat != self.seat:
            may_be_declined = event.type is KanType.ADDED and self.table.switches.robbing_is_discard_win
            self.passing = event if may_be_declined else None
            self.passing_place = place
            return
        if not isinstance(event, (Discard, Chi, Pon, Kan)) or event.seat != self.seat:
            return
        self.passing = None
        self.waiting = None
        if isinstance(event, Discard):
            self.tiles[event.tile] -= 1
            if self.table.switches.declined_wins is DeclinedWins.OWN_DISCARD:
                self.found = None
            return
        for code in event.tiles:
            self.tiles[code] -= 1
        self.melds += 0 if isinstance(event, Kan) and event.type is KanType.ADDED else 1

    def _waits(self) -> tuple[int, ...]:
        if self.waiting is None:
            switches = self.table.switches
            counts = kind_counts(self.tiles)
            self.waiting = winning_kinds(counts, self.melds, quads_as_pairs=switches.quads_as_pairs)
        return self.waiting


def _tile_of(act: Event) -> int:
    """The tile that a discard or an added kong offers."""
    if isinstance(act, Discard):
        return act.tile
    return act.tiles[0] if isinstance(act, Kan) else -1
