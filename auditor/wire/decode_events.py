"""Events out of their messages, one small function a kind. What is malformed is refused with a reason."""

from collections.abc import Callable
from typing import Final

from auditor.v1 import game_log_pb2 as pb
from auditor.wire.values import (
    DRAW_REASONS,
    KAN_TYPES,
    MAX_HAND,
    MAX_WALL,
    MAX_YAKU,
    OFFER_KINDS,
    MalformedError,
    member_of,
    number_of,
    numbers_of,
    numbers_or_none,
    seat_of,
    seat_or_none,
    text_of,
    tile_of,
    tiles_of,
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

_OWN_TILES: Final = {KanType.CONCEALED: 4, KanType.OPEN: 3, KanType.ADDED: 1}


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
        tiles_of(chi.tiles, "tiles of the hand", 2, 2),
    )


def _pon(event: pb.GameEvent, seats: int) -> Event:
    pon = event.pon
    return Pon(
        seat_of(pon.seat, seats, stated=pon.HasField("seat")),
        seat_of(pon.from_seat, seats, "seat it comes from", stated=pon.HasField("from_seat")),
        tile_of(pon.claimed, "claimed tile"),
        tiles_of(pon.tiles, "tiles of the hand", 2, 2),
    )


def _kan(event: pb.GameEvent, seats: int) -> Event:
    kan = event.kan
    seat = seat_of(kan.seat, seats, stated=kan.HasField("seat"))
    kind = member_of(KAN_TYPES, kan.type, "type of kan")
    tiles = tiles_of(kan.tiles, "tiles of the hand", _OWN_TILES[kind], _OWN_TILES[kind])
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
        tiles_of(win.hand, "tiles of the hand", 1, MAX_HAND),
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
    if len(offer.kinds) > len(OFFER_KINDS):
        raise MalformedError(f"{len(offer.kinds)} kinds of offer where {len(OFFER_KINDS)} exist")
    kinds = tuple([member_of(OFFER_KINDS, kind, "kind of offer") for kind in offer.kinds])
    return Offer(seat_of(offer.seat, seats, stated=offer.HasField("seat")), kinds)


def _furiten_flag(event: pb.GameEvent, seats: int) -> Event:
    return FuritenFlag(seat_of(event.furiten_flag.seat, seats, stated=event.furiten_flag.HasField("seat")))


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
