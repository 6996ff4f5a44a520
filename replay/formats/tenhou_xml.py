"""Tenhou mjlog XML -> GameLog, in one pass. ``docs/formats/tenhou-xml.md`` says which tag becomes which event.

Nine tags in ten are draws and discards: they are looked up whole, as text, and their events exist already. Calls are
looked up in the same way once their bits were decoded. Every other tag has a handler by name (`tenhou_tags`).
"""

import re
from collections.abc import Iterator
from operator import length_hint
from typing import Final

from replay.formats.tenhou_attributes import (
    ID_CODES,
    MAX_TAG,
    TILE_IDS,
    MalformedError,
    attributes,
    number,
    required,
    shown,
)
from replay.formats.tenhou_attributes import seat as seat_of
from replay.formats.tenhou_calls import NO_TILE, Call, decode_call
from replay.formats.tenhou_reading import ON_TABLE, UNSEEN, Reading
from replay.formats.tenhou_tags import HANDLERS, SPECIAL_RULES
from replay.gamelog import DISCARDS, DRAWS, Event, GameLog, LogError

MAX_TEXT: Final = 250_000
"""Characters of a log. The longest of 815 genuine ones has 23,379."""

MAX_TAGS: Final = 20_000
"""Tags of a log. The most in 815 genuine ones is 1,887."""

_MAX_CALLS: Final = 16_384
_MAX_CALL_TAG: Final = 32

_WHITE_SPACE: Final = " \t\r\n"
_START: Final = re.compile(r"\ufeff?[ \t\r\n]*(<\?xml[^<>]*\?>[ \t\r\n]*)?<mjloggm[\s>]")
_NAME: Final = re.compile(r"/?[A-Za-z_][\w.:-]*")
_SPACE_BEFORE_END: Final = re.compile(r"\s+(?=/?>)")
_TILE_TAG: Final = re.compile(r"([A-Za-z])([0-9]+)")

_DRAWERS: Final = "TUVW"
_DISCARDERS: Final = "DEFG"
_REPLACEMENT_DUE: Final = -2  # in the place of the tile drawn last

_Move = tuple[bool, int, int, Event, Event]  # is a draw; seat; id; event; event as replacement or of the drawn tile


class _TagTable:
    """What tags of draws, discards and calls mean at one kind of table."""

    def __init__(self, seats: int, *, reds: bool) -> None:
        self.moves: dict[str, _Move] = {}
        self.calls: dict[str, Call] = {}  # as they occur, at most _MAX_CALLS
        for seat in range(seats):
            for tile, code in enumerate(ID_CODES[reds]):
                draw: _Move = (True, seat, tile, DRAWS[0][seat][code], DRAWS[1][seat][code])
                discard: _Move = (False, seat, tile, DISCARDS[0][seat][code], DISCARDS[1][seat][code])
                for end in ("/>", " />", ">"):
                    self.moves[f"{_DRAWERS[seat]}{tile}{end}"] = draw
                    self.moves[f"{_DISCARDERS[seat]}{tile}{end}"] = discard


_tables: dict[tuple[int, bool], _TagTable] = {}


def _tag_table(seats: int, *, reds: bool) -> _TagTable:
    """The tag table of such a table, made when first asked for."""
    table = _tables.get((seats, reds))
    if table is None:
        table = _tables[seats, reds] = _TagTable(seats, reds=reds)
    return table


def looks_like(head: str) -> bool:
    """Whether a text that begins with `head` is a Tenhou mjlog."""
    return _START.match(head) is not None


def read(text: str, source_digest: str) -> GameLog:
    """The log of a Tenhou mjlog XML; its id is the first 16 digits of the source's SHA-256, as it has none itself.

    Whatever cannot be read ends the reading: `failure` says what and where, and the log holds everything before it.
    Raises LogError only when the text is no mjlog at all.
    """
    if not looks_like(text):
        raise LogError("not a Tenhou mjlog: <mjloggm> expected", "byte 0")
    reading = Reading()
    if len(text) > MAX_TEXT:
        return reading.log(source_digest, LogError(f"more than {MAX_TEXT} characters", "the whole log"))
    if text.count("<") > MAX_TAGS:
        return reading.log(source_digest, LogError(f"more than {MAX_TAGS} tags", "the whole log"))
    tags = text.rstrip(_WHITE_SPACE).split("<")
    rest = iter(tags if not _is_spaced(text) else [_without_spaces(tag) for tag in tags])
    next(rest)  # nothing or white space: `looks_like` saw to it that the text begins with a tag
    failure: LogError | None = None
    try:
        _read_tags(reading, rest)
    except MalformedError as fault:
        failure = LogError(str(fault), _place(tags, len(tags) - length_hint(rest) - 1))
    if failure is None and not reading.closed:
        failure = LogError("the log ends without </mjloggm>", f"byte {_bytes(text)}, after tag {len(tags) - 1}")
    return reading.log(source_digest, failure)


def _is_spaced(text: str) -> bool:
    """Whether there may be white space where Tenhou itself writes none."""
    return "\n" in text or "  " in text or "> " in text or "\t" in text


def _without_spaces(tag: str) -> str:
    """The tag as Tenhou would space it."""
    bare = tag.rstrip(_WHITE_SPACE)
    return _SPACE_BEFORE_END.sub(" ", bare) if "  " in bare or "\n" in bare or "\t" in bare else bare


