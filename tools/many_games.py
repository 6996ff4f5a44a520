"""Many games for the tools: a few that were played, with faults in some, given out again and again under other ids.

Playing is slow and this is about the batch around the audit: a game is encoded once, only its header is new each time.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from auditor.cli.planting import Planting, faults_of
from auditor.v1 import game_log_pb2
from auditor.wire import encode_game
from replay.catalogue import CATALOGUE
from replay.formats.native_frame import varint
from replay.ruleset.loader import PRESETS, preset
from replay.simulate.plant import impossible
from replay.simulate.play import play_games

HEADER: Final = 0x0A  # tag of GameLog.header
A_FILE: Final = 5_000
"""Games of one file; the file of every third one is compressed."""
FAULTY: Final = 3  # one game in so many has a fault

Label = tuple[str, int | None, int | None, int | None]
"""Code, round, event, seat of the one finding of a game."""


class Sample(NamedTuple):
    """A game that was played."""

    header: bytes  # a HeaderMessage, without an id
    rest: bytes  # everything behind the header
    label: Label | None  # None: there is nothing wrong with it

    def under(self, game_id: str) -> bytes:
        """The encoded game with that id, behind its length."""
        name = game_id.encode("ascii")
        # The id is the first field of a header.
        header = bytes([HEADER]) + varint(len(name)) + name + self.header
        game = bytes([HEADER]) + varint(len(header)) + header + self.rest
        return varint(len(game)) + game


def samples_of(variant: str, games: int, seed: int) -> list[Sample]:
    """So many games of the variant, with and without walls, some with one fault of a code that has a place there."""
    rules = preset(variant)
    codes = [f"{code.id}=1" for code in CATALOGUE if _plantable(code.id, variant)]
    Random(seed).shuffle(codes)  # few games have no room for all of them
    asked = faults_of(codes[: games // FAULTY], rules, walls=True)
    planting = Planting(asked, games, rules, seed)
    made = []
    for game in play_games(rules, games, seed, with_wall=True):
        planted = planting.offered(game)
        label = (planted.code, planted.round_index, planted.event_index, planted.seat) if planted else None
        made.append(_sample(encode_game(planted.game if planted else game), label))
    return made


def _plantable(code: str, variant: str) -> bool:
    try:
        return impossible(code, preset(variant)) is None
    except ValueError:  # nobody plants it
        return False


def _sample(encoded: bytes, label: Label | None) -> Sample:
    message = game_log_pb2.GameLog.FromString(encoded)
    header = message.header.SerializeToString(deterministic=True)
    start = bytes([HEADER]) + varint(len(header)) + header
    assert encoded.startswith(start), "the header is not encoded as protobuf does it"
    message.header.game_id = ""
    return Sample(message.header.SerializeToString(deterministic=True), encoded[len(start) :], label)


def samples(distinct: int, seed: int, jobs: int, variants: Sequence[str] = PRESETS) -> list[Sample]:
    """Some `distinct` games of the variants, mixed."""
    each = max(1, distinct // len(variants))
    with ProcessPoolExecutor(jobs, get_context("spawn")) as executor:
        futures = [executor.submit(samples_of, variant, each, seed + place) for place, variant in enumerate(variants)]
        mixed = [sample for future in futures for sample in future.result()]
    Random(seed).shuffle(mixed)
    return mixed


def game_id(number: int) -> str:
    """The id of the game of that number."""
    return f"night-{number:07}"


def write(folder: Path, made: Sequence[Sample], games: int) -> None:
    """The folder has files with so many games, each with an id of its own."""
    import zstandard

    folder.mkdir(parents=True)
    for place, first in enumerate(range(0, games, A_FILE)):
        numbers = range(first, min(first + A_FILE, games))
        data = b"".join(made[number % len(made)].under(game_id(number)) for number in numbers)
        if place % 3:
            (folder / f"{place:04}.paifu").write_bytes(data)
        else:
            (folder / f"{place:04}.paifu.zst").write_bytes(zstandard.compress(data))


def labels(made: Sequence[Sample], games: int) -> Iterator[tuple[str, Label]]:
    """Game id and label of each game with a fault."""
    for number in range(games):
        label = made[number % len(made)].label
        if label is not None:
            yield game_id(number), label
