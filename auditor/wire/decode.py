"""Bytes to game logs. What is malformed is refused with a reason and a place, never guessed.

Only the form is judged here: that every part is there, every seat and tile exists and every list has as many entries
as it must. Whether the game was played by the rules, with the right number of tiles dealt for example, is the engine's
question.
"""

import hashlib
from typing import Final

from google.protobuf.message import DecodeError

from auditor.v1 import game_log_pb2 as pb
from auditor.wire.decode_events import event_of
from auditor.wire.encode import DISCARD_BYTES, DRAW_BYTES
from auditor.wire.frame import scan_game
from auditor.wire.values import (
    REMARK_KINDS,
    MalformedError,
    member_of,
    seat_or_none,
    text_of,
)
from replay.gamelog import (
    DISCARDS,
    DRAWS,
    Event,
    GameEnd,
    GameLog,
    Header,
    LogError,
    Player,
    Remark,
    RoundStart,
    WallCommitment,
)


def decode_game(data: bytes) -> GameLog:
    """The log of an encoded GameLog. A log without a game id gets the first 16 hex digits of the SHA-256 of `data`.

    Raises LogError; the place is the byte, or the part such as "round 2, event 13" (both from 0).
    """
    parts = scan_game(data)
    place = "header"
    try:
        header = header_of(pb.Header.FromString(parts.header), hashlib.sha256(data).hexdigest()[:16])
        rounds: list[list[Event]] = []
        current: list[Event] | None = None  # the round that goes on: none before the first and after the game's end
        plain = _PLAIN[header.seats]
        for payload in parts.events:
            event = plain.get(payload)
            if event is not None and current is not None:
                current.append(event)
                continue
            place = _place(rounds)
            if event is None:
                event = event_of(pb.GameEvent.FromString(payload), header.seats)
            add_event(rounds, event)
            current = None if isinstance(event, GameEnd) else rounds[-1]
        remarks: list[Remark] = []
        for index, payload in enumerate(parts.remarks):
            place = f"remark {index}"
            remarks.append(remark_of(pb.Remark.FromString(payload), header.seats))
        failure: LogError | None = None
        if parts.failure is not None:
            place = "failure"
            message = pb.LogFailure.FromString(parts.failure)
            failure = LogError(text_of(message.reason, "reason"), text_of(message.place, "place"))
    except MalformedError as error:
        raise LogError(str(error), place) from None
    except DecodeError:
        raise LogError("not an encoded message", place) from None
    return GameLog(header, rounds, remarks, failure)


def _place(rounds: list[list[Event]]) -> str:
    """Where the next event stands."""
    return f"round {len(rounds) - 1}, event {len(rounds[-1])}" if rounds else "before the first round"


def add_event(rounds: list[list[Event]], event: Event) -> None:
    """The rounds go on with the event. Raises MalformedError when it cannot stand there."""
    if rounds and isinstance(rounds[-1][-1], GameEnd):
        raise MalformedError(f"{type(event).__name__} after the GameEnd")
    if isinstance(event, RoundStart):
        rounds.append([event])
    elif rounds:
        rounds[-1].append(event)
    else:
        raise MalformedError(f"{type(event).__name__} before the first RoundStart")


def header_of(header: pb.Header, id_if_empty: str) -> Header:
    """The header of the message. Raises MalformedError."""
    seats = header.seats
    if seats not in _PLAIN:
        raise MalformedError(f"{seats} seats where 3 or 4 can be")
    if len(header.players) not in (0, seats):
        raise MalformedError(f"{len(header.players)} players for {seats} seats")
    overrides = tuple((text_of(o.name, "switch name"), text_of(o.value, "switch value")) for o in header.overrides)
    names = [name for name, _ in overrides]
    if "" in names:
        raise MalformedError("the name of a switch is missing")
    if len(set(names)) < len(names):
        raise MalformedError("a switch is stated twice")
    commitment: WallCommitment | None = None
    if header.HasField("commitment"):
        stated = header.commitment
        if not stated.algorithm:
            raise MalformedError("the algorithm of the wall commitment is missing")
        commitment = WallCommitment(
            text_of(stated.algorithm, "algorithm"),
            text_of(stated.digest, "digest"),
            text_of(stated.seed, "seed"),
            text_of(stated.salt, "salt"),
        )
    return Header(
        game_id=text_of(header.game_id, "game id") or id_if_empty,
        seats=seats,
        platform=text_of(header.platform, "platform"),
        played_at=text_of(header.played_at, "time"),
        variant=text_of(header.variant, "variant"),
        overrides=overrides,
        players=tuple(Player(text_of(p.id, "player id"), text_of(p.name, "player name")) for p in header.players),
        start_points=header.start_points if header.HasField("start_points") else None,
        stake_x=header.stake_x if header.HasField("stake_x") else None,
        stake_y=header.stake_y if header.HasField("stake_y") else None,
        commitment=commitment,
        source_digest=text_of(header.source_digest, "source digest"),
    )


def remark_of(remark: pb.Remark, seats: int) -> Remark:
    """The remark of the message. Raises MalformedError."""
    if remark.HasField("event_index") and not remark.HasField("round_index"):
        raise MalformedError("an event without its round")
    return Remark(
        member_of(REMARK_KINDS, remark.kind, "kind of remark"),
        remark.round_index if remark.HasField("round_index") else None,
        remark.event_index if remark.HasField("event_index") else None,
        seat_or_none(remark.seat, seats, "seat", stated=remark.HasField("seat")),
        text_of(remark.text, "text"),
        seat_or_none(remark.other_seat, seats, "other seat", stated=remark.HasField("other_seat")),
    )


def _plain(seats: int) -> dict[bytes, Event]:
    """Every Draw and Discard of so many seats by its encoding: nine events in ten are looked up, not parsed."""
    events: dict[bytes, Event] = {}
    for flag in (False, True):
        for seat in range(seats):
            events.update(zip(DRAW_BYTES[flag][seat], DRAWS[flag][seat], strict=True))
            events.update(zip(DISCARD_BYTES[flag][seat], DISCARDS[flag][seat], strict=True))
    return events


_PLAIN: Final = {seats: _plain(seats) for seats in (3, 4)}
