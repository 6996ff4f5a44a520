"""One player's place at the table during a round."""

from replay.gamelog import Discard
from replay.hand.meld import Meld
from replay.tiles import CODES, KIND_OF, kind_counts


class Seat:
    """What a player has in front of them. `tiles` are 37 counts a code of the concealed part, drawn tile included."""

    def __init__(self) -> None:
        self.tiles: list[int] = [0] * CODES
        self.melds: list[Meld] = []
        self.river: list[Discard] = []
        self.claimed: list[int] = []  # places in the river that another seat claimed
        self.norths = 0  # set aside
        self.closed = True  # no open meld
        self.riichi = False  # declared
        self.riichi_place = -1  # place in the river of the riichi discard
        self.double_riichi = False
        self.riichi_event = -1  # place in the round's events of the declaration
        self.interrupted = -1  # place in the round's events of its last North that ends its own first go-round alone
        self.riichi_void = False  # the declaration was itself a fault: what follows from it is not judged again
        self.paid_ahead = False  # a deposit before any riichi of the seat
        self.unsure = False  # a fault left the hand unknown: checks that need it are silent

    @property
    def in_riichi(self) -> bool:
        """Whether the seat has declared riichi, and legally."""
        return self.riichi and not self.riichi_void

    def counts(self) -> list[int]:
        """The 34 counts a kind of the concealed part."""
        return kind_counts(self.tiles)

    def meld_kinds(self) -> tuple[int, ...]:
        """The kind of every tile of the melds."""
        return tuple(KIND_OF[code] for meld in self.melds for code in meld.tiles)

    def holds(self, codes: tuple[int, ...]) -> bool:
        """Whether all the tiles are in the concealed part."""
        return all(self.tiles[code] >= codes.count(code) for code in codes)

    def missing(self, codes: tuple[int, ...]) -> tuple[int, ...]:
        """The tiles of `codes` that are not in the concealed part, once each."""
        return tuple(code for code in sorted(set(codes)) if self.tiles[code] < codes.count(code))
