"""Faults of how rounds end: END."""

from collections.abc import Iterator
from typing import Final

from replay.gamelog import RoundDrawn, Win
from replay.simulate.planters.scene import Edit, Scene, Way


def result_lost(scene: Scene) -> Iterator[Edit]:
    """The result of a round is not recorded, and the log goes on with the next round or the end of the game."""
    index = scene.result_index()
    count = 0
    while isinstance(scene.at(index + count), (Win, RoundDrawn)):
        count += 1
    if count:
        events = scene.without(index, count)
        if index < len(events):
            yield Edit(events, index, None)
        elif scene.has_next:
            yield Edit(events, 0, None, in_next_round=True)


WAYS: Final[dict[str, tuple[Way, ...]]] = {"END001": (result_lost,)}
"""The ways of each code."""
