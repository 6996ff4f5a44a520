"""The outer layer of an encoded game: what it consists of, found without building anything.

A small message can ask for a lot of memory: 4 MiB of empty events would become two million objects. So the size of a
game is checked first, then its parts are counted and measured, and only then is a part parsed, one at a time.
"""

from dataclasses import dataclass
from typing import Final

from replay.gamelog import LogError

MAX_GAME_BYTES: Final = 256 * 1024
MAX_EVENTS: Final = 20_000  # a long four-player game has some 5,000
MAX_REMARKS: Final = 4_096
MAX_UNKNOWN: Final = 256  # fields a later version of the schema may add
MAX_PART_BYTES: Final = 16 * 1024  # of the header, the failure or a remark; a Tenhou wall seed takes 3.3 kB
MAX_EVENT_BYTES: Final = 4 * 1024  # a RoundStart with its wall takes 300 bytes, a Win with many yaku 600

HEADER: Final = 1
EVENTS: Final = 2
REMARKS: Final = 3
FAILURE: Final = 4
EVENT_TAG: Final = EVENTS << 3 | 2

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5

_SHORT: Final = tuple(bytes([number]) for number in range(0x80))
_HEADS: Final = tuple(tuple(bytes((field << 3 | 2, size)) for size in range(0x80)) for field in range(16))
"""Tag and length of a short part, ``_HEADS[field][length]``."""


@dataclass(frozen=True)
class Parts:
    """The encoded parts of a game, none of them parsed."""

    header: bytes
    events: list[bytes]
    remarks: list[bytes]
    failure: bytes | None


def varint(number: int) -> bytes:
    """The bytes of a number from 0 as a base-128 varint."""
    if number < len(_SHORT):
        return _SHORT[number]
    if number < 1 << 14:
        return bytes((number & 0x7F | 0x80, number >> 7))
    if number < 1 << 21:
        return bytes((number & 0x7F | 0x80, number >> 7 & 0x7F | 0x80, number >> 14))
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def read_varint(data: bytes, position: int, longest: int = 10) -> tuple[int, int]:
    """The number of at most `longest` bytes at `position`, and the position after it; ValueError when there is none."""
    number = 0
    for count in range(longest):
        if position + count >= len(data):
            raise ValueError("the data ends within a number")
        byte = data[position + count]
        number |= (byte & 0x7F) << 7 * count
        if byte < 0x80:
            return number, position + count + 1
    raise ValueError(f"a number has more than {longest} bytes")


def framed(field: int, part: bytes) -> bytes:
    """The part as the field of its message: tag, length, bytes."""
    size = len(part)
    if size < 0x80 and field < len(_HEADS):
        return _HEADS[field][size] + part
    return varint(field << 3 | _BYTES) + varint(size) + part


def scan_game(data: bytes) -> Parts:
    """The parts of an encoded GameLog. Fields of a later version are passed over, as protobuf does.

    Raises LogError when the game is too large, has too many parts or too large ones, has no header or two, or is no
    protobuf message; the place is the byte within the game.
    """
    size = len(data)
    if size > MAX_GAME_BYTES:
        raise LogError(f"the game has {size} bytes, more than {MAX_GAME_BYTES}", "byte 0")
    header: bytes | None = None
    failure: bytes | None = None
    events: list[bytes] = []
    remarks: list[bytes] = []
    position = 0
    last = size - 1
    unknown = 0
    while position < size:
        # Nearly every field is an event shorter than 128 bytes.
        if data[position] == EVENT_TAG and position < last:
            length = data[position + 1]
            end = position + 2 + length
            if length < 0x80 and end <= size:
                if len(events) == MAX_EVENTS:
                    raise LogError(f"more than {MAX_EVENTS} events", f"byte {position}")
                events.append(data[position + 2 : end])
                position = end
                continue
        begin = position
        try:
            tag, position = read_varint(data, position, 5)
            if tag >> 3 == 0:
                raise ValueError("there is no field 0")
            if tag >> 3 > FAILURE:
                unknown += 1
                if unknown > MAX_UNKNOWN:
                    raise LogError(f"more than {MAX_UNKNOWN} unknown fields", f"byte {begin}")
            if tag & 7 != _BYTES:
                position = _after_number(data, position, tag)
                continue
            length, position = read_varint(data, position)
        except ValueError as error:
            raise LogError(f"not an encoded game: {error}", f"byte {begin}") from None
        end = position + length
        if end > size:
            raise LogError("not an encoded game: a part is longer than the game", f"byte {begin}")
        field = tag >> 3
        largest = MAX_EVENT_BYTES if field == EVENTS else MAX_PART_BYTES
        if end - position > largest and field <= FAILURE:
            raise LogError(f"a part has {end - position} bytes, more than {largest}", f"byte {begin}")
        if field == EVENTS:
            if len(events) == MAX_EVENTS:
                raise LogError(f"more than {MAX_EVENTS} events", f"byte {begin}")
            events.append(data[position:end])
        elif field == REMARKS:
            remarks.append(data[position:end])
            if len(remarks) > MAX_REMARKS:
                raise LogError(f"more than {MAX_REMARKS} remarks", f"byte {begin}")
        elif field == HEADER:
            if header is not None:
                raise LogError("a second header", f"byte {begin}")
            header = data[position:end]
        elif field == FAILURE:
            if failure is not None:
                raise LogError("a second failure", f"byte {begin}")
            failure = data[position:end]
        position = end
    if header is None:
        raise LogError("the header is missing", f"byte {size}")
    return Parts(header, events, remarks, failure)


def _after_number(data: bytes, position: int, tag: int) -> int:
    """The position after a field that is no string of bytes; ValueError when it cannot stand here."""
    kind = tag & 7
    if tag >> 3 <= FAILURE:
        raise ValueError(f"field {tag >> 3} is no message")
    if kind == _VARINT:
        return read_varint(data, position)[1]
    if kind == _FIXED64 or kind == _FIXED32:
        after = position + (8 if kind == _FIXED64 else 4)
        if after > len(data):
            raise ValueError("the data ends within a number")
        return after
    raise ValueError(f"there is no field kind {kind}")
