"""Plants faults of every code in legal games, and counts what the audit makes of them.

    python tools/faults.py [--quick] [--jobs N] [CODE ...]

In one preset of each family, the first in which the code can occur, every code gets 200 faults, each in a round of its
own; in each other preset 20; with --quick 10 and 2. The games are simulated ones with their walls, and the genuine
Tenhou logs where ../shared/logs has them. Exits with 1 when a fault is not found exactly once, at its event, with
nothing else.
"""

import argparse
import sys
import tarfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from random import Random
from time import monotonic
from typing import Final, NamedTuple

from replay.catalogue import CATALOGUE
from replay.formats.tenhou_xml import read
from replay.gamelog import GameLog
from replay.ruleset.choose import choose
from replay.ruleset.loader import PRESETS, preset
from replay.simulate.plant import FaultRow, fault_row, faults_found, impossible
from replay.simulate.play import play_games

LOGS: Final = Path(__file__).resolve().parents[2] / "shared" / "logs"
ARCHIVES: Final = {"tenhou-sanma": "tenhou3p.tar.gz", "tenhou": "tenhou4p.tar.gz"}
SEED: Final = 20


class Size(NamedTuple):
    """How much is done."""

    main: int  # faults a code in one preset a family
    others: int  # in each other preset
    games: int  # simulated games a fault can be planted in, a preset
    real: int  # genuine ones at most


FULL: Final = Size(200, 20, 500, 1000)
QUICK: Final = Size(10, 2, 30, 40)


class Task(NamedTuple):
    """Faults of one code in one kind of games."""

    variant: str
    genuine: bool
    code: str
    faults: int
    size: Size


@lru_cache(maxsize=1)
def _games(variant: str, genuine: bool, size: Size) -> Sequence[GameLog]:  # noqa: FBT001 - a key of the cache
    if not genuine:
        return list(play_games(preset(variant), size.games, SEED, with_wall=True))
    rules = preset(variant)
    found: list[GameLog] = []
    for text in Random(SEED).sample(texts := list(_texts(variant)), min(size.real, len(texts))):
        game = read(text, sha256(text.encode()).hexdigest())
        chosen = choose(game.header, None, None, ())
        if chosen.digest == rules.digest and not faults_found(game, rules):
            found.append(game)
    return found


def _texts(variant: str) -> Iterator[str]:
    with tarfile.open(LOGS / ARCHIVES[variant]) as members:
        for member in members:
            content = members.extractfile(member)
            if content is not None and member.name.endswith(".xml"):
                yield content.read().decode()


def row_of(task: Task) -> FaultRow | str:
    """What became of the task's faults, or why there are none."""
    rules = preset(task.variant)
    reason = _impossible(task.code, task.variant)
    if reason is not None:
        return reason
    return fault_row(task.code, _games(task.variant, task.genuine, task.size), rules, task.faults, SEED)


def _impossible(code: str, variant: str) -> str | None:
    try:
        return impossible(code, preset(variant))
    except ValueError:
        return "no planter yet"


def tasks(codes: Sequence[str], size: Size) -> Iterator[Task]:
    """All there is to do, a kind of games after the other."""
    main: dict[tuple[str, str], str] = {}
    for variant in PRESETS:
        family = preset(variant).switches.family.value
        for code in codes:
            if _impossible(code, variant) is None:
                main.setdefault((family, code), variant)
    for variant in PRESETS:
        family = preset(variant).switches.family.value
        for genuine in (False, True):
            if genuine and not _has_genuine(variant):
                continue
            for code in codes:
                faults = size.main if main.get((family, code)) == variant else size.others
                yield Task(variant, genuine, code, faults, size)


def _has_genuine(variant: str) -> bool:
    return variant in ARCHIVES and (LOGS / ARCHIVES[variant]).exists()


def report(task: Task, row: FaultRow | str) -> bool:
    """The row was printed; whether all is as it should be."""
    if isinstance(row, str):
        print(f"{task.code:<8}{'none: ' + row}")
        return True
    elsewhere = row.misplaced + row.other
    wrong = row.planted - row.found
    few = "" if row.planted == task.faults else f"   no more rounds offer a place, {task.faults} were wanted"
    print(
        f"{task.code:<8}{row.planted:>8}{row.found:>8}{elsewhere:>10}{row.extra:>8}{row.missed:>8}"
        f"{'   <-- WRONG' if wrong else few}",
        flush=True,
    )
    return not wrong


def main() -> int:
    """0 when every fault was found once and nothing else was, else 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("codes", nargs="*", metavar="CODE", help="only these codes")
    parser.add_argument("--quick", action="store_true", help="a few faults a code")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes (2)")
    options = parser.parse_args()
    size = QUICK if options.quick else FULL
    known = [code.id for code in CATALOGUE]
    unknown = [code for code in options.codes if code not in known]
    if unknown:
        parser.error(f"there is no code {unknown[0]}")
    todo = list(tasks(options.codes or known, size))
    for variant in ARCHIVES:
        if not _has_genuine(variant):
            print(f"{variant}: {ARCHIVES[variant]} is not in ../shared/logs, no genuine logs")
    begun = monotonic()
    wrong: list[str] = []
    planted = 0
    heading = ""
    with ProcessPoolExecutor(options.jobs) as pool:
        for task, row in zip(todo, pool.map(row_of, todo), strict=True):
            title = f"{task.variant}, {'genuine logs' if task.genuine else 'simulated games'}"
            if title != heading:
                heading = title
                print(f"\n{title}\n{'code':<8}{'planted':>8}{'found':>8}{'elsewhere':>10}{'extra':>8}{'missed':>8}")
            planted += row.planted if isinstance(row, FaultRow) else 0
            if not report(task, row):
                wrong.append(f"{task.code} in {title}")
    print(f"\n{planted:,} faults planted; not found as they should be: {', '.join(wrong) or 'none'}")
    print(f"{monotonic() - begun:.0f} s", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
