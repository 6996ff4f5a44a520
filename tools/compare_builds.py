"""Runs the plain and the compiled auditor on the same logs: what they say has to be the same, byte for byte.

    python tools/compare_builds.py [--full]

Compared are the findings on every log of ../shared/logs, where that is there, simulated games of every preset with a
fault of every code that can be planted in it, their labels, and the fault table (`tools/faults.py`, quick without
--full). Exits with 1 at the first difference. `tools/compiled.py` must have been run.
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


def outputs(name: str, command: list[str], cwd: Path, fine: tuple[int, ...]) -> list[bytes]:
    """What the command writes in each build, which run beside each other. Ends the program when one fails."""

    def run(folder: Path) -> bytes:
        environment = {**os.environ, "PYTHONSAFEPATH": "1"}
        done = subprocess.run([folder / command[0], *command[1:]], cwd=cwd, env=environment, capture_output=True)
        if done.returncode not in fine:
            sys.exit(f"{name}: {folder / command[0]} failed with {done.returncode}\n{done.stderr.decode()[-2000:]}")
        return done.stdout

    with ThreadPoolExecutor(len(BUILDS)) as threads:
        return list(threads.map(run, BUILDS.values()))


def compare(name: str, command: list[str], cwd: Path = ROOT, fine: tuple[int, ...] = (0, 1)) -> None:
    """Ends the program when the builds do not write the same."""
    plain, compiled = outputs(name, command, cwd, fine)
    if plain != compiled:
        lines = zip(plain.splitlines(), compiled.splitlines(), strict=False)
        first = next(((ours, theirs) for ours, theirs in lines if ours != theirs), (b"", b"as many lines do not come"))
        sys.exit(f"{name}: the builds differ\n  plain    {first[0].decode()}\n  compiled {first[1].decode()}")
    print(f"{name}: the same {len(plain.splitlines()):,} lines, {len(plain):,} bytes", flush=True)


def planted(variant: str) -> list[str]:
    """Options that plant a fault of every code that the preset's games can have."""
    return [part for code in CATALOGUE if _can_be_planted(code.id, variant) for part in ("--plant", f"{code.id}=1")]


def _can_be_planted(code: str, variant: str) -> bool:
    try:
        return impossible(code, preset(variant)) is None
    except ValueError:  # a notice that nothing is wrong about has no planter
        return False


def simulated(variant: str, folder: Path) -> None:
    """Games of the preset with faults: the files of both builds are the same, and what is found in them."""
    digests = set()
    for build, bin_folder in BUILDS.items():
        where = folder / build
        where.mkdir(exist_ok=True)
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
        sys.exit(f"{variant}: the builds simulate other games")
    compare(f"{variant}, simulated", ["auditor", "audit", "--output", "jsonl", f"{variant}.paifu"], folder / "plain")


def main() -> None:
    """Returns when both builds said the same of everything."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--full", action="store_true", help="the whole fault table")
    options = parser.parse_args()
    if LOGS.is_dir():
        archives = [str(path) for path in sorted(LOGS.glob("tenhou*"))]
        for walls in ([], ["--no-wall"]):
            compare(" ".join(["genuine logs", *walls]), ["auditor", "audit", "--output", "jsonl", *walls, *archives])
    else:
        print("genuine logs: not compared, ../shared/logs is not there")
    with TemporaryDirectory(prefix="auditor-builds-") as name:
        for variant in PRESETS:
            simulated(variant, Path(name))
    faults = ["python", "tools/faults.py", "--jobs", "1", *([] if options.full else ["--quick"])]
    compare("fault table", faults, fine=(0,))


if __name__ == "__main__":
    main()
