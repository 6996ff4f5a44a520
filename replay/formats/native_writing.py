"""Game logs to bytes, without protobuf and just as its deterministic writer would write them.

The encoding is canonical: one log has one encoding, the fields in the order of their numbers and nothing unknown. So
its digest names the log.
"""

import hashlib
from typing import Final

from replay.formats.native_fields import MAX_KEPT, MalformedError
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
from replay.formats.native_values import DRAW_REASONS, KAN_TYPES, OFFER_KINDS, REMARK_KINDS
from replay.formats.native_written import (
    flag,
    number,
    number_if_stated,
    signed,
    signed_list,
    signed_numbers,
    text,
    tile,
    tile_list,
    tiles,
)
from replay.gamelog import (
    DISCARDS,
    DRAWS,
    Chi,
    ClaimedYaku,
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
    OfferKind,
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

_KAN_TYPES: Final = {member: value for value, member in KAN_TYPES.items()}
_DRAW_REASONS: Final = {member: value for value, member in DRAW_REASONS.items()}
_OFFER_KINDS: Final = {member: value for value, member in OFFER_KINDS.items()}
_REMARK_KINDS: Final = {member: value for value, member in REMARK_KINDS.items()}

_NAMES: Final[dict[str, bytes]] = {}  # of yaku: all logs state the same few


def encode_game(game_log: GameLog) -> bytes:
    """The canonical encoding. Raises LogError when the log is larger than a reader accepts or cannot be written."""
    frames, longest = _frames(game_log)
    data = b"".join(frames)
    if len(data) > MAX_GAME_BYTES or len(frames) > MAX_REMARKS or longest > MAX_EVENT_BYTES:
        scan_game(data)  # near a limit: it knows them all, and takes as long as the encoding itself
    return data


def log_digest(game_log: GameLog) -> str:
    """SHA-256 of the canonical encoding of a log of any size, in hex. Raises LogError when it cannot be written."""
    return hashlib.sha256(b"".join(_frames(game_log)[0])).hexdigest()


def _frames(game_log: GameLog) -> tuple[list[bytes], int]:
    """The encoded parts, each as a field of its message, and the length of the longest."""
    place = "header"
    try:
        frames = [framed(HEADER, header_bytes(game_log.header))]
        longest = len(frames[0])
        for round_index, events in enumerate(game_log.rounds):
            place = f"round {round_index}"
            if not events or not isinstance(events[0], RoundStart):
                raise MalformedError("the round does not begin with a RoundStart")
            written = [event.frame for event in events]
            event_index = -1
            for _ in range(written.count(b"")):
                event_index = written.index(b"", event_index + 1)
                place = f"round {round_index}, event {event_index}"
                event = events[event_index]
                if event_index and isinstance(event, RoundStart):
                    raise MalformedError("a RoundStart within a round")
                frame = framed(EVENTS, event_bytes(event))
                longest = max(longest, len(frame))
                written[event_index] = frame
            frames += written
        for index, remark in enumerate(game_log.remarks):
            place = f"remark {index}"
            frames.append(framed(REMARKS, remark_bytes(remark)))
            longest = max(longest, len(frames[-1]))
        if game_log.failure is not None:
            place = "failure"
            frames.append(framed(FAILURE, text(1, game_log.failure.reason) + text(2, game_log.failure.place)))
            longest = max(longest, len(frames[-1]))
    except (MalformedError, ValueError) as error:  # ValueError: text that is not Unicode
        raise LogError(f"the log cannot be written: {error}", place) from None
    return frames, longest


def header_bytes(header: Header) -> bytes:
    """The encoding of the header."""
    return b"".join(
        [
            text(1, header.game_id),
            number(2, header.seats) if header.seats else b"",
            text(3, header.platform),
            text(4, header.played_at),
            text(5, header.variant),
            *[framed(6, text(1, name) + text(2, value)) for name, value in header.overrides],
            *[framed(7, text(1, player.id) + text(2, player.name)) for player in header.players],
            signed(8, header.start_points),
            signed(9, header.stake_x),
            signed(10, header.stake_y),
            _commitment(11, header.commitment),
            text(12, header.source_digest),
            _offer_kinds(13, header.recorded_offers),
            flag(14, header.furiten_flags),
        ]
    )


def _commitment(field: int, commitment: WallCommitment | None) -> bytes:
    if commitment is None:
        return b""
    stated = (commitment.algorithm, commitment.digest, commitment.seed, commitment.salt)
    return framed(field, b"".join([text(number + 1, value) for number, value in enumerate(stated)]))


def _offer_kinds(field: int, kinds: tuple[OfferKind, ...]) -> bytes:
    return framed(field, bytes([_OFFER_KINDS[kind] for kind in kinds])) if kinds else b""


def remark_bytes(remark: Remark) -> bytes:
    """The encoding of the remark."""
    return b"".join(
        [
            number(1, _REMARK_KINDS[remark.kind]),
            number_if_stated(2, remark.round_index),
            number_if_stated(3, remark.event_index),
            number_if_stated(4, remark.seat),
            text(5, remark.text),
            number_if_stated(6, remark.other_seat),
        ]
    )


def event_bytes(event: Event) -> bytes:
    """The encoding of the event's GameEvent. Raises MalformedError, or ValueError when a text is not Unicode."""
    if isinstance(event, RoundStart):
        return framed(15, _round_start(event))
    if isinstance(event, Win):
        return framed(10, _win(event))
    if isinstance(event, RiichiAccepted):
        return framed(8, number(1, event.seat) + signed_list(2, event.scores) + flag(3, event.inferred))
    if isinstance(event, Pon):
        return framed(4, _call(event.seat, event.from_seat, event.claimed, event.tiles))
    if isinstance(event, Chi):
        return framed(3, _call(event.seat, event.from_seat, event.claimed, event.tiles))
    if isinstance(event, Riichi):
        return framed(7, number(1, event.seat))
    if isinstance(event, North):
        return framed(6, number(1, event.seat) + tile(2, event.tile))
    if isinstance(event, Kan):
        return framed(5, _kan(event))
    if isinstance(event, Indicator):
        return framed(9, tile(1, event.tile) + flag(2, event.inferred))
    if isinstance(event, RoundDrawn):
        return framed(17, _round_drawn(event))
    if isinstance(event, Offer):
        return framed(11, number(1, event.seat) + _offer_kinds(2, event.kinds))
    if isinstance(event, FuritenFlag):
        return framed(12, number(1, event.seat) + flag(2, event.clear))
    if isinstance(event, WinDeclined):
        return framed(13, number(1, event.seat))
    if isinstance(event, KongPayment):
        return framed(14, signed_numbers(1, event.deltas))
    if isinstance(event, HorseDraw):
        return framed(16, tile(1, event.tile) + signed_numbers(2, event.deltas))
    if isinstance(event, RoundEnd):
        return framed(18, signed_numbers(1, event.scores))
    if isinstance(event, GameEnd):
        scores = signed_numbers(1, event.scores)
        return framed(19, scores + signed_list(2, event.placement) + signed_list(3, event.results))
    if isinstance(event, Draw):
        return framed(1, number(1, event.seat) + tile(2, event.tile) + flag(3, event.replacement))
    if isinstance(event, Discard):
        return framed(2, number(1, event.seat) + tile(2, event.tile) + flag(3, event.drawn))
    raise TypeError(f"no encoding for {type(event).__name__}")


def _call(seat: int, from_seat: int, claimed: int, own: tuple[int, ...]) -> bytes:
    return number(1, seat) + number(2, from_seat) + tile(3, claimed) + tiles(4, own)


def _kan(event: Kan) -> bytes:
    return b"".join(
        [
            number(1, event.seat),
            number(2, _KAN_TYPES[event.type]),
            tiles(3, event.tiles),
            b"" if event.claimed is None else tile(4, event.claimed),
            number_if_stated(5, event.from_seat),
        ]
    )


def _round_start(event: RoundStart) -> bytes:
    if not 0 <= event.prevailing_wind < 4:
        raise MalformedError(f"there is no prevailing wind {event.prevailing_wind}")
    return b"".join(
        [
            number(1, event.prevailing_wind + 1),
            number(2, event.number) if event.number else b"",
            number(3, event.honba),
            number(4, event.deposits),
            number(5, event.dealer),
            signed_numbers(6, event.scores),
            *[tile_list(7, hand) for hand in event.hands],
            tiles(8, event.indicators),
            tile_list(9, event.wall),
            _commitment(10, event.commitment),
        ]
    )


def _win(event: Win) -> bytes:
    return b"".join(
        [
            number(1, event.seat),
            number(2, event.from_seat),
            tile(3, event.tile),
            tiles(4, event.hand),
            b"" if event.yaku is None else framed(5, b"".join([_claimed(claim) for claim in event.yaku])),
            number_if_stated(6, event.han),
            number_if_stated(7, event.fu),
            signed(8, event.points),
            tile_list(9, event.ura_indicators),
            number_if_stated(10, event.liable),
            signed_list(11, event.deltas),
        ]
    )


def _claimed(claim: ClaimedYaku) -> bytes:
    name = _NAMES.get(claim.name)
    if name is None:
        name = text(1, claim.name)
        if len(_NAMES) < MAX_KEPT and len(name) < MAX_KEPT:
            _NAMES[claim.name] = name
    return framed(1, name + number(2, claim.han))


def _round_drawn(event: RoundDrawn) -> bytes:
    tenpai, hands = event.tenpai, event.hands
    return b"".join(
        [
            number(1, _DRAW_REASONS[event.reason]),
            number_if_stated(2, event.seat),
            b"" if tenpai is None else framed(3, _seats(tenpai)),
            b"" if hands is None else framed(4, b"".join([framed(1, tile_list(1, hand)) for hand in hands])),
            signed_list(5, event.deltas),
        ]
    )


def _seats(seats: tuple[int, ...]) -> bytes:
    for seat in seats:
        if not 0 <= seat < 4:
            raise MalformedError(f"there is no seat {seat}")
    return framed(1, bytes(seats)) if seats else b""


def _keep_frames(table: tuple[tuple[tuple[Event, ...], ...], ...]) -> None:
    """Each event of the table has its encoding with it: nine events in ten are from there."""
    for of_seats in table:
        for of_seat in of_seats:
            for event in of_seat:
                object.__setattr__(event, "frame", framed(EVENTS, event_bytes(event)))  # they are frozen


_keep_frames(DRAWS)
_keep_frames(DISCARDS)
