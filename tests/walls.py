"""Walls of rounds written in tests.

``recorded`` is a wall that fits all the round shows. What differs follows after commas::

    recorded, draw 3 is 4s                exchanged with a 4s that nobody sees
    recorded, draw 3 and replacement 1    exchanged with each other
    recorded, ura 1 becomes 4s            the wall holds one 4s more than before

A place is ``draw N`` (of the live wall), ``replacement N``, ``indicator N`` (the first is that of the deal) and
``ura N``, counted from 1, or ``deal SEAT TILE``. What the round does not show is filled, always in the same way.
"""

import hashlib
import re
from collections.abc import Sequence
from random import Random
from typing import Final

from replay.gamelog import Draw, Event, HorseDraw, Indicator, RoundStart, WallCommitment, Win
from replay.ruleset.switches import ReplacementOrder, Switches
from replay.table.wall import wall_geometry
from replay.tiles import CODE_OF_TEXT, TEXT_OF
from tests.event_texts import NotationError

RIGHT: Final = "right"
"""The digest of a commitment that is to be worked out."""

_PLACE: Final = r"(?:draw|replacement|indicator|ura) \d+|deal \d \d[mpsz]"
_CHANGE: Final = re.compile(rf"({_PLACE}) (?:and ({_PLACE})|(is|becomes) (\d[mpsz]))")


def written_wall(text: str, events: Sequence[Event], switches: Switches) -> tuple[int, ...]:
    """The wall of the round, from the break on, with its changes. Raises NotationError."""
    kept, *changes = (part.strip() for part in text.split(","))
    if kept != "recorded":
        raise NotationError(text, "a wall is recorded")
    places = _places(events, switches)
    wall = _filled(text, places, switches)
    unseen = [index for index in range(len(wall)) if index not in {index for index, _ in places.values()}]
    for change in changes:
        match = _CHANGE.fullmatch(change)
        if match is None:
            raise NotationError(change, "expected: PLACE and PLACE, PLACE is TILE, or PLACE becomes TILE")
        here, there, verb, tile = match.groups()
        index = _found(here, places)
        if there:
            other = _found(there, places)
        elif verb == "becomes":
            wall[index] = CODE_OF_TEXT[tile]
            continue
        else:
            code = CODE_OF_TEXT[tile]
            other = next((other for other in unseen if wall[other] == code), -1)
            if other < 0:
                raise NotationError(change, f"no {tile} is left that nobody sees")
        wall[index], wall[other] = wall[other], wall[index]
    return tuple(wall)


def committed(commitment: WallCommitment, rounds: Sequence[Sequence[Event]]) -> WallCommitment:
    """The commitment, its digest worked out where it says ``right``: of the salt and the walls, a line a round."""
    if commitment.digest != RIGHT:
        return commitment
    lines = []
    for events in rounds:
        start = events[0]
        assert isinstance(start, RoundStart)
        assert start.wall is not None, "there is a round without a wall"
        lines.append("".join(TEXT_OF[code] for code in start.wall))
    digest = hashlib.new(commitment.algorithm, (commitment.salt + "\n".join(lines)).encode()).hexdigest()
    return WallCommitment(commitment.algorithm, digest, commitment.seed, commitment.salt)


def _places(events: Sequence[Event], switches: Switches) -> dict[str, tuple[int, int]]:
    """Index and tile of every place the round shows, by its name; a hand's second tile of a kind has a longer one."""
    start = events[0]
    assert isinstance(start, RoundStart)
    places: dict[str, tuple[int, int]] = {}
    end = sum(wall_geometry(switches).limits)
    for taken in range(13):
        # Twelve tiles in blocks of four, and then one: the dealer first each time.
        for turn in range(switches.seats):
            seat = (start.dealer + turn) % switches.seats
            block = 4 * (taken // 4 * switches.seats + turn) + taken % 4
            before = block if taken < 12 else 12 * switches.seats + turn
            name = f"deal {seat} {TEXT_OF[start.hands[seat][taken]]}"
            while name in places:
                name += "'"
            places[name] = (end - 1 - before, start.hands[seat][taken])
    live = end - 13 * switches.seats
    counts = {"draw": 0, "replacement": 0, "indicator": 0}

    def count(what: str) -> int:
        counts[what] += 1
        return counts[what]

    dead = 0
    for event in (*[Indicator(tile) for tile in start.indicators], *events):
        if isinstance(event, Indicator):
            number = count("indicator")
            places[f"indicator {number}"] = (switches.first_indicator + 2 * (number - 1), event.tile)
        elif isinstance(event, Draw) and event.replacement and switches.replacement_far_end:
            index = dead + 1 - 2 * (dead % 2) if switches.replacement_order is ReplacementOrder.PAIRS_SWAPPED else dead
            dead += 1
            places[f"replacement {count('replacement')}"] = (index, event.tile)
        elif isinstance(event, (Draw, HorseDraw)):
            live -= 1
            what = "replacement" if isinstance(event, Draw) and event.replacement else "draw"
            places[f"{what} {count(what)}"] = (live, event.tile)
        elif isinstance(event, Win):
            for number, tile in enumerate(event.ura_indicators or ()):
                places[f"ura {number + 1}"] = (switches.first_indicator + switches.ura_offset + 2 * number, tile)
    return places


def _filled(text: str, places: dict[str, tuple[int, int]], switches: Switches) -> list[int]:
    limits = wall_geometry(switches).limits
    left = [code for code, limit in enumerate(limits) for _ in range(limit)]
    wall: dict[int, int] = {}
    for name, (index, tile) in places.items():
        if index in wall or tile not in left:
            raise NotationError(text, f"no wall of the set has {TEXT_OF[tile]} at {name}")
        wall[index] = tile
        left.remove(tile)
    Random("the rest of the wall").shuffle(left)
    return [wall[index] if index in wall else left.pop() for index in range(sum(limits))]


def _found(name: str, places: dict[str, tuple[int, int]]) -> int:
    if name not in places:
        raise NotationError(name, "the round does not show this place")
    return places[name][0]
