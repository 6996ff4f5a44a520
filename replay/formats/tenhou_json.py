"""tenhou.net/6 JSON -> GameLog. ``docs/formats/tenhou-json.md`` says which part becomes which event.

The members of the log are read one after the other and the rounds one by one, so that of a text that is cut off
everything before the cut is kept.
"""

import re
from json import JSONDecodeError, JSONDecoder
from typing import Final

from replay.formats.foreign_text import shown, storable
from replay.formats.json_values import Json, integer, items, members, text
from replay.formats.tenhou_json_round import read_round
from replay.formats.tenhou_json_rules import NO_RULES, read_rules, unknown_rules
from replay.formats.tenhou_json_values import tenths
from replay.gamelog import (
    Event,
    GameEnd,
    GameLog,
    Header,
    Indicator,
    LogError,
    Player,
    Remark,
    RemarkKind,
    RiichiAccepted,
    RoundStart,
)

MAX_TEXT: Final = 250_000
"""Characters of a log. The longest of 28 genuine ones has 9,815."""

_START: Final = re.compile(r'\ufeff?\s*\{\s*"\w{1,40}"\s*:')
_ROUNDS: Final = re.compile(r'"log"\s*:\s*\[\s*(?:\]|\Z|\[\s*(?:\[|\Z))')
_SPACE: Final = re.compile(r"[ \t\r\n]*")
_REF: Final = re.compile(r"[\w.:-]{1,64}", re.ASCII)
_DISCONNECTED: Final = 0

_decoder: Final = JSONDecoder()


def looks_like(head: str) -> bool:
    """Whether a text that begins with `head` is a tenhou.net/6 log."""
    return _START.match(head) is not None and _ROUNDS.search(head) is not None


def read(source: str, source_digest: str) -> GameLog:
    """The log of a tenhou.net/6 JSON text; its id is its `ref`, else the first 16 digits of the source's SHA-256.

    Whatever cannot be read ends the reading: `failure` says what and where, and the log holds the rounds before it.
    Raises LogError only when the text is no such log at all.
    """
    if not looks_like(source):
        raise LogError('not a tenhou.net/6 log: {"…": …, "log": […]} expected', "byte 0")
    reading = _Reading(source)
    if len(source) > MAX_TEXT:
        return reading.log(source_digest, LogError(f"more than {MAX_TEXT} characters", "the whole log"))
    failure: LogError | None = None
    try:
        reading.read()
    except LogError as fault:
        failure = fault
    return reading.log(source_digest, failure)


