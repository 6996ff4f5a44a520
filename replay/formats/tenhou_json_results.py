"""Ends of rounds in tenhou.net/6 logs: ``["和了", deltas, [winner, from, liable, value, yaku …], …]`` and draws.

The value is a text: ``30符2飜1000-2000点``, ``満貫8000点``, ``跳満6000点∀`` (from each). Each yaku is one too:
``立直(1飜)``, ``国士無双(役満)``.
"""

import re
from dataclasses import dataclass
from typing import Final

from replay.formats.foreign_text import shown
from replay.formats.json_values import Json, integer, items, text
from replay.formats.tenhou_json_values import points
from replay.gamelog import YAKUMAN_HAN, ClaimedYaku, DrawReason, LogError, RoundDrawn, Win
from replay.hand.names import PREVAILING_WIND, SEAT_WIND, YAKU_OF_TEXT

WIN: Final = "和了"

_EXHAUSTIVE: Final = "流局"
_ALL_TENPAI: Final = "全員聴牌"
_NOBODY_TENPAI: Final = "全員不聴"
_REASONS: Final[dict[str, DrawReason]] = {
    _EXHAUSTIVE: DrawReason.EXHAUSTIVE,
    _ALL_TENPAI: DrawReason.EXHAUSTIVE,
    _NOBODY_TENPAI: DrawReason.EXHAUSTIVE,
    "流し満貫": DrawReason.NAGASHI,
    "九種九牌": DrawReason.NINE_TERMINALS,
    "四風連打": DrawReason.FOUR_WINDS,
    "四家立直": DrawReason.FOUR_RIICHI,
    "四槓散了": DrawReason.FOUR_KANS,
    "四開槓": DrawReason.FOUR_KANS,
    "三家和了": DrawReason.TRIPLE_RON,
}

_VALUE: Final = re.compile(
    r"(?:([0-9]{1,3})符)?(?:([0-9]{1,3})[飜翻])?([^0-9]{0,12}|[2-6]倍役満)([0-9]{1,6})(?:-([0-9]{1,6}))?点(∀|オール)?"
)
_YAKU: Final = re.compile(r"(.{1,20})\((?:([0-9]{1,2})[飜翻]|(ダブル|二倍|2倍)?役満)\)")
_WINNERS: Final = 3


@dataclass(frozen=True)
class Result:
    """How a round ended: drawn, or won. Tile, hand and ura indicators of a win are not filled in yet."""

    drawn: RoundDrawn | None
    wins: tuple[Win, ...] = ()

    @property
    def ronned(self) -> bool:
        """Whether the last discard was won, also by three, where that ends the round."""
        if self.drawn is not None:
            return self.drawn.reason is DrawReason.TRIPLE_RON
        return self.wins[0].seat != self.wins[0].from_seat


def read_result(value: Json, seats: int, dealer: int, wind: int) -> Result:
    """The result. Raises LogError."""
    entries = items(value, "result")
    name = text(entries[0], "result") if entries else ""
    if name == WIN:
        return Result(None, _wins(entries, seats, dealer, wind))
    reason = _REASONS.get(name)
    if reason is None:
        raise LogError(f"{shown(name)!r} is no end of a round", "result")
    if len(entries) > 2:
        raise LogError(f"{len(entries) - 1} parts follow {name}", "result")
    tenpai: tuple[int, ...] | None = None
    if name == _ALL_TENPAI:
        tenpai = tuple(range(seats))
    elif name == _NOBODY_TENPAI:
        tenpai = ()
    deltas: tuple[int, ...] | None = None
    if len(entries) == 2:
        deltas = points(entries[1], seats, "result, deltas")
    elif tenpai is not None or reason not in (DrawReason.EXHAUSTIVE, DrawReason.NAGASHI):
        deltas = (0,) * seats  # the list is left out where nothing is paid
    return Result(RoundDrawn(reason, None, tenpai, None, deltas))


def _wins(entries: list[Json], seats: int, dealer: int, wind: int) -> tuple[Win, ...]:
    if len(entries) % 2 == 0 or not 1 <= len(entries) // 2 <= _WINNERS:
        raise LogError(f"{len(entries) - 1} parts follow {WIN}, not deltas and winner by turns", "result")
    wins = []
    for number in range(len(entries) // 2):
        place = f"result, win {number + 1}"
        deltas = points(entries[2 * number + 1], seats, f"{place}, deltas")
        wins.append(_win(items(entries[2 * number + 2], place), deltas, seats, dealer, wind, place))
    return tuple(wins)


def _win(parts: list[Json], deltas: tuple[int, ...], seats: int, dealer: int, wind: int, place: str) -> Win:
    if len(parts) < 4:
        raise LogError("not winner, seat won from, liable seat and value", place)
    winner, from_seat, liable = [_seat(part, seats, place) for part in parts[:3]]
    value = text(parts[3], f"{place}, value")
    match = _VALUE.fullmatch(value) if len(value) <= 40 else None
    if match is None:
        raise LogError(f"{shown(value)!r} is not a value", f"{place}, value")
    yaku = tuple([_yaku(part, (winner - dealer) % seats, wind, f"{place}, yaku") for part in parts[4:]])
    return Win(
        winner,
        from_seat,
        0,
        (),
        yaku,
        int(match[2]) if match[2] else sum([claimed.han for claimed in yaku]),
        int(match[1]) if match[1] else None,
        _won(int(match[4]), match[5], match[6], seats),
        None,
        liable if liable != winner else None,
        deltas,
    )


def _won(first: int, second: str | None, each: str | None, seats: int) -> int:
    """The points of the text: one payer's, the non-dealers' and the dealer's, or everybody's."""
    if second is not None:
        return (seats - 2) * first + int(second)
    return (seats - 1) * first if each is not None else first


def _seat(value: Json, seats: int, place: str) -> int:
    seat = integer(value, place)
    if not 0 <= seat < seats:
        raise LogError(f"there is no seat {seat}", place)
    return seat


def _yaku(value: Json, seat_wind: int, wind: int, place: str) -> ClaimedYaku:
    written = text(value, place)
    match = _YAKU.fullmatch(written) if len(written) <= 40 else None
    if match is None:
        raise LogError(f"{shown(written)!r} is not a yaku with its han", place)
    name = YAKU_OF_TEXT.get(match[1], "")
    if name == "seat_wind":
        name = SEAT_WIND[seat_wind]
    elif name == "prevailing_wind":
        name = PREVAILING_WIND[wind]
    if not name:
        raise LogError(f"there is no yaku {shown(match[1])!r}", place)
    if match[2]:
        return ClaimedYaku(name, int(match[2]))
    return ClaimedYaku(name, 2 * YAKUMAN_HAN if match[3] else YAKUMAN_HAN)
