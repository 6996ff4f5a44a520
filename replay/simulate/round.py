"""The course of one simulated round, from the dealer's first draw to its result."""

from random import Random
from typing import Final

from replay.gamelog import Chi, Discard, DrawReason, Event, Kan, North, Pon, RoundStart
from replay.ruleset.switches import Switches
from replay.simulate import legal
from replay.simulate.plans import Aim, choose_plan, plan_for, value_kinds_of
from replay.simulate.policy import Player
from replay.simulate.position import NOBODY, Position
from replay.simulate.results import Outcome, WonHand, drawn_by_abort, drawn_by_exhaustion, settled_by_wins
from replay.simulate.wall import Wall
from replay.table.table import DISCARD
from replay.table.wall import WallGeometry
from replay.tiles import EAST, KIND_OF, NORTH

KANS_OF_AN_ABORT: Final = 4
SAME_OPENING: Final = 0.1
"""How often players who all hold the same wind agree to discard it first, which hardly happens by itself."""


def play_round(
    switches: Switches,
    geometry: WallGeometry,
    start: RoundStart,
    wall: Wall,
    aims: tuple[Aim | None, ...],
    rng: Random,
) -> tuple[list[Event], Outcome]:
    """The events of the round, RoundStart first, and its outcome. The wall has been dealt from already.

    `aims`, a seat each: what its player is to aim at, None for its own choice.
    """
    position = Position(switches, geometry, start, wall)
    hands = [holder.counts() for holder in position.table.seats]
    opening = _shared_wind(hands) if switches.four_winds and rng.random() < SAME_OPENING else -1
    players: list[Player] = []
    for seat, counts in enumerate(hands):
        value_kinds = value_kinds_of((seat - start.dealer) % switches.seats, start.prevailing_wind)
        aim = aims[seat]
        plan = choose_plan(counts, value_kinds, rng) if aim is None else plan_for(aim, counts, value_kinds)
        players.append(Player(seat, plan, rng, opening))
    return position.table.events, Round(position, players).play()


def _shared_wind(hands: list[list[int]]) -> int:
    """A wind that every hand holds, -1 if there is none."""
    for wind in range(EAST, NORTH + 1):
        if all(counts[wind] for counts in hands):
            return wind
    return -1


