"""The events of encoded GameEvents, one small function a kind. What is malformed is refused with a reason."""

from collections.abc import Callable
from typing import Final

from replay.formats.native_fields import (
    ABSENT,
    BYTES,
    LIST,
    LISTS,
    MAX_KEPT,
    NUMBER,
    NUMBERS,
    PART,
    PARTS,
    TEXT,
    Fields,
    MalformedError,
    Schema,
    after_field,
    number_at,
    numbers_in,
    read_fields,
)
from replay.formats.native_values import (
    COMMITMENT,
    DRAW_REASONS,
    KAN_TYPES,
    MAX_HAND,
    MAX_OWN,
    MAX_WALL,
    MAX_YAKU,
    commitment_of,
    count_of,
    count_or_none,
    enumerated,
    member_of,
    offer_kinds_of,
    seat_of,
    seat_or_none,
    signed_of,
    signed_or_absent,
    signed_or_none,
    text_of,
    tile_of,
    tiles_of,
    whole,
)
from replay.gamelog import (
    DISCARDS,
    DRAWS,
    Chi,
    ClaimedYaku,
    Event,
    FuritenFlag,
    GameEnd,
    HorseDraw,
    Indicator,
    Kan,
    KanType,
    KongPayment,
    North,
    Offer,
    Pon,
    Riichi,
    RiichiAccepted,
    RoundDrawn,
    RoundEnd,
    RoundStart,
    Win,
    WinDeclined,
)

_CLAIMED: Final[dict[Fields, ClaimedYaku]] = {}


def event_of(data: bytes, seats: int) -> Event:
    """The event of an encoded GameEvent. Raises MalformedError."""
    kind = 0
    fields: Fields | None = None
    position = 0
    end = len(data)
    while position < end:
        tag, position = number_at(data, position, end, 5)
        field = tag >> 3
        if tag & 7 == BYTES and 0 < field < len(EVENTS):
            length, position = number_at(data, position, end, 5)
            if fields is None or field != kind:  # the last kind stated is the event; the same again adds to it
                fields = Fields(EVENTS[field][0])
                kind = field
            begin = position
            position += length
            if position > end:
                raise MalformedError("not an encoded message")
            read_fields(fields, data, begin, position, 1)
        else:
            position = after_field(data, position, end, tag, 0)
    if fields is None:
        raise MalformedError("an event of no known kind")
    return EVENTS[kind][1](fields, seats)


def _draw(draw: Fields, seats: int) -> Event:
    seat = seat_of(draw.numbers[1], seats)
    return DRAWS[draw.numbers[3] > 0][seat][tile_of(draw.numbers[2])]


def _discard(discard: Fields, seats: int) -> Event:
    seat = seat_of(discard.numbers[1], seats)
    return DISCARDS[discard.numbers[3] > 0][seat][tile_of(discard.numbers[2])]


def _chi(chi: Fields, seats: int) -> Event:
    return Chi(
        seat_of(chi.numbers[1], seats),
        seat_of(chi.numbers[2], seats, "seat it comes from"),
        tile_of(chi.numbers[3], "claimed tile"),
        tiles_of(chi.packed.get(4, b""), "tiles of the hand", 1, MAX_OWN),
    )


def _pon(pon: Fields, seats: int) -> Event:
    return Pon(
        seat_of(pon.numbers[1], seats),
        seat_of(pon.numbers[2], seats, "seat it comes from"),
        tile_of(pon.numbers[3], "claimed tile"),
        tiles_of(pon.packed.get(4, b""), "tiles of the hand", 1, MAX_OWN),
    )


def _kan(kan: Fields, seats: int) -> Event:
    seat = seat_of(kan.numbers[1], seats)
    kind = member_of(KAN_TYPES, kan.numbers[2], "type of kan")
    tiles = tiles_of(kan.packed.get(3, b""), "tiles of the hand", 1, MAX_OWN)
    if kind is KanType.OPEN:
        claimed = tile_of(kan.numbers[4], "claimed tile")
        return Kan(seat, kind, tiles, claimed, seat_of(kan.numbers[5], seats, "seat it comes from"))
    if enumerated(kan.numbers[4]) or kan.numbers[5] != ABSENT:
        raise MalformedError(f"a claimed tile in a kan that is {kind.value}")
    return Kan(seat, kind, tiles)


