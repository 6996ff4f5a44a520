"""Game logs into the generated protobuf classes: slow, plain, and what the writer of the bytes is compared with.

Whatever it makes of a log, bytes or a refusal, `replay.formats.native_writing` has to make of it too.
"""

from typing import Final

from auditor.v1 import game_log_pb2 as pb
from replay.formats.native_fields import MalformedError
from replay.formats.native_writing import encode_game
from replay.gamelog import (
    Chi,
    Discard,
    Draw,
    Event,
    FuritenFlag,
    GameEnd,
    GameLog,
    Header,
    HorseDraw,
    Indicator,
    Kan,
    KongPayment,
    LogError,
    North,
    Offer,
    Pon,
    Remark,
    Riichi,
    RiichiAccepted,
    RoundDrawn,
    RoundEnd,
    RoundStart,
    WallCommitment,
    Win,
    WinDeclined,
)
from tests.auditor.wire.reference_values import (
    DRAW_REASON_VALUES,
    KAN_TYPE_VALUES,
    OFFER_KIND_VALUES,
    REMARK_KIND_VALUES,
    tile_value,
    tile_values,
)


def encoded(game_log: GameLog) -> bytes:
    """The canonical encoding, or the one of the part before the first that cannot be written: LogError says which."""
    message = pb.GameLog()
    place = "header"
    try:
        message.header.CopyFrom(header_message(game_log.header))
        for round_index, events in enumerate(game_log.rounds):
            place = f"round {round_index}"
            if not events or not isinstance(events[0], RoundStart):
                raise MalformedError("the round does not begin with a RoundStart")
            for event_index, event in enumerate(events):
                place = f"round {round_index}, event {event_index}"
                if event_index and isinstance(event, RoundStart):
                    raise MalformedError("a RoundStart within a round")
                message.events.append(event_message(event))
        for index, remark in enumerate(game_log.remarks):
            place = f"remark {index}"
            message.remarks.append(remark_message(remark))
        if game_log.failure is not None:
            place = "failure"
            message.failure.CopyFrom(pb.LogFailure(reason=game_log.failure.reason, place=game_log.failure.place))
    except (MalformedError, ValueError, OverflowError):
        # ValueError: a number beyond its field, or text that is not Unicode.
        raise LogError("the log cannot be written", place) from None
    return message.SerializeToString(deterministic=True)


def as_the_reference(game_log: GameLog) -> bool:
    """Whether the writer of the bytes makes of the log what protobuf makes of it, or refuses it at the same place."""
    try:
        data: bytes | str = encoded(game_log)
    except LogError as error:
        data = error.place
    try:
        return encode_game(game_log) == data
    except LogError as error:
        return error.place == data


def header_message(header: Header) -> pb.Header:
    """The message of the header."""
    return pb.Header(
        game_id=header.game_id,
        seats=header.seats,
        platform=header.platform,
        played_at=header.played_at,
        variant=header.variant,
        overrides=[pb.SwitchOverride(name=name, value=value) for name, value in header.overrides],
        players=[pb.Player(id=player.id, name=player.name) for player in header.players],
        start_points=header.start_points,
        stake_x=header.stake_x,
        stake_y=header.stake_y,
        commitment=_commitment(header.commitment),
        source_digest=header.source_digest,
        recorded_offers=[OFFER_KIND_VALUES[kind] for kind in header.recorded_offers],
        furiten_flags=header.furiten_flags,
    )


def _commitment(commitment: WallCommitment | None) -> pb.WallCommitment | None:
    if commitment is None:
        return None
    return pb.WallCommitment(
        algorithm=commitment.algorithm, digest=commitment.digest, seed=commitment.seed, salt=commitment.salt
    )


def remark_message(remark: Remark) -> pb.Remark:
    """The message of the remark."""
    return pb.Remark(
        kind=REMARK_KIND_VALUES[remark.kind],
        round_index=remark.round_index,
        event_index=remark.event_index,
        seat=remark.seat,
        text=remark.text,
        other_seat=remark.other_seat,
    )


def _tile_list(codes: tuple[int, ...] | None) -> pb.TileList | None:
    return None if codes is None else pb.TileList(tiles=tile_values(codes))


def _numbers(values: tuple[int, ...] | None) -> pb.SeatNumbers | None:
    return None if values is None else pb.SeatNumbers(values=values)


Part = (
    pb.Chi
    | pb.Discard
    | pb.Draw
    | pb.FuritenFlag
    | pb.GameEnd
    | pb.HorseDraw
    | pb.Indicator
    | pb.Kan
    | pb.KongPayment
    | pb.North
    | pb.Offer
    | pb.Pon
    | pb.Riichi
    | pb.RiichiAccepted
    | pb.RoundDrawn
    | pb.RoundEnd
    | pb.Win
    | pb.WinDeclined
)
_FIELDS: Final = {
    type(getattr(pb.GameEvent(), field.name)): field.name
    for field in pb.GameEvent.DESCRIPTOR.oneofs_by_name["event"].fields
}
"""The field of GameEvent for every class of its parts, by name."""


