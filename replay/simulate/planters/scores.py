"""Points and deposits that change between rounds, and final results: PAY001, PAY007 to PAY010."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from replay.gamelog import Event, GameEnd, RoundDrawn, RoundEnd, RoundStart, Win
from replay.settlement.placing import final_results, placement, results_of_other_rooms
from replay.simulate.planters.aftermath import (
    ended,
    ends_after,
    followed,
    match_after,
    may_be_short,
    outcome_of,
    rest_moved,
    started_otherwise,
    with_scores_moved,
)
from replay.simulate.planters.scene import Edit, Scene, Way
from replay.table.table import DEPOSIT


def _next_start(scene: Scene) -> RoundStart | None:
    """The start of the next round, None after the last."""
    start = scene.later[0][0] if scene.later else None
    return start if isinstance(start, RoundStart) else None


def _in_next(scene: Scene, rounds: Sequence[list[Event]] | None) -> Iterator[Edit]:
    """The edit with these rounds after the scene's own, the fault being at the start of the first."""
    if rounds is not None:
        yield followed(scene.events, 0, None, list(rounds), in_next_round=True)


def _shifts(scene: Scene) -> Iterator[tuple[int, ...]]:
    """Points that vanish, appear, go from one seat to another, or are counted in hundreds."""
    seats = scene.random.sample(list(scene.seats), 2)
    for first, second in ((-1000, 0), (100, 0), (1000, -1000), (-7700, 7700)):
        shift = [0] * scene.switches.seats
        shift[seats[0]] = first
        shift[seats[1]] = second
        yield tuple(shift)


def scores_shifted(scene: Scene) -> Iterator[Edit]:
    """The next round starts with other scores, and all that follows is counted from them."""
    if scene.later:
        for shift in _shifts(scene):
            yield from _in_next(scene, rest_moved(scene, shift))


def scores_miswritten(scene: Scene) -> Iterator[Edit]:
    """The start of the next round states other scores, and nothing else does."""
    start = _next_start(scene)
    if start is not None:
        for shift in _shifts(scene):
            written = with_scores_moved([start], shift)
            yield from _in_next(scene, [[*written, *scene.later[0][1:]], *scene.later[1:]])


def round_counted_apart(scene: Scene) -> Iterator[Edit]:
    """All scores of the next round are others, those of the rounds after it are right again."""
    if scene.later:
        for shift in _shifts(scene):
            moved = with_scores_moved(scene.later[0], shift)
            if not isinstance(moved[-1], GameEnd):
                yield from _in_next(scene, [moved, *scene.later[1:]])


def payment_forgotten(scene: Scene) -> Iterator[Edit]:
    """The next round starts with the scores of this one, and so on."""
    start = _next_start(scene)
    if start is not None and start.scores != scene.start.scores:
        shift = tuple(old - new for old, new in zip(scene.start.scores, start.scores, strict=True))
        yield from _in_next(scene, rest_moved(scene, shift))


def payment_unstated(scene: Scene) -> Iterator[Edit]:
    """The result does not say what it moves, and the next round starts with what it would not give."""
    index = scene.result_index()
    result = scene.result
    if scene.later and isinstance(result, (Win, RoundDrawn)):
        if not isinstance(scene.at(index + 1), Win):
            for shift in _shifts(scene):
                rest = rest_moved(scene, shift)
                if rest is not None:
                    events = scene.replaced(index, replace(result, deltas=None))
                    yield followed(events, 0, None, rest, in_next_round=True)


def seats_exchanged(scene: Scene) -> Iterator[Edit]:
    """Two seats have each other's scores from the next round on."""
    start = _next_start(scene)
    if start is not None:
        first, second = scene.random.sample(list(scene.seats), 2)
        gap = start.scores[first] - start.scores[second]
        shift = [0] * scene.switches.seats
        shift[first], shift[second] = -gap, gap
        if gap:
            yield from _in_next(scene, rest_moved(scene, shift))


def round_end_wrong(scene: Scene) -> Iterator[Edit]:
    """The scores stated at the end of the round are wrong; the next one starts with them, or with the right ones."""
    index = len(scene.events)
    if not scene.later:
        return
    outcome = outcome_of(scene, scene.events)
    for shift in _shifts(scene):
        wrong = RoundEnd(tuple(score + change for score, change in zip(outcome.scores, shift, strict=True)))
        yield Edit([*scene.events, wrong], index, None)
        rest = rest_moved(scene, shift)
        if rest is not None:
            yield followed([*scene.events, wrong], index, None, rest)


# PAY007


def _counts(right: int) -> list[int]:
    return [count for count in {right - 1, right + 1, 0} if count >= 0 and count != right]


def deposits_otherwise(scene: Scene) -> Iterator[Edit]:
    """The next round starts with other deposits, and the game goes on from there."""
    for count in _counts(match_after(scene).deposits):
        match = match_after(scene)
        match.deposits = count
        edit = started_otherwise(scene, match)
        if edit is not None:
            yield edit


def deposits_miswritten(scene: Scene) -> Iterator[Edit]:
    """The start of the next round states other deposits, and nothing else does."""
    start = _next_start(scene)
    if start is not None:
        for count in _counts(start.deposits):
            written = replace(start, deposits=count)
            yield from _in_next(scene, [[written, *scene.later[0][1:]], *scene.later[1:]])


