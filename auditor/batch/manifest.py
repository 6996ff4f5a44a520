"""What the sources of a batch look like from outside: whether they are still the same, before anything is read."""

import os
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

from auditor.batch.items import printable
from auditor.batch.sources import STANDARD_INPUT
from auditor.counts import counted


class Seen(NamedTuple):
    """A path the operator named, and all files in it."""

    path: str
    files: int
    bytes: int
    digest: str  # SHA-256 over name, size and time of change of each; empty: what is in it cannot be seen from outside


def seen(paths: Iterable[str]) -> list[Seen]:
    """How each of the paths looks now."""
    return [_seen(path) for path in paths]


def _seen(path: str) -> Seen:
    if path == STANDARD_INPUT or (os.path.exists(path) and not os.path.isdir(path) and not os.path.isfile(path)):
        return Seen(printable(path), 0, 0, "")  # a pipe, say
    files = size = 0
    total = sha256()
    for name in _files(path):
        try:
            found = os.stat(name)
        except OSError:  # reading it will say so
            line = f"{printable(name)}\0gone\n"
        else:
            files += 1
            size += found.st_size
            line = f"{printable(name)}\0{found.st_size} {found.st_mtime_ns}\n"
        total.update(line.encode("utf-8", "surrogateescape"))
    return Seen(printable(path), files, size, total.hexdigest())


def _files(path: str) -> Iterator[str]:
    if not os.path.isdir(path):
        yield path
        return
    for folder, folders, names in os.walk(path):
        folders.sort()
        for name in sorted(names):
            yield os.path.join(folder, name)


def size_of(found: Iterable[Seen]) -> int | None:
    """Bytes of all of it; None where one of the paths has no size to know."""
    total = 0
    for one in found:
        if not one.digest:
            return None
        total += one.bytes
    return total


def difference(before: Seen, now: Seen) -> str:
    """In words, what is no longer as it was; empty when it is."""
    if before == now:
        return ""
    if (before.files, before.bytes) == (now.files, now.bytes):
        return f"{now.path} was changed: as many files and bytes as before, with other names, sizes or times"
    return f"{now.path} was {_amount(before)}, and now is {_amount(now)}"


def _amount(one: Seen) -> str:
    return f"{counted(one.files, 'file')} of {counted(one.bytes, 'byte')}"
