"""The logs in a column of a Parquet file, one after another, however large the file is."""

import multiprocessing
import os
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from multiprocessing.connection import Connection
from threading import Timer
from typing import Final

from auditor.batch.archives import ReadMember
from auditor.batch.items import Item, Limits, Skipped, Unreadable
from auditor.batch.parquet_reader import END, FAULT, LENGTH, NULL, ROWS, VALUE, send_rows
from auditor.batch.streams import CannotRead, Scale, Stream

MARK: Final = b"PAR1"
MARK_ENCRYPTED: Final = b"PARE"
LEAST_ROWS: Final = 100_000
"""More rows than this, and than the file has bytes, no file of logs has: they would be made up."""
MEMORY: Final = 1 << 30  # of the process that reads a file
SILENCE: Final = 300.0
"""Seconds after which the process that reads a file is given up."""
NO_ARROW: Final = "reading Parquet needs pyarrow; install paifu-auditor[parquet]"


def is_parquet(head: bytes) -> bool:
    """Whether data that begins so is a Parquet file."""
    return head.startswith((MARK, MARK_ENCRYPTED))


def parquet_items(
    name: str, path: str, column: str, limits: Limits, read_member: ReadMember, seen: Callable[[int], None]
) -> Iterator[Item]:
    """Items of the logs in the column, in the order of the rows; a row's name is that of the file and its number.

    `column` empty: the one called log, else the only one of text or bytes. `seen` is told of the bytes that were read.
    Rows without a log are skipped, those that follow each other as one. A damaged file ends in an Unreadable.
    """
    if find_spec("pyarrow") is None:
        yield Unreadable(name, NO_ARROW)
        return
    try:
        rows = _Rows(path, column)
        try:
            yield from _items(name, rows, os.path.getsize(path), limits, read_member, seen)
        finally:
            rows.close()
    except CannotRead as error:
        yield Unreadable(name, str(error))
    except OSError as error:
        yield Unreadable(name, error.strerror or str(error))


class _Rows:
    """The messages of the process that reads the file."""

    def __init__(self, path: str, column: str) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection: Connection
        self._connection, theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=send_rows, args=(theirs, path, column, MEMORY), daemon=True)
        self._process.start()
        theirs.close()
        self._parcel = memoryview(b"")
        self._given_up = False

    def take(self) -> tuple[bytes, memoryview]:
        """Kind and rest of the next message. Raises CannotRead when the process says why there is none, or has died."""
        message = self.more()
        kind, rest = bytes(message[:1]), message[1:]
        if kind == FAULT:
            raise CannotRead(bytes(rest).decode("utf-8", "replace"))
        return kind, rest

    def more(self) -> memoryview:
        """The next message, whatever it begins with. Raises CannotRead when the process has died."""
        if not self._parcel:
            self._parcel = memoryview(self._received())
        end = LENGTH + int.from_bytes(self._parcel[:LENGTH], "big")
        message, self._parcel = self._parcel[LENGTH:end], self._parcel[end:]
        return message

    def _received(self) -> bytes:
        watchdog = Timer(SILENCE, self._give_up)
        watchdog.start()
        try:
            return self._connection.recv_bytes()
        except (EOFError, OSError):
            self._process.join()
            status = self._process.exitcode or 0
            how = f"died ({f'signal {-status}' if status < 0 else f'status {status}'})"
            if self._given_up:
                how = f"said nothing for {SILENCE:g} seconds"
            raise CannotRead(f"damaged or hostile Parquet: its reader {how}") from None
        finally:
            watchdog.cancel()

    def _give_up(self) -> None:
        self._given_up = True
        self._process.kill()

    def close(self) -> None:
        """The process has ended."""
        self._connection.close()
        self._process.kill()
        self._process.join()
        self._process.close()


def _items(
    name: str, rows: _Rows, size: int, limits: Limits, read_member: ReadMember, seen: Callable[[int], None]
) -> Iterator[Item]:
    kind, rest = rows.take()
    if kind != ROWS:
        raise CannotRead("damaged Parquet: its reader says nothing of its rows")
    total = int.from_bytes(rest, "big", signed=True)
    if total < 0 or total > max(size, LEAST_ROWS):
        raise CannotRead(f"damaged or hostile Parquet: it claims {total:,} rows in {size:,} bytes")
    scale = Scale(lambda: size, limits)
    row = told = empty = 0
    while (message := rows.take())[0] != END:
        kind, rest = message
        if kind == NULL:
            empty += 1
            row += 1
            continue
        if empty:
            yield _without(name, row - empty, row)
            empty = 0
        assert kind == VALUE, kind
        yield from _value(f"{name}!{row}", rest, rows, scale, read_member)
        if scale.broken:
            yield Unreadable(name, "what follows was not read")
            return
        row += 1
        seen(size * row // max(total, row) - told)
        told = size * row // max(total, row)
    if empty:
        yield _without(name, row - empty, row)


def _without(name: str, start: int, end: int) -> Skipped:
    if end - start == 1:
        return Skipped(f"{name}!{start}", "the row has no log")
    return Skipped(f"{name}!{start}", f"rows {start:,} to {end - 1:,} have no log")


def _value(name: str, message: memoryview, rows: _Rows, scale: Scale, read_member: ReadMember) -> Iterator[Item]:
    """The items of one value; all its messages are taken."""
    left = int.from_bytes(message[:8], "big")
    piece = message[8:]

    def read(size: int) -> bytes:
        nonlocal left, piece
        if not piece and left:
            piece = rows.more()
        taken, piece = bytes(piece[:size]), piece[size:]
        left -= len(taken)
        return scale.weigh(taken)

    yield from read_member(name, Stream(read))
    if scale.broken:
        return
    left -= len(piece)
    while left > 0:  # of a value that is too large, or no log
        left -= len(rows.more())
