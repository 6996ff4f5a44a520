"""Parts of a batch as tasks of Ray, on a running cluster or one of this machine.

Ray lives in a process of its own: when its node dies it ends its process on the spot, and with status 1, which would
say that the batch is complete and has findings.
"""

import logging
import multiprocessing
import os
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from auditor.batch.audits import Request
from auditor.batch.engines import A_WORKER, Answer, Engine, EngineFailed, Task, attempt
from auditor.batch.items import Item
from auditor.batch.parts import Part, audit_part
from auditor.garbage import look_rarely
from auditor.workers import WORKER_DIED, prepare_worker

if TYPE_CHECKING:
    from ray import ObjectRef

OBJECT_STORE_BYTES: Final = 256 << 20  # of a cluster of our own: parts are small, and soon fetched
START_SECONDS: Final = 60.0  # for an answer of the cluster; Ray itself would go on asking for minutes
ENDING_SECONDS: Final = 20.0  # for a cluster of our own to end


class RayEngine(Engine):
    """The cluster at an address; without one a cluster of our own, with so many workers, which ends with us."""

    def __init__(self, address: str, workers: int, task: Task = audit_part) -> None:
        """Raises EngineFailed when there is no such cluster. `workers` 0: as many as the cluster has cores."""
        context = multiprocessing.get_context("spawn")
        self._pipe, its = context.Pipe()
        self._process = context.Process(target=_drive, args=(its, address, workers, task), daemon=True)
        self._process.start()
        its.close()  # or the end of that process would not end the pipe
        self._given = 0
        try:
            if not self._pipe.poll(START_SECONDS):
                raise EngineFailed(f"Ray does not answer within {START_SECONDS:g} seconds")
            self.workers: int = self._received()
        except BaseException:
            self._process.kill()
            self.close()
            raise

    @property
    def room(self) -> bool:
        return self._given < self.workers * A_WORKER

    def give(self, key: int, items: list[Item], request: Request) -> None:
        self._send(_Given(key, items, request))
        self._given += 1

    def answers(self) -> list[Answer]:
        self._send(None)
        found: list[Answer] = self._received()
        self._given -= len(found)
        return found

    def _send(self, what: "_Given | None") -> None:
        try:
            self._pipe.send(what)
        except OSError:
            raise EngineFailed(GONE) from None

    def _received(self) -> Any:
        """What the process sends. Raises EngineFailed when it says that it cannot go on, or is gone."""
        try:
            said = self._pipe.recv()
        except (EOFError, OSError):
            raise EngineFailed(GONE) from None
        if isinstance(said, str):
            raise EngineFailed(said)
        return said

    def close(self) -> None:
        self._pipe.close()  # it sees the end of it, and ends the cluster if that is its own
        self._process.join(ENDING_SECONDS)
        self._process.kill()
        self._process.join()


GONE: Final = "Ray ended: its node died, or could not be reached any more"


class _Given(NamedTuple):
    key: int
    items: list[Item]
    request: Request


def _drive(pipe: Connection, address: str, workers: int, task: Task) -> None:
    """The process that speaks to Ray: takes parts, and answers with what came of them when it is asked."""
    prepare_worker()
    try:
        import ray
        from ray.exceptions import RayError

        ready = _connected(address, workers)
    except Exception as error:  # noqa: BLE001 - Ray raises what it likes; the operator has to know
        pipe.send(f"Ray cannot be used: {_first_line(error)}")
        return
    try:
        pipe.send(ready)
        _serve(pipe, task)
    except (EOFError, OSError):
        pass  # the batch is done, or gone
    except RayError as error:
        pipe.send(f"Ray failed: {_first_line(error)}")
    finally:
        ray.shutdown()  # ends what is under way, too


def _connected(address: str, workers: int) -> int:
    """The number of workers, when there is a connection to the cluster."""
    import ray

    own: dict[str, Any] = {} if address else {"num_cpus": workers, "object_store_memory": OBJECT_STORE_BYTES}
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it would tell its makers of every start
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # what it warns of without accelerators
    ray.init(
        address=address or "local",
        include_dashboard=None if address else False,
        log_to_driver=False,
        logging_level=logging.ERROR,
        **own,
    )
    cores: Callable[[], dict[str, float]] = ray.cluster_resources
    return workers or max(1, int(cores().get("CPU", 1)))


def _serve(pipe: Connection, task: Task) -> None:
    import ray

    # A task that dies is tried again by whoever supervises this engine, not by Ray.
    remote: Any = ray.remote(num_cpus=1, max_retries=0)(_audited)
    keys: dict[ObjectRef[Any], int] = {}
    while True:
        asked: _Given | None = pipe.recv()
        if asked is not None:
            keys[remote.remote(task, asked.items, asked.request)] = asked.key
            continue
        ready, _ = ray.wait(list(keys), num_returns=1)
        pipe.send([_answer(one, keys.pop(one)) for one in ready])


def _answer(ready: Any, key: int) -> Answer:
    """What came of a task. Raises RayError when it is not the worker that failed."""
    import ray
    from ray.exceptions import (
        LocalRayletDiedError,
        NodeDiedError,
        ObjectLostError,
        OutOfMemoryError,
        WorkerCrashedError,
    )

    try:
        came: Part | str = ray.get(ready)
    except (WorkerCrashedError, OutOfMemoryError, NodeDiedError, LocalRayletDiedError, ObjectLostError):
        came = WORKER_DIED
    return Answer(key, None, came) if isinstance(came, str) else Answer(key, came)


def _audited(task: Task, items: list[Item], request: Request) -> Part | str:
    """What Ray runs."""
    look_rarely()
    return attempt(task, items, request)


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__
