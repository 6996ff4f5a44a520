"""The process that reads a Parquet file: what a hostile file does to its reader, it does to this process alone.

Arrow decodes pages in C++ and trusts the sizes in their headers. So it runs apart, with a bound on memory, and sends
the values of one column through a pipe. A message begins with its kind; a value that is long goes on in further ones.
Messages travel in parcels, each after its length: one at a time, the two processes would mostly wait for each other.
"""

import os
import signal
import sys
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import pyarrow

ROWS: Final = b"N"  # how many there are, 8 bytes
VALUE: Final = b"V"  # its length, 8 bytes, and as much of it as a message holds
NULL: Final = b"0"
END: Final = b"."
FAULT: Final = b"E"  # why it cannot be read
LENGTH: Final = 4  # bytes
PIECE: Final = 1 << 20
BATCH_ROWS: Final = 16  # decoded at a time: one value of a dictionary may stand in all of them
BUFFER: Final = 1 << 20  # without one, Arrow reads a whole column of a row group at once
LOG_COLUMN: Final = "log"  # taken where no column is named
REASON: Final = 300  # characters


class _NoColumn(Exception):  # noqa: N818
    """There is no such column; the text says which there are."""


def send_rows(connection: Connection, path: str, column: str, memory: int) -> None:
    """Everything in the column is sent, or why it cannot be. `column` empty: the one that has to be meant.

    `memory`: bytes that may be taken beside what the libraries themselves take.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent has it too, and decides
    try:
        parcel: list[bytes] = []
        size = 0
        for message in _messages(path, column, memory):
            parcel += (len(message).to_bytes(LENGTH, "big"), message)
            size += len(message)
            if size >= PIECE:
                connection.send_bytes(b"".join(parcel))
                parcel, size = [], 0
        connection.send_bytes(b"".join([*parcel, _message(END)]))
    except BrokenPipeError:
        return  # nobody wants more
    except MemoryError:
        _send_fault(connection, f"damaged or hostile Parquet: reading it takes more than {memory >> 20:,} MiB")
    except _NoColumn as error:
        _send_fault(connection, str(error))
    except Exception as error:  # noqa: BLE001 - Arrow raises many; whatever it is, this file cannot be read
        text = str(error).strip() or type(error).__name__
        _send_fault(connection, f"damaged Parquet: {text.splitlines()[0]}")


def _send_fault(connection: Connection, reason: str) -> None:
    connection.send_bytes(_message(FAULT + reason[:REASON].encode("utf-8", "backslashreplace")))


def _message(content: bytes) -> bytes:
    return len(content).to_bytes(LENGTH, "big") + content


def _messages(path: str, column: str, memory: int) -> Iterator[bytes]:
    os.environ["ARROW_DEFAULT_MEMORY_POOL"] = "system"  # the others reserve a gigabyte at once
    import pyarrow
    from pyarrow import parquet

    pyarrow.allocate_buffer(PIECE)  # where the caller's main module had Arrow already, another reserves it now
    _bound_memory(memory)
    # Checksums are compared where a page has one.
    with parquet.ParquetFile(path, pre_buffer=False, buffer_size=BUFFER, page_checksum_verification=True) as file:
        name = _chosen(pyarrow, file.schema_arrow, column)
        yield ROWS + int(file.metadata.num_rows).to_bytes(8, "big", signed=True)
        for batch in file.iter_batches(BATCH_ROWS, columns=[name], use_threads=False):
            for value in batch.column(0):
                data = _bytes_of(value)
                if data is None:
                    yield NULL
                    continue
                view = memoryview(data)
                yield VALUE + len(view).to_bytes(8, "big") + view[:PIECE]
                for start in range(PIECE, len(view), PIECE):
                    yield bytes(view[start : start + PIECE])


def _bound_memory(memory: int) -> None:
    """The process may take so many bytes more, where the system can see to that."""
    if not sys.platform.startswith("linux"):
        return
    import resource  # POSIX only

    # Not the address space: libraries reserve much of it for threads and arenas that they do not use.
    with open("/proc/self/status", encoding="ascii") as file:
        (line,) = [line for line in file if line.startswith("VmData:")]
    bound = (int(line.split()[1]) << 10) + memory
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (bound if most == resource.RLIM_INFINITY else min(bound, most), most))


def _bytes_of(value: "pyarrow.Scalar") -> "pyarrow.Buffer | None":
    """The bytes of a value; None where there is none."""
    if hasattr(value, "dictionary"):
        value = value.value
    return value.as_buffer() if value is not None and value.is_valid else None


def _chosen(pyarrow: Any, schema: "pyarrow.Schema", column: str) -> str:
    """The name of the column to read. Raises _NoColumn."""
    fields = [(field.name, field.type) for field in schema]
    fitting = [name for name, kind in fields if _fits(pyarrow.types, kind)]
    wanted = column or (LOG_COLUMN if LOG_COLUMN in fitting else "")
    if not wanted and len(fitting) == 1:
        (wanted,) = fitting
    there = ", ".join(repr(name) for name in fitting) or "none"
    if not wanted:
        raise _NoColumn(f"which column has the logs is not known; of text or bytes there are {there}")
    if wanted not in fitting:
        kind = next((kind for name, kind in fields if name == wanted), None)
        what = f"column {wanted!r} has {kind}" if kind is not None else f"there is no column {wanted!r}"
        raise _NoColumn(f"{what}; of text or bytes there are {there}")
    if [name for name, _ in fields].count(wanted) > 1:
        raise _NoColumn(f"there are several columns {wanted!r}")
    return wanted


def _fits(kinds: Any, kind: "pyarrow.DataType") -> bool:
    """Whether it is text or bytes."""
    if kinds.is_dictionary(kind):
        kind = kind.value_type
    return any(
        is_kind(kind) for is_kind in (kinds.is_binary, kinds.is_large_binary, kinds.is_string, kinds.is_large_string)
    )
