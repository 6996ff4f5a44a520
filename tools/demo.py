"""Plays games by the rules with a few faults planted in them, audits the lot, and compares with where the faults are.

    python tools/demo.py [FOLDER]

Runs the commands a user would run and shows them. Exits with 1 when the audit finds anything else than was planted.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

SIMULATIONS: Final = (
    ("tenhou-sanma", "sanma.paifu", 40, ("WAL003", "NOR001", "RII002")),
    ("tenhou", "four.paifu", 40, ("TRN005", "CAL006", "RII011")),
)
"""Preset, file, games, and the codes that get a fault in one game each."""

PLACE: Final = ("game_id", "code", "round_index", "event_index", "seat")


def auditor(*arguments: str, folder: Path, show: bool = True) -> str:
    """Standard output of the command, after showing the command and what it says. Raises CalledProcessError.

    Status 1 is no failure: it says that errors were found.
    """
    if show:
        print(f"\n$ auditor {' '.join(arguments)}", flush=True)
    command = [str(Path(sys.executable).with_name("auditor")), *arguments]
    run = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=None if show else subprocess.DEVNULL)
    output = run.stdout.decode()
    if show:
        print(output, end="", flush=True)
    if run.returncode not in (0, 1):
        raise subprocess.CalledProcessError(run.returncode, command)
    return output


def places(lines: str) -> list[tuple[object, ...]]:
    """Game, code, round, event and seat of every line of JSON, sorted."""
    rows = [json.loads(line) for line in lines.splitlines()]
    return sorted((tuple(row[key] for key in PLACE) for row in rows), key=repr)


def main() -> int:
    """0 when the audit found exactly what was planted, else 1."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/demo")
    folder.mkdir(parents=True, exist_ok=True)
    files = [file for _, file, _, _ in SIMULATIONS]
    for variant, file, games, codes in SIMULATIONS:
        plants = [part for code in codes for part in ("--plant", f"{code}=1")]
        auditor(
            "simulate",
            "--variant",
            variant,
            "--games",
            str(games),
            "--seed",
            "7",
            *plants,
            "--out",
            file,
            folder=folder,
        )
    auditor("audit", *files, folder=folder)
    planted = places("".join((folder / f"{file}.labels.jsonl").read_text(encoding="utf-8") for file in files))
    found = places(auditor("audit", "--output", "jsonl", *files, folder=folder, show=False))
    if found == planted:
        print(f"\n{len(planted)} faults were planted; the audit found each of them at its event, and nothing else.")
        return 0
    print(f"\nplanted and not found: {[place for place in planted if place not in found]}")
    print(f"found and not planted: {[place for place in found if place not in planted]}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
