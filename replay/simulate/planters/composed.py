"""Staged rounds that come to a result: calls, wins and drawn rounds for `Stage`, the game being played on after."""

from typing import Final

from replay.gamelog import (
    Discard,
    DrawReason,
    Event,
    Indicator,
    Kan,
    KanType,
    North,
    Pon,
    Riichi,
    RiichiAccepted,
    RoundDrawn,
    Win,
)
from replay.hand.waits import tenpai
from replay.settlement.riichi import nagashi_deltas, noten_deltas
from replay.simulate.planters.aftermath import played_on
from replay.simulate.planters.scene import Edit, Scene
from replay.simulate.planters.staging import Stage
from replay.simulate.planters.winning import bare_win, right_win
from replay.table.table import Table
from replay.tiles import KIND_OF, TERMINALS_AND_HONOURS, TEXT_OF, parse_tiles


class Play(Stage):
    """A staged round whose result is part of it."""

    def offered(self) -> tuple[int, int]:
        """Whose tile is on offer, and which."""
        last = self.table.last_act
        if isinstance(last, Kan):
            return last.seat, last.tiles[0]
        assert isinstance(last, (Discard, North))
        return last.seat, last.tile

    def go(self, *tiles: str) -> None:
        """The seats in turn draw these tiles, one each, and discard them; an empty text is any tile."""
        for tile in tiles:
            self.draw(tile)
            self.discard()

    def pon(self, seat: int) -> None:
        """The seat claims the last discard, holding two ordinary tiles of its kind."""
        source, tile = self.offered()
        own = (KIND_OF[tile],) * 2
        self.add(Pon(seat, source, tile, own))

    def open_kan(self, seat: int) -> None:
        """The seat claims the last discard, holding the three others."""
        source, tile = self.offered()
        self.add(Kan(seat, KanType.OPEN, (KIND_OF[tile],) * 3, tile, source))

    def concealed_kan(self, tile: str) -> None:
        """The seat in turn declares four of a kind."""
        code = parse_tiles(tile)[0]
        self.kan(Kan(self.table.turn, KanType.CONCEALED, (code,) * 4))

    def replacement(self, tile: str = "") -> None:
        """The seat in turn draws its replacement; an indicator that is then due is turned."""
        self.draw(tile)
        while self.table.indicators_late:
            self.add(Indicator(self._any_tile()))

    def let_go(self) -> None:
        """The seat that has called discards a tile that none of the hands to order needs."""
        table = self.table
        given = set(self.ordered.get(table.turn, ()))
        held = [
            code
            for code, count in enumerate(table.seats[table.turn].tiles)
            if count > 0 and code not in given and KIND_OF[code] not in table.forbidden
        ]
        self.add(Discard(table.turn, self.scene.random.choice(held), False))

    def declared_riichi(self, tile: str = "") -> None:
        """The seat in turn draws the tile and discards it with its riichi. The deposit is paid."""
        seat = self.table.turn
        self.draw(tile)
        self.add(Riichi(seat))
        self.discard()
        self.add(RiichiAccepted(seat))

    def right_win(self, seat: int) -> Win | None:
        """The win of the tile that is on offer, or was just drawn by the seat itself."""
        if self.table.drawn >= 0:
            return right_win(self.scene, self.table, seat, seat, self.table.drawn)
        return right_win(self.scene, self.table, seat, *self.offered())

    def bare_win(self, seat: int) -> Win:
        """As `right_win`, stating no value."""
        if self.table.drawn >= 0:
            return bare_win(self.scene, self.table, seat, seat, self.table.drawn)
        return bare_win(self.scene, self.table, seat, *self.offered())

    def ended_by(self, result: Event, seat: int | None) -> Edit:
        """The round with this result, which is at fault."""
        events = [*self.table.events, result]
        return played_on(self.scene, events, len(events) - 1, seat)

    def exhausted(self) -> None:
        """Everybody draws and discards until the live wall is empty."""
        while self.table.live > 0:
            self.go("")


