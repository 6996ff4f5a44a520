"""Parts of Mahjong Soul records: seats, tiles, flags, lists. A part that is left out has its default, as in proto3.

A LogError raised here has its place within the record only; `majsoul` puts the record before it.
"""

from typing import Final, TypeAlias

from replay.formats.json_values import Json, integer, items, members, text, told
from replay.gamelog import LogError
from replay.tiles import CODE_OF_TEXT

Message: TypeAlias = dict[str, Json]

MOST_TILES: Final = 136  # of a list: there are no more


def number(data: Message, name: str, default: int = 0) -> int:
    """The number, the default when it is left out. Raises LogError."""
    value = data.get(name)
    return default if value is None else integer(value, name)


def flag(data: Message, name: str) -> bool:
    """The flag, written as true, false, 1 or 0. Raises LogError."""
    value = data.get(name)
    if value is None:
        return False
    if value is True or value is False:
        return value
    if integer(value, name) not in (0, 1):
        raise LogError(f"true or false is expected, not {told(value)}", name)
    return value == 1


def entries(data: Message, name: str) -> list[Json]:
    """The list, empty when it is left out. Raises LogError."""
    value = data.get(name)
    if value is None:
        return []
    found = items(value, name)
    if len(found) > MOST_TILES:
        raise LogError(f"{len(found)} entries, more than any record has", name)
    return found


def part(data: Message, name: str) -> Message | None:
    """The object, None when it is left out. Raises LogError."""
    value = data.get(name)
    return None if value is None else members(value, name)


def parts(data: Message, name: str) -> list[Message]:
    """The list of objects, empty when it is left out. Raises LogError."""
    return [members(value, name) for value in entries(data, name)]


def seat(data: Message, seats: int, name: str = "seat") -> int:
    """The seat, 0 when it is left out. Raises LogError."""
    found = number(data, name)
    if not 0 <= found < seats:
        raise LogError(f"there is no seat {found}", name)
    return found


def tile_of(value: Json, name: str) -> int:
    """The code of a tile such as ``0p``. Raises LogError."""
    code = CODE_OF_TEXT.get(text(value, name))
    if code is None:
        raise LogError(f"there is no tile {told(value)}", name)
    return code


def tile(data: Message, name: str = "tile") -> int:
    """The code of the tile, which must be there. Raises LogError."""
    return tile_of(data.get(name), name)


def tiles(data: Message, name: str) -> tuple[int, ...]:
    """The codes of a list of tiles, empty when it is left out. Raises LogError."""
    return tuple([tile_of(value, name) for value in entries(data, name)])


def points(data: Message, seats: int, name: str) -> tuple[int, ...] | None:
    """Points a seat, None when they are left out. Raises LogError."""
    found = entries(data, name)
    if not found:
        return None
    if len(found) != seats:
        raise LogError(f"{len(found)} entries for {seats} seats", name)
    return tuple([integer(value, name) for value in found])


def wall_tiles(data: Message, name: str) -> tuple[int, ...]:
    """The codes of tiles written one after the other, ``5p6s0m…``; empty when left out. Raises LogError."""
    value = data.get(name)
    written = "" if value is None else text(value, name)
    if len(written) > 2 * MOST_TILES:
        raise LogError(f"{len(written) // 2} tiles, more than there are", name)
    return tuple([tile_of(written[begin : begin + 2], name) for begin in range(0, len(written), 2)])
