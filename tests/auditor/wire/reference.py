"""Game logs out of the generated protobuf classes: slow, plain, and what the reader of the bytes is compared with.

Whatever it makes of an encoded game, a log or a refusal, `replay.formats.native` has to make of it too.
"""

import hashlib
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Final, TypeVar

from google.protobuf.message import DecodeError

from auditor.v1 import game_log_pb2 as pb
from replay.formats import native
from replay.formats.native_fields import MalformedError
from replay.formats.native_frame import scan_game
from replay.gamelog import (
    DISCARDS,
    DRAWS,
    Chi,
    ClaimedYaku,
    DrawReason,
    Event,
    FuritenFlag,
    GameEnd,
    GameLog,
    Header,
    HorseDraw,
    Indicator,
    Kan,
    KanType,
    KongPayment,
    LogError,
    North,
    Offer,
    OfferKind,
    Player,
    Pon,
    Remark,
    RemarkKind,
    Riichi,
    RiichiAccepted,
    RoundDrawn,
    RoundEnd,
    RoundStart,
    WallCommitment,
    Win,
    WinDeclined,
)
from replay.tiles import CODES

E = TypeVar("E", bound=Enum)

MAX_HAND: Final = 136
MAX_OWN: Final = 8
MAX_WALL: Final = 144
MAX_YAKU: Final = 64

_CODES: Final = {code + 1: code for code in range(CODES)}


def _members(kind: type[E], names: Sequence[tuple[str, int]], prefix: str) -> dict[int, E]:
    """Our member of every wire value; a schema that lacks one does not load."""
    values = dict(names)
    return {values[prefix + member.name]: member for member in kind}


KAN_TYPES: Final = _members(KanType, pb.KanType.items(), "KAN_TYPE_")
DRAW_REASONS: Final = _members(DrawReason, pb.DrawReason.items(), "DRAW_REASON_")
OFFER_KINDS: Final = _members(OfferKind, pb.OfferKind.items(), "OFFER_KIND_")
REMARK_KINDS: Final = _members(RemarkKind, pb.RemarkKind.items(), "REMARK_KIND_")


def decode_game(data: bytes) -> GameLog:
    """The log of an encoded GameLog. A log without a game id gets the first 16 hex digits of the SHA-256 of `data`.

    Raises LogError; the place is the byte, or the part such as "round 2, event 13" (both from 0).
    """
    parts = scan_game(data)
    place = "header"
    try:
        header = header_of(pb.Header.FromString(parts.header), hashlib.sha256(data).hexdigest()[:16])
        rounds: list[list[Event]] = []
        for payload in parts.events:
            place = _place(rounds)
            add_event(rounds, event_of(pb.GameEvent.FromString(payload), header.seats))
        remarks: list[Remark] = []
        for index, payload in enumerate(parts.remarks):
            place = f"remark {index}"
            remarks.append(remark_of(pb.Remark.FromString(payload), header.seats))
        failure: LogError | None = None
        if parts.failure is not None:
            place = "failure"
            message = pb.LogFailure.FromString(parts.failure)
            failure = LogError(text_of(message.reason, "reason"), text_of(message.place, "place"))
    except MalformedError as error:
        raise LogError(str(error), place) from None
    except DecodeError:
        raise LogError("not an encoded message", place) from None
    return GameLog(header, rounds, remarks, failure)


def _place(rounds: list[list[Event]]) -> str:
    """Where the next event stands."""
    return f"round {len(rounds) - 1}, event {len(rounds[-1])}" if rounds else "before the first round"


def add_event(rounds: list[list[Event]], event: Event) -> None:
    """The rounds go on with the event. Raises MalformedError when it cannot stand there."""
    if rounds and isinstance(rounds[-1][-1], GameEnd):
        raise MalformedError(f"{type(event).__name__} after the GameEnd")
    if isinstance(event, RoundStart):
        rounds.append([event])
    elif rounds:
        rounds[-1].append(event)
    else:
        raise MalformedError(f"{type(event).__name__} before the first RoundStart")


