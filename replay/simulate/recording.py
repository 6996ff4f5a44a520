"""A legal game with what a platform shows its players: every choice they have, and who is furiten.

It replays the log and asks `replay.simulate.legal`, the simulator's own reading of the rules, which is not that of the
judges: a recorded game that a judge objects to shows that one of the two is wrong.
"""

from dataclasses import replace
from typing import Final

from replay.gamelog import (
    Chi,
    Discard,
    Draw,
    Event,
    FuritenFlag,
    GameLog,
    HorseDraw,
    Indicator,
    Kan,
    KanType,
    KongPayment,
    North,
    Offer,
    OfferKind,
    Pon,
    Remark,
    Riichi,
    RiichiAccepted,
    RoundStart,
    Win,
    WinDeclined,
)
from replay.hand.shenzhen import winning_kinds
from replay.ruleset.ruleset import Ruleset
from replay.ruleset.switches import DeclinedWins, Family, FuritenScope, Switches
from replay.simulate import legal
from replay.simulate.position import Position
from replay.simulate.wall import Wall
from replay.table.table import CLAIMED
from replay.table.wall import WallGeometry, wall_geometry
from replay.tiles import CODES, KIND_OF, NORTH

KINDS: Final = tuple(OfferKind)
_OWN_KANS: Final = {KanType.CONCEALED: OfferKind.CONCEALED_KAN, KanType.ADDED: OfferKind.ADDED_KAN}


def with_offers(game: GameLog, ruleset: Ruleset) -> GameLog:
    """The legal game with every offer and, in riichi games, every change of furiten; its header says so."""
    switches = ruleset.switches
    riichi = switches.family is Family.RIICHI
    header = replace(game.header, recorded_offers=KINDS, furiten_flags=riichi)
    rounds: list[list[Event]] = []
    places: list[list[int]] = []
    for events in game.rounds:
        recorded, moved = _recorded(events, switches)
        rounds.append(recorded)
        places.append(moved)
    return GameLog(header, rounds, [_moved(remark, places) for remark in game.remarks], game.failure)


def _moved(remark: Remark, places: list[list[int]]) -> Remark:
    """The remark about the same event, at its new place."""
    if remark.round_index is None or remark.event_index is None:
        return remark
    return replace(remark, event_index=places[remark.round_index][remark.event_index])


def _recorded(events: list[Event], switches: Switches) -> tuple[list[Event], list[int]]:
    """The round with what was shown, and where each of its events stands now."""
    start = events[0]
    if not isinstance(start, RoundStart):
        raise ValueError("a round without its RoundStart")
    witness = _Witness(switches, wall_geometry(switches), start)
    recorded: list[Event] = [start]
    places = [0]
    for event in events[1:]:
        if isinstance(event, (FuritenFlag, Offer)):
            places.append(len(recorded) - 1)
            continue
        witness.see(event)
        places.append(len(recorded))
        recorded.append(event)
        recorded += witness.offers(event)
        recorded += witness.flags()
    return recorded, places