def _place(tags: list[str], position: int) -> str:
    """Where the tag at `position` begins: its byte, number from 1, and name."""
    name = re.split(r"[\s>]", tags[position], maxsplit=1)[0]
    byte = _bytes("<".join(tags[:position]))
    return f"byte {byte}, tag {position} <{shown(name.removesuffix('/'))}>"


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _read_tags(reading: Reading, rest: Iterator[str]) -> None:
    """Reads tags up to the end of the log. Raises MalformedError at the first one that cannot be read."""
    where = reading.where
    events = reading.events
    append = events.append
    moves: dict[str, _Move] = {}  # none before the first INIT
    calls: dict[str, Call] = {}
    drawn = NO_TILE
    discarded = NO_TILE
    for tag in rest:
        move = moves.get(tag)
        if move is not None:
            is_draw, seat, tile, event, marked = move
            if is_draw:
                if where[tile] != UNSEEN:
                    reading.remark_twice(tile, seat, f"seat {seat} draws")
                where[tile] = seat
                append(marked if drawn == _REPLACEMENT_DUE else event)
                drawn = tile
            else:
                if where[tile] != seat:
                    reading.remark_not_held(tile, seat, "discards")
                where[tile] = ON_TABLE
                append(marked if tile == drawn else event)
                drawn = NO_TILE
                discarded = tile
            continue
        call = calls.get(tag)
        if call is None and tag.startswith("N "):
            call = _read_call(reading, tag, calls)
        if call is not None:
            _move_tiles(reading, call, discarded)
            append(call.event)
            drawn = _REPLACEMENT_DUE if call.replaced else NO_TILE
            continue
        _read_other(reading, tag)
        if reading.closed:
            break
        if reading.events is not events:
            table = _tag_table(reading.seats, reds=reading.reds)
            moves = table.moves
            calls = table.calls
            events = reading.events
            append = events.append
            drawn = NO_TILE
            discarded = NO_TILE
    if next(rest, None) is not None:
        raise MalformedError("stands after the end of the log")


def _read_call(reading: Reading, tag: str, calls: dict[str, Call]) -> Call:
    """The call of a tag N, kept in `calls` for the next time."""
    reading.in_round()
    found = _attributes(reading, tag, "N")
    who = seat_of(found, "who", reading.seats)
    call = decode_call(who, number(required(found, "m"), "m"), reading.seats, reds=reading.reds)
    if len(tag) <= _MAX_CALL_TAG:
        if len(calls) >= _MAX_CALLS:
            calls.clear()
        calls[tag] = call
    return call


def _move_tiles(reading: Reading, call: Call, discarded: int) -> None:
    """Follows the physical tiles of a call. `discarded` is the last discard of the round."""
    where = reading.where
    seat = call.seat
    for tile in call.own:
        if where[tile] != seat:
            reading.remark_not_held(tile, seat, "sets out")
        where[tile] = ON_TABLE
    claimed = call.claimed
    if claimed != discarded and claimed != NO_TILE and discarded != NO_TILE:
        # A claim of another face than the discarded one shows in the events themselves.
        codes = ID_CODES[reading.reds]
        if codes[claimed] == codes[discarded]:
            reading.remark_claim(claimed, seat, discarded)


def _read_other(reading: Reading, tag: str) -> None:
    """Reads a tag no table holds. Raises MalformedError.

    A tag nobody knows is passed over, so that a later version of the format can be read; one that looks like a draw
    or discard is not.
    """
    name = tag.partition(" ")[0]
    handler = HANDLERS.get(name)
    if handler is None:
        match = _NAME.match(tag)
        if match is None:
            if tag.startswith("?xml") and tag.endswith("?>") and not reading.opened:
                return
            raise MalformedError("not a tag of a log" if ">" in tag else "the tag is cut off")
        name = match[0]
        handler = HANDLERS.get(name)
    found = _attributes(reading, tag, name)
    if handler is not None:
        handler(reading, found)
        return
    if name == "N" or (move := _TILE_TAG.fullmatch(name)) is not None:
        reading.in_round()
    if name == "N":
        required(found, "who")
    elif move is not None:
        raise MalformedError(_why_no_move(reading, move[1], move[2]))


def _why_no_move(reading: Reading, letter: str, digits: str) -> str:
    """Why a letter and a number are no draw and no discard."""
    seat = max(_DRAWERS.find(letter), _DISCARDERS.find(letter))
    if seat < 0:
        return f"{letter} is neither a draw nor a discard"
    if seat >= reading.seats:
        return f"there is no seat {seat}"
    if len(digits) > 3 or int(digits) >= TILE_IDS:
        return f"there is no tile {shown(digits)}"
    return f"tile number {digits} is not written as Tenhou writes it"


def _attributes(reading: Reading, tag: str, name: str) -> dict[str, str]:
    """The attributes of a tag. Raises MalformedError."""
    if len(tag) > MAX_TAG:
        raise MalformedError(f"a tag of more than {MAX_TAG} characters")
    found = attributes(tag[len(name) :])
    if not SPECIAL_RULES.isdisjoint(found):
        stated = ", ".join(sorted(SPECIAL_RULES.intersection(found)))
        reading.remark_special_rules(f"{name} states {stated}: rules of its own, not which")
    return found
