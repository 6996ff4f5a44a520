"""Parts of a batch as tasks of Ray, on a running cluster or one of this machine. Imported only when it is asked for."""

import logging
import os
from typing import Any, Final

import ray
from ray.exceptions import (
    LocalRayletDiedError,
    NodeDiedError,
    ObjectLostError,
    OutOfMemoryError,
    RayError,
    WorkerCrashedError,
)

from auditor.batch.audits import Request
from auditor.batch.engines import A_WORKER, Answer, Engine, EngineFailed, Task, attempt
from auditor.batch.items import Item
from auditor.batch.parts import Part, audit_part
from auditor.garbage import look_rarely
from auditor.workers import WORKER_DIED

OBJECT_STORE_BYTES: Final = 256 << 20  # of a cluster of our own: parts are small, and soon fetched
DIED: Final = (WorkerCrashedError, OutOfMemoryError, NodeDiedError, LocalRayletDiedError, ObjectLostError)


def _audited(task: Task, items: list[Item], request: Request) -> Part | str:
    """What Ray runs."""
    look_rarely()
    return attempt(task, items, request)


class RayEngine(Engine):
    """The cluster at an address; without one a cluster of our own, with so many workers, which ends with us."""

    def __init__(self, address: str, workers: int, task: Task = audit_part) -> None:
        """Raises EngineFailed when there is no such cluster. `workers` 0: as many as the cluster has cores."""
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it would tell its makers of every start
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # what it warns of without accelerators
        own: dict[str, Any] = {} if address else {"num_cpus": workers, "object_store_memory": OBJECT_STORE_BYTES}
        try:
            ray.init(
                address=address or "local",
                include_dashboard=None if address else False,
                log_to_driver=False,
                logging_level=logging.ERROR,
                **own,
            )
        except (RayError, ConnectionError, RuntimeError, ValueError, OSError) as error:
            raise EngineFailed(f"Ray cannot be used: {str(error).strip().partition(chr(10))[0]}") from error
        self.workers = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))  # type: ignore[no-untyped-call]
        # A task that dies is tried again by whoever supervises this engine, not by Ray.
        self._task: Any = ray.remote(num_cpus=1, max_retries=0)(_audited)
        self._what = task
        self._given: dict[Any, int] = {}

    @property
    def room(self) -> bool:
        return len(self._given) < self.workers * A_WORKER

    def give(self, key: int, items: list[Item], request: Request) -> None:
        try:
            self._given[self._task.remote(self._what, items, request)] = key
        except RayError as error:
            raise _failed(error) from error

    def answers(self) -> list[Answer]:
        try:
            ready, _ = ray.wait(list(self._given), num_returns=1)
        except RayError as error:
            raise _failed(error) from error
        return [self._answer(one) for one in ready]

    def _answer(self, ready: Any) -> Answer:
        key = self._given.pop(ready)
        try:
            came: Part | str = ray.get(ready)
        except DIED:
            came = WORKER_DIED
        except RayError as error:
            raise _failed(error) from error
        return Answer(key, None, came) if isinstance(came, str) else Answer(key, came)

    def close(self) -> None:
        for one in self._given:
            ray.cancel(one, force=True)
        self._given.clear()
        ray.shutdown()


def _failed(error: RayError) -> EngineFailed:
    return EngineFailed(f"Ray failed: {str(error).strip().partition(chr(10))[0]}")