class _Witness:
    """A position that follows a log, and what the platform showed."""

    def __init__(self, switches: Switches, geometry: WallGeometry, start: RoundStart) -> None:
        self.switches = switches
        # Which tiles lie in the wall gives and takes no right.
        tiles = tuple([code for code in range(CODES) for _ in range(geometry.limits[code])])
        self.position = Position(switches, geometry, start, Wall(tiles, switches))
        self.offering: Discard | Kan | North | None = None  # whose tile may still be won
        self.offered: list[int] = []  # to whom it was
        self.barred = [False for _ in range(switches.seats)]  # declined a win on a discard (S9)
        self.shown = [False for _ in range(switches.seats)]
        self.over = False

    def see(self, event: Event) -> None:
        """The event has happened."""
        position = self.position
        table = position.table
        if isinstance(event, Win):
            self.over = True
        elif not isinstance(event, WinDeclined):
            self._pass()
        if isinstance(event, Draw):
            position.drawn(event)
        elif isinstance(event, Discard):
            position.discarded(event)
            self.offering = event
            if self.switches.declined_wins is DeclinedWins.OWN_DISCARD:
                self.barred[event.seat] = False
        elif isinstance(event, (Chi, Pon)):
            position.claim(event)
        elif isinstance(event, Kan):
            position.kan(event)
            self.offering = None if event.type is KanType.OPEN else event
        elif isinstance(event, North):
            position.set_aside(event)
            if not self.switches.north_ron_ippatsu:
                position.interrupt_by_north(event.seat)
            self.offering = event
        elif isinstance(event, Riichi):
            position.riichi(event.seat)
        elif isinstance(event, RiichiAccepted):
            table.riichi_accepted(event)
        elif isinstance(event, Indicator):
            table.indicator(event)
        elif isinstance(event, KongPayment):
            table.kong_payment(event)
        elif not isinstance(event, (HorseDraw, WinDeclined)):
            self.over = True

    def _pass(self) -> None:
        """Nobody has won the tile that was offered."""
        act = self.offering
        if act is None:
            return
        self.offering = None
        offered = self.offered
        self.offered = []
        position = self.position
        for seat in position.others(act.seat):
            if self._completes(seat, act):
                position.miss(seat)
        if isinstance(act, Discard) or self.switches.robbing_is_discard_win:
            for seat in offered:
                self.barred[seat] = True
        if isinstance(act, Kan):
            position.interrupt()
        elif isinstance(act, North):
            position.interrupt_by_north(act.seat)

    def _completes(self, seat: int, act: Discard | Kan | North) -> bool:
        """Whether the tile that is offered completes a hand that may take it, with a yaku or without."""
        if KIND_OF[_tile_of(act)] not in self._waits(seat):
            return False
        return isinstance(act, Discard) or legal.may_be_robbed(self.position, act, seat)

    def offers(self, event: Event) -> list[Event]:
        """What each seat may choose after the event."""
        if self.over:
            return []
        found: list[Event] = []
        if isinstance(event, Draw):
            found.append(Offer(event.seat, self._in_turn(event.seat)))
        elif isinstance(event, (Chi, Pon)):
            found.append(Offer(event.seat, (OfferKind.DISCARD,)))
        elif self.offering is event and isinstance(event, (Discard, Kan, North)):
            for seat in self.position.others(event.seat):
                kinds = self._of_others(seat, event)
                if kinds:
                    found.append(Offer(seat, kinds))
        return found

    def _in_turn(self, seat: int) -> tuple[OfferKind, ...]:
        position = self.position
        counts = position.table.seats[seat].counts()
        kinds = {OfferKind.DISCARD}
        kinds |= {_OWN_KANS[kan.type] for kan in legal.own_kans(position, seat, counts)}
        if self.switches.family is Family.SHENZHEN:
            if position.table.live <= 0:
                kinds = {OfferKind.DISCARD}  # no tile is left to replace with
            if KIND_OF[position.table.drawn] in self._waits(seat):
                kinds.add(OfferKind.TSUMO)
            return _ordered(kinds)
        if legal.self_draw_value(position, seat) is not None:
            kinds.add(OfferKind.TSUMO)
        if position.unbroken and legal.may_abort_with_nine(position, seat, counts):
            kinds.add(OfferKind.NINE_TERMINALS)
        if counts[NORTH] and legal.may_set_north_aside(position, seat):
            kinds.add(OfferKind.NORTH)
        if legal.may_riichi(position, seat) and legal.tenpai_kinds(position, seat, counts):
            kinds.add(OfferKind.RIICHI)
        return _ordered(kinds)

    def _of_others(self, seat: int, act: Discard | Kan | North) -> tuple[OfferKind, ...]:
        position = self.position
        kinds: set[OfferKind] = set()
        if self._may_win(seat, act):
            kinds.add(OfferKind.RON)
            self.offered.append(seat)
        if isinstance(act, Discard) and legal.may_claim(position, seat) and position.table.abort_due is None:
            if legal.open_kan(position, seat, act) is not None and self._leaves_tiles():
                kinds.add(OfferKind.OPEN_KAN)
            if legal.pons(position, seat, act):
                kinds.add(OfferKind.PON)
            if legal.chis(position, seat, act):
                kinds.add(OfferKind.CHI)
        return _ordered(kinds)

    def _leaves_tiles(self) -> bool:
        return self.switches.family is Family.RIICHI or self.position.table.live > 0

    def _may_win(self, seat: int, act: Discard | Kan | North) -> bool:
        robbed = None if isinstance(act, Discard) else act
        if self.switches.family is Family.RIICHI:
            return legal.ron_value(self.position, seat, _tile_of(act), robbed) is not None
        if not self._completes(seat, act):
            return False
        return not self.barred[seat] or not (robbed is None or self.switches.robbing_is_discard_win)

    def flags(self) -> list[Event]:
        """The changes of who is furiten."""
        if self.over or self.switches.family is not Family.RIICHI:
            return []
        changes: list[Event] = []
        for seat in range(self.switches.seats):
            if seat == self.position.table.turn and self.position.table.phase >= CLAIMED:
                continue  # until its discard
            furiten = self._is_furiten(seat)
            if furiten is not self.shown[seat]:
                self.shown[seat] = furiten
                changes.append(FuritenFlag(seat, clear=not furiten))
        return changes

    def _is_furiten(self, seat: int) -> bool:
        position = self.position
        waiting = position.waits[seat]
        if any(KIND_OF[discard.tile] in waiting for discard in position.table.seats[seat].river):
            return True
        if self.switches.furiten is FuritenScope.SAME_TILE or not waiting:
            return False
        if position.missed[seat] or position.missed_in_riichi[seat]:
            return True
        act = self.offering
        return act is not None and act.seat != seat and self._completes(seat, act)

    def _waits(self, seat: int) -> tuple[int, ...]:
        """What the seat waits for, without the tile it has drawn."""
        position = self.position
        if not self.switches.quads_as_pairs:
            return position.waits[seat]
        table = position.table
        holder = table.seats[seat]
        counts = holder.counts()
        if seat == table.turn and table.drawn >= 0:
            counts[KIND_OF[table.drawn]] -= 1
        return winning_kinds(counts, len(holder.melds), quads_as_pairs=True)


def _tile_of(act: Discard | Kan | North) -> int:
    return act.tiles[0] if isinstance(act, Kan) else act.tile


def _ordered(kinds: set[OfferKind]) -> tuple[OfferKind, ...]:
    return tuple([kind for kind in KINDS if kind in kinds])
