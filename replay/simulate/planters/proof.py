"""Faults of deal, draws and indicators that only a known wall proves: WAL012 to WAL015.

All else that the log shows is legal, or would be but for a hand that does not fit. The scene itself needs no wall.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from replay.gamelog import Discard, Draw, Event, Indicator, Win
from replay.simulate.planters.scene import Edit, Scene, Way, with_dealt, with_hands, with_indicators
from replay.tiles import CODES, KIND_OF

# WAL012


def dealt_to_each_other(scene: Scene) -> Iterator[Edit]:
    """Two seats are dealt a tile of each other's that they then keep to the end: nothing else shows it."""
    kept = _kept(scene, 1, scene.result_index())
    for seat in scene.seats:
        for other in range(seat + 1, scene.switches.seats):
            if scene.is_shown(seat) or scene.is_shown(other):
                continue
            for tile in kept[seat]:
                others = [code for code in kept[other] if code != tile]
                if tile in scene.start.hands[seat] and others:
                    yield from _exchanged(scene, seat, tile, other, scene.random.choice(others))


def deals_mixed_up(scene: Scene) -> Iterator[Edit]:
    """Two seats are dealt a tile of each other's, and go on as if they were not."""
    for seat in scene.seats:
        for other in range(seat + 1, scene.switches.seats):
            tile = scene.random.choice(scene.start.hands[seat])
            yield from _exchanged(scene, seat, tile, other, scene.random.choice(scene.start.hands[other]))


def another_tile_dealt(scene: Scene) -> Iterator[Edit]:
    """A seat is dealt a tile that still lies in the wall, instead of one that it keeps to the end."""
    kept = _kept(scene, 1, scene.result_index())
    for seat in scene.seats:
        hand = scene.start.hands[seat]
        for tile in kept[seat]:
            given = scene.spare_tile(but_not=(KIND_OF[tile],))
            if tile in hand and given is not None and not scene.is_shown(seat):
                yield Edit(scene.replaced(0, with_dealt(scene.start, seat, hand.index(tile), given)), 0, seat)


def dealt_instead_of_drawn(scene: Scene) -> Iterator[Edit]:
    """A seat is dealt, and keeps, a tile that was to be drawn later; there shows the one it should have been dealt."""
    kept = _kept(scene, 1, scene.result_index())
    for place in _passing(scene):
        seat = scene.random.choice(scene.seats)
        drawn = _drawn_at(scene, place).tile
        hand = scene.start.hands[seat]
        tiles = [tile for tile in kept[seat] if tile in hand and tile != drawn and KIND_OF[tile] not in scene.loud()]
        if tiles and not scene.is_shown(seat):
            tile = scene.random.choice(tiles)
            events = _with_draws(scene, {place: tile})
            events[0] = with_dealt(scene.start, seat, hand.index(tile), drawn)
            yield Edit(events, 0, seat)


def _exchanged(scene: Scene, seat: int, tile: int, other: int, other_tile: int) -> Iterator[Edit]:
    hands = [list(hand) for hand in scene.start.hands]
    if tile != other_tile and other_tile in hands[other]:
        hands[seat][hands[seat].index(tile)] = other_tile
        hands[other][hands[other].index(other_tile)] = tile
        yield Edit(scene.replaced(0, with_hands(scene.start, tuple(map(tuple, hands)))), 0, min(seat, other))


def _kept(scene: Scene, first: int, last: int) -> list[list[int]]:
    """The codes of which each seat holds at least one all the time, from before the first event to before the last."""
    least = [[CODES] * CODES for _ in scene.seats]
    for index, table, _event in scene.moments():
        if first <= index <= last:
            for seat, holder in enumerate(table.seats):
                least[seat] = list(map(min, least[seat], holder.tiles))
    return [[code for code, count in enumerate(counts) if 0 < count < CODES] for counts in least]


# WAL013


def draws_swapped(scene: Scene) -> Iterator[Edit]:
    """Two tiles of the live wall, discarded as soon as they were drawn, change places."""
    passing = _passing(scene)
    live = [place for place in passing if not _drawn_at(scene, place).replacement]
    yield from _swapped(scene, live, live)


def replacement_swapped(scene: Scene) -> Iterator[Edit]:
    """The same with a replacement and a tile of the live wall."""
    passing = _passing(scene)
    dead = [place for place in passing if _drawn_at(scene, place).replacement]
    yield from _swapped(scene, dead, [place for place in passing if place not in dead])


def another_tile_drawn(scene: Scene) -> Iterator[Edit]:
    """A tile is drawn, and discarded, that still lies in the wall."""
    for place in _passing(scene):
        tile = scene.spare_tile(but_not=(KIND_OF[_drawn_at(scene, place).tile],), quiet=True)
        if tile is not None:
            yield Edit(_with_draws(scene, {place: tile}), place, _drawn_at(scene, place).seat)


def own_draws_swapped(scene: Scene) -> Iterator[Edit]:
    """A seat draws two tiles that go into its hand in the other order: it discards the same."""
    hidden = [place for place in range(1, len(scene.events) - 1) if _goes_into_hand(scene, place)]
    for place in hidden:
        first = _drawn_at(scene, place)
        later = [
            other
            for other in hidden
            if other > place
            and (draw := _drawn_at(scene, other)).seat == first.seat
            and draw.tile != first.tile
            and not _shows(scene.events[place:other], first.seat, (first.tile, draw.tile))
        ]
        if later:
            other = scene.random.choice(later)
            if first.tile in _kept(scene, place + 1, other)[first.seat]:
                events = list(scene.events)
                second = _drawn_at(scene, other)
                events[place] = Draw(first.seat, second.tile, first.replacement)
                events[other] = Draw(first.seat, first.tile, second.replacement)
                yield Edit(events, place, first.seat)


