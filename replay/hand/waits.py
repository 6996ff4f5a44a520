"""Waits of a hand, whether it is complete, and which discards leave it waiting.

Counts are the 34 counts a kind of the concealed part; `melds` is the number of called or declared sets. A hand of the
wrong size (a corrupt log), or with a count below zero, waits for nothing and is not complete. Seven pairs and thirteen
orphans need `melds == 0`.
"""

from typing import Final

from replay.hand.suits import (
    EDGES_BIT,
    HONOUR_SUMMARIES,
    ONE,
    PAIRED_BIT,
    PAIRS_BIT,
    SHAPE,
    SUMMARIES,
    TILES_BIT,
    TWO,
    WAITS_BIT,
    honour_summary,
    summary,
)
from replay.ruleset.switches import DeadWait
from replay.tiles import KINDS, TERMINALS_AND_HONOURS

_PAIRED: Final = 1 << PAIRED_BIT
_NO_HAND: Final = (63 << TILES_BIT, 63 << TILES_BIT, 63 << TILES_BIT, 63 << TILES_BIT)  # more tiles than any hand


def _kinds_of_masks(first: int, size: int) -> tuple[tuple[int, ...], ...]:
    """The kinds of every mask of a suit that begins with kind `first`."""
    return tuple(tuple(first + bit for bit in range(size) if mask >> bit & 1) for mask in range(1 << size))


_KINDS_OF_MASK: Final = tuple(_kinds_of_masks(first, size) for first, size in ((0, 9), (9, 9), (18, 9), (27, 7)))


def waits(counts: list[int], melds: int) -> tuple[int, ...]:
    """The kinds that complete the hand, ascending: of the shape alone, so a kind may be one whose tiles are all used.

    `counts` are 13 - 3 * melds tiles.
    """
    m, p, s, z = _summaries(counts)
    total = m + p + s + z
    if total >> TILES_BIT & 0xFF != 13 - 3 * melds:
        return ()
    shape = total & SHAPE
    found: tuple[int, ...] = ()
    if shape == ONE:
        if m & SHAPE:
            found = _KINDS_OF_MASK[0][m >> WAITS_BIT]
        elif p & SHAPE:
            found = _KINDS_OF_MASK[1][p >> WAITS_BIT]
        elif s & SHAPE:
            found = _KINDS_OF_MASK[2][s >> WAITS_BIT]
        else:
            found = _KINDS_OF_MASK[3][z >> WAITS_BIT]
    elif shape == 2 * TWO:
        found = _waits_of_two_suits((m, p, s, z))
    if melds == 0:
        if total >> PAIRS_BIT & 0x3F == 6:
            return tuple(sorted({*found, *_seven_pairs_waits(counts)}))
        if total >> EDGES_BIT & 0xF >= 12:
            return _orphan_waits(counts)
    return found


def tenpai(counts: list[int], melds: int, meld_kinds: tuple[int, ...], dead_wait: DeadWait) -> bool:
    """Whether the hand waits for something, by the ruleset's rule for waits whose four copies it holds itself.

    `counts` are 13 - 3 * melds tiles; `meld_kinds` has the kind of every tile of the melds, a kind as often as it is
    there. A wait whose copies are partly concealed and partly in melds is dead under NOTEN only.
    """
    found = waits(counts, melds)
    if dead_wait is DeadWait.TENPAI:
        return bool(found)
    if dead_wait is DeadWait.CONCEALED_NOTEN:
        return any(counts[kind] < 4 for kind in found)
    return any(counts[kind] + meld_kinds.count(kind) < 4 for kind in found)


def is_complete(counts: list[int], melds: int) -> bool:
    """Whether the 14 - 3 * melds tiles are a winning shape."""
    m, p, s, z = _summaries(counts)
    total = m + p + s + z
    if total >> TILES_BIT & 0xFF != 14 - 3 * melds:
        return False
    if total & SHAPE == TWO and total >> PAIRED_BIT & 7 == 1:
        return True
    if melds:
        return False
    return total >> PAIRS_BIT & 0x3F == 7 or (total >> EDGES_BIT & 0xF == 13 and _only_orphans(counts))


