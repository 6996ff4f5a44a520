"""A few kills of batches and their workers; `python -m tools.batch_chaos` makes hundreds."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds the processes of a batch in /proc")
@pytest.mark.parametrize("on", ["sqlite", "postgresql", "postgresql-server", "ray"])
def test_a_few_kills_change_nothing(on: str) -> None:
    if on == "ray" and find_spec("ray") is None:
        pytest.skip("Ray is not installed")
    command = [sys.executable, "-m", "tools.batch_chaos", "--kills", "2", "--games", "400", "--on", on]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=170)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{on}: 2 kills, the same as undisturbed" in done.stdout
