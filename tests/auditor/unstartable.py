"""Workers that cannot start, for tests."""

import multiprocessing
import os
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from pathlib import Path


@contextmanager
def no_worker_starts(folder: Path) -> Iterator[Path]:
    """What is started as a worker ends at once. A line for each is in the file."""
    program, starts = folder / "python", folder / "starts"
    program.write_text(f"#!/bin/sh\necho x >>'{starts}'\n", encoding="ascii")
    program.chmod(0o755)
    before = multiprocessing.spawn.get_executable()
    resource_tracker.ensure_running()  # a process of Python's own, which would be started by our program too
    multiprocessing.set_executable(str(program))
    try:
        yield starts
    finally:
        multiprocessing.set_executable(os.fsdecode(before))
