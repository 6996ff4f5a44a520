"""Formats are recognised from content, and text in a wrong encoding is a malformed log with its place."""

import io

import pytest

from auditor.batch.formats import FORMATS, HEAD_BYTES, named, recognised, text_of
from auditor.batch.frames import PIECE_BYTES, PIECE_GAMES, frames, looks_framed, varint
from auditor.batch.items import Source
from auditor.batch.streams import CannotRead, Stream
from auditor.wire import to_json, write_paifu
from replay.gamelog import DISCARDS, DRAWS, GameLog, Header, LogError, RoundStart
from tests.auditor.logs import GOOD, NO_LOG
from tests.replay.formats import majsoul_texts, mjai_texts, riichi_city_texts
from tests.replay.formats.tenhou_json_texts import a_round, log_text

TENHOU_JSON = log_text(a_round()).encode()
RIICHI_CITY = riichi_city_texts.GOOD3.encode()
MJAI = b"\n" + mjai_texts.text_of(mjai_texts.kyoku(), begin=False).encode()
MAJSOUL = majsoul_texts.json_text(majsoul_texts.GOOD).encode()
LIMIT = 16 << 20


def game(game_id: str = "", turns: int = 0) -> GameLog:
    hands = tuple(tuple(range(13)) for _ in range(4))
    start = RoundStart(0, 1, 0, 0, 0, (25000,) * 4, hands, (30,))
    turn = [DRAWS[False][0][20], DISCARDS[True][0][20]]
    return GameLog(Header(game_id, 4, variant="tenhou"), [[start, *turn * turns]])


def recognised_name(data: bytes) -> str:
    found = recognised(data[:HEAD_BYTES])
    return found.name if found else ""


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (GOOD, "tenhou-xml"),
        (b"\xef\xbb\xbf" + GOOD, "tenhou-xml"),
        (b'<?xml version="1.0" encoding="UTF-8"?>\n' + GOOD, "tenhou-xml"),
        (GOOD.replace(b'"a"', b'"\xe9"'), "tenhou-xml"),
        (GOOD.decode().encode("utf-16"), "tenhou-xml"),
        (GOOD.decode().encode("utf-16-le"), "tenhou-xml"),
        (GOOD.decode().encode("utf-16-be"), "tenhou-xml"),
        (TENHOU_JSON, "tenhou-json"),
        (b"\xef\xbb\xbf\n" + TENHOU_JSON, "tenhou-json"),
        (TENHOU_JSON.decode().encode("utf-16"), "tenhou-json"),
        (TENHOU_JSON.replace(b'"A"', b'"\xe9"'), "tenhou-json"),
        (RIICHI_CITY, "riichi-city"),
        (b"\xef\xbb\xbf" + RIICHI_CITY, "riichi-city"),
        (b'{"code":0,"data":' + RIICHI_CITY + b"}", "riichi-city"),
        (RIICHI_CITY.decode().encode("utf-16"), "riichi-city"),
        (MJAI, "mjai"),
        (MJAI[MJAI.index(b"\n") :], "mjai"),
        (MJAI.decode().encode("utf-16-le"), "mjai"),
        (MAJSOUL, "majsoul"),
        (b"\xef\xbb\xbf" + MAJSOUL, "majsoul"),
        (MAJSOUL.decode().encode("utf-16"), "majsoul"),
        *((form(majsoul_texts.GOOD), "majsoul") for form in majsoul_texts.FORMS.values()),
        (write_paifu([game("2024")]), "paifu"),
        (write_paifu([game()]), "paifu"),
        (write_paifu([game("x" * 200, 900)] * 3), "paifu"),
        (to_json(game("2024")).encode(), "paifu-json"),
        (b'\xef\xbb\xbf\n{ "header": {', "paifu-json"),
        (b'{"head": {', ""),
        (NO_LOG, ""),
        (b"<html>", ""),
        (b"", ""),
        (b"\n", ""),
        (b"A\n  indented text, with a line break where a paifu has its header", ""),
        (b"\0" * 5000, ""),
        (bytes(range(256)), ""),
    ],
)
def test_a_format_is_recognised_from_content(data: bytes, name: str) -> None:
    assert recognised_name(data) == name


def test_formats_are_found_by_name() -> None:
    assert [named(known.name) for known in FORMATS] == list(FORMATS)
    assert named("xml") is None


