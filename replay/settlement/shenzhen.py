"""Who owes whom what in Shenzhen (RULES §4): kongs, wins, the horse. Amounts are the table's money units.

Every function gives one signed amount a seat; the sum is zero.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from replay.gamelog import Kan, KanType
from replay.ruleset.switches import HorseSuits, HorseWind, Stake, Switches
from replay.tiles import EAST, GREEN, KIND_OF, NORTH, RED_DRAGON, SOUTH, WEST, WHITE

FOR_ALL: Final = 3
"""How many times Y the robbed player pays: once for each loser (S13)."""

HONOURS_OF_WIND: Final = (
    (EAST,),
    (SOUTH, RED_DRAGON),
    (WEST, GREEN),
    (NORTH, WHITE),
)
"""The winds and dragons that are horses of East, South, West and North (S8, S14). Numbers follow: 1, 5, 9 are East's,
2 and 6 South's, 3 and 7 West's, 4 and 8 North's."""

SUITS_OF: Final = {HorseSuits.CHARACTERS: 0, HorseSuits.CIRCLES: 1, HorseSuits.BAMBOO: 2}


@dataclass(frozen=True)
class Stakes:
    """The table's stakes; by the rules `y` is twice `x` (S1)."""

    x: int
    y: int

    @property
    def to_play_on(self) -> int:
        """What every seat has to have for the game to go on (S10)."""
        return FOR_ALL * self.y


NO_STAKES: Final = Stakes(0, 0)
"""Of a game that has none."""


def kong_deltas(kan: Kan, stakes: Stakes, switches: Switches, *, just_drawn: bool) -> tuple[int, ...]:
    """What a kong moves (S4-S6, switches `added_kong_stake`, `late_added_kong_pays`).

    For a claimed one the discarder pays X + Y, for a concealed one every other seat Y, for a pung extended every other
    seat X. `just_drawn`: the tile that extends it was drawn just before.
    """
    if kan.type is KanType.OPEN:
        return one_pays(kan.seat, kan.from_seat, stakes.x + stakes.y, switches.seats)
    if kan.type is KanType.CONCEALED:
        return each_pays(kan.seat, stakes.y, switches.seats)
    if not just_drawn and not switches.late_added_kong_pays:
        return (0,) * switches.seats
    return each_pays(kan.seat, stakes.x if switches.added_kong_stake is Stake.X else stakes.y, switches.seats)


def win_deltas(winner: int, from_seat: int, stakes: Stakes, seats: int, *, robbed: bool) -> tuple[int, ...]:
    """What a win moves: Y from every other seat on a self-draw, Y from the discarder (S12), 3Y for a robbed kong (S13).

    On a self-draw `from_seat` is the winner.
    """
    if winner == from_seat:
        return each_pays(winner, stakes.y, seats)
    return one_pays(winner, from_seat, FOR_ALL * stakes.y if robbed else stakes.y, seats)


def horse_deltas(winner: int, stakes: Stakes, seats: int, *, hit: bool) -> tuple[int, ...]:
    """What the horse moves: another Y from every other seat if it is one of the winner's, else nothing (S8)."""
    return each_pays(winner, stakes.y, seats) if hit else (0,) * seats


def is_horse(tile: int, seat_wind: int, switches: Switches) -> bool:
    """Whether the tile is a horse of the winner, whose seat wind (0 East .. 3 North) is that of the round."""
    wind = seat_wind if switches.horse_wind is HorseWind.SEAT else 0
    kind = KIND_OF[tile]
    if kind >= EAST:
        return kind in HONOURS_OF_WIND[wind]
    if switches.horse_suits is not HorseSuits.ANY and kind // 9 != SUITS_OF[switches.horse_suits]:
        return False
    return kind % 9 % 4 == wind


def each_pays(winner: int, amount: int, seats: int) -> tuple[int, ...]:
    """The amount from every other seat."""
    return tuple(amount * (seats - 1) if seat == winner else -amount for seat in range(seats))


def one_pays(winner: int, payer: int | None, amount: int, seats: int) -> tuple[int, ...]:
    """The amount from one seat; nothing where there is no payer, or the winner is."""
    if payer is None or payer == winner:
        return (0,) * seats
    return tuple(amount if seat == winner else -amount if seat == payer else 0 for seat in range(seats))


def within_means(deltas: tuple[int, ...], cash: Sequence[int]) -> tuple[int, ...]:
    """The same with no seat paying more than it has (switch `score_floor`); who is paid goes short."""
    paid = [max(delta, -max(money, 0)) if delta < 0 else delta for delta, money in zip(deltas, cash, strict=True)]
    missing = sum(paid)
    winners = [seat for seat, delta in enumerate(deltas) if delta > 0]
    for seat in winners[:1]:
        paid[seat] -= missing
    return tuple(paid)
