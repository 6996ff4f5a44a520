"""Faults of turn order: TRN, without those of tile possession."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from replay.gamelog import (
    Chi,
    Discard,
    Draw,
    Event,
    HorseDraw,
    Kan,
    KanType,
    KongPayment,
    North,
    Pon,
    Riichi,
    RoundDrawn,
    Win,
)
from replay.simulate.planters.scene import Edit, Scene, Way
from replay.table.table import DISCARD, DRAW

# TRN001


def draw_by_another(scene: Scene) -> Iterator[Edit]:
    """A draw is another seat's; the rest of the log is unchanged."""
    for index, _, event in scene.moments():
        if isinstance(event, Draw):
            other = scene.random.choice(scene.others(event.seat))
            yield Edit(scene.replaced(index, Draw(other, event.tile, event.replacement)), index, other)


def turn_skipped(scene: Scene) -> Iterator[Edit]:
    """A seat's turn is left out, and the next one draws."""
    for index, table, event in scene.moments():
        discard, after = scene.at(index + 1), scene.at(index + 2)
        if isinstance(event, Draw) and table.phase == DRAW and isinstance(discard, Discard) and isinstance(after, Draw):
            yield Edit(scene.without(index, 2), index, after.seat)


def turn_twice(scene: Scene) -> Iterator[Edit]:
    """A seat has two turns in a row."""
    tile = scene.spare_tile(quiet=True)
    for index, _, event in scene.moments():
        if tile is not None and isinstance(event, Discard) and isinstance(scene.at(index + 1), Draw):
            again = Draw(event.seat, tile, False), Discard(event.seat, tile, True)
            yield Edit(scene.inserted(index + 1, *again), index + 1, event.seat)


def turn_by_another(scene: Scene) -> Iterator[Edit]:
    """A seat's draw and discard are recorded as another's."""
    for index, _table, event in scene.moments():
        discard = scene.at(index + 1)
        if isinstance(event, Draw) and isinstance(discard, Discard) and not scene.is_taken(index + 1):
            other = scene.random.choice(scene.others(event.seat))
            events = scene.replaced(index, Draw(other, event.tile, event.replacement))
            events[index + 1] = Discard(other, discard.tile, discard.drawn)
            yield Edit(events, index, other)


def turns_swapped(scene: Scene) -> Iterator[Edit]:
    """Two turns are recorded in the wrong order."""
    for index, table, event in scene.moments():
        four = scene.events[index : index + 4]
        if isinstance(event, Draw) and table.phase == DRAW and len(four) == 4:
            _, discard, other, after = four
            if isinstance(discard, Discard) and isinstance(other, Draw) and isinstance(after, Discard):
                events = list(scene.events)
                events[index : index + 4] = [other, after, event, discard]
                if isinstance(scene.at(index + 4), Draw):
                    yield Edit(events, index, other.seat)


def open_kan_lost(scene: Scene) -> Iterator[Edit]:
    """An open kan of a seat that is not next is not recorded, its replacement is."""
    for index, table, event in scene.moments():
        if isinstance(event, Kan) and event.type is KanType.OPEN and event.seat != table.turn:
            if isinstance(scene.at(index + 1), Draw):
                yield Edit(scene.without(index), index, event.seat)


# TRN002


def _discard_lost(scene: Scene, followers: tuple[type[Event], ...]) -> Iterator[Edit]:
    for index, _table, event in scene.moments():
        if isinstance(event, Discard) and isinstance(scene.at(index + 1), followers):
            if not isinstance(scene.at(index - 1), Riichi):
                yield Edit(scene.without(index), index, event.seat)


def discard_lost(scene: Scene) -> Iterator[Edit]:
    """A discard is not recorded, and the next seat draws."""
    return _discard_lost(scene, (Draw,))


def claimed_discard_lost(scene: Scene) -> Iterator[Edit]:
    """A discard is not recorded, and it is claimed."""
    return _discard_lost(scene, (Chi, Pon, Kan))


def won_discard_lost(scene: Scene) -> Iterator[Edit]:
    """A discard is not recorded, and it is won."""
    return _discard_lost(scene, (Win,))


def last_discard_lost(scene: Scene) -> Iterator[Edit]:
    """A discard is not recorded, and the round is drawn."""
    return _discard_lost(scene, (RoundDrawn,))


