"""Mahjong Soul records that cannot be read to their end: the reason, the exact place, what stands before it."""

import json
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.engine import audit
from replay.formats.majsoul import WIRE_START, read
from replay.formats.majsoul_source import MAX_BYTES, MAX_RECORDS
from replay.gamelog import GameLog, LogError
from replay.ruleset.choose import choose
from tests.replay.formats.majsoul_texts import (
    DIGEST,
    FORMS,
    GOOD,
    HANDS,
    Data,
    Entry,
    abort,
    call,
    deal,
    discard,
    hule,
    json_text,
    kan,
    log_of,
    new_round,
    no_tile,
    stating,
    tiles,
    win,
    wire,
)

FIRST: Final = discard(0, "1m")
LAST: Final = '{"passed":2'  # how an action with a record begins


def failure_of(log: GameLog) -> tuple[str, str]:
    assert log.failure is not None
    return log.failure.place, log.failure.reason


def place_in(text: str, part: str) -> str:
    return f"byte {len(text[: text.rindex(part)].encode())}"


def test_places_are_written_out() -> None:
    text = '{"head":{"uuid":"x"},"data":{"records":[{"name":".lq.RecordNewRound","data":{"scores":[]}}]}}'
    assert (
        str(read(text.encode(), DIGEST).failure)
        == "byte 40, RecordNewRound, scores: scores of 0 seats, where three or four play"
    )
    text = text.replace("[]", "[0,0,0]")
    assert str(read(text.encode(), DIGEST).failure) == "byte 40, RecordNewRound, tiles0: seat 0 is dealt nothing"


@pytest.mark.parametrize(
    ("entry", "place", "reason"),
    [
        # parts of any record
        (discard(4, "1m"), "seat", "there is no seat 4"),
        (discard(-1, "1m"), "seat", "there is no seat -1"),
        (stating(FIRST, {"seat": "0"}), "seat", "a number is expected, not '0'"),
        (stating(FIRST, {"seat": 0.5}), "seat", "a number is expected, not a fraction"),
        (stating(FIRST, {"seat": 10**9}), "seat", "a number that no log has"),
        (stating(FIRST, {"tile": None}), "tile", "a text is expected, not nothing"),
        (stating(FIRST, {"tile": 1}), "tile", "a text is expected, not 1"),
        (stating(FIRST, {"tile": "8z"}), "tile", "there is no tile '8z'"),
        (stating(FIRST, {"moqie": 2}), "moqie", "true or false is expected, not 2"),
        (stating(FIRST, {"is_liqi": "x"}), "is_liqi", "a number is expected, not 'x'"),
        (stating(FIRST, {"zhenting": [True]}), "zhenting", "1 entries for 4 seats"),
        (stating(FIRST, {"zhenting": 1}), "zhenting", "a list is expected, not 1"),
        (stating(FIRST, {"doras": ["1m"] * 137}), "doras", "137 entries, more than any record has"),
        (stating(FIRST, {"operations": [1]}), "operations", "an object is expected, not 1"),
        (stating(FIRST, {"operations": [{"seat": 9, "operation_list": [{"type": 1}]}]}), "seat", "there is no seat 9"),
        (deal(1, "9p", liqi={"seat": 7}), "seat", "there is no seat 7"),
        (deal(1, "9p", liqi=[1]), "liqi", "an object is expected, not a list"),
        (("RecordUnveilTile", {}), "RecordUnveilTile", "a record of another game than riichi"),
        # calls
        (call(1, 0, "78m", [1, 0]), "tiles", "2 tiles"),
        (call(1, 2, "111m", [1, 1, 0]), "tiles", "3 tiles"),
        (call(1, 3, "111m", [1, 1, 0]), "type", "there is no call 3"),
        (call(1, 1, "111m", [1, 1]), "froms", "2 entries for 3 tiles"),
        (call(1, 1, "111m", [1, 1, 1]), "froms", "0 tiles of other seats"),
        (call(1, 1, "111m", [0, 1, 2]), "froms", "2 tiles of other seats"),
        (call(1, 1, "111m", [1, 1, 5]), "froms", "there is no seat 5"),
        (kan(1, 1, "1m"), "type", "there is no kan 1"),
        (kan(1, 3, ""), "tiles", "there is no tile ''"),
        # ends
        (hule(), "hules", "0 wins"),
        (hule(*[win(1, "1m", HANDS[1])] * 4), "hules", "4 wins"),
        (hule(*[win(1, "1m", HANDS[1])] * 2), "hules", "a seat wins twice"),
        (hule(win(0, "1m", HANDS[0])), "hules", "seat 0 wins on a tile that nobody else played"),
        (hule(win(1, "1m", ""), win(2, "1m", "", zimo=True)), "hules", "several win, one of them by self-draw"),
        (hule(win(1, "1m", "", [(46, 1)])), "hules, fans", "there is no yaku 46"),
        (hule(win(1, "1m", "", [(2, 100)], count=1)), "hules, fans", "no yaku has 100 han"),
        (hule(win(1, "1m", "", [(2, 1)], count=100)), "hules, count", "no hand has 100 han"),
        (hule(win(1, "1m", ""), deltas=[1]), "delta_scores", "1 entries for 4 seats"),
        (no_tile(players=[{}]), "players", "1 players, where 4 play"),
        (abort(0), "type", "there is no abort 0"),
        (abort(5), "type", "there is no abort 5"),
        (abort(1, seat=4), "seat", "there is no seat 4"),
    ],
)
def test_records(entry: Entry, place: str, reason: str) -> None:
    entries = [*GOOD, new_round(), FIRST, entry]
    log = log_of(entries)
    start = place_in(json_text(entries), LAST)
    assert failure_of(log) == (f"{start}, {entry[0]}, {place}", reason)
    good = log_of([*GOOD, new_round(), FIRST])
    assert log.rounds == good.rounds  # what stands before it is kept


