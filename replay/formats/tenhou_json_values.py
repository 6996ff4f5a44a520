"""The parts of a tenhou.net/6 log: JSON values that are checked before they are used, and tile numbers.

A LogError raised here has its place within the round or the header only; `tenhou_json` puts byte and round before it.
"""

from math import isfinite
from typing import Final, TypeAlias

from replay.formats.tenhou_attributes import shown
from replay.gamelog import LogError
from replay.tiles import RED_5M, RED_5P, RED_5S

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

MOST_TILES: Final = 136  # of a list: there are no more
MOST: Final = 10_000_000
"""No number of a log is larger: points of a game are below a million."""

CODE_OF: Final[dict[int, int]] = {
    **{10 * (suit + 1) + number: 9 * suit + number - 1 for suit in range(3) for number in range(1, 10)},
    **{41 + honour: 27 + honour for honour in range(7)},
    51: RED_5M,
    52: RED_5P,
    53: RED_5S,
}
"""The tile code of every tile number."""

_KINDS: Final = {bool: "true or false", int: "a number", float: "a fraction", str: "a text", list: "a list"}


def told(value: Json) -> str:
    """The value as it can stand in a message."""
    if isinstance(value, str):
        return repr(shown(value))
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST:
        return str(value)
    return _KINDS.get(type(value), "nothing" if value is None else "an object")


def integer(value: Json, place: str) -> int:
    """The whole number. Raises LogError."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise LogError(f"a number is expected, not {told(value)}", place)
    if abs(value) > MOST:
        raise LogError("a number that no log has", place)
    return value


def tenths(value: Json, place: str) -> int:
    """A number with at most one decimal, in tenths. Raises LogError."""
    if isinstance(value, float) and isfinite(value) and abs(value) <= MOST:
        found = round(value * 10)
        if abs(found - value * 10) < 1e-6:
            return found
    return 10 * integer(value, place)


def text(value: Json, place: str) -> str:
    """The text. Raises LogError."""
    if not isinstance(value, str):
        raise LogError(f"a text is expected, not {told(value)}", place)
    return value


def items(value: Json, place: str) -> list[Json]:
    """The list. Raises LogError."""
    if not isinstance(value, list):
        raise LogError(f"a list is expected, not {told(value)}", place)
    return value


def members(value: Json, place: str) -> dict[str, Json]:
    """The object. Raises LogError."""
    if not isinstance(value, dict):
        raise LogError(f"an object is expected, not {told(value)}", place)
    return value


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
