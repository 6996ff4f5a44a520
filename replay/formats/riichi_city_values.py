"""The parts of a Riichi City log: tile numbers, walls, the accounts at the table, and its numbers for yaku.

Tile numbers are 0x01-0x09 circles, 0x11-0x19 bamboo, 0x21-0x29 characters, 0x31, 0x41 … 0x91 the honours, and 0x100
more for a red five. The numbers of yaku, ends and actions are those of the platform's client.
"""

from typing import Final

from replay.formats import calendar_text
from replay.formats.foreign_text import shown
from replay.formats.json_values import Json, integer, items, members, text
from replay.gamelog import LogError
from replay.hand.names import PREVAILING_WIND, SEAT_WIND
from replay.tiles import CODE_OF_TEXT, RED_5M, RED_5P, RED_5S

MOST_TILES: Final = 136

CODE_OF: Final[dict[int, int]] = {
    **{number: 8 + number for number in range(1, 10)},
    **{0x10 + number: 17 + number for number in range(1, 10)},
    **{0x20 + number: number - 1 for number in range(1, 10)},
    **{0x31 + 0x10 * honour: 27 + honour for honour in range(7)},
    0x105: RED_5P,
    0x115: RED_5S,
    0x125: RED_5M,
}
"""The tile code of every tile number."""

WIND_OF: Final[dict[int, int]] = {0x31: 0, 0x41: 1, 0x51: 2, 0x61: 3}
"""The wind of every number of `quan_feng`."""

YAKU_OF: Final[dict[int, str]] = {
    0: "riichi",
    1: "menzen_tsumo",
    2: "ippatsu",
    3: "rinshan",
    4: "haitei",
    5: "houtei",
    6: "chankan",
    7: "chun",
    8: "hatsu",
    9: "haku",
    10: "prevailing_wind",
    11: "seat_wind",
    12: "iipeikou",
    13: "pinfu",
    14: "tanyao",
    15: "double_riichi",
    16: "toitoi",
    17: "chiitoitsu",
    18: "sanankou",
    19: "sankantsu",
    20: "honroutou",
    21: "chanta",
    22: "ittsu",
    23: "sanshoku_doujun",
    24: "shousangen",
    25: "sanshoku_doukou",
    26: "junchan",
    27: "honitsu",
    28: "ryanpeikou",
    29: "chinitsu",
    31: "tenhou",
    32: "chiihou",
    33: "renhou",
    34: "kokushi",
    35: "kokushi_13",
    36: "chuuren",
    37: "junsei_chuuren",
    38: "suuankou",
    39: "suuankou_tanki",
    40: "suukantsu",
    41: "chinroutou",
    42: "tsuuiisou",
    43: "daisuushi",
    44: "shousuushi",
    45: "daisangen",
    46: "ryuuiisou",
    49: "red_five",
    50: "dora",
    51: "ura_dora",
    55: "north_dora",
    56: "north_triplet",
}
"""The yaku of every `fang_type` a win can have; 30 is nagashi. Those of the seat's and the round's wind are made
definite where it is known. Left out are yaku no ruleset here knows: ryuuiisou without green dragons (47), eight wins in
a row (48), and open riichi (52-54)."""

YAKUMAN: Final = range(31, 47)
"""The `fang_type` of the yakuman."""

NAGASHI: Final = 30


def flag(value: Json, place: str) -> bool:
    """True or false. Raises LogError."""
    if not isinstance(value, bool):
        raise LogError("true or false is expected", place)
    return value


def count(value: Json, place: str) -> int:
    """The whole number, which is not below 0. Raises LogError."""
    number = integer(value, place)
    if number < 0:
        raise LogError(f"{number} is below 0", place)
    return number


def tile(value: Json, place: str) -> int:
    """The code of a tile number. Raises LogError."""
    number = integer(value, place)
    code = CODE_OF.get(number)
    if code is None:
        raise LogError(f"there is no tile {number}", place)
    return code


def tiles(value: Json, place: str) -> tuple[int, ...]:
    """The codes of a list of tile numbers; none where there is no list. Raises LogError."""
    if value is None:
        return ()
    entries = items(value, place)
    if len(entries) > MOST_TILES:
        raise LogError(f"{len(entries)} tiles, more than there are", place)
    return tuple([tile(entry, place) for entry in entries])


def wall(value: Json, place: str) -> tuple[int, ...] | None:
    """The wall of a text of two characters a tile in the order they are dealt, in break order, which is the reverse.

    None where the text is empty. Raises LogError.
    """
    written = text(value, place)
    if len(written) > 2 * MOST_TILES:
        raise LogError(f"{len(written) // 2} tiles, more than there are", place)
    names = [written[at : at + 2] for at in range(0, len(written), 2)]
    codes = [CODE_OF_TEXT.get(name, -1) for name in names]
    if -1 in codes:
        at = codes.index(-1)
        raise LogError(f"there is no tile {shown(names[at])!r}", f"{place}, tile {at + 1}")
    return tuple(reversed(codes)) if codes else None


def seat_of(value: Json, seats: dict[int, int], place: str) -> int:
    """The seat of an account. Raises LogError."""
    seat = seats.get(account(value, place))
    if seat is None:
        raise LogError("an account that does not sit at the table", place)
    return seat


def account(value: Json, place: str) -> int:
    """The number of an account. Raises LogError."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 63:
        raise LogError("the number of an account is expected", place)
    return value


def by_seat(value: Json, key: str, seats: dict[int, int], place: str) -> tuple[dict[str, Json], ...]:
    """The objects of a list that has one for every account of the table, a seat. Raises LogError."""
    entries = [members(entry, place) for entry in items(value, place)]
    found = {seat_of(entry.get(key), seats, place): entry for entry in entries}
    if len(entries) != len(seats) or len(found) != len(seats):
        raise LogError(f"not one entry for each of {len(seats)} accounts", place)
    return tuple([found[seat] for seat in range(len(seats))])


def yaku_name(fang_type: int, seat_wind: int, wind: int) -> str:
    """The name of a yaku; empty when there is none. Winds are those of the winner's seat and of the round."""
    name = YAKU_OF.get(fang_type, "")
    if name == "seat_wind":
        return SEAT_WIND[seat_wind]
    return PREVAILING_WIND[wind] if name == "prevailing_wind" else name


def moment(value: Json) -> str:
    """RFC 3339 text of a time in milliseconds since 1970, UTC; empty when it is none."""
    return calendar_text.moment(value // 1000) if isinstance(value, int) and not isinstance(value, bool) else ""
