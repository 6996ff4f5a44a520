"""Calls of tenhou.net/6 logs: texts such as ``"43p4343"`` and the events they mean.

A letter stands before the claimed tile: c chi, p pon, m open kan, k added kan (before the added tile), a concealed kan
(before its last tile). How many tiles stand before it tells the relative seat claimed from, always counted over four
seats: none the player before, one the player opposite, two (three in an open kan) the next player. At a three-player
table seat 0 therefore claims from seat 2 as from opposite (32 of 32 calls).
"""

import re
from typing import Final, NamedTuple

from replay.formats.foreign_text import shown
from replay.formats.tenhou_json_values import CODE_OF
from replay.gamelog import Chi, Event, Kan, KanType, LogError, Pon

NONE: Final = -1

_CALL: Final = re.compile(r"((?:[1-5][0-9])*)([cpmka])((?:[1-5][0-9])+)")
_SIZE: Final = {"c": 3, "p": 3, "m": 4, "k": 4, "a": 4}
_PLACES: Final[dict[str, tuple[int, ...]]] = {"c": (0,), "p": (0, 1, 2), "m": (0, 1, 3), "k": (0, 1, 2), "a": (3,)}
_FROM: Final = {0: 3, 1: 2, 2: 1, 3: 1}  # relative seat by the tiles before the letter


class Call(NamedTuple):
    """A call: its event, the own tiles it sets out, and the seat it claims from, NONE of a kan of own tiles."""

    event: Event
    own: tuple[int, ...]
    from_seat: int


def claim(text: str, seat: int, seats: int, place: str) -> Call:
    """The chi, pon or open kan that stands in the place of a draw. Raises LogError."""
    letter, before, codes = _parts(text, place)
    if letter not in "cpm":
        raise LogError(f"{shown(text)!r} is not a claim", place)
    from_seat = _from_seat(text, seat, seats, before, place)
    claimed = codes[before]
    own = (*codes[:before], *codes[before + 1 :])
    if letter == "c":
        return Call(Chi(seat, from_seat, claimed, own), own, from_seat)
    if letter == "p":
        return Call(Pon(seat, from_seat, claimed, own), own, from_seat)
    return Call(Kan(seat, KanType.OPEN, own, claimed, from_seat), own, from_seat)


def own_kan(text: str, seat: int, seats: int, place: str) -> Call:
    """The concealed or added kan that stands in the place of a discard. Raises LogError."""
    letter, before, codes = _parts(text, place)
    if letter == "a":
        return Call(Kan(seat, KanType.CONCEALED, codes), codes, NONE)
    if letter != "k":
        raise LogError(f"{shown(text)!r} is neither a discard nor a kan", place)
    _from_seat(text, seat, seats, before, place)
    added = (codes[before],)
    return Call(Kan(seat, KanType.ADDED, added), added, NONE)


def _parts(text: str, place: str) -> tuple[str, int, tuple[int, ...]]:
    """The letter of a call, how many tiles stand before it, and the codes of all its tiles."""
    match = _CALL.fullmatch(text) if len(text) <= 9 else None
    if match is None:
        raise LogError(f"{shown(text)!r} is not a call", place)
    letter = match[2]
    digits = match[1] + match[3]
    codes = tuple([CODE_OF.get(int(digits[at : at + 2]), -1) for at in range(0, len(digits), 2)])
    before = len(match[1]) // 2
    if -1 in codes or len(codes) != _SIZE[letter] or before not in _PLACES[letter]:
        raise LogError(f"{shown(text)!r} is not a call", place)
    return letter, before, codes


def _from_seat(text: str, seat: int, seats: int, before: int, place: str) -> int:
    from_seat = (seat + _FROM[before]) % 4
    if from_seat >= seats:
        raise LogError(f"{shown(text)!r} is a claim from seat {from_seat}, which does not exist", place)
    return from_seat
