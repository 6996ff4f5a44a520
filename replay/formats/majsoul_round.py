"""One round of a Mahjong Soul record: its records become events.

The reader follows every hand, for what records leave out: the four tiles of a concealed kan of which one is named, and
the hand of a winner in records made to be shown around.
"""

from typing import Final, final

from replay.formats.majsoul_results import read_abort, read_no_tile, read_wins, scores_after
from replay.formats.majsoul_start import DEALT, NONE, drawn_first, known_first, read_start, without_drawn
from replay.formats.majsoul_values import (
    Message,
    entries,
    flag,
    number,
    part,
    parts,
    seat,
    tile,
    tiles,
)
from replay.gamelog import (
    DISCARDS,
    DRAWS,
    Chi,
    Event,
    FuritenFlag,
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
    RoundEnd,
)
from replay.tiles import KIND_OF
from replay.tiles import NORTH as NORTH_WIND

NOBODY: Final = -1

CHI: Final = 0
PON: Final = 1
OPEN_KAN: Final = 2
ADDED_KAN: Final = 2
CONCEALED_KAN: Final = 3

OFFERS: Final[dict[int, OfferKind]] = {
    1: OfferKind.DISCARD,
    2: OfferKind.CHI,
    3: OfferKind.PON,
    4: OfferKind.CONCEALED_KAN,
    5: OfferKind.OPEN_KAN,
    6: OfferKind.ADDED_KAN,
    7: OfferKind.RIICHI,
    8: OfferKind.TSUMO,
    9: OfferKind.RON,
    10: OfferKind.NINE_TERMINALS,
    11: OfferKind.NORTH,
}
"""Kinds by the numbers of `operation_list`. Others are of game modes that are not riichi, and no offers here."""


@final
class Leaves:
    """What a game's records leave out everywhere: it is not known, which is something else than that it was not so."""

    def __init__(self, *, deposits: bool, indicators: bool) -> None:
        self.deposits = deposits  # when they were paid
        self.indicators = indicators  # those of kans


