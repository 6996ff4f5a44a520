"""Faults of the wall and the deal: WAL001 to WAL004 and WAL009 to WAL011."""

from collections.abc import Callable, Iterator
from typing import Final

from replay.gamelog import (
    Discard,
    Draw,
    DrawReason,
    Event,
    Indicator,
    Kan,
    KanType,
    North,
    Riichi,
    RoundDrawn,
    RoundStart,
    Win,
)
from replay.simulate.planters.scene import (
    Edit,
    Scene,
    Way,
    with_dealt,
    with_hand,
    with_hands,
    with_indicators,
)
from replay.table.table import DRAW, REPLACE, Table
from replay.tiles import CODES, KIND_OF, KINDS

# WAL001


def tile_not_dealt(scene: Scene) -> Iterator[Edit]:
    """A tile is missing in a seat's deal."""
    for seat in scene.seats:
        place = scene.random.randrange(len(scene.start.hands[seat]))
        hand = scene.start.hands[seat]
        yield Edit(scene.replaced(0, with_hand(scene.start, seat, hand[:place] + hand[place + 1 :])), 0, seat)


def tile_dealt_too_many(scene: Scene) -> Iterator[Edit]:
    """A seat is dealt a fourteenth tile that the rest of the log does not know."""
    tile = scene.spare_tile()
    if tile is not None:
        for seat in scene.seats:
            hand = (*scene.start.hands[seat], tile)
            yield Edit(scene.replaced(0, with_hand(scene.start, seat, hand)), 0, seat)


def tile_dealt_to_another(scene: Scene) -> Iterator[Edit]:
    """One seat is dealt a tile of another's. The first of the two is named."""
    for seat in scene.seats:
        for other in scene.others(seat):
            hands = list(scene.start.hands)
            place = scene.random.randrange(len(hands[seat]))
            hands[other] = (*hands[other], hands[seat][place])
            hands[seat] = hands[seat][:place] + hands[seat][place + 1 :]
            yield Edit(scene.replaced(0, with_hands(scene.start, tuple(hands))), 0, min(seat, other))


def dealer_dealt_fourteen(scene: Scene) -> Iterator[Edit]:
    """The dealer's first draw is part of the deal."""
    first = scene.at(1)
    dealer = scene.start.dealer
    if isinstance(first, Draw) and first.seat == dealer and isinstance(scene.at(2), (Discard, Riichi)):
        hand = (*scene.start.hands[dealer], first.tile)
        yield Edit([with_hand(scene.start, dealer, hand), *scene.events[2:]], 0, dealer)


# WAL002, WAL003, WAL004: a tile that the set does not hold, or not so often

TilesOf = Callable[[Table], list[int]]


def foreign_tiles(table: Table) -> list[int]:
    """Codes that the set does not hold."""
    return [code for code in range(CODES) if table.limits[code] == 0]


def exhausted_tiles(table: Table) -> list[int]:
    """Codes, no red fives, of which every copy has come out of the wall."""
    return [code for code in range(KINDS) if table.seen[code] >= table.limits[code] > 0]


def exhausted_reds(table: Table) -> list[int]:
    """Red fives of which every copy has come out of the wall."""
    return [code for code in range(KINDS, CODES) if table.seen[code] >= table.limits[code] > 0]


def drawn(tiles_of: TilesOf) -> Way:
    """A draw shows such a tile; the rest of the log is unchanged."""

    def way(scene: Scene) -> Iterator[Edit]:
        for index, table, event in scene.moments():
            if isinstance(event, Draw) and not isinstance(scene.at(index + 1), Win):
                tiles = [code for code in tiles_of(table) if code != event.tile]
                if tiles:
                    tile = scene.random.choice(tiles)
                    yield Edit(scene.replaced(index, Draw(event.seat, tile, event.replacement)), index, event.seat)

    return way


def drawn_and_discarded(tiles_of: TilesOf) -> Way:
    """Such a tile is drawn and discarded at once."""

    def way(scene: Scene) -> Iterator[Edit]:
        if not scene.is_ordinary():
            return
        for index, table, event in scene.moments():
            follower = scene.at(index + 1)
            if (
                isinstance(event, Draw)
                and isinstance(follower, Discard)
                and follower.drawn
                and not scene.is_taken(index + 1)
            ):
                tiles = [code for code in tiles_of(table) if KIND_OF[code] not in scene.loud()]
                if tiles:
                    tile = scene.random.choice(tiles)
                    events = scene.replaced(index, Draw(event.seat, tile, event.replacement))
                    events[index + 1] = Discard(event.seat, tile, True)
                    yield Edit(events, index, event.seat)

    return way


