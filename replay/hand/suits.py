"""What one suit of a hand is worth, computed once a state and then looked up.

A suit is the bytes of its nine counts, honours are seven bytes: the cheapest key to make, hash and compare. Three
numbered suits share one table, because what a state means does not depend on the suit's name.

The tables cannot grow without bound: only states of at most 14 tiles with at most four of a kind are kept. There are
405,350 of them for a numbered suit and 43,130 for honours; real hands meet a small part. Anything else (a corrupt
log may show five of a kind) is computed anew each time.

A *summary* is one int, so that adding the four summaries of a hand answers most questions at once. Its fields, from
the lowest bit, are the constants below. Sums do not run over into the next field, but for the waits, which therefore
stand on top.
"""

from typing import Final

MAX_TILES: Final = 14

SHAPE: Final = 0xFFF
"""Field of the shape: 0 complete in sets, ONE, TWO or BROKEN; the sum over a hand shows which suits may wait."""
ONE: Final = 1  # 3n + 1 tiles, one tile completes it with a pair
TWO: Final = 16  # 3n + 2 tiles
BROKEN: Final = 256  # nothing that one tile mends

PAIRED_BIT: Final = 12  # 1 if 3n + 2 tiles are complete: sets and a pair
PAIRS_BIT: Final = 15  # how many kinds have exactly two tiles
EDGES_BIT: Final = 21  # how many of the terminals or honours occur
TILES_BIT: Final = 25  # how many tiles
WAITS_BIT: Final = 33  # a bit a kind: that tile makes 3n + 1 sets and a pair, 3n + 2 sets

Counts = bytes

SUMMARIES: Final[dict[Counts, int]] = {}
"""Summaries met so far. Read directly where a call would cost more than the look-up; `summary` on a miss."""
HONOUR_SUMMARIES: Final[dict[Counts, int]] = {}
"""The same for honours."""
_READINGS: Final[dict[int, dict[Counts, tuple["Reading", ...]]]] = {0: {}, 9: {}, 18: {}, 27: {}}
"""Readings met so far, by the suit's lowest kind: they name kinds of the hand, so that nothing is left to add up."""


class Reading:
    """One way to read a whole suit as sets and at most one pair."""

    def __init__(self, pair: int, triplets: tuple[int, ...], runs: tuple[int, ...]) -> None:
        self.pair = pair  # its kind, -1 if there is none
        self.triplets = triplets  # kinds
        self.runs = runs  # lowest kinds, ascending, a run twice if it is there twice


def summary(counts: Counts) -> int:
    """The summary of a numbered suit's nine counts."""
    known = SUMMARIES.get(counts)
    if known is None:
        known = _summarise(list(counts), (0, 8), honours=False)
        if _is_regular(counts):
            SUMMARIES[counts] = known
    return known


def honour_summary(counts: Counts) -> int:
    """The summary of the seven counts of the honours."""
    known = HONOUR_SUMMARIES.get(counts)
    if known is None:
        known = _summarise(list(counts), (0, 1, 2, 3, 4, 5, 6), honours=True)
        if _is_regular(counts):
            HONOUR_SUMMARIES[counts] = known
    return known


def readings(counts: Counts, first: int) -> tuple[Reading, ...]:
    """All readings of a suit (nine counts) or of the honours (seven counts), whose lowest kind is `first`."""
    known = _READINGS[first].get(counts)
    if known is None:
        found: list[Reading] = []
        tiles = sum(counts)
        if tiles % 3 == 0:
            _split(list(counts), 0, first, -1, [], [], found)
        elif tiles % 3 == 2:
            for pair, count in enumerate(counts):
                if count >= 2:
                    rest = list(counts)
                    rest[pair] -= 2
                    _split(rest, 0, first, first + pair, [], [], found)
        known = tuple(found)
        if _is_regular(counts):
            _READINGS[first][counts] = known
    return known


