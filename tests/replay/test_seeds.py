"""Walls from a seed are those of a slow shuffle of our own, which is itself checked against published values."""

import hashlib
from base64 import b64encode
from itertools import islice
from random import Random

import pytest

from replay.ruleset.switches import TileSet
from replay.seeds import SEED_BYTES, SeedError, tenhou_walls
from tests.replay import slow_shuffle

SEED = bytes((7 * place + place // 256) % 256 for place in range(SEED_BYTES))
FIRST_WALL_BEGINS = [10, 112, 3, 66, 135, 134, 39, 1]
SECOND_WALL_ENDS = [0, 125, 103, 79, 63, 80, 71, 120]
FOUR_PLAYERS = list(range(136))
THREE_PLAYERS = [tile for tile in range(136) if not 4 <= tile < 32]


def test_the_slow_twister_gives_its_authors_numbers() -> None:
    twister = slow_shuffle.MersenneTwister([0x123, 0x234, 0x345, 0x456])
    assert [twister.word() for _ in range(5)] == [1067595299, 955945823, 477289528, 4107218783, 4228976476]


@pytest.mark.parametrize("size", [0, 3, 111, 112, 128, 300])
def test_the_slow_hash_is_sha_512(size: int) -> None:
    message = Random(size).randbytes(size)
    assert slow_shuffle.sha512(message) == hashlib.sha512(message).digest()


@pytest.mark.parametrize(
    ("tiles", "ids"), [(TileSet.FULL, FOUR_PLAYERS), (TileSet.NO_SIMPLE_CHARACTERS, THREE_PLAYERS)]
)
@pytest.mark.parametrize(
    "seed", [SEED, bytes(SEED_BYTES - 1) + b"\1", b"\xff" * SEED_BYTES, Random(5).randbytes(SEED_BYTES)]
)
def test_walls_are_those_of_the_slow_shuffle(tiles: TileSet, ids: list[int], seed: bytes) -> None:
    """Three rounds: the twister's state is renewed after two of them."""
    found = list(islice(tenhou_walls(b64encode(seed).decode(), tiles), 3))
    assert found == list(islice(slow_shuffle.walls(seed, ids), 3))


def test_a_wall_is_known() -> None:
    """Worked out once with the slow shuffle."""
    first, second = islice(tenhou_walls(b64encode(SEED).decode(), TileSet.FULL), 2)
    assert first[:8] == FIRST_WALL_BEGINS
    assert second[-8:] == SECOND_WALL_ENDS


@pytest.mark.parametrize("tiles", [TileSet.FULL, TileSet.NO_SIMPLE_CHARACTERS])
def test_every_wall_holds_the_set_once(tiles: TileSet) -> None:
    ids = FOUR_PLAYERS if tiles is TileSet.FULL else THREE_PLAYERS
    walls = list(islice(tenhou_walls(b64encode(SEED).decode(), tiles), 20))
    assert all(sorted(wall) == ids for wall in walls)
    assert len({tuple(wall) for wall in walls}) == 20


@pytest.mark.parametrize(
    ("seed", "reason"),
    [
        ("", "the seed has 0 bytes instead of 2496"),
        (b64encode(SEED[:-1]).decode(), "the seed has 2495 bytes instead of 2496"),
        (b64encode(SEED + b"\0\0\0\0").decode(), "the seed has 2500 bytes instead of 2496"),
        (b64encode(SEED).decode()[:-4], "the seed has 2493 bytes"),
        (b64encode(SEED).decode()[:-1], "the seed is no base64: Incorrect padding"),
        (b64encode(SEED).decode().replace("A", "?"), "the seed is no base64"),
        (b64encode(SEED).decode()[:100] + "\n" + b64encode(SEED).decode()[100:], "the seed is no base64"),
        ("三人麻雀", "the seed is no base64"),
    ],
)
def test_a_bad_seed_says_why(seed: str, reason: str) -> None:
    with pytest.raises(SeedError, match=reason):
        tenhou_walls(seed, TileSet.FULL)
