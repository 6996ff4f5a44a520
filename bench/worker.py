"""A process that measures stages when it is asked to.

    python -m bench.worker games FOLDER
    python -m bench.worker hands|riichienv|mahjong SEATS HANDS

It writes one line of JSON that says what it is and has, then answers each line {"stage": …, "seconds": …} with
{"rate": items a second of processor time}. Which build it measures depends on the interpreter that runs it.
"""

import gc
import json
import sys
import tempfile
from pathlib import Path

from auditor.garbage import look_rarely
from bench.stage import Stage
from replay import engine


def rate(stage: Stage, seconds: float) -> float:
    """Items a second, measured over at least `seconds` and one run."""
    runs, spent = 0, 0.0
    while not runs or spent < seconds:
        spent += stage.run()
        runs += 1
    return stage.items * runs / max(spent, 1e-9)


def _stages(work: Path, kind: str, *arguments: str) -> tuple[str, list[Stage]]:
    if kind == "games":
        from bench.stages import game_stages  # with a database and protobuf, which hands can do without

        return game_stages(Path(arguments[0]), work)
    from bench.hand_peers import mahjong_stages, riichienv_stages
    from bench.hands import hand_stages

    makers = {"hands": hand_stages, "riichienv": riichienv_stages, "mahjong": mahjong_stages}
    seats, hands = map(int, arguments)
    return makers[kind](seats, hands)


def main() -> None:
    """Answers until nobody asks any more."""
    with tempfile.TemporaryDirectory(prefix="auditor-bench-") as work:
        _answer(*_stages(Path(work), *sys.argv[1:]))


def _answer(facts: str, made: list[Stage]) -> None:
    stages = {stage.name: stage for stage in made}
    build = "plain" if str(engine.__file__).endswith(".py") else "compiled"
    gc.collect()
    look_rarely()
    gc.freeze()  # as the command line does: what is prepared here would be looked through in every collection
    print(json.dumps({"build": build, "facts": facts, "stages": list(stages)}), flush=True)
    warm: set[str] = set()
    for line in sys.stdin:
        asked = json.loads(line)
        stage = stages[asked["stage"]]
        if stage.name not in warm:
            stage.run()  # tables are filled as suits are met
            warm.add(stage.name)
        print(json.dumps({"rate": rate(stage, asked["seconds"])}), flush=True)


if __name__ == "__main__":
    main()