@final
class RoundReading:
    """A round as far as it was read."""

    def __init__(self, data: Message, seats: int, leaves: Leaves) -> None:
        self.seats = seats
        self.leaves = leaves
        self.start = read_start(data, seats)
        self.hands = [list(hand) for hand in self.start.hands]
        self.dealer = self.start.dealer
        self.events: list[Event] = []  # with the start once it is known which tile the dealer draws
        self.unstated_indicators: list[int] = []  # places of kans in `events`
        self.scores = list(self.start.scores)
        self.indicators = len(self.start.indicators)
        self.flagged = [False] * seats
        self.pending = NOBODY  # whose riichi discard stands last
        self.replaces = NOBODY  # who is to draw after a kan or North
        self.offering: int | None = None  # whose discard, kan or North may be won
        self.over = False
        self.known_first = known_first(self.start)
        self.first_offers = _operations(data)
        self.first_drawn = NONE  # the dealer's fourteenth tile
        self.first_events = NOBODY  # how many there are with its draw and what the platform offered then

    def read(self, name: str, data: Message) -> None:
        """Adds the events of a record that is no RecordNewRound. Raises LogError, and then adds none of them."""
        if self.over:
            raise LogError("the round has ended", name)
        self._deal_fourteenth(name, data)
        before = len(self.events)
        try:
            self._read(name, data)
        except LogError:
            del self.events[before:]
            raise

    def _read(self, name: str, data: Message) -> None:
        if name == "RecordDiscardTile":
            self._discard(data)
        elif name == "RecordDealTile":
            self._draw(data)
        elif name == "RecordChiPengGang":
            self._call(data)
        elif name == "RecordAnGangAddGang":
            self._kan(data)
        elif name == "RecordBaBei":
            self._north(data)
        elif name == "RecordHule":
            self._wins(data)
        elif name == "RecordNoTile":
            self._accept(data)
            self.events.append(read_no_tile(data, self.seats))
            self.over = True
        elif name == "RecordLiuJu":
            self._accept(data)
            self.events.append(read_abort(data, self.seats))
            self.over = True
        else:
            raise LogError("a record of another game than riichi", name)

    def close(self) -> None:
        """The records of the round end here."""
        self._deal_fourteenth("", {})

    def _deal_fourteenth(self, name: str, data: Message) -> None:
        """The round starts, and the dealer draws; `name` and `data` are the record after the deal.

        Records sort the fourteenth tile into the dealer's hand. A whole wall tells which it is, else what is done with
        it; where nothing does, nothing hangs on it.
        """
        if self.events:
            return
        hand = self.hands[self.dealer]
        if len(hand) <= DEALT:
            self.events.append(self.start)
            self._offers(self.first_offers)
            return
        code = self.known_first if self.known_first in hand else drawn_first(hand, name, data)
        self.start = without_drawn(self.start, code)
        self.events += [self.start, DRAWS[False][self.dealer][code]]
        self._offers(self.first_offers)
        self.first_drawn = code
        self.first_events = len(self.events)

    def _discard(self, data: Message) -> None:
        who = seat(data, self.seats)
        code = tile(data)
        self._accept(data)
        self._turn_indicators(data)
        drawn = flag(data, "moqie")
        if len(self.events) == self.first_events and who == self.dealer:
            drawn = code == self.first_drawn  # records have the fourteenth tile as one of the hand, whatever they say
        if flag(data, "is_liqi") or flag(data, "is_wliqi"):
            self.events.append(Riichi(who))
            self.pending = who
        _take(self.hands[who], code)
        self.events.append(DISCARDS[drawn][who][code])
        self.offering = who
        self.replaces = NOBODY
        self._said(data)

    def _draw(self, data: Message) -> None:
        who = seat(data, self.seats)
        code = tile(data)
        self._accept(data)
        self._turn_indicators(data)
        self.hands[who].append(code)
        self.events.append(DRAWS[who == self.replaces][who][code])
        self.replaces = NOBODY
        self._said(data)

    def _call(self, data: Message) -> None:
        who = seat(data, self.seats)
        codes = tiles(data, "tiles")
        kind = number(data, "type")
        if len(codes) != (4 if kind == OPEN_KAN else 3):
            raise LogError(f"{len(codes)} tiles", "tiles")
        place, from_seat = self._claimed(data, who, len(codes))
        self._accept(data)
        claimed = codes[place]
        own = codes[:place] + codes[place + 1 :]
        for code in own:
            _take(self.hands[who], code)
        if kind == CHI:
            self.events.append(Chi(who, from_seat, claimed, own))
        elif kind == PON:
            self.events.append(Pon(who, from_seat, claimed, own))
        elif kind == OPEN_KAN:
            self.events.append(Kan(who, KanType.OPEN, own, claimed, from_seat))
            self._await_replacement(who)
        else:
            raise LogError(f"there is no call {kind}", "type")
        self._said(data)

    def _claimed(self, data: Message, who: int, count: int) -> tuple[int, int]:
        """Which of the tiles of a call was claimed, and from whom."""
        froms = entries(data, "froms")
        if len(froms) != count:
            raise LogError(f"{len(froms)} entries for {count} tiles", "froms")
        others = [place for place, one in enumerate(froms) if one != who]
        if len(others) != 1:
            raise LogError(f"{len(others)} tiles of other seats", "froms")
        return others[0], seat({"froms": froms[others[0]]}, self.seats, "froms")

    def _kan(self, data: Message) -> None:
        who = seat(data, self.seats)
        stated = data.get("tiles")
        code = tile({"tiles": stated[0]}, "tiles") if isinstance(stated, list) and stated else tile(data, "tiles")
        kind = number(data, "type")
        hand = self.hands[who]
        if kind == ADDED_KAN:
            own: tuple[int, ...] = (code,)
            added = KanType.ADDED
        elif kind == CONCEALED_KAN:
            own = tuple([held for held in hand if KIND_OF[held] == KIND_OF[code]])
            if len(own) != 4:
                own = (code,) * 4  # it does not have them
            added = KanType.CONCEALED
        else:
            raise LogError(f"there is no kan {kind}", "type")
        for held in own:
            _take(hand, held)
        self.events.append(Kan(who, added, own))
        self._await_replacement(who)
        self.offering = who
        self._said(data)  # on the tile of the kan
        self._turn_indicators(data)

    def _north(self, data: Message) -> None:
        who = seat(data, self.seats)
        _take(self.hands[who], NORTH_WIND)
        self.events.append(North(who, NORTH_WIND))
        self.replaces = who
        self.offering = who
        self._said(data)
        self._turn_indicators(data)

    def _await_replacement(self, who: int) -> None:
        self.replaces = who
        if self.leaves.indicators:
            self.unstated_indicators.append(len(self.events) - 1)

    def _wins(self, data: Message) -> None:
        ronned = any(not flag(hule, "zimo") for hule in parts(data, "hules"))
        if ronned:
            self.pending = NOBODY  # no deposit for a discard that is ronned
        self._accept(data)
        wind = self.start.prevailing_wind
        for hule in parts(data, "hules")[:1]:
            self._turn_indicators(hule)
        self.events += read_wins(data, self.seats, self.dealer, wind, self.offering, self.hands)
        after = scores_after(data, self.seats)
        if after is not None:
            self.events.append(RoundEnd(after))
        self.over = True

    def _accept(self, data: Message) -> None:
        """A deposit was paid for the riichi discard before this record, where it says so."""
        who, self.pending = self.pending, NOBODY
        if self.leaves.deposits:
            if who != NOBODY:
                self.events.append(RiichiAccepted(who, None, inferred=True))
            return
        accepted = part(data, "liqi")
        if accepted:
            who = seat(accepted, self.seats)
            self.scores[who] = number(accepted, "score")
            self.events.append(RiichiAccepted(who, tuple(self.scores)))

    def _turn_indicators(self, data: Message) -> None:
        """Indicators that stand in the list of all turned so far, beyond those known, are turned now."""
        turned = tiles(data, "doras")
        for code in turned[self.indicators :]:
            self.events.append(Indicator(code))
        self.indicators = max(self.indicators, len(turned))

    def _said(self, data: Message) -> None:
        """What the platform offered after the event, and whom it showed as furiten then."""
        self._offers(_operations(data))
        flags = entries(data, "zhenting")
        if not flags:
            return
        if len(flags) != self.seats:
            raise LogError(f"{len(flags)} entries for {self.seats} seats", "zhenting")
        for place, value in enumerate(flags):
            furiten = flag({"zhenting": value}, "zhenting")
            if furiten is not self.flagged[place]:
                self.flagged[place] = furiten
                self.events.append(FuritenFlag(place, clear=not furiten))

    def _offers(self, operations: list[Message]) -> None:
        for operation in operations:
            kinds: list[OfferKind] = []
            for choice in parts(operation, "operation_list"):
                kind = OFFERS.get(number(choice, "type"))
                if kind is not None and kind not in kinds:
                    kinds.append(kind)
            if kinds:
                self.events.append(Offer(seat(operation, self.seats), tuple(kinds)))


def _operations(data: Message) -> list[Message]:
    """What the platform offers after a record, one entry a seat."""
    operation = part(data, "operation")
    offered = parts(data, "operations")
    return offered if operation is None else [operation, *offered]


def _take(hand: list[int], code: int) -> None:
    if code in hand:
        hand.remove(code)