def _passing(scene: Scene) -> list[int]:
    """The draws after the first go-round that are discarded at once, that nobody wants, and that decide nothing."""
    if not scene.is_ordinary():
        return []
    return [
        index
        for index, table, event in scene.moments()
        if isinstance(event, Draw)
        and not table.opening
        and isinstance(follower := scene.at(index + 1), Discard)
        and follower.drawn
        and isinstance(scene.at(index + 2), Draw)
        and KIND_OF[event.tile] not in scene.loud()
    ]


def _drawn_at(scene: Scene, place: int) -> Draw:
    event = scene.events[place]
    assert isinstance(event, Draw)
    return event


def _swapped(scene: Scene, some: list[int], others: list[int]) -> Iterator[Edit]:
    for place in some:
        tile = _drawn_at(scene, place).tile
        partners = [other for other in others if _drawn_at(scene, other).tile != tile]
        if partners:
            other = scene.random.choice(partners)
            first = min(place, other)
            swapped = {place: _drawn_at(scene, other).tile, other: tile}
            yield Edit(_with_draws(scene, swapped), first, _drawn_at(scene, first).seat)


def _with_draws(scene: Scene, tiles: dict[int, int]) -> list[Event]:
    """The round with other tiles drawn there and discarded at once."""
    events = list(scene.events)
    for place, tile in tiles.items():
        draw = _drawn_at(scene, place)
        events[place] = Draw(draw.seat, tile, draw.replacement)
        events[place + 1] = Discard(draw.seat, tile, True)
    return events


def _goes_into_hand(scene: Scene, place: int) -> bool:
    """Whether the tile drawn there stays when the seat discards."""
    event, follower = scene.events[place], scene.at(place + 1)
    return isinstance(event, Draw) and isinstance(follower, Discard) and not follower.drawn


def _shows(events: Sequence[Event], seat: int, tiles: tuple[int, ...]) -> bool:
    """Whether the seat does anything but draw and discard other tiles."""
    return any(
        (isinstance(event, Discard) and event.seat == seat and event.tile in tiles)
        or (not isinstance(event, (Draw, Discard, Indicator)) and getattr(event, "seat", seat) == seat)
        for event in events
    )


# WAL014, WAL015


def first_indicator_changed(scene: Scene) -> Iterator[Edit]:
    """The first indicator is another tile, one that still lies in the wall."""
    tile = scene.spare_tile(but_not=(KIND_OF[scene.start.indicators[0]],))
    if tile is not None:
        yield Edit(scene.replaced(0, with_indicators(scene.start, (tile,))), 0, None)


def kan_indicator_changed(scene: Scene) -> Iterator[Edit]:
    """The same with the indicator of a kan."""
    for index, event in enumerate(scene.events):
        if isinstance(event, Indicator):
            tile = scene.spare_tile(but_not=(KIND_OF[event.tile],))
            if tile is not None:
                yield Edit(scene.replaced(index, replace(event, tile=tile)), index, None)


def indicators_swapped(scene: Scene) -> Iterator[Edit]:
    """The first indicator and that of a kan change places."""
    for index, event in enumerate(scene.events):
        first = scene.start.indicators[0]
        if isinstance(event, Indicator) and event.tile != first:
            events = scene.replaced(index, replace(event, tile=first))
            events[0] = with_indicators(scene.start, (event.tile,))
            yield Edit(events, 0, None)


def indicator_instead_of_drawn(scene: Scene) -> Iterator[Edit]:
    """The first indicator is a tile that was to be drawn later; there shows the indicator."""
    first = scene.start.indicators[0]
    for place in _passing(scene):
        drawn = _drawn_at(scene, place).tile
        if drawn != first and KIND_OF[first] not in scene.loud():
            events = _with_draws(scene, {place: first})
            events[0] = with_indicators(scene.start, (drawn,))
            yield Edit(events, 0, None)


def ura_changed(scene: Scene) -> Iterator[Edit]:
    """One of the ura indicators is another tile, for every winner who is shown them."""
    shown = [(index, event) for index, event in enumerate(scene.events) if isinstance(event, Win)]
    shown = [(index, event) for index, event in shown if event.ura_indicators]
    if not shown:
        return
    ura = list(shown[0][1].ura_indicators or ())
    place = scene.random.randrange(len(ura))
    tile = scene.spare_tile(but_not=(KIND_OF[ura[place]],))
    if tile is None:
        return
    ura[place] = tile
    events = list(scene.events)
    for index, event in shown:
        events[index] = replace(event, ura_indicators=tuple(ura))
    yield Edit(events, shown[0][0], shown[0][1].seat)


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "WAL012": (dealt_to_each_other, deals_mixed_up, another_tile_dealt, dealt_instead_of_drawn),
    "WAL013": (draws_swapped, replacement_swapped, another_tile_drawn, own_draws_swapped),
    "WAL014": (first_indicator_changed, kan_indicator_changed, indicators_swapped, indicator_instead_of_drawn),
    "WAL015": (ura_changed,),
}
"""The ways of each code."""
