"""Fields of protobuf messages as bytes, the way protobuf's own deterministic writer puts them.

Raises MalformedError for what has no room in its field, and ValueError for text that is not Unicode.
"""

from typing import Final

from replay.formats.native_fields import MalformedError
from replay.formats.native_frame import framed, varint
from replay.tiles import CODES

_FIELDS: Final = 16  # whose tags are one byte
_MOST: Final = 0xFFFFFFFF
_SMALL: Final = tuple(tuple(bytes((field << 3, value)) for value in range(0x80)) for field in range(_FIELDS))
"""A number below 128 as a field, ``_SMALL[field][value]``."""

_NO_TILE: Final = b"\xff"
_VALUES: Final = bytes([code + 1 if code < CODES else _NO_TILE[0] for code in range(256)])
"""The encoded tile of every code, no ASCII where there is no such tile."""


def number(field: int, value: int) -> bytes:
    """The uint32 or enumeration as a field."""
    if 0 <= value < 0x80:
        return _SMALL[field][value]
    if not 0 <= value <= _MOST:
        raise MalformedError(f"{value} has no room in 32 bits without a sign")
    return bytes((field << 3,)) + varint(value)


def number_if_stated(field: int, value: int | None) -> bytes:
    """The uint32 as a field, nothing for None."""
    return b"" if value is None else number(field, value)


def flag(field: int, value: bool) -> bytes:  # noqa: FBT001 - the value of the field
    """The bool as a field, which stands only where it is true."""
    return _SMALL[field][1] if value else b""


def signed(field: int, value: int | None) -> bytes:
    """The sint32 as a field, nothing for None."""
    return b"" if value is None else bytes((field << 3,)) + _zigzag(value)


def _zigzag(value: int) -> bytes:
    """The sint32 as a varint: the sign is its lowest bit."""
    if not -(1 << 31) <= value < 1 << 31:
        raise MalformedError(f"{value} has no room in 32 bits")
    return varint(value << 1 if value >= 0 else ~(value << 1))


def signed_numbers(field: int, values: tuple[int, ...]) -> bytes:
    """The sint32s as a repeated field, which stands only where there are some."""
    return framed(field, b"".join([_zigzag(value) for value in values])) if values else b""


def signed_list(field: int, values: tuple[int, ...] | None) -> bytes:
    """The sint32s as a message of nothing else, nothing for None."""
    return b"" if values is None else framed(field, signed_numbers(1, values))


def tile(field: int, code: int) -> bytes:
    """The tile as a field."""
    if not 0 <= code < CODES:
        raise MalformedError(f"there is no tile with the code {code}")
    return _SMALL[field][code + 1]


def tiles(field: int, codes: tuple[int, ...]) -> bytes:
    """The tiles as a repeated field, which stands only where there are some."""
    if not codes:
        return b""
    try:
        values = bytes(codes).translate(_VALUES)
    except ValueError:  # a number that is no byte
        values = _NO_TILE
    if not values.isascii():
        wrong = next(code for code in codes if not 0 <= code < CODES)
        raise MalformedError(f"there is no tile with the code {wrong}")
    return framed(field, values)


def tile_list(field: int, codes: tuple[int, ...] | None) -> bytes:
    """The tiles as a message of nothing else, nothing for None."""
    return b"" if codes is None else framed(field, tiles(1, codes))


def text(field: int, value: str) -> bytes:
    """The text as a field, which stands only where there is some."""
    return framed(field, value.encode()) if value else b""
