"""The parts of a tenhou.net/6 log: tile numbers, points, results. JSON values are checked before they are used.

A LogError raised here has its place within the round or the header only; `tenhou_json` puts byte and round before it.
"""

from math import isfinite
from typing import Final

from replay.formats.json_values import MOST, Json, integer, items, told
from replay.gamelog import LogError
from replay.tiles import RED_5M, RED_5P, RED_5S

MOST_TILES: Final = 136  # of a list: there are no more
CODE_OF: Final[dict[int, int]] = {
    **{10 * (suit + 1) + number: 9 * suit + number - 1 for suit in range(3) for number in range(1, 10)},
    **{41 + honour: 27 + honour for honour in range(7)},
    51: RED_5M,
    52: RED_5P,
    53: RED_5S,
}
"""The tile code of every tile number."""


def tenths(value: Json, place: str) -> int:
    """A number with at most one decimal, in tenths. Raises LogError."""
    if isinstance(value, float) and isfinite(value) and abs(value) <= MOST:
        found = round(value * 10)
        if abs(found - value * 10) < 1e-6:
            return found
    return 10 * integer(value, place)


def tile(value: Json, place: str) -> int:
    """The code of a tile number. Raises LogError."""
    code = CODE_OF.get(value) if isinstance(value, int) else None
    if code is None:
        raise LogError(f"there is no tile {told(value)}", place)
    return code


def tiles(value: Json, place: str) -> tuple[int, ...]:
    """The codes of a list of tile numbers. Raises LogError."""
    entries = items(value, place)
    if len(entries) > MOST_TILES:
        raise LogError(f"{len(entries)} tiles, more than there are", place)
    return tuple([tile(entry, place) for entry in entries])


def points(value: Json, seats: int, place: str) -> tuple[int, ...]:
    """Points a seat; a fourth entry of a three-player log is dropped. Raises LogError."""
    entries = items(value, place)
    if len(entries) != seats and len(entries) != 4:
        raise LogError(f"{len(entries)} entries for {seats} seats", place)
    return tuple([integer(entry, place) for entry in entries[:seats]])
