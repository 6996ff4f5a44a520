"""``auditor serve`` as a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

AUDITOR = [sys.executable, "-m", "auditor.cli.main"]
TIMEOUT = 120


class Served:
    """A server process; it writes its log into a file."""

    def __init__(self, folder: Path, arguments: list[str], environment: dict[str, str] | None = None) -> None:
        self._log = folder / "serve.log"
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [*AUDITOR, "serve", *arguments],
                stdin=subprocess.DEVNULL,
                stderr=log,
                cwd=folder,
                env={**os.environ, **(environment or {})},
            )

    def events(self) -> list[dict[str, object]]:
        """The lines of its log."""
        return [json.loads(line) for line in self._log.read_text("utf-8").splitlines() if line.startswith("{")]

    def target(self) -> str:
        """Where it listens, once it does."""
        from tests.auditor.service.running import waited_for

        waited_for(lambda: self.process.poll() is not None or any(one["event"] == "serving" for one in self.events()))
        assert self.process.poll() is None, self._log.read_text("utf-8")
        return next(str(one["listen"]) for one in self.events() if one["event"] == "serving")

    def ended(self) -> int:
        """Its exit status after SIGTERM."""
        self.process.terminate()
        return self.process.wait(TIMEOUT)


@contextmanager
def served(folder: Path, *arguments: str, environment: dict[str, str] | None = None) -> Iterator[Served]:
    """A server, gone afterwards."""
    server = Served(folder, list(arguments), environment)
    try:
        yield server
    finally:
        server.process.kill()
        server.process.wait(TIMEOUT)


def auditor(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """The command, run."""
    return subprocess.run(
        [*AUDITOR, *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
