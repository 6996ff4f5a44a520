"""Byte streams read in bounded pieces, and the compression around them.

Nothing here trusts a stated size: a piece is at most `PIECE` bytes, and what comes out of compressed data is weighed
against what went in.
"""

import gzip
import zlib
from collections.abc import Callable
from typing import Final, Protocol

from auditor.batch.items import Limits

PIECE: Final = 1 << 20
AHEAD: Final = 1 << 16
"""Bytes asked for at a time where asking has its price, and where what is there comes before what breaks behind it."""

GZIP: Final = b"\x1f\x8b\x08"
ZSTANDARD: Final = b"\x28\xb5\x2f\xfd"
ZSTANDARD_WINDOW: Final = 1 << 27  # what the zstd command accepts without being asked
ZSTANDARD_FEED: Final = 256
"""Packed bytes given to the decompressor at a time. Four bytes can stand for 128 KiB, so this bounds a step to 8 MiB;
`max_output_size` does not when a frame states its size, and a stream reader keeps silent about a frame cut short."""


class CannotRead(Exception):  # noqa: N818 - reads as what it says
    """A source that cannot be read any further; the text is the reason."""


class Readable(Protocol):
    """What hands out at most `size` bytes, and none at the end."""

    def read(self, size: int, /) -> bytes: ...


class Stream:
    """A byte stream that can be looked into before it is read. It takes at least `ahead` bytes from below."""

    def __init__(self, read: Callable[[int], bytes], ahead: int = 0) -> None:
        self._read = read
        self._at_least = ahead
        self._ahead = b""
        self._place = 0  # in what is ahead: everything before it was read
        self._taken = 0  # bytes, from below

    @property
    def count(self) -> int:
        """How many bytes were read or looked at."""
        return self._taken - len(self._ahead) + self._place

    def _take(self, size: int) -> bytes:
        piece = self._read(min(max(size, self._at_least), PIECE))
        self._taken += len(piece)
        return piece

    def peek(self, size: int) -> bytes:
        """The next `size` bytes, fewer at the end, still to be read."""
        while len(self._ahead) - self._place < size:
            piece = self._take(size)
            if not piece:
                break
            self._ahead, self._place = self._ahead[self._place :] + piece, 0
        return self._ahead[self._place : self._place + size]

    def read(self, size: int) -> bytes:
        """At most `size` bytes, at most a piece; none at the end."""
        if self._place == len(self._ahead):
            if size >= self._at_least:
                return self._take(size)
            self._ahead, self._place = self._take(size), 0
        taken = self._ahead[self._place : self._place + size]
        self._place += len(taken)
        return taken

    def exactly(self, size: int) -> bytes:
        """`size` bytes, fewer only at the end."""
        pieces = []
        while size > 0 and (piece := self.read(size)):
            pieces.append(piece)
            size -= len(piece)
        return b"".join(pieces)

    def rest(self, limit: int) -> bytes:
        """Everything up to the end. Raises CannotRead when that is more than `limit` bytes."""
        data = self.exactly(limit + 1)
        if len(data) > limit:
            raise CannotRead(f"larger than {limit:,} bytes")
        return data


class Scale:
    """Weighs what came out of packed data against the bytes `packed` says went in."""

    def __init__(self, packed: Callable[[], int], limits: Limits) -> None:
        self._packed = packed
        self._limits = limits
        self._unpacked = 0

    def weigh(self, piece: bytes) -> bytes:
        """The piece. Raises CannotRead once all pieces together are out of proportion."""
        self._unpacked += len(piece)
        if self.broken:
            raise CannotRead(f"unpacks to more than {self._limits.expansion} times its size")
        return piece

    @property
    def broken(self) -> bool:
        """Whether more came out than any log archive gives."""
        limits = self._limits
        return self._unpacked > limits.free_bytes and self._unpacked > limits.expansion * self._packed()


def is_compressed(head: bytes) -> bool:
    """Whether data that begins so is gzip or Zstandard."""
    return head.startswith((GZIP, ZSTANDARD))


def unpacked(stream: Stream, limits: Limits) -> Stream:
    """The stream behind one layer of gzip or Zstandard, the stream itself where there is none.

    Reading raises CannotRead where the data is damaged or swells beyond the limits.
    """
    head = stream.peek(4)
    if head.startswith(GZIP):
        read, ahead = _gunzip(stream), 0  # it loses what it has when it finds damage
    elif head.startswith(ZSTANDARD):
        read, ahead = _unzstd(stream), AHEAD
    else:
        return stream
    scale = Scale(lambda: stream.count, limits)
    return Stream(lambda size: scale.weigh(read(size)), ahead)


def _gunzip(stream: Readable) -> Callable[[int], bytes]:
    unpacking = gzip.GzipFile(fileobj=stream, mode="rb")  # type: ignore[call-overload] # it only ever reads

    def read(size: int) -> bytes:
        try:
            return bytes(unpacking.read(size))
        except (OSError, EOFError, zlib.error) as error:
            raise CannotRead(f"damaged gzip data: {error}") from error

    return read


def _unzstd(stream: Readable) -> Callable[[int], bytes]:
    import zstandard

    unpacker = zstandard.ZstdDecompressor(max_window_size=ZSTANDARD_WINDOW)
    frame = unpacker.decompressobj()
    begun = False
    left, place = b"", 0  # unpacked, handed out up to the place
    packed = b""  # taken in, behind the end of a frame

    def read(size: int) -> bytes:
        nonlocal frame, begun, left, place, packed
        while place == len(left):
            packed = packed or stream.read(ZSTANDARD_FEED)
            if not packed:
                if begun:
                    raise CannotRead("damaged Zstandard data: it ends in the middle of a frame")
                return b""
            try:
                left, place = frame.decompress(packed), 0
            except zstandard.ZstdError as error:
                raise CannotRead(f"damaged Zstandard data: {error}") from error
            packed, begun = frame.unused_data, not frame.eof
            if frame.eof:
                frame = unpacker.decompressobj()
        taken = left[place : place + size]
        place += len(taken)
        return taken

    return read
