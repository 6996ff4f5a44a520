"""How a round of a Riichi City log ended: event 5 with `end_type`, `win_info` and `user_profit`, and event 6."""

from dataclasses import dataclass
from typing import Final

from replay.formats.json_values import Json, integer, items, members
from replay.formats.riichi_city_values import (
    NAGASHI,
    YAKUMAN,
    by_seat,
    count,
    flag,
    seat_of,
    tiles,
    yaku_name,
)
from replay.gamelog import YAKUMAN_HAN, ClaimedYaku, DrawReason, Event, GameEnd, LogError, RoundDrawn, RoundStart, Win

NONE: Final = -1

_RON: Final = 0
_SELF_DRAW: Final = 1
_REASONS: Final[dict[int, DrawReason]] = {
    2: DrawReason.FOUR_WINDS,
    3: DrawReason.FOUR_KANS,
    4: DrawReason.FOUR_RIICHI,
    5: DrawReason.TRIPLE_RON,
    6: DrawReason.NINE_TERMINALS,
    7: DrawReason.EXHAUSTIVE,
    # As the client names the aborts of three players.
    1002: DrawReason.FOUR_WINDS,
    1004: DrawReason.FOUR_RIICHI,
}
_OUTSIDE: Final[dict[int, str]] = {
    8: "by a vote of the players",
    9: "by a penalty",
    10: "by a penalty",
    11: "by force",
}
"""Ends that no rule knows."""

_MOST_YAKU: Final = 64  # of one win


@dataclass
class Ending:
    """What is known when a round ends. Tiles are codes, NONE where there is none."""

    start: RoundStart
    seats: dict[int, int]  # seat of every account
    from_seat: int  # who discarded, or set out, the last tile
    offered: int  # that tile
    drawn: list[int]  # the tile just drawn, a seat
    won: dict[int, int]  # the tile of the win that each seat declared
    declared: int  # who declared nine terminals


def read_end(value: Json, known: Ending) -> list[Event]:
    """The wins, or the draw, of event 5. Raises LogError."""
    found = members(value, "data")
    kind = integer(found.get("end_type"), "end_type")
    if kind in _OUTSIDE:
        raise LogError(f"the round was ended {_OUTSIDE[kind]}, which no rule covers", "end_type")
    profits = by_seat(found.get("user_profit"), "user_id", known.seats, "user_profit")
    deltas = tuple([integer(entry.get("point_profit"), "user_profit, point_profit") for entry in profits])
    shown = [members(entry, "win_info") for entry in items(found.get("win_info"), "win_info")]
    if len(shown) > len(known.seats):
        raise LogError(f"{len(shown)} entries for {len(known.seats)} seats", "win_info")
    if kind in _REASONS:
        return [_drawn(_REASONS[kind], shown, deltas, known)]
    if kind not in (_RON, _SELF_DRAW):
        raise LogError(f"{kind} is no end of a round", "end_type")
    if not shown:
        raise LogError("a win without a winner", "win_info")
    liable = [seat for seat, entry in enumerate(profits) if _flag(entry, "is_bao_pai", "user_profit")]
    return _wins(shown, deltas, liable, known, self_drawn=kind == _SELF_DRAW)


def _drawn(reason: DrawReason, shown: list[dict[str, Json]], deltas: tuple[int, ...], known: Ending) -> RoundDrawn:
    if reason is not DrawReason.EXHAUSTIVE:
        seat = known.declared if reason is DrawReason.NINE_TERMINALS and known.declared != NONE else None
        return RoundDrawn(reason, seat, None, None, deltas)
    hands: list[tuple[int, ...] | None] = [None] * len(known.seats)
    tenpai: list[int] = []
    for number, entry in enumerate(shown):
        place = f"win_info {number + 1}"
        seat = seat_of(entry.get("user_id"), known.seats, place)
        if any(kind == NAGASHI for kind, _ in _counted(entry, place)):
            reason = DrawReason.NAGASHI
        if entry.get("ting_card_list"):
            tenpai.append(seat)
            hands[seat] = tiles(entry.get("user_cards"), f"{place}, user_cards")
    return RoundDrawn(reason, None, tuple(sorted(set(tenpai))), tuple(hands), deltas)


