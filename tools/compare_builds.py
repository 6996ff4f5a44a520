"""Runs the plain and the compiled auditor on the same logs: what they say has to be the same, byte for byte.

    python tools/compare_builds.py [--full]

Compared are the findings on every log of ../shared/logs, where that is there, simulated games of every preset with a
fault of every code that can be planted in it, their labels, and the fault table (`tools/faults.py`, quick without
--full). As many commands run at a time as there are cores. Exits with 1 at the first difference. `tools/compiled.py`
must have been run.
"""

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from replay.catalogue import CATALOGUE
from replay.ruleset.loader import PRESETS, preset
from replay.simulate.plant import impossible

ROOT: Final = Path(__file__).resolve().parents[1]
LOGS: Final = ROOT.parent / "shared" / "logs"
BUILDS: Final = {"plain": Path(sys.executable).parent, "compiled": ROOT / "build" / "compiled" / "bin"}
GAMES: Final = 150


class UnequalError(Exception):
    """What one build writes and the other does not, or a build that failed."""


def written(build: str, name: str, command: list[str], cwd: Path = ROOT, fine: tuple[int, ...] = (0, 1)) -> bytes:
    """What the command writes in that build. Raises UnequalError when it fails."""
    folder = BUILDS[build]
    environment = {**os.environ, "PYTHONSAFEPATH": "1"}
    done = subprocess.run([folder / command[0], *command[1:]], cwd=cwd, env=environment, capture_output=True)
    if done.returncode not in fine:
        program = folder / command[0]
        raise UnequalError(f"{name}: {program} failed with {done.returncode}\n{done.stderr.decode()[-2000:]}")
    return done.stdout


def same(name: str, plain: bytes, compiled: bytes) -> str:
    """A line that says how much is the same. Raises UnequalError when not everything is."""
    if plain != compiled:
        lines = zip(plain.splitlines(), compiled.splitlines(), strict=False)
        first = next(((ours, theirs) for ours, theirs in lines if ours != theirs), (b"", b"as many lines do not come"))
        raise UnequalError(f"{name}: the builds differ\n  plain    {first[0].decode()}\n  compiled {first[1].decode()}")
    return f"{name}: the same {len(plain.splitlines()):,} lines, {len(plain):,} bytes"


def compare(name: str, command: list[str], cwd: Path = ROOT) -> str:
    """As `same`, of what the command writes in each build, one after the other."""
    return same(name, *(written(build, name, command, cwd) for build in BUILDS))


def planted(variant: str) -> list[str]:
    """Options that plant a fault of every code that the preset's games can have."""
    return [part for code in CATALOGUE if _can_be_planted(code.id, variant) for part in ("--plant", f"{code.id}=1")]


def _can_be_planted(code: str, variant: str) -> bool:
    try:
        return impossible(code, preset(variant)) is None
    except ValueError:  # a notice that nothing is wrong about has no planter
        return False


def simulated(variant: str, folder: Path) -> str:
    """Games of the preset with faults: the files of both builds are the same, and what is found in them."""
    digests = set()
    for build, bin_folder in BUILDS.items():
        where = folder / build
        where.mkdir(parents=True)
        options = ["--variant", variant, "--games", str(GAMES), "--seed", "6", "--walls", "--out", f"{variant}.paifu"]
        subprocess.run(
            [bin_folder / "auditor", "simulate", *options, *planted(variant)],
            cwd=where,
            env={**os.environ, "PYTHONSAFEPATH": "1"},
            capture_output=True,
            check=False,  # 4: a fault found no place
        )
        made = sorted(where.glob(f"{variant}.paifu*"))
        digests.add(tuple((path.name, sha256(path.read_bytes()).hexdigest()) for path in made))
    if len(digests) != 1 or not all(digests):
        raise UnequalError(f"{variant}: the builds simulate other games")
    audit = ["auditor", "audit", "--output", "jsonl", f"{variant}.paifu"]
    return compare(f"{variant}, simulated", audit, folder / "plain")


def main() -> None:
    """Returns when both builds said the same of everything."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--full", action="store_true", help="the whole fault table")
    options = parser.parse_args()
    faults = ["python", "tools/faults.py", "--jobs", "1", *([] if options.full else ["--quick"])]
    with TemporaryDirectory(prefix="auditor-builds-") as name, ThreadPoolExecutor(os.cpu_count()) as threads:
        # What takes longest comes first, so that no core has to wait for it in the end.
        tables = [threads.submit(written, build, "fault table", faults, fine=(0,)) for build in BUILDS]
        others = [threads.submit(simulated, variant, Path(name, variant)) for variant in PRESETS]
        if LOGS.is_dir():
            archives = [str(path) for path in sorted(LOGS.glob("tenhou*"))]
            for walls in ([], ["--no-wall"]):
                command = ["auditor", "audit", "--output", "jsonl", *walls, *archives]
                others.append(threads.submit(compare, " ".join(["genuine logs", *walls]), command))
        else:
            print("genuine logs: not compared, ../shared/logs is not there")
        try:
            for other in others:
                print(other.result(), flush=True)
            print(same("fault table", *(table.result() for table in tables)))
        except UnequalError as error:
            threads.shutdown(wait=False, cancel_futures=True)
            sys.exit(str(error))


if __name__ == "__main__":
    main()
