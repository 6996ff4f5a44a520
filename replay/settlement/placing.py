"""The end of a riichi game: places and final results."""

from collections.abc import Sequence

from replay.ruleset.switches import Switches


def placement(scores: Sequence[int]) -> tuple[int, ...]:
    """The place of each seat, from 1; of equal scores the lower seat number is better (switch `ties`)."""
    order = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    places = [0] * len(scores)
    for place, seat in enumerate(order, start=1):
        places[seat] = place
    return tuple(places)


def final_results(scores: Sequence[int], switches: Switches) -> tuple[int, ...] | None:
    """The final result of each seat in tenths of 1000 points, None where the rules do not fix it.

    Scores less `final_return`, to the nearest 1000 (half away from zero) if `final_rounding`, plus `uma` by place;
    first takes what makes the sum zero.
    """
    if switches.final_return is None or not switches.uma:
        return None
    places = placement(scores)
    results = [0] * len(scores)
    for seat, place in enumerate(places):
        if place > 1:
            results[seat] = _less_return(scores[seat], switches) + switches.uma[place - 1] // 100
    results[places.index(1)] = -sum(results)
    return tuple(results)


def _less_return(score: int, switches: Switches) -> int:
    """The score less the return, in tenths of 1000 points."""
    if switches.final_return is None:
        return 0
    points = score - switches.final_return
    if not switches.final_rounding:
        return points // 100
    rounded = (abs(score) + 500) // 1000 * 1000  # half away from zero
    return ((rounded if score >= 0 else -rounded) - switches.final_return) // 100
