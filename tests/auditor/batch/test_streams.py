"""Compressed data is read in bounded memory, and what is damaged is never taken for complete."""

import gzip
import io
import os
import tracemalloc
from collections import deque
from collections.abc import Callable

import pytest
import zstandard

from auditor.batch.items import Limits
from auditor.batch.streams import AHEAD, CannotRead, Stream, unpacked

MIB = 1 << 20
DATA = b"".join(b"%d;" % number for number in range(40_000))


def zstd(data: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(data)


def stream(data: bytes) -> Stream:
    return Stream(io.BytesIO(data).read)


def read(data: bytes, size: int = MIB) -> bytes:
    """Everything behind the compression, asked for `size` bytes at a time."""
    source = unpacked(stream(data), Limits())
    return b"".join(iter(lambda: source.read(size), b""))


@pytest.mark.parametrize("compress", [gzip.compress, zstd])
@pytest.mark.parametrize("size", [100, 70_000, MIB])
def test_compressed_data_is_unpacked(compress: Callable[[bytes], bytes], size: int) -> None:
    assert read(compress(DATA), size) == DATA
    assert read(compress(DATA) + compress(b"more"), size) == DATA + b"more"


@pytest.mark.parametrize("compress", [gzip.compress, zstd])
@pytest.mark.parametrize("left", [6, 20, 1000, -20, -5, -1])
def test_data_cut_short_is_said_to_be_damaged(compress: Callable[[bytes], bytes], left: int) -> None:
    with pytest.raises(CannotRead, match=r"^damaged"):
        read(compress(DATA)[:left])


@pytest.mark.parametrize("compress", [gzip.compress, zstd])
def test_garbage_behind_the_data_is_said_to_be_damaged(compress: Callable[[bytes], bytes]) -> None:
    with pytest.raises(CannotRead, match=r"^damaged"):
        read(compress(DATA) + b"garbage")


def test_data_that_is_not_compressed_is_the_stream_itself() -> None:
    source = stream(DATA)
    assert unpacked(source, Limits()) is source
    assert source.rest(len(DATA)) == DATA


def test_peeking_takes_nothing_away() -> None:
    source = stream(DATA)
    assert source.peek(10) == source.peek(10) == DATA[:10]
    assert source.read(4) + source.exactly(20) == DATA[:24]
    assert source.peek(len(DATA)) == DATA[24:]


def test_looking_ahead_asks_seldom_and_counts_what_was_read() -> None:
    asked = []
    source = io.BytesIO(DATA)

    def below(size: int) -> bytes:
        asked.append(size)
        return source.read(size)

    ahead = Stream(below, AHEAD)
    taken = b""
    while piece := ahead.peek(3) and ahead.exactly(9):
        taken += piece
        assert ahead.count == len(taken)
    assert taken == DATA
    assert len(asked) < 10  # of 25,000 pieces
    assert max(asked) == AHEAD


@pytest.mark.parametrize("ahead", [0, AHEAD])
def test_what_comes_before_a_broken_place_is_read(ahead: int) -> None:
    whole = io.BytesIO(DATA[:5000])

    def below(size: int) -> bytes:
        piece = whole.read(min(size, 700))
        if not piece:
            raise CannotRead("broken")
        return piece

    source = Stream(below, ahead)
    assert source.exactly(4000) + source.peek(500) == DATA[:4500]
    with pytest.raises(CannotRead, match="broken"):
        source.exactly(1001)


def test_frames_before_damage_are_read() -> None:
    data = b"".join(bytes([100]) + bytes(100) for _ in range(5000))
    packed = zstd(os.urandom(200_000)) + zstd(data)
    source = unpacked(stream(packed[:-9]), Limits())
    assert len(source.exactly(200_000)) == 200_000
    with pytest.raises(CannotRead, match="damaged"):
        source.exactly(len(data))


def test_more_than_the_limit_is_refused() -> None:
    assert stream(DATA).rest(len(DATA)) == DATA
    with pytest.raises(CannotRead, match="larger than"):
        stream(DATA).rest(len(DATA) - 1)


def zeros_gzip(size: int) -> bytes:
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=6) as file:
        for _ in range(size // MIB):
            file.write(bytes(MIB))
    return packed.getvalue()


def zeros_zstd(size: int) -> bytes:
    """One frame that states its size, which ``max_output_size`` would believe."""
    compressor = zstandard.ZstdCompressor(level=1).compressobj(size=size)
    return b"".join(compressor.compress(bytes(MIB)) for _ in range(size // MIB)) + compressor.flush()


@pytest.mark.parametrize("bomb", [zeros_gzip, zeros_zstd])
def test_a_bomb_is_given_up_in_bounded_memory(bomb: Callable[[int], bytes]) -> None:
    packed = bomb(160 * MIB)
    assert len(packed) < MIB
    source = unpacked(stream(packed), Limits())
    tracemalloc.start()
    with pytest.raises(CannotRead, match="unpacks to more than 200 times its size"):
        deque(iter(lambda: source.read(MIB), b""), maxlen=0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 32 * MIB


def test_a_log_that_compresses_well_is_no_bomb() -> None:
    data = os.urandom(1000) * 20_000
    assert read(zstd(data)) == data
