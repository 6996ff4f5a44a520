"""What a look through the operator's paths yields: sources to audit, and what is left out with its reason."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Source:
    """Bytes that a reader recognises, or was told to take."""

    name: str  # the path as given, archive members joined by "!"
    data: bytes
    format: str  # name of a format of `auditor.batch.formats`
    game: int = 0  # number of its first game in the file, from 0
    byte: int = 0  # where the data begins in the file, from 0
    games: int = 1  # how many of its games it has, as far as that can be known without reading them
    rules: str = ""  # TOML text of rules to audit it by where the operator names none


@dataclass(frozen=True)
class Skipped:
    """Not a log: no reader recognises it. Counted, no fault."""

    name: str
    reason: str


@dataclass(frozen=True)
class Unreadable:
    """Could hold a log, cannot be opened: missing, damaged, too large. Exit status 2."""

    name: str
    reason: str


Item = Source | Skipped | Unreadable


@dataclass(frozen=True)
class Limits:
    """Bounds on hostile input."""

    file_bytes: int = 16 << 20  # of one log, unpacked
    expansion: int = 200  # unpacked bytes a packed byte of an archive
    free_bytes: int = 64 << 20  # unpacked bytes before the expansion is looked at


def printable(name: str) -> str:
    r"""The name as text every output can carry: bytes that are not UTF-8 become ``\xNN``."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