def indicated(tiles_of: TilesOf) -> Way:
    """An indicator shows such a tile."""

    def way(scene: Scene) -> Iterator[Edit]:
        for index, table, event in scene.moments():
            if isinstance(event, Indicator):
                for tile in tiles_of(table):
                    yield Edit(scene.replaced(index, Indicator(tile, event.inferred)), index, None)

    return way


def dealt(tiles_of: TilesOf) -> Way:
    """A seat is dealt such a tile instead of one of its own."""

    def way(scene: Scene) -> Iterator[Edit]:
        for tile in tiles_of(Table(scene.switches, scene.wall, scene.start)):
            for seat in scene.seats:
                for place, code in enumerate(scene.start.hands[seat]):
                    if code != tile:
                        seat_named = seat if scene.wall.limits[tile] == 0 else None
                        yield Edit(scene.replaced(0, with_dealt(scene.start, seat, place, tile)), 0, seat_named)

    return way


def first_indicated(tiles_of: TilesOf) -> Way:
    """The first indicator shows such a tile."""

    def way(scene: Scene) -> Iterator[Edit]:
        for tile in tiles_of(Table(scene.switches, scene.wall, scene.start)):
            yield Edit(scene.replaced(0, with_indicators(scene.start, (tile,))), 0, None)

    return way


def shown_again_later(lowest: int, highest: int) -> Way:
    """A tile is drawn and discarded of which all copies show in the log: the last one to come is one too many."""

    def way(scene: Scene) -> Iterator[Edit]:
        if not scene.is_ordinary():
            return
        spare = scene.spare()
        codes = [
            code
            for code in range(lowest, highest)
            if spare[code] == 0 and scene.wall.limits[code] > 0 and KIND_OF[code] not in scene.loud()
        ]
        for index, table, event in scene.moments():
            follower = scene.at(index + 1)
            if not (
                isinstance(event, Draw)
                and isinstance(follower, Discard)
                and follower.drawn
                and not scene.is_taken(index + 1)
            ):
                continue
            for tile in codes:
                if table.seen[tile] >= table.limits[tile] or tile == event.tile:
                    continue
                events = scene.replaced(index, Draw(event.seat, tile, event.replacement))
                events[index + 1] = Discard(event.seat, tile, True)
                place = _last_copy(events, tile)
                proof = events[place]
                if isinstance(proof, Draw):
                    yield Edit(events, place, proof.seat)
                elif isinstance(proof, Indicator):
                    yield Edit(events, place, None)

    return way


def _last_copy(events: list[Event], tile: int) -> int:
    """Where the tile comes out of the wall for the last time, 0 if a win shows it under the indicators."""
    for index in range(len(events) - 1, 0, -1):
        event = events[index]
        if isinstance(event, (Draw, Indicator)) and event.tile == tile:
            return index
        if isinstance(event, Win) and event.ura_indicators is not None and tile in event.ura_indicators:
            return 0
    return 0


def deal_of_one_kind(scene: Scene) -> Iterator[Edit]:
    """The deal holds a kind once too often: as many tiles as it takes are replaced by it."""
    counts = list(Table(scene.switches, scene.wall, scene.start).seen)
    places = [(seat, place) for seat in scene.seats for place in range(len(scene.start.hands[seat]))]
    for tile in range(KINDS):
        lacking = scene.wall.limits[tile] + 1 - counts[tile]
        if scene.wall.limits[tile] == 0 or not 0 < lacking <= 2:
            continue
        hands = [list(hand) for hand in scene.start.hands]
        free = [(seat, place) for seat, place in places if hands[seat][place] != tile]
        for seat, place in scene.random.sample(free, lacking):
            hands[seat][place] = tile
        yield Edit(scene.replaced(0, with_hands(scene.start, tuple(map(tuple, hands)))), 0, None)


# WAL009


def draw_beyond_wall(scene: Scene) -> Iterator[Edit]:
    """After the last discard of an exhausted wall somebody draws once more."""
    yield from _beyond_wall(scene, 0)


def turn_beyond_wall(scene: Scene) -> Iterator[Edit]:
    """After the last discard of an exhausted wall the round goes on for one or more turns."""
    yield from _beyond_wall(scene, scene.random.randrange(1, 4))


def _beyond_wall(scene: Scene, turns: int) -> Iterator[Edit]:
    result = scene.result
    index = scene.result_index()
    last = scene.at(index - 1)
    if not (isinstance(result, RoundDrawn) and result.reason is DrawReason.EXHAUSTIVE and isinstance(last, Discard)):
        return
    tiles = _spare_tiles(scene, max(turns, 1))
    seat = first = scene.next_seat(last.seat)
    added: list[Event] = []
    for tile in tiles:
        added.append(Draw(seat, tile, False))
        if turns:
            added.append(Discard(seat, tile, True))
        seat = scene.next_seat(seat)
    if added:
        yield Edit(scene.inserted(index, *added), index, first)