def header_of(header: pb.Header, id_if_empty: str) -> Header:
    """The header of the message. Raises MalformedError."""
    seats = header.seats
    if seats not in (3, 4):
        raise MalformedError(f"{seats} seats where 3 or 4 can be")
    if len(header.players) not in (0, seats):
        raise MalformedError(f"{len(header.players)} players for {seats} seats")
    overrides = tuple((text_of(o.name, "switch name"), text_of(o.value, "switch value")) for o in header.overrides)
    names = [name for name, _ in overrides]
    if "" in names:
        raise MalformedError("the name of a switch is missing")
    if len(set(names)) < len(names):
        raise MalformedError("a switch is stated twice")
    commitment = commitment_of(header.commitment) if header.HasField("commitment") else None
    recorded = offer_kinds_of(header.recorded_offers)
    if len(set(recorded)) < len(recorded):
        raise MalformedError("a kind of offer is stated twice")
    return Header(
        game_id=text_of(header.game_id, "game id") or id_if_empty,
        seats=seats,
        platform=text_of(header.platform, "platform"),
        played_at=text_of(header.played_at, "time"),
        variant=text_of(header.variant, "variant"),
        overrides=overrides,
        players=tuple(Player(text_of(p.id, "player id"), text_of(p.name, "player name")) for p in header.players),
        start_points=header.start_points if header.HasField("start_points") else None,
        stake_x=header.stake_x if header.HasField("stake_x") else None,
        stake_y=header.stake_y if header.HasField("stake_y") else None,
        commitment=commitment,
        source_digest=text_of(header.source_digest, "source digest"),
        recorded_offers=recorded,
        furiten_flags=header.furiten_flags,
    )


def commitment_of(stated: pb.WallCommitment) -> WallCommitment:
    """The commitment of the message. Raises MalformedError."""
    if not stated.algorithm:
        raise MalformedError("the algorithm of the wall commitment is missing")
    return WallCommitment(
        text_of(stated.algorithm, "algorithm"),
        text_of(stated.digest, "digest"),
        text_of(stated.seed, "seed"),
        text_of(stated.salt, "salt"),
    )


def offer_kinds_of(kinds: Sequence[int]) -> tuple[OfferKind, ...]:
    """The kinds of the messages. Raises MalformedError."""
    if len(kinds) > len(OFFER_KINDS):
        raise MalformedError(f"{len(kinds)} kinds of offer where {len(OFFER_KINDS)} exist")
    return tuple([member_of(OFFER_KINDS, kind, "kind of offer") for kind in kinds])


def remark_of(remark: pb.Remark, seats: int) -> Remark:
    """The remark of the message. Raises MalformedError."""
    if remark.HasField("event_index") and not remark.HasField("round_index"):
        raise MalformedError("an event without its round")
    return Remark(
        member_of(REMARK_KINDS, remark.kind, "kind of remark"),
        remark.round_index if remark.HasField("round_index") else None,
        remark.event_index if remark.HasField("event_index") else None,
        seat_or_none(remark.seat, seats, "seat", stated=remark.HasField("seat")),
        text_of(remark.text, "text"),
        seat_or_none(remark.other_seat, seats, "other seat", stated=remark.HasField("other_seat")),
    )


def event_of(event: pb.GameEvent, seats: int) -> Event:
    """The event of the message. Raises MalformedError."""
    name = event.WhichOneof("event")
    if name is None:
        raise MalformedError("an event of no known kind")
    return _EVENTS[name](event, seats)


def _draw(event: pb.GameEvent, seats: int) -> Event:
    draw = event.draw
    return DRAWS[draw.replacement][seat_of(draw.seat, seats, stated=draw.HasField("seat"))][tile_of(draw.tile)]


def _discard(event: pb.GameEvent, seats: int) -> Event:
    discard = event.discard
    return DISCARDS[discard.drawn][seat_of(discard.seat, seats, stated=discard.HasField("seat"))][tile_of(discard.tile)]


