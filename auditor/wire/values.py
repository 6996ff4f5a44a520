"""Tiles, seats, enumerations and lists a seat, between the wire and the game log.

On the wire a tile is its code plus one, and an enumeration has the names of ours, so that 0 always means "not stated".
"""

from collections.abc import Sequence
from enum import Enum
from typing import Final, TypeVar

from auditor.v1 import game_log_pb2 as pb
from replay.gamelog import DrawReason, KanType, OfferKind, RemarkKind
from replay.tiles import CODES

E = TypeVar("E", bound=Enum)

MAX_HAND: Final = 14  # concealed tiles of one seat
MAX_WALL: Final = 144
MAX_YAKU: Final = 64


_VALUES: Final = {code: pb.Tile.ValueType(code + 1) for code in range(CODES)}
_CODES: Final = {int(value): code for code, value in _VALUES.items()}


class MalformedError(Exception):
    """What is wrong with a part of a log; the caller knows where."""


def _members(kind: type[E], names: Sequence[tuple[str, int]], prefix: str) -> dict[int, E]:
    """Our member of every wire value; a schema that lacks one does not load."""
    values = dict(names)
    return {values[prefix + member.name]: member for member in kind}


KAN_TYPES: Final = _members(KanType, pb.KanType.items(), "KAN_TYPE_")
DRAW_REASONS: Final = _members(DrawReason, pb.DrawReason.items(), "DRAW_REASON_")
OFFER_KINDS: Final = _members(OfferKind, pb.OfferKind.items(), "OFFER_KIND_")
REMARK_KINDS: Final = _members(RemarkKind, pb.RemarkKind.items(), "REMARK_KIND_")

KAN_TYPE_VALUES: Final = {member: pb.KanType.ValueType(value) for value, member in KAN_TYPES.items()}
DRAW_REASON_VALUES: Final = {member: pb.DrawReason.ValueType(value) for value, member in DRAW_REASONS.items()}
OFFER_KIND_VALUES: Final = {member: pb.OfferKind.ValueType(value) for value, member in OFFER_KINDS.items()}
REMARK_KIND_VALUES: Final = {member: pb.RemarkKind.ValueType(value) for value, member in REMARK_KINDS.items()}


def member_of(members: dict[int, E], value: int, what: str) -> E:
    """Our member of the wire value."""
    member = members.get(value)
    if member is None:
        raise MalformedError(f"the {what} is missing" if value == 0 else f"there is no {what} {value}")
    return member


def tile_of(value: int, what: str = "tile") -> int:
    """The code of the wire value."""
    if not 0 < value <= CODES:
        raise MalformedError(f"the {what} is missing" if value == 0 else f"there is no {what} {value}")
    return value - 1


def tiles_of(values: Sequence[int], what: str, least: int, most: int) -> tuple[int, ...]:
    """The codes of `least` to `most` wire values."""
    count = len(values)
    if not least <= count <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        raise MalformedError(f"{count} {what} where {wanted} can be")
    try:
        return tuple([_CODES[value] for value in values])
    except KeyError as error:
        raise MalformedError(f"there is no tile {error.args[0]} for the {what}") from None


def tile_value(code: int) -> pb.Tile.ValueType:
    """The wire value of the code."""
    value = _VALUES.get(code)
    if value is None:
        raise MalformedError(f"there is no tile with the code {code}")
    return value


def tile_values(codes: Sequence[int]) -> list[pb.Tile.ValueType]:
    """The wire values of the codes."""
    try:
        return [_VALUES[code] for code in codes]
    except KeyError as error:
        raise MalformedError(f"there is no tile with the code {error.args[0]}") from None


def number_of(value: int, what: str, *, stated: bool) -> int:
    """The value, which has to be stated."""
    if not stated:
        raise MalformedError(f"the {what} is missing")
    return value


def seat_of(value: int, seats: int, what: str = "seat", *, stated: bool) -> int:
    """The seat, which has to be stated and to exist."""
    if not stated:
        raise MalformedError(f"the {what} is missing")
    if value >= seats:
        raise MalformedError(f"there is no {what} {value} among {seats} seats")
    return value


def seat_or_none(value: int, seats: int, what: str, *, stated: bool) -> int | None:
    """The seat, None when it is not stated."""
    return seat_of(value, seats, what, stated=True) if stated else None


def numbers_of(values: Sequence[int], seats: int, what: str) -> tuple[int, ...]:
    """The numbers, one a seat."""
    if len(values) != seats:
        raise MalformedError(f"{len(values)} {what} for {seats} seats")
    return tuple(values)


def numbers_or_none(numbers: pb.SeatNumbers, seats: int, what: str, *, stated: bool) -> tuple[int, ...] | None:
    """The numbers, one a seat; None when they are not stated."""
    return numbers_of(numbers.values, seats, what) if stated else None


def text_of(text: str, what: str) -> str:
    """The text, which may hold no NUL: no database stores one."""
    if "\0" in text:
        raise MalformedError(f"the {what} has a NUL character")
    return text
