"""Ends of rounds in Mahjong Soul records: `RecordHule`, `RecordNoTile`, `RecordLiuJu`.

A RecordHule has one entry a winner and one list of what the round moves in all. What the later winners get is what
their scores gain; the nearest to the discarder has the rest, and with it honba and deposits.
"""

from dataclasses import replace
from typing import Final

from replay.formats.json_values import Json
from replay.formats.majsoul_values import Message, entries, flag, number, parts, points, seat, tile, tiles
from replay.gamelog import YAKUMAN_HAN, ClaimedYaku, DrawReason, LogError, RoundDrawn, Win
from replay.hand.names import PREVAILING_WIND, SEAT_WIND

MOST_WINNERS: Final = 3
MOST_HAN: Final = 99

_SEAT_WIND: Final = 10
_PREVAILING_WIND: Final = 11

FANS: Final[dict[int, str]] = {
    1: "menzen_tsumo",
    2: "riichi",
    3: "chankan",
    4: "rinshan",
    5: "haitei",
    6: "houtei",
    7: "haku",
    8: "hatsu",
    9: "chun",
    12: "tanyao",
    13: "iipeikou",
    14: "pinfu",
    15: "chanta",
    16: "ittsu",
    17: "sanshoku_doujun",
    18: "double_riichi",
    19: "sanshoku_doukou",
    20: "sankantsu",
    21: "toitoi",
    22: "sanankou",
    23: "shousangen",
    24: "honroutou",
    25: "chiitoitsu",
    26: "junchan",
    27: "honitsu",
    28: "ryanpeikou",
    29: "chinitsu",
    30: "ippatsu",
    31: "dora",
    32: "red_five",
    33: "ura_dora",
    34: "north_dora",
    35: "tenhou",
    36: "chiihou",
    37: "daisangen",
    38: "suuankou",
    39: "tsuuiisou",
    40: "ryuuiisou",
    41: "chinroutou",
    42: "kokushi",
    43: "shousuushi",
    44: "suukantsu",
    45: "chuuren",
    47: "junsei_chuuren",
    48: "suuankou_tanki",
    49: "kokushi_13",
    50: "daisuushi",
    59: "renhou",  # in rooms with old local yaku
}
"""Names of `fans` ids; 10 and 11 are the triplets of the own and the round's wind, whichever those are."""

_REASONS: Final[dict[int, DrawReason]] = {
    1: DrawReason.NINE_TERMINALS,
    2: DrawReason.FOUR_WINDS,
    3: DrawReason.FOUR_KANS,
    4: DrawReason.FOUR_RIICHI,
}


def read_wins(
    data: Message, seats: int, dealer: int, wind: int, discarder: int | None, held: list[list[int]]
) -> list[Win]:
    """The wins of a RecordHule, the nearest to the discarder first. Raises LogError.

    `discarder`: whose tile is won, where it is one's last discard, kan or North. `held`: the tiles a seat held as the
    record goes, for winners whose hand is left out.
    """
    hules = parts(data, "hules")
    if not 1 <= len(hules) <= MOST_WINNERS:
        raise LogError(f"{len(hules)} wins", "hules")
    wins = [_win(hule, seats, dealer, wind, discarder, held) for hule in hules]
    winners = [win.seat for win in wins]
    if len(set(winners)) < len(winners):
        raise LogError("a seat wins twice", "hules")
    deltas = points(data, seats, "delta_scores")
    if len(wins) == 1:
        return [replace(wins[0], deltas=deltas)]
    if any(win.from_seat == win.seat for win in wins):
        raise LogError("several win, one of them by self-draw", "hules")
    wins = sorted(wins, key=lambda win: (win.seat - win.from_seat) % seats)
    if deltas is None:
        return wins
    shares = _shares(deltas, wins)
    return [replace(win, deltas=share) for win, share in zip(wins, shares, strict=True)]


def _shares(deltas: tuple[int, ...], wins: list[Win]) -> list[tuple[int, ...]]:
    """What each of several winners gets, and from whom.

    A payer who did not discard is liable for a yakuman of three dragons or four winds, and pays for the win with it.
    """
    payer = wins[0].from_seat
    liable = next((one for one, delta in enumerate(deltas) if delta < 0 and one != payer), None)
    liable_for = next((win.seat for win in wins if _has_liability(win)), None)
    first = list(deltas)
    shares: list[tuple[int, ...]] = []
    for win in wins[1:]:
        share = [0] * len(deltas)
        share[win.seat] = deltas[win.seat]
        share[payer] = -deltas[win.seat]
        if liable is not None and liable_for == win.seat:
            share[payer] -= deltas[liable]
            share[liable] = deltas[liable]
        shares.append(tuple(share))
        first = [left - moved for left, moved in zip(first, share, strict=True)]
    return [tuple(first), *shares]


