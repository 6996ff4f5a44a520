"""Games of every preset with planted faults, in one batch; `python -m tools.night` does 200,000."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads the memory of processes from /proc")
def test_every_label_is_found_and_nothing_else(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tools.night", "--games", "600", "--distinct", "108", "--jobs", "2"]
    done = subprocess.run(
        [*command, "--folder", str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False, timeout=170
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert ", 0 problems" in done.stdout
    assert " with a fault, of " in done.stdout
