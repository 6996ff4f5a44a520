"""Faults of Norths set aside: NOR."""

from collections.abc import Iterator
from typing import Final

from replay.gamelog import Discard, Draw, Event, Kan, KanType, North, Pon, Riichi, Win
from replay.simulate.planters.scene import Edit, Scene, Way, rewritten, with_dealt
from replay.simulate.planters.staging import Stage, last_drawer, rich_seat
from replay.table.table import CLAIMED, DISCARD, DRAW, REPLACE
from replay.tiles import KIND_OF
from replay.tiles import NORTH as NORTH_TILE


def _set_aside_at(scene: Scene, index: int, drawn: int, tile: int) -> list[Event]:
    """Draws `drawn` at the draw there and sets `tile` aside; the tile drawn in the log comes as the replacement."""
    draw = scene.events[index]
    assert isinstance(draw, Draw)
    return scene.replaced(
        index,
        Draw(draw.seat, drawn, draw.replacement),
        North(draw.seat, tile),
        Draw(draw.seat, draw.tile, True),
    )


# NOR001


def north_after_pon(scene: Scene) -> Iterator[Edit]:
    """After a pon the seat sets a North aside and discards the replacement."""
    tile = scene.spare_tile(of_kind=NORTH_TILE)
    for index, table, event in scene.moments():
        if tile is None or not (isinstance(event, Discard) and table.phase == CLAIMED) or scene.room(index) < 1:
            continue
        if scene.wins(event.seat):
            continue  # one North more would change what the win is worth
        events = rewritten(scene, index, tile) if event.tile != tile else None
        if events is not None:
            discard = Discard(event.seat, event.tile, True)
            events[index : index + 1] = [North(event.seat, tile), Draw(event.seat, event.tile, True), discard]
            yield Edit(events, index, event.seat)


def north_by_another(scene: Scene) -> Iterator[Edit]:
    """A North is set aside by a seat that is not in turn; its replacement is not that seat's."""
    for index, _, event in scene.moments():
        if isinstance(event, North):
            for other in scene.others(event.seat):
                yield Edit(scene.replaced(index, North(other, event.tile)), index, other)


def north_before_draw(scene: Scene) -> Iterator[Edit]:
    """A North the seat has held is set aside before the draw of its turn, not after it."""
    for index, _table, event in scene.moments():
        draw = scene.at(index - 1)
        if isinstance(event, North) and isinstance(draw, Draw) and not draw.replacement and draw.tile != event.tile:
            events = list(scene.events)
            events[index - 1], events[index] = event, draw
            if not isinstance(scene.at(index + 1), Win):
                yield Edit(events, index - 1, event.seat)


def north_after_discard(scene: Scene) -> Iterator[Edit]:
    """A North and its replacement follow the discard they stand before in the log."""
    for index, table, event in scene.moments():
        replacement, discard = scene.at(index + 1), scene.at(index + 2)
        if (
            isinstance(event, North)
            and table.phase == DISCARD
            and isinstance(replacement, Draw)
            and isinstance(discard, Discard)
            and not discard.drawn
            and table.drawn not in (event.tile, discard.tile)
            and discard.tile != replacement.tile
            and not isinstance(scene.at(index + 3), Win)
        ):
            events = list(scene.events)
            events[index : index + 3] = [discard, event, replacement]
            yield Edit(events, index + 1, event.seat)


# NOR002


def north_without_north_dora(scene: Scene) -> Iterator[Edit]:
    """A drawn North is set aside, and the tile drawn in the log comes as the replacement."""
    tile = scene.spare_tile(of_kind=NORTH_TILE)
    for index, _, event in scene.moments():
        if tile is not None and isinstance(event, Draw) and isinstance(scene.at(index + 1), (Discard, Riichi)):
            yield Edit(_set_aside_at(scene, index, tile, tile), index + 1, event.seat)


def north_discard_set_aside(scene: Scene) -> Iterator[Edit]:
    """A North is set aside instead of discarded, without a replacement."""
    for index, table, event in scene.moments():
        if isinstance(event, Discard) and KIND_OF[event.tile] == NORTH_TILE and table.phase == DISCARD:
            if isinstance(scene.at(index + 1), Draw):
                yield Edit(scene.replaced(index, North(event.seat, event.tile)), index, event.seat)


# NOR003


def north_drawn_altered(scene: Scene) -> Iterator[Edit]:
    """The North that is set aside was drawn as another tile."""
    for index, table, event in scene.moments():
        follower = scene.at(index + 1)
        if isinstance(event, Draw) and event.tile == NORTH_TILE and isinstance(follower, North):
            tile = scene.spare_tile(but_not=(NORTH_TILE,))
            if tile is not None and not table.seats[event.seat].tiles[NORTH_TILE]:
                events = scene.replaced(index, Draw(event.seat, tile, event.replacement))
                yield Edit(events, index + 1, event.seat)


def north_dealt_altered(scene: Scene) -> Iterator[Edit]:
    """The first North a seat sets aside was dealt as another tile."""
    tile = scene.spare_tile(but_not=(NORTH_TILE,))
    for index, table, event in scene.moments():
        if tile is None or not isinstance(event, North):
            continue
        hand = scene.start.hands[event.seat]
        seat = table.seats[event.seat]
        acted = seat.norths or seat.melds or seat.riichi
        if hand.count(NORTH_TILE) == 1 and seat.tiles[NORTH_TILE] == 1 and not acted:
            if table.drawn != NORTH_TILE:
                dealt = with_dealt(scene.start, event.seat, hand.index(NORTH_TILE), tile)
                yield Edit(scene.replaced(0, dealt), index, event.seat)