def _north(north: Fields, seats: int) -> Event:
    return North(seat_of(north.numbers[1], seats), tile_of(north.numbers[2]))


def _riichi(riichi: Fields, seats: int) -> Event:
    return Riichi(seat_of(riichi.numbers[1], seats))


def _riichi_accepted(accepted: Fields, seats: int) -> Event:
    seat = seat_of(accepted.numbers[1], seats)
    return RiichiAccepted(seat, signed_or_absent(accepted.packed.get(2), seats, "scores"), accepted.numbers[3] > 0)


def _indicator(indicator: Fields, seats: int) -> Event:
    return Indicator(tile_of(indicator.numbers[1]), indicator.numbers[2] > 0)


def _win(win: Fields, seats: int) -> Event:
    numbers = win.numbers
    yaku: tuple[ClaimedYaku, ...] | None = None
    stated = win.parts.get(5)
    if stated is not None:
        claims = stated[0].parts.get(1, [])
        if len(claims) > MAX_YAKU:
            raise MalformedError(f"{len(claims)} yaku")
        yaku = tuple([_claimed(claim) for claim in claims])
    ura = win.packed.get(9)
    return Win(
        seat_of(numbers[1], seats),
        seat_of(numbers[2], seats, "seat it comes from"),
        tile_of(numbers[3]),
        tiles_of(win.packed.get(4, b""), "tiles of the hand", 0, MAX_HAND),
        yaku,
        count_or_none(numbers[6]),
        count_or_none(numbers[7]),
        signed_or_none(numbers[8]),
        None if ura is None else tiles_of(ura, "ura indicators", 0, MAX_HAND),
        seat_or_none(numbers[10], seats, "liable seat"),
        signed_or_absent(win.packed.get(11), seats, "deltas"),
    )


def _claimed(claim: Fields) -> ClaimedYaku:
    known = _CLAIMED.get(claim)
    if known is not None:
        return known
    if not claim.texts.get(1, ""):
        raise MalformedError("the name of a yaku is missing")
    claimed = ClaimedYaku(text_of(claim, 1, "name of a yaku"), count_of(claim.numbers[2], "han"))
    if len(_CLAIMED) < MAX_KEPT:
        _CLAIMED[claim] = claimed
    return claimed


def _offer(offer: Fields, seats: int) -> Event:
    kinds = offer_kinds_of(offer.packed.get(2, b""))
    return Offer(seat_of(offer.numbers[1], seats), kinds)


def _furiten_flag(flag: Fields, seats: int) -> Event:
    return FuritenFlag(seat_of(flag.numbers[1], seats), flag.numbers[2] > 0)


def _win_declined(declined: Fields, seats: int) -> Event:
    return WinDeclined(seat_of(declined.numbers[1], seats))


def _kong_payment(payment: Fields, seats: int) -> Event:
    return KongPayment(signed_of(payment.packed.get(1, b""), seats, "deltas"))


def _horse_draw(horse: Fields, seats: int) -> Event:
    return HorseDraw(tile_of(horse.numbers[1]), signed_of(horse.packed.get(2, b""), seats, "deltas"))


def _round_start(start: Fields, seats: int) -> Event:
    wind = enumerated(start.numbers[1])
    if not 1 <= wind <= 4:
        raise MalformedError(f"there is no wind {wind}" if wind else "the prevailing wind is missing")
    number = 0 if start.numbers[2] == ABSENT else whole(start.numbers[2])
    if not number:
        raise MalformedError("the number of the round is missing")
    hands = start.lists.get(7, [])
    if len(hands) != seats:
        raise MalformedError(f"{len(hands)} hands for {seats} seats")
    wall = start.packed.get(9)
    commitment = start.parts.get(10)
    return RoundStart(
        wind - 1,
        number,
        count_of(start.numbers[3], "number of honba"),
        count_of(start.numbers[4], "number of deposits"),
        seat_of(start.numbers[5], seats, "dealer"),
        signed_of(start.packed.get(6, b""), seats, "scores"),
        tuple([tiles_of(hand, "dealt tiles", 0, MAX_HAND) for hand in hands]),
        tiles_of(start.packed.get(8, b""), "indicators", 0, MAX_HAND),
        None if wall is None else tiles_of(wall, "tiles of the wall", 0, MAX_WALL),
        None if commitment is None else commitment_of(commitment[0]),
    )


