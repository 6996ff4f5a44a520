"""Ends of rounds and games in Tenhou logs: ``AGARI``, ``RYUUKYOKU`` and their `owari`."""

from typing import Final

from replay.formats.foreign_text import shown
from replay.formats.tenhou_attributes import (
    ID_CODES,
    MalformedError,
    number,
    numbers,
    required,
    seat,
    tenths,
    tile_id,
    tile_ids,
)
from replay.gamelog import YAKUMAN_HAN, ClaimedYaku, DrawReason, GameEnd, RoundDrawn, Win
from replay.hand.names import TENHOU_YAKU

HAND_NAMES: Final = ("hai0", "hai1", "hai2", "hai3")

_REASONS: Final[dict[str, DrawReason]] = {
    "yao9": DrawReason.NINE_TERMINALS,
    "kaze4": DrawReason.FOUR_WINDS,
    "reach4": DrawReason.FOUR_RIICHI,
    "ron3": DrawReason.TRIPLE_RON,
    "kan4": DrawReason.FOUR_KANS,
    "nm": DrawReason.NAGASHI,
}

_MAX_HAN: Final = 99  # of one entry: more than any number of dora

_PAIRS: Final[dict[int, frozenset[int]]] = {3: frozenset((6, 8, 12, 16)), 4: frozenset((8, 16))}
"""How many entries a list of two a seat may have: three players with or without an empty fourth, chips or not."""

_MAX_CLAIMS: Final = 4096
_MAX_CLAIM_TEXT: Final = 80
_Claims = tuple[tuple[ClaimedYaku, ...], int]  # with the sum of their han
_claims: dict[str, _Claims] = {}
"""What texts of `yaku` mean. Few differ; past the bound it begins anew."""


def win(found: dict[str, str], seats: int, *, reds: bool) -> Win:
    """The win of an ``AGARI``. Raises MalformedError."""
    codes = ID_CODES[reds]
    value = numbers(found, "ten")
    if len(value) != 3 or min(value) < 0:
        raise MalformedError("ten: not fu, points and a limit")
    yaku, han = _claimed(found)
    ura = tuple([codes[tile] for tile in tile_ids(found, "doraHaiUra")]) if "doraHaiUra" in found else None
    return Win(
        seat(found, "who", seats),
        seat(found, "fromWho", seats),
        codes[tile_id(required(found, "machi"), "machi")],
        tuple([codes[tile] for tile in tile_ids(found, "hai")]),
        yaku,
        han,
        value[0],
        value[1],
        ura,
        seat(found, "paoWho", seats) if "paoWho" in found else None,
        _deltas(found, seats),
    )


def _claimed(found: dict[str, str]) -> _Claims:
    """The yaku or yakuman listed, and their han."""
    if "yaku" not in found:
        return _summed([ClaimedYaku(_yaku_name(entry), YAKUMAN_HAN) for entry in numbers(found, "yakuman")])
    text = found["yaku"]
    claims = _claims.get(text)
    if claims is None:
        entries = numbers(found, "yaku")
        if len(entries) % 2:
            raise MalformedError("yaku: a number without its han")
        for han in entries[1::2]:
            if not 0 <= han <= _MAX_HAN:
                raise MalformedError(f"yaku: no yaku has {han} han")
        claims = _summed([ClaimedYaku(_yaku_name(entries[i]), entries[i + 1]) for i in range(0, len(entries), 2)])
        if len(text) <= _MAX_CLAIM_TEXT:
            if len(_claims) >= _MAX_CLAIMS:
                _claims.clear()
            _claims[text] = claims
    return claims


def _summed(claims: list[ClaimedYaku]) -> _Claims:
    return tuple(claims), sum([claim.han for claim in claims])


def _yaku_name(entry: int) -> str:
    if not 0 <= entry < len(TENHOU_YAKU):
        raise MalformedError(f"there is no yaku {entry}")
    return TENHOU_YAKU[entry]


def _deltas(found: dict[str, str], seats: int) -> tuple[int, ...]:
    """Points won or lost a seat, from `sc`: before and change a seat, in hundreds, then perhaps the same in chips."""
    entries = numbers(found, "sc")
    if len(entries) not in _PAIRS[seats]:
        raise MalformedError(f"sc: {len(entries)} entries for {seats} seats")
    return tuple([100 * change for change in entries[1 : 2 * seats : 2]])


def drawn_round(found: dict[str, str], seats: int, *, reds: bool) -> RoundDrawn:
    """The end of a round by a ``RYUUKYOKU``. Raises MalformedError."""
    codes = ID_CODES[reds]
    reason = DrawReason.EXHAUSTIVE
    if "type" in found:
        named = _REASONS.get(found["type"])
        if named is None:
            raise MalformedError(f"type: {shown(found['type'])!r} is no reason for a draw")
        reason = named
    hands: list[tuple[int, ...] | None] = []
    for name in HAND_NAMES[:seats]:
        hands.append(tuple([codes[tile] for tile in tile_ids(found, name)]) if found.get(name) else None)
    showing = tuple([place for place, hand in enumerate(hands) if hand is not None])
    return RoundDrawn(
        reason,
        showing[0] if reason is DrawReason.NINE_TERMINALS and len(showing) == 1 else None,
        showing if reason is DrawReason.EXHAUSTIVE or reason is DrawReason.NAGASHI else None,
        tuple(hands),
        _deltas(found, seats),
    )


def game_end(text: str, seats: int) -> GameEnd:
    """The end of the game from an `owari`: points in hundreds and result a seat. Raises MalformedError.

    A table with chips adds twice as many entries, which have no place in an event.
    """
    entries = text.split(",")
    if len(entries) not in _PAIRS[seats]:
        raise MalformedError(f"owari: {len(entries)} entries for {seats} seats")
    return GameEnd(
        tuple([100 * number(entry, "owari") for entry in entries[: 2 * seats : 2]]),
        None,
        tuple([tenths(entry, "owari") for entry in entries[1 : 2 * seats : 2]]),
    )
