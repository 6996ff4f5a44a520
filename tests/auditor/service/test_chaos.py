"""A kill loses nothing; `make chaos` makes hundreds, on PostgreSQL and of PostgreSQL too, and CI a few of each."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds the processes of a server in /proc")
def test_a_kill_loses_nothing() -> None:
    command = [sys.executable, "-m", "tools.chaos", "--kills", "1", "--on", "sqlite"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=170)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "sqlite: 1 kills, nothing lost, nothing doubled" in done.stdout
