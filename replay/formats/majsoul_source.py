"""The records of a Mahjong Soul game and what stands around them, out of JSON or protobuf, as far as they go.

JSON: ``{"head": {…}, "data": {"name": ".lq.GameDetailRecords", "data": {"actions": [{"result": {name, data}}, …]}}}``,
older ones with ``"records": [{name, data}, …]`` instead; or ``{"recordId": …, "wire": "0a15…"}`` with the protobuf
bytes as hex or base64. Protobuf: ``Wrapper{name, data}`` around ``GameDetailRecords``, whose records and results are
Wrappers themselves. Of a source that is cut off, every record before the cut is kept.
"""

import re
from base64 import b64decode
from binascii import Error as EncodingError
from typing import Final, final

from replay.formats.foreign_text import shown
from replay.formats.json_text import JsonText
from replay.formats.json_values import Json, members, text, told
from replay.formats.majsoul_values import Message
from replay.formats.majsoul_wire import RECORDS, read_message
from replay.formats.native_fields import BYTES, MalformedError, after_field, number_at
from replay.gamelog import LogError

CONTAINER: Final = ".lq.GameDetailRecords"
PACKAGE: Final = ".lq."

MAX_BYTES: Final = 2_000_000
"""Of a source. The longest genuine one has 281,193; its records alone would have some 70,000."""

MAX_RECORDS: Final = 20_000
"""With what players sent between them. A long genuine game has 1,616."""

_DEEPEST: Final = 4  # objects around the list of records
_ENCODED: Final = re.compile(r'"([0-9A-Za-z+/=]*)("?)')
_HEX: Final = re.compile(r"(?:[0-9a-fA-F]{2})*")
_CUT: Final = "the log is cut off"

_WRAPPER_NAME: Final = 1
_WRAPPER_DATA: Final = 2
_CONTAINER_RECORDS: Final = 1
_CONTAINER_ACTIONS: Final = 3
_ACTION_RESULT: Final = 3


@final
class Record:
    """One record: the last part of its name, what it states, and where it begins in the source or its bytes."""

    def __init__(self, name: str, data: Message, position: int) -> None:
        self.name = name
        self.data = data
        self.position = position


@final
class Records:
    """What a source holds, as far as it was read."""

    def __init__(self) -> None:
        self.head: Message = {}
        self.game_id = ""
        self.records: list[Record] = []
        self.entries = 0  # with those that are no records
        self.container = False  # a list of records was found
        self.failure: LogError | None = None
        self.text: JsonText | None = None  # whose characters positions count
        self.around = ""  # the place of the bytes, where they stand within a text

    def place(self, position: int) -> str:
        """The place of a position, in words."""
        return f"{self.around}byte {position}" if self.text is None else self.text.place(position)

    def add(self, name: str, data: Message, position: int) -> None:
        """One more record. Raises LogError when its name is none of the platform's."""
        if not name.startswith(PACKAGE):
            raise LogError(f"{shown(name)!r} is not the name of a record", self.place(position))
        known = name[len(PACKAGE) :]
        self.records.append(Record(known if known in RECORDS else shown(known), data, position))

    def count(self, position: int) -> None:
        """One more entry of a list of records. Raises LogError when there are too many."""
        self.entries += 1
        self.container = True
        if self.entries > MAX_RECORDS:
            raise LogError(f"more than {MAX_RECORDS} records", self.place(position))


def read_wire(data: bytes, around: str = "") -> Records:
    """The records of protobuf bytes; `failure` says where they cannot be read on. `around`: the place of the bytes."""
    found = Records()
    found.around = around
    try:
        _read_wire(data, found)
    except LogError as fault:
        found.failure = fault
    return found


def read_json(source: str) -> Records:
    """The records of a JSON text; `failure` says where it cannot be read on."""
    found = Records()
    text_ = JsonText(source)
    found.text = text_
    try:
        _object(found, text_, 0)
        text_.end()
        if not found.container:
            raise LogError("there is no list of records", "the whole log")
    except LogError as fault:
        found.failure = found.failure or fault
    return found


def _read_wire(data: bytes, found: Records) -> None:
    name, begin, end, cut = _wrapper(data, 0, len(data), found.place(0))
    if name != CONTAINER:
        raise LogError(f"{CONTAINER} is expected, not {shown(name)!r}", found.place(0))
    found.container = True
    position = begin
    while position < end:
        start = position
        try:
            tag, position = number_at(data, position, end, 5)
            if tag & 7 != BYTES or tag >> 3 not in (_CONTAINER_RECORDS, _CONTAINER_ACTIONS):
                position = after_field(data, position, end, tag, 1)
                continue
            length, first = number_at(data, position, end, 5)
        except MalformedError:
            raise LogError(_CUT if cut else "not an encoded record", found.place(start)) from None
        found.count(start)
        position = first + length
        if position > end:
            raise LogError(_CUT, found.place(start))
        span = (first, position) if tag >> 3 == _CONTAINER_RECORDS else _result(data, first, position, found, start)
        if span[0] < span[1]:
            _read_record(data, span[0], span[1], found, start)
    if cut:
        raise LogError(_CUT, found.place(len(data)))


