"""Processes that audit: started anew rather than copied, replaced when they die, and never left behind.

A pool has lanes, each a thread, a process and a pipe whose other end only that process holds. So it is known at once
that a process died, also in the middle of its answer, and which task it was at; the other lanes go on (ADR 21).
"""

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import Any, Final, Generic, NamedTuple, TypeVar, TypeVarTuple

from auditor.garbage import look_rarely

WORKER_DIED: Final = "the process that audited it died"
STARTS: Final = 3
"""A worker that cannot even start is tried so often: others may be killed from outside in between."""
DIED_AT_ONCE: Final = f"{STARTS} of them died before they had anything to do"

HAND_OVER_SECONDS: Final = 0.001
"""After so long a thread that computes lets another one go on, where workers are: a worker waits when its lane does."""

R = TypeVar("R")
Ts = TypeVarTuple("Ts")


class NotDone(Exception):  # noqa: N818 - what it says
    """A worker was at the task, and nothing came of it; the text says why."""


class WorkerDied(NotDone):
    """The process that was at the task is gone, killed or not."""

    def __init__(self) -> None:
        super().__init__(WORKER_DIED)


class TaskFailed(NotDone):
    """The task raised an exception; the text is its traceback."""


class CannotStart(Exception):  # noqa: N818 - what it says
    """There is no worker for the task and none can be started; the text says why."""


class _Job(NamedTuple, Generic[R]):
    """A task to be done, and what comes of it."""

    args: tuple[object, ...]
    future: "Future[R]"


class Pool(Generic[*Ts, R]):
    """So many processes that do one task; each starts when there is more to do than there are processes."""

    def __init__(self, workers: int, task: Callable[[*Ts], R]) -> None:
        """The task is a function of a module: a process finds it there."""
        self._workers = workers
        self._task = pickle.dumps(task)
        self._jobs: SimpleQueue[_Job[R] | None] = SimpleQueue()
        self._lanes: list[_Lane[R]] = []
        self._unfinished = 0
        self._closed = False
        self._lock = threading.Lock()
        sys.setswitchinterval(min(sys.getswitchinterval(), HAND_OVER_SECONDS))

    def submit(self, *args: *Ts) -> "Future[R]":
        """What will come of the task: also WorkerDied, TaskFailed and CannotStart, of this task alone.

        It can be cancelled as long as no worker has begun it. It is CancelledError when the pool is closed before.
        """
        future: Future[R] = Future()
        with self._lock:
            if not self._closed:
                try:
                    if len(self._lanes) < min(self._unfinished + 1, self._workers):
                        self._lanes.append(_Lane(self._task, self._jobs, self._finished))
                except RuntimeError as error:  # the system has no thread for us
                    if not self._lanes:
                        future.set_exception(CannotStart(f"no worker can start: {error}"))
                        return future
                self._unfinished += 1
                self._jobs.put(_Job(args, future))
                return future
        _cancelled(future)
        return future

    def _finished(self) -> None:
        with self._lock:
            self._unfinished -= 1

    def close(self) -> None:
        """No process is left, whatever it was at, and no future is open."""
        with self._lock:
            self._closed = True
            lanes = self._lanes
            self._lanes = []
        with suppress(Empty):
            while True:
                job = self._jobs.get_nowait()
                if job is not None:
                    _cancelled(job.future)
        for lane in lanes:
            self._jobs.put(None)
            lane.kill()
        for lane in lanes:
            lane.join()


def _cancelled(future: "Future[R]") -> None:
    """The future, which no worker has begun, is cancelled, and whoever waits for it knows."""
    future.cancel()
    future.set_running_or_notify_cancel()


