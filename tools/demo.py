"""Plays games by the rules with a few faults planted in them, audits the lot, and compares with where the faults are.

    python tools/demo.py [FOLDER]

Then it serves, streams the games to the server, looks one dispute up and draws its table. Runs the commands a user
would run and shows them. Exits with 1 when the audit finds anything else than was planted, or the server does.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

SIMULATIONS: Final = (
    ("tenhou-sanma", "sanma.paifu", 40, ("NOR001", "PAY003")),
    ("tenhou", "four.paifu", 40, ("TRN005", "FUR001")),
)
"""Preset, file, games, and the codes that get a fault in one game each."""

DATABASE: Final = "sqlite:///demo.db"
DISPUTE: Final = "PAY003"
"""The code of the finding that is looked up."""

AUDITOR: Final = str(Path(sys.executable).with_name("auditor"))
PLACE: Final = ("game_id", "code", "round_index", "event_index", "seat")


def auditor(*arguments: str, folder: Path) -> None:
    """The command was shown and run. Raises CalledProcessError when it failed; status 1 says that errors were found."""
    print(f"\n$ auditor {' '.join(arguments)}", flush=True)
    run = subprocess.run([AUDITOR, *arguments], cwd=folder, stdin=subprocess.DEVNULL)
    if run.returncode not in (0, 1):
        raise subprocess.CalledProcessError(run.returncode, ["auditor", *arguments])


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Where a server on a new SQLite database listens. It has ended afterwards."""
    for path in folder.glob("demo.db*"):
        path.unlink()
    print(f"\n$ auditor serve --db {DATABASE} &", flush=True)
    command = [AUDITOR, "serve", "--db", DATABASE, "--listen", "127.0.0.1:0", "--jobs", "1"]
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        try:
            for line in server.stderr:
                event = json.loads(line)
                if event["event"] == "serving":
                    yield str(event["listen"])
                    break
            else:
                raise RuntimeError("the server did not start")
        finally:
            server.terminate()
            server.stderr.read()


def served_findings(files: list[str], folder: Path) -> list[dict[str, object]]:
    """The findings of the server, notices apart, once the games were streamed to it and a dispute was looked up."""
    with served(folder) as target:
        print("\n$ auditor stream --output jsonl " + " ".join(files) + " >findings.jsonl", flush=True)
        stream = [AUDITOR, "stream", "--output", "jsonl", "--target", target, *files]
        with (folder / "findings.jsonl").open("wb") as out:
            subprocess.run(stream, cwd=folder, stdin=subprocess.DEVNULL, stdout=out)
        auditor("findings", "--db", DATABASE, "--code", DISPUTE, folder=folder)
        lines = (folder / "findings.jsonl").read_text("utf-8").splitlines()
        found: list[dict[str, object]] = [json.loads(line) for line in lines]
        disputed = next(str(one["id"]) for one in found if one["code"] == DISPUTE)
        auditor("show", "--db", DATABASE, disputed, folder=folder)
        auditor("review", "--db", DATABASE, disputed, "--status", "confirmed", "--who", "desk", folder=folder)
        auditor("db", "verify", "--db", DATABASE, folder=folder)
    return [one for one in found if one["severity"] != "notice"]


def found_in(files: list[str], folder: Path) -> list[dict[str, object]]:
    """The findings of an audit of the files, notices apart."""
    run = subprocess.run([AUDITOR, "audit", "--output", "jsonl", *files], cwd=folder, capture_output=True)
    findings: list[dict[str, object]] = list(map(json.loads, run.stdout.splitlines()))
    return [finding for finding in findings if finding["severity"] != "notice"]


def places(rows: list[dict[str, object]]) -> list[tuple[object, ...]]:
    """Game, code, round, event and seat of findings or labels, in an order of their own."""
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
    labels = [line for file in files for line in (folder / f"{file}.labels.jsonl").read_text("utf-8").splitlines()]
    planted = places(list(map(json.loads, labels)))
    found = places(found_in(files, folder))
    if found == planted:
        print(f"\n{len(planted)} faults were planted; the audit found each of them at its event, and nothing else.")
        found = places(served_findings(files, folder))
    if found == planted:
        return 0
    print(f"\nplanted and not found: {[place for place in planted if place not in found]}")
    print(f"found and not planted: {[place for place in found if place not in planted]}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