def _result(data: bytes, position: int, end: int, found: Records, start: int) -> tuple[int, int]:
    """The span of an action's result, empty where it has none: what a player sent, or an event outside the game."""
    span = (end, end)
    try:
        while position < end:
            tag, position = number_at(data, position, end, 5)
            if tag == _ACTION_RESULT << 3 | BYTES:
                length, first = number_at(data, position, end, 5)
                position = first + length
                if position > end:
                    raise MalformedError(_CUT)
                span = (first, position)
            else:
                position = after_field(data, position, end, tag, 1)
    except MalformedError:
        raise LogError("not an encoded action", found.place(start)) from None
    return span


def _read_record(data: bytes, begin: int, end: int, found: Records, start: int) -> None:
    """Adds the record of a Wrapper, which stands in the entry of the list that begins at `start`."""
    name, first, last, cut = _wrapper(data, begin, end, found.place(start))
    if cut:
        raise LogError(_CUT, found.place(start))
    schema = RECORDS.get(name[len(PACKAGE) :])
    try:
        message = {} if schema is None else read_message(data, first, last, schema)
    except MalformedError as fault:
        raise LogError(f"not an encoded {shown(name)}: {fault}", found.place(start)) from None
    found.add(name, message, start)


def _wrapper(data: bytes, begin: int, end: int, place: str) -> tuple[str, int, int, bool]:
    """Name and span of a Wrapper, and whether its data is cut off: then the span ends where the bytes do."""
    name = ""
    span = (end, end)
    cut = False
    position = begin
    try:
        while position < end:
            tag, position = number_at(data, position, end, 5)
            if tag & 7 != BYTES:
                position = after_field(data, position, end, tag, 1)
                continue
            length, first = number_at(data, position, end, 5)
            position = first + length
            if tag >> 3 == _WRAPPER_DATA:
                cut = position > end
                span = (first, min(position, end))
            elif position > end:
                raise LogError(_CUT, place)
            elif tag >> 3 == _WRAPPER_NAME:
                name = data[first:position].decode()
    except (MalformedError, UnicodeDecodeError):
        raise LogError("not an encoded Wrapper{name, data}", place) from None
    return name, span[0], span[1], cut


def _object(found: Records, text_: JsonText, depth: int) -> None:
    """Reads an object that has, or holds one that has, the list of records."""
    text_.expect("{")
    if text_.follows("}"):
        return
    known: set[str] = set()
    while True:
        key = text_.key(known)
        begin = text_.position
        mark = text_.source[begin : begin + 1]
        if key == "data" and mark == "{" and depth < _DEEPEST:
            _object(found, text_, depth + 1)
        elif key in ("records", "actions") and mark == "[":
            _list(found, text_)
        elif key in ("data", "wire") and mark == '"':
            _encoded(found, text_)
        else:
            value = text_.value()
            if key == "head":
                found.head = members(value, f"{text_.place(begin)}, head")
            elif key == "recordId":
                found.game_id = text(value, f"{text_.place(begin)}, recordId")
        if text_.expect(",}") == "}":
            return


def _list(found: Records, text_: JsonText) -> None:
    """Reads the list of records."""
    text_.expect("[")
    found.container = True
    if text_.follows("]"):
        return
    while True:
        begin = text_.space()
        value = text_.value()
        found.count(begin)
        _entry(found, value, begin)
        if text_.expect(",]") == "]":
            return


def _entry(found: Records, value: Json, begin: int) -> None:
    """Adds the record that an entry of the list is, or has as its result."""
    if isinstance(value, dict) and "name" not in value:
        value = value.get("result")
    if value is None or value == "" or value == {}:
        return  # what a player sent, or an event outside the game
    if isinstance(value, str):
        data = _bytes_of(value, found.place(begin), cut=False)
        _read_record(data, 0, len(data), found, begin)
        return
    if not isinstance(value, dict):
        raise LogError(f"a record is expected, not {told(value)}", found.place(begin))
    name, stated = value.get("name"), value.get("data")
    if not isinstance(name, str) or not (stated is None or isinstance(stated, dict)):
        raise LogError("a record has a name and an object of data", found.place(begin))
    found.add(name, stated or {}, begin)


def _encoded(found: Records, text_: JsonText) -> None:
    """Reads protobuf bytes that stand as a text, as far as it goes."""
    begin = text_.position
    match = _ENCODED.match(text_.source, begin)
    cut = match is not None and not match[2] and match.end() == len(text_.source)
    if match is None or not (match[2] or cut):
        raise LogError("hex or base64 is expected", text_.place(begin))
    if match[1]:
        around = f"{text_.place(begin)}, of its bytes "
        wire = read_wire(_bytes_of(match[1], text_.place(begin), cut=cut), around)
        found.records += wire.records
        found.entries += wire.entries
        found.container = True
        found.text = None  # positions are those of the bytes
        found.around = around
        if wire.failure is not None:
            raise wire.failure
    text_.position = match.end()
    if cut:
        raise LogError(_CUT, text_.place(text_.position))


def _bytes_of(written: str, place: str, *, cut: bool) -> bytes:
    """The bytes of a text in hex or base64; of one that is cut off, those before the cut."""
    even = written[: len(written) // 2 * 2] if cut else written
    if _HEX.fullmatch(even):
        return bytes.fromhex(even)
    try:
        return b64decode(written[: len(written) // 4 * 4] if cut else written, validate=True)
    except EncodingError:
        raise LogError("hex or base64 is expected", place) from None