def own_act_lost(scene: Scene) -> Iterator[Edit]:
    """A kan or North is not recorded, its replacement is."""
    for index, table, event in scene.moments():
        if (isinstance(event, Kan) and event.type is not KanType.OPEN) or isinstance(event, North):
            follower = scene.at(index + 1)
            if isinstance(follower, Draw) and follower.replacement and table.indicators_late == 0:
                yield Edit(scene.without(index), index, event.seat)


def draw_twice(scene: Scene) -> Iterator[Edit]:
    """A draw is recorded twice."""
    for index, _, event in scene.moments():
        if isinstance(event, Draw):
            yield Edit(scene.inserted(index + 1, event), index + 1, event.seat)


# TRN003


def discard_by_another(scene: Scene) -> Iterator[Edit]:
    """A discard is another seat's; the rest of the log is unchanged."""
    for index, _, event in scene.moments():
        if isinstance(event, Discard):
            other = scene.random.choice(scene.others(event.seat))
            yield Edit(scene.replaced(index, Discard(other, event.tile, event.drawn)), index, other)


def stray_discard(scene: Scene) -> Iterator[Edit]:
    """While one seat is to discard, another discards too."""
    for index, table, event in scene.moments():
        if isinstance(event, Discard):
            other = scene.random.choice(scene.others(event.seat))
            tiles = scene.quiet_held(table, other)
            if tiles:
                extra = Discard(other, scene.random.choice(tiles), False)
                yield Edit(scene.inserted(index, extra), index, other)


def discard_twice(scene: Scene) -> Iterator[Edit]:
    """A discard is recorded twice."""
    for index, _, event in scene.moments():
        if isinstance(event, Discard):
            yield Edit(scene.inserted(index + 1, event), index + 1, event.seat)


def call_lost_out_of_turn(scene: Scene) -> Iterator[Edit]:
    """A pon of a seat that is not next is not recorded, its discard is."""
    for index, table, event in scene.moments():
        if isinstance(event, Pon) and event.seat != table.turn and isinstance(scene.at(index + 1), Discard):
            yield Edit(scene.without(index), index, event.seat)


# TRN004


def draw_lost(scene: Scene) -> Iterator[Edit]:
    """A draw from the live wall is not recorded, what the seat does next is."""
    for index, table, event in scene.moments():
        follower = scene.at(index + 1)
        if isinstance(event, Draw) and table.phase == DRAW:
            if isinstance(follower, (Discard, Riichi)) or (isinstance(follower, Kan) and follower.from_seat is None):
                yield Edit(scene.without(index), index, event.seat)


def call_lost_in_turn(scene: Scene) -> Iterator[Edit]:
    """A chi or pon of the seat that would draw next is not recorded, its discard is."""
    for index, table, event in scene.moments():
        if isinstance(event, (Chi, Pon)) and event.seat == table.turn and isinstance(scene.at(index + 1), Discard):
            yield Edit(scene.without(index), index, event.seat)


# TRN007


def riichi_by_another(scene: Scene) -> Iterator[Edit]:
    """A riichi is another seat's; its discard and deposit are not."""
    for index, _, event in scene.moments():
        if isinstance(event, Riichi):
            other = scene.random.choice(scene.others(event.seat))
            yield Edit(scene.replaced(index, Riichi(other)), index, other)


def kan_by_another(scene: Scene) -> Iterator[Edit]:
    """A concealed or added kan is another seat's; its replacement is not."""
    for index, _, event in scene.moments():
        if isinstance(event, Kan) and event.type is not KanType.OPEN:
            other = scene.random.choice(scene.others(event.seat))
            yield Edit(scene.replaced(index, Kan(other, event.type, event.tiles)), index, other)


def stray_riichi(scene: Scene) -> Iterator[Edit]:
    """Before a discard another seat declares riichi, without discard or deposit."""
    for index, table, event in scene.moments():
        if isinstance(event, Discard) and table.phase == DISCARD:
            others = [seat for seat in scene.others(event.seat) if not table.seats[seat].riichi]
            if others:
                other = scene.random.choice(others)
                yield Edit(scene.inserted(index, Riichi(other)), index, other)


def riichi_after_discard(scene: Scene) -> Iterator[Edit]:
    """A riichi is recorded after its discard."""
    for index, _, event in scene.moments():
        discard = scene.at(index + 1)
        if isinstance(event, Riichi) and isinstance(discard, Discard):
            events = list(scene.events)
            events[index], events[index + 1] = discard, event
            yield Edit(events, index + 1, event.seat)


# TRN008


