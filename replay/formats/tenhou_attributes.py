"""The parts of a Tenhou XML tag: attributes, numbers, tile ids. Everything is bounded and checked.

A tag is the text between its ``<`` and the next one, without trailing white space: ``'DORA hai="62" />'``. The fast
way reads what genuine logs contain; what it does not know takes the careful way, which says what is wrong.
"""

import re
from typing import Final

from replay.errors import ordinary
from replay.formats.foreign_text import shown
from replay.tiles import RED_5M, RED_5P, RED_5S

MAX_TAG: Final = 5000
"""Characters of a tag. A genuine wall seed has 3,360, any other genuine tag less than 600."""

TILE_IDS: Final = 136

ID_CODES: Final[tuple[tuple[int, ...], ...]] = (
    tuple(tile // 4 for tile in range(TILE_IDS)),
    tuple({16: RED_5M, 52: RED_5P, 88: RED_5S}.get(tile, tile // 4) for tile in range(TILE_IDS)),
)
"""The code of every tile id, ``ID_CODES[has_reds][id]``."""

# fmt: off
_NAMES: Final = (
    "who", "fromWho", "machi", "hai", "m", "ten", "yaku", "yakuman", "doraHai", "doraHaiUra", "sc", "ba", "owari",
    "paoWho", "type", "lobby", "seed", "oya", "step", "ref", "ver", "hai0", "hai1", "hai2", "hai3", "n0", "n1", "n2",
    "n3", "dan", "rate", "sx",
)
# fmt: on
_TAG_ENDS: Final = frozenset(("/>", " />", ">", " >"))
_NAME_OF: Final[dict[str, str]] = {f" {name}=": name for name in _NAMES} | dict.fromkeys(_TAG_ENDS, "")
"""The names as they stand between quotes; tag ends are looked up with them and have none."""

_ATTRIBUTE: Final = re.compile(r"""\s+([A-Za-z_][\w.-]*)\s*=\s*("[^"]*"|'[^']*')""")
_NUMBER: Final = re.compile(r"-?[0-9]{1,7}")
_TENTHS: Final = re.compile(r"-?[0-9]{1,6}(\.[0-9])?")

_NUMBER_OF: Final[dict[str, int]] = {str(number): number for number in (*range(-500, 1500), *range(1500, 50_000, 100))}
_ID_OF: Final[dict[str, int]] = {str(tile): tile for tile in range(TILE_IDS)}


@ordinary
class MalformedError(Exception):
    """A tag that is not what Tenhou writes; the text is the reason."""


def attributes(text: str) -> dict[str, str]:
    """The attributes of a tag by name. `text` is the tag without its name: ``' hai="62" />'``.

    Raises MalformedError when it is not a row of attributes and the end of a tag.
    """
    parts = text.split('"')
    pieces = iter(parts)
    try:
        # Names and texts by turns; the end of the tag is left over without a text.
        found = dict(zip(map(_NAME_OF.__getitem__, pieces), pieces, strict=False))
    except KeyError:
        return _attributes_carefully(text)
    if parts[-1] in _TAG_ENDS and len(parts) == 2 * len(found) + 1 and "" not in found:
        return found
    return _attributes_carefully(text)


def _attributes_carefully(text: str) -> dict[str, str]:
    """As `attributes`, for any spacing, either quote and names nobody knows yet."""
    found: dict[str, str] = {}
    position = 0
    while (match := _ATTRIBUTE.match(text, position)) is not None:
        name = match[1]
        if name in found:
            raise MalformedError(f"attribute {shown(name)} stands twice")
        found[name] = match[2][1:-1]
        position = match.end()
    rest = text[position:].strip()
    if rest in {"/>", ">"}:
        return found
    raise MalformedError(f"attributes expected, not {shown(rest)!r}" if ">" in rest else "the tag is cut off")


def required(found: dict[str, str], name: str) -> str:
    """The attribute's text. Raises MalformedError when it is missing."""
    text = found.get(name)
    if text is None:
        raise MalformedError(f"attribute {name} is missing")
    return text


def number(text: str, name: str) -> int:
    """The number written. Raises MalformedError naming the attribute `name`."""
    found = _NUMBER_OF.get(text)
    if found is not None:
        return found
    if _NUMBER.fullmatch(text) is None:
        raise MalformedError(f"{name}: {shown(text)!r} is not a number")
    return int(text)


def numbers(found: dict[str, str], name: str) -> list[int]:
    """The comma-separated numbers of an attribute. Raises MalformedError when it is missing or holds anything else."""
    try:
        return [_NUMBER_OF[part] for part in found[name].split(",")]
    except KeyError:
        return [number(part, name) for part in required(found, name).split(",")]


def tile_id(text: str, name: str) -> int:
    """The tile id written, 0-135. Raises MalformedError naming the attribute or tag `name`."""
    found = _ID_OF.get(text)
    if found is not None:
        return found
    tile = number(text, name)
    if not 0 <= tile < TILE_IDS:
        raise MalformedError(f"{name}: there is no tile {tile}")
    return tile


def tile_ids(found: dict[str, str], name: str) -> list[int]:
    """The comma-separated tile ids of an attribute. Raises MalformedError when it is missing or holds anything else."""
    try:
        ids = [_ID_OF[part] for part in found[name].split(",")]
    except KeyError:
        ids = [tile_id(part, name) for part in required(found, name).split(",")]
    if len(ids) > TILE_IDS:
        raise MalformedError(f"{name}: {len(ids)} tiles, more than there are")
    return ids


def seat(found: dict[str, str], name: str, seats: int) -> int:
    """The seat an attribute names. Raises MalformedError when it is missing or there is no such seat."""
    place = _NUMBER_OF.get(found.get(name, ""), -1)
    if 0 <= place < seats:
        return place
    place = number(required(found, name), name)
    if not 0 <= place < seats:
        raise MalformedError(f"{name}: there is no seat {place}")
    return place


def points(found: dict[str, str], name: str, seats: int) -> tuple[int, ...]:
    """Points a seat of an attribute in hundreds; a fourth entry of a three-player log is dropped."""
    try:
        entries = [100 * _NUMBER_OF[part] for part in found[name].split(",")]
    except KeyError:
        entries = [100 * entry for entry in numbers(found, name)]
    if len(entries) != seats and len(entries) != 4:
        raise MalformedError(f"{name}: {len(entries)} entries for {seats} seats")
    return tuple(entries[:seats])


def tenths(text: str, name: str) -> int:
    """A decimal number such as ``-51.0`` in tenths. Raises MalformedError naming the attribute `name`."""
    if _TENTHS.fullmatch(text) is None:
        raise MalformedError(f"{name}: {shown(text)!r} is not a number")
    return int(text.replace(".", "")) if "." in text else 10 * int(text)
