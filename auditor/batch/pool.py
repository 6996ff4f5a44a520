"""The audit of many sources, in this process or in several; what comes out, and its order, is the same.

``multiprocessing.Pool`` waits for ever when a worker is killed. An executor says so, but not which task it was: all
that were under way are then run again, one source at a time, and only a source whose worker dies again is given up.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from auditor.batch.audits import Outcome, Request, audit_source
from auditor.batch.items import Item, Skipped, Source, Unreadable
from auditor.workers import WORKER_DIED, executor_of

CHUNK_SOURCES: Final = 16
CHUNK_BYTES: Final = 1 << 20
CHUNKS_A_WORKER: Final = 4  # under way at once: enough to keep it busy while the oldest is waited for

Result = Outcome | Skipped | Unreadable
"""An outcome in the place of every source; the other items as they are."""


def audit_chunk(sources: list[Source], request: Request) -> list[Outcome]:
    """The outcomes of some sources; the task of a worker."""
    return [audit_source(source, request) for source in sources]


Task = Callable[[list[Source], Request], list[Outcome]]


def results(items: Iterable[Item], request: Request, jobs: int, task: Task = audit_chunk) -> Iterator[Result]:
    """The result of every item, in their order, by `jobs` processes; 1 is this one."""
    if jobs == 1:
        for item in items:
            if isinstance(item, Source):
                yield from task([item], request)
            else:
                yield item
        return
    pool = _Pool(request, jobs, task)
    try:
        yield from pool.results(items)
    finally:
        pool.close()


def _chunks(items: Iterable[Item]) -> Iterator[list[Item]]:
    """The items in runs, the first ones short so that every worker soon has something to do."""
    chunk: list[Item] = []
    size = 0
    most = 1
    for item in items:
        chunk.append(item)
        size += len(item.data) if isinstance(item, Source) else 0
        if len(chunk) >= most or size >= CHUNK_BYTES:
            yield chunk
            chunk, size, most = [], 0, min(most + 1, CHUNK_SOURCES)
    if chunk:
        yield chunk


Waiting = tuple[list[Item], "Future[list[Outcome]]"]


class _Pool:
    """Workers, started anew when one of them is killed."""

    def __init__(self, request: Request, jobs: int, task: Task) -> None:
        self._request = request
        self._task = task
        self._jobs = jobs
        self._executor = executor_of(jobs)

    def close(self) -> None:
        """Nothing more is begun; what a worker is at, it ends.

        Waiting for that matters: an interpreter that ends beside a pool still closing may complain about its pipes.
        """
        self._executor.shutdown(wait=True, cancel_futures=True)

    def results(self, items: Iterable[Item]) -> Iterator[Result]:
        waiting: deque[Waiting] = deque()
        for chunk in _chunks(items):
            waiting.append((chunk, self._submit(chunk)))
            if len(waiting) >= self._jobs * CHUNKS_A_WORKER:
                yield from self._oldest(waiting)
        while waiting:
            yield from self._oldest(waiting)

    def _submit(self, chunk: list[Item]) -> "Future[list[Outcome]]":
        sources = [item for item in chunk if isinstance(item, Source)]
        try:
            return self._executor.submit(self._task, sources, self._request)
        except BrokenProcessPool as error:
            future: Future[list[Outcome]] = Future()
            future.set_exception(error)
            return future

    def _oldest(self, waiting: deque[Waiting]) -> Iterator[Result]:
        chunk, future = waiting.popleft()
        try:
            outcomes = iter(future.result())
        except BrokenProcessPool:
            yield from self._again([chunk, *(chunk for chunk, _ in waiting)], waiting)
            return
        for item in chunk:
            yield next(outcomes) if isinstance(item, Source) else item

    def _again(self, chunks: list[list[Item]], waiting: deque[Waiting]) -> Iterator[Result]:
        """The results of chunks that were under way when a worker died, each source in a process of its own."""
        waiting.clear()
        self.close()
        executor = executor_of(1)
        try:
            for chunk in chunks:
                for item in chunk:
                    if not isinstance(item, Source):
                        yield item
                        continue
                    try:
                        yield executor.submit(self._task, [item], self._request).result()[0]
                    except BrokenProcessPool:
                        data = item.data if self._request.keep else b""
                        yield Outcome(item.name, games=1, crashes=((item.game, WORKER_DIED),), data=data)
                        executor = executor_of(1)
        finally:
            executor.shutdown(wait=True, cancel_futures=True)
        self._executor = executor_of(self._jobs)