def _split(
    rest: list[int], kind: int, first: int, pair: int, triplets: list[int], runs: list[int], found: list[Reading]
) -> None:
    """Adds to `found` every way to use up `rest` from its place `kind` on. `rest` is as before on return."""
    while kind < len(rest) and rest[kind] == 0:
        kind += 1
    if kind == len(rest):
        found.append(Reading(pair, tuple(triplets), tuple(runs)))
        return
    if rest[kind] >= 3:
        rest[kind] -= 3
        triplets.append(first + kind)
        _split(rest, kind, first, pair, triplets, runs, found)
        triplets.pop()
        rest[kind] += 3
    # What is not a triplet here must all start runs: deciding it at once finds every reading once.
    count = rest[kind]
    if len(rest) == 9 and kind < 7 and rest[kind + 1] >= count and rest[kind + 2] >= count:
        _take_runs(rest, kind, count)
        runs.extend([first + kind] * count)
        _split(rest, kind + 1, first, pair, triplets, runs, found)
        del runs[len(runs) - count :]
        _take_runs(rest, kind, -count)


def _take_runs(rest: list[int], kind: int, count: int) -> None:
    rest[kind] -= count
    rest[kind + 1] -= count
    rest[kind + 2] -= count


def _summarise(counts: list[int], edges: tuple[int, ...], *, honours: bool) -> int:
    """The summary of a state. `counts` is as before on return."""
    tiles = sum(counts)
    shape = 0
    paired = False
    mask = 0
    if tiles % 3 == 0:
        shape = 0 if _in_sets(counts, honours=honours) else BROKEN
    elif tiles % 3 == 1:
        mask = _waits(counts, with_pair=True, honours=honours)
        shape = ONE if mask else BROKEN
    else:
        mask = _waits(counts, with_pair=False, honours=honours)
        paired = _in_sets_and_pair(counts, honours=honours)
        shape = TWO if mask or paired else BROKEN
    occurring = sum(1 for kind in edges if counts[kind])
    return (
        shape
        | paired << PAIRED_BIT
        | counts.count(2) << PAIRS_BIT
        | occurring << EDGES_BIT
        | tiles << TILES_BIT
        | mask << WAITS_BIT
    )


def _waits(counts: list[int], *, with_pair: bool, honours: bool) -> int:
    """A bit a kind whose tile completes the state."""
    mask = 0
    for kind in range(len(counts)):
        counts[kind] += 1
        if with_pair:
            completes = _in_sets_and_pair(counts, honours=honours)
        else:
            completes = _in_sets(counts, honours=honours)
        if completes:
            mask |= 1 << kind
        counts[kind] -= 1
    return mask


def _in_sets_and_pair(counts: list[int], *, honours: bool) -> bool:
    """Whether the state is sets and a pair."""
    step = 1
    first = 0
    if not honours:
        # Every set's kinds add up to a multiple of 3, so the sum of all tells the pair's kind modulo 3.
        first = sum(kind * count for kind, count in enumerate(counts)) * 2 % 3
        step = 3
    for pair in range(first, len(counts), step):
        if counts[pair] >= 2:
            counts[pair] -= 2
            completes = _in_sets(counts, honours=honours)
            counts[pair] += 2
            if completes:
                return True
    return False


def _in_sets(counts: list[int], *, honours: bool) -> bool:
    """Whether the state is sets alone. Three equal runs are three triplets, so only count % 3 runs need be tried."""
    if honours:
        return all(count % 3 == 0 for count in counts)
    ahead = 0  # runs that began one kind before
    further = 0  # runs that began two kinds before
    for kind in range(9):
        runs = counts[kind] - ahead - further
        if runs < 0:
            return False
        runs %= 3
        if runs and kind > 6:
            return False
        further = ahead
        ahead = runs
    return True


def _is_regular(counts: Counts) -> bool:
    return max(counts) <= 4 and sum(counts) <= MAX_TILES
