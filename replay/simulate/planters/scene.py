"""One round of a legal game as a planter sees it, and the edits that plant a fault in it.

A *way* of planting is a function ``way(scene) -> Iterator[Edit]``: every place of the round where it can plant its
fault. Each edit is legal but for that fault, as far as the rules can tell from the log.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from replay.gamelog import (
    Chi,
    Discard,
    Draw,
    DrawReason,
    Event,
    GameEnd,
    HorseDraw,
    Indicator,
    Kan,
    KanType,
    KongPayment,
    North,
    Pon,
    Riichi,
    RiichiAccepted,
    RoundDrawn,
    RoundStart,
    WallCommitment,
    Win,
)
from replay.hand.waits import waits
from replay.ruleset.switches import Switches
from replay.settlement.shenzhen import NO_STAKES, Stakes
from replay.table.table import OVER, Table
from replay.table.wall import WallGeometry
from replay.tiles import CODES, KIND_OF, code_counts, kind_counts

RESULTS: Final = (Win, RoundDrawn)


@dataclass(frozen=True)
class Edit:
    """A round with the fault in it. The fault is proven at `event_index` of this round, or of the next one."""

    events: list[Event]
    event_index: int
    seat: int | None
    in_next_round: bool = False
    first_round: bool = False  # the log has to begin with this round
    last_round: bool = False  # the log has to end with this round, wherever it stops
    rest: Callable[[], list[list[Event]]] | None = None  # the rounds that follow instead of the log's own
    commitment: WallCommitment | None = None  # the header's from now on; the fault is one of the log as a whole


Way = Callable[["Scene"], Iterator[Edit]]


class Scene:
    """A round of a legal game with its rules. `random` decides what a place leaves open, such as which tile."""

    def __init__(
        self,
        events: list[Event],
        switches: Switches,
        wall: WallGeometry,
        random: Random,
        *,
        has_next: bool,
        later: Sequence[list[Event]] = (),
        opens: bool = False,
        stakes: Stakes = NO_STAKES,
    ) -> None:
        first = events[0]
        assert isinstance(first, RoundStart)
        self.start: RoundStart = first
        self.events = events
        self.switches = switches
        self.wall = wall
        self.random = random
        self.has_next = has_next  # another round follows in the log
        self.later = later  # the rounds that follow in the log
        self.opens = opens  # it is the first round of the game
        self.stakes = stakes  # of a Shenzhen table
        self.seats = range(switches.seats)
        self._spare: list[int] | None = None
        self._loud: frozenset[int] | None = None
        self._room: list[int] | None = None

    def moments(self) -> Iterator[tuple[int, Table, Event]]:
        """Each event after the first with its place, and the table before it. The table changes as this goes on."""
        table = Table(self.switches, self.wall, self.start)
        table.stakes = self.stakes
        for index in range(1, len(self.events)):
            event = self.events[index]
            yield index, table, event
            follow(table, event)

    def at(self, index: int) -> Event | None:
        """The event there, None outside the round."""
        return self.events[index] if 0 <= index < len(self.events) else None

    def next_seat(self, seat: int) -> int:
        """Who is next in turn order."""
        return (seat + 1) % self.switches.seats

    def others(self, seat: int) -> list[int]:
        """The other seats."""
        return [other for other in self.seats if other != seat]

    def result_index(self) -> int:
        """Where the first result stands, the number of events if there is none."""
        for index, event in enumerate(self.events):
            if isinstance(event, RESULTS):
                return index
        return len(self.events)

    @property
    def result(self) -> Event | None:
        """The first result."""
        return self.at(self.result_index())

    def is_ordinary(self) -> bool:
        """Whether no river decides the result, as it does for nagashi and some aborts."""
        result = self.result
        return not isinstance(result, RoundDrawn) or result.reason in (DrawReason.EXHAUSTIVE, DrawReason.FOUR_KANS)

    def is_shown(self, seat: int) -> bool:
        """Whether the result shows the seat's hand."""
        for event in self.events[self.result_index() :]:
            if isinstance(event, Win) and event.seat == seat:
                return True
            if isinstance(event, RoundDrawn) and event.hands is not None and event.hands[seat] is not None:
                return True
        return False

    def wins(self, seat: int) -> bool:
        """Whether the seat wins the round."""
        return any(isinstance(event, Win) and event.seat == seat for event in self.events[self.result_index() :])

    def wall_runs_out(self) -> bool:
        """Whether no live tile is left at the result."""
        for index, table, _ in self.moments():
            if index == self.result_index():
                return table.live <= 0
        return True

    def is_taken(self, index: int) -> bool:
        """Whether the discard there is claimed or won."""
        for event in self.events[index + 1 :]:
            if isinstance(event, (RiichiAccepted, Indicator)):
                continue
            return isinstance(event, (Chi, Pon, Win)) or (isinstance(event, Kan) and event.type is KanType.OPEN)
        return False

    # Tiles

    def spare(self) -> list[int]:
        """37 counts of the tiles that never show in the round, ura indicators included."""
        if self._spare is None:
            left = list(self.wall.limits)
            for code in shown_tiles(self.events):
                left[code] -= 1
            self._spare = left
        return self._spare

    def spare_tile(self, *, of_kind: int = -1, but_not: tuple[int, ...] = (), quiet: bool = False) -> int | None:
        """A tile that never shows, by chance. `but_not` names kinds; `quiet`: no winner of the round waits for it."""
        loud = self.loud() if quiet else frozenset()
        codes = [
            code
            for code, count in enumerate(self.spare())
            if count > 0
            and (of_kind < 0 or KIND_OF[code] == of_kind)
            and KIND_OF[code] not in but_not
            and KIND_OF[code] not in loud
        ]
        return self.random.choice(codes) if codes else None

    def loud(self) -> frozenset[int]:
        """The kinds the winners of the round wait for: discarded elsewhere, one of them would make a furiten."""
        if self._loud is None:
            kinds: set[int] = set()
            for event in self.events:
                if isinstance(event, Win):
                    left = list(event.hand)
                    if event.tile in left:
                        left.remove(event.tile)
                    kinds.update(waits(kind_counts(code_counts(left)), (13 - len(left)) // 3))
            self._loud = frozenset(kinds)
        return self._loud

    def quiet_held(self, table: Table, seat: int, *, but_not: tuple[int, ...] = ()) -> list[int]:
        """Tiles of the seat's concealed part whose discard makes nobody furiten. `but_not` names kinds."""
        return [
            code
            for code, count in enumerate(table.seats[seat].tiles)
            if count > 0 and KIND_OF[code] not in self.loud() and KIND_OF[code] not in but_not
        ]

    # The live wall

    def room(self, index: int) -> int:
        """How many more tiles could have left the live wall before that event with the rest still being legal."""
        if self._room is None:
            slack: list[int] = [0]
            needs = self.switches.riichi_live_tiles
            for _, table, event in self.moments():
                if isinstance(event, Riichi):
                    slack.append(table.live - needs)
                elif table.phase == OVER or isinstance(event, (Discard, RiichiAccepted, Indicator, GameEnd)):
                    slack.append(CODES)
                else:
                    slack.append(table.live - 1)
            least = CODES
            self._room = [0] * len(slack)
            for place in range(len(slack) - 1, -1, -1):
                least = min(least, slack[place])
                self._room[place] = least
        return self._room[index]

    # Edits

    def replaced(self, index: int, *events: Event) -> list[Event]:
        """The round with these events in the place of the one there."""
        return [*self.events[:index], *events, *self.events[index + 1 :]]

    def inserted(self, index: int, *events: Event) -> list[Event]:
        """The round with these events before the one there."""
        return [*self.events[:index], *events, *self.events[index:]]

    def without(self, index: int, count: int = 1) -> list[Event]:
        """The round without the event there, or as many from there on."""
        return self.events[:index] + self.events[index + count :]


def follow(table: Table, event: Event) -> None:
    """Applies the event to the table, as the engine does with an event that is not at fault."""
    if isinstance(event, Draw):
        table.draw(event)
    elif isinstance(event, Discard):
        table.discard(event)
    elif isinstance(event, (Chi, Pon)):
        table.claim(event)
    elif isinstance(event, Kan):
        table.kan(event)
    elif isinstance(event, North):
        table.north(event)
    elif isinstance(event, Riichi):
        table.riichi(event)
    elif isinstance(event, RiichiAccepted):
        table.riichi_accepted(event)
    elif isinstance(event, Indicator):
        table.indicator(event)
    elif isinstance(event, Win):
        table.win(event)
    elif isinstance(event, RoundDrawn):
        table.close(event)
    elif isinstance(event, KongPayment):
        table.kong_payment(event)
    elif isinstance(event, HorseDraw):
        table.horse(event)
    table.events.append(event)


def shown_tiles(events: list[Event]) -> Iterator[int]:
    """Every tile that came out of the wall, in order; ura indicators, which all winners share, once."""
    ura_known = False
    for event in events:
        if isinstance(event, RoundStart):
            for hand in event.hands:
                yield from hand
            yield from event.indicators
        elif isinstance(event, (Draw, Indicator, HorseDraw)):
            yield event.tile
        elif isinstance(event, Win) and event.ura_indicators and not ura_known:
            ura_known = True
            yield from event.ura_indicators


def with_dealt(start: RoundStart, seat: int, place: int, tile: int) -> RoundStart:
    """The deal with another tile at that place of the seat's hand."""
    hand = start.hands[seat]
    return with_hand(start, seat, (*hand[:place], tile, *hand[place + 1 :]))


def with_hand(start: RoundStart, seat: int, hand: tuple[int, ...]) -> RoundStart:
    """The deal with another hand for the seat."""
    return with_hands(start, (*start.hands[:seat], hand, *start.hands[seat + 1 :]))


def with_hands(start: RoundStart, hands: tuple[tuple[int, ...], ...]) -> RoundStart:
    """The deal with other hands."""
    return RoundStart(
        start.prevailing_wind,
        start.number,
        start.honba,
        start.deposits,
        start.dealer,
        start.scores,
        hands,
        start.indicators,
        start.wall,
    )


def with_indicators(start: RoundStart, indicators: tuple[int, ...]) -> RoundStart:
    """The deal with other indicators."""
    return RoundStart(
        start.prevailing_wind,
        start.number,
        start.honba,
        start.deposits,
        start.dealer,
        start.scores,
        start.hands,
        indicators,
        start.wall,
    )


def rewritten(scene: Scene, index: int, tile: int) -> list[Event] | None:
    """The round in which the discard there is of another tile from the moment its seat got it, all else unchanged.

    None where that cannot be told apart from other copies, or where the seat was in riichi with it.
    """
    discard = scene.events[index]
    assert isinstance(discard, Discard)
    seat, old = discard.seat, discard.tile
    if discard.drawn:
        origins = [place for place in range(1, index) if _draws(scene.events[place], seat, None)][-1:]
    else:
        origins = [place for place in range(1, index) if _draws(scene.events[place], seat, old)]
        origins += [0] * scene.start.hands[seat].count(old)
        if len(origins) != 1:
            return None
    if not origins:
        return None
    origin = origins[0]
    for place in range(origin, index):
        event = scene.events[place]
        if isinstance(event, (Riichi, Kan, North)) and event.seat == seat and place != index - 1:
            return None
        if isinstance(event, Discard) and event.seat == seat and event.tile == tile:
            return None
    events = list(scene.events)
    got = events[origin]
    if isinstance(got, Draw):
        events[origin] = Draw(seat, tile, got.replacement)
    else:
        events[0] = with_dealt(scene.start, seat, scene.start.hands[seat].index(old), tile)
    events[index] = Discard(seat, tile, discard.drawn)
    return events


def _draws(event: Event, seat: int, tile: int | None) -> bool:
    return isinstance(event, Draw) and event.seat == seat and (tile is None or event.tile == tile)
