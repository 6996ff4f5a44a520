"""Melds: the sets of a hand that were called or declared."""

from dataclasses import dataclass
from enum import Enum
from typing import Final


class MeldType(Enum):
    CHI = "chi"
    PON = "pon"
    CONCEALED_KAN = "concealed_kan"
    OPEN_KAN = "open_kan"
    ADDED_KAN = "added_kan"


# Compiled, a constant is at hand where a member of an Enum is looked up each time.
CHI: Final = MeldType.CHI
CONCEALED_KAN: Final = MeldType.CONCEALED_KAN


@dataclass(frozen=True)
class Meld:
    type: MeldType
    kind: int  # of the triplet or kan; the lowest of a run
    tiles: tuple[int, ...]  # codes, all three or four
    from_seat: int | None = None  # whose discard was claimed; None for a concealed kan

    @property
    def is_kan(self) -> bool:
        """Whether it has four tiles."""
        return len(self.tiles) == 4

    @property
    def is_open(self) -> bool:
        """Whether it opens the hand."""
        return self.type is not CONCEALED_KAN
