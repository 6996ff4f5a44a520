"""The course of one simulated Shenzhen round, from East's first draw to its result and its horse (RULES §4)."""

from dataclasses import dataclass
from enum import Enum
from random import Random

from replay.gamelog import (
    Discard,
    DrawReason,
    HorseDraw,
    Kan,
    KongPayment,
    Offer,
    OfferKind,
    Pon,
    RoundDrawn,
    Win,
    WinDeclined,
)
from replay.hand.shenzhen import winning_kinds
from replay.ruleset.switches import DeclinedWins, GameEndCheck, HorseWithoutWall, SeveralRons
from replay.settlement.shenzhen import horse_deltas, is_horse, kong_deltas, win_deltas, within_means
from replay.simulate import legal
from replay.simulate.policy import Player
from replay.simulate.position import Position
from replay.tiles import KIND_OF


class Record(Enum):
    """What a game's log says of wins that were possible."""

    NOTHING = "nothing"
    DECLINES = "declines"
    OFFERS = "offers"


@dataclass(frozen=True)
class Outcome:
    """What a round leaves behind. `winner` None: it was drawn."""

    cash: tuple[int, ...]
    winner: int | None


class Round:
    """A position and the players at it."""

    def __init__(self, position: Position, players: list[Player], record: Record, rng: Random) -> None:
        self.position = position
        self.players = players
        self.record = record
        self.rng = rng
        self.barred = [False] * position.seats  # declined a win on a discard (S9)

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
                return self._drawn()

    def _own_turn(self, seat: int) -> Outcome | None:
        """The seat has drawn: it wins, declares kongs, or goes on to its discard (None)."""
        position = self.position
        table = position.table
        player = self.players[seat]
        while True:
            if KIND_OF[table.drawn] in self._waits(seat) and player.takes_draw_win():
                return self._self_drawn(seat)
            counts = table.seats[seat].counts()
            # Without a dead wall the last tile leaves none to replace with.
            kan = player.chosen_kan(legal.own_kans(position, seat, counts) if table.live > 0 else [])
            if kan is None:
                self._discard(seat, counts)
                return None
            position.kan(kan)
            outcome = self._wins_on(seat, kan.tiles[0], kan) or self._pay(kan)
            if outcome is not None:
                return outcome
            position.draw_replacement()

    def _discard(self, seat: int, counts: list[int]) -> None:
        position = self.position
        player = self.players[seat]
        kind, _ = player.chosen_discard(position, counts)
        code, drawn = player.discarded_code(position, kind)
        position.discard(seat, code, drawn=drawn)
        if position.switches.declined_wins is DeclinedWins.OWN_DISCARD:
            self.barred[seat] = False

    def _after_discard(self) -> Outcome | None:
        """The outcome when the last discard is won."""
        discard = self._last_discard()
        return self._wins_on(discard.seat, discard.tile, None)

    def _claim(self) -> Pon | Kan | None:
        """What somebody calls the last discard for."""
        position = self.position
        discard = self._last_discard()
        kind = KIND_OF[discard.tile]
        for seat in position.others(discard.seat):
            if legal.held_of(position.table.seats[seat].tiles, kind) >= 2 and legal.may_claim(position, seat):
                claim = self.players[seat].chosen_claim(position, discard, chi=False)
                if isinstance(claim, Pon) or (isinstance(claim, Kan) and position.table.live > 0):
                    return claim
        return None

    def _follow_claim(self, claim: Pon | Kan) -> Outcome | None:
        """The claimer has gone on to its discard (None), or the round ended on its replacement."""
        position = self.position
        seat = claim.seat
        if isinstance(claim, Pon):
            position.claim(claim)
            self._discard(seat, position.table.seats[seat].counts())
            return None
        position.kan(claim)
        outcome = self._pay(claim)
        if outcome is not None:
            return outcome
        position.draw_replacement()
        return self._own_turn(seat)

    # Wins

    def _wins_on(self, from_seat: int, tile: int, robbed: Kan | None) -> Outcome | None:
        """The outcome when somebody wins on the tile; who lets it pass has declined (S9)."""
        position = self.position
        switches = position.switches
        counts_as_discard = robbed is None or switches.robbing_is_discard_win
        able = [
            seat
            for seat in position.others(from_seat)
            if KIND_OF[tile] in self._waits(seat)
            and (robbed is None or legal.may_be_robbed(position, robbed, seat))
            and not (counts_as_discard and self.barred[seat])
        ]
        if self.record is Record.OFFERS:
            for seat in able:
                position.table.events.append(Offer(seat, (OfferKind.RON,)))
        most = {SeveralRons.NEAREST: 1, SeveralRons.TWO: 2, SeveralRons.ALL: position.seats - 1}[switches.several_rons]
        winners: list[int] = []
        for seat in able:
            if len(winners) == most:
                break
            if self.players[seat].takes_ron():
                winners.append(seat)
                continue
            self.barred[seat] = self.barred[seat] or counts_as_discard
            if self.record is Record.DECLINES:
                position.table.events.append(WinDeclined(seat))
        for seat in winners:
            self._win(seat, from_seat, tile, robbed)
        return Outcome(tuple(position.table.scores), winners[0]) if winners else None

    def _win(self, seat: int, from_seat: int, tile: int, robbed: Kan | None) -> None:
        """The win and its money, which lies in the table's scores from here on."""
        position = self.position
        table = position.table
        robs = robbed is not None
        deltas = self._payable(win_deltas(seat, from_seat, table.stakes, position.seats, robbed=robs))
        won = None if seat == from_seat else tile
        event = Win(seat, from_seat, tile, legal.concealed_tiles(position, seat, won), deltas=deltas)
        table.win(event)
        table.events.append(event)
        table.move(deltas)

    def _self_drawn(self, seat: int) -> Outcome:
        position = self.position
        table = position.table
        tile = table.drawn
        self._win(seat, seat, tile, None)
        horse: int | None = None
        if table.live > 0:
            horse = position.wall.live()
        elif position.switches.horse_without_wall is HorseWithoutWall.WINNING_TILE:
            horse = tile
        if horse is not None:
            wind = (seat - table.start.dealer) % position.seats
            hit = is_horse(horse, wind, position.switches)
            event = HorseDraw(horse, self._payable(horse_deltas(seat, table.stakes, position.seats, hit=hit)))
            table.horse(event)
            table.events.append(event)
            table.move(event.deltas)
        return Outcome(tuple(table.scores), seat)

    # Money

    def _pay(self, kan: Kan) -> Outcome | None:
        """The kong is paid; the outcome when that ends the game at once."""
        position = self.position
        table = position.table
        due = kong_deltas(kan, table.stakes, position.switches, just_drawn=table.money.just_drawn)
        event = KongPayment(self._payable(due))
        table.kong_payment(event)
        table.events.append(event)
        at_once = position.switches.game_end_check is GameEndCheck.AT_ONCE
        if at_once and min(table.scores) < table.stakes.to_play_on:
            return Outcome(tuple(table.scores), None)
        return None

    def _payable(self, deltas: tuple[int, ...]) -> tuple[int, ...]:
        position = self.position
        return within_means(deltas, position.table.scores) if position.switches.score_floor else deltas

    def _drawn(self) -> Outcome:
        position = self.position
        table = position.table
        back = (0,) * position.seats
        if not position.switches.kong_kept:
            back = tuple(-moved for moved in table.money.by_kongs)
        event = RoundDrawn(DrawReason.EXHAUSTIVE, deltas=back)
        table.close(event)
        table.events.append(event)
        table.move(back)
        return Outcome(tuple(table.scores), None)

    # Facts

    def _waits(self, seat: int) -> tuple[int, ...]:
        """What the seat waits for, without the tile it has drawn."""
        position = self.position
        if not position.switches.quads_as_pairs:
            return position.waits[seat]
        table = position.table
        holder = table.seats[seat]
        counts = holder.counts()
        if seat == table.turn and table.drawn >= 0:
            counts[KIND_OF[table.drawn]] -= 1
        return winning_kinds(counts, len(holder.melds), quads_as_pairs=True)

    def _last_discard(self) -> Discard:
        discard = self.position.table.last_discard
        if discard is None:
            raise AssertionError("the own turn ended without a discard")
        return discard
