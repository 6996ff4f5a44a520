"""The state of one round and how each event changes it.

The table never judges. It follows the log, whatever the log does, because that is what happened; the judges look at
it *before* an event is applied and say what the rules allowed then.
"""

from typing import Final

from replay.gamelog import (
    Chi,
    Discard,
    Draw,
    DrawReason,
    Event,
    HorseDraw,
    Indicator,
    Kan,
    KanType,
    KongPayment,
    North,
    Pon,
    Riichi,
    RiichiAccepted,
    RoundDrawn,
    RoundStart,
    Win,
)
from replay.hand.meld import Meld, MeldType
from replay.ruleset.switches import (
    Family,
    GameEndCheck,
    HorseWithoutWall,
    Interrupted,
    KanIndicator,
    Kuikae,
    NorthTiming,
    Switches,
)
from replay.settlement.shenzhen import NO_STAKES
from replay.table.doubts import Doubts
from replay.table.money import Money
from replay.table.seat import Seat
from replay.table.shown import NOTHING_RECORDED, Shown
from replay.table.wall import WallGeometry
from replay.table.wall_order import KnownWall
from replay.tiles import CODES, EAST, KIND_OF
from replay.tiles import NORTH as NORTH_WIND

# What the round waits for. Every phase but OVER has a seat in `turn`.
DRAW: Final = 0  # the seat's live draw, or a claim of the last discard
REPLACE: Final = 1  # the seat's replacement draw, or a ron on the tile of its kan or North
DISCARD: Final = 2  # the seat holds a drawn tile: discard, kan, North, riichi, win
CLAIMED: Final = 3  # the seat's discard after a chi or pon
RIICHI: Final = 4  # the seat's discard after its riichi
OVER: Final = 5  # the round has its result

NOBODY: Final = -1
NO_TILE: Final = -1

FOUR_KANS: Final = 4
DEPOSIT: Final = 1000  # points, the riichi stick

MELD_OF_KAN: Final = {
    KanType.CONCEALED: MeldType.CONCEALED_KAN,
    KanType.OPEN: MeldType.OPEN_KAN,
    KanType.ADDED: MeldType.ADDED_KAN,
}


