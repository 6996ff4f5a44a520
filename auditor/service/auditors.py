"""The processes that audit for all streams, started anew when one of them is killed."""

import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from typing import Final, NamedTuple

from auditor.judging import RulesChoice
from auditor.service.judge import Verdict, judge_games
from auditor.workers import WORKER_DIED, executor_of

CHUNK_GAMES: Final = 8  # a task: enough to be worth sending, few enough for all workers to have some of a batch
CHUNK_BYTES: Final = 256 << 10


class Ticket(NamedTuple):
    """Games on their way."""

    games: list[bytes]
    sources: list[str]
    rules: RulesChoice
    generation: int  # of the executor
    future: "Future[list[Verdict]]"


class Gone(Exception):  # noqa: N818 - what happened
    """The stream that wanted the verdicts is closed."""


class Line:
    """The games of one stream on their way to the workers, so many at once: no stream fills the queue of the others."""

    def __init__(self, auditors: "Auditors", most: int) -> None:
        self._auditors = auditors
        self._free = threading.Semaphore(most)
        self._lock = threading.Lock()
        self._under_way: set[Future[list[Verdict]]] = set()
        self._closed = False

    def submit(self, games: list[bytes], sources: list[str], rules: RulesChoice) -> Iterator[Ticket]:
        """Tickets for all the games, in their order; waits for room before each. Raises Gone."""
        begin = size = 0
        for place, game in enumerate(games):
            if place > begin and (place - begin == CHUNK_GAMES or size + len(game) > CHUNK_BYTES):
                yield self._ticket(games[begin:place], sources[begin:place], rules)
                begin, size = place, 0
            size += len(game)
        yield self._ticket(games[begin:], sources[begin:], rules)

    def _ticket(self, games: list[bytes], sources: list[str], rules: RulesChoice) -> Ticket:
        self._free.acquire()
        with self._lock:
            if self._closed:
                raise Gone
            ticket = self._auditors.ticket(games, sources, rules)
            self._under_way.add(ticket.future)
        ticket.future.add_done_callback(self._done)
        return ticket

    def _done(self, future: "Future[list[Verdict]]") -> None:
        with self._lock:
            self._under_way.discard(future)
        self._free.release()

    def close(self) -> None:
        """What no worker has begun is not begun, and nobody waits for room."""
        with self._lock:
            self._closed = True
            left = list(self._under_way)
        for future in left:
            future.cancel()
        self._free.release()


class Auditors:
    """A pool of `jobs` processes. Any thread may hand games in, and waits for its own."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._lock = threading.Lock()
        self._generation = 0
        self._executor = executor_of(jobs)
        self._alone_lock = threading.Lock()
        self._closed = False

    def line(self) -> Line:
        """A way in for one stream: enough at once to keep all workers busy, where nobody else wants them."""
        return Line(self, self._jobs + 2)

    def ticket(self, games: list[bytes], sources: list[str], rules: RulesChoice) -> Ticket:
        """The ticket of games that a worker takes together."""
        with self._lock:
            generation = self._generation
            try:
                future = self._executor.submit(judge_games, games, sources, rules)
            except BrokenProcessPool as error:
                future = Future()
                future.set_exception(error)
        return Ticket(games, sources, rules, generation, future)

    def verdicts(self, ticket: Ticket) -> list[Verdict]:
        """The verdicts on the games of the ticket. A game whose process died twice has that as a crash.

        Raises Gone.
        """
        try:
            return ticket.future.result()
        except CancelledError:
            raise Gone from None
        except BrokenProcessPool:
            self._renew(ticket.generation)
            return self._alone(ticket)

    def _renew(self, generation: int) -> None:
        """The executor of that generation is not the one that takes games."""
        with self._lock:
            if self._closed or self._generation != generation:
                return
            broken = self._executor
            self._generation += 1
            self._executor = executor_of(self._jobs)
        broken.shutdown(wait=False)

    def _alone(self, ticket: Ticket) -> list[Verdict]:
        """The verdicts, each game in a process in which nothing else is under way: who dies there is to blame."""
        verdicts = []
        with self._alone_lock:
            executor = executor_of(1)
            for game, source in zip(ticket.games, ticket.sources, strict=True):
                try:
                    verdicts += executor.submit(judge_games, [game], [source], ticket.rules).result()
                except BrokenProcessPool:
                    verdicts.append(Verdict("", crash=WORKER_DIED))
                    executor.shutdown(wait=True)
                    executor = executor_of(1)
            executor.shutdown(wait=True)
        return verdicts

    def close(self) -> None:
        """No process is left."""
        with self._lock:
            self._closed = True
        self._executor.shutdown(wait=True, cancel_futures=True)
