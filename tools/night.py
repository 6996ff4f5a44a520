"""Audits very many simulated games in one batch: every fault has to be found, and nothing else.

    python -m tools.night [--games N ...] [--distinct N] [--jobs N ...] [--engine local|ray] [--db URL] [--folder DIR]

Games of every preset, one in three with a fault of a code that has a place in it. For each number of games it prints
the rate, the most memory that the batch and its workers took, and the mean of the batch in each quarter of its time:
neither should grow. Exits with 1 when a label is not found, something else is found, or a game is missing.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Final

from sqlalchemy import func, select

from auditor.store.engine import open_store
from auditor.store.schema import audits, findings, games
from tools import many_games
from tools.batch_chaos import children_of

AUDITOR: Final = (sys.executable, "-m", "auditor.cli.main")
MIB: Final = 1 << 20


class Memory:
    """Looks at the memory of a process and its children again and again."""

    def __init__(self, pid: int) -> None:
        self.parent = 0  # bytes, at most
        self.children = 0  # of the largest child
        self.course: list[int] = []  # bytes of the process, one look after another
        self._pid = pid
        self._ended = Event()
        self._thread = Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while not self._ended.wait(0.5):
            if now := _resident(self._pid, "VmRSS"):
                self.course.append(now)
            self.parent = max(self.parent, _resident(self._pid, "VmHWM"))
            for child in children_of(self._pid):
                self.children = max(self.children, _resident(child, "VmHWM"))

    def close(self) -> None:
        """It has ended."""
        self._ended.set()
        self._thread.join()

    def quarters(self) -> list[int]:
        """The mean of the process in each quarter of its time, in bytes: what grows with the games would show here."""
        size = len(self.course) // 4
        return [sum(self.course[place * size : (place + 1) * size]) // size for place in range(4)] if size else []


def _resident(pid: int, which: str) -> int:
    """The resident set in bytes: VmRSS as it is now, VmHWM at most so far; 0 of a process that is gone."""
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith(f"{which}:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def batch(folder: Path, url: str, jobs: int, engine: str, cwd: Path) -> tuple[int, float, Memory]:
    """Exit status, seconds and memory of a batch over the folder."""
    command = [*AUDITOR, "batch", str(folder), "--db", url, "--jobs", str(jobs), "--engine", engine]
    begun = monotonic()
    environment = {**os.environ, "AUDITOR_PROGRESS_SECONDS": "60"}
    with (cwd / "batch.log").open("wb") as log:
        process = subprocess.Popen(command, stderr=log, env=environment)
        memory = Memory(process.pid)
        status = process.wait()
    seconds = monotonic() - begun
    memory.close()
    return status, seconds, memory


def amiss(url: str, made: list[many_games.Sample], number: int) -> list[str]:
    """What the store has and should not, or lacks."""
    engine = open_store(url, create=False)
    problems = []
    expected = dict(many_games.labels(made, number))
    with engine.connect() as connection:
        for table in (games, audits):
            stored = connection.scalar(select(func.count()).select_from(table))
            if stored != number:
                problems.append(f"{stored:,} {table.name} are stored of {number:,}")
        found = connection.execution_options(yield_per=10_000).execute(
            select(games.c.game_id, findings.c.code, findings.c.round_index, findings.c.event_index, findings.c.seat)
            .select_from(findings.join(audits, audits.c.id == findings.c.audit).join(games))
            .where(findings.c.severity != "notice")
        )
        for row in found:
            label = expected.pop(row.game_id, None)
            if label != tuple(row)[1:]:
                problems.append(f"{row.game_id}: found {tuple(row)[1:]}, the label is {label}")
    engine.dispose()
    problems += [f"{name}: {label} was not found" for name, label in expected.items()]
    return problems


def main() -> int:
    """0 when all labels were found and nothing else, else 1."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, nargs="+", default=[2_000, 20_000, 200_000])
    parser.add_argument("--distinct", type=int, default=1_000)
    parser.add_argument("--jobs", type=int, nargs="+", default=[os.cpu_count() or 1], help="a batch with each of them")
    parser.add_argument("--engine", choices=("local", "ray"), default="local")
    parser.add_argument("--db", default="", help="an empty database; for one batch only")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", default=None, help="where the games and SQLite files go, for a while")
    asked = parser.parse_args()
    begun = monotonic()
    made = many_games.samples(asked.distinct, asked.seed, os.cpu_count() or 1)
    faulty = sum(sample.label is not None for sample in made)
    codes = len({sample.label[0] for sample in made if sample.label is not None})
    played = f"{len(made):,} games played, {faulty:,} with a fault, of {codes} codes"
    print(f"{played}; {monotonic() - begun:.0f} s", flush=True)
    wrong = 0
    for number in asked.games:
        with tempfile.TemporaryDirectory(prefix="auditor-night-", dir=asked.folder) as name:
            folder = Path(name)
            many_games.write(folder / "night", made, number)
            for jobs in asked.jobs:
                url = asked.db or f"sqlite:///{folder / f'{jobs}.db'}"
                status, seconds, memory = batch(folder / "night", url, jobs, asked.engine, folder)
                problems = amiss(url, made, number) if status in (0, 1) else []
                if status != (1 if faulty else 0):
                    problems.append(f"exit status {status}: {(folder / 'batch.log').read_text()[-2000:]}")
                means = " ".join(str(size // MIB) for size in memory.quarters())
                print(
                    f"{number:>9,} games, {jobs} workers: {number / seconds:8,.1f} games/s, "
                    f"batch {memory.parent // MIB} MiB at most, {means} in the quarters of its time, "
                    f"largest worker {memory.children // MIB} MiB, {len(problems)} problems",
                    flush=True,
                )
                for problem in problems[:20]:
                    print(f"  {problem}")
                wrong += len(problems)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
