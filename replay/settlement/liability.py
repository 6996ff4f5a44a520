"""Pao: who is liable for a yakuman because he fed its last set."""

from collections.abc import Mapping, Sequence
from typing import Final

from replay.hand.meld import Meld, MeldType
from replay.tiles import EAST, WHITE

SETS_OF: Final = (
    ("daisangen", frozenset(range(WHITE, WHITE + 3)), 3),
    ("daisuushi", frozenset(range(EAST, EAST + 4)), 4),
)
"""The yakuman that make somebody liable, the kinds of their sets, and how many."""


def liable_seat(yakuman: Mapping[str, int], melds: Sequence[Meld]) -> tuple[int, str] | None:
    """The liable seat and the yakuman, or None. `melds` are in the order they were made.

    Liable is whose discard was called for the last of the three dragon sets or four wind sets, when it was the last of
    all; a concealed kan as the last set makes nobody liable, and an added kan stands where its pon was called.
    """
    for name, kinds, sets in SETS_OF:
        if name not in yakuman:
            continue
        of_it = [meld for meld in melds if meld.kind in kinds and meld.type is not MeldType.CHI]
        if len(of_it) == sets and of_it[-1].from_seat is not None:
            return of_it[-1].from_seat, name
    return None
