"""Faults of tile possession: TRN005 and TRN006."""

from collections.abc import Iterator
from typing import Final

from replay.gamelog import (
    Chi,
    Discard,
    Draw,
    Kan,
    North,
    Pon,
    Riichi,
    RoundDrawn,
    Win,
)
from replay.simulate.planters.scene import Edit, Scene, Way, with_dealt
from replay.table.table import NO_TILE
from replay.tiles import KIND_OF, RED_OF

# TRN005


def tile_not_held(scene: Scene) -> Iterator[Edit]:
    """A discard is of a tile the seat does not hold."""
    if not scene.is_ordinary():
        return
    for index, table, event in scene.moments():
        if isinstance(event, Discard):
            tiles = [
                code
                for code, count in enumerate(table.seats[event.seat].tiles)
                if count == 0 and table.limits[code] > 0 and KIND_OF[code] not in scene.loud()
            ]
            discard = Discard(event.seat, scene.random.choice(tiles), event.drawn)
            yield Edit(scene.replaced(index, discard), index, event.seat)


def colour_confused(scene: Scene) -> Iterator[Edit]:
    """A five is discarded as a red one, or the other way, where the seat has only the other."""
    if not scene.is_ordinary():
        return
    for index, table, event in scene.moments():
        if isinstance(event, Discard):
            kind = KIND_OF[event.tile]
            other = kind if event.tile != kind else RED_OF[kind]
            if other >= 0 and table.limits[other] and not table.seats[event.seat].tiles[other]:
                yield Edit(scene.replaced(index, Discard(event.seat, other, event.drawn)), index, event.seat)


def draw_altered(scene: Scene) -> Iterator[Edit]:
    """A draw shows another tile than the one discarded from it at once."""
    for index, table, event in scene.moments():
        follower = scene.at(index + 1)
        if isinstance(event, Draw) and isinstance(follower, Discard) and follower.drawn:
            tile = scene.spare_tile(but_not=(KIND_OF[event.tile],))
            if tile is not None and not table.seats[event.seat].tiles[event.tile]:
                events = scene.replaced(index, Draw(event.seat, tile, event.replacement))
                yield Edit(events, index + 1, event.seat)


def deal_altered(scene: Scene) -> Iterator[Edit]:
    """A seat is dealt another tile than the one it discards later."""
    for seat in scene.seats:
        hand = scene.start.hands[seat]
        for place, code in enumerate(hand):
            if hand.count(code) > 1:
                continue
            index = _first_use(scene, seat, code)
            event = scene.at(index)
            tile = scene.spare_tile(but_not=(KIND_OF[code],))
            if tile is not None and isinstance(event, Discard) and not event.drawn:
                yield Edit(scene.replaced(0, with_dealt(scene.start, seat, place, tile)), index, seat)


def _first_use(scene: Scene, seat: int, code: int) -> int:
    """Where the seat first discards the tile, -1 if it gets another before, or its hand is tested before that."""
    for index, _, event in scene.moments():
        if isinstance(event, Draw) and event.seat == seat and event.tile == code:
            return -1
        if isinstance(event, Discard) and event.seat == seat and event.tile == code:
            return index
        if isinstance(event, (Chi, Pon, Kan, North, Riichi, Win)) and event.seat == seat:
            return -1
        if isinstance(event, RoundDrawn):
            return -1
    return -1


def draws_swapped(scene: Scene) -> Iterator[Edit]:
    """Two tiles that their seats draw and discard at once come in the wrong order."""
    places: list[int] = []
    for index, table, event in scene.moments():
        discard = scene.at(index + 1)
        if isinstance(event, Draw) and isinstance(discard, Discard) and discard.drawn:
            if not table.seats[event.seat].tiles[event.tile]:
                places.append(index)
    for place, first in enumerate(places):
        for second in places[place + 1 :]:
            one, other = scene.events[first], scene.events[second]
            assert isinstance(one, Draw)
            assert isinstance(other, Draw)
            if one.seat != other.seat and one.tile != other.tile and second < first + 20:
                events = scene.replaced(first, Draw(one.seat, other.tile, one.replacement))
                events[second] = Draw(other.seat, one.tile, other.replacement)
                yield Edit(events, first + 1, one.seat)


def deals_swapped(scene: Scene) -> Iterator[Edit]:
    """Two seats are dealt a tile of each other's; the first to discard its own proves it."""
    uses: list[tuple[int, int, int]] = []  # where it is discarded, whose it is, its place in the hand
    for seat in scene.seats:
        hand = scene.start.hands[seat]
        for place, code in enumerate(hand):
            index = _first_use(scene, seat, code) if hand.count(code) == 1 else -1
            event = scene.at(index)
            if isinstance(event, Discard) and not event.drawn:
                uses.append((index, seat, place))
    uses.sort()
    for number, (index, seat, place) in enumerate(uses):
        for _, other, other_place in uses[number + 1 :]:
            one, two = scene.start.hands[seat][place], scene.start.hands[other][other_place]
            if other != seat and two not in scene.start.hands[seat] and one not in scene.start.hands[other]:
                start = with_dealt(with_dealt(scene.start, seat, place, two), other, other_place, one)
                yield Edit(scene.replaced(0, start), index, seat)


# TRN006


def drawn_marked_held(scene: Scene) -> Iterator[Edit]:
    """The drawn tile is discarded as if from the hand, which has no other like it."""
    for index, table, event in scene.moments():
        if isinstance(event, Discard) and event.drawn and table.seats[event.seat].tiles[event.tile] == 1:
            if event.seat != scene.start.dealer or index > 2:
                yield Edit(scene.replaced(index, Discard(event.seat, event.tile, False)), index, event.seat)


def held_marked_drawn(scene: Scene) -> Iterator[Edit]:
    """A tile from the hand is discarded as if it had been drawn."""
    for index, table, event in scene.moments():
        if isinstance(event, Discard) and not event.drawn and table.drawn not in (NO_TILE, event.tile):
            yield Edit(scene.replaced(index, Discard(event.seat, event.tile, True)), index, event.seat)


def drawn_tile_altered(scene: Scene) -> Iterator[Edit]:
    """The discard of a drawn tile shows another tile of the hand, still marked as drawn."""
    if not scene.is_ordinary():
        return
    for index, table, event in scene.moments():
        if isinstance(event, Discard) and event.drawn and not scene.is_taken(index):
            for tile in scene.quiet_held(table, event.seat, but_not=(KIND_OF[event.tile],)):
                yield Edit(scene.replaced(index, Discard(event.seat, tile, True)), index, event.seat)


def marked_drawn_after_call(scene: Scene) -> Iterator[Edit]:
    """The discard after a call is marked as the drawn tile."""
    for index, table, event in scene.moments():
        if isinstance(event, Discard) and table.drawn == NO_TILE:
            yield Edit(scene.replaced(index, Discard(event.seat, event.tile, True)), index, event.seat)


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "TRN005": (tile_not_held, colour_confused, draw_altered, deal_altered, draws_swapped, deals_swapped),
    "TRN006": (drawn_marked_held, held_marked_drawn, drawn_tile_altered, marked_drawn_after_call),
}
"""The ways of each code."""
