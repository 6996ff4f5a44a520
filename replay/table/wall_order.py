"""A wall known from its seed or its record: which tile is dealt, drawn, or turned next."""

from functools import lru_cache
from typing import Final

from replay.gamelog import RoundStart
from replay.ruleset.switches import Family, ReplacementOrder, Switches
from replay.tiles import KINDS, RED_OF

DEAL_BLOCKS: Final = (4, 4, 4, 1)
INDICATOR_TILES: Final = 10  # an indicator and its ura for the start and for each of four kans
UNKNOWN: Final = -1  # a tile of a wall that is recorded from some tile after the deal on
RED_COPY: Final = 0  # of Tenhou's four ids a kind the first is the red five


class KnownWall:
    """One round's wall as codes, or UNKNOWN; index 0 is at the break, live tiles are taken from the other end."""

    def __init__(self, codes: tuple[int, ...], switches: Switches) -> None:
        self.codes = codes
        self.switches = switches
        self.live = len(codes)  # the next live tile lies below this index
        self.replaced = 0
        self.indicators = 0
        self.owed: list[int] = []  # tiles that lay where the log shows others, and have not shown elsewhere yet
        self.early: list[int] = []  # those others
        self.astray = False  # the last live draw was another tile: what follows goes on from there
        self.faults = -1  # how many events were found at fault for differing from this wall; -1 until it is dealt

    def deal(self, dealer: int) -> tuple[tuple[int, ...], ...]:
        """The hands a seat: blocks of four, four, four and one, from the dealer on."""
        seats = self.switches.seats
        hands: list[tuple[int, ...]] = [()] * seats
        live = self.live
        for block in DEAL_BLOCKS:
            for turn in range(seats):
                live -= block
                hands[(dealer + turn) % seats] += self.codes[live : live + block]
        self.live = live
        self.faults = 0
        return tuple(hands)

    def next_live(self) -> int:
        """The next tile drawn in turn."""
        self.live -= 1
        return self.codes[self.live]

    def note(self, due: int, shown: int) -> None:
        """Another tile shows than the one due: that is a fault, and each may show in the other's place later."""
        self.owed.append(due)
        self.early.append(shown)

    def settles(self, due: int, shown: int) -> bool:
        """Whether a tile that is not the one due belongs to what was noted: it shows late, for one that came early."""
        if shown not in self.owed or (due not in self.early and len(self.owed) == len(self.early)):
            return False
        self.owed.remove(shown)
        if due in self.early:
            self.early.remove(due)
        return True

    def follows(self, due: int, shown: int) -> bool:
        """Whether the live draws of the log are one tile ahead or behind since a tile was noted.

        From here on the wall is read as the log does.
        """
        if due in self.early and self.live > 0 and self.codes[self.live - 1] == shown:
            self.early.remove(due)
            self.live -= 1
        elif self.owed and self.owed[-1] == shown:
            self.owed.pop()
            self.live += 1
        else:
            return False
        return True

    def next_replacement(self) -> int:
        """The next tile drawn after a kan or North (switches `replacement_order`, `replacement_far_end`).

        The stacks of indicators are passed over.
        """
        switches = self.switches
        if not switches.replacement_far_end:
            return self.next_live()
        first = min(switches.first_indicator, switches.first_indicator + switches.ura_offset)
        if switches.family is Family.RIICHI and self.replaced == first:
            self.replaced += INDICATOR_TILES
        place = self.replaced
        self.replaced += 1
        if switches.replacement_order is ReplacementOrder.PAIRS_SWAPPED:
            place ^= 1
        return self.codes[place]

    def next_indicator(self) -> int:
        """The next indicator turned (switch `dora_stack`)."""
        place = self.switches.first_indicator + 2 * self.indicators
        self.indicators += 1
        return self.codes[place]

    def ura(self, count: int) -> tuple[int, ...]:
        """The first `count` ura indicators (switch `ura_offset`)."""
        first = self.switches.first_indicator + self.switches.ura_offset
        return tuple(self.codes[first + 2 * place] for place in range(count))


def gives_deal(codes: tuple[int, ...], start: RoundStart, switches: Switches) -> bool:
    """Whether the deal is one of this wall, a few tiles or the dealer perhaps apart."""
    end, turn = len(codes), 4 * switches.seats
    dealers = (
        *codes[end - 4 :],
        *codes[end - turn - 4 : end - turn],
        *codes[end - 2 * turn - 4 : end - 2 * turn],
        codes[end - 3 * turn - 1],
    )
    if sorted(dealers) == sorted(start.hands[start.dealer]):
        return True  # nearly always
    hands = KnownWall(codes, switches).deal(start.dealer)
    return any(is_much_alike((*hands[turns:], *hands[:turns]), start.hands) for turns in range(len(hands)))


def is_much_alike(due: tuple[tuple[int, ...], ...], dealt: tuple[tuple[int, ...], ...]) -> bool:
    """Whether most of the tiles due to the seats are dealt to them."""
    shared = 0
    for hand, given in zip(due, dealt, strict=True):
        left = list(given)
        for tile in hand:
            if tile in left:
                left.remove(tile)
                shared += 1
    return 4 * shared >= 3 * sum(map(len, due))


def codes_of_ids(ids: list[int], switches: Switches) -> tuple[int, ...]:
    """The codes of Tenhou's tile ids: four a kind, the first of the fives red where the table has red fives."""
    table = _code_table(switches.red_fives)
    return tuple([table[tile] for tile in ids])


@lru_cache
def _code_table(red_fives: tuple[int, int, int]) -> tuple[int, ...]:
    table = [tile // 4 for tile in range(4 * KINDS)]
    for suit, reds in enumerate(red_fives):
        five = 9 * suit + 4
        if reds:
            table[4 * five + RED_COPY] = RED_OF[five]
    return tuple(table)
