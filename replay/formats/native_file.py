"""Files of many games: `*.paifu`, encoded GameLogs each behind its length as a varint."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from replay.formats.native import read
from replay.formats.native_frame import HEADER, MAX_GAME_BYTES, MAX_PART_BYTES, framed, read_varint
from replay.gamelog import GameLog, LogError

_LONGEST_PREFIX: Final = 5


@dataclass(frozen=True)
class EncodedGame:
    """The bytes of one game of a file, not yet decoded."""

    place: str  # such as "game 3, byte 1234", both from 0; the byte is where its length stands
    data: bytes


def split_paifu(data: bytes) -> Iterator[EncodedGame | LogError]:
    """The games of a file one after the other. The stated lengths are not trusted.

    A game that is too large is a LogError, and reading goes on after it. A length that is broken, is 0 or reaches
    beyond the end of the file is a LogError too, and the last thing: nobody knows where the next game would begin.
    """
    position = 0
    index = 0
    while position < len(data):
        place = f"game {index}, byte {position}"
        try:
            length, begin = read_varint(data, position, _LONGEST_PREFIX)
        except ValueError as error:
            yield LogError(f"broken length of a game: {error}", place)
            return
        if length == 0:
            yield LogError("a game of no bytes", place)
            return
        if length > len(data) - begin:
            yield LogError(f"a game of {length} bytes where {len(data) - begin} are left", place)
            return
        if length > MAX_GAME_BYTES:
            yield LogError(f"the game has {length} bytes, more than {MAX_GAME_BYTES}", place)
        else:
            yield EncodedGame(place, data[begin : begin + length])
        position = begin + length
        index += 1


def read_paifu(data: bytes) -> Iterator[GameLog | LogError]:
    """The logs of a file one after the other, a LogError in the place of each that is malformed.

    The place is like "game 3, byte 1234, round 2, event 13", all counted from 0. A broken length ends the file.
    """
    for part in split_paifu(data):
        if isinstance(part, LogError):
            yield part
            continue
        try:
            yield read(part.data)
        except LogError as error:
            yield LogError(error.reason, f"{part.place}, {error.place}")


def is_paifu(head: bytes) -> bool:
    """Whether a file that begins so can be a paifu file: a length, then the header of a game as our writer puts it."""
    try:
        length, begin = read_varint(head, 0, _LONGEST_PREFIX)
        tag, begin = read_varint(head, begin, 1)
        header_length, _ = read_varint(head, begin, 3)
    except ValueError:
        return False
    return tag == framed(HEADER, b"")[0] and 0 < header_length <= MAX_PART_BYTES and header_length < length
