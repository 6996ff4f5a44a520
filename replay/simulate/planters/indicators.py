"""Faults of indicators: WAL006 to WAL008."""

from collections.abc import Iterator
from typing import Final

from replay.gamelog import (
    Discard,
    Draw,
    Event,
    Indicator,
    Kan,
    KanType,
    North,
    RoundDrawn,
    Win,
)
from replay.ruleset.switches import KanIndicator
from replay.simulate.planters.scene import (
    Edit,
    Scene,
    Way,
    with_indicators,
)
from replay.table.table import REPLACE, Table

# WAL006, WAL007, WAL008: indicators


def _deadline(scene: Scene, index: int) -> int:
    """Where the indicator there was due at the latest: the place of the next act."""
    place = index + 1
    while isinstance(scene.at(place), Indicator):
        place += 1
    return place


def indicator_lost(scene: Scene) -> Iterator[Edit]:
    """An indicator is not turned at all."""
    for index, table, event in scene.moments():
        if isinstance(event, Indicator):
            place = _deadline(scene, index)
            if not isinstance(scene.at(place), (Win, RoundDrawn)):
                yield Edit(scene.without(index), place - 1, table.turn)


def indicator_late(scene: Scene) -> Iterator[Edit]:
    """An indicator is turned one act too late."""
    for index, table, event in scene.moments():
        if isinstance(event, Indicator):
            place = _deadline(scene, index)
            act = scene.at(place)
            if isinstance(act, (Draw, Discard)) and not isinstance(scene.at(place + 1), (Win, RoundDrawn)):
                events = [*scene.without(index)[:place], event, *scene.events[place + 1 :]]
                yield Edit(events, place - 1, table.turn)


def no_first_indicator(scene: Scene) -> Iterator[Edit]:
    """The round starts without an indicator."""
    yield Edit(scene.replaced(0, with_indicators(scene.start, ())), 0, None)


def indicator_without_kan(scene: Scene) -> Iterator[Edit]:
    """An indicator is turned after a draw or a discard that owes none."""
    tile = scene.spare_tile()
    for index, table, event in scene.moments():
        if tile is not None and isinstance(event, (Draw, Discard)) and not _owes(table):
            if isinstance(event, Draw) and table.phase == REPLACE:
                continue
            if not isinstance(scene.at(index + 1), Indicator):
                yield Edit(scene.inserted(index + 1, Indicator(tile)), index + 1, None)


def indicator_recorded_twice(scene: Scene) -> Iterator[Edit]:
    """An indicator is recorded twice, the first one of the round perhaps."""
    yield Edit(scene.inserted(1, Indicator(scene.start.indicators[0])), 1, None)
    for index, table, event in scene.moments():
        if isinstance(event, Indicator) and not isinstance(scene.at(index + 1), Indicator):
            if table.indicators_now + table.indicators_late == 1:
                yield Edit(scene.inserted(index + 1, event), index + 1, None)


def indicator_twice(scene: Scene) -> Iterator[Edit]:
    """A kan turns two indicators."""
    tile = scene.spare_tile()
    for index, table, event in scene.moments():
        if tile is not None and isinstance(event, Indicator) and not isinstance(scene.at(index + 1), Indicator):
            if table.indicators_now + table.indicators_late == 1:
                yield Edit(scene.inserted(index + 1, Indicator(tile)), index + 1, None)


def indicator_for_north(scene: Scene) -> Iterator[Edit]:
    """A North turns an indicator."""
    tile = scene.spare_tile()
    for index, table, event in scene.moments():
        if tile is not None and isinstance(event, North) and not _owes(table):
            yield Edit(scene.inserted(index + 1, Indicator(tile)), index + 1, None)


def indicator_after_result(scene: Scene) -> Iterator[Edit]:
    """An indicator is turned after the result."""
    tile = scene.spare_tile()
    index = scene.result_index() + 1
    if tile is not None and scene.result is not None:
        yield Edit(scene.inserted(index, Indicator(tile)), index, None)


def two_first_indicators(scene: Scene) -> Iterator[Edit]:
    """The round starts with two indicators."""
    tile = scene.spare_tile()
    if tile is not None:
        yield Edit(scene.replaced(0, with_indicators(scene.start, (*scene.start.indicators, tile))), 0, None)


def kan_lost_before_indicator(scene: Scene) -> Iterator[Edit]:
    """A kan is not recorded, its indicator is."""
    for index, table, event in scene.moments():
        if isinstance(event, Kan) and isinstance(scene.at(index + 1), Indicator) and not _owes(table):
            yield Edit(scene.without(index), index, None)


def _owes(table: Table) -> bool:
    return table.indicators_now + table.indicators_late + table.indicators_optional > 0


def _turned_late(scene: Scene, event: Event) -> bool:
    return (
        isinstance(event, Kan)
        and event.type is not KanType.CONCEALED
        and scene.switches.kan_indicator is KanIndicator.OPEN_LATE
        and scene.switches.kan_dora
    )


def indicator_before_replacement(scene: Scene) -> Iterator[Edit]:
    """The indicator of an open or added kan is turned before its replacement."""
    for index, table, event in scene.moments():
        turned = scene.at(index + 2)
        if _turned_late(scene, event) and isinstance(turned, Indicator) and table.indicators_late == 0:
            events = list(scene.events)
            events[index + 1], events[index + 2] = events[index + 2], events[index + 1]
            seat = event.seat if isinstance(event, Kan) else None
            yield Edit(events, index + 1, seat)


def indicator_before_rinshan(scene: Scene) -> Iterator[Edit]:
    """The indicator of an open or added kan is turned before a win on its replacement."""
    tile = scene.spare_tile()
    for index, table, event in scene.moments():
        win = scene.at(index + 2)
        if (
            tile is not None
            and _turned_late(scene, event)
            and table.indicators_late == 0
            and isinstance(win, Win)
            and win.seat == win.from_seat
        ):
            yield Edit(scene.inserted(index + 2, Indicator(tile)), index + 3, win.seat)


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "WAL006": (indicator_lost, indicator_late, no_first_indicator),
    "WAL007": (
        indicator_without_kan,
        indicator_twice,
        indicator_recorded_twice,
        indicator_for_north,
        indicator_after_result,
        two_first_indicators,
        kan_lost_before_indicator,
    ),
    "WAL008": (indicator_before_replacement, indicator_before_rinshan),
}
"""The ways of each code."""
