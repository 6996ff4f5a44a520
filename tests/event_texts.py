"""The grammar of event texts: one line of a round as it is written in a test, taken apart. See `tests.notation`."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from replay.tiles import CODE_OF_TEXT, parse_tiles


class NotationError(ValueError):
    """A text of a test that means nothing: the text and what is the matter."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"{text!r}: {reason}")


_SEAT: Final = r"(?P<seat>\d)"
_TILE: Final = r" (?P<tile>\d[mpsz])"
_FROM: Final = r" from (?P<source>\d)"
_WITH: Final = r" with (?P<tiles>\S+)"
_POINTS: Final = r" (?P<points>-?\d+(?: -?\d+)*)"

GRAMMAR: Final[dict[str, tuple[str, str]]] = {
    "deal": ("deal", r"deal"),
    "draws": ("SEAT draws [TILE] [live|dead]", rf"{_SEAT} draws(?:{_TILE})?(?: (?P<wall>live|dead))?"),
    "discards": (
        "SEAT discards [TILE] [drawn|from hand]",
        rf"{_SEAT} discards(?:{_TILE})?(?: (?P<mark>drawn|from hand))?",
    ),
    "chis": ("SEAT chis TILE from SEAT with TILES", rf"{_SEAT} chis{_TILE}{_FROM}{_WITH}"),
    "pons": ("SEAT pons TILE from SEAT [with TILES]", rf"{_SEAT} pons{_TILE}{_FROM}(?:{_WITH})?"),
    "kans": ("SEAT kans TILE from SEAT [with TILES]", rf"{_SEAT} kans{_TILE}{_FROM}(?:{_WITH})?"),
    "kan": ("SEAT kan TILES", rf"{_SEAT} kan (?P<tiles>\S+)"),
    "adds": ("SEAT adds TILE", rf"{_SEAT} adds{_TILE}"),
    "north": ("SEAT north [TILE]", rf"{_SEAT} north(?:{_TILE})?"),
    "riichi": ("SEAT riichi", rf"{_SEAT} riichi"),
    "pays": ("SEAT pays [leaving POINTS]", rf"{_SEAT} pays(?: leaving{_POINTS})?"),
    "wins": ("SEAT wins TILE from SEAT[: DETAILS]", rf"{_SEAT} wins{_TILE}{_FROM}"),
    "tsumo": ("SEAT tsumo [TILE][: DETAILS]", rf"{_SEAT} tsumo(?:{_TILE})?"),
    "drawn": ("drawn REASON [by SEAT][: DETAILS]", r"drawn (?P<reason>\w+)(?: by (?P<by>\d))?"),
    "indicator": ("indicator [TILE] [inferred]", rf"indicator(?:{_TILE})?(?: (?P<inferred>inferred))?"),
    "horse": ("horse TILE[: DETAILS]", rf"horse{_TILE}"),
    "kong": ("kong paid[: DETAILS]", r"kong paid"),
    "declines": ("SEAT declines", rf"{_SEAT} declines"),
    "may": ("SEAT may KIND ...", rf"{_SEAT} may (?P<kinds>\w+(?: \w+)*)"),
    "furiten": ("SEAT furiten [over]", rf"{_SEAT} furiten(?P<over> over)?"),
    "game": ("game ends POINTS[: DETAILS]", rf"game ends{_POINTS}"),
    "round": ("round ends POINTS", rf"round ends{_POINTS}"),
    "go": (
        "go TURNS|to SEAT|until live TILES [without simples SEATS]",
        r"go (?:until live (?P<live>\d+)|to (?P<by>\d)|(?P<turns>\d+))(?: without simples (?P<edges>\d(?: \d)*))?",
    ),
    "remark": (
        "remark KIND [seat SEAT] [other SEAT]",
        r"remark (?P<kind>\w+)(?: seat (?P<by>\d))?(?: other (?P<other>\d))?",
    ),
}
"""What can be written, by its verb: for people, and for `parse`."""

DETAILS: Final[dict[str, tuple[str, ...]]] = {
    "wins": ("hand", "yaku", "han", "fu", "points", "ura", "liable", "moves"),
    "tsumo": ("hand", "yaku", "han", "fu", "points", "ura", "liable", "moves"),
    "drawn": ("tenpai", "hand0", "hand1", "hand2", "hand3", "moves"),
    "game": ("places", "results"),
    "horse": ("moves",),
    "kong": ("moves",),
}
"""What can be said further of a result, after a colon: names and values with commas between."""

_PATTERN_OF: Final = {verb: re.compile(pattern) for verb, (_, pattern) in GRAMMAR.items()}
_GOES_ON: Final = re.compile(r", *\n")
_FROM_WALL: Final = ("draws", "indicator", "horse")
_SEAT_PARTS: Final = ("seat", "source", "by", "other")


