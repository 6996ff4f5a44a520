"""Encoded GameLogs to game logs. What is malformed is refused with a reason and a place, never guessed.

The bytes are read without protobuf, and what they say is what protobuf says they say. Only the form is judged here:
that every part is there, every seat and tile exists and every list has as many entries as it must. Whether the game was
played by the rules, with the right number of tiles dealt for example, is the engine's question.
"""

import hashlib
from typing import Final

from replay.formats.native_events import event_of
from replay.formats.native_fields import (
    ABSENT,
    MAX_KEPT,
    MAX_KEPT_BYTES,
    NUMBER,
    NUMBERS,
    PART,
    PARTS,
    TEXT,
    Fields,
    MalformedError,
    Schema,
    read_fields,
)
from replay.formats.native_frame import scan_game
from replay.formats.native_values import (
    COMMITMENT,
    REMARK_KINDS,
    commitment_of,
    count_or_none,
    member_of,
    offer_kinds_of,
    seat_or_none,
    signed_or_none,
    text_of,
    whole,
)
from replay.gamelog import (
    DISCARDS,
    DRAWS,
    Chi,
    Event,
    FuritenFlag,
    GameEnd,
    GameLog,
    Header,
    Indicator,
    Kan,
    LogError,
    North,
    Offer,
    Player,
    Pon,
    Remark,
    Riichi,
    RoundStart,
    WinDeclined,
)
from replay.tiles import CODES

TEXTS: Final = Schema((TEXT, TEXT))  # a SwitchOverride, a Player, a LogFailure
HEADER: Final = Schema(
    (TEXT, NUMBER, TEXT, TEXT, TEXT, PARTS, PARTS, NUMBER, NUMBER, NUMBER, PART, TEXT, NUMBERS, NUMBER),
    {6: TEXTS, 7: TEXTS, 11: COMMITMENT},
)
REMARK: Final = Schema((NUMBER, NUMBER, NUMBER, NUMBER, TEXT, NUMBER))


def read(data: bytes) -> GameLog:
    """The log of an encoded GameLog. A log without a game id gets the first 16 hex digits of the SHA-256 of `data`.

    Raises LogError; the place is the byte, or the part such as "round 2, event 13" (both from 0).
    """
    parts = scan_game(data)
    rounds: list[list[Event]] = []
    remarks: list[Remark] = []
    failure: LogError | None = None
    place = "header"
    try:
        header = _header(_fields(HEADER, parts.header), data)
        place = ""  # that of the next event
        seats = header.seats
        known = KNOWN[seats]
        current: list[Event] | None = None  # the round that goes on: none before the first and after the game's end
        for payload in parts.events:
            event = known.get(payload)
            if event is not None and current is not None:
                current.append(event)
                continue
            if event is None:
                event = event_of(payload, seats)
                if len(payload) <= MAX_KEPT_BYTES and len(known) < MAX_KEPT and isinstance(event, _KEPT):
                    known[payload] = event
            _add_event(rounds, event)
            current = None if isinstance(event, GameEnd) else rounds[-1]
        for payload in parts.remarks:
            place = f"remark {len(remarks)}"
            remarks.append(_remark(_fields(REMARK, payload), seats))
        if parts.failure is not None:
            place = "failure"
            fields = _fields(TEXTS, parts.failure)
            failure = LogError(text_of(fields, 1, "reason"), text_of(fields, 2, "place"))
    except MalformedError as error:
        raise LogError(str(error), place or _place(rounds)) from None
    return GameLog(header, rounds, remarks, failure)


def _fields(schema: Schema, data: bytes) -> Fields:
    fields = Fields(schema)
    read_fields(fields, data, 0, len(data), 0)
    return fields


def _place(rounds: list[list[Event]]) -> str:
    """Where the next event stands."""
    return f"round {len(rounds) - 1}, event {len(rounds[-1])}" if rounds else "before the first round"