@pytest.mark.parametrize(
    ("stated", "place", "reason"),
    [
        ({"ju": 4}, "ju", "there is no seat 4"),
        ({"chang": 4}, "chang", "there is no wind 4"),
        ({"ben": -1}, "ben", "-1 honba and 0 deposits"),
        ({"liqibang": 10**6}, "ben", "0 honba and 1000000 deposits"),
        ({"scores": []}, "scores", "scores of 0 seats, where three or four play"),
        ({"scores": [1, 2, 3]}, "scores", "another number of seats than 4"),
        ({"scores": ["1", 2, 3, 4]}, "scores", "a number is expected, not '1'"),
        ({"tiles2": []}, "tiles2", "seat 2 is dealt nothing"),
        ({"tiles2": ["1m"] * 137}, "tiles2", "137 entries, more than any record has"),
        ({"paishan": "1m2"}, "paishan", "there is no tile '2'"),
        ({"paishan": "1m" * 137}, "paishan", "137 tiles, more than there are"),
        ({"md5": "xy"}, "md5", "not a digest in hex"),
        ({"sha256": "z" * 64}, "sha256", "not a digest in hex"),
        ({"sha256": "0" * 64, "salt": "s" * 257}, "salt", "a salt that is too long"),
    ],
)
def test_starts(stated: Data, place: str, reason: str) -> None:
    entries = [*GOOD, stating(new_round(), stated)]
    log = log_of(entries)
    assert failure_of(log) == (f"{place_in(json_text(entries), LAST)}, RecordNewRound, {place}", reason)
    assert log.rounds == log_of(GOOD).rounds


def test_a_first_round_of_no_table() -> None:
    entries = [stating(new_round(), {"scores": [1, 2]})]
    log = log_of(entries)
    where = place_in(json_text(entries), LAST)
    assert failure_of(log) == (f"{where}, RecordNewRound, scores", "scores of 2 seats, where three or four play")
    assert log.rounds == []


@pytest.mark.parametrize(
    ("entries", "place", "reason"),
    [
        ([FIRST], "RecordDiscardTile", "stands before the first RecordNewRound"),
        ([*GOOD, FIRST], "RecordDiscardTile", "the round has ended"),
    ],
)
def test_order(entries: list[Entry], place: str, reason: str) -> None:
    where = place_in(json_text(entries), LAST)
    assert failure_of(log_of(entries)) == (f"{where}, RecordDiscardTile, {place}", reason)