class Round:
    """A position and the players at it."""

    def __init__(self, position: Position, players: list[Player]) -> None:
        self.position = position
        self.players = players

    def play(self) -> Outcome:
        """The outcome, after all the round's events."""
        position = self.position
        table = position.table
        while True:
            position.draw()
            outcome = self._own_turn(table.turn)
            while outcome is None:
                outcome = self._after_discard()
                if outcome is not None:
                    break
                claim = self._claim()
                if claim is None:
                    break
                outcome = self._follow_claim(claim)
            if outcome is not None:
                return outcome
            if table.live <= 0:
                return drawn_by_exhaustion(position)

    # The own turn

    def _own_turn(self, seat: int) -> Outcome | None:
        """The seat has drawn: it wins, aborts, or goes on to its discard (None)."""
        position = self.position
        table = position.table
        player = self.players[seat]
        while True:
            tile = table.drawn
            value = legal.self_draw_value(position, seat)
            if value is not None and player.takes_draw_win():
                return settled_by_wins(position, [WonHand(seat, value)], seat, tile)
            counts = table.seats[seat].counts()
            if position.unbroken and legal.may_abort_with_nine(position, seat, counts) and player.aborts_with_nine():
                return drawn_by_abort(position, DrawReason.NINE_TERMINALS, shown=(seat,))
            act: Kan | North
            kan = player.chosen_kan(legal.own_kans(position, seat, counts))
            if kan is not None:
                act = kan
                position.kan(kan)
                tile = kan.tiles[0]
            elif (
                counts[NORTH]
                and legal.may_set_north_aside(position, seat)
                and player.sets_north_aside(position, counts)
            ):
                act = position.north(seat)
                tile = NORTH
            else:
                return self._discard(seat, counts)
            if isinstance(act, North) and not position.switches.north_ron_ippatsu:
                position.interrupt_by_north(seat)
            outcome = self._rons(seat, tile, act)
            if outcome is not None:
                return outcome
            if isinstance(act, Kan):
                position.interrupt()
            else:
                position.interrupt_by_north(seat)
            position.draw_replacement()

    def _discard(self, seat: int, counts: list[int]) -> Outcome | None:
        """The seat has discarded, after a riichi if it chose so (None); or a North of its was won before that."""
        position = self.position
        table = position.table
        player = self.players[seat]
        while table.indicators_late and table.phase == DISCARD:
            position.turn_indicator()
        if table.seats[seat].riichi:
            position.discard(seat, table.drawn, drawn=True)
            return None
        kind, riichi = player.chosen_discard(position, counts)
        if riichi:
            position.riichi(seat)
            if kind == NORTH and legal.may_set_north_aside_in_riichi_turn(position, seat):
                outcome = self._north_instead_of_discard(seat)
                if outcome is not None:
                    return outcome
                kind = KIND_OF[table.drawn]
        code, drawn = player.discarded_code(position, kind)
        position.discard(seat, code, drawn=drawn)
        return None

    def _north_instead_of_discard(self, seat: int) -> Outcome | None:
        """The outcome when the North set aside is won; else its replacement is drawn."""
        position = self.position
        act = position.north(seat)
        outcome = self._rons(seat, act.tile, act)
        if outcome is None:
            position.interrupt_by_north(seat)
            position.draw_replacement()
        return outcome

    # What others do with a tile

    def _rons(self, from_seat: int, tile: int, robbed: Kan | North | None) -> Outcome | None:
        """The outcome when somebody wins on the tile; who lets it pass is furiten."""
        position = self.position
        kind = KIND_OF[tile]
        if not any(kind in kinds for kinds in position.waits):
            return None
        winners: list[WonHand] = []
        passing: list[int] = []
        for seat in position.others(from_seat):
            if kind not in position.waits[seat]:
                continue
            value = legal.ron_value(position, seat, tile, robbed)
            if value is not None and self.players[seat].takes_ron():
                winners.append(WonHand(seat, value))
            elif robbed is None or legal.may_be_robbed(position, robbed, seat):
                passing.append(seat)
        if winners:
            return settled_by_wins(position, winners, from_seat, tile)
        for seat in passing:
            position.miss(seat)
        return None

    def _after_discard(self) -> Outcome | None:
        """The outcome when the last discard ends the round; else a deposit that is due has been paid."""
        position = self.position
        discard = _last_discard(position)
        outcome = self._rons(discard.seat, discard.tile, None)
        if outcome is not None:
            return outcome
        if position.table.acceptance != NOBODY:
            position.accept_riichi()
        return self._abort()

    def _abort(self) -> Outcome | None:
        position = self.position
        switches = position.switches
        seats = position.table.seats
        unbroken = position.unbroken and not (position.norths_aside and switches.north_breaks_first_round)
        if switches.four_winds and unbroken and all(len(holder.river) == 1 for holder in seats):
            kinds = {KIND_OF[holder.river[0].tile] for holder in seats}
            if len(kinds) == 1 and EAST <= min(kinds) <= NORTH:
                return drawn_by_abort(position, DrawReason.FOUR_WINDS)
        if switches.four_riichi and all(holder.riichi for holder in seats):
            return drawn_by_abort(position, DrawReason.FOUR_RIICHI, shown=tuple(range(position.seats)))
        if switches.four_kans and len(position.table.kan_owners) >= KANS_OF_AN_ABORT and len(position.kan_seats) > 1:
            return drawn_by_abort(position, DrawReason.FOUR_KANS)
        return None

    def _claim(self) -> Chi | Pon | Kan | None:
        """What somebody calls the last discard for: pon and kan go before chi."""
        position = self.position
        discard = _last_discard(position)
        kind = KIND_OF[discard.tile]
        seats = position.table.seats
        for seat in position.others(discard.seat):
            if legal.held_of(seats[seat].tiles, kind) >= 2 and legal.may_claim(position, seat):
                claim = self.players[seat].chosen_claim(position, discard, chi=False)
                if claim is not None:
                    return claim
        seat = position.table.after[discard.seat]
        if position.switches.chi and kind < EAST and legal.may_claim(position, seat):
            return self.players[seat].chosen_claim(position, discard, chi=True)
        return None

    def _follow_claim(self, claim: Chi | Pon | Kan) -> Outcome | None:
        """The claimer has gone on to its discard (None), or the round ended on its replacement."""
        position = self.position
        seat = claim.seat
        if isinstance(claim, Kan):
            position.kan(claim)
            position.draw_replacement()
            return self._own_turn(seat)
        position.claim(claim)
        return self._discard(seat, position.table.seats[seat].counts())


def _last_discard(position: Position) -> Discard:
    discard = position.table.last_discard
    if discard is None:
        raise AssertionError("the own turn ended without a discard")
    return discard
