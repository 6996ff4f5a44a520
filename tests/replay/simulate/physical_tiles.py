"""Faults of physical tiles, planted in the text of a Tenhou XML log: only there has every tile a number of its own."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from replay.formats.tenhou_attributes import ID_CODES
from replay.formats.tenhou_calls import decode_call

NOWHERE: Final = -1
ON_TABLE: Final = 9
DRAW: Final = re.compile(r"([TUVW])(\d+)/?")
DISCARD: Final = re.compile(r"([DEFG])(\d+)/?")


@dataclass(frozen=True)
class PlantedText:
    """A log with one fault, and where its finding belongs."""

    text: str
    code: str
    round_index: int
    event_index: int
    seat: int | None


@dataclass(frozen=True)
class Move:
    """A tag of a round that shows one tile: a draw, a discard or an indicator."""

    tag: int  # its place in the tags
    event: int  # its place in the events of the round
    kind: str  # draw, discard, indicator
    seat: int
    tile: int
    taken: bool  # a discard that is claimed or won


class Round:
    """Where every physical tile of a round goes. `held` is what each seat holds before each move."""

    def __init__(self, tags: list[str], first: int, last: int, codes: tuple[int, ...]) -> None:
        self.codes = codes
        self.init = first
        self.moves: list[Move] = []
        self.where: list[list[int]] = []  # a place for each tile number, before each move
        self.dealt = [_numbers(tags[first], f"hai{seat}") for seat in range(4) if f'hai{seat}="' in tags[first]]
        self.dealt = [hand for hand in self.dealt if hand]
        where = [NOWHERE] * 136
        for seat, hand in enumerate(self.dealt):
            for tile in hand:
                where[tile] = seat
        where[_numbers(tags[first], "seed")[5]] = ON_TABLE
        event = 0
        for place in range(first + 1, last):
            tag = tags[place]
            name = re.split(r"[ />]", tag, maxsplit=1)[0]
            if name in ("BYE", "UN"):
                continue
            event += 1
            draw, discard = DRAW.fullmatch(name), DISCARD.fullmatch(name)
            if draw is None and discard is None and name not in ("N", "DORA"):
                continue
            if name == "N":
                call = decode_call(*_call(tag), len(self.dealt), reds=codes == ID_CODES[True])
                for tile in call.own:
                    where[tile] = ON_TABLE
                continue
            self.where.append(list(where))
            if draw is not None:
                seat, tile = "TUVW".index(draw[1]), int(draw[2])
                self.moves.append(Move(place, event, "draw", seat, tile, False))
                where[tile] = seat
            elif discard is not None:
                seat, tile = "DEFG".index(discard[1]), int(discard[2])
                after = next(tag for tag in tags[place + 1 :] if not tag.startswith(("BYE", "UN", "REACH")))
                taken = (after.startswith("N ") and _call(after)[1] & 3 > 0) or after.startswith("AGARI")
                self.moves.append(Move(place, event, "discard", seat, tile, taken))
                where[tile] = ON_TABLE
            else:
                tile = _numbers(tag, "hai")[0]
                self.moves.append(Move(place, event, "indicator", NOWHERE, tile, False))
                where[tile] = ON_TABLE

    def alike(self, tile: int) -> list[int]:
        """The other tiles that look the same."""
        first = tile - tile % 4
        return [other for other in range(first, first + 4) if other != tile and self.codes[other] == self.codes[tile]]


def _numbers(tag: str, name: str) -> list[int]:
    found = re.search(rf' {name}="([^"]*)"', tag)
    return [int(number) for number in found[1].split(",") if number] if found else []


def _call(tag: str) -> tuple[int, int]:
    return _numbers(tag, "who")[0], _numbers(tag, "m")[0]


Edits = Iterator[tuple[dict[int, str], str, int, int | None]]  # tags by place, code, event, seat
Way = Callable[[list[str], Round, Random], Edits]


def rounds_of(text: str) -> tuple[list[str], list[Round]]:
    """The tags of the log and its rounds."""
    tags = text.split("<")
    go = next(int(_numbers(tag, "type")[0]) for tag in tags if tag.startswith("GO "))
    codes = ID_CODES[not go & 2]
    starts = [place for place, tag in enumerate(tags) if tag.startswith("INIT ")]
    ends = [*starts[1:], len(tags) - 1]
    return tags, [Round(tags, start, end, codes) for start, end in zip(starts, ends, strict=True)]


def plant(way: Way, text: str, random: Random) -> PlantedText | None:
    """The log with the fault planted by chance; None where it offers no place."""
    tags, rounds = rounds_of(text)
    places = list(range(len(rounds)))
    random.shuffle(places)
    for index in places:
        edits = list(way(tags, rounds[index], random))
        if edits:
            changed, code, event, seat = random.choice(edits)
            edited = [changed.get(place, tag) for place, tag in enumerate(tags)]
            return PlantedText("<".join(edited), code, index, event, seat)
    return None


def _with_tile(tags: list[str], move: Move, tile: int) -> str:
    tag = tags[move.tag]
    if move.kind == "indicator":
        return tag.replace(f'hai="{move.tile}"', f'hai="{tile}"')
    return tag[0] + str(tile) + tag[1 + len(str(move.tile)) :]


def tile_dealt_twice(tags: list[str], round_: Round, random: Random) -> Edits:
    """A seat is dealt a tile that a seat before it, or the indicator, is."""
    indicator = _numbers(tags[round_.init], "seed")[5]
    shown = [*((seat, tile) for seat, hand in enumerate(round_.dealt) for tile in hand), (NOWHERE, indicator)]
    for seat, hand in enumerate(round_.dealt):
        for place, tile in enumerate(hand):
            for other_seat, other in shown:
                if other in round_.alike(tile) and other_seat < seat:
                    new = ",".join(map(str, [*hand[:place], other, *hand[place + 1 :]]))
                    tag = tags[round_.init].replace(f'hai{seat}="{",".join(map(str, hand))}"', f'hai{seat}="{new}"')
                    yield {round_.init: tag}, "WAL005", 0, None if other_seat == NOWHERE else seat


def _known_elsewhere(kind: str, places: tuple[int, ...], *, same: bool) -> Way:
    def way(tags: list[str], round_: Round, random: Random) -> Edits:
        for move, where in zip(round_.moves, round_.where, strict=True):
            if move.kind == kind:
                for other in round_.alike(move.tile):
                    if where[other] in places and (where[other] == move.seat) is same:
                        seat = None if move.seat == NOWHERE else move.seat
                        yield {move.tag: _with_tile(tags, move, other)}, "WAL005", move.event, seat

    return way


tile_of_another_drawn = _known_elsewhere("draw", (0, 1, 2, 3), same=False)
"""A seat draws a tile that another holds."""

own_tile_drawn = _known_elsewhere("draw", (0, 1, 2, 3), same=True)
"""A seat draws a tile that it holds."""

played_tile_drawn = _known_elsewhere("draw", (ON_TABLE,), same=False)
"""A seat draws a tile that lies on the table."""

known_tile_indicated = _known_elsewhere("indicator", (0, 1, 2, 3, ON_TABLE), same=False)
"""An indicator shows a tile that is somewhere else."""


def tile_of_another_discarded(tags: list[str], round_: Round, random: Random) -> Edits:
    """A seat discards a tile that looks like one of its own and is in another's hand, in the wall or on the table."""
    for move, where in zip(round_.moves, round_.where, strict=True):
        if move.kind == "discard" and not move.taken:
            for other in round_.alike(move.tile):
                if where[other] != move.seat:
                    yield {move.tag: _with_tile(tags, move, other)}, "TRN005", move.event, move.seat


