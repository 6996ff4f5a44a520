"""How a run went in time. Two runs over the same games never agree in it, so it stands apart from what was found."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Final, NamedTuple

from auditor.batch.audits import Outcome
from auditor.batch.clipping import clipped
from auditor.batch.items import printable

SLOWEST: Final = 10
BUCKETS: Final = 240
"""Most parts the time of a run is cut into; a longer run has wider ones."""


class Slow(NamedTuple):
    """A game that took long."""

    seconds: float
    source: str
    game_id: str  # empty where the game was not audited


class Pace:
    """Games by the time they were audited, in parts of `width` seconds, a power of two."""

    def __init__(self, width: int = 1) -> None:
        self.width = width
        self.games: dict[int, int] = {}  # by the number of the part since 1970

    def add(self, second: float, games: int) -> None:
        """So many games were audited by that second."""
        if games:
            self._put(int(second // self.width), games)

    def _put(self, part: int, games: int) -> None:
        self.games[part] = self.games.get(part, 0) + games
        while max(self.games) - min(self.games) >= BUCKETS:
            self.widen(self.width * 2)

    def widen(self, width: int) -> None:
        """The parts are at least so wide."""
        while self.width < width:
            self.width *= 2
            games: dict[int, int] = {}
            for part, count in self.games.items():
                games[part // 2] = games.get(part // 2, 0) + count
            self.games = games

    def merge(self, other: "Pace") -> None:
        """The games of both."""
        self.widen(other.width)
        for part, count in other.games.items():
            # `_put` may widen in between: the place is that of the part's first second.
            self._put(part * other.width // self.width, count)


class Timing:
    """The seconds of the workers, the slowest games, and when how many were audited."""

    def __init__(self) -> None:
        self.seconds = 0.0  # of all workers together
        self.slowest: list[Slow] = []
        self.pace = Pace()

    def add(self, outcome: Outcome, seconds: float, ended: float) -> None:
        """The source took so many seconds, and was done at that second since 1970."""
        self.seconds += seconds
        self.pace.add(ended, outcome.games)
        name = clipped(printable(outcome.name))
        self._keep([Slow(took, name, clipped(game_id)) for took, game_id in _durations(outcome, seconds)])

    def _keep(self, more: Iterable[Slow]) -> None:
        self.slowest = sorted([*self.slowest, *more], key=lambda one: (-one.seconds, one[1:]))[:SLOWEST]

    def merge(self, other: "Timing") -> None:
        """That of both."""
        self.seconds += other.seconds
        self.pace.merge(other.pace)
        self._keep(other.slowest)


def _durations(outcome: Outcome, seconds: float) -> list[tuple[float, str]]:
    """Seconds and game id, a game.

    Records say when their audit was done, so one game took what lies between two of them. Where they do not tell the
    games apart, each has its share.
    """
    ends = [record.at.timestamp() for record in outcome.records]
    if not ends:
        return [(seconds / outcome.games, "")] if outcome.games else []
    names = [record.game.game_id for record in outcome.records]
    if len(ends) > 1 and ends[0] == ends[-1]:
        return [(seconds / outcome.games, name) for name in names]
    steps = [seconds - (ends[-1] - ends[0]), *[end - begun for begun, end in pairwise(ends)]]
    return [(min(max(step, 0.0), seconds), name) for step, name in zip(steps, names, strict=True)]