def _has_liability(win: Win) -> bool:
    return any(yaku.name in ("daisangen", "daisuushi") for yaku in win.yaku or ())


def _win(hule: Message, seats: int, dealer: int, wind: int, discarder: int | None, held: list[list[int]]) -> Win:
    winner = seat(hule, seats)
    self_draw = flag(hule, "zimo")
    if not self_draw and (discarder is None or discarder == winner):
        raise LogError(f"seat {winner} wins on a tile that nobody else played", "hules")
    won = tile(hule, "hu_tile")
    shown = tiles(hule, "hand")
    if shown:
        hand = (*shown, won)
    else:
        hand = tuple(held[winner]) if self_draw else (*held[winner], won)
    yaku, han = _claims(hule, (winner - dealer) % seats, wind)
    # Below, 0 is a default: no win has no fu or no points. Ura stand there for riichi winners only.
    fu = number(hule, "fu") or None
    ura = tiles(hule, "li_doras") or None
    return Win(
        winner,
        winner if self_draw or discarder is None else discarder,
        won,
        hand,
        yaku,
        han,
        None if yaku is None else fu,
        None if yaku is None else _points(hule, seats, self_draw=self_draw, dealer=winner == dealer),
        ura,
        None,
        None,
    )


def _claims(hule: Message, seat_wind: int, wind: int) -> tuple[tuple[ClaimedYaku, ...] | None, int | None]:
    """The yaku and han claimed, None where neither is stated. Of a yakuman `val` and `count` are numbers of yakuman."""
    fans: list[Json] = entries(hule, "fans")
    count = number(hule, "count")
    if not fans and not count:
        return None, None
    times = YAKUMAN_HAN if flag(hule, "yiman") else 1
    if not 0 <= count <= MOST_HAN:
        raise LogError(f"no hand has {count} han", "hules, count")
    yaku = []
    for fan in parts(hule, "fans"):
        val = number(fan, "val")
        if not 0 <= val <= MOST_HAN:
            raise LogError(f"no yaku has {val} han", "hules, fans")
        yaku.append(ClaimedYaku(_name(number(fan, "id"), seat_wind, wind), val * times))
    return tuple(yaku), count * times


def _name(fan: int, seat_wind: int, wind: int) -> str:
    if fan == _SEAT_WIND:
        return SEAT_WIND[seat_wind]
    if fan == _PREVAILING_WIND:
        return PREVAILING_WIND[wind]
    name = FANS.get(fan)
    if name is None:
        raise LogError(f"there is no yaku {fan}", "hules, fans")
    return name


def _points(hule: Message, seats: int, *, self_draw: bool, dealer: bool) -> int | None:
    """The points without honba and deposits; on a self-draw the sum paid."""
    if not self_draw:
        return number(hule, "point_rong") or None
    others = number(hule, "point_zimo_xian")
    if dealer:
        return (seats - 1) * others or None
    return number(hule, "point_zimo_qin") + (seats - 2) * others or None


def read_no_tile(data: Message, seats: int) -> RoundDrawn:
    """The drawn round of a RecordNoTile. Raises LogError."""
    nagashi = flag(data, "liujumanguan")
    players = parts(data, "players")
    if players and len(players) != seats:
        raise LogError(f"{len(players)} players, where {seats} play", "players")
    tenpai = tuple([place for place, player in enumerate(players) if flag(player, "tingpai")]) if players else None
    hands = tuple([tiles(player, "hand") or None for player in players]) if players else None
    moved = [found for entry in parts(data, "scores") if (found := points(entry, seats, "delta_scores")) is not None]
    deltas = tuple([sum(column) for column in zip(*moved, strict=True)]) if moved else None
    reason = DrawReason.NAGASHI if nagashi else DrawReason.EXHAUSTIVE
    return RoundDrawn(reason, None, tenpai, hands if hands and any(hands) else None, deltas)


def read_abort(data: Message, seats: int) -> RoundDrawn:
    """The abort of a RecordLiuJu. Raises LogError."""
    kind = number(data, "type")
    reason = _REASONS.get(kind)
    if reason is None:
        raise LogError(f"there is no abort {kind}", "type")
    if reason is not DrawReason.NINE_TERMINALS:
        return RoundDrawn(reason)
    who = seat(data, seats)
    shown = tiles(data, "tiles")
    hands = tuple([shown if place == who else None for place in range(seats)]) if shown else None
    return RoundDrawn(reason, who, None, hands)


def scores_after(data: Message, seats: int) -> tuple[int, ...] | None:
    """The scores a RecordHule states after the round, None when it does not. Raises LogError."""
    return points(data, seats, "scores")