def _chi(event: pb.GameEvent, seats: int) -> Event:
    chi = event.chi
    return Chi(
        seat_of(chi.seat, seats, stated=chi.HasField("seat")),
        seat_of(chi.from_seat, seats, "seat it comes from", stated=chi.HasField("from_seat")),
        tile_of(chi.claimed, "claimed tile"),
        tiles_of(chi.tiles, "tiles of the hand", 1, MAX_OWN),
    )


def _pon(event: pb.GameEvent, seats: int) -> Event:
    pon = event.pon
    return Pon(
        seat_of(pon.seat, seats, stated=pon.HasField("seat")),
        seat_of(pon.from_seat, seats, "seat it comes from", stated=pon.HasField("from_seat")),
        tile_of(pon.claimed, "claimed tile"),
        tiles_of(pon.tiles, "tiles of the hand", 1, MAX_OWN),
    )


def _kan(event: pb.GameEvent, seats: int) -> Event:
    kan = event.kan
    seat = seat_of(kan.seat, seats, stated=kan.HasField("seat"))
    kind = member_of(KAN_TYPES, kan.type, "type of kan")
    tiles = tiles_of(kan.tiles, "tiles of the hand", 1, MAX_OWN)
    if kind is KanType.OPEN:
        claimed = tile_of(kan.claimed, "claimed tile")
        return Kan(
            seat,
            kind,
            tiles,
            claimed,
            seat_of(kan.from_seat, seats, "seat it comes from", stated=kan.HasField("from_seat")),
        )
    if kan.claimed or kan.HasField("from_seat"):
        raise MalformedError(f"a claimed tile in a kan that is {kind.value}")
    return Kan(seat, kind, tiles)


def _north(event: pb.GameEvent, seats: int) -> Event:
    north = event.north
    return North(seat_of(north.seat, seats, stated=north.HasField("seat")), tile_of(north.tile))


def _riichi(event: pb.GameEvent, seats: int) -> Event:
    return Riichi(seat_of(event.riichi.seat, seats, stated=event.riichi.HasField("seat")))


def _riichi_accepted(event: pb.GameEvent, seats: int) -> Event:
    accepted = event.riichi_accepted
    return RiichiAccepted(
        seat_of(accepted.seat, seats, stated=accepted.HasField("seat")),
        numbers_or_none(accepted.scores, seats, "scores", stated=accepted.HasField("scores")),
        accepted.inferred,
    )


def _indicator(event: pb.GameEvent, seats: int) -> Event:
    return Indicator(tile_of(event.indicator.tile), event.indicator.inferred)


def _win(event: pb.GameEvent, seats: int) -> Event:
    win = event.win
    yaku: tuple[ClaimedYaku, ...] | None = None
    if win.HasField("yaku"):
        if len(win.yaku.yaku) > MAX_YAKU:
            raise MalformedError(f"{len(win.yaku.yaku)} yaku")
        yaku = tuple(_claimed(claim) for claim in win.yaku.yaku)
    return Win(
        seat_of(win.seat, seats, stated=win.HasField("seat")),
        seat_of(win.from_seat, seats, "seat it comes from", stated=win.HasField("from_seat")),
        tile_of(win.tile),
        tiles_of(win.hand, "tiles of the hand", 0, MAX_HAND),
        yaku,
        win.han if win.HasField("han") else None,
        win.fu if win.HasField("fu") else None,
        win.points if win.HasField("points") else None,
        tiles_of(win.ura_indicators.tiles, "ura indicators", 0, MAX_HAND) if win.HasField("ura_indicators") else None,
        seat_or_none(win.liable, seats, "liable seat", stated=win.HasField("liable")),
        numbers_or_none(win.deltas, seats, "deltas", stated=win.HasField("deltas")),
    )


def _claimed(claim: pb.ClaimedYaku) -> ClaimedYaku:
    if not claim.name:
        raise MalformedError("the name of a yaku is missing")
    return ClaimedYaku(text_of(claim.name, "name of a yaku"), number_of(claim.han, "han", stated=claim.HasField("han")))