@pytest.mark.parametrize(
    ("data", "reason", "place"),
    [
        (b"ab\xe9", "byte 0xe9 is not UTF-8", "byte 2"),
        (b"\xef\xbb\xbfab\xe9", "byte 0xe9 is not UTF-8", "byte 5"),
        ("ab".encode("utf-16"), "the text is UTF-16, not UTF-8", "byte 0"),
        ("ab".encode("utf-32"), "the text is UTF-32, not UTF-8", "byte 0"),
        ("ab".encode("utf-16-be"), "the text is UTF-16BE, not UTF-8", "byte 0"),
        (b"\xed\xa0\x80", "byte 0xed is not UTF-8", "byte 0"),
    ],
)
def test_text_that_is_not_utf_8_is_refused_with_its_place(data: bytes, reason: str, place: str) -> None:
    with pytest.raises(LogError) as caught:
        text_of(data)
    assert (caught.value.reason, caught.value.place) == (reason, place)


def test_text_in_utf_8_loses_its_mark() -> None:
    assert text_of("\ufeffé".encode()) == text_of("é".encode()) == "é"


@pytest.mark.parametrize("name", [known.name for known in FORMATS])
@pytest.mark.parametrize(
    "data", [b"", b"{", b"<", b"\xff" * 9, b"[" * 100_000, b'{"header":{"seats":4}}', b"\x05\n\x03\x10\x04"]
)
def test_a_reader_answers_anything_with_logs_or_errors(name: str, data: bytes) -> None:
    log_format = named(name)
    assert log_format is not None
    for log in log_format.read(Source("file", data, name)):
        assert isinstance(log, (GameLog, LogError))


def cut(data: bytes, limit: int = LIMIT) -> list[tuple[int, int, int]]:
    """Number of the first game, first byte and size of each piece."""
    pieces = list(frames(Stream(io.BytesIO(data).read), limit))
    assert b"".join(piece.data for piece in pieces) == data
    return [(piece.game, piece.byte, len(piece.data)) for piece in pieces]


def test_a_paifu_file_is_cut_between_games() -> None:
    one = len(write_paifu([game("a")]))
    assert cut(write_paifu([game("a")] * PIECE_GAMES)) == [(0, 0, one * PIECE_GAMES)]
    assert cut(write_paifu([game("a")] * (PIECE_GAMES + 2))) == [
        (0, 0, one * PIECE_GAMES),
        (PIECE_GAMES, one * PIECE_GAMES, one * 2),
    ]
    large = len(write_paifu([game("a", 6000)]))
    fitting = PIECE_BYTES // large
    assert 1 < fitting < PIECE_GAMES
    assert cut(write_paifu([game("a", 6000)] * (fitting + 1))) == [
        (0, 0, large * fitting),
        (fitting, large * fitting, large),
    ]


def test_what_cannot_be_cut_stands_alone_at_the_end() -> None:
    data = write_paifu([game("a")] * 2)
    one = len(data) // 2
    assert cut(data[:-1]) == [(0, 0, one), (1, one, one - 1)]
    assert cut(data + b"\xff" * 5) == [(0, 0, 2 * one), (2, 2 * one, 5)]
    assert cut(data + b"\xff") == [(0, 0, 2 * one), (2, 2 * one, 1)]


def test_a_message_beyond_the_limit_is_not_read() -> None:
    with pytest.raises(CannotRead, match="game 1: larger than 1,000 bytes"):
        cut(write_paifu([game("a"), game("b", 900)]), 1000)


def test_places_in_a_paifu_file_are_those_of_the_whole_file() -> None:
    log_format = named("paifu")
    assert log_format is not None
    source = Source("file", write_paifu([game("a")]) + b"\x09\xff", "paifu", game=64, byte=10_000)
    first, second = log_format.read(source)
    assert isinstance(first, GameLog)
    assert isinstance(second, LogError)
    assert second.place == f"game 65, byte {10_000 + len(source.data) - 2}"


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b"\0", (0, 1)),
        (b"\x7f", (127, 1)),
        (b"\xac\x02", (300, 2)),
        (b"", (-1, 0)),
        (b"\x80", (-1, 0)),
        (b"\xff" * 9, (-1, 0)),
    ],
)
def test_varints(data: bytes, value: tuple[int, int]) -> None:
    assert varint(data, 0) == value


def test_a_header_longer_than_its_game_is_no_paifu() -> None:
    assert looks_framed(b"\x20\x0a\x04\x10\x04")
    assert not looks_framed(b"\x04\x0a\x20\x10\x04")
    assert not looks_framed(b"\x20\x0a\x04\x0a\x09")
