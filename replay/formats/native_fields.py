"""The fields of encoded protobuf messages, of any schema that is given as a table.

What is accepted, and what it means, is what protobuf's own reader makes of the same bytes, also where no writer would
put them so: fields in any order, the last of several numbers counts, a message that is stated again is merged, repeated
numbers are packed or not, and what the schema does not know is passed over.
"""

from collections.abc import Sequence
from typing import Final, final

NUMBER: Final = 1
NUMBERS: Final = 2
TEXT: Final = 3
LIST: Final = 4  # a message of nothing but repeated numbers as its field 1, read as those numbers
LISTS: Final = 5
PART: Final = 6  # any other message
PARTS: Final = 7
_UNKNOWN: Final = 0

VARINT: Final = 0
FIXED64: Final = 1
BYTES: Final = 2
GROUP: Final = 3
GROUP_END: Final = 4
FIXED32: Final = 5

ABSENT: Final = -1
DEEPEST: Final = 100  # groups within each other, with the messages they are in

_BROKEN: Final = "not an encoded message"
_64_BITS: Final = 0xFFFFFFFFFFFFFFFF


class MalformedError(Exception):
    """What is wrong with a part of a log; the caller knows where."""


@final
class Schema:
    """The kind of every field of a message, that of field 1 first, and the schemas of its PART and PARTS."""

    def __init__(self, kinds: Sequence[int], parts: "dict[int, Schema] | None" = None) -> None:
        self.kinds = bytes((_UNKNOWN, *kinds))
        self.parts = parts or {}


@final
class Fields:
    """What a message states, by the numbers of its fields. Its numbers are as encoded: 64 bits without a sign."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.numbers = [ABSENT] * len(schema.kinds)
        self.texts: dict[int, str] = {}
        self.numbers_of: dict[int, list[int]] = {}  # of NUMBERS and LIST; one that is absent is not here
        self.lists_of: dict[int, list[list[int]]] = {}
        self.parts_of: dict[int, list[Fields]] = {}  # of PARTS, and of PART the only one


def read_fields(fields: Fields, data: bytes, position: int, end: int, depth: int) -> None:
    """The fields have what the bytes from position to end state, added to what they had.

    `depth` is how many messages the message is in. Raises MalformedError.
    """
    kinds = fields.schema.kinds
    known = len(kinds)
    while position < end:
        tag = data[position]
        position += 1
        if tag >= 0x80:
            tag, position = number_at(data, position - 1, end, 5)
        field = tag >> 3
        wire = tag & 7
        kind = kinds[field] if field < known else _UNKNOWN
        if wire == VARINT and (kind == NUMBER or kind == NUMBERS):
            number, position = number_at(data, position, end, 10)
            if kind == NUMBER:
                fields.numbers[field] = number
            else:
                _numbers(fields, field).append(number)
        elif wire == BYTES and kind > NUMBER:
            length, position = number_at(data, position, end, 5)
            begin = position
            position += length
            if position > end:
                raise MalformedError(_BROKEN)
            if kind == NUMBERS:
                read_packed(_numbers(fields, field), data, begin, position)
            elif kind == LIST:
                _read_list(_numbers(fields, field), data, begin, position, depth + 1)
            elif kind == TEXT:
                fields.texts[field] = _text(data[begin:position])
            elif kind == LISTS:
                values: list[int] = []
                _read_list(values, data, begin, position, depth + 1)
                fields.lists_of.setdefault(field, []).append(values)
            else:
                parts = fields.parts_of.setdefault(field, [])
                if kind == PARTS or not parts:
                    parts.append(Fields(fields.schema.parts[field]))
                read_fields(parts[-1], data, begin, position, depth + 1)
        else:
            position = after_field(data, position, end, tag, depth)


def _numbers(fields: Fields, field: int) -> list[int]:
    """The numbers of the field, which is there from now on."""
    numbers = fields.numbers_of.get(field)
    if numbers is None:
        numbers = []
        fields.numbers_of[field] = numbers
    return numbers


def _read_list(values: list[int], data: bytes, position: int, end: int, depth: int) -> None:
    """The values have the repeated numbers of the message as well."""
    while position < end:
        tag, position = number_at(data, position, end, 5)
        if tag == 1 << 3 | BYTES:
            length, position = number_at(data, position, end, 5)
            begin = position
            position += length
            if position > end:
                raise MalformedError(_BROKEN)
            read_packed(values, data, begin, position)
        elif tag == 1 << 3 | VARINT:
            number, position = number_at(data, position, end, 10)
            values.append(number)
        else:
            position = after_field(data, position, end, tag, depth)


def read_packed(values: list[int], data: bytes, position: int, end: int) -> None:
    """The values have the packed numbers from position to end as well."""
    packed = data[position:end]
    if packed.isascii():  # every number is one byte, as that of every tile is
        values.extend(packed)
        return
    while position < end:
        number, position = number_at(data, position, end, 10)
        values.append(number)


def number_at(data: bytes, position: int, end: int, longest: int) -> tuple[int, int]:
    """The number at the position and the position after it.

    A tag or a length has 5 bytes at most and fits 32 bits; a value has 10, and what is beyond 64 bits is lost.
    """
    if position < end:
        byte = data[position]
        if byte < 0x80:
            return byte, position + 1
    number = 0
    last = min(end, position + longest)
    shift = 0
    while position < last:
        byte = data[position]
        position += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            if longest == 5 and number >> 32:
                break
            return number & _64_BITS, position
        shift += 7
    raise MalformedError(_BROKEN)


def after_field(data: bytes, position: int, end: int, tag: int, depth: int) -> int:
    """The position after a field that is not known; `position` is the one after its tag."""
    if tag >> 3 == 0:
        raise MalformedError(_BROKEN)
    groups: list[int] = []  # those that are open
    while True:
        wire = tag & 7
        if wire == VARINT:
            position = number_at(data, position, end, 10)[1]
        elif wire == FIXED64:
            position += 8
        elif wire == FIXED32:
            position += 4
        elif wire == BYTES:
            length, position = number_at(data, position, end, 5)
            position += length
        elif wire == GROUP:
            groups.append(tag >> 3)
            if len(groups) + depth > DEEPEST:
                raise MalformedError(_BROKEN)
        elif wire != GROUP_END or not groups or groups.pop() != tag >> 3:
            raise MalformedError(_BROKEN)
        if position > end:
            raise MalformedError(_BROKEN)
        if not groups:
            return position
        tag, position = number_at(data, position, end, 5)


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise MalformedError(_BROKEN) from None
