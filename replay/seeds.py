"""Walls rebuilt from the seed that a log publishes after the game.

Tenhou: the seed is 624 little-endian words in base64 that initialise MT19937 by array. For each round 288 words are
drawn and hashed in blocks of 1,024 bits by SHA-512; words 0..n-2 of the 144 that result drive a Fisher-Yates shuffle of
the tile ids in ascending order (docs/formats/tenhou-xml.md).
"""

import binascii
from base64 import b64decode
from collections.abc import Iterator
from hashlib import sha512
from random import Random
from struct import Struct
from typing import Final

from replay.errors import ordinary
from replay.ruleset.switches import TileSet

TENHOU: Final = "mt19937ar-sha512-n288-base64"

SEED_BYTES: Final = 624 * 4
WORDS: Final = 288  # drawn for each round
BLOCK: Final = 128  # bytes hashed together
_HASHED: Final = Struct(f"<{WORDS // 2}I")

_IDS: Final = {
    TileSet.FULL: tuple(range(136)),
    TileSet.NO_SIMPLE_CHARACTERS: (*range(4), *range(32, 136)),
}


@ordinary
class SeedError(Exception):
    """A seed that cannot be used; the text says why."""


def tenhou_walls(seed: str, tiles: TileSet) -> Iterator[list[int]]:
    """The wall of each round in turn, as tile ids in the order of the shuffle. Raises SeedError for a bad seed."""
    try:
        data = b64decode(seed, validate=True)
    except (binascii.Error, ValueError) as error:
        raise SeedError(f"the seed is no base64: {error}") from error
    if len(data) != SEED_BYTES:
        raise SeedError(f"the seed has {len(data)} bytes instead of {SEED_BYTES}")
    # An integer seeds Random by its 32-bit words, lowest first: exactly the initialisation by array, as long as the
    # last word is not 0 and left out; one seed in four thousand million ends so.
    return _rounds(Random(int.from_bytes(data, "little")), _IDS[tiles])


def _rounds(random: Random, ids: tuple[int, ...]) -> Iterator[list[int]]:
    while True:
        drawn = random.getrandbits(32 * WORDS).to_bytes(4 * WORDS, "little")
        hashed = b"".join([sha512(drawn[start : start + BLOCK]).digest() for start in range(0, len(drawn), BLOCK)])
        yield _shuffled(list(ids), _HASHED.unpack(hashed))


def _shuffled(wall: list[int], words: tuple[int, ...]) -> list[int]:
    """The wall after each of its tiles but the last was exchanged with one that comes no earlier."""
    size = len(wall)
    for place in range(size - 1):
        other = place + words[place] % (size - place)
        tile = wall[place]
        wall[place] = wall[other]
        wall[other] = tile
    return wall
