"""A night's games in a folder named by their day, and the shell that the deployment files use."""

import os
import subprocess
import sys
import sysconfig
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import which
from typing import Final

import pytest

from tests.auditor.logs import tenhou_xml

DEPLOY: Final = Path(__file__).resolve().parents[2] / "deploy"
SECONDS: Final = 120


def yesterday() -> str:
    return (datetime.now(UTC) - timedelta(days=1)).strftime("%Y-%m-%d")


def night(root: Path, games: int = 12, *, faulty: bool = True) -> Path:
    """A folder with so many different games, one of them with an error."""
    folder = root / yesterday()
    folder.mkdir(parents=True)
    for number in range(games):
        text = tenhou_xml(8 + number, not_held=5 if faulty and number == 3 else None)
        (folder / f"{number:04}.xml").write_text(text, encoding="utf-8")
    return folder


def environment(root: Path, **more: str) -> dict[str, str]:
    """What the deployment files set, with places below the root, and this Python's auditor."""
    if "GNU" not in subprocess.run(["date", "--version"], capture_output=True, text=True, check=False).stdout:
        pytest.skip("the deployment files need the date of GNU, which Debian's images have")
    (root / "reports").mkdir(exist_ok=True)
    return {
        "PATH": f"{sysconfig.get_path('scripts')}:{Path(sys.executable).parent}:{os.environ['PATH']}",
        "LOGS": str(root / "logs"),
        "REPORTS": str(root / "reports"),
        "AUDITOR_DB": f"sqlite:///{root / 'auditor.db'}",
        **more,
    }


def shell() -> str:
    """The shell of Debian's images, where it is there: the scripts keep to what it can do."""
    return which("dash") or "/bin/sh"
