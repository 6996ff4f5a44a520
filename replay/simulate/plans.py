"""What a simulated player tries to make of a hand: a plan says which tiles it likes and what it calls.

Plans are there so that everything a log can show occurs, not to win often.
"""

from enum import Enum
from random import Random
from typing import Final

from replay.simulate.keeping import Counts, hand_losses
from replay.tiles import EAST, KINDS, TERMINALS_AND_HONOURS, WHITE

EDGES: Final = frozenset(TERMINALS_AND_HONOURS)


class Aim(Enum):
    CLOSED = "closed"  # riichi, no calls
    SIMPLES = "simples"
    VALUE = "value"  # a triplet that is a yaku first, then anything
    TRIPLETS = "triplets"  # pairs and triplets: toitoi, seven pairs, kans
    FLUSH = "flush"
    WILD = "wild"  # calls whatever it may
    NAGASHI = "nagashi"  # discards terminals and honours only, as long as it can
    ORPHANS = "orphans"


_BY_COUNT: Final = (0, 3, 20, 40, 50)  # losses for a hand of triplets
_UNWANTED: Final = -30


class Plan:
    """An aim and the liking it gives each kind. `value_kinds` are those whose triplet is a yaku for the seat."""

    def __init__(self, aim: Aim, suit: int, value_kinds: tuple[int, ...]) -> None:
        self.aim = aim
        self.suit = suit  # FLUSH only
        self.value_kinds = value_kinds
        self.liking = [_liking(aim, suit, value_kinds, kind) for kind in range(KINDS)]

    def losses(self, counts: list[int]) -> Counts:
        """How much the plan loses with each kind of the hand."""
        if self.aim is Aim.TRIPLETS:
            return tuple(_BY_COUNT[count] for count in counts)
        if self.aim is Aim.ORPHANS:
            return tuple((30 if count == 1 else 10) if kind in EDGES else 0 for kind, count in enumerate(counts))
        return hand_losses(counts)

    def wants_called(self, kinds: tuple[int, ...]) -> bool:
        """Whether a called set of these kinds suits the plan."""
        aim = self.aim
        if aim is Aim.WILD:
            return True
        if aim is Aim.SIMPLES:
            return not any(kind in EDGES for kind in kinds)
        if aim is Aim.TRIPLETS:
            return kinds[0] == kinds[-1]
        if aim is Aim.FLUSH:
            return all(kind >= EAST or kind // 9 == self.suit for kind in kinds)
        return aim is Aim.VALUE and kinds[0] == kinds[-1] and kinds[0] in self.value_kinds


def _liking(aim: Aim, suit: int, value_kinds: tuple[int, ...], kind: int) -> int:
    if aim is Aim.SIMPLES or aim is Aim.NAGASHI:
        return (_UNWANTED if aim is Aim.SIMPLES else 3 * _UNWANTED) if kind in EDGES else 0
    if aim is Aim.FLUSH:
        return 0 if kind >= EAST else 10 if kind // 9 == suit else _UNWANTED
    if aim is Aim.VALUE and kind in value_kinds:
        return 6
    return 0


_WEIGHTS: Final = (
    (Aim.CLOSED, 40),
    (Aim.SIMPLES, 14),
    (Aim.VALUE, 14),
    (Aim.TRIPLETS, 9),
    (Aim.FLUSH, 7),
    (Aim.WILD, 8),
    (Aim.NAGASHI, 8),
)


def choose_plan(counts: list[int], value_kinds: tuple[int, ...], rng: Random) -> Plan:
    """A plan for the thirteen tiles dealt."""
    if sum(1 for kind in EDGES if counts[kind]) >= 9 and rng.random() < 0.5:
        return plan_for(Aim.ORPHANS, counts, value_kinds)
    if any(counts[kind] >= 2 for kind in value_kinds) and rng.random() < 0.5:
        return plan_for(Aim.VALUE, counts, value_kinds)
    left = rng.randrange(sum(weight for _, weight in _WEIGHTS))
    chosen = Aim.CLOSED
    for aim, weight in _WEIGHTS:
        if left < weight:
            chosen = aim
            break
        left -= weight
    return plan_for(chosen, counts, value_kinds)


def plan_for(aim: Aim, counts: list[int], value_kinds: tuple[int, ...]) -> Plan:
    """The plan with this aim for the thirteen tiles dealt."""
    suits = [sum(counts[first : first + 9]) for first in (0, 9, 18)]
    return Plan(aim, suits.index(max(suits)), value_kinds)


def value_kinds_of(seat_wind: int, prevailing_wind: int) -> tuple[int, ...]:
    """The kinds whose triplet is a yaku for the seat."""
    return (EAST + seat_wind, EAST + prevailing_wind, WHITE, WHITE + 1, WHITE + 2)