def deposits_of_next_won(scene: Scene) -> Iterator[Edit]:
    """The next round, which is won, starts with other deposits, and so many are paid to its winner."""
    start = _next_start(scene)
    if start is None:
        return
    place = next((i for i, event in enumerate(scene.later[0]) if isinstance(event, Win)), -1)
    win = scene.later[0][place] if place >= 0 else None
    if not isinstance(win, Win) or win.deltas is None:
        return
    for count in _counts(start.deposits):
        change = DEPOSIT * (count - start.deposits)
        deltas = tuple(delta + (change if seat == win.seat else 0) for seat, delta in enumerate(win.deltas))
        events = list(scene.later[0])
        events[0] = replace(start, deposits=count)
        events[place] = replace(win, deltas=deltas)
        shift = tuple(change if seat == win.seat else 0 for seat in scene.seats)
        if may_be_short(scene, events) or may_be_short(scene, scene.later[0]):
            continue
        if ends_after(scene, events) != ends_after(scene, scene.later[0]):
            continue
        if isinstance(last := events[-1], GameEnd):
            events[-1] = ended(scene, outcome_of(scene, events[:-1]), last)
        shift = tuple(change if seat == win.seat else 0 for seat in scene.seats)
        rest = rest_moved(scene, shift, scene.later[1:])
        yield from _in_next(scene, None if rest is None else [events, *rest])


# PAY008, PAY009: the end of the game

Ending = Callable[[Scene, GameEnd], Iterator[GameEnd]]


def end_misstated(endings: Ending) -> Way:
    """The game ends like this."""

    def way(scene: Scene) -> Iterator[Edit]:
        end = scene.events[-1]
        if isinstance(end, GameEnd):
            index = len(scene.events) - 1
            for wrong in endings(scene, end):
                if wrong.scores != end.scores:
                    yield Edit(scene.replaced(index, wrong), index, None)

    return way


def _with_scores(scene: Scene, end: GameEnd, scores: Sequence[int]) -> Iterator[GameEnd]:
    """The end with these points, its places and results following from them, or from the right ones."""
    yield replace(end, scores=tuple(scores))
    places = None if end.placement is None else placement(scores, scene.switches.ties)
    results = None if end.results is None else final_results(scores, scene.switches)
    yield GameEnd(tuple(scores), places, results)


def other_points(scene: Scene, end: GameEnd) -> Iterator[GameEnd]:
    """Final points that are not those after the last round."""
    for shift in _shifts(scene):
        yield from _with_scores(scene, end, [score + change for score, change in zip(end.scores, shift, strict=True)])


def points_before_last(scene: Scene, end: GameEnd) -> Iterator[GameEnd]:
    """The final points are those before the last round."""
    yield from _with_scores(scene, end, scene.start.scores)


def deposits_lost(scene: Scene, end: GameEnd) -> Iterator[GameEnd]:
    """Deposits that are left over go to nobody, or to the last dealer."""
    outcome = outcome_of(scene, scene.events[:-1])
    if outcome.deposits and scene.switches.deposits_to_first:
        yield from _with_scores(scene, end, outcome.scores)
        points = list(outcome.scores)
        points[placement(points).index(2)] += DEPOSIT * outcome.deposits
        yield from _with_scores(scene, end, points)


def results_misstated(scene: Scene) -> Iterator[Edit]:
    """The final result of two seats, or of one, is another; the places' uma is exchanged; nothing is rounded up."""
    end = scene.events[-1]
    right = final_results(end.scores, scene.switches) if isinstance(end, GameEnd) else None
    if not isinstance(end, GameEnd) or right is None:
        return
    index = len(scene.events) - 1
    first, second = scene.random.sample(list(scene.seats), 2)
    exchanged = list(right)
    exchanged[first], exchanged[second] = right[second], right[first]
    plain = [score // 100 for score in end.scores]
    for results in (_changed(right, first, 10), _changed(_changed(right, first, 50), second, -50), exchanged, plain):
        wrong = tuple(results)
        if wrong != right and wrong not in results_of_other_rooms(end.scores, scene.switches):
            seat = next(seat for seat in scene.seats if wrong[seat] != right[seat])
            yield Edit(scene.replaced(index, replace(end, results=wrong)), index, seat)


def _changed(results: Sequence[int], seat: int, change: int) -> list[int]:
    changed = list(results)
    changed[seat] += change
    return changed


# PAY010


def started_with_other_points(scene: Scene) -> Iterator[Edit]:
    """The game starts with other points for a seat, or for all, and goes on from there."""
    for shift in _start_shifts(scene):
        moved = with_scores_moved(scene.events, shift)
        rest = rest_moved(scene, shift)
        if rest is None:
            continue
        if isinstance(moved[-1], GameEnd):
            moved[-1] = ended(scene, outcome_of(scene, moved[:-1]), moved[-1])
        seat = next(seat for seat in scene.seats if shift[seat])
        yield followed(moved, 0, seat, rest)


def start_miswritten(scene: Scene) -> Iterator[Edit]:
    """The start of the game states other points, and nothing else does."""
    for shift in _start_shifts(scene):
        seat = next(seat for seat in scene.seats if shift[seat])
        yield Edit([*with_scores_moved([scene.start], shift), *scene.events[1:]], 0, seat)


def _start_shifts(scene: Scene) -> Iterator[tuple[int, ...]]:
    if scene.opens:
        yield from _shifts(scene)
        yield (-5000,) * scene.switches.seats


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "PAY001": (
        scores_shifted,
        scores_miswritten,
        round_counted_apart,
        payment_forgotten,
        payment_unstated,
        seats_exchanged,
        round_end_wrong,
    ),
    "PAY007": (deposits_otherwise, deposits_miswritten, deposits_of_next_won),
    "PAY008": (end_misstated(other_points), end_misstated(points_before_last), end_misstated(deposits_lost)),
    "PAY009": (results_misstated,),
    "PAY010": (started_with_other_points, start_miswritten),
}
"""The ways of each code."""
