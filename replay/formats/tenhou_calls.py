"""Calls of Tenhou logs: the bits of ``<N who m>`` and the event they mean.

The low two bits of `m` say from which relative seat the tile was claimed, always counted over four seats: at a
three-player table seat 2 claims from seat 0 with 2 and from seat 1 with 3 (all 2,171 claims of 252 logs and all
10,308 of 563 four-player logs). No claim has 0.
"""

from typing import Final, NamedTuple

from replay.formats.tenhou_attributes import ID_CODES, TILE_IDS, MalformedError
from replay.gamelog import Chi, Event, Kan, KanType, North, Pon
from replay.tiles import KINDS

# In the place of the tile drawn or discarded last.
NO_TILE: Final = -1
REPLACEMENT_DUE: Final = -2
SAME_TILE: Final = -3  # what was drawn last does not change


class Call(NamedTuple):
    """What a call or declaration means: its event, and the physical tiles it moves."""

    event: Event
    seat: int
    own: tuple[int, ...]  # ids of the own tiles it sets out
    claimed: int  # id of the claimed tile, NO_TILE if none
    following: int  # the tile drawn last from now on


def decode_call(who: int, m: int, seats: int, *, reds: bool) -> Call:
    """The call `m` of the seat `who`. Raises MalformedError when the bits mean no call at a table of `seats`."""
    if not 0 <= m < 0x10000:
        raise MalformedError(f"m: {m} is not a call")
    codes = ID_CODES[reds]
    if m & 0x4:
        return _chi(who, m, seats, codes)
    if m & 0x18:
        return _triplet(who, m, seats, codes)
    tile = m >> 8
    if m & 0x3F == 0x20:
        if tile >= TILE_IDS:
            raise MalformedError(f"m: {m} is a North of tile {tile}, which does not exist")
        return Call(North(who, codes[tile]), who, (tile,), NO_TILE, REPLACEMENT_DUE)
    if m & 0x3C or tile >= TILE_IDS:
        raise MalformedError(f"m: {m} is not a call")
    return _kan(who, m, seats, codes)


def _source(who: int, m: int, seats: int, what: str) -> int:
    """The seat a tile is claimed from."""
    from_seat = (who + (m & 3)) % 4
    if from_seat == who:
        raise MalformedError(f"m: {m} is a {what} of an own tile")
    if from_seat >= seats:
        raise MalformedError(f"m: {m} is a {what} from seat {from_seat}, which does not exist")
    return from_seat


def _chi(who: int, m: int, seats: int, codes: tuple[int, ...]) -> Call:
    from_seat = _source(who, m, seats, "chi")
    run, place = divmod(m >> 10, 3)
    if run >= 21:
        raise MalformedError(f"m: {m} is a chi of run {run}, which does not exist")
    kind = run // 7 * 9 + run % 7
    tiles = [4 * kind + (m >> 3 & 3), 4 * kind + 4 + (m >> 5 & 3), 4 * kind + 8 + (m >> 7 & 3)]
    claimed = tiles.pop(place)
    event = Chi(who, from_seat, codes[claimed], (codes[tiles[0]], codes[tiles[1]]))
    return Call(event, who, (tiles[0], tiles[1]), claimed, NO_TILE)


def _triplet(who: int, m: int, seats: int, codes: tuple[int, ...]) -> Call:
    """A pon, or the kan that adds its spare copy to it."""
    kind, place = divmod(m >> 9, 3)
    if kind >= KINDS:
        raise MalformedError(f"m: {m} is a triplet of kind {kind}, which does not exist")
    spare = m >> 5 & 3
    from_seat = _source(who, m, seats, "pon")
    if not m & 0x8:
        added = 4 * kind + spare
        return Call(Kan(who, KanType.ADDED, (codes[added],)), who, (added,), NO_TILE, REPLACEMENT_DUE)
    tiles = [4 * kind + copy for copy in range(4) if copy != spare]
    claimed = tiles.pop(place)
    event = Pon(who, from_seat, codes[claimed], (codes[tiles[0]], codes[tiles[1]]))
    return Call(event, who, (tiles[0], tiles[1]), claimed, NO_TILE)


def _kan(who: int, m: int, seats: int, codes: tuple[int, ...]) -> Call:
    """A concealed or open kan."""
    claimed = m >> 8
    first = claimed - claimed % 4
    if not m & 3:
        four = (first, first + 1, first + 2, first + 3)
        return Call(
            Kan(who, KanType.CONCEALED, tuple([codes[tile] for tile in four])), who, four, NO_TILE, REPLACEMENT_DUE
        )
    from_seat = _source(who, m, seats, "kan")
    own = tuple([tile for tile in range(first, first + 4) if tile != claimed])
    event = Kan(who, KanType.OPEN, tuple([codes[tile] for tile in own]), codes[claimed], from_seat)
    return Call(event, who, own, claimed, REPLACEMENT_DUE)
