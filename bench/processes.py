"""Whole processes of `auditor`: how long it takes to start, and how much memory an audit needs."""

import os
import subprocess
import time
from collections.abc import Sequence
from typing import Final

from bench.measure import ROOT, environment_of

STARTS: Final = 5


def _usage_of(python: str, *arguments: str) -> tuple[float, int]:
    """Seconds of processor time, and MiB at the peak, of `auditor` with the arguments.

    What a process had before it became another program counts into its peak: so nothing large may be loaded here.
    """
    command = [python, "-m", "auditor.cli.main", *arguments]
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment_of(python), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1, 2, 5):  # findings, files that are no logs: all the same to us
        raise subprocess.CalledProcessError(process.returncode, command)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024


def help_ms(python: str) -> float:
    """Milliseconds of processor time of `auditor --help`, the best of some starts, as tools/start_time.py has it."""
    return 1000 * min(_usage_of(python, "--help")[0] for _ in range(STARTS))


def audit_of(python: str, paths: Sequence[str]) -> tuple[float, int]:
    """Seconds from start to end, and MiB at the peak, of one process that audits all the paths, walls proven."""
    start = time.monotonic()
    _, peak = _usage_of(python, "audit", *paths)
    return time.monotonic() - start, peak
