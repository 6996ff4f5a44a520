"""Loaded walls: deals that make what is rare happen in some simulated rounds.

A theme only says where some tiles of the wall lie and what their players aim at; the round is then played like any
other. Roles are seats in turn order, the first role being a random seat (or the dealer).
"""

from dataclasses import dataclass
from random import Random
from typing import Final

from replay.ruleset.switches import Switches
from replay.simulate.plans import Aim
from replay.simulate.wall import Wall
from replay.table.wall import DEALT
from replay.tiles import parse_tiles


@dataclass(frozen=True)
class Role:
    """What one seat is given: tiles of its thirteen, its first draws if nobody calls, and an aim."""

    hand: str
    draws: str = ""
    aim: Aim = Aim.CLOSED


@dataclass(frozen=True)
class Theme:
    """What the roles are given, in turn order. Roles beyond the number of seats are left out."""

    name: str
    roles: tuple[Role, ...]
    from_dealer: bool = False  # the first role is the dealer
    replacements: str = ""


THEMES: Final[tuple[Theme, ...]] = (
    Theme("three dragons, fed", (Role("556677z", aim=Aim.VALUE), Role("567z"), Role(""))),
    Theme("three dragons", (Role("555666z77z", "7z"), Role(""))),
    Theme("four winds, fed", (Role("11223344z", aim=Aim.TRIPLETS), Role("123z", "4z"), Role("12z"))),
    Theme("four winds", (Role("111222444z33z", aim=Aim.TRIPLETS), Role("3z"))),
    Theme("little four winds", (Role("11122233z4z55p", "4z"),)),
    Theme("concealed triplets, two pairs", (Role("111333p555s7799s", "7s"),)),
    Theme("concealed triplets, one tile", (Role("111333p555777s9s"), Role("9s"))),
    Theme("thirteen orphans and a kan", (Role("19m19p19s1123456z", aim=Aim.ORPHANS), Role("777z", "7z"))),
    Theme("thirteen orphans, thirteen waits", (Role("19m19p19s1234567z", aim=Aim.ORPHANS),)),
    Theme("thirteen orphans on a North", (Role("19m19p19s1123567z", aim=Aim.ORPHANS), Role("44z"), Role("4z"))),
    Theme("waiting for a North", (Role("123456789p55z44z", aim=Aim.VALUE), Role("4z"), Role("", "4z"))),
    Theme("nine gates", (Role("1112345678999p"),)),
    Theme("all green", (Role("2233446688s666z"),)),
    Theme("all honours", (Role("1122335566774z"),)),
    Theme("all terminals", (Role("111m999m111p9p99s1s", "9p", aim=Aim.TRIPLETS),)),
    Theme("won with the first draw of the dealer", (Role("123456789p1235s", "5s"),), from_dealer=True),
    Theme("won with the first draw of another", (Role(""), Role("123456789p1235s", "5s")), from_dealer=True),
    Theme("a kan on the first draw", (Role("123456p222s1z1z1z5s", "1z"),), from_dealer=True, replacements="58s"),
    Theme("four kans of two seats", (Role("111999p", "1p9p"), Role("111999s", "1s9s"))),
    Theme("four kans of one seat", (Role("111999p111999s", "1p9p1s9s"),)),
    Theme(
        "two waits for a North",
        (Role("19m19p19s1123567z", aim=Aim.ORPHANS), Role("19m19p19s1223567z", aim=Aim.ORPHANS), Role("4z")),
    ),
    Theme(
        "several wins on one tile",
        (
            Role("5p19m1s12356z", aim=Aim.ORPHANS),
            Role("46p123456789s11z"),
            Role("46p111999p222s33z"),
            Role("46p777888p333s44z"),
        ),
    ),
    Theme("terminals and honours only", (Role("1199m1199p1199s1z", "2z2z3z3z5z6z", aim=Aim.NAGASHI),)),
)


@dataclass(frozen=True)
class Load:
    """A loaded wall and the aims that go with it, a seat each."""

    tiles: tuple[int, ...]
    aims: tuple[Aim | None, ...]


def loaded(tiles: tuple[int, ...], switches: Switches, dealer: int, rng: Random) -> Load | None:
    """The wall rearranged for a theme by chance; None when the set does not hold what the theme needs."""
    theme = THEMES[rng.randrange(len(THEMES))]
    first = dealer if theme.from_dealer else rng.randrange(switches.seats)
    aims: list[Aim | None] = [None] * switches.seats
    wanted: list[tuple[int, int]] = []  # place in the wall, code
    order = Wall(tuple(range(len(tiles))), switches)  # a wall whose tiles are their own places
    hands = order.deal(dealer)
    for step, role in enumerate(theme.roles[: switches.seats]):
        seat = (first + step) % switches.seats
        aims[seat] = role.aim
        wanted += zip(hands[seat], parse_tiles(role.hand), strict=False)
        draws = parse_tiles(role.draws)
        next_draw = len(tiles) - DEALT * switches.seats - 1 - (seat - dealer) % switches.seats
        wanted += [(next_draw - turn * switches.seats, code) for turn, code in enumerate(draws)]
    wanted += [(order.replacement(), code) for code in parse_tiles(theme.replacements)]
    arranged = _arranged(tiles, wanted)
    return None if arranged is None else Load(arranged, tuple(aims))


def _arranged(tiles: tuple[int, ...], wanted: list[tuple[int, int]]) -> tuple[int, ...] | None:
    """The tiles with the wanted codes at their places, by swaps with places nobody wants."""
    left = list(tiles)
    fixed = {place for place, _ in wanted}
    free = [place for place in range(len(left)) if place not in fixed]
    done: set[int] = set()
    for place, code in wanted:
        source = next((other for other in free if left[other] == code), -1)
        if source < 0:
            source = next((other for other in fixed if other not in done and left[other] == code), -1)
        if source < 0:
            return None
        left[place], left[source] = left[source], left[place]
        done.add(place)
    return tuple(left)
