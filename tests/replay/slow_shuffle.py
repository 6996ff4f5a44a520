"""Tenhou's shuffle written from its description, slowly and without anything that `replay.seeds` uses.

MT19937 as its authors published it (initialisation by array), SHA-512 as FIPS 180-4 defines it.
"""

from collections.abc import Iterator
from math import isqrt
from typing import Final

MASK32: Final = 0xFFFFFFFF
MASK64: Final = 0xFFFFFFFFFFFFFFFF


class MersenneTwister:
    """MT19937, seeded by an array of 32-bit words."""

    def __init__(self, key: list[int]) -> None:
        state = [19650218]
        for place in range(1, 624):
            before = state[-1]
            state.append((1812433253 * (before ^ (before >> 30)) + place) & MASK32)
        place, word = 1, 0
        for _ in range(max(624, len(key))):
            before = state[place - 1]
            mixed = (before ^ (before >> 30)) * 1664525
            state[place] = ((state[place] ^ mixed) + key[word] + word) & MASK32
            place, word = place + 1, (word + 1) % len(key)
            if place == 624:
                state[0] = state[623]
                place = 1
        for _ in range(623):
            before = state[place - 1]
            mixed = (before ^ (before >> 30)) * 1566083941
            state[place] = ((state[place] ^ mixed) - place) & MASK32
            place += 1
            if place == 624:
                state[0] = state[623]
                place = 1
        state[0] = 0x80000000
        self.state = state
        self.place = 624

    def word(self) -> int:
        """The next 32 bits."""
        if self.place == 624:
            for place in range(624):
                both = (self.state[place] & 0x80000000) | (self.state[(place + 1) % 624] & 0x7FFFFFFF)
                self.state[place] = self.state[(place + 397) % 624] ^ (both >> 1) ^ (0x9908B0DF if both & 1 else 0)
            self.place = 0
        word = self.state[self.place]
        self.place += 1
        word ^= word >> 11
        word ^= (word << 7) & 0x9D2C5680
        word ^= (word << 15) & 0xEFC60000
        return word ^ (word >> 18)


def _primes(count: int) -> list[int]:
    found: list[int] = []
    number = 2
    while len(found) < count:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found


def _cube_root(number: int) -> int:
    low, high = 0, 1 << (number.bit_length() // 3 + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**3 <= number else (low, middle - 1)
    return low


ROUND_CONSTANTS: Final = [_cube_root(prime << 192) & MASK64 for prime in _primes(80)]
FIRST_HASH: Final = [isqrt(prime << 128) & MASK64 for prime in _primes(8)]


def _turned(word: int, by: int) -> int:
    return ((word >> by) | (word << (64 - by))) & MASK64


def sha512(message: bytes) -> bytes:
    """The digest of the message."""
    padded = message + b"\x80"
    padded += bytes(-(len(padded) + 16) % 128) + (8 * len(message)).to_bytes(16, "big")
    value = list(FIRST_HASH)
    for start in range(0, len(padded), 128):
        words = [int.from_bytes(padded[start + 8 * place : start + 8 * place + 8], "big") for place in range(16)]
        for place in range(16, 80):
            low = words[place - 15]
            high = words[place - 2]
            low = _turned(low, 1) ^ _turned(low, 8) ^ (low >> 7)
            high = _turned(high, 19) ^ _turned(high, 61) ^ (high >> 6)
            words.append((words[place - 16] + low + words[place - 7] + high) & MASK64)
        a, b, c, d, e, f, g, h = value
        for constant, word in zip(ROUND_CONSTANTS, words, strict=True):
            first = h + (_turned(e, 14) ^ _turned(e, 18) ^ _turned(e, 41)) + ((e & f) ^ (~e & g)) + constant + word
            second = (_turned(a, 28) ^ _turned(a, 34) ^ _turned(a, 39)) + ((a & b) ^ (a & c) ^ (b & c))
            a, b, c, d, e, f, g, h = (first + second) & MASK64, a, b, c, (d + first) & MASK64, e, f, g
        value = [(old + new) & MASK64 for old, new in zip(value, (a, b, c, d, e, f, g, h), strict=True)]
    return b"".join(word.to_bytes(8, "big") for word in value)


def walls(seed: bytes, ids: list[int]) -> Iterator[list[int]]:
    """The wall of each round: the ids in the order of the shuffle."""
    key = [int.from_bytes(seed[start : start + 4], "little") for start in range(0, len(seed), 4)]
    twister = MersenneTwister(key)
    while True:
        drawn = b"".join(twister.word().to_bytes(4, "little") for _ in range(288))
        hashed = b"".join(sha512(drawn[start : start + 128]) for start in range(0, len(drawn), 128))
        wall = list(ids)
        for place in range(len(wall) - 1):
            word = int.from_bytes(hashed[4 * place : 4 * place + 4], "little")
            other = place + word % (len(wall) - place)
            wall[place], wall[other] = wall[other], wall[place]
        yield wall