class Step(NamedTuple):
    """One event as it is written."""

    text: str  # without its marks
    verb: str  # of GRAMMAR
    parts: dict[str, str]  # what is named, "" where left out
    details: dict[str, str]  # what is said further, by name
    marks: tuple[str, ...]  # the findings it is to give

    def seat(self, part: str = "seat") -> int:
        """The seat it names."""
        return int(self.parts[part])

    def optional_seat(self, part: str) -> int | None:
        """The seat it may name."""
        return int(self.parts[part]) if self.parts[part] else None

    def seats(self, part: str) -> tuple[int, ...]:
        """The seats it may name."""
        return tuple(int(seat) for seat in self.parts[part].split())

    def tile(self) -> int:
        """The code of the tile it names. Raises NotationError."""
        tile = self.optional_tile()
        if tile is None:
            raise NotationError(self.text, "which tile? None was drawn just before")
        return tile

    def optional_tile(self) -> int | None:
        """The code of the tile it may name. Raises NotationError when there is no such tile."""
        text = self.parts.get("tile", "")
        if text and text not in CODE_OF_TEXT:
            raise NotationError(self.text, f"there is no tile {text}")
        return CODE_OF_TEXT[text] if text else None

    def tiles(self) -> tuple[int, ...]:
        """The codes of its tiles, none where they are left out. Raises NotationError."""
        return tiles_of(self.parts["tiles"], self.text)

    def points(self) -> tuple[int, ...]:
        """The points it names."""
        return tuple(int(points) for points in self.parts["points"].split())

    def number(self, detail: str) -> int | None:
        """A number said further. Raises NotationError when it is none."""
        numbers = self.numbers(detail)
        return numbers[0] if numbers else None

    def numbers(self, detail: str, *, times: int = 1) -> tuple[int, ...] | None:
        """Numbers said further, `times` what is written; None where nothing is. Raises NotationError."""
        if detail not in self.details:
            return None
        try:
            return tuple(round(float(word) * times) for word in self.details[detail].split())
        except ValueError:
            raise NotationError(self.text, f"{detail} is in numbers, not {self.details[detail]!r}") from None

    def detail_tiles(self, detail: str) -> tuple[int, ...] | None:
        """Tiles said further. Raises NotationError."""
        return tiles_of(self.details[detail], self.text) if detail in self.details else None

    def tile_from_wall(self) -> int | None:
        """The tile it names, if it comes out of the wall."""
        return self.optional_tile() if self.verb in _FROM_WALL else None


def parse(text: str, seats: int) -> list[Step]:
    """The events of a text: one a line or several with ``;``. Raises NotationError.

    A line that ends with a comma goes on in the next one, ``#`` begins a comment.
    """
    return [_step(written, seats) for written in _written(text)]


def tiles_of(text: str, place: str) -> tuple[int, ...]:
    """Codes of an mpsz text, spaces allowed. Raises NotationError that names the place."""
    try:
        return tuple(parse_tiles(text.replace(" ", "")))
    except ValueError as error:
        raise NotationError(place, str(error)) from error


def _written(text: str) -> Iterator[str]:
    for line in _GOES_ON.sub(", ", text).splitlines():
        for part in line.partition("#")[0].split(";"):
            if part.strip():
                yield " ".join(part.split())


def _step(written: str, seats: int) -> Step:
    whole, *marks = (part.strip() for part in written.split("<-"))
    text, _, further = (part.strip() for part in whole.partition(":"))
    words = text.split(" ")
    verb = words[1] if words[0].isdigit() and len(words) > 1 else words[0]
    if verb not in GRAMMAR:
        raise NotationError(text, f"no such event; there are: {', '.join(GRAMMAR)}")
    match = _PATTERN_OF[verb].fullmatch(text)
    if match is None:
        raise NotationError(text, f"expected: {GRAMMAR[verb][0]}")
    parts = {name: part or "" for name, part in match.groupdict().items()}
    for name in _SEAT_PARTS:
        if parts.get(name) and int(parts[name]) >= seats:
            raise NotationError(text, f"there is no seat {parts[name]}")
    return Step(text, verb, parts, _details(verb, further), tuple(marks))


def _details(verb: str, further: str) -> dict[str, str]:
    details: dict[str, str] = {}
    for said in filter(None, (part.strip() for part in further.split(","))):
        name, _, value = said.partition(" ")
        if name not in DETAILS.get(verb, ()):
            allowed = f"there are: {', '.join(DETAILS[verb])}" if verb in DETAILS else f"{verb} has none"
            raise NotationError(said, f"no such detail; {allowed}")
        details[name] = value.strip()
    return details