def event_message(event: Event) -> pb.GameEvent:
    """The message of the event. Raises MalformedError or ValueError when a value does not fit."""
    part = _round_start(event) if isinstance(event, RoundStart) else _part(event)
    made = pb.GameEvent()
    getattr(made, _FIELDS[type(part)]).CopyFrom(part)
    return made


def _part(event: Event) -> Part:
    """The message of an event other than a RoundStart, as it stands within a GameEvent."""
    if isinstance(event, Win):
        return _win(event)
    if isinstance(event, RiichiAccepted):
        return pb.RiichiAccepted(seat=event.seat, scores=_numbers(event.scores), inferred=event.inferred)
    if isinstance(event, Pon):
        return pb.Pon(
            seat=event.seat,
            from_seat=event.from_seat,
            claimed=tile_value(event.claimed),
            tiles=tile_values(event.tiles),
        )
    if isinstance(event, Chi):
        return pb.Chi(
            seat=event.seat,
            from_seat=event.from_seat,
            claimed=tile_value(event.claimed),
            tiles=tile_values(event.tiles),
        )
    if isinstance(event, Riichi):
        return pb.Riichi(seat=event.seat)
    if isinstance(event, North):
        return pb.North(seat=event.seat, tile=tile_value(event.tile))
    if isinstance(event, Kan):
        return pb.Kan(
            seat=event.seat,
            type=KAN_TYPE_VALUES[event.type],
            tiles=tile_values(event.tiles),
            claimed=pb.TILE_UNSPECIFIED if event.claimed is None else tile_value(event.claimed),
            from_seat=event.from_seat,
        )
    if isinstance(event, Indicator):
        return pb.Indicator(tile=tile_value(event.tile), inferred=event.inferred)
    if isinstance(event, RoundDrawn):
        return _round_drawn(event)
    if isinstance(event, Offer):
        return pb.Offer(seat=event.seat, kinds=[OFFER_KIND_VALUES[kind] for kind in event.kinds])
    if isinstance(event, FuritenFlag):
        return pb.FuritenFlag(seat=event.seat, clear=event.clear)
    if isinstance(event, WinDeclined):
        return pb.WinDeclined(seat=event.seat)
    if isinstance(event, KongPayment):
        return pb.KongPayment(deltas=event.deltas)
    if isinstance(event, HorseDraw):
        return pb.HorseDraw(tile=tile_value(event.tile), deltas=event.deltas)
    if isinstance(event, RoundEnd):
        return pb.RoundEnd(scores=event.scores)
    if isinstance(event, GameEnd):
        return pb.GameEnd(scores=event.scores, placement=_numbers(event.placement), results=_numbers(event.results))
    if isinstance(event, Draw):
        return pb.Draw(seat=event.seat, tile=tile_value(event.tile), replacement=event.replacement)
    if isinstance(event, Discard):
        return pb.Discard(seat=event.seat, tile=tile_value(event.tile), drawn=event.drawn)
    raise TypeError(f"no message for {type(event).__name__}")


def _round_start(event: RoundStart) -> pb.RoundStart:
    if not 0 <= event.prevailing_wind < 4:
        raise MalformedError(f"there is no prevailing wind {event.prevailing_wind}")
    return pb.RoundStart(
        prevailing_wind=pb.Wind.ValueType(event.prevailing_wind + 1),
        number=event.number,
        honba=event.honba,
        deposits=event.deposits,
        dealer=event.dealer,
        scores=event.scores,
        hands=[pb.TileList(tiles=tile_values(hand)) for hand in event.hands],
        indicators=tile_values(event.indicators),
        wall=_tile_list(event.wall),
        commitment=_commitment(event.commitment),
    )


def _win(event: Win) -> pb.Win:
    yaku = event.yaku
    return pb.Win(
        seat=event.seat,
        from_seat=event.from_seat,
        tile=tile_value(event.tile),
        hand=tile_values(event.hand),
        yaku=None
        if yaku is None
        else pb.ClaimedYakuList(yaku=[pb.ClaimedYaku(name=claim.name, han=claim.han) for claim in yaku]),
        han=event.han,
        fu=event.fu,
        points=event.points,
        ura_indicators=_tile_list(event.ura_indicators),
        liable=event.liable,
        deltas=_numbers(event.deltas),
    )


def _round_drawn(event: RoundDrawn) -> pb.RoundDrawn:
    return pb.RoundDrawn(
        reason=DRAW_REASON_VALUES[event.reason],
        seat=event.seat,
        tenpai=None if event.tenpai is None else pb.SeatList(seats=event.tenpai),
        hands=None
        if event.hands is None
        else pb.ShownHands(hands=[pb.ShownHand(tiles=_tile_list(hand)) for hand in event.hands]),
        deltas=_numbers(event.deltas),
    )
