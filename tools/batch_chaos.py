"""Kills batches and their workers again and again, resumes them, and compares what they come to in the end.

    python -m tools.batch_chaos [--kills N] [--on sqlite|postgresql|postgresql-server|ray] [--games N] [--seed S]

A kill (kill -9, at a random moment) strikes a worker or the batch itself, as chance has it; on `postgresql-server` all
of PostgreSQL. A batch that was killed, or gave up, is begun again with --resume; one that completes is begun anew on an
empty database, until there were N kills. Every time the contents of the database have to be those of a run that nobody
disturbed, byte for byte but for times, and the chain of records whole. Without `--on` it does all four: N kills on
SQLite, half as many on PostgreSQL and on Ray, a fifth of PostgreSQL. Exits with 1 when anything is amiss.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Final

from sqlalchemy import create_engine, text

from auditor.store.engine import open_store
from auditor.store.verify import verify
from tools import many_games
from tools.chaos import Postgres
from tools.contents import contents, differences

AUDITOR: Final = (sys.executable, "-m", "auditor.cli.main")
SHARES: Final = {"sqlite": 1, "postgresql": 2, "ray": 2, "postgresql-server": 5}
"""What is done, and one kill of it in how many."""
LONGEST: Final = {"ray": 12.0}
"""Seconds until the next kill, at most, where that is not SHORT: starting takes long there."""
SHORT: Final = 4.0
WORKER: Final = ("spawn_main", "ray::")
"""What is in the command line of a worker."""
PATIENCE: Final = 300

Contents = dict[str, list[tuple[object, ...]]]


def children_of(pid: int) -> list[int]:
    """All processes below it."""
    found: list[int] = []
    with suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            for child in map(int, (thread / "children").read_text().split()):
                found += [child, *children_of(child)]
    return found


def workers_of(pid: int) -> list[int]:
    """The workers among these."""
    found = []
    for child in children_of(pid):
        with suppress(OSError):
            command = Path(f"/proc/{child}/cmdline").read_bytes().decode(errors="replace")
            if any(word in command for word in WORKER):
                found.append(child)
    return found


def said(url: str) -> tuple[Contents, list[str]]:
    """What the database has, and what is wrong with its chain."""
    engine = open_store(url, create=False)
    try:
        with engine.connect() as connection:
            return contents(connection), verify(connection).problems
    finally:
        engine.dispose()


class Chaos:
    """Batches over the same games, killed."""

    def __init__(self, on: str, folder: Path, random: Random) -> None:
        self.kills = 0
        self.rounds = 0  # batches that completed
        self.problems: list[str] = []
        self._on = on
        self._folder = folder
        self._random = random
        self._postgres = Postgres(folder) if on.startswith("postgresql") else None
        self._databases = 0

    def close(self) -> None:
        """Nothing runs any more."""
        if self._postgres is not None:
            self._postgres.close()

    def new_url(self) -> str:
        """The URL of an empty database."""
        self._databases += 1
        if self._postgres is None:
            return f"sqlite:///{self._folder / f'{self._databases}.db'}"
        name = f"chaos_{self._databases}"
        engine = create_engine(
            self._postgres.url.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT"
        )
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        engine.dispose()
        return self._postgres.url.replace("/postgres?", f"/{name}?")

    def start(self, url: str) -> "subprocess.Popen[bytes]":
        """A batch that is begun, or resumed."""
        engine = "ray" if self._on == "ray" else "local"
        command = [*AUDITOR, "batch", "night", "--db", url, "--jobs", "2", "--engine", engine, "--resume"]
        with (self._folder / "batch.log").open("ab") as log:
            return subprocess.Popen(command, stderr=log, cwd=self._folder, env={**os.environ, "RAY_ADDRESS": ""})

    def one(self, url: str, kills: int) -> bool:
        """Whether a batch completed, killed and resumed until it did or there were enough kills."""
        process = self.start(url)
        try:
            while True:
                last = monotonic() + self._random.uniform(0, LONGEST.get(self._on, SHORT))
                while monotonic() < last and process.poll() is None:
                    sleep(0.01)
                if process.poll() is None and self.kills < kills:
                    self._kill(process)
                if process.poll() is None:
                    continue
                if process.returncode == 1:  # it has findings
                    return True
                if process.returncode not in (4, -signal.SIGKILL):
                    log = (self._folder / "batch.log").read_text(errors="replace")
                    self.problems.append(f"exit status {process.returncode}: {log[-1500:]}")
                    return False
                process = self.start(url)
        finally:
            process.kill()
            process.wait()

    def _kill(self, process: "subprocess.Popen[bytes]") -> None:
        self.kills += 1
        if self._on == "postgresql-server":
            assert self._postgres is not None
            self._postgres.kill()
            return
        workers = workers_of(process.pid)
        if workers and self._random.random() < 0.6:
            with suppress(ProcessLookupError):
                os.kill(self._random.choice(workers), signal.SIGKILL)
        else:
            below = children_of(process.pid)
            process.kill()
            process.wait()
            if self._on == "ray":  # its processes end after a while; the next ones should not wait for that
                for child in below:
                    with suppress(ProcessLookupError):
                        os.kill(child, signal.SIGKILL)


def run(on: str, kills: int, games: int, seed: int, folder: Path) -> list[str]:
    """What is amiss after so many kills."""
    made = many_games.samples(90, seed, 2, ("tenhou-sanma", "tenhou", "shenzhen"))
    many_games.write(folder / "night", made, games)
    chaos = Chaos(on, folder, Random(seed))
    try:
        url = chaos.new_url()
        chaos.one(url, 0)
        undisturbed, problems = said(url)
        chaos.problems += problems
        while chaos.kills < kills and not chaos.problems:
            url = chaos.new_url()
            if chaos.one(url, kills):
                chaos.rounds += 1
                now, problems = said(url)
                chaos.problems += [*problems, *differences(undisturbed, now)]
                print(f"{on}: {chaos.kills} kills, {chaos.rounds} batches, {len(chaos.problems)} problems", flush=True)
    finally:
        chaos.close()
    stored = len(undisturbed["games"])
    if stored != games:
        chaos.problems.append(f"{stored} games are stored of {games}")
    return chaos.problems


def main() -> int:
    """0 when nothing is amiss, else 1."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--on", choices=tuple(SHARES))
    parser.add_argument("--games", type=int, default=1_500)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    kills = {asked.on: asked.kills} if asked.on else {on: max(1, asked.kills // by) for on, by in SHARES.items()}
    amiss = False
    for on, number in kills.items():
        with tempfile.TemporaryDirectory(prefix="auditor-chaos-") as folder:
            problems = run(on, number, asked.games, asked.seed, Path(folder))
        for problem in problems:
            print(problem)
        print(f"{on}: {number} kills, {'PROBLEMS' if problems else 'the same as undisturbed'}", flush=True)
        amiss = amiss or bool(problems)
    return int(amiss)


if __name__ == "__main__":
    sys.exit(main())
