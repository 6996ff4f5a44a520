"""The end of a riichi game: places and final results."""

from collections.abc import Sequence
from typing import Final

from replay.ruleset.switches import Switches, Ties


def placement(scores: Sequence[int], ties: Ties = Ties.LOWER_SEAT) -> tuple[int, ...]:
    """The place of each seat, from 1. Of equal scores the lower seat number is better, or they share the place."""
    if ties is Ties.SHARED:
        return tuple(1 + sum(other > score for other in scores) for score in scores)
    order = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    places = [0] * len(scores)
    for place, seat in enumerate(order, start=1):
        places[seat] = place
    return tuple(places)


OTHER_UMA: Final = (10_000, 5_000, -5_000, -10_000)
"""What some four-player rooms pay by place instead of the preset's uma (RULES §6, row final result)."""


def final_results(scores: Sequence[int], switches: Switches) -> tuple[int, ...] | None:
    """The final result of each seat in tenths of 1000 points, None where the rules do not fix it.

    Scores less `final_return`, to the nearest 1000 (half away from zero) if `final_rounding`, plus `uma` by place;
    first takes what makes the sum zero.
    """
    if switches.final_return is None or not switches.uma or switches.ties is Ties.SHARED:
        return None  # what shared places pay is for the house to say
    return results_by_places(scores, placement(scores), switches)


def results_by_places(scores: Sequence[int], places: Sequence[int], switches: Switches) -> tuple[int, ...] | None:
    """As `final_results`, by places that need not be those of the scores."""
    if switches.final_return is None or not switches.uma or sorted(places) != list(range(1, len(scores) + 1)):
        return None
    return _results(scores, places, switches.final_return, switches.uma, rounding=switches.final_rounding)


def results_of_other_rooms(scores: Sequence[int], switches: Switches) -> list[tuple[int, ...]]:
    """The final results by the rules of rooms that count without rounding, or with another uma."""
    if switches.final_return is None or not switches.uma:
        return []
    umas = (switches.uma, OTHER_UMA) if len(scores) == len(OTHER_UMA) else (switches.uma,)
    return [
        _results(scores, placement(scores), switches.final_return, uma, rounding=rounding)
        for uma in umas
        for rounding in (True, False)
    ]


def _results(
    scores: Sequence[int], places: Sequence[int], final_return: int, uma: Sequence[int], *, rounding: bool
) -> tuple[int, ...]:
    results = [0] * len(scores)
    for seat, place in enumerate(places):
        if place > 1:
            results[seat] = (_rounded(scores[seat], rounding=rounding) - final_return + uma[place - 1]) // 100
    results[places.index(1)] = -sum(results)
    return tuple(results)


def _rounded(score: int, *, rounding: bool) -> int:
    """To the nearest 1000, half away from zero."""
    if not rounding:
        return score
    rounded = (abs(score) + 500) // 1000 * 1000
    return rounded if score >= 0 else -rounded