def _round_drawn(drawn: Fields, seats: int) -> Event:
    tenpai: tuple[int, ...] | None = None
    stated = drawn.packed.get(3)
    if stated is not None:
        tenpai = tuple([seat_of(number, seats, "tenpai seat") for number in numbers_in(stated)])
        if len(set(tenpai)) < len(tenpai):
            raise MalformedError("a tenpai seat is stated twice")
    hands: tuple[tuple[int, ...] | None, ...] | None = None
    shown = drawn.parts.get(4)
    if shown is not None:
        each = shown[0].parts.get(1, [])
        if len(each) != seats:
            raise MalformedError(f"{len(each)} shown hands for {seats} seats")
        hands = tuple([_shown(hand) for hand in each])
    return RoundDrawn(
        member_of(DRAW_REASONS, drawn.numbers[1], "reason"),
        seat_or_none(drawn.numbers[2], seats, "seat"),
        tenpai,
        hands,
        signed_or_absent(drawn.packed.get(5), seats, "deltas"),
    )


def _shown(hand: Fields) -> tuple[int, ...] | None:
    tiles = hand.packed.get(1)
    return None if tiles is None else tiles_of(tiles, "shown tiles", 0, MAX_HAND)


def _round_end(end: Fields, seats: int) -> Event:
    return RoundEnd(signed_of(end.packed.get(1, b""), seats, "scores"))


def _game_end(end: Fields, seats: int) -> Event:
    placement = signed_or_absent(end.packed.get(2), seats, "places")
    if placement is not None:
        for place in placement:
            if not 1 <= place <= seats:
                raise MalformedError(f"there is no place {place}")
    scores = signed_of(end.packed.get(1, b""), seats, "scores")
    return GameEnd(scores, placement, signed_or_absent(end.packed.get(3), seats, "results"))


_SEAT: Final = Schema((NUMBER,))
_TILE: Final = Schema((NUMBER, NUMBER, NUMBER))
_CALL: Final = Schema((NUMBER, NUMBER, NUMBER, NUMBERS))
_CLAIMS: Final = Schema((PARTS,), {1: Schema((TEXT, NUMBER), few=True)})
_SHOWN_HANDS: Final = Schema((PARTS,), {1: Schema((LIST,))})
_WIN: Final = Schema((NUMBER, NUMBER, NUMBER, NUMBERS, PART, NUMBER, NUMBER, NUMBER, LIST, NUMBER, LIST), {5: _CLAIMS})
_START: Final = Schema((NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, NUMBERS, LISTS, NUMBERS, LIST, PART), {10: COMMITMENT})
_SCORES: Final = Schema((NUMBERS,))


def _nothing(fields: Fields, seats: int) -> Event:
    raise MalformedError("an event of no known kind")


EVENTS: Final[tuple[tuple[Schema, Callable[[Fields, int], Event]], ...]] = (
    (Schema(()), _nothing),
    (_TILE, _draw),
    (_TILE, _discard),
    (_CALL, _chi),
    (_CALL, _pon),
    (Schema((NUMBER, NUMBER, NUMBERS, NUMBER, NUMBER)), _kan),
    (Schema((NUMBER, NUMBER)), _north),
    (_SEAT, _riichi),
    (Schema((NUMBER, LIST, NUMBER)), _riichi_accepted),
    (Schema((NUMBER, NUMBER)), _indicator),
    (_WIN, _win),
    (Schema((NUMBER, NUMBERS)), _offer),
    (Schema((NUMBER, NUMBER)), _furiten_flag),
    (_SEAT, _win_declined),
    (_SCORES, _kong_payment),
    (_START, _round_start),
    (Schema((NUMBER, NUMBERS)), _horse_draw),
    (Schema((NUMBER, NUMBER, LIST, PART, LIST), {4: _SHOWN_HANDS}), _round_drawn),
    (_SCORES, _round_end),
    (Schema((NUMBERS, LIST, LIST)), _game_end),
)
"""The schema and the function of every field of GameEvent, at the number of the field."""
