"""A pool whose workers die, cannot start, or answer what cannot be sent: nobody waits for ever, and others go on.

Whatever is waited for has a time limit, so that a pool that hangs fails its test.
"""

import multiprocessing
import os
import random
import resource
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, wait
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic, sleep
from typing import TypeVar

import pytest

from auditor.workers import WORKER_DIED, CannotStart, Pool, TaskFailed, WorkerDied
from tests.auditor.unstartable import no_worker_starts

SECONDS = 60.0
R = TypeVar("R")


@contextmanager
def pool(workers: int, task: Callable[[str], R]) -> Iterator[Pool[str, R]]:
    """A pool, which has ended soon after the test is done with it."""
    made = Pool(workers, task)
    try:
        yield made
    finally:
        close_soon(made)
    assert multiprocessing.active_children() == []


def close_soon(made: Pool[str, R]) -> None:
    closing = threading.Thread(target=made.close, daemon=True)
    closing.start()
    closing.join(SECONDS)
    assert not closing.is_alive(), "the pool does not end"


def waited_for(true: Callable[[], bool]) -> None:
    last = monotonic() + SECONDS
    while not true():
        assert monotonic() < last
        sleep(0.01)


def got(future: "Future[R]") -> R:
    return future.result(SECONDS)


def kill(pid: int) -> None:
    """The worker is killed, and its end is over."""
    os.kill(pid, signal.SIGKILL)
    waited_for(lambda: pid not in [child.pid for child in multiprocessing.active_children()])


def act(text: str) -> int:
    """What a test asks for: it dies, waits or raises; else its process."""
    if text == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if text == "exit":
        os._exit(0)
    if text == "leave":
        sys.exit(0)
    if text == "wait":
        sleep(10 * SECONDS)
    if text == "raise":
        raise KeyError("ours")
    if text == "odd":
        raise Odd("one", "two")
    return os.getpid()


