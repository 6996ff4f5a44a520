"""Length-delimited messages, the framing of ``*.paifu``: cut into pieces of whole games without decoding them."""

from collections.abc import Iterator
from typing import Final

from auditor.batch.streams import CannotRead, Stream

PIECE_GAMES: Final = 64
PIECE_BYTES: Final = 1 << 20
LENGTH_BYTES: Final = 5  # of a varint; a longer one is no length of a game
HEADER: Final = 0x0A  # tag of GameLog.header
GAME_ID: Final = 0x0A  # tags of Header
SEATS: Final = 0x10


def varint(data: bytes, place: int) -> tuple[int, int]:
    """Value of the varint at a place and the place behind it; (-1, place) when there is none."""
    value = 0
    for index, byte in enumerate(data[place : place + LENGTH_BYTES]):
        value |= (byte & 0x7F) << 7 * index
        if byte < 0x80:
            return value, place + index + 1
    return -1, place


def looks_framed(head: bytes) -> bool:
    """Whether the data begins with the length of a GameLog whose header begins with a game id or the seats."""
    game, place = varint(head, 0)
    if game < 0 or head[place : place + 1] != bytes([HEADER]):
        return False
    header, place = varint(head, place + 1)
    if not 0 < header < game:
        return False
    if head[place : place + 1] == bytes([GAME_ID]):
        size, place = varint(head, place + 1)
        if not 0 <= size < header:
            return False
        place += size
    return head[place : place + 1] == bytes([SEATS])


def frames(stream: Stream, limit: int) -> Iterator[tuple[int, bytes]]:
    """Pieces of whole messages with their lengths, and the number of the first message of each.

    A message that is cut short or has no length stands alone in the last piece, for the reader to say so. Raises
    CannotRead when a message is larger than the limit.
    """
    first = number = size = 0
    piece: list[bytes] = []
    while head := stream.peek(LENGTH_BYTES):
        length, behind = varint(head, 0)
        if length < 0:
            frame = stream.exactly(LENGTH_BYTES)
        elif length > limit:
            raise CannotRead(f"game {number}: larger than {limit:,} bytes")
        else:
            frame = stream.exactly(behind + length)
        broken = length < 0 or len(frame) < behind + length
        if piece and (broken or number - first >= PIECE_GAMES or size + len(frame) > PIECE_BYTES):
            yield first, b"".join(piece)
            first, size, piece = number, 0, []
        piece.append(frame)
        size += len(frame)
        number += 1
        if broken:
            break
    if piece:
        yield first, b"".join(piece)
