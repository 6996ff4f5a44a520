"""One round of a Riichi City log: an entry of `handRecord` -> its events."""

from typing import Final

from replay.formats.json_values import Json, integer, items, members
from replay.formats.riichi_city_results import NONE, Ending, read_end, read_game_end
from replay.formats.riichi_city_start import HAND, event_data, read_start
from replay.formats.riichi_city_values import flag, seat_of, tile, tiles
from replay.gamelog import (
    DISCARDS,
    DRAWS,
    Chi,
    Event,
    FuritenFlag,
    GameEnd,
    Indicator,
    Kan,
    KanType,
    LogError,
    North,
    Offer,
    OfferKind,
    Pon,
    Riichi,
    RiichiAccepted,
    RoundStart,
)

_START: Final = 1
_TURN: Final = 2
_CALLS: Final = 3
_ACTION: Final = 4
_END: Final = 5
_GAME_END: Final = 6
_INDICATOR: Final = 7
_ACCEPTED: Final = 8
_TENPAI: Final = 11
_SAYS_NOTHING: Final = (9, 10)  # furiten in a form not seen yet, a pause

_CHI: Final = (2, 3, 4)
_PON: Final = 5
_OPEN_KAN: Final = 6
_RON: Final = 7
_CONCEALED_KAN: Final = 8
_ADDED_KAN: Final = 9
_SELF_DRAW: Final = 10
_DISCARD: Final = 11
_NINE_TERMINALS: Final = 12
_NORTH: Final = 13

_OFFERED: Final[dict[int, OfferKind]] = {
    **dict.fromkeys(_CHI, OfferKind.CHI),
    _PON: OfferKind.PON,
    _OPEN_KAN: OfferKind.OPEN_KAN,
    _RON: OfferKind.RON,
}
_OPEN_RIICHI: Final = (3, 4)
_MOST_OFFERS: Final = 16


