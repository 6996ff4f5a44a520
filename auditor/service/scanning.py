"""The outer layer of a request, read without building anything, so that every bound is checked before decoding.

Four MiB of empty sub-messages would become two million objects. Here they are counted and refused.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import grpc

from auditor.judging import RulesChoice
from auditor.service.parsing import parsed
from auditor.service.refusals import Refused, invalid, malformed
from auditor.v1 import audit_service_pb2 as pb

MAX_MESSAGE_BYTES: Final = 4 << 20
MAX_GAMES: Final = 1024  # a batch
MAX_SOURCE_BYTES: Final = 4096
MAX_RULES_BYTES: Final = 64 << 10
MAX_SETTINGS: Final = 256
MAX_FIELDS: Final = 20_000  # of any other kind, in one message

_BATCH, _GAMES, _SOURCES, _RULES = 1, 2, 3, 4
_HEADER, _EVENTS, _REMARKS, _FOLLOW_RULES, _FOLLOW_SOURCE = 1, 2, 3, 15, 16
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_UINT64: Final = 1 << 64


class Batch(NamedTuple):
    """A request of AuditGames, its games not decoded."""

    number: int
    games: list[bytes]
    sources: list[str]
    rules: RulesChoice


class Part(NamedTuple):
    """A request of FollowGame. Header, events, and `log` with them all, are fields of a GameLog with their tags."""

    header: bytes | None
    events: list[bytes]
    remarks: int
    log: bytes
    rules: RulesChoice | None
    source: str


def checked_size(data: bytes) -> bytes:
    """The message. Raises Refused when it is too large."""
    if len(data) > MAX_MESSAGE_BYTES:
        raise Refused(
            grpc.StatusCode.RESOURCE_EXHAUSTED,
            "MESSAGE_TOO_LARGE",
            f"the message has {len(data):,} bytes, more than {MAX_MESSAGE_BYTES:,}",
        )
    return data


def batch_of(data: bytes) -> Batch:
    """The batch of an encoded AuditGamesRequest. Raises Refused."""
    number = 0
    games: list[bytes] = []
    sources: list[str] = []
    rules: list[bytes] = []
    for field, value, _ in fields(checked_size(data)):
        if field == _GAMES and isinstance(value, bytes):
            if len(games) == MAX_GAMES:
                raise Refused(
                    grpc.StatusCode.INVALID_ARGUMENT, "TOO_MANY_GAMES", f"more than {MAX_GAMES:,} games in one message"
                )
            games.append(value)
        elif field == _SOURCES and isinstance(value, bytes):
            if len(sources) == MAX_GAMES:
                raise invalid("more sources than games")
            sources.append(_text(value, "a source", MAX_SOURCE_BYTES))
        elif field == _BATCH and isinstance(value, int):
            number = value
        elif field == _RULES and isinstance(value, bytes):
            rules.append(value)
        elif field <= _RULES:
            raise malformed(f"field {field} is of another kind")
    if not games:
        raise invalid("a batch without games")
    if sources and len(sources) != len(games):
        raise invalid(f"{len(sources):,} sources for {len(games):,} games")
    return Batch(number, games, sources or [""] * len(games), _rules(rules))


def part_of(data: bytes) -> Part:
    """The part of a game in an encoded FollowGameRequest. Raises Refused."""
    header: bytes | None = None
    events: list[bytes] = []
    remarks = 0
    log: list[bytes] = []
    rules: list[bytes] = []
    source = ""
    for field, value, whole in fields(checked_size(data)):
        if field in (_HEADER, _EVENTS, _REMARKS, _FOLLOW_RULES, _FOLLOW_SOURCE) and not isinstance(value, bytes):
            raise malformed(f"field {field} is of another kind")
        if field == _HEADER:
            if header is not None:
                raise invalid("a second header")
            header = whole
            log.append(whole)
        elif field == _EVENTS:
            events.append(whole)
            log.append(whole)
        elif field == _REMARKS:
            remarks += 1
            log.append(whole)
        elif field == _FOLLOW_RULES and isinstance(value, bytes):
            rules.append(value)
        elif field == _FOLLOW_SOURCE and isinstance(value, bytes):
            source = _text(value, "the source", MAX_SOURCE_BYTES)
    return Part(header, events, remarks, b"".join(log), _rules(rules) if rules else None, source)


def fields(data: bytes) -> Iterator[tuple[int, int | bytes, bytes]]:
    """Number, value and the whole of each field of a message; the value of a string of bytes are those bytes.

    Raises Refused when it is no message, or has more fields than any that is meant.
    """
    place = 0
    count = 0
    while place < len(data):
        count += 1
        if count > MAX_FIELDS + MAX_GAMES:
            raise Refused(grpc.StatusCode.INVALID_ARGUMENT, "TOO_MANY_PARTS", f"more than {MAX_FIELDS:,} parts")
        begin = place
        tag, place = _number(data, place)
        field, kind = tag >> 3, tag & 7
        value: int | bytes
        if not 0 < field < 1 << 29:
            raise malformed(f"there is no field {field} (byte {begin})")
        if kind == _BYTES:
            size, place = _number(data, place)
            if size > len(data) - place:
                raise malformed(f"a part is longer than the message (byte {begin})")
            value = data[place : place + size]
            place += size
        elif kind == _VARINT:
            value, place = _number(data, place)
        elif kind in (_FIXED64, _FIXED32):
            size = 8 if kind == _FIXED64 else 4
            if size > len(data) - place:
                raise malformed(f"the message ends within a number (byte {begin})")
            value = 0
            place += size
        else:
            raise malformed(f"there is no field of kind {kind} (byte {begin})")
        yield field, value, data[begin:place]


def _number(data: bytes, place: int) -> tuple[int, int]:
    number = 0
    for count in range(10):
        if place + count >= len(data):
            raise malformed(f"the message ends within a number (byte {place})")
        byte = data[place + count]
        number |= (byte & 0x7F) << 7 * count
        if byte < 0x80:
            if number >= _UINT64:
                break
            return number, place + count + 1
    raise malformed(f"a number is too large (byte {place})")


def _text(data: bytes, what: str, most: int) -> str:
    if len(data) > most:
        raise invalid(f"{what} has more than {most:,} bytes")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise malformed(f"{what} is not UTF-8") from None


def _rules(parts: list[bytes]) -> RulesChoice:
    """The choice of an encoded RulesChoice; one in parts is merged, as protobuf has it. Raises Refused."""
    data = b"".join(parts)
    if len(data) > MAX_RULES_BYTES:
        raise Refused(
            grpc.StatusCode.INVALID_ARGUMENT, "RULES_TOO_LARGE", f"the rules have more than {MAX_RULES_BYTES:,} bytes"
        )
    if sum(field == pb.RulesChoice.SETTINGS_FIELD_NUMBER for field, _, _ in fields(data)) > MAX_SETTINGS:
        raise invalid(f"more than {MAX_SETTINGS} settings")
    message = parsed(pb.RulesChoice, data)
    if message.variant and message.rules:
        raise invalid("either a variant or rules can be named, not both")
    settings = tuple((one.name, one.value) for one in message.settings)
    return RulesChoice(message.variant, message.rules, "rules of the request" if message.rules else "", settings)