def north_never_held(scene: Scene) -> Iterator[Edit]:
    """A seat without a North sets one aside and draws one tile more than it ought to."""
    tile = scene.spare_tile(but_not=(NORTH_TILE,))
    for index, table, event in scene.moments():
        if tile is None or not isinstance(event, Draw) or table.phase not in (DRAW, REPLACE):
            continue
        seat = table.seats[event.seat]
        follower = scene.at(index + 1)
        if seat.tiles[NORTH_TILE] or event.tile == NORTH_TILE or seat.riichi or not isinstance(follower, Discard):
            continue
        if scene.room(index + 1) > 1:
            yield Edit(_set_aside_at(scene, index, tile, NORTH_TILE), index + 1, event.seat)


# NOR004


def north_on_empty_wall(scene: Scene) -> Iterator[Edit]:
    """The last live tile is a North and set aside, and the tile drawn in the log comes as the replacement."""
    tile = scene.spare_tile(of_kind=NORTH_TILE)
    for index, table, event in scene.moments():
        if tile is not None and isinstance(event, Draw) and table.phase == DRAW and table.live == 1:
            if isinstance(scene.at(index + 1), Discard):
                yield Edit(_set_aside_at(scene, index, tile, tile), index + 1, event.seat)


def north_on_empty_wall_staged(scene: Scene) -> Iterator[Edit]:
    """The same in a round without calls."""
    seat = last_drawer(scene)
    stage = Stage(scene, {}, "4z")
    while stage.live > 1:
        stage.draw()
        stage.discard()
    stage.draw("4z")
    stage.plant(North(seat, NORTH_TILE), seat)
    yield stage.edit()


# NOR005


def held_north_in_riichi_staged(scene: Scene) -> Iterator[Edit]:
    """A seat in riichi sets a North of its pair aside."""
    seat = rich_seat(scene)
    if seat < 0:
        return
    stage = Stage(scene, {seat: "777z555z123s44z99p"}, "4z4z")
    stage.turns_until(seat)
    stage.riichi()
    stage.turns_until(seat)
    stage.draw()
    stage.plant(North(seat, NORTH_TILE), seat)
    yield stage.edit()


# NOR006


def north_called(scene: Scene) -> Iterator[Edit]:
    """A North that is set aside is ponned or taken for a kan; the round goes on as if it had not been."""
    for index, _, event in scene.moments():
        if isinstance(event, North):
            for other in scene.others(event.seat):
                pon = Pon(other, event.seat, event.tile, (NORTH_TILE, NORTH_TILE))
                kan = Kan(other, KanType.OPEN, (NORTH_TILE, NORTH_TILE, NORTH_TILE), event.tile, event.seat)
                yield Edit(scene.inserted(index + 1, scene.random.choice((pon, kan))), index + 1, other)


def north_called_staged(scene: Scene) -> Iterator[Edit]:
    """A seat with two Norths pons the one that is set aside, and discards."""
    dealer = scene.start.dealer
    other = scene.random.choice(scene.others(dealer))
    stage = Stage(scene, {other: "44z"}, "4z")
    stage.draw("4z")
    stage.add(North(dealer, NORTH_TILE))
    stage.plant(Pon(other, dealer, NORTH_TILE, (NORTH_TILE, NORTH_TILE)), other)
    yield stage.edit()


# NOR007


def other_tile_set_aside(scene: Scene) -> Iterator[Edit]:
    """Another tile of the hand is set aside in the place of the North."""
    for index, table, event in scene.moments():
        if isinstance(event, North):
            for code, count in enumerate(table.seats[event.seat].tiles):
                if count and code != NORTH_TILE:
                    yield Edit(scene.replaced(index, North(event.seat, code)), index, event.seat)


def drawn_tile_set_aside(scene: Scene) -> Iterator[Edit]:
    """A drawn tile, no North, is set aside, and the tile drawn in the log comes as the replacement."""
    tile = scene.spare_tile(but_not=(NORTH_TILE,))
    for index, _table, event in scene.moments():
        if tile is not None and isinstance(event, Draw) and isinstance(scene.at(index + 1), Discard):
            if scene.room(index + 1) > 1:
                yield Edit(_set_aside_at(scene, index, tile, tile), index + 1, event.seat)


# NOR008


def replacement_lost(scene: Scene) -> Iterator[Edit]:
    """The replacement of a North is not recorded."""
    for index, table, event in scene.moments():
        if isinstance(event, Draw) and table.phase == REPLACE and isinstance(table.last_act, North):
            if isinstance(scene.at(index + 1), (Discard, Riichi, Kan, North, Win)):
                yield Edit(scene.without(index), index, event.seat)


def north_twice(scene: Scene) -> Iterator[Edit]:
    """A North is recorded twice."""
    for index, _, event in scene.moments():
        if isinstance(event, North):
            yield Edit(scene.inserted(index + 1, event), index + 1, event.seat)


def replacement_from_live_wall(scene: Scene) -> Iterator[Edit]:
    """The replacement of a North is marked as drawn from the live wall."""
    for index, table, event in scene.moments():
        if isinstance(event, Draw) and event.replacement and isinstance(table.last_act, North):
            yield Edit(scene.replaced(index, Draw(event.seat, event.tile, False)), index, event.seat)


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "NOR001": (north_after_pon, north_by_another, north_before_draw, north_after_discard),
    "NOR002": (north_without_north_dora, north_discard_set_aside),
    "NOR003": (north_drawn_altered, north_dealt_altered, north_never_held),
    "NOR004": (north_on_empty_wall, north_on_empty_wall_staged),
    "NOR005": (held_north_in_riichi_staged,),
    "NOR006": (north_called, north_called_staged),
    "NOR007": (other_tile_set_aside, drawn_tile_set_aside),
    "NOR008": (replacement_lost, north_twice, replacement_from_live_wall),
}
"""The ways of each code."""
