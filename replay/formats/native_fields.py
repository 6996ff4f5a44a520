"""The fields of encoded protobuf messages, of any schema that is given as a table.

What is accepted, and what it means, is what protobuf's own reader makes of the same bytes, also where no writer would
put them so: fields in any order, the last of several numbers counts, a message that is stated again is merged, repeated
numbers are packed or not, and what the schema does not know is passed over.
"""

from collections.abc import Sequence
from typing import Final, final

from replay.errors import ordinary

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
MAX_KEPT: Final = 4096  # small things that are looked up by their encoding, of each sort
MAX_KEPT_BYTES: Final = 32  # of the encoding
DEEPEST: Final = 100  # groups within each other, with the messages they are in

_NUMBER_1: Final = 1 << 3 | VARINT
_PACKED_1: Final = 1 << 3 | BYTES
_BROKEN: Final = "not an encoded message"
_64_BITS: Final = 0xFFFFFFFFFFFFFFFF


@ordinary
class MalformedError(Exception):
    """What is wrong with a part of a log; the caller knows where."""


@final
class Schema:
    """The kind of every field of a message, that of field 1 first, and the schemas of its PART and PARTS.

    `few` says of a schema of PARTS that all logs state the same few again and again: they are read once.
    """

    def __init__(self, kinds: Sequence[int], parts: "dict[int, Schema] | None" = None, *, few: bool = False) -> None:
        self.kinds = bytes((_UNKNOWN, *kinds))
        self.parts = parts or {}
        self.kept: dict[bytes, Fields] | None = {} if few else None  # the first MAX_KEPT that were read


@final
class Fields:
    """What a message states, by the numbers of its fields.

    Numbers are as encoded, 64 bits without a sign. Repeated ones are packed, whatever way they were encoded.
    """

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.numbers = [ABSENT] * len(schema.kinds)
        self.texts: dict[int, str] = {}
        self.packed: dict[int, bytes] = {}  # of NUMBERS and LIST; one that is absent is not here
        self.lists: dict[int, list[bytes]] = {}  # of LISTS, each packed
        self.parts: dict[int, list[Fields]] = {}  # of PARTS, and of PART the only one


def read_fields(fields: Fields, data: bytes, position: int, end: int, depth: int) -> None:
    """The fields have what the bytes from position to end state, added to what they had.

    `depth` is how many messages the message is in. Raises MalformedError.
    """
    kinds = fields.schema.kinds
    known = len(kinds)
    while position < end:
        # Nearly every tag, number and length is one byte.
        tag = data[position]
        position += 1
        if tag >= 0x80:
            tag, position = number_at(data, position - 1, end, 5)
        field = tag >> 3
        kind = kinds[field] if field < known else _UNKNOWN
        number = data[position] if position < end else 0x80
        if tag & 7 == VARINT and (kind == NUMBER or kind == NUMBERS):
            begin = position
            if number < 0x80:
                position += 1
            else:
                number, position = number_at(data, position, end, 10)
            if kind == NUMBER:
                fields.numbers[field] = number
            else:
                fields.packed[field] = fields.packed.get(field, b"") + data[begin:position]
        elif tag & 7 == BYTES and kind > NUMBER:
            if number < 0x80:
                begin = position + 1
            else:
                number, begin = number_at(data, position, end, 5)
            position = begin + number
            if position > end:
                raise MalformedError(_BROKEN)
            if kind == NUMBERS or kind == LIST:
                packed = _packed(data, begin, position) if kind == NUMBERS else _list(data, begin, position, depth + 1)
                before = fields.packed.get(field)
                fields.packed[field] = packed if before is None else before + packed
            elif kind == TEXT:
                fields.texts[field] = _text(data[begin:position])
            elif kind == LISTS:
                packed = _list(data, begin, position, depth + 1)
                lists = fields.lists.get(field)
                if lists is None:
                    fields.lists[field] = [packed]
                else:
                    lists.append(packed)
            else:
                _read_part(fields, field, data, begin, position, depth + 1)
        else:
            position = after_field(data, position, end, tag, depth)


def _read_part(fields: Fields, field: int, data: bytes, position: int, end: int, depth: int) -> None:
    """The fields have the PART, or one more of PARTS."""
    parts = fields.parts.get(field)
    if parts is None:
        parts = []
        fields.parts[field] = parts
    schema = fields.schema.parts[field]
    kept = schema.kept
    if kept is not None:
        encoded = data[position:end]
        part = kept.get(encoded)
        if part is None:
            part = Fields(schema)
            read_fields(part, data, position, end, depth)
            if len(kept) < MAX_KEPT and len(encoded) <= MAX_KEPT_BYTES:
                kept[encoded] = part
        parts.append(part)
        return
    if fields.schema.kinds[field] == PARTS or not parts:
        parts.append(Fields(schema))
    read_fields(parts[-1], data, position, end, depth)


def _list(data: bytes, position: int, end: int, depth: int) -> bytes:
    """The repeated numbers of a message that has no other field, packed."""
    if end - position >= 2 and data[position] == _PACKED_1 and data[position + 1] == end - position - 2 < 0x80:
        return _packed(data, position + 2, end)
    packed = b""
    while position < end:
        tag, position = number_at(data, position, end, 5)
        begin = position
        if tag == _PACKED_1:
            length, begin = number_at(data, position, end, 5)
            position = begin + length
            if position > end:
                raise MalformedError(_BROKEN)
            packed += _packed(data, begin, position)
        elif tag == _NUMBER_1:
            position = number_at(data, position, end, 10)[1]
            packed += data[begin:position]
        else:
            position = after_field(data, position, end, tag, depth)
    return packed


def _packed(data: bytes, position: int, end: int) -> bytes:
    """The bytes from position to end, which are numbers."""
    packed = data[position:end]
    if not packed.isascii():  # else every number is one byte, as that of a tile is
        while position < end:
            position = number_at(data, position, end, 10)[1]
    return packed


def numbers_in(packed: bytes) -> list[int]:
    """The packed numbers."""
    numbers: list[int] = []
    number = 0
    shift = 0
    for place in range(len(packed)):  # compiled, an index costs less than an iterator
        byte = packed[place]
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            numbers.append(number & _64_BITS if shift > 63 else number)
            number = shift = 0
    return numbers


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
