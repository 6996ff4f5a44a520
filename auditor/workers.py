"""Processes that audit: started anew rather than copied, and never left behind."""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from auditor.garbage import look_rarely

WORKER_DIED: Final = "the process that audited it died"


def executor_of(jobs: int) -> ProcessPoolExecutor:
    """An executor of so many processes; they start when there is work.

    ``multiprocessing.Pool`` waits for ever when a worker is killed; an executor says so.
    """
    context = multiprocessing.get_context("spawn")  # a fork copies threads and locks in any state
    return ProcessPoolExecutor(jobs, context, initializer=prepare_worker)


def prepare_worker() -> None:
    """A worker leaves Ctrl-C to its parent, and ends when the parent is gone, killed or not."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # not SIGTERM: an executor that breaks ends its workers by it
    look_rarely()
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: "multiprocessing.process.BaseProcess") -> None:
    parent.join()
    os._exit(1)
