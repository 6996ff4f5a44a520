"""Winning hands of Shenzhen (S11): four sets and a pair, seven pairs, thirteen orphans. Nothing else is asked of them.

Counts are the 34 counts a kind of the concealed part; `quads_as_pairs` is the switch of that name.
"""

from replay.hand.waits import is_complete, waits


def is_winning(counts: list[int], melds: int, *, quads_as_pairs: bool) -> bool:
    """Whether the 14 - 3 * melds tiles win."""
    if is_complete(counts, melds):
        return True
    return quads_as_pairs and melds == 0 and sum(counts) == 14 and all(count % 2 == 0 for count in counts)


def winning_kinds(counts: list[int], melds: int, *, quads_as_pairs: bool) -> tuple[int, ...]:
    """The kinds that complete the 13 - 3 * melds tiles, ascending."""
    found = waits(counts, melds)
    if quads_as_pairs and melds == 0 and sum(counts) == 13:
        odd = [kind for kind, count in enumerate(counts) if count % 2]
        if len(odd) == 1 and odd[0] not in found:
            return tuple(sorted((*found, odd[0])))
    return found
