"""The client in the README does what it says."""

import re
import subprocess
import sys
from pathlib import Path

from auditor.wire import write_paifu
from tests.auditor.cli.serving import TIMEOUT, served
from tests.auditor.store.records import game

ROOT = Path(__file__).resolve().parents[3]


def test_the_client_of_the_readme(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert len(code.splitlines()) <= 12
    (tmp_path / "a.paifu").write_bytes(write_paifu([game(1), game(2, faulty=True)]))
    with served(tmp_path, "--listen", "127.0.0.1:0", "--jobs", "1") as server:
        code = code.replace("127.0.0.1:50551", server.target())
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", code, "a.paifu"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=TIMEOUT,
        )
    assert done.stdout == "game0001 ['LOG004']\ngame0002 ['LOG004', 'TRN005']\n", done.stderr