def _add_event(rounds: list[list[Event]], event: Event) -> None:
    """The rounds go on with the event. Raises MalformedError when it cannot stand there."""
    if rounds and isinstance(rounds[-1][-1], GameEnd):
        raise MalformedError(f"{type(event).__name__} after the GameEnd")
    if isinstance(event, RoundStart):
        rounds.append([event])
    elif rounds:
        rounds[-1].append(event)
    else:
        raise MalformedError(f"{type(event).__name__} before the first RoundStart")


def _header(header: Fields, data: bytes) -> Header:
    """The header of the game that is encoded in the data. Raises MalformedError."""
    numbers = header.numbers
    seats = 0 if numbers[2] == ABSENT else whole(numbers[2])
    if seats not in KNOWN:
        raise MalformedError(f"{seats} seats where 3 or 4 can be")
    players = header.parts.get(7, [])
    if len(players) not in (0, seats):
        raise MalformedError(f"{len(players)} players for {seats} seats")
    overrides = tuple(
        [(text_of(one, 1, "switch name"), text_of(one, 2, "switch value")) for one in header.parts.get(6, [])]
    )
    names = [name for name, _ in overrides]
    if "" in names:
        raise MalformedError("the name of a switch is missing")
    if len(set(names)) < len(names):
        raise MalformedError("a switch is stated twice")
    stated = header.parts.get(11)
    commitment = None if stated is None else commitment_of(stated[0])
    recorded = offer_kinds_of(header.packed.get(13, b""))
    if len(set(recorded)) < len(recorded):
        raise MalformedError("a kind of offer is stated twice")
    return Header(
        game_id=text_of(header, 1, "game id") or hashlib.sha256(data).hexdigest()[:16],
        seats=seats,
        platform=text_of(header, 3, "platform"),
        played_at=text_of(header, 4, "time"),
        variant=text_of(header, 5, "variant"),
        overrides=overrides,
        players=tuple([Player(text_of(one, 1, "player id"), text_of(one, 2, "player name")) for one in players]),
        start_points=signed_or_none(numbers[8]),
        stake_x=signed_or_none(numbers[9]),
        stake_y=signed_or_none(numbers[10]),
        commitment=commitment,
        source_digest=text_of(header, 12, "source digest"),
        recorded_offers=recorded,
        furiten_flags=numbers[14] > 0,
    )


def _remark(remark: Fields, seats: int) -> Remark:
    """The remark of the message. Raises MalformedError."""
    numbers = remark.numbers
    if numbers[3] != ABSENT and numbers[2] == ABSENT:
        raise MalformedError("an event without its round")
    return Remark(
        member_of(REMARK_KINDS, numbers[1], "kind of remark"),
        count_or_none(numbers[2]),
        count_or_none(numbers[3]),
        seat_or_none(numbers[4], seats, "seat"),
        text_of(remark, 5, "text"),
        seat_or_none(numbers[6], seats, "other seat"),
    )


def _plain(seats: int) -> dict[bytes, Event]:
    """Every Draw and Discard of so many seats by its encoding: nine events in ten are looked up, not parsed."""
    events: dict[bytes, Event] = {}
    for seat in range(seats):
        for tile in range(CODES):
            short = bytes((4, 0x08, seat, 0x10, tile + 1))
            flagged = bytes((6, 0x08, seat, 0x10, tile + 1, 0x18, 1))
            events[b"\x0a" + short] = DRAWS[False][seat][tile]
            events[b"\x0a" + flagged] = DRAWS[True][seat][tile]
            events[b"\x12" + short] = DISCARDS[False][seat][tile]
            events[b"\x12" + flagged] = DISCARDS[True][seat][tile]
    return events


_KEPT: Final = (Chi, FuritenFlag, Indicator, Kan, North, Offer, Pon, Riichi, WinDeclined)
KNOWN: Final = {seats: _plain(seats) for seats in (3, 4)}
"""Events by their encoding, for games of 3 and 4 seats: every Draw and Discard, and the first MAX_KEPT other small ones
that were read. There are few different ones, and events cannot change."""