class _Lane(Generic[R]):
    """A thread that hands tasks to one worker after another, and begins a new one when a worker dies."""

    def __init__(self, task: bytes, jobs: "SimpleQueue[_Job[R] | None]", finished: Callable[[], None]) -> None:
        """Raises RuntimeError when no thread can start."""
        self._task = task
        self._jobs = jobs
        self._finished = finished
        self._pipe: Connection | None = None
        self._process: multiprocessing.process.BaseProcess | None = None
        self._closing = False
        self._lock = threading.Lock()  # a process that is started while the lane is closed has to end too
        self._thread = threading.Thread(target=self._work, name="lane", daemon=True)
        self._thread.start()

    def kill(self) -> None:
        """The worker dies, whatever it is at, and is not replaced."""
        with self._lock:
            self._closing = True
            if self._process is not None:
                self._process.kill()

    def join(self) -> None:
        """The lane is gone. It was killed before, and its queue has a None for it."""
        self._thread.join()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            if not job.future.set_running_or_notify_cancel():
                self._finished()
                continue
            try:
                result = self._result(job.args)
            except BaseException as error:  # noqa: BLE001 - whatever it is, somebody waits for the future
                self._finished()
                job.future.set_exception(error)
            else:
                self._finished()
                job.future.set_result(result)
                del result
            del job  # this thread may wait long for the next one
        self._end()

    def _result(self, args: tuple[object, ...]) -> R:
        """What the task gives. Raises NotDone, CannotStart; CancelledError when the lane is closed."""
        pipe = self._worker()
        try:
            pipe.send_bytes(pickle.dumps(args))
            answer: tuple[bool, Any] = pipe.recv()
        except BaseException as error:
            self._end()
            if not isinstance(error, EOFError | OSError):
                raise
            # It died; a kill in the middle of its answer ends the pipe too.
            raise CancelledError if self._closing else WorkerDied from None
        fine, came = answer
        if not fine:
            raise TaskFailed(came)
        result: R = came
        return result

    def _worker(self) -> Connection:
        """The pipe to a worker that is there. Raises CannotStart; CancelledError when the lane is closed."""
        if self._pipe is not None and self._pipe.poll():
            self._end()  # nobody asked it: what can be read is its end, and it was at no task
        why = ""
        for _ in range(0 if self._pipe else STARTS):
            try:
                self._pipe = pipe = self._started()
            except OSError as error:
                why = error.strerror or str(error)
                continue
            try:
                why = pipe.recv()
                if not why:
                    break
            except (EOFError, OSError):
                why = DIED_AT_ONCE
            self._end()
        if self._pipe is not None:
            return self._pipe
        if self._closing:
            raise CancelledError
        raise CannotStart(f"no worker can start: {why}")

    def _started(self) -> Connection:
        """The pipe to a new worker, which will say when it is there. Raises OSError; CancelledError as above."""
        context = multiprocessing.get_context("spawn")  # a fork copies threads and locks in any state
        ours, its = context.Pipe()
        try:
            with self._lock:
                if self._closing:
                    raise CancelledError
                process = context.Process(target=_serve, args=(its, self._task), daemon=True)
                _start(process)
                self._process = process
        except BaseException:
            ours.close()
            raise
        finally:
            its.close()  # or the worker's death would not end the pipe
        return ours

    def _end(self) -> None:
        """The worker is gone, if there was one."""
        if self._pipe is not None:
            assert self._process is not None
            self._pipe.close()
            self._process.kill()
            self._process.join()
            self._pipe = None


_starting: Final = threading.Lock()


def _start(process: multiprocessing.process.BaseProcess) -> None:
    """The process is started, but without our arguments.

    They would be written into a pipe that our own process reads from too, so thousands of paths in it would let us wait
    for ever for a worker that is killed at once.
    """
    with _starting:
        arguments = sys.argv
        sys.argv = arguments[:1]
        # A Ctrl-C that comes before the worker leaves it to us would make it die with a traceback.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # only this thread's, and what it starts
        try:
            process.start()
        finally:
            sys.argv = arguments


def _serve(pipe: Connection, encoded: bytes) -> None:
    """A worker: does the task with what comes through the pipe, until that is closed."""
    prepare_worker()
    with suppress(EOFError, OSError):
        try:
            task: Callable[..., object] = pickle.loads(encoded)
        except Exception as error:  # noqa: BLE001 - a module that cannot be imported raises what it likes
            pipe.send(f"{DIED_AT_ONCE}: {type(error).__name__}: {error}")
            return
        pipe.send("")  # it is there
        while True:
            pipe.send_bytes(_attempt(task, pipe.recv_bytes()))


def _attempt(task: Callable[..., object], args: bytes) -> bytes:
    """Whether the task gave something, and what; or the traceback, also of what cannot be sent."""
    try:
        return pickle.dumps((True, task(*pickle.loads(args))))
    except Exception:  # noqa: BLE001 - whatever it is, it belongs to the one who waits for the task
        return pickle.dumps((False, traceback.format_exc()))


def prepare_worker() -> None:
    """A worker leaves Ctrl-C to its parent, and ends when the parent is gone, killed or not."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # not SIGTERM: what is left at our parent's end, it ends by that
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    look_rarely()
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: "multiprocessing.process.BaseProcess") -> None:
    parent.join()
    os._exit(1)