def exhaustive(scene: Scene, table: Table) -> RoundDrawn:
    """The drawn round that follows by the rules from the hands and rivers at the table, whatever is left to draw."""
    waiting = tuple(seat for seat in scene.seats if is_tenpai(table, seat))
    earned = tuple(seat for seat in scene.seats if has_nagashi(table, seat))
    return drawn_round(scene, table, waiting, earned)


def drawn_round(scene: Scene, table: Table, waiting: tuple[int, ...], earned: tuple[int, ...] = ()) -> RoundDrawn:
    """The drawn round in which these seats count as tenpai, and these are paid for nagashi."""
    reason = DrawReason.NAGASHI if earned else DrawReason.EXHAUSTIVE
    deltas = (
        nagashi_deltas(earned, scene.switches, dealer=table.start.dealer)
        if earned
        else noten_deltas(waiting, scene.switches)
    )
    hands = tuple(held_tiles(table, seat) if seat in waiting else None for seat in scene.seats)
    return RoundDrawn(reason, None, waiting, hands, deltas)


def aborted(scene: Scene, reason: DrawReason, seat: int | None = None) -> RoundDrawn:
    """An abort that moves nothing."""
    return RoundDrawn(reason, seat, None, None, (0,) * scene.switches.seats)


def is_tenpai(table: Table, seat: int) -> bool:
    """Whether the seat counts as tenpai at the end of the round."""
    holder = table.seats[seat]
    return tenpai(holder.counts(), len(holder.melds), holder.meld_kinds(), table.switches.dead_wait)


def has_nagashi(table: Table, seat: int) -> bool:
    """Whether the river earns nagashi."""
    holder = table.seats[seat]
    return (
        table.switches.nagashi
        and bool(holder.river)
        and not holder.claimed
        and all(KIND_OF[event.tile] in TERMINALS_AND_HONOURS for event in holder.river)
    )


def held_tiles(table: Table, seat: int) -> tuple[int, ...]:
    """The concealed tiles of the seat in order of code."""
    return tuple(code for code, count in enumerate(table.seats[seat].tiles) for _ in range(count))


EDGES: Final = "1199m1199p1199s1122335566z77z"
"""Tiles that a river may hold and earn nagashi, none of them a North."""


def nagashi_round(scene: Scene, *, simple: bool = False, claimed: bool = False) -> tuple[Play, int]:
    """A round up to its last discard in which a seat has discarded terminals and honours only, and that seat.

    `simple`: but for one; `claimed`: but one of them was claimed. The others have each discarded a simple.
    """
    seats = scene.switches.seats
    hunter = scene.random.choice(list(scene.seats))
    taker = scene.next_seat(hunter)
    edges = [TEXT_OF[code] for code in parse_tiles(EDGES)]
    simples = ["2p", "3p", "4p", "5s"][:seats]
    play = Play(scene, {taker: "9p9p"} if claimed else {}, EDGES + "".join(simples))
    spoiled = False
    while play.table.live > 0:
        seat = play.table.turn
        river = play.table.seats[seat].river
        if seat != hunter:
            play.go("" if river else simples.pop())
        elif not spoiled and simple and river:
            spoiled = True
            play.go(simples.pop())
        elif not spoiled and claimed:
            spoiled = True
            edges.remove("9p")
            play.go("9p")
            play.pon(taker)
            play.let_go()
        else:
            play.go(edges.pop())
    return play, hunter


def resumed(scene: Scene, index: int) -> Play:
    """The scene's round up to the event there, to be played on otherwise with the tiles that have not shown by then."""
    play = Play(scene, {})
    play.table = Table(scene.switches, scene.wall, scene.start)
    play.add(*scene.events[1:index])
    play.pool = [limit - seen for limit, seen in zip(scene.wall.limits, play.table.seen, strict=True)]
    return play
