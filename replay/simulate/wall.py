"""The wall of a simulated round: shuffled, dealt from the far end, replaced from the break (DESIGN §2)."""

from random import Random
from typing import Final

from replay.ruleset.switches import Family, ReplacementOrder, Switches
from replay.table.wall import wall_geometry
from replay.tiles import CODES

INDICATOR_TILES: Final = 10
"""An indicator and its ura for the start of the round and each of four kans."""
DEAL: Final = (4, 4, 4, 1)
"""Tiles each seat takes in turn, the dealer first."""


def shuffled_tiles(switches: Switches, rng: Random) -> tuple[int, ...]:
    """All tiles of the ruleset's set in the order of a new wall."""
    limits = wall_geometry(switches).limits
    tiles = [code for code in range(CODES) for _ in range(limits[code])]
    rng.shuffle(tiles)
    return tuple(tiles)


class Wall:
    """Where the next tiles come from. `tiles` are codes in break order: index 0 lies at the break."""

    def __init__(self, tiles: tuple[int, ...], switches: Switches) -> None:
        self.tiles = tiles
        self.switches = switches
        self.end = len(tiles)  # live tiles lie before it
        self.replaced = 0
        self.turned = 0  # indicators

    def deal(self, dealer: int) -> tuple[tuple[int, ...], ...]:
        """Thirteen tiles a seat, taken from the far end: four, four, four and one, the dealer first."""
        seats = self.switches.seats
        hands: list[list[int]] = [[] for _ in range(seats)]
        for size in DEAL:
            for place in range(seats):
                hands[(dealer + place) % seats] += [self.live() for _ in range(size)]
        return tuple(tuple(sorted(hand)) for hand in hands)

    def live(self) -> int:
        """The next live tile."""
        self.end -= 1
        return self.tiles[self.end]

    def replacement(self) -> int:
        """The next replacement tile (switch `replacement_order`); the stacks of indicators are passed over."""
        switches = self.switches
        if not switches.replacement_far_end:
            return self.live()
        first = min(switches.first_indicator, switches.first_indicator + switches.ura_offset)
        if switches.family is Family.RIICHI and self.replaced == first:
            self.replaced += INDICATOR_TILES
        place = self.replaced
        self.replaced += 1
        if switches.replacement_order is ReplacementOrder.PAIRS_SWAPPED:
            place ^= 1
        return self.tiles[place]

    def indicator(self) -> int:
        """The next indicator: the first, then that of each kan, two tiles apart."""
        self.turned += 1
        return self.tiles[self.switches.first_indicator + 2 * (self.turned - 1)]

    def ura(self) -> tuple[int, ...]:
        """The ura indicators that belong to the indicators turned so far, as many as the ruleset has (`kan_ura`)."""
        turned = self.turned if self.switches.kan_ura else min(1, self.turned)
        first = self.switches.first_indicator + self.switches.ura_offset
        return tuple(self.tiles[first + 2 * place] for place in range(turned))
