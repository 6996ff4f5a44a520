"""One handler for each Tenhou tag that is no draw, discard or call."""

from collections.abc import Callable
from typing import Final
from urllib.parse import unquote

from replay.formats.foreign_text import storable
from replay.formats.tenhou_attributes import (
    ID_CODES,
    TILE_IDS,
    MalformedError,
    number,
    numbers,
    points,
    required,
    seat,
    tile_ids,
)
from replay.formats.tenhou_reading import ALL_UNSEEN, ON_TABLE, UNSEEN, Reading
from replay.formats.tenhou_results import HAND_NAMES, drawn_round, game_end, win
from replay.gamelog import Indicator, Remark, RemarkKind, Riichi, RiichiAccepted, RoundStart, WallCommitment

SPECIAL_RULES: Final = frozenset(("chip", "ratio", "csrule"))
"""Attributes that say, on any tag, that the table has rules of its own."""

_NO_REDS: Final = 0x02
_NO_OPEN_TANYAO: Final = 0x04
_SOUTH_GAME: Final = 0x08
_THREE_PLAYERS: Final = 0x10
_KNOWN_BITS: Final = 0xFF


def _mjloggm(reading: Reading, found: dict[str, str]) -> None:
    if reading.opened:
        raise MalformedError("a second log begins")
    reading.opened = True


def _end(reading: Reading, found: dict[str, str]) -> None:
    reading.closed = True


def _shuffle(reading: Reading, found: dict[str, str]) -> None:
    text = required(found, "seed")
    if not text.isascii():
        raise MalformedError("seed: not Base64")
    algorithm, _, seed = text.partition(",")
    reading.commitment = WallCommitment(algorithm, seed=seed)


def _go(reading: Reading, found: dict[str, str]) -> None:
    """The rules. Stated before the first round, once."""
    if reading.variant or reading.rounds:
        raise MalformedError(
            "the rules are stated twice" if reading.variant else "the rules are stated after a round began"
        )
    bits = number(required(found, "type"), "type")
    if bits < 0:
        raise MalformedError(f"type: {bits} is not a table")
    reading.seats = 3 if bits & _THREE_PLAYERS else 4
    reading.variant = "tenhou-sanma" if bits & _THREE_PLAYERS else "tenhou"
    reading.reds = not bits & _NO_REDS
    overrides = [("game_length", "south" if bits & _SOUTH_GAME else "east")]
    if bits & _NO_REDS:
        overrides.append(("red_fives", "[0, 0, 0]"))
    if bits & _NO_OPEN_TANYAO:
        overrides.append(("tanyao_han", "[0, 1]"))
    reading.overrides = tuple(overrides)
    if bits > _KNOWN_BITS:
        reading.remark_special_rules(f"GO type {bits} states rules of its own, not which")


def _un(reading: Reading, found: dict[str, str]) -> None:
    """The players; later the one who is back."""
    if not reading.players:
        names = [unquote(found[name]) for name in ("n0", "n1", "n2", "n3") if name in found]
        if len(names) >= 3:
            reading.players = tuple(map(storable, names))


def _bye(reading: Reading, found: dict[str, str]) -> None:
    who = seat(found, "who", reading.seats or 4)
    here = len(reading.rounds) - 1 if reading.rounds else None
    event = len(reading.events) - 1 if reading.rounds else None
    reading.remarks.append(Remark(RemarkKind.DISCONNECTED, here, event, who, f"seat {who} disconnected"))


def _ignored(reading: Reading, found: dict[str, str]) -> None:
    """TAIKYOKU: who deals first stands in the first INIT too."""


