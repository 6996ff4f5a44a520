"""Mahjong Soul's protobuf messages as the objects their JSON form has. ``docs/formats/majsoul.proto`` is the schema.

A message becomes a dict by field name, as JSON has it: what the bytes leave out is left out, repeated fields are lists.
Fields that no event is made of are passed over. Numbers are read as protobuf reads them, int32 with its sign.
"""

from typing import Final, TypeAlias, final

from replay.formats.json_values import Json
from replay.formats.native_fields import BYTES, VARINT, MalformedError, after_field, number_at

NUMBER: Final = 0
FLAG: Final = 1
TEXT: Final = 2
PART: Final = 3  # a message

MAX_LIST: Final = 4096  # entries of a repeated field: no list of a record is longer than 136

Message: TypeAlias = dict[str, Json]


@final
class Field:
    """One field of a message: its JSON name, what it holds, whether it is repeated, and of a PART its fields."""

    def __init__(self, name: str, kind: int, *, many: bool = False, part: "dict[int, Field] | None" = None) -> None:
        self.name = name
        self.kind = kind
        self.many = many
        self.part = part or {}


Schema: TypeAlias = dict[int, Field]


def _number(name: str) -> Field:
    return Field(name, NUMBER)


def _flag(name: str) -> Field:
    return Field(name, FLAG)


def _text(name: str) -> Field:
    return Field(name, TEXT)


def _texts(name: str) -> Field:
    return Field(name, TEXT, many=True)


def _numbers(name: str) -> Field:
    return Field(name, NUMBER, many=True)


def _flags(name: str) -> Field:
    return Field(name, FLAG, many=True)


def _part(name: str, part: Schema) -> Field:
    return Field(name, PART, part=part)


def _parts(name: str, part: Schema) -> Field:
    return Field(name, PART, many=True, part=part)


_OPERATIONS: Final[Schema] = {1: _number("seat"), 2: _parts("operation_list", {1: _number("type")})}
_LIQI: Final[Schema] = {1: _number("seat"), 2: _number("score")}
_FAN: Final[Schema] = {2: _number("val"), 3: _number("id")}
_HULE: Final[Schema] = {
    1: _texts("hand"),
    3: _text("hu_tile"),
    4: _number("seat"),
    5: _flag("zimo"),
    8: _texts("doras"),
    9: _texts("li_doras"),
    10: _flag("yiman"),
    11: _number("count"),
    12: _parts("fans", _FAN),
    13: _number("fu"),
    15: _number("point_rong"),
    16: _number("point_zimo_qin"),
    17: _number("point_zimo_xian"),
}
_NO_TILE_PLAYER: Final[Schema] = {3: _flag("tingpai"), 4: _texts("hand")}
_NO_TILE_SCORE: Final[Schema] = {3: _numbers("delta_scores")}

RECORDS: Final[dict[str, Schema]] = {
    "RecordNewRound": {
        1: _number("chang"),
        2: _number("ju"),
        3: _number("ben"),
        4: _text("dora"),
        5: _numbers("scores"),
        6: _number("liqibang"),
        7: _texts("tiles0"),
        8: _texts("tiles1"),
        9: _texts("tiles2"),
        10: _texts("tiles3"),
        12: _part("operation", _OPERATIONS),
        13: _text("md5"),
        14: _text("paishan"),
        16: _texts("doras"),
        19: _parts("operations", _OPERATIONS),
        22: _text("sha256"),
        25: _text("salt"),
    },
    "RecordDealTile": {
        1: _number("seat"),
        2: _text("tile"),
        5: _part("liqi", _LIQI),
        6: _texts("doras"),
        7: _flags("zhenting"),
        8: _part("operation", _OPERATIONS),
    },
    "RecordDiscardTile": {
        1: _number("seat"),
        2: _text("tile"),
        3: _flag("is_liqi"),
        5: _flag("moqie"),
        6: _flags("zhenting"),
        8: _texts("doras"),
        9: _flag("is_wliqi"),
        10: _parts("operations", _OPERATIONS),
    },
    "RecordChiPengGang": {
        1: _number("seat"),
        2: _number("type"),
        3: _texts("tiles"),
        4: _numbers("froms"),
        5: _part("liqi", _LIQI),
        7: _flags("zhenting"),
        8: _part("operation", _OPERATIONS),
    },
    "RecordAnGangAddGang": {
        1: _number("seat"),
        2: _number("type"),
        3: _text("tiles"),
        6: _texts("doras"),
        7: _parts("operations", _OPERATIONS),
    },
    "RecordBaBei": {
        1: _number("seat"),
        6: _texts("doras"),
        7: _parts("operations", _OPERATIONS),
    },
    "RecordHule": {
        1: _parts("hules", _HULE),
        3: _numbers("delta_scores"),
        5: _numbers("scores"),
    },
    "RecordNoTile": {
        1: _flag("liujumanguan"),
        2: _parts("players", _NO_TILE_PLAYER),
        3: _parts("scores", _NO_TILE_SCORE),
    },
    "RecordLiuJu": {
        1: _number("type"),
        3: _number("seat"),
        4: _texts("tiles"),
        5: _part("liqi", _LIQI),
    },
}
"""The records that are read, by the last part of their name (``.lq.RecordNewRound``)."""


def read_message(data: bytes, position: int, end: int, schema: Schema) -> Message:
    """What the bytes from position to end state. Raises MalformedError when they are no such message."""
    found: Message = {}
    while position < end:
        tag, position = number_at(data, position, end, 5)
        field = schema.get(tag >> 3)
        wire = tag & 7
        if field is not None and wire == VARINT and field.kind in (NUMBER, FLAG):
            number, position = number_at(data, position, end, 10)
            _add(found, field, _value(number, field.kind))
        elif field is not None and wire == BYTES and (field.many or field.kind >= TEXT):
            length, begin = number_at(data, position, end, 5)
            position = begin + length
            if position > end:
                raise MalformedError("cut off")
            if field.kind == TEXT:
                _add(found, field, _text_of(data[begin:position]))
            elif field.kind == PART:
                part = read_message(data, begin, position, field.part)
                before = found.get(field.name)
                # A message that stands again adds to what it said before: its lists grow, its values are replaced.
                _add(found, field, part if field.many or not isinstance(before, dict) else _merged(before, part))
            else:
                while begin < position:
                    number, begin = number_at(data, begin, position, 10)
                    _add(found, field, _value(number, field.kind))
        else:
            position = after_field(data, position, end, tag, 1)
    return found


def _add(found: Message, field: Field, value: Json) -> None:
    if not field.many:
        found[field.name] = value
        return
    entries = found.get(field.name)
    if isinstance(entries, list):
        if len(entries) >= MAX_LIST:
            raise MalformedError(f"{field.name} has more entries than any record")
        entries.append(value)
    else:
        found[field.name] = [value]


def _merged(before: Message, after: Message) -> Message:
    merged = dict(before)
    for name, value in after.items():
        known = merged.get(name)
        if isinstance(known, list) and isinstance(value, list):
            merged[name] = known + value
        elif isinstance(known, dict) and isinstance(value, dict):
            merged[name] = _merged(known, value)
        else:
            merged[name] = value
    return merged


def _value(number: int, kind: int) -> Json:
    if kind == FLAG:
        return number != 0
    low = number & 0xFFFFFFFF  # protobuf keeps the low 32 bits
    return low - 0x100000000 if low >= 0x80000000 else low


def _text_of(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise MalformedError("a text that is not UTF-8") from None
