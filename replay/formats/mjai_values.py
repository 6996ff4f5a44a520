"""The parts of an mjai message: tiles, seats and lists a seat. A LogError raised here says which member is wrong."""

from typing import Final

from replay.formats.json_values import Json, integer, items, text, told
from replay.gamelog import DrawReason, LogError
from replay.tiles import CODES, TEXT_OF

WINDS: Final[dict[str, int]] = {"E": 0, "S": 1, "W": 2, "N": 3}

CODE_OF: Final[dict[str, int]] = {
    **{name: 27 + honour for honour, name in enumerate("ESWNPFC")},
    **{TEXT_OF[code]: code for code in range(27)},
    **{f"5{TEXT_OF[code][1]}r": code for code in range(34, CODES)},
}
"""The tile code of every name: ``1m``, ``5mr`` for a red five, ``E S W N P F C``."""

REASONS: Final[dict[str, DrawReason]] = {
    "fanpai": DrawReason.EXHAUSTIVE,
    "nagashimangan": DrawReason.NAGASHI,
    "nm": DrawReason.NAGASHI,
    "kyushukyuhai": DrawReason.NINE_TERMINALS,
    "yao9": DrawReason.NINE_TERMINALS,
    "sufonrenta": DrawReason.FOUR_WINDS,
    "kaze4": DrawReason.FOUR_WINDS,
    "suchareach": DrawReason.FOUR_RIICHI,
    "reach4": DrawReason.FOUR_RIICHI,
    "sukaikan": DrawReason.FOUR_KANS,
    "kan4": DrawReason.FOUR_KANS,
    "sanchaho": DrawReason.TRIPLE_RON,
    "ron3": DrawReason.TRIPLE_RON,
}
"""Why a round was drawn: the names of mjai, and those of Tenhou that converters pass on."""

_MOST_TILES: Final = 136
_HIDDEN: Final = "?"


class Message:
    """One message. Actors are turned into seats, which count from the first dealer."""

    def __init__(self, found: dict[str, Json], seats: int, shift: int) -> None:
        self.found = found
        self.seats = seats
        self.shift = shift  # the actor who is seat 0

    def has(self, name: str) -> bool:
        """Whether the member is there and states anything."""
        return self.found.get(name) is not None

    def seat(self, name: str) -> int:
        """The seat of an actor."""
        actor = integer(self.found.get(name), name)
        if not 0 <= actor < self.seats:
            raise LogError(f"there is no actor {actor}", name)
        return (actor - self.shift) % self.seats

    def tile(self, name: str) -> int:
        """The code of a tile."""
        return tile(self.found.get(name), name)

    def tiles(self, name: str) -> tuple[int, ...]:
        """The codes of a list of tiles."""
        return tiles(self.found.get(name), name)

    def consumed(self, count: int) -> tuple[int, ...]:
        """The tiles of the own hand that a call sets out, which must be so many."""
        own = self.tiles("consumed")
        if len(own) != count:
            raise LogError(f"{len(own)} tiles of the hand instead of {count}", "consumed")
        return own

    def count(self, name: str) -> int:
        """A number that is not below 0."""
        found = integer(self.found.get(name), name)
        if found < 0:
            raise LogError(f"{found} is below 0", name)
        return found

    def flag(self, name: str) -> bool:
        """True or false."""
        value = self.found.get(name)
        if not isinstance(value, bool):
            raise LogError(f"true or false is expected, not {told(value)}", name)
        return value

    def by_seat(self, name: str) -> list[Json]:
        """A list that has an entry for every actor, a seat. A fourth entry at a table of three is dropped."""
        entries = items(self.found.get(name), name)
        if len(entries) != self.seats and (self.seats, len(entries)) != (3, 4):
            raise LogError(f"{len(entries)} entries for {self.seats} seats", name)
        return [entries[(seat + self.shift) % self.seats] for seat in range(self.seats)]

    def points(self, name: str) -> tuple[int, ...]:
        """Points a seat."""
        return tuple([integer(entry, name) for entry in self.by_seat(name)])


def tile(value: Json, place: str) -> int:
    """The code of a tile. Raises LogError."""
    name = text(value, place)
    code = CODE_OF.get(name)
    if code is None:
        raise LogError("a hidden tile" if name == _HIDDEN else f"there is no tile {told(name)}", place)
    return code


def tiles(value: Json, place: str) -> tuple[int, ...]:
    """The codes of a list of tiles. Raises LogError."""
    entries = items(value, place)
    if len(entries) > _MOST_TILES:
        raise LogError(f"{len(entries)} tiles, more than there are", place)
    return tuple([tile(entry, place) for entry in entries])
