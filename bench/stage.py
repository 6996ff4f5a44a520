"""A stage: work that is measured by going through all its items once."""

import time
from collections.abc import Callable
from typing import NamedTuple


class Stage(NamedTuple):
    """`run` goes through all the items and gives the seconds of processor time that counts."""

    name: str
    items: int
    run: Callable[[], float]


def timed(work: Callable[[], None]) -> Callable[[], float]:
    """The work with its processor time as answer."""

    def run() -> float:
        start = time.process_time()
        work()
        return time.process_time() - start

    return run
