"""The processes that audit for all streams: who has had least of them is next, and one that is killed is replaced."""

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from functools import partial
from time import monotonic
from typing import Final, NamedTuple

from auditor.judging import RulesChoice
from auditor.service.judge import Verdict, judge_games
from auditor.workers import NotDone, Pool

CHUNK_GAMES: Final = 8  # a task: enough to be worth sending, few enough for all workers to have some of a batch
CHUNK_BYTES: Final = 256 << 10

Verdicts = list[Verdict]
Task = Callable[[list[bytes], list[str], RulesChoice], Verdicts]


class Gone(Exception):  # noqa: N818 - what happened
    """The stream that wanted the verdicts is closed."""


class Ticket(NamedTuple):
    """Games that a worker takes together."""

    games: list[bytes]
    sources: list[str]
    rules: RulesChoice
    future: "Future[Verdicts]"


class Line:
    """The games of one stream that wait for a worker."""

    def __init__(self, auditors: "Auditors") -> None:
        self.waiting: deque[Ticket] = deque()
        self.used = 0.0  # seconds that workers were at its games
        self._auditors = auditors

    def submit(self, games: list[bytes], sources: list[str], rules: RulesChoice) -> list[Ticket]:
        """Tickets for all the games, in their order."""
        tickets = []
        begin = size = 0
        for place, game in enumerate(games):
            if place > begin and (place - begin == CHUNK_GAMES or size + len(game) > CHUNK_BYTES):
                tickets.append(Ticket(games[begin:place], sources[begin:place], rules, Future()))
                begin, size = place, 0
            size += len(game)
        tickets.append(Ticket(games[begin:], sources[begin:], rules, Future()))
        self._auditors.queue(self, tickets)
        return tickets

    def close(self) -> None:
        """What no worker has begun is not begun."""
        self._auditors.leave(self)


class Auditors:
    """A pool of `jobs` processes. Any thread may hand games in, and waits for its own."""

    def __init__(self, jobs: int, task: Task = judge_games) -> None:
        self._jobs = jobs
        self._lock = threading.RLock()
        self._pool = Pool(jobs, task)
        self._lines: set[Line] = set()  # that have tickets waiting
        self._under_way = 0
        self._closed = False

    def line(self) -> Line:
        """A way in for one stream."""
        return Line(self)

    def queue(self, line: Line, tickets: list[Ticket]) -> None:
        """The tickets wait for their turn."""
        with self._lock:
            if line not in self._lines:
                # Who comes now is not owed what the others had before.
                line.used = max(line.used, min((other.used for other in self._lines), default=0.0))
                self._lines.add(line)
            line.waiting.extend(tickets)
            self._hand_out()

    def leave(self, line: Line) -> None:
        """The tickets that wait in the line are cancelled."""
        with self._lock:
            self._lines.discard(line)
            left = list(line.waiting)
            line.waiting.clear()
        for ticket in left:
            ticket.future.cancel()

    def _hand_out(self) -> None:
        """Every worker has something to do, and one ticket more is ready, where any wait. The lock is held."""
        while self._lines and self._under_way <= self._jobs:
            line = min(self._lines, key=lambda one: one.used)
            ticket = line.waiting.popleft()
            if not line.waiting:
                self._lines.discard(line)
            future = self._pool.submit(ticket.games, ticket.sources, ticket.rules)
            self._under_way += 1
            future.add_done_callback(partial(self._landed, line, ticket, monotonic()))

    def _landed(self, line: Line, ticket: Ticket, begun: float, future: "Future[Verdicts]") -> None:
        with self._lock:
            self._under_way -= 1
            line.used += monotonic() - begun
            if not self._closed:
                self._hand_out()
        if future.cancelled():
            ticket.future.cancel()
            return
        error = future.exception()
        if error is not None:
            ticket.future.set_exception(error)
        else:
            ticket.future.set_result(future.result())

    def verdicts(self, ticket: Ticket) -> Verdicts:
        """The verdicts on the games of the ticket. A game whose process died twice has that as a crash.

        Raises Gone, CannotStart.
        """
        try:
            try:
                return ticket.future.result()
            except NotDone:
                return [self._alone(*game, ticket.rules) for game in zip(ticket.games, ticket.sources, strict=True)]
        except CancelledError:
            raise Gone from None

    def _alone(self, game: bytes, source: str, rules: RulesChoice) -> Verdict:
        """The verdict on a game whose worker died, perhaps because of another one that it had too."""
        try:
            return self._pool.submit([game], [source], rules).result()[0]
        except NotDone as error:
            return Verdict("", crash=str(error))

    def close(self) -> None:
        """No process is left."""
        with self._lock:
            self._closed = True
            lines = list(self._lines)
        for line in lines:
            self.leave(line)
        self._pool.close()
