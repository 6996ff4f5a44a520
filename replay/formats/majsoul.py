"""Mahjong Soul records -> GameLog. ``docs/formats/majsoul.md`` says which record becomes which events.

Protobuf bytes and the JSON forms hold the same records, which are read the same way. Of a source that is cut off or
damaged, everything before that place is kept.
"""

import re
from typing import Final

from replay.formats.majsoul_round import OFFERS, Leaves, RoundReading
from replay.formats.majsoul_rules import Stated, first_seats, game_id, read_head
from replay.formats.majsoul_source import CONTAINER, MAX_BYTES, Record, Records, read_json, read_wire
from replay.gamelog import (
    Event,
    GameEnd,
    GameLog,
    Header,
    LogError,
    OfferKind,
    Remark,
    RemarkKind,
    RiichiAccepted,
    Win,
)

WIRE_START: Final = bytes((0x0A, len(CONTAINER))) + CONTAINER.encode()
"""How the protobuf bytes of a record begin."""

NEW_ROUND: Final = "RecordNewRound"

_JSON_START: Final = re.compile(r'\s*\{\s*"\w{1,40}"\s*:')
_JSON_SIGNS: Final = re.compile(
    r'"name"\s*:\s*"\.lq\.|"wire"\s*:\s*"0a152e6c71|"head"\s*:\s*\{\s*"uuid"\s*:|"data"\s*:\s*"ChUubHEu', re.IGNORECASE
)
"""A record's name, the bytes with that name as hex or base64, or the head of a record."""

VERIFIED_OFFERS: Final = frozenset({1, 2, 3, 4, 5, 6, 7, 8, 9})
"""Numbers of `operation_list` that are known to be offers whenever there is the choice; 10 and 11 were never seen."""


def looks_like(head: bytes) -> bool:
    """Whether a source that begins with these bytes is a Mahjong Soul record."""
    if head.startswith(WIRE_START):
        return True
    text = head.decode("utf-8", "replace").removeprefix("\ufeff")
    return _JSON_START.match(text) is not None and _JSON_SIGNS.search(text) is not None


def read(source: bytes, source_digest: str) -> GameLog:
    """The log of a record; its id is its uuid, else the first 16 digits of the source's SHA-256.

    Whatever cannot be read ends the reading: `failure` says what and where, and the log holds the events before it.
    Raises LogError only when the source is no such record at all, or too long for one.
    """
    if len(source) > MAX_BYTES:
        raise LogError(f"more than {MAX_BYTES} bytes", "the whole log")
    if source.startswith(WIRE_START):
        found = read_wire(source)
    else:
        try:
            text = source.decode()
        except UnicodeDecodeError as error:
            raise LogError(f"byte 0x{source[error.start]:02x} is not UTF-8", f"byte {error.start}") from error
        if not looks_like(source):
            raise LogError('not a Mahjong Soul record: {"head": …, "data": …} expected', "byte 0")
        found = read_json(text)
    return _Game(found).log(source_digest)


