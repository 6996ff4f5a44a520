"""Measures reading, auditing, scoring and storing on one core, plain and compiled, and the peers in the same run.

usage: python -m bench [PATH...] [--seconds S] [--games N] [--json FILE]

PATH is anything `auditor audit` takes. Without one the archives of logs beside the checkout are measured, and where
there are none, simulated games. docs/performance.md says what the rows mean.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from bench import targets
from bench.measure import PASSES, ROOT, Measured, Worker, measure, measure_game_peers
from bench.processes import audit_of, help_ms
from bench.rows import GAME_PEERS, GAME_ROWS, HAND_PEERS, HAND_ROWS
from bench.table import table_of
from bench.targets import COMPILED, PLAIN, Target
from tools.compiled import ENVIRONMENT, built

SHARED: Final = ROOT.parent / "shared"
SIMULATED: Final = ("tenhou-sanma", "tenhou")
PLAYERS: Final = {3: "three players", 4: "four players"}


def pythons(*, plain: bool) -> dict[str, str]:
    """The interpreter of each build there is; `plain`: of that one alone."""
    found = {PLAIN: sys.executable}
    compiled = ENVIRONMENT / "bin" / "python"
    if not plain:
        if compiled.exists() and built() is not None:
            found[COMPILED] = str(compiled)
        else:
            print("Only the plain build is measured: there is no compiled one, or it is older than the source.\n")
    return found


def simulated(folder: Path, games: int) -> list[str]:
    """Paths of files of simulated games."""
    paths = []
    for name in SIMULATED:
        path = str(folder / f"{name}.paifu")
        command = [sys.executable, "-m", "auditor.cli.main", "simulate", "--walls", "--variant", name]
        subprocess.run([*command, "--games", str(games), "--seed", "1", "--out", path], cwd=ROOT, check=True)
        paths.append(path)
    return paths


def sets_of(paths: Sequence[str], folder: Path, games: int) -> Iterator[dict[str, str]]:
    """The sets of `bench.sets`. Another process makes them, so that this one stays small."""
    command = [sys.executable, "-m", "bench.sets", str(folder), str(games), *paths]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    yield from map(json.loads, done.stdout.splitlines())


def workers_of(builds: Mapping[str, str], stack: ExitStack, *arguments: str) -> list[tuple[str, Worker]]:
    """A worker for each build, which it is made sure to run."""
    workers = [(build, stack.enter_context(Worker(python, *arguments))) for build, python in builds.items()]
    for build, worker in workers:
        if worker.build != build:
            raise RuntimeError(f"{builds[build]} runs the {worker.build} build, not the {build} one")
    return workers


def measured_games(
    builds: Mapping[str, str], one: Mapping[str, str], seconds: float, games: int, peers: Sequence[str]
) -> Measured:
    """A set of games in all its stages, `seconds` a stage and pass. `peers` times the peers; empty: nothing does."""
    measured = Measured(one["title"], "games/s")
    with ExitStack() as stack:
        workers = workers_of(builds, stack, "games", one["folder"])
        measured.facts = workers[0][1].facts
        for _ in range(PASSES):
            measure(measured, [row.name for row in GAME_ROWS], workers, seconds)
            if peers:
                measure_game_peers(measured, peers, one["folder"], games)
    return measured


def peers_of(log_format: str, options: argparse.Namespace) -> list[str]:
    """The script that times jansou and riichienv on games of the format."""
    if options.no_peers:
        return []
    if options.peers and log_format == "tenhou-xml":
        return [options.peers]
    return ["-m", "bench.game_peers"]


def measured_hands(builds: Mapping[str, str], seats: int, hands: int, seconds: float) -> Measured:
    """Random hands for three or four players."""
    measured = Measured(f"hands, {PLAYERS[seats]}", "hands/s")
    with ExitStack() as stack:
        workers = workers_of(builds, stack, "hands", str(seats), str(hands))
        measured.facts = workers[0][1].facts
        for peer in HAND_PEERS:
            worker = stack.enter_context(Worker(sys.executable, peer, str(seats), str(hands)))
            workers.append((peer, worker))
            if not worker.stages:
                measured.notes.append(worker.facts)
        for _ in range(PASSES):
            measure(measured, [row.name for row in HAND_ROWS], workers, seconds)
    return measured


def show(title: str, facts: str, lines: Sequence[str], notes: Sequence[str] = ()) -> None:
    """A section of the report."""
    print(f"## {title}\n")
    for line in (*([facts, ""] if facts else ()), *lines, *(("", *notes) if notes else ())):
        print(line)
    print(flush=True)


def options_of() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("paths", nargs="*", metavar="PATH")
    parser.add_argument("--seconds", type=float, default=2, help="at least this long a stage, in five passes")
    parser.add_argument("--games", type=int, default=60, help="at most this many games of a set")
    parser.add_argument("--hands", type=int, default=2000, help="so many random hands")
    parser.add_argument("--json", metavar="FILE", help="write the figures of every pass here")
    parser.add_argument("--plain", action="store_true", help="leave the compiled build out")
    parser.add_argument("--simulated", action="store_true", help="measure simulated games, whatever logs there are")
    parser.add_argument("--no-peers", action="store_true", help="leave jansou and riichienv out on games")
    script = SHARED / "peers" / "bench_peers.py"
    parser.add_argument(
        "--peers",
        metavar="SCRIPT",
        default=str(script) if script.exists() else "",
        help="times jansou and riichienv on Tenhou XML: SCRIPT FOLDER GAMES; without it they get mjai",
    )
    return parser.parse_args()


def main() -> None:
    """Measures everything and prints the tables."""
    options = options_of()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    start = time.monotonic()
    builds = pythons(plain=options.plain)
    seconds = options.seconds / PASSES
    reached: list[Target] = []
    tables: list[Measured] = []
    with tempfile.TemporaryDirectory(prefix="auditor-bench-") as work:
        folder = Path(work)
        paths: list[str] = [] if options.simulated else options.paths or sorted(map(str, SHARED.glob("logs/*.tar.gz")))
        paths = paths or simulated(folder, options.games)
        for one in sets_of(paths, folder, options.games):
            measured = measured_games(builds, one, seconds, options.games, peers_of(one["format"], options))
            show(
                measured.title, measured.facts, table_of(measured, GAME_ROWS, GAME_PEERS, list(builds)), measured.notes
            )
            reached += targets.of_games(measured, seats=int(one["seats"]))
            tables.append(measured)
        for seats in PLAYERS:
            measured = measured_hands(builds, seats, options.hands, seconds)
            show(
                measured.title, measured.facts, table_of(measured, HAND_ROWS, HAND_PEERS, list(builds)), measured.notes
            )
            reached += targets.of_hands(measured)
            tables.append(measured)
        processes: dict[str, dict[str, float]] = {}
        lines = [
            "| process | auditor --help, ms | audit of everything, s | memory at its peak, MiB |",
            "|---|---|---|---|",
        ]
        for build, python in builds.items():
            help_time, (took, peak) = help_ms(python), audit_of(python, paths)
            processes[build] = {"help_ms": help_time, "audit_s": took, "peak_mib": peak}
            lines.append(f"| {build} | {help_time:.0f} | {took:.1f} | {peak} |")
            reached += targets.of_processes(build, help_time, peak)
        show("processes", f"{len(paths)} paths, walls proven", lines)
    show("targets", "", targets.lines_of(reached))
    print(f"measured in {time.monotonic() - start:.0f} s")
    if options.json:
        figures = {"sets": [vars(measured) for measured in tables], "processes": processes, "targets": reached}
        Path(options.json).write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