class _Reading:
    """The log as far as it was read."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.position = 0
        self.seats = 0  # 0: not stated yet
        self.rules = NO_RULES
        self.ref = ""
        self.names: list[str] = []
        self.end: GameEnd | None = None
        self.complete = False  # every round was read
        self.rounds: list[list[Event]] = []
        self.disconnected: list[tuple[int, int, int]] = []  # round, step, seat

    def log(self, source_digest: str, failure: LogError | None) -> GameLog:
        """The log; four seats unless it was stated that there are three."""
        seats = self.seats or 4
        if self.end is not None and self.complete and self.rounds:
            self.rounds[-1].append(self.end)
        names = self.names[:seats] if len(self.names) >= seats else []
        header = Header(
            self.ref or source_digest[:16],
            seats,
            platform=self.rules.platform or "tenhou",
            variant=self.rules.variant(seats),
            overrides=self.rules.overrides(seats),
            players=tuple([Player("", name) for name in names]),
            source_digest=source_digest,
        )
        return GameLog(header, self.rounds, self._remarks(), failure)

    def _remarks(self) -> list[Remark]:
        remarks: list[Remark] = []
        special = unknown_rules(self.rules)
        if special:
            remarks.append(Remark(RemarkKind.UNKNOWN_RULES, None, None, None, special))
        if any(
            isinstance(event, (Indicator, RiichiAccepted)) and event.inferred
            for events in self.rounds
            for event in events
        ):
            told = "the log does not say when indicators were turned and deposits paid"
            remarks.append(Remark(RemarkKind.INFERRED_ORDER, None, None, None, told))
        for index, step, seat in self.disconnected:
            here = index if index < len(self.rounds) else None
            told = f"seat {seat} disconnected at step {step} of the round"
            remarks.append(Remark(RemarkKind.DISCONNECTED, here, None if here is None else 0, seat, told))
        return remarks

    def read(self) -> None:
        """Reads the members in their order. Raises LogError at the first that cannot be read."""
        self.position = 1 if self.source.startswith("\ufeff") else 0
        self._expect("{")
        known: set[str] = set()
        while True:
            self._space()
            begin = self.position
            key = self._value()
            if not isinstance(key, str):
                raise LogError("the name of a member is expected", self._place(begin))
            if key in known:
                raise LogError(f'"{shown(key)}" stands twice', self._place(begin))
            known.add(key)
            self._expect(":")
            self._space()
            if key == "log":
                self._read_rounds()
            else:
                begin = self.position
                value = self._value()
                try:
                    self._member(key, value)
                except LogError as fault:
                    raise LogError(fault.reason, f"{self._place(begin)}, {fault.place}") from fault
            if self._expect(",}") == "}":
                break
        self._space()
        if self.position < len(self.source):
            raise LogError("text after the end of the log", self._place(self.position))

    def _read_rounds(self) -> None:
        self._expect("[")
        self._space()
        if self.source[self.position : self.position + 1] == "]":
            self.position += 1
            self.complete = True
            return
        while True:
            self._space()
            begin = self.position
            number = len(self.rounds) + 1
            try:
                value = self._value()
            except LogError as fault:
                raise LogError(fault.reason, f"{fault.place}, round {number}") from fault
            try:
                events = read_round(value, self.seats)
            except LogError as fault:
                raise LogError(fault.reason, f"{self._place(begin)}, round {number}, {fault.place}") from fault
            self.rounds.append(events)
            if not self.seats and isinstance(events[0], RoundStart):
                self.seats = len(events[0].hands)
            if self._expect(",]") == "]":
                self.complete = True
                return

    def _member(self, key: str, value: Json) -> None:
        """Takes what a member other than the rounds states. One that is not known states nothing."""
        place = f'"{shown(key)}"'
        if key == "rule":
            rules = read_rules(value)
            stated = 3 if rules.three else 4 if rules.platform else 0
            if stated and self.seats not in (0, stated):
                raise LogError(f"rules for {stated} players, the rounds have {self.seats}", place)
            self.rules = rules
            self.seats = stated or self.seats
        elif key == "name":
            self.names = [storable(text(name, place)) for name in items(value, place)]
        elif key == "ref":
            ref = text(value, place)
            if ref and _REF.fullmatch(ref) is None:
                raise LogError(f"{shown(ref)!r} is not the id of a game", place)
            self.ref = ref
        elif key == "sc":
            self.end = self._game_end(items(value, place), place)
        elif key == "connection":
            self._connections(items(value, place), place)

    def _game_end(self, entries: list[Json], place: str) -> GameEnd:
        """The end of the game from points and result a seat."""
        seats = self.seats or (3 if len(entries) == 6 else 4)
        if len(entries) not in (2 * seats, 8):
            raise LogError(f"{len(entries)} entries for {seats} seats", place)
        scores = [integer(entry, place) for entry in entries[: 2 * seats : 2]]
        return GameEnd(tuple(scores), None, tuple([tenths(entry, place) for entry in entries[1 : 2 * seats : 2]]))

    def _connections(self, entries: list[Json], place: str) -> None:
        """Who lost the connection: ``{what: 0 lost, 1 back; log: round, who, step}``."""
        for entry in entries:
            found = members(entry, place)
            what, index, seat, step = [
                integer(found.get(name), f"{place}, {name}") for name in ("what", "log", "who", "step")
            ]
            if not 0 <= seat < (self.seats or 4):
                raise LogError(f"there is no seat {seat}", place)
            if index < 0:
                raise LogError(f"there is no round {index}", place)
            if what == _DISCONNECTED:
                self.disconnected.append((index, step, seat))

    def _space(self) -> None:
        match = _SPACE.match(self.source, self.position)
        if match is not None:
            self.position = match.end()

    def _expect(self, marks: str) -> str:
        """The next mark, which must be one of these; it is passed."""
        self._space()
        mark = self.source[self.position : self.position + 1]
        if not mark:
            raise LogError("the log is cut off", self._place(self.position))
        if mark not in marks:
            wanted = " or ".join(marks)
            raise LogError(f"{wanted} is expected, not {shown(mark)!r}", self._place(self.position))
        self.position += 1
        return mark

    def _value(self) -> Json:
        """The JSON value that begins here; it is passed."""
        value: Json
        try:
            value, self.position = _decoder.raw_decode(self.source, self.position)
        except JSONDecodeError as error:
            cut = error.pos >= len(self.source.rstrip()) or error.msg.startswith("Unterminated")
            reason = "the log is cut off" if cut else f"not JSON: {error.msg[0].lower()}{error.msg[1:]}"
            raise LogError(reason, self._place(error.pos)) from error
        except RecursionError:
            raise LogError("lists in lists, too many for a log", self._place(self.position)) from None
        except ValueError:
            raise LogError("a number that no log has", self._place(self.position)) from None
        return value

    def _place(self, position: int) -> str:
        return f"byte {len(self.source[:position].encode('utf-8', 'surrogatepass'))}"
