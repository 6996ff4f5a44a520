"""mjai, JSON lines -> GameLog. ``docs/formats/mjai.md`` says which message becomes which event.

Each line is a message, and each round begins with `start_kyoku`. Of a log that cannot be read to its end every message
before that is kept. mjai states no rules: which variant a game is of, the operator has to name.
"""

import re
from typing import Final

from replay.formats.foreign_text import storable
from replay.formats.json_text import whole_value
from replay.formats.json_values import Json, integer, items, members, text, told
from replay.formats.mjai_round import Round
from replay.formats.mjai_values import Message
from replay.gamelog import Event, GameEnd, GameLog, Header, LogError, Player, Remark, RemarkKind, RoundStart

MAX_TEXT: Final = 2_000_000
"""Characters of a log. The longest of 19 genuine ones has 209,656."""

_START: Final = re.compile(r'\ufeff?\s*\{[^\n]*"type"\s*:\s*"start_(?:game|kyoku)"')
_SAYS_NOTHING: Final = ("none", "hello", "end_kyoku")
_LENGTHS: Final[dict[int, str]] = {0: "south", 4: "east"}  # by `kyoku_first`


def looks_like(head: str) -> bool:
    """Whether a text that begins with `head` is an mjai log."""
    return _START.match(head) is not None


def read(source: str, source_digest: str) -> GameLog:
    """The log of an mjai text; its id is the first 16 digits of the source's SHA-256.

    Whatever cannot be read ends the reading: `failure` says what and where, and the log holds what stands before it.
    Raises LogError only when the text is no such log at all.
    """
    if not looks_like(source):
        raise LogError('not an mjai log: a line {"type": "start_game", …} expected', "line 1")
    reading = _Reading()
    if len(source) > MAX_TEXT:
        return reading.log(source_digest, LogError(f"more than {MAX_TEXT} characters", "the whole log"))
    failure: LogError | None = None
    number = 0
    try:
        for line in source.removeprefix("\ufeff").split("\n"):
            number += 1
            if line.strip():
                reading.line(line)
    except LogError as fault:
        failure = LogError(fault.reason, f"line {number}, {fault.place}")
    return reading.log(source_digest, failure)


class _Reading:
    """The log as far as it was read."""

    def __init__(self) -> None:
        self.seats = 0  # 0: not stated yet
        self.shift = 0  # the actor who is seat 0
        self.names: list[str] = []
        self.overrides: list[tuple[str, str]] = []
        self.aka: bool | None = None
        self.round: Round | None = None
        self.rounds: list[list[Event]] = []
        self.started = False
        self.ended = False

    def log(self, source_digest: str, failure: LogError | None) -> GameLog:
        """The log; four seats unless it was stated that there are three."""
        self._close()
        seats = self.seats or 4
        players: tuple[Player, ...] = ()
        if len(self.names) >= seats:
            players = tuple([Player("", self.names[(seat + self.shift) % seats]) for seat in range(seats)])
        overrides = list(self.overrides)
        if self.aka is not None:
            of_m = 1 if seats == 4 else 0  # there is no 5m with three players
            overrides.append(("red_fives", f"[{of_m}, 1, 1]" if self.aka else "[0, 0, 0]"))
        header = Header(
            source_digest[:16],
            seats,
            platform="mjai",
            overrides=tuple(overrides),
            players=players,
            source_digest=source_digest,
        )
        remarks: list[Remark] = []
        if any(isinstance(events[0], RoundStart) and not events[0].indicators for events in self.rounds):
            told_rules = (
                "the log has rounds without a dora indicator: that is no riichi, and it does not say what it is"
            )
            remarks.append(Remark(RemarkKind.UNKNOWN_RULES, None, None, None, told_rules))
        return GameLog(header, self.rounds, remarks, failure)

    def line(self, line: str) -> None:
        """Reads one message. Raises LogError with its place in the line."""
        found = members(whole_value(line, "the message"), "the message")
        kind = text(found.get("type"), "type")
        try:
            self._message(kind, found)
        except LogError as fault:
            raise LogError(fault.reason, f"{kind}, {fault.place}" if fault.place != "type" else fault.place) from fault

    def _message(self, kind: str, found: dict[str, Json]) -> None:
        if kind in _SAYS_NOTHING:
            return
        if self.ended:
            raise LogError("messages stand after the end of the game", "type")
        if kind == "start_game":
            self._start_game(found)
        elif kind == "start_kyoku":
            self._start_round(found)
        elif self.round is None:
            raise LogError(f"{told(kind)} before the first round", "type")
        elif kind == "end_game":
            self._end_game(Message(found, self.seats, self.shift))
        else:
            self.round.add(kind, Message(found, self.seats, self.shift))

    def _start_game(self, found: dict[str, Json]) -> None:
        if self.started or self.rounds:
            raise LogError("a second game begins", "type")
        self.started = True
        if found.get("names") is not None:
            self.names = [storable(text(name, "names")) for name in items(found["names"], "names")]
        if isinstance(found.get("aka_flag"), bool):
            self.aka = found.get("aka_flag") is True
        if found.get("kyoku_first") is not None:
            length = _LENGTHS.get(integer(found["kyoku_first"], "kyoku_first"))
            if length is None:
                raise LogError("neither 0, a South game, nor 4, an East game", "kyoku_first")
            self.overrides.append(("game_length", length))

    def _start_round(self, found: dict[str, Json]) -> None:
        self._close()
        hands = items(found.get("tehais"), "tehais")
        seats = len(hands)
        if seats == 4 and not items(hands[3], "tehais"):
            seats = 3  # the fourth hand is empty
        if seats not in (3, 4):
            raise LogError(f"{seats} hands where 3 or 4 can be", "tehais")
        if self.seats not in (0, seats):
            raise LogError(f"{seats} hands where there were {self.seats} before", "tehais")
        if not self.seats:
            dealer, number = integer(found.get("oya"), "oya"), integer(found.get("kyoku"), "kyoku")
            self.shift = (dealer - number + 1) % seats
        started = Round(Message(found, seats, self.shift))
        self.seats = seats
        self.round = started
        self.rounds.append(started.events)

    def _close(self) -> None:
        if self.round is not None:
            self.round.close()

    def _end_game(self, message: Message) -> None:
        self._close()
        self.ended = True
        if message.has("scores") and self.rounds:
            self.rounds[-1].append(GameEnd(message.points("scores")))