def tenpai_discards(
    counts: list[int], melds: int, meld_kinds: tuple[int, ...] = (), dead_wait: DeadWait = DeadWait.TENPAI
) -> tuple[int, ...]:
    """The kinds whose discard leaves the hand in `tenpai`, ascending. `counts` are 14 - 3 * melds tiles."""
    found: list[int] = []
    parts = _summaries(counts)
    total = sum(parts)
    if total >> TILES_BIT & 0xFF != 14 - 3 * melds:
        return ()
    for suit, part in enumerate(parts):
        first = 9 * suit
        for kind in range(first, KINDS if suit == 3 else first + 9):
            if counts[kind]:
                counts[kind] -= 1
                rest = honour_summary(bytes(counts[27:34])) if suit == 3 else summary(bytes(counts[first : first + 9]))
                # Most discards are ruled out by the changed suit alone.
                if _may_wait(total - part + rest, melds) and tenpai(counts, melds, meld_kinds, dead_wait):
                    found.append(kind)
                counts[kind] += 1
    return tuple(found)


def kan_keeps_waits(counts: list[int], melds: int, drawn: int) -> bool:
    """Whether a concealed kan of the drawn kind leaves the waits as they were, as riichi demands.

    `counts` are the 13 - 3 * melds tiles before the draw. False too if they do not hold three of the kind.
    """
    if counts[drawn] != 3:
        return False
    before = waits(counts, melds)
    return bool(before) and _waits_after_kan(counts, melds, drawn) == before


def kan_keeps_tenpai(counts: list[int], melds: int, drawn: int) -> bool:
    """As `kan_keeps_waits`, where the waits may become others."""
    return counts[drawn] == 3 and bool(_waits_after_kan(counts, melds, drawn))


def _waits_after_kan(counts: list[int], melds: int, drawn: int) -> tuple[int, ...]:
    after = counts.copy()
    after[drawn] = 0
    return waits(after, melds + 1)


def _summaries(counts: list[int]) -> tuple[int, int, int, int]:
    """The summaries of m, p, s and honours."""
    try:
        key = bytes(counts)
    except ValueError:  # below 0 or above 255
        return _NO_HAND
    part = key[0:9]
    m = SUMMARIES.get(part)
    if m is None:
        m = summary(part)
    part = key[9:18]
    p = SUMMARIES.get(part)
    if p is None:
        p = summary(part)
    part = key[18:27]
    s = SUMMARIES.get(part)
    if s is None:
        s = summary(part)
    part = key[27:34]
    z = HONOUR_SUMMARIES.get(part)
    if z is None:
        z = honour_summary(part)
    return m, p, s, z


def _may_wait(total: int, melds: int) -> bool:
    """Whether a hand with this sum of summaries can be waiting."""
    shape = total & SHAPE
    if shape == ONE or shape == 2 * TWO:
        return True
    return melds == 0 and (total >> PAIRS_BIT & 0x3F == 6 or total >> EDGES_BIT & 0xF >= 12)


def _waits_of_two_suits(parts: tuple[int, int, int, int]) -> tuple[int, ...]:
    """Waits where two suits have 3n + 2 tiles: one must hold the pair, the other waits to complete its sets."""
    first = -1
    second = -1
    for suit, part in enumerate(parts):
        if part & SHAPE:
            if first < 0:
                first = suit
            else:
                second = suit
    found: tuple[int, ...] = ()
    if parts[second] & _PAIRED:
        found = _KINDS_OF_MASK[first][parts[first] >> WAITS_BIT]
    if parts[first] & _PAIRED:
        found += _KINDS_OF_MASK[second][parts[second] >> WAITS_BIT]
    return found


def _seven_pairs_waits(counts: list[int]) -> tuple[int, ...]:
    """The single tile beside six pairs; nothing if there is none. Four of a kind are not two pairs."""
    return tuple(kind for kind in range(KINDS) if counts[kind] == 1)


def _orphan_waits(counts: list[int]) -> tuple[int, ...]:
    """The waits of thirteen orphans, for 13 tiles with at least 12 of the kinds."""
    if not _only_orphans(counts):
        return ()
    missing = tuple(kind for kind in TERMINALS_AND_HONOURS if counts[kind] == 0)
    return missing or TERMINALS_AND_HONOURS


def _only_orphans(counts: list[int]) -> bool:
    """Whether no tile is a simple."""
    return sum(counts[kind] for kind in TERMINALS_AND_HONOURS) == sum(counts)
