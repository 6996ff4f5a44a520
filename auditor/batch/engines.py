"""Who audits the parts of a batch: an engine takes some at a time and says of each what came of it, or that it died."""

import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import Final, NamedTuple

from auditor.batch.audits import Request
from auditor.batch.items import Item
from auditor.batch.parts import Part, audit_part
from auditor.workers import CannotStart, NotDone, Pool

A_WORKER: Final = 2
"""Parts given for each worker: one that it is at, one that it can begin at once."""

Task = Callable[[list[Item], Request], Part]


class EngineFailed(Exception):  # noqa: N818 - what it says
    """No part can be audited any more, whatever is in it; the text says why."""


class Answer(NamedTuple):
    """What became of a part: what came of it, or what befell the worker that was at it."""

    key: int
    part: Part | None
    fault: str = ""  # traceback, or that the worker died


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
        """Nothing of it is left, and what was under way is given up."""


def attempt(task: Task, items: list[Item], request: Request) -> Part | str:
    """What came of the items, or the traceback of our own fault."""
    try:
        return task(items, request)
    except Exception:  # noqa: BLE001 - whatever it is, it is ours: the game that does it is looked for
        return traceback.format_exc()


class LocalEngine(Engine):
    """Processes of this machine, started when there is something for them to do."""

    def __init__(self, workers: int, task: Task = audit_part) -> None:
        self.workers = workers
        self._pool = Pool(workers, task)
        self._given = 0
        self._done: SimpleQueue[tuple[int, Future[Part]]] = SimpleQueue()

    @property
    def room(self) -> bool:
        return self._given < self.workers * A_WORKER

    def give(self, key: int, items: list[Item], request: Request) -> None:
        self._given += 1
        self._pool.submit(items, request).add_done_callback(partial(self._landed, key))

    def _landed(self, key: int, future: "Future[Part]") -> None:
        self._done.put((key, future))

    def answers(self) -> list[Answer]:
        done = [self._done.get()]
        with suppress(Empty):
            while True:
                done.append(self._done.get_nowait())
        self._given -= len(done)
        return [_answer(key, future) for key, future in done]

    def close(self) -> None:
        self._pool.close()


def _answer(key: int, future: "Future[Part]") -> Answer:
    """What the future of a part says. Raises EngineFailed."""
    try:
        return Answer(key, future.result())
    except NotDone as error:
        return Answer(key, None, str(error))
    except CannotStart as error:
        raise EngineFailed(str(error)) from error
