"""A small input that asks for much time or memory is refused before it gets them."""

import time
import tracemalloc
from collections.abc import Callable

import pytest

from auditor.v1 import game_log_pb2 as pb
from auditor.wire import MAX_EVENTS, MAX_GAME_BYTES, decode_game, encode_game, from_json, log_digest, read_paifu
from replay.formats.native_frame import MAX_EVENT_BYTES, MAX_PART_BYTES, MAX_REMARKS, MAX_UNKNOWN, varint
from replay.gamelog import FuritenFlag, GameLog, LogError, Remark, RemarkKind
from tests.auditor.wire.samples import BARE_HEADER, everything, same, three_players

HEAD = encode_game(three_players())
MEBI = 1024 * 1024


def refused(read: Callable[[bytes], object], data: bytes) -> tuple[str, int, float]:
    """The refusal, the most bytes it took and the seconds."""
    begin = time.process_time()
    with pytest.raises(LogError):
        read(data)
    seconds = time.process_time() - begin
    tracemalloc.start()  # slows everything down, so the time is taken without it
    try:
        with pytest.raises(LogError) as caught:
            read(data)
        return str(caught.value), tracemalloc.get_traced_memory()[1], seconds
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (HEAD + b"\x12\x00" * (2 * MEBI), "more than 262144"),
        (HEAD + b"\x12\x00" * (MAX_GAME_BYTES // 2 - 100), f"more than {MAX_EVENTS} events"),
        (HEAD + bytes.fromhex("12060a0408011001") * 32_000, f"more than {MAX_EVENTS} events"),
        (HEAD + b"\x1a\x00" * (MAX_GAME_BYTES // 2 - 100), f"more than {MAX_REMARKS} remarks"),
        (HEAD + b"\x7a\x00" * (MAX_GAME_BYTES // 2 - 100), f"more than {MAX_UNKNOWN} unknown fields"),
        (HEAD + b"\x78\x00" * (MAX_GAME_BYTES // 2 - 100), f"more than {MAX_UNKNOWN} unknown fields"),
    ],
    ids=["4 MiB of events", "events", "draws", "remarks", "unknown messages", "unknown numbers"],
)
def test_many_small_parts(data: bytes, error: str) -> None:
    reason, memory, seconds = refused(decode_game, data)
    assert error in reason
    assert memory < 4 * MEBI
    assert seconds < 1


def test_a_size_is_refused_without_reading() -> None:
    data = bytes(64 * MEBI)
    reason, memory, seconds = refused(decode_game, data)
    assert "more than 262144" in reason
    assert memory < MEBI
    assert seconds < 0.5


NESTED: list[tuple[str, pb.GameEvent]] = [
    ("hands", pb.GameEvent(round_start=pb.RoundStart(hands=[pb.TileList()] * 100_000))),
    ("shown hands", pb.GameEvent(round_drawn=pb.RoundDrawn(hands=pb.ShownHands(hands=[pb.ShownHand()] * 100_000)))),
    ("yaku", pb.GameEvent(win=pb.Win(yaku=pb.ClaimedYakuList(yaku=[pb.ClaimedYaku()] * 100_000)))),
    ("offers", pb.GameEvent(offer=pb.Offer(kinds=[pb.OFFER_KIND_DISCARD] * 200_000))),
]


@pytest.mark.parametrize("event", [event for _, event in NESTED], ids=[name for name, _ in NESTED])
def test_many_parts_within_one_event(event: pb.GameEvent) -> None:
    reason, memory, _ = refused(decode_game, HEAD + pb.GameLog(events=[event]).SerializeToString())
    assert f"more than {MAX_EVENT_BYTES}" in reason
    assert memory < MEBI


def test_many_parts_within_many_events() -> None:
    """Each event is as large as it may be; they are built one at a time, and the first is refused."""
    event = pb.GameEvent(round_start=pb.RoundStart(hands=[pb.TileList()] * 2_000))
    reason, memory, _ = refused(decode_game, HEAD + pb.GameLog(events=[event] * 60).SerializeToString())
    assert reason == "round 0, event 1: the prevailing wind is missing"
    assert memory < 2 * MEBI


def test_a_large_header() -> None:
    header = pb.Header(seats=3, players=[pb.Player()] * (MAX_PART_BYTES // 2 + 1))
    reason, memory, _ = refused(decode_game, pb.GameLog(header=header).SerializeToString())
    assert f"more than {MAX_PART_BYTES}" in reason
    assert memory < MEBI


def test_json_is_bounded() -> None:
    text = b'{"header": {"seats": 3}, "events": [' + b",".join([b"{}"] * 2_000_000) + b"]}"
    reason, memory, _ = refused(from_json, text)
    assert "bytes, more than" in reason
    assert memory < MEBI
    text = b'{"header": {"seats": 3}, "events": [' + b",".join([b"{}"] * (MAX_EVENTS + 1)) + b"]}"
    assert f"more than {MAX_EVENTS} events" in refused(from_json, text)[0]


@pytest.mark.parametrize(
    "data",
    [bytes(4 * MEBI), b"\xff" * (4 * MEBI), b"\x80" * (4 * MEBI), varint(2**34) + HEAD, varint(2**60) + HEAD],
    ids=["zeros", "ones", "endless", "large", "larger"],
)
def test_a_paifu_file_of_rubbish_is_one_error(data: bytes) -> None:
    errors = list(read_paifu(data))
    assert len(errors) == 1
    assert isinstance(errors[0], LogError)
    assert errors[0].place == "game 0, byte 0"


def test_the_writer_refuses_what_no_reader_accepts() -> None:
    long = three_players(*[FuritenFlag(0)] * (MAX_EVENTS + 1))
    with pytest.raises(LogError, match="events"):
        encode_game(long)
    assert len(log_digest(long)) == 64  # a finding about it still has an id
    wordy = GameLog(BARE_HEADER, [], [Remark(RemarkKind.UNKNOWN_RULES, None, None, None, "x" * 20_000)])
    with pytest.raises(LogError, match="a part has"):
        encode_game(wordy)
    large = GameLog(BARE_HEADER, [], [Remark(RemarkKind.UNKNOWN_RULES, None, None, None, "x" * 15_000)] * 20)
    with pytest.raises(LogError, match="bytes, more than"):
        encode_game(large)


def test_a_changed_byte_gives_a_log_or_a_refusal() -> None:
    """Never another error: that would be ours, and would stop a batch."""
    data = bytearray(encode_game(everything()))
    outcomes = {"log": 0, "refused": 0}
    for position in range(0, len(data), 3):
        before = data[position]
        for value in (0, 0x7F, 0x80, 0xFF, before ^ 1, before ^ 8):
            data[position] = value
            try:
                log = decode_game(bytes(data))
            except LogError:
                outcomes["refused"] += 1
            else:
                outcomes["log"] += 1
                assert same(decode_game(encode_game(log)), log)
        data[position] = before
    assert min(outcomes.values()) > 100
