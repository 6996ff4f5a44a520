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


@dataclass(init=False, unsafe_hash=True)  # a constructor that `dataclass` makes stays interpreted
class Meld:
    type: Final[MeldType]
    kind: Final[int]  # of the triplet or kan; the lowest of a run
    tiles: Final[tuple[int, ...]]  # codes, all three or four
    from_seat: Final[int | None]  # whose discard was claimed; None for a concealed kan

    def __init__(
        self,
        type: MeldType,  # noqa: A002 - the field's name
        kind: int,
        tiles: tuple[int, ...],
        from_seat: int | None = None,
    ) -> None:
        self.type = type
        self.kind = kind
        self.tiles = tiles
        self.from_seat = from_seat

    @property
    def is_kan(self) -> bool:
        """Whether it has four tiles."""
        return len(self.tiles) == 4

    @property
    def is_open(self) -> bool:
        """Whether it opens the hand."""
        return self.type is not CONCEALED_KAN
