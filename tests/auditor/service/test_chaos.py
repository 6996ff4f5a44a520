"""A few kills of each server that can be killed; `python -m tools.chaos` makes hundreds."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds the processes of a server in /proc")
@pytest.mark.parametrize("on", ["sqlite", "postgresql", "postgresql-server"])
def test_a_few_kills_lose_nothing(on: str) -> None:
    command = [sys.executable, "-m", "tools.chaos", "--kills", "2", "--on", on]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=170)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{on}: 2 kills, nothing lost, nothing doubled" in done.stdout
