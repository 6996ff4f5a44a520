"""How much each tile of a hand is worth keeping: a rough measure, looked up a suit at a time.

A suit is the tuple of its nine counts, honours that of their seven. A tile's *loss* is what the suit is worth with it
less what it is worth without. The numbers only have to lead a simulated player towards tenpai.
"""

from typing import Final

SET: Final = 40
TWO_SIDED: Final = 16
PAIR: Final = 12
MIDDLE: Final = 11
EDGE: Final = 9

_LONE: Final = (1, 2, 3, 4, 4, 4, 3, 2, 1)
_LONE_HONOUR: Final = 1

Counts = tuple[int, ...]


class Suit:
    """What a suit is worth."""

    def __init__(self, worth: int, blocks: int, pairs: int) -> None:
        self.worth = worth
        self.blocks = blocks  # two a set and one a pair or a part of a run, at most: a hand below eight is not tenpai
        self.pairs = pairs  # kinds with at least two tiles


_NOTHING: Final = Suit(0, 0, 0)
_suits: dict[Counts, Suit] = {}
_honours: dict[Counts, Suit] = {}
_losses: dict[Counts, Counts] = {}


def suit_of(counts: Counts) -> Suit:
    """The worth of a suit's nine counts or of the honours' seven."""
    if len(counts) == 7:
        return _honours_of(counts)
    known = _suits.get(counts)
    if known is None:
        known = _suits[counts] = _read(counts)
    return known


def losses(counts: Counts) -> Counts:
    """The loss of each kind of the suit, 0 for those it does not hold."""
    known = _losses.get(counts)
    if known is None:
        worth = suit_of(counts).worth
        known = tuple(worth - suit_of(_without(counts, kind)).worth if held else 0 for kind, held in enumerate(counts))
        _losses[counts] = known
    return known


def _without(counts: Counts, *kinds: int) -> Counts:
    left = list(counts)
    for kind in kinds:
        left[kind] -= 1
    return tuple(left)


def _read(counts: Counts) -> Suit:
    """The best of all ways to use the lowest tile."""
    low = next((kind for kind, held in enumerate(counts) if held), 9)
    if low == 9:
        return _NOTHING
    held = counts[low]
    ways: list[tuple[int, int, tuple[int, ...]]] = [(_LONE[low], 0, (low,))]
    if held >= 2:
        ways.append((PAIR, 1, (low, low)))
    if held >= 3:
        ways.append((SET, 2, (low, low, low)))
    if low <= 7 and counts[low + 1]:
        ways.append((TWO_SIDED if 0 < low < 7 else EDGE, 1, (low, low + 1)))
    if low <= 6 and counts[low + 2]:
        ways.append((MIDDLE, 1, (low, low + 2)))
        if counts[low + 1]:
            ways.append((SET, 2, (low, low + 1, low + 2)))
    worth = blocks = 0
    for value, part, kinds in ways:
        rest = suit_of(_without(counts, *kinds))
        worth = max(worth, value + rest.worth)
        blocks = max(blocks, part + rest.blocks)
    return Suit(worth, blocks, sum(1 for count in counts if count >= 2))


def _honours_of(counts: Counts) -> Suit:
    known = _honours.get(counts)
    if known is None:
        worths = (0, _LONE_HONOUR, PAIR, SET, SET + _LONE_HONOUR)
        blocks = (0, 0, 1, 2, 2)
        known = _honours[counts] = Suit(
            sum(worths[count] for count in counts),
            sum(blocks[count] for count in counts),
            sum(1 for count in counts if count >= 2),
        )
    return known


def hand_losses(counts: list[int]) -> Counts:
    """The loss of each of the 34 kinds."""
    return (
        *losses(tuple(counts[0:9])),
        *losses(tuple(counts[9:18])),
        *losses(tuple(counts[18:27])),
        *losses(tuple(counts[27:34])),
    )


def can_be_tenpai(counts: list[int], melds: int) -> bool:
    """False only if no discard of the 14 - 3 * melds tiles leaves the hand waiting."""
    suits = (
        suit_of(tuple(counts[0:9])),
        suit_of(tuple(counts[9:18])),
        suit_of(tuple(counts[18:27])),
        suit_of(tuple(counts[27:34])),
    )
    if suits[0].blocks + suits[1].blocks + suits[2].blocks + suits[3].blocks + 2 * melds >= 8:
        return True
    return not melds and suits[0].pairs + suits[1].pairs + suits[2].pairs + suits[3].pairs >= 6


def call_gain(counts: list[int], own: tuple[int, ...]) -> int:
    """What a set called with the kinds `own` of one suit adds to the worth of the hand."""
    first = own[0] // 9 * 9
    before = tuple(counts[first : first + 9])
    return SET + suit_of(_without(before, *[kind - first for kind in own])).worth - suit_of(before).worth
