"""Seats, tiles, enumerations and lists a seat, from what a message states to what the game log says.

On the wire a tile is its code plus one, and an enumeration begins at 1, so that 0 always means "not stated".
"""

from enum import Enum
from typing import Final, TypeVar

from replay.formats.native_fields import ABSENT, TEXT, Fields, MalformedError, Schema, numbers_in
from replay.gamelog import DrawReason, KanType, OfferKind, RemarkKind, WallCommitment
from replay.tiles import CODES

E = TypeVar("E", bound=Enum)

MAX_HAND: Final = 136  # tiles of one seat, as a log states them: that they are too many is for the audit to find
MAX_OWN: Final = 8  # tiles of the hand in a meld: that there are not two, three, four or one is for the audit too
MAX_WALL: Final = 144
MAX_YAKU: Final = 64

KAN_TYPES: Final = {1: KanType.CONCEALED, 2: KanType.OPEN, 3: KanType.ADDED}
DRAW_REASONS: Final = {
    1: DrawReason.EXHAUSTIVE,
    2: DrawReason.NAGASHI,
    3: DrawReason.NINE_TERMINALS,
    4: DrawReason.FOUR_WINDS,
    5: DrawReason.FOUR_RIICHI,
    6: DrawReason.FOUR_KANS,
    7: DrawReason.TRIPLE_RON,
}
OFFER_KINDS: Final = {
    1: OfferKind.DISCARD,
    2: OfferKind.CHI,
    3: OfferKind.PON,
    4: OfferKind.CONCEALED_KAN,
    5: OfferKind.OPEN_KAN,
    6: OfferKind.ADDED_KAN,
    7: OfferKind.RIICHI,
    8: OfferKind.TSUMO,
    9: OfferKind.RON,
    10: OfferKind.NINE_TERMINALS,
    11: OfferKind.NORTH,
}
REMARK_KINDS: Final = {
    1: RemarkKind.TILE_TWICE,
    2: RemarkKind.TILE_NOT_HELD,
    3: RemarkKind.DISCONNECTED,
    4: RemarkKind.UNKNOWN_RULES,
    5: RemarkKind.INFERRED_ORDER,
    6: RemarkKind.NOT_STATED,
}

COMMITMENT: Final = Schema((TEXT, TEXT, TEXT, TEXT))

_CODES: Final = bytes([value - 1 if 0 < value <= CODES else 0xFF for value in range(256)])
"""The code of every encoded tile of one byte, no ASCII where there is no such tile."""

_32_BITS: Final = 0xFFFFFFFF


def whole(number: int) -> int:
    """The value of an encoded uint32: what is beyond 32 bits is lost, as protobuf loses it."""
    return number & _32_BITS


def signed(number: int) -> int:
    """The value of an encoded sint32."""
    number &= _32_BITS
    return number >> 1 if number & 1 == 0 else -(number >> 1) - 1


def enumerated(number: int) -> int:
    """The value of an encoded enumeration, 0 when it is absent."""
    if number < 0x80:
        return 0 if number == ABSENT else number
    number &= _32_BITS
    return number - (1 << 32) if number >> 31 else number


def member_of(members: dict[int, E], number: int, what: str) -> E:
    """The member of the encoded number."""
    value = enumerated(number)
    member = members.get(value)
    if member is None:
        raise MalformedError(f"the {what} is missing" if value == 0 else f"there is no {what} {value}")
    return member


def offer_kinds_of(packed: bytes) -> tuple[OfferKind, ...]:
    """The kinds of the packed offers, in their order."""
    numbers = numbers_in(packed)
    if len(numbers) > len(OFFER_KINDS):
        raise MalformedError(f"{len(numbers)} kinds of offer where {len(OFFER_KINDS)} exist")
    return tuple([member_of(OFFER_KINDS, number, "kind of offer") for number in numbers])


def tile_of(number: int, what: str = "tile") -> int:
    """The code of the encoded tile."""
    value = enumerated(number)
    if not 0 < value <= CODES:
        raise MalformedError(f"the {what} is missing" if value == 0 else f"there is no {what} {value}")
    return value - 1


def tiles_of(packed: bytes, what: str, least: int, most: int) -> tuple[int, ...]:
    """The codes of `least` to `most` packed tiles."""
    if packed.isascii():
        count = len(packed)
        codes = packed.translate(_CODES)
        if least <= count <= most and codes.isascii():
            return tuple(codes)
    numbers = numbers_in(packed)
    count = len(numbers)
    if not least <= count <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        raise MalformedError(f"{count} {what} where {wanted} can be")
    values = [enumerated(number) for number in numbers]
    for value in values:
        if not 0 < value <= CODES:
            raise MalformedError(f"there is no tile {value} for the {what}")
    return tuple([value - 1 for value in values])


def count_of(number: int, what: str) -> int:
    """The encoded uint32, which has to be stated."""
    if number == ABSENT:
        raise MalformedError(f"the {what} is missing")
    return whole(number)


def count_or_none(number: int) -> int | None:
    """The encoded uint32, None when it is not stated."""
    return None if number == ABSENT else whole(number)


def signed_or_none(number: int) -> int | None:
    """The encoded sint32, None when it is not stated."""
    return None if number == ABSENT else signed(number)


def seat_of(number: int, seats: int, what: str = "seat") -> int:
    """The encoded seat, which has to be stated and to exist."""
    if number == ABSENT:
        raise MalformedError(f"the {what} is missing")
    seat = whole(number)
    if seat >= seats:
        raise MalformedError(f"there is no {what} {seat} among {seats} seats")
    return seat


def seat_or_none(number: int, seats: int, what: str) -> int | None:
    """The encoded seat, None when it is not stated."""
    return None if number == ABSENT else seat_of(number, seats, what)


def signed_of(packed: bytes, seats: int, what: str) -> tuple[int, ...]:
    """The packed sint32s, one a seat."""
    numbers = numbers_in(packed)
    if len(numbers) != seats:
        raise MalformedError(f"{len(numbers)} {what} for {seats} seats")
    return tuple([signed(number) for number in numbers])


def signed_or_absent(packed: bytes | None, seats: int, what: str) -> tuple[int, ...] | None:
    """The packed sint32s, one a seat; None when they are not stated."""
    return None if packed is None else signed_of(packed, seats, what)


def text_of(fields: Fields, field: int, what: str) -> str:
    """The text of the field, which may hold no NUL: no database stores one."""
    text = fields.texts.get(field, "")
    if "\0" in text:
        raise MalformedError(f"the {what} has a NUL character")
    return text


def commitment_of(stated: Fields) -> WallCommitment:
    """The commitment to walls that a COMMITMENT states."""
    if not stated.texts.get(1, ""):
        raise MalformedError("the algorithm of the wall commitment is missing")
    return WallCommitment(
        text_of(stated, 1, "algorithm"),
        text_of(stated, 2, "digest"),
        text_of(stated, 3, "seed"),
        text_of(stated, 4, "salt"),
    )
