"""Faults of how a game goes on from round to round, and of how it ends: END010 to END014."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from replay.gamelog import GameEnd, RoundStart, Win
from replay.settlement.placing import placement, results_by_places
from replay.simulate.match import Match
from replay.simulate.planters.aftermath import (
    ended,
    ends_after,
    followed,
    match_after,
    match_at,
    may_be_short,
    outcome_of,
    played_from,
    rest_moved,
)
from replay.simulate.planters.scene import Edit, Scene, Way
from replay.simulate.planters.winning import without_end


def _next_start(scene: Scene) -> RoundStart | None:
    start = scene.later[0][0] if scene.later else None
    return start if isinstance(start, RoundStart) else None


def _from(scene: Scene, match: Match, seat: int | None) -> Iterator[Edit]:
    """The edit in which the next round starts from the match given, and the game is played on from there."""
    if scene.later and not match.over:
        yield followed(scene.events, 0, seat, played_from(match, scene.random), in_next_round=True)


def _miswritten(scene: Scene, start: RoundStart, seat: int | None) -> Iterator[Edit]:
    """The edit in which the next round has this start, and nothing else is changed."""
    rest = [[start, *scene.later[0][1:]], *scene.later[1:]]
    yield followed(scene.events, 0, seat, rest, in_next_round=True)


# END010


def dealer_changes_wrongly(scene: Scene) -> Iterator[Edit]:
    """The deal passes where the dealer stays on, or is kept where it passes, and the game goes on from there."""
    match = match_after(scene)
    start = scene.start
    if (match.wind, match.number) == (start.prevailing_wind, start.number):
        match.number = start.number % scene.switches.seats + 1
        match.wind += match.number == 1
    else:
        match.wind, match.number = start.prevailing_wind, start.number
    yield from _from(scene, match, match.dealer)


def round_left_out(scene: Scene) -> Iterator[Edit]:
    """The deal passes twice."""
    match = match_after(scene)
    match.number = match.number % scene.switches.seats + 1
    match.wind += match.number == 1
    yield from _from(scene, match, match.dealer)


def round_misnamed(scene: Scene) -> Iterator[Edit]:
    """The next round is named another, by its number or by its wind, and is played as the right one."""
    start = _next_start(scene)
    if start is not None:
        number = start.number % scene.switches.seats + 1
        yield from _miswritten(scene, replace(start, number=number), start.dealer)
        yield from _miswritten(scene, replace(start, prevailing_wind=(start.prevailing_wind + 1) % 4), start.dealer)


def dealer_misnamed(scene: Scene) -> Iterator[Edit]:
    """The start of the next round names another dealer than the one who deals."""
    start = _next_start(scene)
    if start is not None:
        for dealer in scene.others(start.dealer):
            yield from _miswritten(scene, replace(start, dealer=dealer), dealer)


# END011


def _counts(right: int) -> list[int]:
    return [count for count in {right - 1, right + 1, 0} if count >= 0 and count != right]


def honba_otherwise(scene: Scene) -> Iterator[Edit]:
    """The next round starts with other honba, and the game goes on from there."""
    for honba in _counts(match_after(scene).honba):
        match = match_after(scene)
        match.honba = honba
        yield from _from(scene, match, None)


def honba_miswritten(scene: Scene) -> Iterator[Edit]:
    """The start of the next round states other honba, and nothing else does."""
    start = _next_start(scene)
    if start is not None:
        for honba in _counts(start.honba):
            yield from _miswritten(scene, replace(start, honba=honba), None)


def honba_of_next_paid(scene: Scene) -> Iterator[Edit]:
    """The next round, which is won, starts with other honba, and they are paid; later rounds have the right ones."""
    start = _next_start(scene)
    if start is None:
        return
    place = next((index for index, event in enumerate(scene.later[0]) if isinstance(event, Win)), -1)
    win = scene.later[0][place] if place >= 0 else None
    if not isinstance(win, Win) or win.deltas is None or win.liable is not None:
        return
    for honba in _counts(start.honba):
        more = honba - start.honba
        shift = [0] * scene.switches.seats
        if win.seat == win.from_seat:
            for seat in scene.others(win.seat):
                shift[seat] = -more * scene.switches.honba_tsumo
        else:
            shift[win.from_seat] = -more * scene.switches.honba_ron
        shift[win.seat] = -sum(shift)
        events = list(scene.later[0])
        events[0] = replace(start, honba=honba)
        events[place] = replace(win, deltas=tuple(map(sum, zip(win.deltas, shift, strict=True))))
        if may_be_short(scene, events) or may_be_short(scene, scene.later[0]):
            continue
        if ends_after(scene, events) != ends_after(scene, scene.later[0]):
            continue
        if isinstance(last := events[-1], GameEnd):
            events[-1] = ended(scene, outcome_of(scene, events[:-1]), last)
        rest = rest_moved(scene, shift, scene.later[1:])
        if rest is not None:
            yield followed(scene.events, 0, None, [events, *rest], in_next_round=True)


# END012, END013


def played_past_end(scene: Scene) -> Iterator[Edit]:
    """The game goes on after the round that ends it."""
    if isinstance(scene.events[-1], GameEnd):
        events = without_end(scene.events)
        match = match_at(scene.start, scene.switches)
        outcome = outcome_of(scene, events)
        match.advance(outcome)
        if match.over:
            match.go_on(outcome)
            yield followed(events, 0, None, played_from(match, scene.random), in_next_round=True)


def ended_before_time(scene: Scene) -> Iterator[Edit]:
    """The game ends after a round that does not end it."""
    if scene.later and not ends_after(scene, scene.events):
        outcome = outcome_of(scene, scene.events)
        end = ended(scene, outcome, GameEnd((), (), ()))
        yield followed([*scene.events, end], len(scene.events), None, [])


# END014


def places_exchanged(scene: Scene) -> Iterator[Edit]:
    """Two seats have each other's place, and perhaps the results that go with it."""
    end = scene.events[-1]
    if isinstance(end, GameEnd):
        index = len(scene.events) - 1
        right = placement(end.scores, scene.switches.ties)
        first, second = sorted(scene.random.sample(list(scene.seats), 2))
        places = list(right)
        places[first], places[second] = right[second], right[first]
        wrong = replace(end, placement=tuple(places))
        yield Edit(scene.replaced(index, wrong), index, first)
        results = results_by_places(end.scores, tuple(places), scene.switches)
        if end.results is not None and results is not None:
            yield Edit(scene.replaced(index, replace(wrong, results=results)), index, first)


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "END010": (dealer_changes_wrongly, round_left_out, round_misnamed, dealer_misnamed),
    "END011": (honba_otherwise, honba_miswritten, honba_of_next_paid),
    "END012": (played_past_end,),
    "END013": (ended_before_time,),
    "END014": (places_exchanged,),
}
"""The ways of each code."""