class Odd(Exception):  # noqa: N818
    """An exception that cannot be unpickled."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(one + two)


def test_processes_start_when_there_is_more_to_do_than_there_are() -> None:
    with pool(2, act) as workers:
        assert multiprocessing.active_children() == []
        pids = {got(workers.submit("")) for _ in range(5)}
        assert len(pids) == 1
        assert os.getpid() not in pids
        waiting = [workers.submit("wait") for _ in range(3)]
        waited_for(lambda: len(multiprocessing.active_children()) == 2)
        sleep(0.1)
        assert len(multiprocessing.active_children()) == 2
        assert not any(future.done() for future in waiting)


def test_large_things_come_and_go() -> None:
    with pool(2, echo) as workers:
        futures = [workers.submit("x" * size) for size in (0, 1, 1 << 14, 1 << 20, 20 << 20)]
        assert [len(got(future)) for future in futures] == [0, 1, 1 << 14, 1 << 20, 20 << 20]


def echo(text: str) -> str:
    return text


@pytest.mark.parametrize("end", ["die", "exit", "leave"])
def test_a_worker_that_dies_takes_one_task_with_it(end: str) -> None:
    with pool(2, act) as workers:
        futures = [workers.submit(end if number in (3, 4, 8) else "") for number in range(12)]
        died = [type(future.exception(SECONDS)) is WorkerDied for future in futures]
        assert died == [number in (3, 4, 8) for number in range(12)]
        assert str(futures[3].exception()) == WORKER_DIED


def test_a_worker_that_is_killed_while_it_has_nothing_to_do_takes_nothing_with_it() -> None:
    with pool(1, act) as workers:
        pids = [got(workers.submit(""))]
        for _ in range(3):
            kill(pids[-1])
            pids.append(got(workers.submit("")))
        assert len(set(pids)) == 4


def breaks_off(size: str) -> bytes:
    """Its process is killed in the middle of what it sends next that has more bytes than so many."""

    def half(self: Connection, data: bytes, write: object = None) -> None:
        if len(data) <= int(size):
            os.write(self.fileno(), data)
            return
        os.write(self.fileno(), bytes(data[: len(data) // 2]))
        os.kill(os.getpid(), signal.SIGKILL)

    Connection._send = half  # type: ignore[attr-defined]
    return bytes(10 << 20)


@pytest.mark.parametrize("size", ["0", "1000"])
def test_a_worker_that_is_killed_in_the_middle_of_its_answer_died(size: str) -> None:
    """In the middle of the length that stands before the answer, and of the answer."""
    with pool(1, breaks_off) as workers:
        for _ in range(2):
            with pytest.raises(WorkerDied):
                got(workers.submit(size))


def test_workers_that_are_killed_at_any_moment_let_nobody_wait() -> None:
    with pool(2, megabytes) as workers:
        chance = random.Random(7)
        futures = [workers.submit(str(number % 7)) for number in range(150)]
        kills = 0
        while not all(future.done() for future in futures) and kills < 40:
            sleep(chance.random() * 0.15)
            for child in multiprocessing.active_children()[: chance.randint(1, 2)]:
                assert child.pid is not None
                os.kill(child.pid, signal.SIGKILL)  # not waited for: it is its parent's
                kills += 1
        lost = 0
        for number, future in enumerate(futures):
            error = future.exception(SECONDS)
            if error is None:
                assert future.result() == bytes(number % 7 << 20)
            else:
                assert isinstance(error, WorkerDied | CannotStart)
                lost += 1
        assert kills > 0
        assert lost <= kills
        assert got(workers.submit("1")) == bytes(1 << 20)


def megabytes(number: str) -> bytes:
    return bytes(int(number) << 20)


def test_what_a_task_raises_comes_as_text() -> None:
    with pool(1, act) as workers:
        pid = got(workers.submit(""))
        with pytest.raises(TaskFailed, match=r"(?s)^Traceback .*, in act\n.*KeyError: 'ours'\n$"):
            got(workers.submit("raise"))
        with pytest.raises(TaskFailed, match="Odd: onetwo"):
            got(workers.submit("odd"))
        assert got(workers.submit("")) == pid


def unsendable(text: str) -> Callable[[], str]:
    return lambda: text


def unreceivable(text: str) -> Exception:
    return Odd(text, "two")


def test_what_cannot_be_sent_is_told() -> None:
    with pool(1, unsendable) as workers, pytest.raises(TaskFailed, match=r"Can't pickle|[Cc]an't get local"):
        got(workers.submit(""))
    with pool(1, unreceivable) as workers:
        for _ in range(2):
            with pytest.raises(TypeError, match="missing 1 required positional argument: 'two'"):
                got(workers.submit("one"))
    with pool(1, act) as workers:
        with pytest.raises(AttributeError, match="local object"):
            got(workers.submit(lambda: ""))  # type: ignore[arg-type]
        assert got(workers.submit("")) > 0


def test_a_worker_that_cannot_start_is_told_and_tried_again(tmp_path: Path) -> None:
    with pool(1, act) as workers:
        with no_worker_starts(tmp_path) as starts:
            futures = [workers.submit("") for _ in range(2)]
            for future in futures:
                with pytest.raises(
                    CannotStart, match=r"^no worker can start: 3 of them died before they had anything to do$"
                ):
                    got(future)
        assert starts.read_text(encoding="ascii") == "x\n" * 6
        assert got(workers.submit("")) > 0


def test_a_worker_that_cannot_import_its_task_says_so() -> None:
    elsewhere.__module__ = "gone"
    sys.modules["gone"] = sys.modules[__name__]
    try:
        with (
            pool(1, elsewhere) as workers,
            pytest.raises(CannotStart, match="do: ModuleNotFoundError: No module named"),
        ):
            got(workers.submit(""))
    finally:
        del sys.modules["gone"]


def elsewhere(text: str) -> str:
    """Of a module that a worker cannot import: see the test."""
    raise AssertionError


def test_a_task_that_no_worker_could_find_is_refused_at_once() -> None:
    with pytest.raises(AttributeError, match="local object"):
        Pool(1, lambda: None)


def test_a_system_without_room_for_a_worker_is_told() -> None:
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    with pool(1, act) as workers:
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, limits[1]))
        try:
            error = workers.submit("").exception(SECONDS)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, limits)
        assert type(error) is CannotStart
        assert str(error) == "no worker can start: Too many open files"
        assert got(workers.submit("")) > 0


def begin(path: str) -> int:
    """Says in a file that it has begun, where one is named, and goes on for long."""
    if path:
        Path(path).touch()
        sleep(10 * SECONDS)
    return os.getpid()


def test_what_no_worker_has_begun_can_be_cancelled(tmp_path: Path) -> None:
    with pool(1, begin) as workers:
        first, second, third = (workers.submit(text) for text in (str(tmp_path / "1"), str(tmp_path / "2"), ""))
        waited_for((tmp_path / "1").exists)
        assert second.cancel()
        assert not first.cancel()
        (child,) = multiprocessing.active_children()
        assert child.pid is not None
        kill(child.pid)
        assert got(third) > 0
        with pytest.raises(WorkerDied):
            got(first)
        assert not (tmp_path / "2").exists()


def test_a_pool_that_is_closed_leaves_nothing_open() -> None:
    with pool(2, act) as workers:
        futures = [workers.submit("wait") for _ in range(5)]
        waited_for(futures[1].running)
        close_soon(workers)
        assert multiprocessing.active_children() == []
        futures.append(workers.submit(""))
        done, _ = wait(futures, SECONDS)
        assert len(done) == 6
        for future in futures:
            with pytest.raises(CancelledError):
                got(future)


def test_a_pool_that_is_closed_while_workers_start_leaves_none() -> None:
    for pause in range(0, 100, 7):
        with pool(2, act) as workers:
            futures = [workers.submit("wait") for _ in range(3)]
            sleep(pause / 1000)
            close_soon(workers)
            for future in futures:
                assert future.done()


def arguments(text: str) -> list[str]:
    return [*sys.argv, text]


def test_our_arguments_are_not_sent_to_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ["auditor", *["log.xml"] * 100_000]
    monkeypatch.setattr(sys, "argv", asked)
    with pool(1, arguments) as workers:
        assert got(workers.submit("")) == ["auditor", ""]
    assert sys.argv is asked


def test_a_future_may_ask_for_more_when_it_is_done() -> None:
    """As the service does, in the thread of the lane."""
    more: list[Future[int]] = []
    with pool(1, act) as workers:
        for text in ("", "die"):
            asked = threading.Event()

            def ask(_: "Future[int]", asked: threading.Event = asked) -> None:
                more.append(workers.submit(""))
                asked.set()

            workers.submit(text).add_done_callback(ask)
            assert asked.wait(SECONDS)
            assert got(more[-1]) > 0
