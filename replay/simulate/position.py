"""A simulated round in progress: the table, the wall, and what decides which acts are legal now.

Each method is one act: it makes the event, applies it to the table and keeps the facts that depend on the course of
the round (waits, furiten, ippatsu, the first go-round, pao). None of them asks whether the act is legal.
"""

from typing import Final

from replay.gamelog import (
    DISCARDS,
    DRAWS,
    Chi,
    Discard,
    Draw,
    Event,
    Indicator,
    Kan,
    KanType,
    North,
    Pon,
    Riichi,
    RiichiAccepted,
    RoundStart,
)
from replay.hand.waits import waits
from replay.ruleset.switches import FuritenScope, Interrupted, Switches
from replay.simulate.wall import Wall
from replay.table.table import DEPOSIT, Table
from replay.table.wall import WallGeometry
from replay.tiles import EAST, KIND_OF, NORTH, WHITE

NOBODY: Final = -1


class Position:
    """The facts of the round, a seat each where they are lists."""

    def __init__(self, switches: Switches, geometry: WallGeometry, start: RoundStart, wall: Wall) -> None:
        self.switches = switches
        self.wall = wall
        self.table = Table(switches, geometry, start)
        seats = range(switches.seats)
        self.waits: list[tuple[int, ...]] = [
            waits(seat.counts(), 0) for seat in self.table.seats
        ]  # without the drawn tile
        self.missed = [False for _ in seats]  # a tile waited for passed since the own last discard
        self.missed_in_riichi = [False for _ in seats]
        self.ippatsu = [False for _ in seats]
        self.double_riichi = [False for _ in seats]
        self.unbroken = True  # nothing has interrupted the first go-round
        self.broken_by_own = [False for _ in seats]  # an own North has, for that seat alone
        self.norths_aside = False
        self.after: Event | None = None  # the kan or North whose replacement was just drawn
        self.dragons_fed_by = [NOBODY for _ in seats]  # who gave the third set of dragons
        self.winds_fed_by = [NOBODY for _ in seats]  # who gave the fourth set of winds
        self.kan_seats: set[int] = set()

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self.switches.seats

    def others(self, seat: int) -> list[int]:
        """The other seats in turn order."""
        return [(seat + step) % self.seats for step in range(1, self.seats)]

    # Acts

    def draw(self) -> int:
        """The tile that the seat in turn has drawn from the live wall."""
        table = self.table
        tile = self.wall.live()
        self.drawn(DRAWS[False][table.turn][tile])
        return tile

    def draw_replacement(self) -> int:
        """The replacement the seat in turn has drawn, after the indicators that were due."""
        table = self.table
        while table.indicators_now:
            self.turn_indicator()
        tile = self.wall.replacement()
        self.drawn(DRAWS[True][table.turn][tile])
        return tile

    def drawn(self, event: Draw) -> None:
        """A tile has been drawn."""
        table = self.table
        self.after = table.last_act if event.replacement else None
        table.draw(event)
        table.events.append(event)

    def discard(self, seat: int, tile: int, *, drawn: bool) -> Discard:
        """The discard, with the indicator of a kan that was due before it."""
        event = DISCARDS[drawn][seat][tile]
        self.discarded(event)
        return event

    def discarded(self, event: Discard) -> None:
        """A tile has been discarded."""
        table = self.table
        seat = event.seat
        table.discard(event)
        table.events.append(event)
        holder = table.seats[seat]
        if table.acceptance != seat:
            self.ippatsu[seat] = False
        self.missed[seat] = False
        self.waits[seat] = waits(holder.counts(), len(holder.melds))

    def claim(self, event: Chi | Pon) -> None:
        """A chi or pon has been made."""
        table = self.table
        table.claim(event)
        table.events.append(event)
        self.interrupt()
        if isinstance(event, Pon):
            self._note_feeder(event.seat, KIND_OF[event.claimed], event.from_seat)

    def kan(self, event: Kan) -> None:
        """A kan has been declared. It interrupts at once when it is a claim, else once nobody has robbed it."""
        table = self.table
        table.kan(event)
        table.events.append(event)
        self.kan_seats.add(event.seat)
        if event.from_seat is not None and event.type is KanType.OPEN:
            self.interrupt()
            self._note_feeder(event.seat, KIND_OF[event.tiles[0]], event.from_seat)
        self._read_waits(event.seat)

    def north(self, seat: int) -> North:
        """A North has been set aside."""
        event = North(seat, NORTH)
        self.set_aside(event)
        return event

    def set_aside(self, event: North) -> None:
        """The same, of an event that is there."""
        table = self.table
        table.north(event)
        table.events.append(event)
        self._read_waits(event.seat)
        self.norths_aside = True

    def riichi(self, seat: int) -> None:
        """Riichi has been declared; the discard comes next."""
        table = self.table
        self.double_riichi[seat] = self.unbroken_for(seat) and not table.seats[seat].river
        event = Riichi(seat)
        table.riichi(event)
        table.events.append(event)
        self.ippatsu[seat] = True

    def accept_riichi(self) -> None:
        """The deposit that was due is paid."""
        table = self.table
        seat = table.acceptance
        scores = list(table.scores)
        scores[seat] -= DEPOSIT
        event = RiichiAccepted(seat, tuple(scores))
        table.riichi_accepted(event)
        table.events.append(event)

    def turn_indicator(self) -> None:
        """The next indicator is turned."""
        event = Indicator(self.wall.indicator())
        self.table.indicator(event)
        self.table.events.append(event)

    def interrupt(self) -> None:
        """Ippatsu and everything that needs an unbroken first go-round are over."""
        self.unbroken = False
        for seat in range(self.seats):
            self.ippatsu[seat] = False

    def interrupt_by_north(self, seat: int) -> None:
        """The same by a North of the seat, as far as the ruleset has it."""
        switches = self.switches
        if not switches.north_breaks_first_round:
            return
        if switches.north_interrupts is Interrupted.EVERYBODY:
            self.interrupt()
        else:
            self.broken_by_own[seat] = True
            self.ippatsu[seat] = False

    def unbroken_for(self, seat: int) -> bool:
        """Whether nothing has interrupted the first go-round of the seat."""
        return self.unbroken and not self.broken_by_own[seat]

    def miss(self, seat: int) -> None:
        """A tile the seat waits for has passed."""
        self.missed[seat] = True
        if self.table.seats[seat].riichi:
            self.missed_in_riichi[seat] = True

    # Facts

    def furiten(self, seat: int, tile: int) -> bool:
        """Whether the seat may not win by ron on the tile: own river, a tile that passed since, or in riichi."""
        river = self.table.seats[seat].river
        if self.switches.furiten is FuritenScope.SAME_TILE:
            return any(KIND_OF[event.tile] == KIND_OF[tile] for event in river)
        if self.missed[seat] or self.missed_in_riichi[seat]:
            return True
        waiting = self.waits[seat]
        return any(KIND_OF[event.tile] in waiting for event in river)

    def _read_waits(self, seat: int) -> None:
        holder = self.table.seats[seat]
        self.waits[seat] = waits(holder.counts(), len(holder.melds))

    def _note_feeder(self, seat: int, kind: int, feeder: int) -> None:
        """Whoever gives the last set of dragons or winds is liable for it (switch `pao`)."""
        called = [meld.kind for meld in self.table.seats[seat].melds]
        if kind >= WHITE:
            if sum(1 for other in called if other >= WHITE) == 3:
                self.dragons_fed_by[seat] = feeder
        elif kind >= EAST and sum(1 for other in called if EAST <= other <= NORTH) == 4:
            self.winds_fed_by[seat] = feeder
