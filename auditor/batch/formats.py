"""The log formats there are readers for, recognised from their content."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from auditor.batch.frames import Piece, frames, looks_framed
from auditor.batch.items import Source
from auditor.batch.streams import Stream
from replay.formats import majsoul, mjai, riichi_city, tenhou_json, tenhou_xml
from replay.formats.native_file import read_paifu
from replay.gamelog import GameLog, LogError

HEAD_BYTES: Final = 4096
"""How much of a source is looked at to recognise it."""


@dataclass(frozen=True)
class Format:
    """A log format. `read` gives the games of a piece of a source, a LogError in the place of each malformed one."""

    name: str
    looks_like: Callable[[bytes], bool]  # of the first HEAD_BYTES
    read: Callable[[Source], Iterable[GameLog | LogError]]
    pieces: Callable[[Stream, int], Iterator[Piece]]


def whole(stream: Stream, limit: int) -> Iterator[Piece]:
    """The source in one piece. Raises CannotRead when it is larger than the limit."""
    yield Piece(stream.rest(limit))


def text_of(data: bytes) -> str:
    """The text of UTF-8 with or without a byte order mark.

    Raises LogError with the place of the first byte that is not UTF-8.
    """
    encoding = _other_encoding(data)
    if encoding:
        raise LogError(f"the text is {encoding}, not UTF-8", "byte 0")
    start = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    try:
        return data[start:].decode()
    except UnicodeDecodeError as error:
        place = start + error.start
        raise LogError(f"byte 0x{data[place]:02x} is not UTF-8", f"byte {place}") from error


def _other_encoding(data: bytes) -> str:
    """Name of the UTF-16 or UTF-32 the data is in, by its mark or by the NULs beside a first ASCII letter."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "UTF-16" if data[2:4] != b"\0\0" else "UTF-32"
    if len(data) >= 2 and (not data[0]) != (not data[1]):
        return "UTF-16LE" if data[0] else "UTF-16BE"
    return ""


def _head_text(head: bytes) -> str:
    """The head as text, whatever the encoding: a log in a wrong one is recognised and then refused with its place."""
    text = head.decode(_other_encoding(head) or "utf-8", "replace")
    return text.removeprefix("\ufeff")


def _is_tenhou_xml(head: bytes) -> bool:
    return tenhou_xml.looks_like(_head_text(head))


def _read_tenhou_xml(source: Source) -> Iterator[GameLog | LogError]:
    try:
        yield tenhou_xml.read(text_of(source.data), sha256(source.data).hexdigest())
    except LogError as error:
        yield error


def _is_tenhou_json(head: bytes) -> bool:
    return tenhou_json.looks_like(_head_text(head))


def _read_tenhou_json(source: Source) -> Iterator[GameLog | LogError]:
    try:
        yield tenhou_json.read(text_of(source.data), sha256(source.data).hexdigest())
    except LogError as error:
        yield error


def _is_majsoul(head: bytes) -> bool:
    return majsoul.looks_like(head) or majsoul.looks_like(_head_text(head).encode("utf-8", "replace"))


def _read_majsoul(source: Source) -> Iterator[GameLog | LogError]:
    try:
        if not source.data.startswith(majsoul.WIRE_START):
            text_of(source.data)
        yield majsoul.read(source.data, sha256(source.data).hexdigest())
    except LogError as error:
        yield error


def _is_riichi_city(head: bytes) -> bool:
    return riichi_city.looks_like(_head_text(head))


def _read_riichi_city(source: Source) -> Iterator[GameLog | LogError]:
    try:
        yield riichi_city.read(text_of(source.data), sha256(source.data).hexdigest())
    except LogError as error:
        yield error


def _is_mjai(head: bytes) -> bool:
    return mjai.looks_like(_head_text(head))


def _read_mjai(source: Source) -> Iterator[GameLog | LogError]:
    try:
        yield mjai.read(text_of(source.data), sha256(source.data).hexdigest())
    except LogError as error:
        yield error


GAME_PLACE: Final = re.compile("game ([0-9]+), byte ([0-9]+)")


def _read_paifu(source: Source) -> Iterator[GameLog | LogError]:
    def in_the_file(place: re.Match[str]) -> str:
        return f"game {source.game + int(place[1])}, byte {source.byte + int(place[2])}"

    for log in read_paifu(source.data):
        yield LogError(log.reason, GAME_PLACE.sub(in_the_file, log.place, 1)) if isinstance(log, LogError) else log


PAIFU_JSON: Final = re.compile(r'\s*\{\s*"(header|events|remarks|failure)"\s*:')


def _is_paifu_json(head: bytes) -> bool:
    return PAIFU_JSON.match(_head_text(head)) is not None


def _read_paifu_json(source: Source) -> Iterator[GameLog | LogError]:
    from auditor import wire  # protobuf, only where it is needed

    try:
        yield wire.from_json(text_of(source.data))
    except LogError as error:
        yield error


FORMATS: Final = (
    Format("tenhou-xml", _is_tenhou_xml, _read_tenhou_xml, whole),
    Format("tenhou-json", _is_tenhou_json, _read_tenhou_json, whole),
    Format("majsoul", _is_majsoul, _read_majsoul, whole),
    Format("riichi-city", _is_riichi_city, _read_riichi_city, whole),
    Format("mjai", _is_mjai, _read_mjai, whole),
    Format("paifu", looks_framed, _read_paifu, frames),
    Format("paifu-json", _is_paifu_json, _read_paifu_json, whole),
)


def recognised(head: bytes) -> Format | None:
    """The format of a source that begins with the head, None when no reader recognises it."""
    return next((known for known in FORMATS if known.looks_like(head)), None)


def named(name: str) -> Format | None:
    """The format of that name."""
    return next((known for known in FORMATS if known.name == name), None)
