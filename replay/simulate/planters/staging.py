"""Rounds composed to order, for faults that hardly any round offers a place for.

The named hands and draws are given, everything else is dealt and drawn by chance and discarded at once. A staged round
takes the place of a round of the game and ends the log, some turns after the fault.
"""

from replay.gamelog import Discard, Draw, Event, Indicator, Kan, Riichi, RiichiAccepted
from replay.simulate.planters.scene import Edit, Scene, follow, with_hands, with_indicators
from replay.table.table import CLAIMED, DRAW, NOBODY, REPLACE, RIICHI, Table
from replay.table.wall import DEALT
from replay.tiles import KIND_OF, parse_tiles

TAIL: int = 5
"""Turns played after the fault."""


class Stage:
    """A round being composed. `hands` are the dealt tiles that matter, a seat; `draws` the tiles drawn on order."""

    def __init__(
        self,
        scene: Scene,
        hands: dict[int, str],
        draws: str = "",
        scores: tuple[int, ...] | None = None,
        *,
        keep: str = "",
    ) -> None:
        """`keep` are kinds that come by chance to nobody."""
        self.scene = scene
        self.pool = list(scene.wall.limits)
        self.kept = frozenset(KIND_OF[code] for code in parse_tiles(keep))
        dealt = {seat: parse_tiles(text) for seat, text in hands.items()}
        self.ordered = dealt
        for codes in (*dealt.values(), parse_tiles(draws)):
            for code in codes:
                self.pool[code] -= 1
        full = tuple(
            tuple(dealt.get(seat, [])) + tuple(self._any_tile() for _ in range(DEALT - len(dealt.get(seat, []))))
            for seat in scene.seats
        )
        start = with_indicators(with_hands(scene.start, full), (self._any_tile(),))
        if scores is not None:
            start = type(start)(
                start.prevailing_wind,
                start.number,
                start.honba,
                start.deposits,
                start.dealer,
                scores,
                start.hands,
                start.indicators,
            )
        self.table = Table(scene.switches, scene.wall, start)
        self.fault = 0
        self.fault_seat: int | None = None

    @property
    def live(self) -> int:
        """Live tiles left."""
        return self.table.live

    def _any_tile(self) -> int:
        tiles = [code for code, count in enumerate(self.pool) if KIND_OF[code] not in self.kept for _ in range(count)]
        tile = self.scene.random.choice(tiles)
        self.pool[tile] -= 1
        return tile

    def add(self, *events: Event) -> None:
        """Appends events as they are."""
        for event in events:
            follow(self.table, event)

    def plant(self, event: Event, seat: int | None) -> None:
        """Appends the event that is at fault."""
        self.fault = len(self.table.events)
        self.fault_seat = seat
        follow(self.table, event)

    def draw(self, tile: str = "") -> None:
        """The seat in turn draws the tile, one of those on order, or any."""
        code = parse_tiles(tile)[0] if tile else self._any_tile()
        self.add(Draw(self.table.turn, code, self.table.phase == REPLACE))

    def discard(self, tile: str = "") -> None:
        """The seat in turn discards the tile from its hand, or the tile just drawn."""
        table = self.table
        if tile:
            self.add(Discard(table.turn, parse_tiles(tile)[0], False))
        else:
            self.add(Discard(table.turn, table.drawn, True))

    def turns_until(self, seat: int) -> None:
        """Draws and discards until it is the seat's turn to draw."""
        while self.table.turn != seat:
            self.draw()
            self.discard()

    def go_round(self, seat: int) -> None:
        """The same once round, beginning with the seat itself."""
        self.draw()
        self.discard()
        self.turns_until(seat)

    def kan(self, kan: Kan) -> None:
        """The kan, its indicator where that is due at once, no replacement yet."""
        self.add(kan)
        while self.table.indicators_now:
            self.add(Indicator(self._any_tile()))

    def riichi(self) -> None:
        """The seat in turn draws, declares riichi and discards the tile; the deposit is paid."""
        seat = self.table.turn
        self.draw()
        self.add(Riichi(seat))
        self.discard()
        self.add(RiichiAccepted(seat))

    def edit(self, *, first_round: bool = False) -> Edit:
        """The round with some turns after the fault."""
        table = self.table
        for _ in range(TAIL):
            if table.phase == CLAIMED or (table.phase == RIICHI and table.drawn < 0):
                held = [
                    code
                    for code, count in enumerate(table.seats[table.turn].tiles)
                    if count > 0 and KIND_OF[code] not in table.forbidden
                ]
                self.add(Discard(table.turn, self.scene.random.choice(held or self._held(table.turn)), False))
            elif table.phase == REPLACE:
                self.draw()
                self.discard()
            elif table.phase == DRAW:
                if table.live <= 0:
                    break
                self.draw()
                self.discard()
            else:
                self.discard()
        return Edit(table.events, self.fault, self.fault_seat, first_round=first_round, last_round=True)

    def _held(self, seat: int) -> list[int]:
        return [code for code, count in enumerate(self.table.seats[seat].tiles) if count > 0]


def rich_seat(scene: Scene) -> int:
    """A seat that may declare riichi as far as its points go, NOBODY if there is none."""
    seats = [seat for seat in scene.seats if scene.start.scores[seat] >= scene.switches.riichi_points]
    return scene.random.choice(seats) if seats else NOBODY


def last_drawer(scene: Scene) -> int:
    """Who draws the last live tile of a round without calls."""
    return (scene.start.dealer + scene.wall.live - 1) % scene.switches.seats
