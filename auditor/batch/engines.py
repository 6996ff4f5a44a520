"""Who audits the parts of a batch: an engine takes some at a time and says of each what came of it, or that it died.

The local one is a lane a worker, each an executor of one process: when a process dies, the part it was at is known and
the other workers go on.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Final, NamedTuple

from auditor.batch.audits import Request
from auditor.batch.items import Item
from auditor.batch.parts import Part, audit_part
from auditor.workers import executor_of

A_LANE: Final = 2
"""Parts given to a worker: one that it is at, one that it can begin at once."""
STARTS: Final = 3
"""A worker that cannot even start is tried so often: others may be killed from outside in between."""


Task = Callable[[list[Item], Request], Part]


class EngineFailed(Exception):  # noqa: N818 - what it says
    """No part can be audited any more, whatever is in it; the text says why."""


class Answer(NamedTuple):
    """What became of a part. Without one its worker died; `blamed`: while it was at this very part."""

    key: int
    part: Part | None
    blamed: bool = False


class Engine(ABC):
    """Audits parts, several at once, in no order."""

    workers: int

    @property
    @abstractmethod
    def room(self) -> bool:
        """Whether another part can be given now."""

    @abstractmethod
    def give(self, key: int, items: list[Item], request: Request) -> None:
        """The items are on their way to a worker. Raises EngineFailed."""

    @abstractmethod
    def answers(self) -> list[Answer]:
        """What was answered since the last call; waits for the first. Raises EngineFailed."""

    @abstractmethod
    def close(self) -> None:
        """Nothing of it is left."""


def _ready() -> bool:
    return True


class _Lane:
    """One worker process, and what was given to it."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self.given: deque[tuple[int, Future[Part]]] = deque()
        self._executor: ProcessPoolExecutor = executor_of(1)

    def give(self, key: int, items: list[Item], request: Request) -> None:
        try:
            future = self._executor.submit(self._task, items, request)
        except BrokenProcessPool as error:  # it died while it had nothing to do, or just now
            future = Future()
            future.set_exception(error)
        self.given.append((key, future))

    def answers(self) -> list[Answer]:
        """What is answered; a process that died is replaced."""
        found = []
        while self.given and self.given[0][1].done():
            key, future = self.given[0]
            if isinstance(future.exception(), BrokenProcessPool):
                found += self._died()
                break
            self.given.popleft()
            found.append(Answer(key, future.result()))
        return found

    def _died(self) -> list[Answer]:
        """Of all that was given, the first is what the process was at."""
        wait([future for _, future in self.given])
        lost = [Answer(key, None, blamed=place == 0) for place, (key, _) in enumerate(self.given)]
        self.given.clear()
        for _ in range(STARTS):
            self.close()
            self._executor = executor_of(1)
            try:
                if self._executor.submit(_ready).result():
                    return lost
            except BrokenProcessPool:
                continue
        raise EngineFailed(f"a worker process cannot start: {STARTS} of them died before they had anything to do")

    def close(self) -> None:
        # Waiting matters: an interpreter that ends beside a pool still closing may complain about its pipes.
        self._executor.shutdown(wait=True, cancel_futures=True)


class LocalEngine(Engine):
    """Processes of this machine."""

    def __init__(self, workers: int, task: Task = audit_part) -> None:
        self.workers = workers
        self._lanes = [_Lane(task) for _ in range(workers)]

    @property
    def room(self) -> bool:
        return any(len(lane.given) < A_LANE for lane in self._lanes)

    def give(self, key: int, items: list[Item], request: Request) -> None:
        min(self._lanes, key=lambda lane: len(lane.given)).give(key, items, request)

    def answers(self) -> list[Answer]:
        wait([lane.given[0][1] for lane in self._lanes if lane.given], return_when=FIRST_COMPLETED)
        return [answer for lane in self._lanes for answer in lane.answers()]

    def close(self) -> None:
        for lane in self._lanes:
            lane.close()
