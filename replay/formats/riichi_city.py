"""Riichi City's JSON records -> GameLog. ``docs/formats/riichi-city.md`` says which part becomes which event.

The members of the record are read one after the other and the rounds one by one, so that of a text that is cut off
every round before the cut is kept; of a round with an event that cannot be read, the events before it.
"""

import re
from typing import Final

from replay.formats.foreign_text import shown, storable
from replay.formats.json_text import JsonText
from replay.formats.json_values import Json, integer, members, text
from replay.formats.riichi_city_round import Round
from replay.formats.riichi_city_start import first_dealer, read_seats
from replay.formats.riichi_city_values import flag, moment
from replay.gamelog import Event, GameLog, Header, LogError, OfferKind, Player, Remark, RemarkKind

MAX_TEXT: Final = 2_000_000
"""Characters of a record. The longest of four genuine ones has 497,233."""

RECORDED_OFFERS: Final = (
    OfferKind.PON,
    OfferKind.CONCEALED_KAN,
    OfferKind.OPEN_KAN,
    OfferKind.ADDED_KAN,
    OfferKind.RIICHI,
    OfferKind.TSUMO,
    OfferKind.RON,
    OfferKind.NORTH,
)
"""What the record shows whenever it was offered at a table of three."""

_START: Final = re.compile(r'\ufeff?\s*\{\s*"\w{1,40}"\s*:')
_ROUNDS: Final = re.compile(r'"handRecord"\s*:\s*(?:\Z|\[)')
_ID: Final = re.compile(r"[\w.:-]{1,64}", re.ASCII)

_LENGTHS: Final[dict[int, str]] = {1: "east", 2: "south"}
_HOUSE_RULES: Final = ("isGeMu", "isKaiLiZhi", "isShaoJi", "isLuck")
_MOST_HAN_NEEDED: Final = 1  # of `fangFu`: more is a house rule


def looks_like(head: str) -> bool:
    """Whether a text that begins with `head` is a Riichi City record."""
    return _START.match(head) is not None and _ROUNDS.search(head) is not None


def read(source: str, source_digest: str) -> GameLog:
    """The log of a record; its id is its `keyValue`, else the first 16 digits of the source's SHA-256.

    Whatever cannot be read ends the reading: `failure` says what and where, and the log holds what stands before it.
    Raises LogError only when the text is no such record at all.
    """
    if not looks_like(source):
        raise LogError('not a Riichi City record: {"…": …, "handRecord": […]} expected', "byte 0")
    reading = _Reading(source)
    failure: LogError | None = None
    if len(source) > MAX_TEXT:
        return reading.log(source_digest, LogError(f"more than {MAX_TEXT} characters", "the whole log"))
    try:
        reading.read()
    except LogError as fault:
        failure = fault
    return reading.log(source_digest, failure)