def draws_swapped(tags: list[str], round_: Round, random: Random) -> Edits:
    """Two seats' draws of tiles that look the same are swapped; the first of them discards its own later."""
    for first, move in enumerate(round_.moves):
        for later in round_.moves[first + 1 :]:
            if move.kind == later.kind == "draw" and later.seat != move.seat and later.tile in round_.alike(move.tile):
                proof = next((m for m in round_.moves if m.kind == "discard" and m.tile == move.tile), None)
                if proof is not None and move.event < proof.event < later.event and not proof.taken:
                    changed = {
                        move.tag: _with_tile(tags, move, later.tile),
                        later.tag: _with_tile(tags, later, move.tile),
                    }
                    yield changed, "TRN005", proof.event, proof.seat


def other_copy_claimed(tags: list[str], round_: Round, random: Random) -> Edits:
    """A claim takes another tile than the one discarded, which looks the same and which the discarder holds too."""
    for move, where in zip(round_.moves, round_.where, strict=True):
        follower = tags[move.tag + 1]
        just_drawn = tags[move.tag - 1] == f"{'TUVW'[move.seat]}{move.tile}/>"
        if move.kind == "discard" and move.taken and not just_drawn and follower.startswith("N "):
            for other in round_.alike(move.tile):
                if where[other] == move.seat:
                    yield {move.tag: _with_tile(tags, move, other)}, "TRN005", move.event + 1, _call(follower)[0]


WAYS: Final[tuple[tuple[str, Way], ...]] = (
    ("tile dealt twice", tile_dealt_twice),
    ("tile of another drawn", tile_of_another_drawn),
    ("own tile drawn", own_tile_drawn),
    ("played tile drawn", played_tile_drawn),
    ("known tile indicated", known_tile_indicated),
    ("tile of another discarded", tile_of_another_discarded),
    ("draws swapped", draws_swapped),
    ("other copy claimed", other_copy_claimed),
)
