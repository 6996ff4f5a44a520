"""Tenhou mjlog XML -> GameLog, in one pass. ``docs/formats/tenhou-xml.md`` says which tag becomes which event.

Nine tags in ten are draws and discards: they are looked up whole, as text, and their events exist already. Calls are
looked up in the same way once their bits were decoded. Every other tag has a handler by name (`tenhou_tags`).
"""

import re
from collections.abc import Iterator
from operator import length_hint
from typing import Final

from replay.formats.foreign_text import shown
from replay.formats.tenhou_attributes import ID_CODES, MAX_TAG, TILE_IDS, MalformedError, attributes, number, required
from replay.formats.tenhou_attributes import seat as seat_of
from replay.formats.tenhou_calls import NO_TILE, REPLACEMENT_DUE, SAME_TILE, Call, decode_call
from replay.formats.tenhou_reading import ON_TABLE, UNSEEN, Reading
from replay.formats.tenhou_tags import HANDLERS, SPECIAL_RULES
from replay.gamelog import DISCARDS, DRAWS, Discard, Event, GameLog, LogError, North, Riichi
from replay.tiles import NORTH

MAX_TEXT: Final = 250_000
"""Characters of a log. The longest of 815 genuine ones has 23,379."""

MAX_TAGS: Final = 20_000
"""Tags of a log. The most in 815 genuine ones is 1,887."""

_MAX_CALLS: Final = 16_384
_MAX_CALL_TAG: Final = 32

_START: Final = re.compile(r"\ufeff?[ \t\r\n]*(<\?xml[^<>]*\?>[ \t\r\n]*)?<mjloggm[\s>]")
_NAME: Final = re.compile(r"/?[A-Za-z_][\w.:-]*")
_ANY_MOVE: Final = re.compile(r"([D-GT-W][0-9]+)\s*/?>\s*")
_TILE_TAG: Final = re.compile(r"([A-Za-z])([0-9]+)")

_AFTER_NAME: Final = " \t\r\n/>"

_DRAWERS: Final = "TUVW"
_DISCARDERS: Final = "DEFG"

# A draw, discard or North: the tile's id; where it must be before and is after; the tile that must have been drawn last
# for the marked event (a replacement, the drawn tile); the tile drawn last from now on; the event; the marked event.
_Move = tuple[int, int, int, int, int, Event, Event]


class _TagTable:
    """What tags of draws, discards and calls mean at one kind of table."""

    def __init__(self, seats: int, *, reds: bool) -> None:
        self.moves: dict[str, _Move] = {}
        self.calls: dict[str, Call] = {}  # as they occur, at most _MAX_CALLS
        for seat in range(seats):
            for tile, code in enumerate(ID_CODES[reds]):
                draws = (DRAWS[0][seat][code], DRAWS[1][seat][code])
                discards = (DISCARDS[0][seat][code], DISCARDS[1][seat][code])
                draw: _Move = (tile, UNSEEN, seat, REPLACEMENT_DUE, tile, *draws)
                discard: _Move = (tile, seat, ON_TABLE, tile, tile, *discards)
                for end in ("/>", " />"):
                    self.moves[f"{_DRAWERS[seat]}{tile}{end}"] = draw
                    self.moves[f"{_DISCARDERS[seat]}{tile}{end}"] = discard
            for end in ("/>", " />"):
                self.calls[f'REACH who="{seat}" step="1"{end}'] = Call(Riichi(seat), seat, (), NO_TILE, SAME_TILE)
            for tile in range(4 * NORTH, 4 * NORTH + 4):
                event = North(seat, NORTH)
                north: _Move = (tile, seat, ON_TABLE, NO_TILE, REPLACEMENT_DUE, event, event)
                for end in ("/>", " />"):
                    self.moves[f'N who="{seat}" m="{tile << 8 | 0x20}"{end}'] = north


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
    tags = text.split("<", MAX_TAGS + 1)
    if len(tags) > MAX_TAGS + 1:
        return reading.log(source_digest, LogError(f"more than {MAX_TAGS} tags", "the whole log"))
    rest = iter(tags)
    next(rest)  # nothing or white space: `looks_like` saw to it that the text begins with a tag
    failure: LogError | None = None
    try:
        _read_tags(reading, rest)
    except MalformedError as fault:
        failure = LogError(str(fault), _place(tags, len(tags) - length_hint(rest) - 1))
    if failure is None and not reading.closed:
        failure = LogError("the log ends without </mjloggm>", f"byte {_bytes(text)}, after tag {len(tags) - 1}")
    return reading.log(source_digest, failure)


def _as_written(tag: str) -> str:
    """The tag as Tenhou writes it, where another program changed its spacing."""
    move = _ANY_MOVE.fullmatch(tag)
    return f"{move[1]}/>" if move is not None else tag.rstrip()


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
    last = NO_TILE  # drawn or discarded last
    for tag in rest:
        move = moves.get(tag)
        if move is None:
            call = calls.get(tag)
            if call is None and tag[:1] == "N" and tag[1:2] in _AFTER_NAME:
                call = _read_call(reading, tag, calls)
            if call is not None:
                event, seat, own, claimed, following = call
                for tile in own:
                    if where[tile] != seat:
                        reading.remark_not_held(tile, seat, "sets out")
                    where[tile] = ON_TABLE
                if claimed != last and claimed != NO_TILE:
                    reading.remark_claim(claimed, seat, last)
                append(event)
                if following != SAME_TILE:
                    last = following
                continue
            if tag[-1:] != ">" or tag[1:2].isdigit():
                tag = _as_written(tag)
                move = moves.get(tag)
            if move is None:
                _read_other(reading, tag)
                if reading.closed:
                    break
                if reading.events is not events:
                    table = _tag_table(reading.seats, reds=reading.reds)
                    moves = table.moves
                    calls = table.calls
                    events = reading.events
                    append = events.append
                    last = NO_TILE
                continue
        tile, before, after, awaited, following, event, marked = move
        if where[tile] != before:
            last = _remark_move(reading, move, last)
        where[tile] = after
        append(marked if last == awaited else event)
        last = following
    if next(rest, None) is not None:
        raise MalformedError("stands after the end of the log")


def _remark_move(reading: Reading, move: _Move, last: int) -> int:
    """Remarks that a draw, discard or North is of a tile that is elsewhere. `last` as the move has to take it.

    Of a discard with the wrong number the face has to say whether the drawn tile is meant.
    """
    tile, before, after, _, _, event, _ = move
    if before == UNSEEN:
        reading.remark_twice(tile, after, f"seat {after} draws")
        return last
    reading.remark_not_held(tile, before, "discards" if isinstance(event, Discard) else "sets out")
    codes = ID_CODES[reading.reds]
    if last >= 0 and reading.where[last] == before and codes[last] == codes[tile]:
        return tile
    if last == tile and reading.where[tile] == ON_TABLE:
        return NO_TILE  # it was discarded, not drawn
    return last


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
    move = _TILE_TAG.fullmatch(name)
    if move is not None:
        reading.in_round()
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
        reading.remark_special_rules(f"{shown(name)} states {stated}: rules of its own, not which")
    return found