def _init(reading: Reading, found: dict[str, str]) -> None:
    seed = numbers(found, "seed")
    if len(seed) != 6 or min(seed) < 0:
        raise MalformedError("seed: not a round, honba, deposits, two dice and an indicator")
    deal, honba, deposits, _, _, indicator = seed
    if deal >= 16:
        raise MalformedError(f"seed: there is no round {deal}")
    if not reading.seats:
        reading.seats = 4 if found.get("hai3") else 3
    seats = reading.seats
    if seats == 3 and found.get("hai3"):
        raise MalformedError("hai3: a fourth hand with three players")
    scores = points(found, "ten", seats)
    dealer = seat(found, "oya", seats)
    if indicator >= TILE_IDS:
        raise MalformedError(f"seed: there is no tile {indicator}")
    where = reading.where
    where[:] = ALL_UNSEEN
    where[indicator] = ON_TABLE
    codes = ID_CODES[reading.reds]
    dealt = 1
    hands: list[tuple[int, ...]] = []
    for place in range(seats):
        hand = tile_ids(found, HAND_NAMES[place])
        for tile in hand:
            where[tile] = place
        dealt += len(hand)
        hands.append(tuple([codes[tile] for tile in hand]))

    reading.events = []
    reading.rounds.append(reading.events)
    reading.clashes.clear()
    reading.misled.clear()
    if where.count(UNSEEN) + dealt != TILE_IDS:
        _remark_deal(reading, [tile_ids(found, name) for name in HAND_NAMES[:seats]], indicator)
    reading.events.append(
        RoundStart(deal // 4, deal % 4 + 1, honba, deposits, dealer, scores, tuple(hands), (codes[indicator],))
    )


def _remark_deal(reading: Reading, hands: list[list[int]], indicator: int) -> None:
    """Deals again, with a remark on each tile that was there already."""
    where = reading.where
    where[:] = ALL_UNSEEN
    for place, hand in enumerate(hands):
        for tile in hand:
            if where[tile] != UNSEEN:
                reading.remark_twice(tile, place, f"seat {place} is dealt")
            where[tile] = place
    if where[indicator] != UNSEEN:
        reading.remark_twice(indicator, None, "the indicator is")
    where[indicator] = ON_TABLE


def _dora(reading: Reading, found: dict[str, str]) -> None:
    reading.in_round()
    tiles = tile_ids(found, "hai")
    if len(tiles) != 1:
        raise MalformedError(f"hai: {len(tiles)} indicators at once")
    if reading.where[tiles[0]] != UNSEEN:
        reading.remark_twice(tiles[0], None, "the new indicator is")
    reading.where[tiles[0]] = ON_TABLE
    reading.events.append(Indicator(ID_CODES[reading.reds][tiles[0]]))


def _reach(reading: Reading, found: dict[str, str]) -> None:
    reading.in_round()
    who = seat(found, "who", reading.seats)
    step = required(found, "step")
    if step == "1":
        reading.events.append(Riichi(who))
    elif step == "2":
        reading.events.append(RiichiAccepted(who, points(found, "ten", reading.seats) if "ten" in found else None))
    else:
        raise MalformedError("step: neither 1 nor 2")


def _agari(reading: Reading, found: dict[str, str]) -> None:
    reading.in_round()
    reading.events.append(win(found, reading.seats, reds=reading.reds))
    _owari(reading, found)


def _ryuukyoku(reading: Reading, found: dict[str, str]) -> None:
    reading.in_round()
    reading.events.append(drawn_round(found, reading.seats, reds=reading.reds))
    _owari(reading, found)


def _owari(reading: Reading, found: dict[str, str]) -> None:
    """The end of the game, where a result states it."""
    if "owari" in found:
        reading.events.append(game_end(found["owari"], reading.seats))
        if reading.ended is None:
            reading.ended = (len(reading.rounds) - 1, len(reading.events))


HANDLERS: Final[dict[str, Callable[[Reading, dict[str, str]], None]]] = {
    "mjloggm": _mjloggm,
    "SHUFFLE": _shuffle,
    "GO": _go,
    "UN": _un,
    "TAIKYOKU": _ignored,
    "INIT": _init,
    "REACH": _reach,
    "DORA": _dora,
    "AGARI": _agari,
    "RYUUKYOKU": _ryuukyoku,
    "BYE": _bye,
    "/mjloggm": _end,
}
"""What each tag does to what has been read. They raise MalformedError."""
