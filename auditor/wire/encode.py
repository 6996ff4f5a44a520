"""Game logs to bytes.

The encoding is canonical: one log has one encoding, the fields in the order of their numbers and nothing unknown. So
its digest names the log.
"""

import hashlib
from functools import lru_cache
from typing import Final

from auditor.v1 import game_log_pb2 as pb
from auditor.wire.values import (
    DRAW_REASON_VALUES,
    KAN_TYPE_VALUES,
    OFFER_KIND_VALUES,
    REMARK_KIND_VALUES,
    tile_value,
    tile_values,
)
from replay.formats.native_fields import MalformedError
from replay.formats.native_frame import (
    EVENTS,
    FAILURE,
    HEADER,
    MAX_EVENT_BYTES,
    MAX_GAME_BYTES,
    MAX_REMARKS,
    REMARKS,
    framed,
    scan_game,
)
from replay.gamelog import (
    DISCARDS,
    DRAWS,
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


def encode_game(game_log: GameLog) -> bytes:
    """The canonical encoding. Raises LogError when the log is larger than a reader accepts or cannot be written."""
    frames = _frames(game_log)
    data = b"".join(frames)
    if len(data) > MAX_GAME_BYTES or len(frames) > MAX_REMARKS or max(map(len, frames)) > MAX_EVENT_BYTES:
        scan_game(data)  # near a limit: it knows them all, and takes as long as the encoding itself
    return data


def log_digest(game_log: GameLog) -> str:
    """SHA-256 of the canonical encoding of a log of any size, in hex. Raises LogError when it cannot be written."""
    return hashlib.sha256(b"".join(_frames(game_log))).hexdigest()


def _frames(game_log: GameLog) -> list[bytes]:
    """The encoded parts, each as a field of its message."""
    place = "header"
    try:
        frames = [framed(HEADER, _bytes(header_message(game_log.header)))]
        for round_index, events in enumerate(game_log.rounds):
            place = f"round {round_index}"
            if not events or not isinstance(events[0], RoundStart):
                raise MalformedError("the round does not begin with a RoundStart")
            for event_index, frame in enumerate(map(_SHARED_FRAMES.get, map(id, events))):
                if frame is None:
                    place = f"round {round_index}, event {event_index}"
                    event = events[event_index]
                    if event_index and isinstance(event, RoundStart):
                        raise MalformedError("a RoundStart within a round")
                    small = isinstance(event, (Chi, Pon, Kan, North, Riichi, Indicator))
                    frame = framed(EVENTS, _small_event_bytes(event) if small else event_bytes(event))
                frames.append(frame)
        for index, remark in enumerate(game_log.remarks):
            place = f"remark {index}"
            frames.append(framed(REMARKS, _bytes(remark_message(remark))))
        if game_log.failure is not None:
            place = "failure"
            failure = pb.LogFailure(reason=game_log.failure.reason, place=game_log.failure.place)
            frames.append(framed(FAILURE, _bytes(failure)))
    except (MalformedError, ValueError, OverflowError) as error:
        # ValueError: a number beyond its field, or text that is not Unicode.
        raise LogError(f"the log cannot be written: {error}", place) from None
    return frames


def _bytes(message: pb.Header | pb.RoundStart | pb.Remark | pb.LogFailure) -> bytes:
    return message.SerializeToString(deterministic=True)


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
    type(getattr(pb.GameEvent(), field.name)): field.number
    for field in pb.GameEvent.DESCRIPTOR.oneofs_by_name["event"].fields
}
"""The field of GameEvent for every class of its parts."""


def event_bytes(event: Event) -> bytes:
    """The encoding of the event's GameEvent. Raises MalformedError or ValueError when a value does not fit."""
    if isinstance(event, RoundStart):
        return framed(pb.GameEvent.ROUND_START_FIELD_NUMBER, _round_start_bytes(event))
    part = _part(event)
    # A GameEvent made of the part would copy it first.
    return framed(_FIELDS[type(part)], part.SerializeToString(deterministic=True))


def event_message(event: Event) -> pb.GameEvent:
    """The message of the event. Raises as `event_bytes`."""
    return pb.GameEvent.FromString(event_bytes(event))


@lru_cache(maxsize=4096)
def _small_event_bytes(event: Chi | Pon | Kan | North | Riichi | Indicator) -> bytes:
    """As `event_bytes`, for events of which there are few different ones."""
    return event_bytes(event)


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


def _round_start_bytes(event: RoundStart) -> bytes:
    """The encoding of the event's message, put together of what is before, in and after the hands.

    Messages within messages are slow to make, and the hands are most of a log's.
    """
    if not 0 <= event.prevailing_wind < 4:
        raise MalformedError(f"there is no prevailing wind {event.prevailing_wind}")
    before = pb.RoundStart(
        prevailing_wind=pb.Wind.ValueType(event.prevailing_wind + 1),
        number=event.number,
        honba=event.honba,
        deposits=event.deposits,
        dealer=event.dealer,
        scores=event.scores,
    )
    hands = [framed(pb.RoundStart.HANDS_FIELD_NUMBER, _tile_list_bytes(hand)) for hand in event.hands]
    after = pb.RoundStart(
        indicators=tile_values(event.indicators), wall=_tile_list(event.wall), commitment=_commitment(event.commitment)
    )
    return b"".join((_bytes(before), *hands, _bytes(after)))


def _tile_list_bytes(codes: tuple[int, ...]) -> bytes:
    """The encoding of the TileList; every value of a tile is one byte."""
    return framed(pb.TileList.TILES_FIELD_NUMBER, bytes(tile_values(codes))) if codes else b""


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


DRAW_BYTES: Final = tuple(tuple(tuple(event_bytes(draw) for draw in tiles) for tiles in seats) for seats in DRAWS)
"""The encoding of every possible Draw, shaped like DRAWS."""

DISCARD_BYTES: Final = tuple(
    tuple(tuple(event_bytes(discard) for discard in tiles) for tiles in seats) for seats in DISCARDS
)
"""The encoding of every possible Discard, shaped like DISCARDS."""

_DRAW_FRAMES: Final = tuple(tuple(tuple(framed(EVENTS, d) for d in tiles) for tiles in seats) for seats in DRAW_BYTES)
_DISCARD_FRAMES: Final = tuple(
    tuple(tuple(framed(EVENTS, d) for d in tiles) for tiles in seats) for seats in DISCARD_BYTES
)

_SHARED_FRAMES: Final = {
    id(event): frame
    for events, frames in ((DRAWS, _DRAW_FRAMES), (DISCARDS, _DISCARD_FRAMES))
    for event_seats, frame_seats in zip(events, frames, strict=True)
    for event_tiles, frame_tiles in zip(event_seats, frame_seats, strict=True)
    for event, frame in zip(event_tiles, frame_tiles, strict=True)
}
"""The frames of the events that readers share, nine events in ten, by their identity: they live as long as we do."""
