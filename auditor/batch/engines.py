"""Who audits the parts of a batch: an engine takes some at a time and says of each what came of it, or that it died.

The local one has a process a lane, and a pipe to it whose other end only that process holds. So a process that dies is
known at once, with the part it was at, and the other lanes go on. An executor of processes would fail all that is under
way, and waits for ever for one that was killed while it wrote its result: it holds that end of the pipe itself.
"""

import multiprocessing
import threading
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import Final, NamedTuple

from auditor.batch.audits import Request
from auditor.batch.items import Item
from auditor.batch.parts import Part, audit_part
from auditor.workers import WORKER_DIED, prepare_worker

A_WORKER: Final = 2
"""Parts given for each worker: one that it is at, one that it can begin at once."""
STARTS: Final = 3
"""A worker that cannot even start is tried so often: others may be killed from outside in between."""

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


Given = tuple[int, list[Item], Request]


def attempt(task: Task, items: list[Item], request: Request) -> Part | str:
    """What came of the items, or the traceback of our own fault."""
    try:
        return task(items, request)
    except Exception:  # noqa: BLE001 - whatever it is, it is ours: the game that does it is looked for
        return traceback.format_exc()


def _serve(pipe: Connection, task: Task) -> None:
    """A worker: audits what comes through the pipe until that is closed."""
    prepare_worker()
    with suppress(EOFError, BrokenPipeError):
        pipe.send(None)  # it is there
        while True:
            items, request = pipe.recv()
            pipe.send(attempt(task, items, request))


class _Lane:
    """A thread that hands parts to one worker after another, and a new one when a worker dies."""

    def __init__(self, task: Task, parts: "SimpleQueue[Given | None]", answers: "SimpleQueue[Answer | str]") -> None:
        self._task = task
        self._parts = parts
        self._answers = answers
        self._process: multiprocessing.process.BaseProcess | None = None
        self._closing = False
        self._lock = threading.Lock()  # a process that is started while the lane is closed has to end too
        self._thread = threading.Thread(target=self._work, name="lane", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """The worker is gone, whatever it was at, and so is the thread. The queue has a None for each lane."""
        with self._lock:
            self._closing = True
            if self._process is not None:
                self._process.kill()
        self._thread.join()

    def _work(self) -> None:
        pipe: Connection | None = None
        while (given := self._parts.get()) is not None:
            key, items, request = given
            try:
                pipe = pipe or self._started()
            except EngineFailed as error:
                self._answers.put(str(error))
                break
            if pipe is None:
                break
            try:
                pipe.send((items, request))
                came: Part | str = pipe.recv()
            except (EOFError, OSError):  # it died; a kill in the middle of its answer too ends the pipe
                self._ended(pipe)
                pipe = None
                came = WORKER_DIED
            self._answers.put(Answer(key, None, came) if isinstance(came, str) else Answer(key, came))
            del given, items, came  # this thread may wait long for the next ones
        if pipe is not None:
            self._ended(pipe)

    def _started(self) -> Connection | None:
        """The pipe to a worker that is there; None when the lane is to be closed. Raises EngineFailed."""
        context = multiprocessing.get_context("spawn")  # a fork copies threads and locks in any state
        for _ in range(STARTS):
            ours, its = context.Pipe()
            with self._lock:
                if self._closing:
                    return None
                self._process = context.Process(target=_serve, args=(its, self._task), daemon=True)
                self._process.start()
            its.close()  # or its death would not end the pipe
            try:
                ours.recv()
                return ours
            except (EOFError, OSError):
                self._ended(ours)
        if self._closing:
            return None
        raise EngineFailed(f"no worker can start: {STARTS} of them died before they had anything to do")

    def _ended(self, pipe: Connection) -> None:
        """The worker is gone: it sees the end of the pipe."""
        pipe.close()
        assert self._process is not None
        self._process.join()


class LocalEngine(Engine):
    """Processes of this machine, started when there is something for them to do."""

    def __init__(self, workers: int, task: Task = audit_part) -> None:
        self.workers = workers
        self._task = task
        self._given = 0
        self._parts: SimpleQueue[Given | None] = SimpleQueue()
        self._answers: SimpleQueue[Answer | str] = SimpleQueue()
        self._lanes: list[_Lane] = []

    @property
    def room(self) -> bool:
        return self._given < self.workers * A_WORKER

    def give(self, key: int, items: list[Item], request: Request) -> None:
        self._parts.put((key, items, request))
        self._given += 1
        if len(self._lanes) < min(self._given, self.workers):
            self._lanes.append(_Lane(self._task, self._parts, self._answers))

    def answers(self) -> list[Answer]:
        found = [self._answers.get()]
        with suppress(Empty):
            while True:
                found.append(self._answers.get_nowait())
        self._given -= len(found)
        for one in found:
            if isinstance(one, str):
                raise EngineFailed(one)
        return [one for one in found if isinstance(one, Answer)]

    def close(self) -> None:
        for _ in self._lanes:
            self._parts.put(None)
        for lane in self._lanes:
            lane.close()
        self._lanes.clear()
