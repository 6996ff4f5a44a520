"""Times reading, replaying and auditing whole games on one core, and the peers on the same files in the same run.

usage: python -m bench [PATH...] [--seconds S] [--games N] [--peers SCRIPT]

PATH is a folder or .tar.gz of Tenhou XML logs; without one, simulated games are used. Every stage goes through its set
again and again for at least S seconds, five times; printed are the median in games/s (CPU time, start-up excluded) and
the distance between the slowest and the fastest of the five. SCRIPT is timed on the same files: docs/performance.md.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from auditor.wire import decode_game, encode_game
from replay.engine import audit
from replay.formats import tenhou_xml
from replay.gamelog import GameLog
from replay.ruleset.choose import choose
from replay.ruleset.loader import preset
from replay.simulate.play import play_games

PASSES = 5
SIMULATED = ("tenhou-sanma", "tenhou")


def rate(run: Callable[[], None], games: int, seconds: float) -> tuple[float, float]:
    """Games/s of `run`, which handles `games` games: the median of the passes, and their spread in percent."""
    run()  # tables are filled as hands are met
    rates = []
    for _ in range(PASSES):
        done = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds / PASSES:
            run()
            done += games
        rates.append(done / spent)
    return statistics.median(rates), 100 * (max(rates) - min(rates)) / statistics.median(rates)


def report(stage: str, run: Callable[[], None], games: int, seconds: float) -> None:
    """Prints one line of the table."""
    median, spread = rate(run, games, seconds)
    print(f"{stage:<28}{median:10.1f} games/s   ±{spread / 2:.0f} %", flush=True)


def audit_log(log: GameLog, *, prove_walls: bool = False) -> None:
    """An audit as the command line runs it, without output."""
    audit(log, choose(log.header, None, None, ()), prove_walls=prove_walls)


def stages_of_xml(texts: Sequence[str], seconds: float) -> None:
    """Reading, engine and both together on Tenhou XML."""
    digests = [sha256(text.encode()).hexdigest() for text in texts]
    logs = [tenhou_xml.read(text, digest) for text, digest in zip(texts, digests, strict=True)]
    pairs = list(zip(texts, digests, strict=True))
    events = sum(log.events for log in logs)
    print(f"{len(logs)} games, {sum(len(log.rounds) for log in logs)} rounds, {events} events")

    def read_all() -> None:
        for text, digest in pairs:
            tenhou_xml.read(text, digest)

    def replay_all() -> None:
        for log in logs:
            audit_log(log)

    def audit_all() -> None:
        for text, digest in pairs:
            audit_log(tenhou_xml.read(text, digest))

    def prove_all() -> None:
        for text, digest in pairs:
            audit_log(tenhou_xml.read(text, digest), prove_walls=True)

    report("read XML", read_all, len(logs), seconds)
    report("engine", replay_all, len(logs), seconds)
    report("audit XML end to end", audit_all, len(logs), seconds)
    report("the same, walls proven", prove_all, len(logs), seconds)
    stages_of_wire(logs, seconds)


def stages_of_wire(logs: Sequence[GameLog], seconds: float) -> None:
    """The native format on the same games."""
    encoded = [encode_game(log) for log in logs]

    def decode_all() -> None:
        for data in encoded:
            decode_game(data)

    def audit_all() -> None:
        for data in encoded:
            audit_log(decode_game(data))

    report("decode native", decode_all, len(logs), seconds)
    report("audit native end to end", audit_all, len(logs), seconds)


def xml_folders(paths: Sequence[str], work: Path) -> Iterator[tuple[str, Path]]:
    """Each path as a folder of XML files; archives are unpacked into `work`."""
    for path in paths:
        if Path(path).is_dir():
            yield path, Path(path)
            continue
        target = work / Path(path).name
        with tarfile.open(path) as archive:
            archive.extractall(target, filter="data")
        yield path, next(file.parent for file in sorted(target.rglob("*.xml")))


def main() -> None:
    """Runs the stages over every path, and the peers' script after each."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("paths", nargs="*", metavar="PATH")
    parser.add_argument("--seconds", type=float, default=10, help="at least this long a stage")
    parser.add_argument("--games", type=int, default=60, help="at most this many games of a path")
    parser.add_argument("--peers", metavar="SCRIPT", help="a script that times peers: SCRIPT FOLDER GAMES")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    if not options.paths:
        for name in SIMULATED:
            logs = list(play_games(preset(name), options.games, 1))
            print(f"\n{name}, {len(logs)} simulated games")
            stages_of_wire(logs, options.seconds)
    with tempfile.TemporaryDirectory() as work:
        for path, folder in xml_folders(options.paths, Path(work)):
            texts = [file.read_text("utf-8") for file in sorted(folder.glob("*.xml"))]
            print(f"\n{path}")
            stages_of_xml([text for text in texts if "owari" in text][: options.games], options.seconds)
            if options.peers:
                subprocess.run([sys.executable, options.peers, str(folder), str(options.games)], check=True)


if __name__ == "__main__":
    main()