class _Game:
    """The records of a game becoming its rounds."""

    def __init__(self, found: Records) -> None:
        self.found = found
        self.failure = found.failure
        self.seats = 0  # 0: not stated yet
        self.stated = Stated()
        self.rounds: list[list[Event]] = []
        self.remarks: list[Remark] = []
        self.end: GameEnd | None = None

    def log(self, source_digest: str) -> GameLog:
        """The log; four seats unless it was stated that there are three."""
        records = self.found.records
        first = next((record for record in records if record.name == NEW_ROUND), None)
        try:
            self.seats = 0 if first is None else self._seats(first)
            self.stated = self._head()
        except LogError as fault:
            return self._log(source_digest, fault)
        failure = self._read_rounds(records, _leaves(records))
        if failure is None and self.failure is None:
            self._end()
        return self._log(source_digest, failure or self.failure)

    def _seats(self, first: Record) -> int:
        """How many seats the first round has. Raises LogError."""
        try:
            return first_seats(first.data)
        except LogError as fault:
            raise self._at(first, fault) from fault

    def _head(self) -> Stated:
        """What the head states. Raises LogError."""
        try:
            return read_head(self.found.head, self.seats or 4)
        except LogError as fault:
            raise LogError(fault.reason, f"head, {fault.place}") from fault

    def _at(self, record: Record, fault: LogError) -> LogError:
        """The fault with its place in the source."""
        return LogError(fault.reason, f"{self.found.place(record.position)}, {record.name}, {fault.place}")

    def _read_rounds(self, records: list[Record], leaves: Leaves) -> LogError | None:
        """Reads every round; what cannot be read, and where."""
        current: RoundReading | None = None
        failure: LogError | None = None
        for record in records:
            try:
                if record.name == NEW_ROUND:
                    if current is not None:
                        self._close(current)
                        current = None
                    if first_seats(record.data) != self.seats:
                        raise LogError(f"another number of seats than {self.seats}", "scores")
                    current = RoundReading(record.data, self.seats, leaves)
                elif current is None:
                    raise LogError("stands before the first RecordNewRound", record.name)
                else:
                    current.read(record.name, record.data)
            except LogError as fault:
                failure = self._at(record, fault)
                break
        if current is not None:
            self._close(current)
        return failure

    def _close(self, current: RoundReading) -> None:
        current.close()
        index = len(self.rounds)
        self.rounds.append(current.events)
        for place in current.unstated_indicators:
            told = "the record does not state the indicator of the kan"
            self.remarks.append(Remark(RemarkKind.NOT_STATED, index, place, None, told))

    def _end(self) -> None:
        """The final result belongs to the last round, if it has ended."""
        end = self.stated.end
        if end is not None and self.rounds:
            self.rounds[-1].append(end)

    def _log(self, source_digest: str, failure: LogError | None) -> GameLog:
        seats = self.seats or 4
        stated = self.stated
        remarks = list(self.remarks)
        if stated.unknown:
            told = f"the record states rules that are not known here: {', '.join(stated.unknown)}"
            remarks.insert(0, Remark(RemarkKind.UNKNOWN_RULES, None, None, None, told))
        if any(isinstance(event, Win) and event.yaku is None for events in self.rounds for event in events):
            told = "the record does not state what wins are worth"
            remarks.insert(0, Remark(RemarkKind.NOT_STATED, None, None, None, told))
        if any(isinstance(event, RiichiAccepted) and event.inferred for events in self.rounds for event in events):
            told = "the record does not say when deposits were paid"
            remarks.insert(0, Remark(RemarkKind.INFERRED_ORDER, None, None, None, told))
        identity = stated.game_id
        if not identity:
            try:
                identity = game_id(self.found.game_id, "recordId")
            except LogError:
                identity = ""
        records = self.found.records
        header = Header(
            identity or source_digest[:16],
            seats,
            platform="majsoul",
            played_at=stated.played_at,
            variant="majsoul" if seats == 4 else "majsoul-sanma",
            overrides=tuple(stated.overrides) if "config" in self.found.head else (("game_length", "either"),),
            players=stated.players,
            start_points=stated.start_points,
            source_digest=source_digest,
            recorded_offers=_recorded_offers(seats) if _states_offers(records) else (),
            furiten_flags=any("zhenting" in record.data for record in records),
        )
        return GameLog(header, self.rounds, remarks, failure)


def _leaves(records: list[Record]) -> Leaves:
    """What the records leave out everywhere."""
    deposits = any(record.data.get("liqi") for record in records)
    indicators = any(_states_indicators(record) for record in records)
    return Leaves(deposits=not deposits, indicators=not indicators)


def _states_indicators(record: Record) -> bool:
    """Whether a record states which indicators are turned; that of a round's start does not say those of kans."""
    hules = record.data.get("hules")
    wins = hules if isinstance(hules, list) else []
    return (record.name not in (NEW_ROUND, "RecordHule") and bool(record.data.get("doras"))) or any(
        isinstance(one, dict) and bool(one.get("doras")) for one in wins
    )


def _states_offers(records: list[Record]) -> bool:
    return any(record.data.get("operation") or record.data.get("operations") for record in records)


def _recorded_offers(seats: int) -> tuple[OfferKind, ...]:
    """The kinds that are offered whenever there is the choice; nobody may chi with three players."""
    return tuple(
        [
            kind
            for known, kind in OFFERS.items()
            if known in VERIFIED_OFFERS and (seats == 4 or kind is not OfferKind.CHI)
        ]
    )
