"""Times jansou and riichienv on any set of games, which they get as mjai.

    python -m bench.game_peers FOLDER GAMES

For any set; Tenhou XML has a script of the peers' own readers where there is one. Prints games/s of processor time:

    jansou replay    its engine plays every round again (parsing excluded)
    jansou complete  mjai parsed, wins checked, and the replay
    riichienv steps  its engine steps through the games (parsing excluded)

Or that a peer is not installed.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final, TypeVar

from bench.mjai import mjai_of
from bench.rows import JANSOU_COMPLETE, JANSOU_REPLAY, MISSING, RIICHIENV_STEPS
from bench.stages import logs_of, sources_in

VARIANTS: Final = ("tenhou", "tenhou-sanma")

T = TypeVar("T")


def seconds_of(work: Callable[[T], None], inputs: Sequence[T]) -> float:
    """Processor time of one pass over the inputs, after one that does not count: they keep tables, too."""
    for one in inputs:
        work(one)
    start = time.process_time()
    for one in inputs:
        work(one)
    return time.process_time() - start


def jansou(texts: Sequence[str]) -> None:
    """Prints its two lines."""
    from jansou.io.mjai import parse_mjai
    from jansou.io.paifu import Paifu
    from jansou.io.replay import replay_round_decisions
    from jansou.validation.check import check_paifu

    def replay(game: Paifu) -> None:
        for number in range(len(game.rounds)):
            # A round it does not agree with ends there; the next one is tried as well.
            with suppress(Exception):
                for _ in replay_round_decisions(game, number):
                    pass

    def complete(text: str) -> None:
        game = parse_mjai(text)
        check_paifu(game)
        replay(game)

    parsed = [parse_mjai(text) for text in texts]
    print(f"{JANSOU_REPLAY} {len(texts) / seconds_of(replay, parsed):.1f} games/s")
    print(f"{JANSOU_COMPLETE} {len(texts) / seconds_of(complete, texts):.1f} games/s")


def riichienv(texts: Sequence[str], folder: Path) -> None:
    """Prints its line. Its parsing cannot be left out, so it is timed alone and taken off."""
    from riichienv import MjaiReplay  # type: ignore[import-untyped] # it has no types

    def parse(path: str) -> None:
        MjaiReplay.from_jsonl(path, rule="tenhou")

    def step(path: str) -> None:
        for one in MjaiReplay.from_jsonl(path, rule="tenhou").take_kyokus():
            for _ in one.steps(skip_single_action=False):
                pass

    paths = []
    for number, text in enumerate(texts):
        path = folder / f"{number}.jsonl"
        path.write_text(text, "utf-8")
        with suppress(Exception):  # a game it refuses, it cannot be timed on
            step(str(path))
            paths.append(str(path))
    if paths:
        spent = seconds_of(step, paths) - seconds_of(parse, paths)
        print(f"{RIICHIENV_STEPS} {len(paths) / spent:.1f} games/s ({len(paths)} of {len(texts)} games)")


def main() -> None:
    """Prints what there is to print."""
    folder, games = Path(sys.argv[1]), int(sys.argv[2])
    logs = [log for source in sources_in(folder)[:games] for log in logs_of(source)]
    if any(log.header.variant not in VARIANTS for log in logs):
        sys.exit("they play by Tenhou's rules, these games are by others")
    texts = list(map(mjai_of, logs))
    for name in ("jansou", "riichienv"):
        if find_spec(name) is None:
            print(f"{name}{MISSING}")
        elif name == "jansou":
            jansou(texts)
        else:
            with tempfile.TemporaryDirectory(prefix="auditor-bench-") as work:
                riichienv(texts, Path(work))


if __name__ == "__main__":
    main()
