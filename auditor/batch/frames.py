"""Length-delimited messages, the framing of ``*.paifu``: cut into pieces of whole games without decoding them."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from auditor.batch.streams import CannotRead, Stream


class Piece(NamedTuple):
    """Some games of a file. Both numbers are from 0."""

    data: bytes
    game: int = 0  # number of its first game in the file
    byte: int = 0  # where it begins in the file
    games: int = 1


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


def frames(stream: Stream, limit: int, most: int = PIECE_GAMES) -> Iterator[Piece]:
    """Pieces of at most so many whole messages with their lengths.

    A message that is cut short or has no length stands alone in the last piece, for the reader to say so. Raises
    CannotRead when a message is larger than the limit.
    """
    game = byte = count = size = 0
    piece: list[bytes] = []
    while head := stream.peek(LENGTH_BYTES):
        length, behind = varint(head, 0)
        if length > limit:
            raise CannotRead(f"game {game + count}: larger than {limit:,} bytes")
        frame = stream.exactly(behind + length if length >= 0 else LENGTH_BYTES)
        broken = length < 0 or len(frame) < behind + length
        if piece and (broken or count >= most or size + len(frame) > PIECE_BYTES):
            yield Piece(b"".join(piece), game, byte, count)
            game, byte, count, size, piece = game + count, byte + size, 0, 0, []
        piece.append(frame)
        count += 1
        size += len(frame)
        if broken:
            break
    if piece:
        yield Piece(b"".join(piece), game, byte, count)
