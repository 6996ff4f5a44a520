"""What a log can say: the canonical game log, one small immutable class per event.

The vocabulary is that of ``proto/auditor/v1/game_log.proto``; readers of foreign formats produce it and the engine
consumes it. Seats are 0..n-1 in playing order, seat 0 being the first dealer. Tiles are codes (see `replay.tiles`).
Every list a seat has as many entries as there are seats.
"""

from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from replay.errors import ordinary
from replay.tiles import CODES


@ordinary
class LogError(Exception):
    """A log that cannot be read: what is wrong and where in the source."""

    def __init__(self, reason: str, place: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.reason = reason
        self.place = place


class Event:
    """One thing that happened at the table."""

    frame: bytes = b""  # of an event that all logs share: its encoding, kept by `replay.formats.native_writing`


class KanType(Enum):
    CONCEALED = "concealed"
    OPEN = "open"
    ADDED = "added"


class DrawReason(Enum):
    """Why a round ended without a winner."""

    EXHAUSTIVE = "exhaustive"
    NAGASHI = "nagashi"
    NINE_TERMINALS = "nine_terminals"
    FOUR_WINDS = "four_winds"
    FOUR_RIICHI = "four_riichi"
    FOUR_KANS = "four_kans"
    TRIPLE_RON = "triple_ron"


@dataclass(frozen=True)
class WallCommitment:
    """What was published before a game, or before a round, about its walls. `algorithm` names hash and text."""

    algorithm: str
    digest: str = ""
    seed: str = ""
    salt: str = ""


# Events that are made anew for every round of every log are written out: a constructor that `dataclass` makes stays
# interpreted, and one of a frozen class takes three times as long. `Final` keeps them immutable.
@dataclass(init=False, unsafe_hash=True)
class RoundStart(Event):
    prevailing_wind: Final[int]  # 0 East .. 3 North
    number: Final[int]  # within the wind, from 1
    honba: Final[int]
    deposits: Final[int]  # riichi sticks on the table
    dealer: Final[int]
    scores: Final[tuple[int, ...]]  # points
    hands: Final[tuple[tuple[int, ...], ...]]  # dealt tiles a seat, 13 each; the dealer's 14th is a Draw
    indicators: Final[tuple[int, ...]]
    wall: Final[tuple[int, ...] | None]  # break order: index 0 is the first replacement tile
    commitment: Final[WallCommitment | None]  # to this round's wall alone

    def __init__(
        self,
        prevailing_wind: int,
        number: int,
        honba: int,
        deposits: int,
        dealer: int,
        scores: tuple[int, ...],
        hands: tuple[tuple[int, ...], ...],
        indicators: tuple[int, ...],
        wall: tuple[int, ...] | None = None,
        commitment: WallCommitment | None = None,
    ) -> None:
        self.prevailing_wind = prevailing_wind
        self.number = number
        self.honba = honba
        self.deposits = deposits
        self.dealer = dealer
        self.scores = scores
        self.hands = hands
        self.indicators = indicators
        self.wall = wall
        self.commitment = commitment


@dataclass(frozen=True)
class Draw(Event):
    seat: int
    tile: int
    replacement: bool  # taken from the dead wall


@dataclass(frozen=True)
class Discard(Event):
    seat: int
    tile: int
    drawn: bool  # the tile just drawn is discarded


@dataclass(frozen=True)
class Chi(Event):
    seat: int
    from_seat: int
    claimed: int
    tiles: tuple[int, ...]  # the two tiles of the own hand; of another number is for the audit (CAL005), never none


@dataclass(frozen=True)
class Pon(Event):
    seat: int
    from_seat: int
    claimed: int
    tiles: tuple[int, ...]  # the two tiles of the own hand; of another number is for the audit (CAL005), never none


@dataclass(frozen=True)
class Kan(Event):
    seat: int
    type: KanType
    tiles: tuple[int, ...]  # of the own hand: concealed four, open three, added one; as in a chi
    claimed: int | None = None  # open only
    from_seat: int | None = None  # open only


@dataclass(frozen=True)
class North(Event):
    seat: int
    tile: int


@dataclass(frozen=True)
class Riichi(Event):
    """The declaration; the seat's discard follows."""

    seat: int


@dataclass(init=False, unsafe_hash=True)
class RiichiAccepted(Event):
    """The deposit was paid. `scores` are those after it, None where the source does not state them."""

    seat: Final[int]
    scores: Final[tuple[int, ...] | None]
    inferred: Final[bool]

    def __init__(
        self,
        seat: int,
        scores: tuple[int, ...] | None = None,
        inferred: bool = False,  # noqa: FBT001, FBT002 - the fields in their order
    ) -> None:
        self.seat = seat
        self.scores = scores
        self.inferred = inferred


@dataclass(frozen=True)
class Indicator(Event):
    tile: int
    inferred: bool = False


YAKUMAN_HAN: Final = 13
"""What a yakuman counts wherever yaku are listed, so that every list can be summed; a double one counts twice that."""


@dataclass(frozen=True)
class ClaimedYaku:
    name: str  # names of replay.hand.yaku
    han: int  # YAKUMAN_HAN for a yakuman, twice that for a double one


@dataclass(init=False, unsafe_hash=True)
class Win(Event):
    """One win; two rons are two Win events, the winner nearest to the discarder first. None: not stated by the log."""

    seat: Final[int]
    from_seat: Final[int]  # the seat itself on a self-draw
    tile: Final[int]
    hand: Final[tuple[int, ...]]  # concealed tiles with the winning tile
    yaku: Final[tuple[ClaimedYaku, ...] | None]  # dora, ura, red and Norths included as far as the log lists them
    han: Final[int | None]
    fu: Final[int | None]
    points: Final[int | None]  # without honba and deposits; on a self-draw the sum paid
    ura_indicators: Final[tuple[int, ...] | None]
    liable: Final[int | None]  # pao
    deltas: Final[tuple[int, ...] | None]  # everything this winner collects

    def __init__(
        self,
        seat: int,
        from_seat: int,
        tile: int,
        hand: tuple[int, ...],
        yaku: tuple[ClaimedYaku, ...] | None = None,
        han: int | None = None,
        fu: int | None = None,
        points: int | None = None,
        ura_indicators: tuple[int, ...] | None = None,
        liable: int | None = None,
        deltas: tuple[int, ...] | None = None,
    ) -> None:
        self.seat = seat
        self.from_seat = from_seat
        self.tile = tile
        self.hand = hand
        self.yaku = yaku
        self.han = han
        self.fu = fu
        self.points = points
        self.ura_indicators = ura_indicators
        self.liable = liable
        self.deltas = deltas


@dataclass(frozen=True)
class RoundDrawn(Event):
    reason: DrawReason
    seat: int | None = None  # who declared it (nine terminals), where stated
    tenpai: tuple[int, ...] | None = None  # seats, None where the log does not say
    hands: tuple[tuple[int, ...] | None, ...] | None = None  # shown hands a seat
    deltas: tuple[int, ...] | None = None


@dataclass(frozen=True)
class KongPayment(Event):
    deltas: tuple[int, ...]


@dataclass(frozen=True)
class HorseDraw(Event):
    tile: int
    deltas: tuple[int, ...]


@dataclass(frozen=True)
class WinDeclined(Event):
    seat: int


class OfferKind(Enum):
    DISCARD = "discard"
    CHI = "chi"
    PON = "pon"
    CONCEALED_KAN = "concealed_kan"
    OPEN_KAN = "open_kan"
    ADDED_KAN = "added_kan"
    RIICHI = "riichi"
    TSUMO = "tsumo"
    RON = "ron"
    NINE_TERMINALS = "nine_terminals"
    NORTH = "north"


@dataclass(frozen=True)
class Offer(Event):
    """What the platform let the seat do: right after the event with which it did. A seat without a choice has none."""

    seat: int
    kinds: tuple[OfferKind, ...]


@dataclass(frozen=True)
class FuritenFlag(Event):
    """From here on the platform shows the seat as furiten, or no longer. At the start of a round nobody is."""

    seat: int
    clear: bool = False


@dataclass(frozen=True)
class RoundEnd(Event):
    scores: tuple[int, ...]


@dataclass(frozen=True)
class GameEnd(Event):
    scores: tuple[int, ...]
    placement: tuple[int, ...] | None = None  # place a seat, from 1
    results: tuple[int, ...] | None = None  # final result a seat with uma, in tenths of a point


DRAWS: Final[tuple[tuple[tuple[Draw, ...], ...], ...]] = tuple(
    tuple(tuple(Draw(seat, tile, replacement) for tile in range(CODES)) for seat in range(4))
    for replacement in (False, True)
)
"""Every possible Draw, ``DRAWS[replacement][seat][tile]``: readers look events up instead of making them."""

DISCARDS: Final[tuple[tuple[tuple[Discard, ...], ...], ...]] = tuple(
    tuple(tuple(Discard(seat, tile, drawn) for tile in range(CODES)) for seat in range(4)) for drawn in (False, True)
)
"""Every possible Discard, ``DISCARDS[drawn][seat][tile]``."""


class RemarkKind(Enum):
    """What a reader knows of its source that no event can carry."""

    TILE_TWICE = "tile_twice"  # one physical tile appears a second time
    TILE_NOT_HELD = "tile_not_held"  # a physical tile is played by a seat that does not have it
    DISCONNECTED = "disconnected"
    UNKNOWN_RULES = "unknown_rules"  # the log says its rules are special, not which
    INFERRED_ORDER = "inferred_order"
    NOT_STATED = "not_stated"  # the source leaves something out; at a kan, the indicator turned for it


@dataclass(frozen=True)
class Remark:
    kind: RemarkKind
    round_index: int | None
    event_index: int | None
    seat: int | None
    text: str
    other_seat: int | None = None  # TILE_TWICE: who has the tile already


@dataclass(frozen=True)
class Player:
    id: str
    name: str


@dataclass(frozen=True)
class Header:
    game_id: str
    seats: int
    platform: str = ""
    played_at: str = ""  # RFC 3339, empty when unknown
    variant: str = ""  # the preset the log's own statement selects, empty when it states nothing
    overrides: tuple[tuple[str, str], ...] = ()  # switch name -> value text, stated by the log
    players: tuple[Player, ...] = ()
    start_points: int | None = None
    stake_x: int | None = None  # Shenzhen, integer money units
    stake_y: int | None = None
    commitment: WallCommitment | None = None
    source_digest: str = ""  # SHA-256 of the source, hex
    recorded_offers: tuple[OfferKind, ...] = ()  # one of these that the log does not show was not offered at the table
    furiten_flags: bool = False  # every change of a seat's furiten is there: no FuritenFlag, no change


@dataclass
class GameLog:
    """A whole log. `rounds` are lists of events that begin with RoundStart; a GameEnd is the last event of the last."""

    header: Header
    rounds: list[list[Event]] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    failure: LogError | None = None  # the source could be read up to here only

    @property
    def events(self) -> int:
        """How many events there are."""
        return sum(map(len, self.rounds))
