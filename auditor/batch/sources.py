"""What there is to audit in the paths an operator names: files, directories, archives, Parquet, standard input.

The order is that of the paths, sorted by name in a directory and as stored in an archive, so that two runs agree. One
bad file, archive or member never keeps the rest from being read.
"""

import os
import stat
import tempfile
from collections.abc import Iterable, Iterator
from io import RawIOBase
from typing import IO, BinaryIO, Final

from auditor.batch.archives import is_tar, is_zip, tar_items, zip_items
from auditor.batch.formats import HEAD_BYTES, Format, recognised
from auditor.batch.items import Item, Limits, Skipped, Source, Unreadable
from auditor.batch.parquet import is_parquet, parquet_items
from auditor.batch.streams import AHEAD, CannotRead, Stream, is_compressed, unpacked

STANDARD_INPUT: Final = "-"
SPOOL_BYTES: Final = 1 << 30  # of a zip archive or a Parquet file from a pipe, kept in a temporary file
NESTED: Final = "an archive inside an archive is not read; unpack the outer one first"
PACKED_PARQUET: Final = "a Parquet file inside an archive is not read; unpack it first"


class Intake:
    """Reads paths into items. `seen` counts the bytes taken from files, as they lie on the disk."""

    def __init__(self, limits: Limits, log_format: Format | None, standard_input: BinaryIO, column: str = "") -> None:
        """`column`: where Parquet files have their logs; empty: it is found out."""
        self.seen = 0
        self._column = column
        self._limits = limits
        self._format = log_format  # None: recognised from the content
        self._standard_input = standard_input

    def items(self, paths: Iterable[str]) -> Iterator[Item]:
        """Everything in the paths, in order."""
        for path in paths:
            if path == STANDARD_INPUT:
                yield from self._content(path, self._standard_input)
            elif os.path.isdir(path):
                yield from self._directory(path)
            else:
                yield from self._file(path)

    def _directory(self, root: str) -> Iterator[Item]:
        waiting = [root]
        while waiting:
            path = waiting.pop()
            try:
                mode = os.stat(path).st_mode
                if not stat.S_ISDIR(mode):
                    if stat.S_ISREG(mode):
                        yield from self._file(path)
                    else:
                        yield Skipped(path, "not a regular file")  # opening a pipe could wait for ever
                elif path == root or not os.path.islink(path):
                    waiting.extend(os.path.join(path, name) for name in sorted(os.listdir(path), reverse=True))
                else:
                    yield Skipped(path, "a link to a directory is not followed")
            except OSError as error:
                yield Unreadable(path, error.strerror or str(error))

    def _file(self, path: str) -> Iterator[Item]:
        try:
            file = open(path, "rb", buffering=0)  # noqa: SIM115 - only opening is guarded
        except (OSError, ValueError) as error:
            yield Unreadable(path, getattr(error, "strerror", None) or str(error))
            return
        with file:
            yield from self._content(path, file)

    def _content(self, name: str, file: BinaryIO) -> Iterator[Item]:
        def read(size: int) -> bytes:
            try:
                piece = file.read(size)
            except OSError as error:
                raise CannotRead(error.strerror or str(error)) from error
            self.seen += len(piece)
            return piece

        stream = Stream(read, AHEAD if isinstance(file, RawIOBase) else 0)  # one with a buffer waits until it is full
        try:
            head = stream.peek(HEAD_BYTES)
            if is_zip(head):
                yield from self._zip(name, file, stream)
            elif is_parquet(head):
                yield from self._parquet(name, stream)
            else:
                yield from self._unpacked(name, stream, inside=False)
        except CannotRead as error:
            yield Unreadable(name, str(error))

    def _zip(self, name: str, file: BinaryIO, stream: Stream) -> Iterator[Item]:
        if file.seekable():
            yield from zip_items(name, file, self._limits, self._member, self._count)
            return
        with tempfile.TemporaryFile() as spool:
            _spooled(stream, spool, "zip archive")
            yield from zip_items(name, spool, self._limits, self._member, lambda size: None)

    def _parquet(self, name: str, stream: Stream) -> Iterator[Item]:
        if name != STANDARD_INPUT:
            yield from parquet_items(name, name, self._column, self._limits, self._member, self._count)
            return
        with tempfile.NamedTemporaryFile() as spool:
            _spooled(stream, spool, "Parquet file")
            spool.flush()
            yield from parquet_items(name, spool.name, self._column, self._limits, self._member, lambda size: None)

    def _count(self, size: int) -> None:
        self.seen += size

    def _member(self, name: str, stream: Stream) -> Iterator[Item]:
        """Items of a member of an archive: one log, compressed or not."""
        try:
            head = stream.peek(HEAD_BYTES)
            if is_zip(head):
                raise CannotRead(NESTED)
            if is_parquet(head):
                raise CannotRead(PACKED_PARQUET)
            yield from self._unpacked(name, stream, inside=True)
        except CannotRead as error:
            yield Unreadable(name, str(error))

    def _unpacked(self, name: str, packed: Stream, *, inside: bool) -> Iterator[Item]:
        """Items of what may be compressed: a tar archive or a log."""
        stream = unpacked(packed, self._limits)
        head = stream.peek(HEAD_BYTES)
        if stream is not packed and (is_compressed(head) or is_zip(head)):
            raise CannotRead("packed twice; unpack it once")
        if stream is not packed and is_parquet(head):
            raise CannotRead(PACKED_PARQUET)
        if is_tar(head):
            if inside:
                raise CannotRead(NESTED)
            yield from tar_items(name, stream, self._member)
            return
        log_format = self._format or recognised(head)
        if log_format is None:
            yield Skipped(name, "no reader recognises it" if head else "empty")
        else:
            for piece in log_format.pieces(stream, self._limits.file_bytes):
                yield Source(name, piece.data, log_format.name, piece.game, piece.byte, piece.games)


def _spooled(stream: Stream, spool: IO[bytes], what: str) -> None:
    """The whole stream is in the file. Raises CannotRead when it is too large for that."""
    while piece := stream.read(SPOOL_BYTES):
        if spool.tell() + len(piece) > SPOOL_BYTES:
            raise CannotRead(f"a {what} of more than {SPOOL_BYTES:,} bytes needs to be a file")
        spool.write(piece)