class Table:
    """One round in progress, for any number of seats and either family."""

    def __init__(self, switches: Switches, wall: WallGeometry, start: RoundStart) -> None:
        self.switches = switches
        self.pays_kongs = switches.family is Family.SHENZHEN
        self.stakes = NO_STAKES
        self.money = Money(switches.seats)
        self.records_offers = False  # the log says what a seat could have done
        self.recorded = NOTHING_RECORDED
        self.shown = Shown(switches.seats)
        self.limits = wall.limits
        self.start = start
        self.seats = [Seat() for _ in range(switches.seats)]
        self.after = [(seat + 1) % switches.seats for seat in range(switches.seats)]
        self.events: list[Event] = [start]
        self.scores = list(start.scores)
        self.deposits = start.deposits
        self.indicators = list(start.indicators)

        self.phase = DRAW
        self.turn = start.dealer
        self.drawn = NO_TILE  # code of the tile just drawn, until the discard
        self.last_discard: Discard | None = None  # claimable, or just claimed
        self.last_act: Event | None = None  # last draw, discard, call, kan, North, riichi
        self.last_call = -1  # place in `events` of the last call, kan or North that interrupts
        self.call_before = -1  # of the interruption before it: a kan or North interrupts only once it was not robbed
        self.unfilled = 0  # replacements that were not made up for from the live wall
        self.replaced: Event | None = None  # the kan or North whose replacement was drawn last, None after a live draw
        self.wall: KnownWall | None = None  # where seed or record give it
        self.opening = True  # no interruption so far, and somebody has not discarded yet
        self.wins: list[Win] = []
        self.robbed: Event | None = None  # the kan or North whose tile was won
        self.won_by_ron_from = NOBODY
        self.drawn_round: RoundDrawn | None = None
        self.tenpai_seats: tuple[int, ...] = ()  # of a drawn round
        self.unpaid = False  # somebody could not pay in full (K9)
        self.right_deltas: tuple[int, ...] | None = None  # what the last result moves by the rules, None: not known

        self.live = wall.live
        self.seen = [0] * CODES  # copies of each code that have come out of the wall
        self.kan_owners: list[int] = []  # a seat for each kan that was not at fault

        self.indicators_now = 0  # due before the replacement draw
        self.indicators_late = 0  # due before the next discard, or the next kan's or North's replacement draw
        self.indicators_ahead = 0  # turned before any kan owed them: the next kan may be theirs
        self.indicators_optional = 0  # a fault explains them: welcome, not required
        self.acceptance = NOBODY  # whose riichi discard passed and whose deposit is due
        self.acceptance_optional = NOBODY
        self.abort_due: DrawReason | None = None  # the round has to be drawn before anything else happens
        self.duty = False  # something is due before the next act: one look instead of several for every event
        self.riichi_discards: tuple[int, ...] = ()  # kinds that keep tenpai, for the seat that declared
        self.riichi_goes_on = False  # a North between the declaration and its discard: the discard is still to come
        self.forbidden: tuple[int, ...] = ()  # kinds kuikae forbids for the next discard

        self.doubts = Doubts()
        self.faulty = False  # the act being applied was found at fault
        self.lenient = False  # the act before was, or did not fit either: this one is taken as it comes
        self.accepted = False  # this act does not fit and is taken as it comes
        self.taken_ahead = NOBODY  # who drew a replacement before any kan or North: the next may be its own
        self.aside_at_fault = NOBODY  # whose kan or North was: its replacement is still to come

        for seat, hand in zip(self.seats, start.hands, strict=True):
            for code in hand:
                seat.tiles[code] += 1
                self.seen[code] += 1
        for code in start.indicators:
            self.seen[code] += 1

    @property
    def dead_wall(self) -> int:
        """How many tiles the dead wall holds now, indicators included (N12)."""
        return self.switches.dead_wall - self.unfilled

    def await_result(self) -> None:
        """What the next result moves by the rules is not known yet; the judges may find out."""
        self.right_deltas = None

    @property
    def has_result(self) -> bool:
        """Whether the round was won or drawn, whatever the log shows after that."""
        return bool(self.wins) or self.drawn_round is not None

    def doubt(self, seat: int) -> None:
        """The seat's hand is unknown from here on."""
        if seat != NOBODY:
            self.seats[seat].unsure = True

    def may_be_with_another(self, codes: tuple[int, ...], seat: int) -> bool:
        """Whether a fault before explains that the seat has these tiles: one whose hand is unknown seems to."""
        return bool(codes) and all(
            any(holder.unsure and holder.tiles[code] > 0 for holder in self.seats if holder is not self.seats[seat])
            for code in codes
        )

    def note_duty(self) -> None:
        """`duty` says whether an indicator, a deposit, an abort or the payment of a kong is due."""
        self.duty = (
            self.indicators_now + self.indicators_late > 0
            or self.acceptance != NOBODY
            or self.abort_due is not None
            or self.money.due
        )

    def dealt_by(self, seat: int) -> bool:
        """Whether the first draw shows that the round was played by its right start, not by the stated one."""
        right = self.doubts.right_start
        if right is None or seat != right.dealer or len(self.events) > 1:
            return False
        self.start = right
        self.turn = seat
        return True

    # What each event does

    def draw(self, event: Draw) -> None:
        tile = event.tile
        self.seats[event.seat].tiles[tile] += 1
        self.seen[tile] += 1
        if not event.replacement:
            self.live -= 1
            self.replaced = None
        else:
            self._replace()
        if event.replacement or event.seat != self.aside_at_fault:
            self.aside_at_fault = NOBODY
        self.turn = event.seat
        self.phase = DISCARD
        if self.riichi_goes_on:
            self.riichi_goes_on = False
            self.riichi_discards = ()
            self.phase = RIICHI
        self.drawn = tile
        self.last_act = event

    def discard(self, event: Discard) -> None:
        seat = self.seats[event.seat]
        seat.tiles[event.tile] -= 1
        seat.river.append(event)
        if self.opening:
            self._note_opening_discard()
        if self.phase == RIICHI:
            if event.seat == self.turn:
                seat.riichi_place = len(seat.river) - 1
            self._expect_acceptance(event.seat)
        self.aside_at_fault = self.taken_ahead = NOBODY
        self.turn = self.after[event.seat]
        self.phase = DRAW
        self.drawn = NO_TILE
        self.last_discard = self.last_act = event

    def claim(self, event: Chi | Pon) -> None:
        """A chi or a pon: the tiles become a meld, the seat owes a discard."""
        kind = KIND_OF[event.claimed]
        if isinstance(event, Chi):
            low = min(kind, *[KIND_OF[code] for code in event.tiles])
            self._meld(event.seat, MeldType.CHI, low, event.tiles, event.claimed, event.from_seat)
        else:
            self._meld(event.seat, MeldType.PON, kind, event.tiles, event.claimed, event.from_seat)
        self.forbidden = kuikae_kinds(event, self.switches.kuikae)
        self.turn = event.seat
        self.phase = CLAIMED
        self.drawn = NO_TILE
        self.last_act = event
        self._interrupt()

    def kan(self, event: Kan) -> None:
        seat = self.seats[event.seat]
        kind = KIND_OF[event.tiles[0]]
        pon = next((meld for meld in seat.melds if meld.type is MeldType.PON and meld.kind == kind), None)
        if event.type is KanType.ADDED and pon is not None:
            for code in event.tiles:
                seat.tiles[code] -= 1
            seat.melds[seat.melds.index(pon)] = Meld(
                MeldType.ADDED_KAN, kind, (*pon.tiles, *event.tiles), pon.from_seat
            )
        else:
            self._meld(event.seat, MELD_OF_KAN[event.type], kind, event.tiles, event.claimed, event.from_seat)
        if not self.faulty:
            self.kan_owners.append(event.seat)
        if self.pays_kongs:
            just_drawn = self.drawn != NO_TILE and KIND_OF[self.drawn] == kind
            ahead = isinstance(self.events[-1], KongPayment)  # its payment came before it
            self.money.declare(event, just_drawn=just_drawn, required=not self.faulty and not ahead)
            self.note_duty()
        self._await_replacement(event.seat)
        self._interrupt()
        self._expect_indicator(event)
        if self.switches.four_kans and len(self.kan_owners) == FOUR_KANS and len(set(self.kan_owners)) > 1:
            self.abort_due = DrawReason.FOUR_KANS
            self.note_duty()
        self.last_act = event

    def north(self, event: North) -> None:
        seat = self.seats[event.seat]
        seat.tiles[event.tile] -= 1
        seat.norths += 1
        timing = self.switches.north_timing
        self.riichi_goes_on = self.phase == RIICHI and timing is NorthTiming.BEFORE_RIICHI_DISCARD
        self._await_replacement(event.seat)
        if self.switches.north_breaks_first_round:
            if self.switches.north_interrupts is Interrupted.EVERYBODY:
                self._interrupt()
            else:
                self.opening = False
                seat.interrupted = len(self.events)
        self.last_act = event

    def riichi(self, event: Riichi) -> None:
        seat = self.seats[event.seat]
        seat.riichi_void = self.faulty
        seat.double_riichi = not seat.riichi and not seat.river and max(self.last_call, seat.interrupted) < 0
        seat.riichi = True
        seat.riichi_event = len(self.events)
        self.turn = event.seat
        self.phase = RIICHI
        self.last_act = event

    def riichi_accepted(self, event: RiichiAccepted) -> None:
        if event.scores is not None:
            self.scores = list(event.scores)
        else:
            self.scores[event.seat] -= DEPOSIT
        self.deposits += 1
        self.acceptance = NOBODY
        self.acceptance_optional = NOBODY
        if self.switches.four_riichi and all(seat.riichi for seat in self.seats):
            self.abort_due = DrawReason.FOUR_RIICHI
        self.note_duty()

    def indicator(self, event: Indicator) -> None:
        self.indicators.append(event.tile)
        if not self.faulty:
            self.seen[event.tile] += 1
        if self.indicators_now:
            self.indicators_now -= 1
        elif self.indicators_late:
            self.indicators_late -= 1
        elif self.indicators_optional:
            self.indicators_optional -= 1
        self.note_duty()

    def win(self, event: Win) -> None:
        if self.phase == REPLACE and event.seat != event.from_seat:
            self.robbed = self.last_act
            self.money.rob(paid=self.switches.robbed_kong_paid)
        if self.pays_kongs:
            self._expect_horse(event)
        self.phase = OVER
        self.wins.append(event)
        self.won_by_ron_from = event.from_seat if event.from_seat != event.seat else NOBODY
        self._nothing_due()

    def move(self, deltas: tuple[int, ...]) -> None:
        """Money changes hands before the round has its result."""
        for seat, delta in enumerate(deltas):
            self.scores[seat] += delta

    def kong_payment(self, event: KongPayment) -> None:
        self.move(event.deltas)
        self.money.pay(event.deltas)
        at_once = self.switches.game_end_check is GameEndCheck.AT_ONCE
        self.money.game_over = at_once and min(self.scores) < self.stakes.to_play_on
        self.note_duty()

    def horse(self, event: HorseDraw) -> None:
        if not self.faulty:
            self.seen[event.tile] += 1
        self.money.horse_ahead = not self.has_result
        self.money.horse = self.money.horse_optional = False

    def close(self, event: RoundDrawn) -> None:
        """The round is over without a winner."""
        self.phase = OVER
        self.drawn_round = event
        if self.faulty and event.tenpai not in (None, self.tenpai_seats):
            self.doubts.other_tenpai = event.tenpai  # what follows from the claim is as good
        self._nothing_due()

    # Parts of these

    def _replace(self) -> None:
        self.replaced = self.last_act
        if isinstance(self.last_act, North):
            shortens = self.switches.north_shortens_live_wall
        else:
            shortens = self.switches.kan_shortens_live_wall
        if shortens:
            self.live -= 1
        else:
            self.unfilled += 1

    def _interrupt(self) -> None:
        """Ends ippatsu and the first go-round for everybody."""
        self.call_before = self.last_call
        self.last_call = len(self.events)
        self.opening = False

    def _note_opening_discard(self) -> None:
        """When everybody has discarded once, the opening is over: identical winds end the round."""
        if not all(seat.river for seat in self.seats):
            return
        self.opening = False
        first = self.seats[0].river[0].tile
        if self.switches.four_winds and EAST <= first <= NORTH_WIND:
            if all(seat.river[0].tile == first for seat in self.seats):
                self.abort_due = DrawReason.FOUR_WINDS
                self.note_duty()

    def _await_replacement(self, seat: int) -> None:
        # The indicator of an open or added kan before this act is turned now, before the replacement.
        self.indicators_now += self.indicators_late
        self.indicators_late = 0
        self.turn = seat
        if self.taken_ahead == seat:
            self.taken_ahead = NOBODY
            self.phase = DISCARD
            self.accepted = True  # or it has a replacement of its own
            return
        self.phase = REPLACE
        self.drawn = NO_TILE
        if self.faulty:
            self.aside_at_fault = seat

    def _expect_indicator(self, event: Kan) -> None:
        if not self.switches.kan_dora:
            return
        if self.faulty:
            self.indicators_optional += 1
        elif self.indicators_ahead:
            self.indicators_ahead -= 1
            self.indicators_optional += 1
        elif event.type is KanType.CONCEALED or self.switches.kan_indicator is KanIndicator.AT_ONCE:
            self.indicators_now += 1
        else:
            self.indicators_late = 1
        self.note_duty()

    def _expect_acceptance(self, seat: int) -> None:
        if self.faulty or self.seats[self.turn].riichi_void or self.seats[seat].paid_ahead:
            self.acceptance_optional = seat if not self.faulty else self.turn
        else:
            self.acceptance = seat
        self.note_duty()

    def _expect_horse(self, win: Win) -> None:
        """A win by self-draw has one. Where the wall is empty there is none, or it is the tile that was won."""
        drawn = self.live > 0 or self.switches.horse_without_wall is HorseWithoutWall.WINNING_TILE
        self_drawn = win.seat == win.from_seat
        illegal = self.faulty and self.right_deltas is None
        in_doubt = illegal or self.doubts.live or self.money.horse_ahead
        self.money.horse = self_drawn and drawn and not in_doubt
        self.money.horse_optional = illegal or (self_drawn and in_doubt)

    def _meld(
        self,
        seat_index: int,
        meld_type: MeldType,
        kind: int,
        tiles: tuple[int, ...],
        claimed: int | None,
        from_seat: int | None,
    ) -> None:
        seat = self.seats[seat_index]
        for code in tiles:
            seat.tiles[code] -= 1
        all_tiles = tiles if claimed is None else (*tiles, claimed)
        seat.melds.append(Meld(meld_type, kind, all_tiles, from_seat))
        if meld_type is not MeldType.CONCEALED_KAN and not self.faulty:
            seat.closed = False
        if from_seat is not None and self.seats[from_seat].river:
            self.seats[from_seat].claimed.append(len(self.seats[from_seat].river) - 1)

    def _nothing_due(self) -> None:
        self.indicators_now = self.indicators_late = self.indicators_optional = 0
        self.acceptance = self.acceptance_optional = NOBODY
        self.abort_due = None
        self.duty = False


def kuikae_kinds(event: Chi | Pon, kuikae: Kuikae) -> tuple[int, ...]:
    """The kinds that may not be discarded after the call (switch `kuikae`)."""
    if kuikae is Kuikae.ALLOWED:
        return ()
    kind = KIND_OF[event.claimed]
    if kuikae is Kuikae.SAME_TILE or isinstance(event, Pon):
        return (kind,)
    own = [KIND_OF[code] for code in event.tiles]
    if kind < min(own) and kind % 9 <= 5:
        return (kind, kind + 3)
    if kind > max(own) and kind % 9 >= 3:
        return (kind, kind - 3)
    return (kind,)