class Round:
    """A round as far as it was read; `events` are complete at any time."""

    def __init__(self, seats: dict[int, int], first: int) -> None:
        self.seats = seats  # seat of every account
        self.first = first  # the place at the table of seat 0
        self.events: list[Event] = []
        self.end: GameEnd | None = None
        self.first_time: Json = None
        count = len(seats)
        self.concealed = [HAND] * count
        self.drawn = [NONE] * count  # the tile just drawn, NONE after anything else
        self.won: dict[int, int] = {}
        self.from_seat = NONE
        self.offered = NONE
        self.turned: tuple[int, ...] = ()  # by kans
        self.declared = NONE  # who declared nine terminals
        self.start: RoundStart | None = None

    def read(self, record: dict[str, Json]) -> None:
        """Reads the round. Raises LogError with the place within it; the events before stay."""
        entries = [
            members(entry, f"event {number}")
            for number, entry in enumerate(items(record.get("handEventRecord"), "handEventRecord"))
        ]
        starts = 0
        while starts < len(entries) and entries[starts].get("eventType") == _START:
            starts += 1
        if entries:
            self.first_time = entries[0].get("startTime")
        start, first = read_start(record, entries[:starts], self.seats, self.first)
        self.start = start
        self.concealed = [len(hand) for hand in start.hands]
        self.events.append(start)
        if first != NONE:
            self._draw(start.dealer, first, replacement=False)
        for number in range(starts, len(entries)):
            try:
                self._event(entries[number])
            except LogError as fault:
                raise LogError(fault.reason, f"event {number}, {fault.place}") from fault

    def _event(self, entry: dict[str, Json]) -> None:
        kind = integer(entry.get("eventType"), "eventType")
        if kind in _SAYS_NOTHING:
            return
        if self.end is not None:
            raise LogError("events stand after the end of the game", "eventType")
        data = members(event_data(entry), "data")
        if kind == _TURN:
            self._turn(self._user(entry), data)
        elif kind == _CALLS:
            self._calls(self._user(entry), data)
        elif kind == _ACTION:
            self._action(data)
        elif kind == _INDICATOR:
            self._indicators(tiles(data.get("cards"), "cards"))
        elif kind == _ACCEPTED:
            self._accept(seat_of(data.get("user_id"), self.seats, "user_id"))
        elif kind == _TENPAI:
            self._tenpai(self._user(entry), data)
        elif kind == _END:
            self.events += read_end(data, self._ending())
        elif kind == _GAME_END:
            self.end = read_game_end(data, self.seats)
        else:
            raise LogError(f"there is no event {kind}", "eventType")

    def _user(self, entry: dict[str, Json]) -> int:
        return seat_of(entry.get("userId"), self.seats, "userId")

    def _ending(self) -> Ending:
        if self.start is None:
            raise LogError("a round that did not start", "data")
        return Ending(
            self.start,
            self.seats,
            self.from_seat,
            self.offered,
            self.drawn,
            self.won,
            self.declared,
        )

    def _draw(self, seat: int, code: int, *, replacement: bool) -> None:
        self.concealed[seat] += 1
        self.drawn[seat] = code
        self.events.append(DRAWS[replacement][seat][code])

    def _turn(self, seat: int, data: dict[str, Json]) -> None:
        """A draw, unless the tile is 0, and what the seat may do."""
        if integer(data.get("in_card"), "in_card"):
            replacement = flag(data.get("is_gang_incard"), "is_gang_incard")
            self._draw(seat, tile(data.get("in_card"), "in_card"), replacement=replacement)
        kinds: list[OfferKind] = []
        if flag(data.get("is_zi_mo"), "is_zi_mo"):
            kinds.append(OfferKind.TSUMO)
        if tiles(data.get("gang_cards"), "gang_cards"):
            kinds.append(OfferKind.CONCEALED_KAN)
        if tiles(data.get("bu_gang_cards"), "bu_gang_cards"):
            kinds.append(OfferKind.ADDED_KAN)
        if flag(data.get("is_can_lizhi"), "is_can_lizhi"):
            kinds.append(OfferKind.RIICHI)
        if flag(data.get("is_nine_cards"), "is_nine_cards"):
            kinds.append(OfferKind.NINE_TERMINALS)
        if "is_pull_north" in data and flag(data["is_pull_north"], "is_pull_north"):
            kinds.append(OfferKind.NORTH)
        if kinds:
            self.events.append(Offer(seat, tuple(kinds)))

    def _calls(self, seat: int, data: dict[str, Json]) -> None:
        """What the seat may claim."""
        actions = [integer(action, "action_list") for action in items(data.get("action_list"), "action_list")]
        if len(actions) > _MOST_OFFERS:
            raise LogError(f"{len(actions)} actions", "action_list")
        kinds: list[OfferKind] = []
        for action in actions:
            kind = _OFFERED.get(action)
            if kind is None:
                raise LogError(f"{action} cannot be done with another seat's tile", "action_list")
            if kind not in kinds:
                kinds.append(kind)
        if kinds:
            self.events.append(Offer(seat, tuple(kinds)))

    def _action(self, data: dict[str, Json]) -> None:
        action = integer(data.get("action"), "action")
        seat = seat_of(data.get("user_id"), self.seats, "user_id")
        if action == _NINE_TERMINALS:
            self.declared = seat
            return
        code = tile(data.get("card"), "card")
        if action == _DISCARD:
            self._discard(seat, code, data)
        elif action in _CHI or action in (_PON, _OPEN_KAN):
            self._claim(seat, action, code, tiles(data.get("group_cards"), "group_cards"))
        elif action == _CONCEALED_KAN:
            own = (*_own(tiles(data.get("group_cards"), "group_cards"), 3), code)
            self._set_out(seat, Kan(seat, KanType.CONCEALED, own), 4, code)
        elif action == _ADDED_KAN:
            self._set_out(seat, Kan(seat, KanType.ADDED, (code,)), 1, code)
        elif action == _NORTH:
            self._set_out(seat, North(seat, code), 1, code)
        elif action in (_RON, _SELF_DRAW):
            self.won[seat] = code
        else:
            raise LogError(f"there is no action {action}", "action")

    def _discard(self, seat: int, code: int, data: dict[str, Json]) -> None:
        """A discard. The first of its places is that in the hand, where the tile just drawn is the last."""
        places = data.get("move_cards_pos")
        drawn = self.drawn[seat] == code
        if self.drawn[seat] != NONE and places is not None:
            listed = items(places, "move_cards_pos")
            drawn = bool(listed) and integer(listed[0], "move_cards_pos") == self.concealed[seat]
        riichi = flag(data.get("is_li_zhi"), "is_li_zhi")
        if riichi and data.get("li_zhi_type") in _OPEN_RIICHI:
            raise LogError("an open riichi, which no ruleset here knows", "li_zhi_type")
        if riichi:
            self.events.append(Riichi(seat))
        self._set_out(seat, DISCARDS[drawn][seat][code], 1, code)

    def _set_out(self, seat: int, event: Event, count: int, code: int) -> None:
        """The seat puts tiles of its hand on the table, the last of which others may win on."""
        self.concealed[seat] -= count
        self.drawn[seat] = NONE
        self.from_seat = seat
        self.offered = code
        self.events.append(event)

    def _claim(self, seat: int, action: int, code: int, own: tuple[int, ...]) -> None:
        """A chi, pon or open kan of the last discard, whose seat the log does not repeat."""
        if self.from_seat == NONE:
            raise LogError("a claim before the first discard", "action")
        if self.from_seat == seat:
            raise LogError(f"seat {seat} claims its own tile", "action")
        own = _own(own, 3 if action == _OPEN_KAN else 2)
        event: Event
        if action == _OPEN_KAN:
            event = Kan(seat, KanType.OPEN, own, code, self.from_seat)
        elif action == _PON:
            event = Pon(seat, self.from_seat, code, own)
        else:
            event = Chi(seat, self.from_seat, code, own)
        self.concealed[seat] -= len(own)
        self.drawn[seat] = NONE
        self.events.append(event)

    def _indicators(self, turned: tuple[int, ...]) -> None:
        """New indicators. Each time the log lists all that kans have turned so far."""
        if turned[: len(self.turned)] != self.turned:
            raise LogError("other indicators than those that were turned before", "cards")
        self.events += [Indicator(code) for code in turned[len(self.turned) :]]
        self.turned = turned

    def _accept(self, seat: int) -> None:
        """The deposit of a riichi. The log states it behind the claim of the discard, which comes after it.

        It goes before that claim: nobody won on the discard, and that is all that is known behind the claim, too.
        """
        at = len(self.events)
        while isinstance(self.events[at - 1], Indicator):
            at -= 1
        claim = self.events[at - 1]
        if isinstance(claim, (Chi, Pon, Kan)) and claim.from_seat == seat:
            at -= 1
        else:
            at = len(self.events)
        self.events.insert(at, RiichiAccepted(seat))

    def _tenpai(self, seat: int, data: dict[str, Json]) -> None:
        """What a seat in riichi waits on, and whether it is furiten."""
        waits = [members(wait, "ting_info") for wait in items(data.get("ting_info"), "ting_info")]
        if any(flag(wait.get("is_zhen_ting"), "ting_info, is_zhen_ting") for wait in waits):
            self.events.append(FuritenFlag(seat))


def _own(own: tuple[int, ...], count: int) -> tuple[int, ...]:
    if len(own) != count:
        raise LogError(f"{len(own)} tiles of the hand instead of {count}", "group_cards")
    return own