HEAD_FAULTS: Final[dict[str, tuple[Any, str, str]]] = {
    "uuid": ({"uuid": "a b"}, "uuid", "'a b' is not the id of a game"),
    "start": ({"start_time": []}, "start_time", "a number is expected"),
    "account": ({"accounts": [{"seat": 8}]}, "seat", "there is no seat 8"),
    "name": ({"accounts": [{"nickname": 1}]}, "accounts, nickname", "a text is expected, not 1"),
    "mode": (
        {"config": {"mode": {"mode": 12}}},
        "config",
        "mode 12 is for 3 players, the rounds have 4",
    ),
    "result": (
        {"result": {"players": [{"total_point": 150}] * 4}},
        "result, total_point",
        "150 is not a result in tenths of a thousand",
    ),
    "seats": ({"result": {"players": [{}] * 4}}, "result", "a seat stands twice"),
}


@pytest.mark.parametrize("name", HEAD_FAULTS)
def test_heads(name: str) -> None:
    stated, place, reason = HEAD_FAULTS[name]
    log = read(json_text(GOOD, head={"uuid": "x", **stated}).encode(), DIGEST)
    assert failure_of(log) == (f"head, {place}", reason)


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ('{"head":{"uuid":"x"},"data":{}}', "the whole log", "there is no list of records"),
        ('{"head":{"uuid":"x"},"data":{"name":".lq.X"}} x', "byte 46", "text after the end of the log"),
        ('{"head":{"uuid":"x"},"head":{}}', "byte 21", '"head" stands twice'),
        ('{"head":{"uuid":"x"},"data":{"records":[1]}}', "byte 40", "a record is expected, not 1"),
        (
            '{"head":{"uuid":"x"},"data":{"records":[{"name":1}]}}',
            "byte 40",
            "a record has a name and an object of data",
        ),
        (
            '{"head":{"uuid":"x"},"data":{"records":[{"name":".lq.X","data":[]}]}}',
            "byte 40",
            "a record has a name and an object of data",
        ),
        ('{"head":{"uuid":"x"},"data":{"records":[{"name":"X"}]}}', "byte 40", "'X' is not the name of a record"),
        ('{"head":{"uuid":"x"},"data":{"records":["!"]}}', "byte 40", "hex or base64 is expected"),
        ('{"head":{"uuid":"x"},"data":{"records":["0a05"]}}', "byte 40", "the log is cut off"),
        ('{"head":{"uuid":"x"},"wire":"?"}', "byte 28", "hex or base64 is expected"),
        ('{"head":{"uuid":"x"},"wire":"0a01"}', "byte 28, of its bytes byte 0", "the log is cut off"),
        (
            '{"head":{"uuid":"x"},"wire":"0a0178"}',
            "byte 28, of its bytes byte 0",
            ".lq.GameDetailRecords is expected, not 'x'",
        ),
        ('{"head":{"uuid":"x"},"data":{"records":[{},', "byte 43", "the log is cut off"),
        ('{"head":{"uuid":"x"},"data":{"records":[{}}', "byte 42", ", or ] is expected, not '}'"),
        ('{"head":{"uuid":"x"},1:2}', "byte 21", "the name of a member is expected"),
    ],
)
def test_containers(text: str, place: str, reason: str) -> None:
    log = read(text.encode(), DIGEST)
    assert failure_of(log) == (place, reason)
    assert log.rounds == []


@pytest.mark.parametrize(
    ("data", "place", "reason"),
    [
        (WIRE_START, "", ""),
        (WIRE_START + b"\x12\x02\x08", "byte 25", "the log is cut off"),
        (WIRE_START + b"\x12\x03\x1a\x01\x08", "byte 25", "not an encoded action"),
        (WIRE_START + b"\x12\x05\x1a\x03\x1a\x01\x00", "byte 25", "not an encoded Wrapper{name, data}"),
        (WIRE_START + b"\x12\x05\x1a\x05\x1a\x01\x00", "byte 25", "the log is cut off"),
        (WIRE_START + b"\x12\x02\x0a\xff", "byte 25", "not an encoded record"),
    ],
)
def test_bytes(data: bytes, place: str, reason: str) -> None:
    log = read(data, DIGEST)
    assert log.rounds == []
    if reason:
        assert failure_of(log) == (place, reason)
    else:
        assert log.failure is None


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"{}", "byte 0: not a Mahjong Soul record"),
        (b"\xff\xfe{", "byte 0: byte 0xff is not UTF-8"),
        (b'{"head":{"uuid":"\xe9"}}', "byte 17: byte 0xe9 is not UTF-8"),
        (b" " * (MAX_BYTES + 1), f"the whole log: more than {MAX_BYTES} bytes"),
    ],
)
def test_what_is_no_record_at_all(data: bytes, reason: str) -> None:
    with pytest.raises(LogError, match=reason.replace("{", r"\{")):
        read(data, DIGEST)