def _wins(
    shown: list[dict[str, Json]], deltas: tuple[int, ...], liable: list[int], known: Ending, *, self_drawn: bool
) -> list[Event]:
    """The wins, nearest to the discarder first: the log lists them in an order of its own."""
    wins: list[Win] = []
    for number, entry in enumerate(shown):
        place = f"win_info {number + 1}"
        seat = seat_of(entry.get("user_id"), known.seats, place)
        if any(win.seat == seat for win in wins):
            raise LogError(f"seat {seat} wins twice", place)
        wins.append(_win(entry, seat, liable, known, place, self_drawn=self_drawn))
    if self_drawn and len(wins) > 1:
        raise LogError(f"{len(wins)} winners of a self-draw", "win_info")
    wins.sort(key=lambda win: (win.seat - win.from_seat) % len(known.seats))
    shares = _shares(wins, deltas, liable, known)
    return [
        Win(
            win.seat,
            win.from_seat,
            win.tile,
            win.hand,
            win.yaku,
            win.han,
            win.fu,
            win.points,
            win.ura_indicators,
            win.liable,
            share,
        )
        for win, share in zip(wins, shares, strict=True)
    ]


def _shares(wins: list[Win], deltas: tuple[int, ...], liable: list[int], known: Ending) -> list[tuple[int, ...] | None]:
    """What each win moves, where the log states only what all of them move together.

    The nearest winner has the deposits, and every winner the rest from the discarder. With a liable seat that does
    not say who paid for what, and nothing is stated.
    """
    if len(wins) == 1:
        return [deltas]
    if liable:
        return [None] * len(wins)
    shares: list[list[int]] = []
    for win in wins:
        share = [0] * len(deltas)
        share[win.seat] = deltas[win.seat]
        share[win.from_seat] = -deltas[win.seat]
        shares.append(share)
    # Whatever is left is the deposits, and what does not add up.
    shares[0] = [delta - sum([share[seat] for share in shares[1:]]) for seat, delta in enumerate(deltas)]
    return [tuple(share) for share in shares]


def _win(entry: dict[str, Json], seat: int, liable: list[int], known: Ending, place: str, *, self_drawn: bool) -> Win:
    from_seat = seat if self_drawn else known.from_seat
    tile = known.won.get(seat, known.drawn[seat] if self_drawn else known.offered)
    if tile == NONE or from_seat == NONE:
        raise LogError("a win without a tile that could be won on", place)
    if from_seat == seat and not self_drawn:
        raise LogError(f"seat {seat} wins on its own discard", place)
    hand = tiles(entry.get("user_cards"), f"{place}, user_cards")
    if not self_drawn and len(hand) % 3 == 1:
        hand = (*hand, tile)
    start = known.start
    seat_wind = (seat - start.dealer) % len(known.seats)
    yaku: list[ClaimedYaku] = []
    for kind, number in _counted(entry, place):
        name = yaku_name(kind, seat_wind, start.prevailing_wind)
        if not name:
            raise LogError(f"there is no yaku {kind}", f"{place}, fang_info")
        # A yakuman counts as 13 han or as one yakuman: no log with one was seen.
        han = YAKUMAN_HAN * number if kind in YAKUMAN and number < YAKUMAN_HAN else number
        yaku.append(ClaimedYaku(name, han))
    yakuman = sum([one.han for one in yaku if one.han >= YAKUMAN_HAN])
    payers = [other for other in liable if other != seat]
    ura = entry.get("li_bao_card")
    return Win(
        seat,
        from_seat,
        tile,
        hand,
        tuple(yaku),
        yakuman or count(entry.get("all_fang_num"), f"{place}, all_fang_num"),
        count(entry.get("all_fu"), f"{place}, all_fu"),
        integer(entry.get("all_point"), f"{place}, all_point"),
        None if ura is None else tiles(ura, f"{place}, li_bao_card"),
        payers[0] if len(payers) == 1 else None,
        None,
    )


def _counted(entry: dict[str, Json], place: str) -> list[tuple[int, int]]:
    """The (`fang_type`, `fang_num`) pairs of a hand."""
    value = entry.get("fang_info")
    if value is None:
        return []
    counted = [members(one, f"{place}, fang_info") for one in items(value, f"{place}, fang_info")]
    if len(counted) > _MOST_YAKU:
        raise LogError(f"{len(counted)} yaku", f"{place}, fang_info")
    pairs: list[tuple[int, int]] = []
    for one in counted:
        kind = integer(one.get("fang_type"), f"{place}, fang_type")
        pairs.append((kind, count(one.get("fang_num"), f"{place}, fang_num")))
    return pairs


def _flag(entry: dict[str, Json], name: str, place: str) -> bool:
    """The flag of that name, False where it is left out."""
    return name in entry and flag(entry[name], f"{place}, {name}")


def read_game_end(value: Json, seats: dict[int, int]) -> GameEnd:
    """The final points and results of event 6. Raises LogError.

    Its order is not taken for the placement: records were seen elsewhere that are not sorted.
    """
    entries = by_seat(members(value, "data").get("user_data"), "user_id", seats, "user_data")
    scores = tuple([integer(entry.get("point_num"), "user_data, point_num") for entry in entries])
    results = tuple([integer(entry.get("score"), "user_data, score") for entry in entries])
    return GameEnd(scores, None, results)
