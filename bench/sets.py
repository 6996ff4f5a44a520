"""The sets of games to measure, each a folder with one game a file.

    python -m bench.sets OUT GAMES PATH…

A set is made of the complete games of one format and number of seats in one path. Writes a line of JSON a set.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from auditor import wire
from auditor.batch.items import Limits, Source
from auditor.batch.sources import Intake
from auditor.judging import RulesChoice, rules_for
from bench.stages import LABELS, logs_of
from replay.gamelog import GameEnd, GameLog, LogError
from replay.ruleset.choose import Refused

_SUFFIXES: Final = {"tenhou-xml": "xml"}  # the peers look for it


def complete_games(path: str) -> Iterator[tuple[str, int, bytes]]:
    """Format, seats and bytes of every game of the path that can be read, has its end, and is by rules we know."""
    for item in Intake(Limits(), None, sys.stdin.buffer).items([path]):
        if not isinstance(item, Source):
            continue
        try:
            logs = logs_of(item)
        except LogError:
            continue
        for log in logs:
            if _is_complete(log):
                yield item.format, log.header.seats, wire.delimited(log) if item.format == "paifu" else item.data


def _is_complete(log: GameLog) -> bool:
    if log.failure is not None or not log.rounds or not isinstance(log.rounds[-1][-1], GameEnd):
        return False
    try:
        rules_for(log, RulesChoice())
    except Refused:
        return False  # its audit would be over before it begins
    return True


def main() -> None:
    """Fills a folder of OUT for each set."""
    out, most, paths = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    for number, path in enumerate(paths):
        made: dict[tuple[str, int], int] = {}
        for name, seats, data in complete_games(path):
            count = made.get((name, seats), 0)
            if count == most:
                continue
            folder = out / f"{number}-{name}-{seats}"
            folder.mkdir(exist_ok=True)
            (folder / f"{count:05}.{name}.{_SUFFIXES.get(name, 'game')}").write_bytes(data)
            made[name, seats] = count + 1
        for name, seats in made:
            title = f"{Path(path).name}, {LABELS[name]}, {'three' if seats == 3 else 'four'} players"
            folder = out / f"{number}-{name}-{seats}"
            print(json.dumps({"folder": str(folder), "title": title, "format": name, "seats": str(seats)}))


if __name__ == "__main__":
    main()
