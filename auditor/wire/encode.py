"""Game logs to bytes.

The encoding is canonical: one log has one encoding, the fields in the order of their numbers and nothing unknown. So
its digest names the log.
"""

import hashlib
from typing import Final

from auditor.v1 import game_log_pb2 as pb
from auditor.wire.frame import EVENTS, FAILURE, HEADER, REMARKS, framed, scan_game
from auditor.wire.values import (
    DRAW_REASON_VALUES,
    KAN_TYPE_VALUES,
    OFFER_KIND_VALUES,
    REMARK_KIND_VALUES,
    MalformedError,
    tile_value,
    tile_values,
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
    Win,
    WinDeclined,
)
from replay.tiles import CODES


def encode_game(game_log: GameLog) -> bytes:
    """The canonical encoding. Raises LogError when the log is larger than a reader accepts or cannot be written."""
    data = _canonical(game_log)
    scan_game(data)
    return data


def log_digest(game_log: GameLog) -> str:
    """SHA-256 of the canonical encoding of a log of any size, in hex. Raises LogError when it cannot be written."""
    return hashlib.sha256(_canonical(game_log)).hexdigest()


def _canonical(game_log: GameLog) -> bytes:
    place = "header"
    try:
        frames = [framed(HEADER, _bytes(header_message(game_log.header)))]
        for round_index, events in enumerate(game_log.rounds):
            place = f"round {round_index}"
            if not events or not isinstance(events[0], RoundStart):
                raise MalformedError("the round does not begin with a RoundStart")
            for event_index, event in enumerate(events):
                frame = _plain_frame(event)
                if frame is None:
                    place = f"round {round_index}, event {event_index}"
                    if event_index and isinstance(event, RoundStart):
                        raise MalformedError("a RoundStart within a round")
                    frame = framed(EVENTS, _bytes(event_message(event)))
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
    return b"".join(frames)


def _bytes(message: pb.Header | pb.GameEvent | pb.Remark | pb.LogFailure) -> bytes:
    return message.SerializeToString(deterministic=True)


def header_message(header: Header) -> pb.Header:
    """The message of the header."""
    commitment = header.commitment
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
        commitment=None
        if commitment is None
        else pb.WallCommitment(
            algorithm=commitment.algorithm, digest=commitment.digest, seed=commitment.seed, salt=commitment.salt
        ),
        source_digest=header.source_digest,
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


def event_message(event: Event) -> pb.GameEvent:
    """The message of the event. Raises MalformedError or ValueError when a value does not fit."""
    if isinstance(event, Draw):
        draw = pb.Draw(seat=event.seat, tile=tile_value(event.tile), replacement=event.replacement)
        return pb.GameEvent(draw=draw)
    if isinstance(event, Discard):
        discard = pb.Discard(seat=event.seat, tile=tile_value(event.tile), drawn=event.drawn)
        return pb.GameEvent(discard=discard)
    if isinstance(event, Chi):
        return pb.GameEvent(
            chi=pb.Chi(
                seat=event.seat,
                from_seat=event.from_seat,
                claimed=tile_value(event.claimed),
                tiles=tile_values(event.tiles),
            )
        )
    if isinstance(event, Pon):
        return pb.GameEvent(
            pon=pb.Pon(
                seat=event.seat,
                from_seat=event.from_seat,
                claimed=tile_value(event.claimed),
                tiles=tile_values(event.tiles),
            )
        )
    if isinstance(event, Kan):
        return pb.GameEvent(
            kan=pb.Kan(
                seat=event.seat,
                type=KAN_TYPE_VALUES[event.type],
                tiles=tile_values(event.tiles),
                claimed=pb.TILE_UNSPECIFIED if event.claimed is None else tile_value(event.claimed),
                from_seat=event.from_seat,
            )
        )
    if isinstance(event, North):
        return pb.GameEvent(north=pb.North(seat=event.seat, tile=tile_value(event.tile)))
    if isinstance(event, Riichi):
        return pb.GameEvent(riichi=pb.Riichi(seat=event.seat))
    if isinstance(event, RiichiAccepted):
        return pb.GameEvent(
            riichi_accepted=pb.RiichiAccepted(seat=event.seat, scores=_numbers(event.scores), inferred=event.inferred)
        )
    if isinstance(event, Indicator):
        return pb.GameEvent(indicator=pb.Indicator(tile=tile_value(event.tile), inferred=event.inferred))
    if isinstance(event, Offer):
        return pb.GameEvent(offer=pb.Offer(seat=event.seat, kinds=[OFFER_KIND_VALUES[kind] for kind in event.kinds]))
    if isinstance(event, FuritenFlag):
        return pb.GameEvent(furiten_flag=pb.FuritenFlag(seat=event.seat))
    if isinstance(event, WinDeclined):
        return pb.GameEvent(win_declined=pb.WinDeclined(seat=event.seat))
    if isinstance(event, KongPayment):
        return pb.GameEvent(kong_payment=pb.KongPayment(deltas=event.deltas))
    if isinstance(event, HorseDraw):
        return pb.GameEvent(horse_draw=pb.HorseDraw(tile=tile_value(event.tile), deltas=event.deltas))
    if isinstance(event, RoundStart):
        return pb.GameEvent(round_start=_round_start(event))
    if isinstance(event, Win):
        return pb.GameEvent(win=_win(event))
    if isinstance(event, RoundDrawn):
        return pb.GameEvent(round_drawn=_round_drawn(event))
    if isinstance(event, RoundEnd):
        return pb.GameEvent(round_end=pb.RoundEnd(scores=event.scores))
    if isinstance(event, GameEnd):
        return pb.GameEvent(
            game_end=pb.GameEnd(
                scores=event.scores, placement=_numbers(event.placement), results=_numbers(event.results)
            )
        )
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


DRAW_BYTES: Final = tuple(
    tuple(tuple(_bytes(event_message(draw)) for draw in tiles) for tiles in seats) for seats in DRAWS
)
"""The encoding of every possible Draw, shaped like DRAWS."""

DISCARD_BYTES: Final = tuple(
    tuple(tuple(_bytes(event_message(discard)) for discard in tiles) for tiles in seats) for seats in DISCARDS
)
"""The encoding of every possible Discard, shaped like DISCARDS."""

_DRAW_FRAMES: Final = tuple(tuple(tuple(framed(EVENTS, d) for d in tiles) for tiles in seats) for seats in DRAW_BYTES)
_DISCARD_FRAMES: Final = tuple(
    tuple(tuple(framed(EVENTS, d) for d in tiles) for tiles in seats) for seats in DISCARD_BYTES
)


def _plain_frame(event: Event) -> bytes | None:
    """The frame of a Draw or Discard, which are nine events in ten; None for any other event."""
    if isinstance(event, Draw):
        if 0 <= event.seat < 4 and 0 <= event.tile < CODES:
            return _DRAW_FRAMES[event.replacement][event.seat][event.tile]
    elif isinstance(event, Discard):
        if 0 <= event.seat < 4 and 0 <= event.tile < CODES:
            return _DISCARD_FRAMES[event.drawn][event.seat][event.tile]
    return None