def play_after_result(scene: Scene) -> Iterator[Edit]:
    """After the result a seat draws, and discards perhaps."""
    tile = scene.spare_tile()
    index = scene.result_index()
    if tile is None or scene.result is None:
        return
    while isinstance(scene.at(index), (Win, RoundDrawn)):
        index += 1
    for seat in scene.seats:
        more: tuple[Event, ...] = (Draw(seat, tile, False), Discard(seat, tile, True))
        yield Edit(scene.inserted(index, *more[: scene.random.randrange(1, 3)]), index, seat)


def discard_after_result(scene: Scene) -> Iterator[Edit]:
    """After the result a seat discards a tile of its hand."""
    index = scene.result_index()
    for place, table, _event in scene.moments():
        if place == index:
            for seat in scene.seats:
                tiles = scene.quiet_held(table, seat)
                if tiles:
                    discard = Discard(seat, scene.random.choice(tiles), False)
                    yield Edit(scene.inserted(index + 1, discard), index + 1, seat)


def result_twice(scene: Scene) -> Iterator[Edit]:
    """The last result is recorded twice."""
    index = scene.result_index()
    while isinstance(scene.at(index + 1), (Win, RoundDrawn)):
        index += 1
    event = scene.at(index)
    if isinstance(event, (Win, RoundDrawn)):
        yield Edit(scene.inserted(index + 1, event), index + 1, event.seat)


# TRN009


def _single_win(scene: Scene) -> Win | None:
    win = scene.result
    if isinstance(win, Win) and not isinstance(scene.at(scene.result_index() + 1), Win):
        return win
    return None


def win_from_another(scene: Scene) -> Iterator[Edit]:
    """A win names another source: a wrong discarder, a discarder of a drawn tile, or the winner itself."""
    win, index = _single_win(scene), scene.result_index()
    if win is not None:
        for source in scene.others(win.from_seat):
            yield Edit(scene.replaced(index, replace(win, from_seat=source)), index, win.seat)


def winning_draw_lost(scene: Scene) -> Iterator[Edit]:
    """The draw of a self-drawn win is not recorded."""
    win, index = _single_win(scene), scene.result_index()
    draw = scene.at(index - 1)
    if win is not None and isinstance(draw, Draw) and not draw.replacement:
        yield Edit(scene.without(index - 1), index - 1, win.seat)


def ron_too_late(scene: Scene) -> Iterator[Edit]:
    """A discard is won after the next seat has drawn."""
    win, index = _single_win(scene), scene.result_index()
    discard = scene.at(index - 1)
    tile = scene.spare_tile()
    if win is not None and tile is not None and isinstance(discard, Discard) and scene.room(index) > 0:
        if not isinstance(scene.at(index - 2), Riichi):
            draw = Draw(scene.next_seat(discard.seat), tile, False)
            yield Edit(scene.inserted(index, draw), index + 1, win.seat)


# TRN010


def kong_paid(scene: Scene) -> Iterator[Edit]:
    """A kong is paid for."""
    for index, _, event in scene.moments():
        if isinstance(event, Kan):
            deltas = [-1000 for _ in scene.seats]
            deltas[event.seat] = 1000 * (len(deltas) - 1)
            yield Edit(scene.inserted(index + 1, KongPayment(tuple(deltas))), index + 1, None)


def horse_drawn(scene: Scene) -> Iterator[Edit]:
    """A horse is drawn after the win."""
    tile = scene.spare_tile()
    win, index = _single_win(scene), scene.result_index()
    if win is not None and tile is not None:
        deltas = tuple(0 for _ in scene.seats)
        yield Edit(scene.inserted(index + 1, HorseDraw(tile, deltas)), index + 1, None)


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "TRN001": (draw_by_another, turn_by_another, turns_swapped, turn_skipped, turn_twice, open_kan_lost),
    "TRN002": (discard_lost, claimed_discard_lost, won_discard_lost, last_discard_lost, own_act_lost, draw_twice),
    "TRN003": (discard_by_another, stray_discard, discard_twice, call_lost_out_of_turn),
    "TRN004": (draw_lost, call_lost_in_turn),
    "TRN007": (riichi_by_another, kan_by_another, stray_riichi, riichi_after_discard),
    "TRN008": (play_after_result, discard_after_result, result_twice),
    "TRN009": (win_from_another, winning_draw_lost, ron_too_late),
    "TRN010": (kong_paid, horse_drawn),
}
"""The ways of each code."""