def go_round_too_many(scene: Scene) -> Iterator[Edit]:
    """Everybody draws and discards once more in the middle of an exhausted round: the wall ends too early."""
    result = scene.result
    if not (isinstance(result, RoundDrawn) and result.reason is DrawReason.EXHAUSTIVE):
        return
    more = scene.switches.seats
    tiles = _spare_tiles(scene, more)
    if len(tiles) < more:
        return
    proof = 0
    for index, table, event in scene.moments():
        if isinstance(event, Draw) and not event.replacement and table.live == more and not proof:
            proof = index
        if _ends_too_early(scene, table, event, more):
            return
    for index, table, event in scene.moments():
        if isinstance(event, Draw) and table.phase == DRAW and index < proof:
            added: list[Event] = []
            seat = event.seat
            for tile in tiles:
                added += (Draw(seat, tile, False), Discard(seat, tile, True))
                seat = scene.next_seat(seat)
            drawer = scene.events[proof]
            assert isinstance(drawer, Draw)
            yield Edit(scene.inserted(index, *added), proof + len(added), drawer.seat)


def _ends_too_early(scene: Scene, table: Table, event: Event, more: int) -> bool:
    """Whether something else than a draw would be illegal with so few tiles left."""
    if isinstance(event, Riichi):
        return table.live - more < scene.switches.riichi_live_tiles
    return not isinstance(event, (Draw, Discard, RoundStart, RoundDrawn)) and table.live <= more


def _spare_tiles(scene: Scene, count: int) -> list[int]:
    """Up to `count` tiles that never show, by chance."""
    tiles = [code for code, left in enumerate(scene.spare()) for _ in range(left)]
    return scene.random.sample(tiles, min(count, len(tiles)))


# WAL010, WAL011


def replacement_lost(scene: Scene) -> Iterator[Edit]:
    """A kan has no replacement; where its indicator comes with the discard, it has none either."""
    for index, table, event in scene.moments():
        if not (isinstance(event, Draw) and table.phase == REPLACE and isinstance(table.last_act, Kan)):
            continue
        after = 1
        while isinstance(scene.at(index + after), Indicator):
            after += 1
        follower = scene.at(index + after)
        if isinstance(follower, (Discard, Riichi, Kan, Win)):
            yield Edit(scene.without(index, after), index, event.seat)


def kan_twice(scene: Scene) -> Iterator[Edit]:
    """A kan is recorded twice."""
    for index, _, event in scene.moments():
        if isinstance(event, Kan) and event.type is not KanType.OPEN and isinstance(scene.at(index + 1), Draw):
            yield Edit(scene.inserted(index + 1, event), index + 1, event.seat)


def wrong_wall(scene: Scene) -> Iterator[Edit]:
    """A draw is marked as from the other end of the wall."""
    for index, table, event in scene.moments():
        if isinstance(event, Draw) and not isinstance(table.last_act, North):
            yield Edit(scene.replaced(index, Draw(event.seat, event.tile, not event.replacement)), index, event.seat)


def kan_lost(scene: Scene) -> Iterator[Edit]:
    """The open kan of the seat that would draw next is not recorded, its replacement is."""
    for index, table, event in scene.moments():
        if isinstance(event, Kan) and event.type is KanType.OPEN and event.seat == table.turn:
            if isinstance(scene.at(index + 1), Draw):
                yield Edit(scene.without(index), index, event.seat)


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "WAL001": (tile_not_dealt, tile_dealt_too_many, tile_dealt_to_another, dealer_dealt_fourteen),
    "WAL002": (
        drawn(foreign_tiles),
        drawn_and_discarded(foreign_tiles),
        indicated(foreign_tiles),
        dealt(foreign_tiles),
        first_indicated(foreign_tiles),
    ),
    "WAL003": (
        drawn(exhausted_tiles),
        drawn_and_discarded(exhausted_tiles),
        indicated(exhausted_tiles),
        dealt(exhausted_tiles),
        shown_again_later(0, KINDS),
        deal_of_one_kind,
    ),
    "WAL004": (
        drawn(exhausted_reds),
        drawn_and_discarded(exhausted_reds),
        indicated(exhausted_reds),
        dealt(exhausted_reds),
        shown_again_later(KINDS, CODES),
    ),
    "WAL009": (draw_beyond_wall, turn_beyond_wall, go_round_too_many),
    "WAL010": (replacement_lost, kan_twice),
    "WAL011": (wrong_wall, kan_lost),
}
"""The ways of each code."""