# Cut off, damaged, hostile


def _refused(refused: LogError) -> None:
    assert refused.reason
    assert refused.place


def checked(data: bytes) -> GameLog | None:
    """The log of the data, audited; None when it is refused."""
    try:
        log = read(data, DIGEST)
    except LogError as refused:
        _refused(refused)
        return None
    if log.rounds:
        audit(log, choose(log.header, "majsoul" if log.header.seats == 4 else "majsoul-sanma", None, ()))
    return log


@pytest.mark.parametrize("form", FORMS)
def test_cut_off_at_every_tenth_byte(form: str) -> None:
    """Refused, or read as far as it goes: the rounds before the cut are those of the whole."""
    data = FORMS[form](GOOD)
    whole = read(data, DIGEST)
    assert whole.failure is None
    read_rounds = set()
    for cut in range(0, len(data) - 1, 10):
        log = checked(data[:cut])
        if log is not None:
            assert log.failure is not None
            read_rounds.add(len(log.rounds))
            for events, right in zip(log.rounds[:-1], whole.rounds, strict=False):
                assert events == right
    assert read_rounds == {0, 1, 2}


@pytest.mark.parametrize("form", FORMS)
def test_damaged_bytes(form: str) -> None:
    random = Random(form)
    data = FORMS[form](GOOD)
    for _ in range(150):
        damaged = bytearray(data)
        for _ in range(random.randint(1, 3)):
            damaged[random.randrange(len(damaged))] = random.randrange(256)
        checked(bytes(damaged))


@given(st.binary(max_size=200))
def test_any_bytes_after_the_start_of_a_record(data: bytes) -> None:
    checked(WIRE_START + data)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=4),
        lambda one: (
            st.lists(one)
            | st.dictionaries(st.sampled_from(["name", "data", "records", "seat", "tile", "hules", "type"]), one)
        ),
        max_leaves=12,
    )
)
def test_any_json(value: Any) -> None:
    checked(
        json.dumps(
            {"head": {"uuid": "x"}, "data": {"records": [{"name": ".lq.RecordNewRound", "data": value}]}}
        ).encode()
    )
    checked(json.dumps({"head": {"uuid": "x"}, "data": {"actions": [new_round(), {"result": value}, value]}}).encode())


def _too_many_records() -> bytes:
    return ('{"head":{"uuid":"x"},"data":{"actions":[' + ",".join(["{}"] * (MAX_RECORDS + 1)) + "]}}").encode()


def _too_many_actions() -> bytes:
    entry = b"\x1a\x00"
    body = entry * (MAX_RECORDS + 1)
    size = len(body)
    return WIRE_START + b"\x12" + bytes((size & 0x7F | 0x80, size >> 7 & 0x7F | 0x80, size >> 14)) + body


HOSTILE: Final[dict[str, Callable[[], bytes]]] = {
    "too many records": _too_many_records,
    "too many actions": _too_many_actions,
    "lists in lists": lambda: b'{"head":{"uuid":"x"},"data":{"records":' + b"[" * 100_000,
    "objects in objects": lambda: b'{"head":{"uuid":"x"},' + b'"data":{' * 100_000,
    "a long number": lambda: b'{"head":{"uuid":"x"},"data":{"records":[' + b"9" * 1_000_000,
    "a long text": lambda: b'{"head":{"uuid":"x"},"wire":"' + b"0a" * 900_000 + b'"}',
    "many rounds": lambda: json_text([new_round()] * 1500).encode(),
    "many discards": lambda: json_text([new_round(), *[FIRST] * 8000], layout="records").encode(),
    "many tiles": lambda: wire([stating(new_round(), {"doras": ["1m"] * 4000})]),
    "rounds of no table": lambda: json_text([stating(new_round(), {"tiles0": [tiles("1m")] * 100})]).encode(),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_records_take_bounded_time(name: str) -> None:
    data = HOSTILE[name]()
    start = process_time()
    try:
        log = read(data, DIGEST)
        assert log.failure is not None or name in ("many rounds", "many discards")
    except LogError:
        assert len(data) > MAX_BYTES
    assert process_time() - start < 5
