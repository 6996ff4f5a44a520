"""Workers asked in turn, pass after pass, so that whatever disturbs the machine disturbs all of them alike."""

import json
import os
import re
import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

from bench.rows import GAME_PEERS, MISSING

ROOT: Final = Path(__file__).resolve().parents[1]
PASSES: Final = 5

_PEER_LINE: Final = re.compile(
    rf"^({'|'.join(GAME_PEERS)})\s+([0-9.]+) games/s(?: \(([0-9]+) of ([0-9]+) games\))?", re.MULTILINE
)


@dataclass
class Measured:
    """Rates of one set: items a second by row and column, a pass each. A column is a build or "peer"."""

    title: str
    unit: str
    facts: str = ""
    rates: dict[str, dict[str, list[float]]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def add(self, row: str, column: str, rate: float) -> None:
        self.rates.setdefault(row, {}).setdefault(column, []).append(rate)

    def median(self, row: str, column: str) -> float | None:
        """The median of the passes; None where it was not measured."""
        rates = self.rates.get(row, {}).get(column)
        return statistics.median(rates) if rates else None

    def spread(self, row: str, column: str) -> float:
        """Half the distance from the slowest to the fastest pass, in percent of the median."""
        rates = self.rates[row][column]
        return 50 * (max(rates) - min(rates)) / statistics.median(rates)


class Worker:
    """A process of `bench.worker`, for use in a with statement."""

    def __init__(self, python: str, *arguments: str) -> None:
        """`python` decides which build is measured. Raises RuntimeError when the process fails."""
        self._process = subprocess.Popen(
            [python, "-m", "bench.worker", *arguments],
            cwd=ROOT,
            env=environment_of(python),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        hello = self._answer()
        self.build = str(hello["build"])
        self.facts = str(hello["facts"])
        stages = hello["stages"]
        assert isinstance(stages, list)
        self.stages = [str(stage) for stage in stages]

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self._pipe(self._process.stdin).close()
        self._pipe(self._process.stdout).close()
        self._process.wait()

    def rate(self, stage: str, seconds: float) -> float:
        """Items a second of the stage."""
        pipe = self._pipe(self._process.stdin)
        pipe.write(json.dumps({"stage": stage, "seconds": seconds}) + "\n")
        pipe.flush()
        answer = self._answer()["rate"]
        assert isinstance(answer, float)
        return answer

    def _answer(self) -> dict[str, object]:
        line = self._pipe(self._process.stdout).readline()
        if not line:
            raise RuntimeError(f"bench.worker ended with status {self._process.wait()}")
        answer: dict[str, object] = json.loads(line)
        return answer

    def _pipe(self, pipe: IO[str] | None) -> IO[str]:
        assert pipe is not None
        return pipe


def environment_of(python: str) -> dict[str, str]:
    """For a process of that interpreter: the compiled one must not find the checkout's own modules first."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONSAFEPATH"}
    return environment if python == sys.executable else {**environment, "PYTHONSAFEPATH": "1"}


def measure(measured: Measured, rows: Sequence[str], workers: Sequence[tuple[str, Worker]], seconds: float) -> None:
    """One pass: every row in the columns of the workers that have it, one after the other."""
    for row in rows:
        for column, worker in workers:
            if row in worker.stages:
                measured.add(row, column, worker.rate(row, seconds))


def measure_game_peers(measured: Measured, script: Sequence[str], folder: str, games: int) -> None:
    """One pass of the script of the peers over the folder of games; `script` as a command of this interpreter.

    That it failed, or that a peer could not take every game, is noted.
    """
    environment = {**os.environ, "TMPDIR": str(Path(folder).parent)}  # a script may leave its files there
    command = [sys.executable, *script, folder, str(games)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    notes = [line for line in done.stdout.splitlines() if line.endswith(MISSING)]
    if done.returncode:
        reason = done.stderr.strip().rpartition("\n")[2]
        notes.append(f"jansou and riichienv are left out: {reason}")
    for peer, rate, taken, given in _PEER_LINE.findall(done.stdout):
        measured.add(peer, "peer", float(rate))
        if taken != given:
            notes.append(f"{peer}: {taken} of {given} games, the others it refuses")
    measured.notes += [note for note in notes if note not in measured.notes]