def _offer(event: pb.GameEvent, seats: int) -> Event:
    offer = event.offer
    kinds = offer_kinds_of(offer.kinds)
    return Offer(seat_of(offer.seat, seats, stated=offer.HasField("seat")), kinds)


def _furiten_flag(event: pb.GameEvent, seats: int) -> Event:
    flag = event.furiten_flag
    return FuritenFlag(seat_of(flag.seat, seats, stated=flag.HasField("seat")), flag.clear)


def _win_declined(event: pb.GameEvent, seats: int) -> Event:
    return WinDeclined(seat_of(event.win_declined.seat, seats, stated=event.win_declined.HasField("seat")))


def _kong_payment(event: pb.GameEvent, seats: int) -> Event:
    return KongPayment(numbers_of(event.kong_payment.deltas, seats, "deltas"))


def _horse_draw(event: pb.GameEvent, seats: int) -> Event:
    horse = event.horse_draw
    return HorseDraw(tile_of(horse.tile), numbers_of(horse.deltas, seats, "deltas"))


def _round_start(event: pb.GameEvent, seats: int) -> Event:
    start = event.round_start
    if not 1 <= start.prevailing_wind <= 4:
        raise MalformedError(
            f"there is no wind {start.prevailing_wind}" if start.prevailing_wind else "the prevailing wind is missing"
        )
    if not start.number:
        raise MalformedError("the number of the round is missing")
    if len(start.hands) != seats:
        raise MalformedError(f"{len(start.hands)} hands for {seats} seats")
    return RoundStart(
        start.prevailing_wind - 1,
        start.number,
        number_of(start.honba, "number of honba", stated=start.HasField("honba")),
        number_of(start.deposits, "number of deposits", stated=start.HasField("deposits")),
        seat_of(start.dealer, seats, "dealer", stated=start.HasField("dealer")),
        numbers_of(start.scores, seats, "scores"),
        tuple([tiles_of(hand.tiles, "dealt tiles", 0, MAX_HAND) for hand in start.hands]),
        tiles_of(start.indicators, "indicators", 0, MAX_HAND),
        tiles_of(start.wall.tiles, "tiles of the wall", 0, MAX_WALL) if start.HasField("wall") else None,
        commitment_of(start.commitment) if start.HasField("commitment") else None,
    )


def _round_drawn(event: pb.GameEvent, seats: int) -> Event:
    drawn = event.round_drawn
    tenpai: tuple[int, ...] | None = None
    if drawn.HasField("tenpai"):
        tenpai = tuple(seat_of(seat, seats, "tenpai seat", stated=True) for seat in drawn.tenpai.seats)
        if len(set(tenpai)) < len(tenpai):
            raise MalformedError("a tenpai seat is stated twice")
    hands: tuple[tuple[int, ...] | None, ...] | None = None
    if drawn.HasField("hands"):
        if len(drawn.hands.hands) != seats:
            raise MalformedError(f"{len(drawn.hands.hands)} shown hands for {seats} seats")
        hands = tuple(
            tiles_of(hand.tiles.tiles, "shown tiles", 0, MAX_HAND) if hand.HasField("tiles") else None
            for hand in drawn.hands.hands
        )
    return RoundDrawn(
        member_of(DRAW_REASONS, drawn.reason, "reason"),
        seat_or_none(drawn.seat, seats, "seat", stated=drawn.HasField("seat")),
        tenpai,
        hands,
        numbers_or_none(drawn.deltas, seats, "deltas", stated=drawn.HasField("deltas")),
    )


def _round_end(event: pb.GameEvent, seats: int) -> Event:
    return RoundEnd(numbers_of(event.round_end.scores, seats, "scores"))


