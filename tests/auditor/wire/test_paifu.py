"""Files of many games."""

import pytest

from auditor.wire import (
    EncodedGame,
    decode_game,
    delimited,
    encode_game,
    is_paifu,
    read_paifu,
    split_paifu,
    write_paifu,
)
from replay.formats.native_frame import MAX_GAME_BYTES, read_varint, varint
from replay.gamelog import GameLog, Header, LogError, Riichi
from tests.auditor.wire.samples import BARE_HEADER, everything, same, three_players

LOGS = [three_players(), everything(), three_players(Riichi(1))]


def read(data: bytes) -> tuple[list[GameLog], list[LogError]]:
    items = list(read_paifu(data))
    return [i for i in items if isinstance(i, GameLog)], [i for i in items if isinstance(i, LogError)]


def test_a_file_comes_back() -> None:
    games, errors = read(write_paifu(LOGS))
    assert not errors
    assert all(same(one, other) for one, other in zip(games, LOGS, strict=True))
    assert read(b"") == ([], [])
    assert write_paifu([]) == b""


def test_the_parts_of_a_file_are_the_encoded_games() -> None:
    data = write_paifu(LOGS)
    parts = [part for part in split_paifu(data) if isinstance(part, EncodedGame)]
    assert [part.data for part in parts] == [encode_game(log) for log in LOGS]
    assert parts[0].place == "game 0, byte 0"
    assert parts[1].place == f"game 1, byte {len(delimited(LOGS[0]))}"


def test_reading_goes_on_after_a_malformed_game() -> None:
    first = delimited(LOGS[0])
    bad = encode_game(LOGS[2]).replace(bytes.fromhex("12043a020801"), bytes.fromhex("12043a020805"))
    assert bad != encode_game(LOGS[2])
    games, errors = read(first + varint(len(bad)) + bad + varint(3) + b"abc" + first)
    assert games == [LOGS[0], LOGS[0]]
    assert errors[0].place == f"game 1, byte {len(first)}, round 0, event 1"
    assert errors[0].reason == "there is no seat 5 among 3 seats"
    assert errors[1].place.startswith(f"game 2, byte {len(first) + 1 + len(bad)}, ")


def test_reading_goes_on_after_a_game_that_is_too_large() -> None:
    size = MAX_GAME_BYTES + 1
    games, errors = read(varint(size) + bytes(size) + delimited(LOGS[0]))
    assert games == [LOGS[0]]
    assert [(error.reason, error.place) for error in errors] == [
        (f"the game has {size} bytes, more than {MAX_GAME_BYTES}", "game 0, byte 0")
    ]


@pytest.mark.parametrize(
    ("tail", "reason"),
    [
        (b"\x80", "broken length of a game: the data ends within a number"),
        (b"\xff\xff\xff\xff\xff\x01", "broken length of a game: a number has more than 5 bytes"),
        (b"\x00" + delimited(LOGS[0]), "a game of no bytes"),
        (b"\x05abc", "a game of 5 bytes where 3 are left"),
        (b"\xff\xff\xff\xff\x0f" + delimited(LOGS[0]), "a game of 4294967295 bytes where "),
    ],
)
def test_a_broken_length_ends_the_file(tail: bytes, reason: str) -> None:
    first = delimited(LOGS[0])
    games, errors = read(first + tail)
    assert games == [LOGS[0]]
    assert len(errors) == 1
    assert errors[0].reason.startswith(reason)
    assert errors[0].place == f"game 1, byte {len(first)}"


def test_a_cut_file_keeps_its_whole_games() -> None:
    data = write_paifu(LOGS)
    games, errors = read(data[:-1])
    assert len(games) == 2
    assert len(errors) == 1


def test_recognition() -> None:
    data = write_paifu(LOGS)
    assert is_paifu(data)
    assert is_paifu(data[:16])
    assert is_paifu(delimited(GameLog(Header("", 3))) + data)
    for other in (b"", b"{}", b"<mjloggm ver", b'{"title":["', b"PK\x03\x04\x14\x00", b"\x1f\x8b\x08\x00", b"\n\n\n\n"):
        assert not is_paifu(other)


@pytest.mark.parametrize("number", [0, 1, 127, 128, 300, 16383, 16384, 2**32 - 1, 2**63])
def test_varints(number: int) -> None:
    data = varint(number)
    assert read_varint(b"\x01" + data + b"\x01", 1) == (number, 1 + len(data))


def test_the_bare_header_is_a_game() -> None:
    assert decode_game(encode_game(GameLog(BARE_HEADER))) == GameLog(BARE_HEADER)
