"""JSON values out of other people's logs, checked before they are used.

A LogError raised here has the place that the caller names; the reader puts what stands around it before it.
"""

from typing import Final, TypeAlias

from replay.formats.foreign_text import shown
from replay.gamelog import LogError

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

MOST: Final = 10_000_000
"""No number of a log is larger: points of a game are below a million."""

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
