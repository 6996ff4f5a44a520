"""Faults of riichi deposits: RII008 to RII010."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from replay.gamelog import Discard, Draw, Event, RiichiAccepted, Win
from replay.simulate.planters.aftermath import followed, rest_moved, with_scores_moved
from replay.simulate.planters.scene import Edit, Scene, Way
from replay.table.table import DEPOSIT, NOBODY
from replay.table.table import RIICHI as DECLARED

# RII008, RII009, RII010

FEW: Final = 3
"""Places that are tried where each has to be followed to the end of the game."""


def deposit_lost(scene: Scene) -> Iterator[Edit]:
    """A deposit is not recorded."""
    for index, _, event in scene.moments():
        if isinstance(event, RiichiAccepted) and scene.at(index + 1) is not None:
            yield Edit(scene.without(index), index, event.seat)


def deposit_never_paid(scene: Scene) -> Iterator[Edit]:
    """A deposit is not paid, its seat keeps the points, and the winner of the round collects one less."""
    for index, _, event in scene.moments():
        if isinstance(event, RiichiAccepted):
            yield from _with_deposits(scene, scene.without(index), index, event.seat, -1)


def _with_deposits(scene: Scene, events: list[Event], index: int, seat: int, more: int) -> Iterator[Edit]:
    """The edit whose scores from `index` on, and whose win, follow from so many more deposits of the seat."""
    place = scene.result_index() + len(events) - len(scene.events)
    win = events[place] if place < len(events) else None
    if not isinstance(win, Win) or win.deltas is None or len(events) > place + 1:
        return
    shift = [0 for _ in scene.seats]
    shift[seat] -= more * DEPOSIT
    moved = [*events[:index], *with_scores_moved(events[index:], shift)]
    deltas = list(win.deltas)
    deltas[win.seat] += more * DEPOSIT
    moved[place] = replace(win, deltas=tuple(deltas))
    shift[win.seat] += more * DEPOSIT
    rest = rest_moved(scene, shift)
    if rest is not None:
        yield followed(moved, index, seat, rest)


def deposit_late(scene: Scene) -> Iterator[Edit]:
    """A deposit is paid one act too late."""
    for index, _, event in scene.moments():
        if isinstance(event, RiichiAccepted) and isinstance(scene.at(index + 1), Draw):
            events = list(scene.events)
            events[index], events[index + 1] = events[index + 1], event
            yield Edit(events, index, event.seat)


def deposit_twice(scene: Scene) -> Iterator[Edit]:
    """A deposit is recorded twice."""
    for index, _, event in scene.moments():
        if isinstance(event, RiichiAccepted) and event.scores is not None:
            yield Edit(scene.inserted(index + 1, event), index + 1, event.seat)


def deposit_without_riichi(scene: Scene) -> Iterator[Edit]:
    """A deposit that moves no points is recorded for a seat that has not declared riichi."""
    for index, table, event in scene.moments():
        if isinstance(event, Draw) and table.acceptance == NOBODY:
            seat = scene.random.choice(scene.seats)
            if not table.seats[seat].riichi:
                yield Edit(scene.inserted(index, RiichiAccepted(seat, tuple(table.scores))), index, seat)


def deposit_without_riichi_paid(scene: Scene) -> Iterator[Edit]:
    """A deposit of a seat that has not declared riichi is paid, and the winner of the round collects it."""
    places: list[tuple[int, int, tuple[int, ...]]] = []
    for index, table, event in scene.moments():
        if isinstance(event, Draw) and table.acceptance == NOBODY:
            seat = scene.random.choice(scene.seats)
            if not table.seats[seat].riichi and table.scores[seat] >= scene.switches.riichi_points:
                places.append((index, seat, tuple(table.scores)))
    for index, seat, scores in scene.random.sample(places, min(FEW, len(places))):
        events = scene.inserted(index, RiichiAccepted(seat, scores))
        yield from _with_deposits(scene, events, index, seat, 1)


def deposit_before_discard(scene: Scene) -> Iterator[Edit]:
    """A deposit is paid before the discard of its riichi."""
    for index, table, event in scene.moments():
        accepted = scene.at(index + 1)
        if isinstance(event, Discard) and table.phase == DECLARED and isinstance(accepted, RiichiAccepted):
            events = list(scene.events)
            events[index], events[index + 1] = accepted, event
            yield Edit(events, index, event.seat)


def riichi_discard_lost(scene: Scene) -> Iterator[Edit]:
    """The discard of a riichi is not recorded: its deposit comes before any discard."""
    for index, table, event in scene.moments():
        if isinstance(event, Discard) and table.phase == DECLARED:
            if isinstance(scene.at(index + 1), RiichiAccepted):
                yield Edit(scene.without(index), index, event.seat)


def deposit_of_won_discard(scene: Scene) -> Iterator[Edit]:
    """The deposit of a riichi is paid although its discard is won; the first winner collects it."""
    for index, table, event in scene.moments():
        if isinstance(event, Win) and table.acceptance != NOBODY and not scene.switches.riichi_deposit_when_ronned:
            seat = table.acceptance
            scores = list(table.scores)
            scores[seat] -= DEPOSIT
            deltas = None
            if event.deltas is not None:
                deltas = tuple(
                    delta + (DEPOSIT if place == event.seat else 0) for place, delta in enumerate(event.deltas)
                )
            win = replace(event, deltas=deltas)
            events = scene.replaced(index, RiichiAccepted(seat, tuple(scores)), win)
            yield Edit(events, index + 1, seat, last_round=True)


def deposit_after_win(scene: Scene) -> Iterator[Edit]:
    """The deposit of a riichi is recorded after its discard was won, and moves no points."""
    for index, table, event in scene.moments():
        if isinstance(event, Win) and table.acceptance != NOBODY and not scene.switches.riichi_deposit_when_ronned:
            seat = table.acceptance
            place = index + 1
            while isinstance(scene.at(place), Win):
                place += 1
            yield Edit(scene.inserted(place, RiichiAccepted(seat)), place, seat, last_round=True)


def deposit_of_wrong_size(scene: Scene) -> Iterator[Edit]:
    """A deposit takes another sum than it should."""
    return _wrong_deposits(scene, scene.random.choice((-500, 500, 900, 1000)), of_another=False)


def deposit_of_wrong_size_kept(scene: Scene) -> Iterator[Edit]:
    """A deposit takes another sum than it should, and all later scores follow from it."""
    difference = scene.random.choice((-500, 500, 900, 1000))
    for index, _, event in scene.moments():
        if isinstance(event, RiichiAccepted) and event.scores is not None and scene.has_next:
            shift = [0 for _ in scene.seats]
            shift[event.seat] = difference
            events = [*scene.events[:index], *with_scores_moved(scene.events[index:], shift)]
            rest = rest_moved(scene, shift)
            if rest is not None:
                yield followed(events, index, event.seat, rest)


def deposit_of_another(scene: Scene) -> Iterator[Edit]:
    """A deposit changes somebody else's score."""
    return _wrong_deposits(scene, scene.random.choice((-1000, -100, 100)), of_another=True)


def _wrong_deposits(scene: Scene, difference: int, *, of_another: bool) -> Iterator[Edit]:
    for index, _, event in scene.moments():
        if isinstance(event, RiichiAccepted) and event.scores is not None:
            scores = list(event.scores)
            scores[scene.next_seat(event.seat) if of_another else event.seat] += difference
            accepted = RiichiAccepted(event.seat, tuple(scores), event.inferred)
            yield Edit(scene.replaced(index, accepted), index, event.seat)


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "RII008": (deposit_lost, deposit_late, deposit_never_paid),
    "RII009": (
        deposit_twice,
        deposit_without_riichi,
        deposit_without_riichi_paid,
        deposit_before_discard,
        riichi_discard_lost,
        deposit_of_won_discard,
        deposit_after_win,
    ),
    "RII010": (deposit_of_wrong_size, deposit_of_wrong_size_kept, deposit_of_another),
}
"""The ways of each code."""