class _Reading:
    """The record as far as it was read."""

    def __init__(self, source: str) -> None:
        self.text = JsonText(source)
        self.id = ""
        self.played_at = ""
        self.count = 0  # of players; 0: not stated yet
        self.first = 0  # the place at the table of the first dealer
        self.seats: dict[int, int] = {}  # of every account
        self.players: tuple[Player, ...] = ()
        self.start_points: int | None = None
        self.overrides: tuple[tuple[str, str], ...] = ()
        self.house_rules: list[str] = []
        self.rounds: list[list[Event]] = []
        self.ended = False
        self.known: set[str] = set()

    def log(self, source_digest: str, failure: LogError | None) -> GameLog:
        """The log; three seats unless it was stated that there are four."""
        count = self.count or 3
        remarks: list[Remark] = []
        if self.house_rules:
            told = f"the record states rules of its own: {', '.join(self.house_rules)}"
            remarks.append(Remark(RemarkKind.UNKNOWN_RULES, None, None, None, told))
        header = Header(
            self.id or source_digest[:16],
            count,
            platform="riichi-city",
            played_at=self.played_at,
            variant="riichi-city-sanma" if count == 3 else "riichi-city",
            overrides=self.overrides,
            players=self.players,
            start_points=self.start_points,
            source_digest=source_digest,
            recorded_offers=RECORDED_OFFERS if count == 3 else (),
        )
        return GameLog(header, self.rounds, remarks, failure)

    def read(self) -> None:
        """Reads the record, also where it stands in the answer of the platform. Raises LogError."""
        self._members(within=False)
        self.text.end()
        if "handRecord" not in self.known:
            raise LogError("a record without rounds", self.text.place(self.text.position))

    def _members(self, *, within: bool) -> None:
        self.text.expect("{")
        while True:
            name = self.text.key(self.known)
            begin = self.text.position
            if name == "handRecord":
                self._read_rounds()
            elif name == "data" and not within and self.text.source[begin : begin + 1] == "{":
                self._members(within=True)
            else:
                value = self.text.value()
                try:
                    self._member(name, value)
                except LogError as fault:
                    raise LogError(fault.reason, f"{self.text.place(begin)}, {fault.place}") from fault
            if self.text.expect(",}") == "}":
                return

    def _read_rounds(self) -> None:
        self.text.expect("[")
        if self.text.follows("]"):
            return
        while True:
            begin = self.text.space()
            number = len(self.rounds) + 1
            try:
                record = self.text.value()
            except LogError as fault:
                raise LogError(fault.reason, f"{fault.place}, round {number}") from fault
            try:
                self._read_round(members(record, "the round"))
            except LogError as fault:
                raise LogError(fault.reason, f"{self.text.place(begin)}, round {number}, {fault.place}") from fault
            if self.text.expect(",]") == "]":
                return

    def _read_round(self, record: dict[str, Json]) -> None:
        if self.ended:
            raise LogError("rounds stand after the end of the game", "the round")
        names, places = read_seats(record.get("players"))
        if not self.seats:
            self._sit_down(record, names, places)
        if {number: (place - self.first) % self.count for number, place in places.items()} != self.seats:
            raise LogError("other players, or other places, than in the first round", "players")
        round_ = Round(self.seats, self.first)
        try:
            round_.read(record)
        finally:
            self.played_at = self.played_at or moment(round_.first_time)
            if round_.events:
                self.rounds.append(round_.events)
        if round_.end is not None:
            self.rounds[-1].append(round_.end)
            self.ended = True

    def _sit_down(self, record: dict[str, Json], names: list[str], places: dict[int, int]) -> None:
        """Gives every account its seat, the first dealer's being 0."""
        count = len(names)
        if self.count not in (0, count):
            raise LogError(f"{count} players where the record states {self.count}", "players")
        first = first_dealer(record, count)
        self.count = count
        self.first = first
        self.seats = {number: (place - first) % count for number, place in places.items()}
        ids = {seat: str(number) for number, seat in self.seats.items()}
        self.players = tuple([Player(ids[seat], storable(names[(seat + first) % count])) for seat in range(count)])

    def _member(self, name: str, value: Json) -> None:
        """Takes what a member other than the rounds states. One that is not known states nothing here."""
        place = f'"{shown(name)}"'
        if name == "keyValue":
            key = text(value, place)
            if key and _ID.fullmatch(key) is None:
                raise LogError(f"{shown(key)!r} is not the id of a game", place)
            self.id = key
        elif name == "playerCount":
            count = integer(value, place)
            if count not in (3, 4):
                raise LogError(f"a table of {count} players", place)
            if self.count not in (0, count):
                raise LogError(f"{count} players where the rounds have {self.count}", place)
            self.count = count
        elif name == "initPoints":
            self.start_points = integer(value, place)
        elif name == "round":
            length = _LENGTHS.get(integer(value, place))
            if length is None:
                self.house_rules.append(f"round {integer(value, place)}")
            else:
                self.overrides = (("game_length", length),)
        elif name in _HOUSE_RULES:
            if flag(value, place):
                self.house_rules.append(name)
        elif name == "fangFu":
            if integer(value, place) > _MOST_HAN_NEEDED:
                self.house_rules.append(f"fangFu {integer(value, place)}")
        elif name == "northOperateType" and integer(value, place):
            self.house_rules.append(f"northOperateType {integer(value, place)}")
