"""The audit of many sources, in this process or in several; what comes out, and its order, is the same.

The sources whose worker died are audited again, one at a time, and only one whose worker dies again is given up.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from typing import Final

from auditor.batch.audits import Outcome, Request, audit_source
from auditor.batch.items import Item, Skipped, Source, Unreadable
from auditor.workers import NotDone, Pool

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
    """The result of every item, in their order, by `jobs` processes; 1 is this one. Raises CannotStart."""
    if jobs == 1:
        for item in items:
            if isinstance(item, Source):
                yield from task([item], request)
            else:
                yield item
        return
    pool = Pool(jobs, task)
    try:
        yield from _results(items, request, pool, jobs * CHUNKS_A_WORKER)
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


Workers = Pool[list[Source], Request, list[Outcome]]


def _results(items: Iterable[Item], request: Request, workers: Workers, most: int) -> Iterator[Result]:
    """The result of every item, in their order, so many chunks at most under way."""
    waiting: deque[tuple[list[Item], Future[list[Outcome]]]] = deque()
    for chunk in _chunks(items):
        sources = [item for item in chunk if isinstance(item, Source)]
        waiting.append((chunk, workers.submit(sources, request)))
        if len(waiting) >= most:
            yield from _of_chunk(*waiting.popleft(), request, workers)
    while waiting:
        yield from _of_chunk(*waiting.popleft(), request, workers)


def _of_chunk(
    chunk: list[Item], future: "Future[list[Outcome]]", request: Request, workers: Workers
) -> Iterator[Result]:
    try:
        outcomes = iter(future.result())
    except NotDone:
        outcomes = (_alone(item, request, workers) for item in chunk if isinstance(item, Source))
    for item in chunk:
        yield next(outcomes) if isinstance(item, Source) else item


def _alone(source: Source, request: Request, workers: Workers) -> Outcome:
    """The outcome of a source with which a worker died, perhaps because of another one that it had too."""
    try:
        return workers.submit([source], request).result()[0]
    except NotDone as error:
        data = source.data if request.keep else b""
        return Outcome(source.name, games=1, crashes=((source.game, str(error)),), data=data)