def _game_end(event: pb.GameEvent, seats: int) -> Event:
    end = event.game_end
    placement = numbers_or_none(end.placement, seats, "places", stated=end.HasField("placement"))
    if placement is not None and not all(1 <= place <= seats for place in placement):
        raise MalformedError(f"there is no place {next(p for p in placement if not 1 <= p <= seats)}")
    return GameEnd(
        numbers_of(end.scores, seats, "scores"),
        placement,
        numbers_or_none(end.results, seats, "results", stated=end.HasField("results")),
    )


_EVENTS: Final[dict[str, Callable[[pb.GameEvent, int], Event]]] = {
    "draw": _draw,
    "discard": _discard,
    "chi": _chi,
    "pon": _pon,
    "kan": _kan,
    "north": _north,
    "riichi": _riichi,
    "riichi_accepted": _riichi_accepted,
    "indicator": _indicator,
    "win": _win,
    "offer": _offer,
    "furiten_flag": _furiten_flag,
    "win_declined": _win_declined,
    "kong_payment": _kong_payment,
    "round_start": _round_start,
    "horse_draw": _horse_draw,
    "round_drawn": _round_drawn,
    "round_end": _round_end,
    "game_end": _game_end,
}


def member_of(members: dict[int, E], value: int, what: str) -> E:
    """Our member of the wire value."""
    member = members.get(value)
    if member is None:
        raise MalformedError(f"the {what} is missing" if value == 0 else f"there is no {what} {value}")
    return member


def tile_of(value: int, what: str = "tile") -> int:
    """The code of the wire value."""
    if not 0 < value <= CODES:
        raise MalformedError(f"the {what} is missing" if value == 0 else f"there is no {what} {value}")
    return value - 1


def tiles_of(values: Sequence[int], what: str, least: int, most: int) -> tuple[int, ...]:
    """The codes of `least` to `most` wire values."""
    count = len(values)
    if not least <= count <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        raise MalformedError(f"{count} {what} where {wanted} can be")
    try:
        return tuple([_CODES[value] for value in values])
    except KeyError as error:
        raise MalformedError(f"there is no tile {error.args[0]} for the {what}") from None


def number_of(value: int, what: str, *, stated: bool) -> int:
    """The value, which has to be stated."""
    if not stated:
        raise MalformedError(f"the {what} is missing")
    return value


def seat_of(value: int, seats: int, what: str = "seat", *, stated: bool) -> int:
    """The seat, which has to be stated and to exist."""
    if not stated:
        raise MalformedError(f"the {what} is missing")
    if value >= seats:
        raise MalformedError(f"there is no {what} {value} among {seats} seats")
    return value


def seat_or_none(value: int, seats: int, what: str, *, stated: bool) -> int | None:
    """The seat, None when it is not stated."""
    return seat_of(value, seats, what, stated=True) if stated else None


def numbers_of(values: Sequence[int], seats: int, what: str) -> tuple[int, ...]:
    """The numbers, one a seat."""
    if len(values) != seats:
        raise MalformedError(f"{len(values)} {what} for {seats} seats")
    return tuple(values)


def numbers_or_none(numbers: pb.SeatNumbers, seats: int, what: str, *, stated: bool) -> tuple[int, ...] | None:
    """The numbers, one a seat; None when they are not stated."""
    return numbers_of(numbers.values, seats, what) if stated else None


def text_of(text: str, what: str) -> str:
    """The text, which may hold no NUL: no database stores one."""
    if "\0" in text:
        raise MalformedError(f"the {what} has a NUL character")
    return text


def outcome(read: Callable[[bytes], GameLog], data: bytes) -> tuple[object, ...]:
    """What a reader makes of an encoded game, to be compared: all of the log, or the reason and the place."""
    try:
        log = read(data)
    except LogError as error:
        return (error.reason, error.place)
    failure = None if log.failure is None else (log.failure.reason, log.failure.place)
    return (log.header, log.rounds, log.remarks, failure)


def agreed(data: bytes) -> bool:
    """Whether the encoded game is a log; AssertionError when the reader of the bytes makes something else of it."""
    found, expected = outcome(native.read, data), outcome(decode_game, data)
    assert found == expected, (found, expected)
    return len(found) > 2
