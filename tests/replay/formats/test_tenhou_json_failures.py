"""tenhou.net/6 logs that cannot be read to their end: the reason, the exact place, the rounds before; hostile texts."""

import json
import re
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.formats.json_values import Json
from replay.formats.tenhou_json import MAX_TEXT, looks_like, read
from replay.gamelog import Event, GameEnd, GameLog, LogError
from tests.replay.formats.tenhou_json_texts import DIGEST, GOOD3, RULE3, RULE4, Parts, Play, a_round, log_text

GOOD = a_round(([41], [60]))
WIN: list[Json] = [1, 0, 1, "30符1飜1000点", "断幺九(1飜)"]


def failure(text: str) -> LogError:
    """Why this text cannot be read to its end."""
    log = read(text, DIGEST)
    assert log.failure is not None
    return log.failure


def place_of(text: str, part: str) -> str:
    """The byte at which the last occurrence of a part begins."""
    return f"byte {len(text[: text.rindex(part)].encode())}"


def written(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def test_places_are_written_out() -> None:
    text = '{"name":["天","b","c","d"],"log":[[[0,0,0],"x"]]}'
    assert str(failure(text)) == "byte 35, round 1, the round: 2 parts instead of 17"


def won(*parts: Json) -> Parts:
    return "和了", [0, 0, 0, 0], list(parts)


@pytest.mark.parametrize(
    ("plays", "place", "reason"),
    [
        # draws
        ([([99], [])], "seat 0, draw 1", "there is no tile 99"),
        ([([0], [])], "seat 0, draw 1", "there is no tile 0"),
        ([([60], [])], "seat 0, draw 1", "there is no tile 60"),
        ([([True], [])], "seat 0, draw 1", "there is no tile true or false"),
        ([([11.0], [])], "seat 0, draw 1", "there is no tile a fraction"),
        ([([None], [])], "seat 0, draw 1", "there is no tile nothing"),
        ([([[11]], [])], "seat 0, draw 1", "there is no tile a list"),
        ([([{}], [])], "seat 0, draw 1", "there is no tile an object"),
        ([([11, 12, 13], [60])], "seat 0, draw 3", "a draw after one that nothing was discarded for"),
        # discards
        ([([11], [60, 60])], "seat 0, discard 2", "a discard for which nothing was drawn"),
        ([([], [11])], "seat 0, discard 1", "a discard for which nothing was drawn"),
        ([([11], [54])], "seat 0, discard 1", "there is no tile 54"),
        ([([11], ["r"])], "seat 0, discard 1", "'r' is not a call"),
        ([([11], ["r99"])], "seat 0, discard 1", "'r99' is not a call"),
        ([([11], ["r54"])], "seat 0, discard 1", "there is no tile 54"),
        ([([11], ["f43"])], "seat 0, discard 1", "'f43' is not a call"),
        ([([11], ["p111111"])], "seat 0, discard 1", "'p111111' is neither a discard nor a kan"),
        ([([11], [None])], "seat 0, discard 1", "there is no tile nothing"),
        ([([41], [11]), (["p111111"], [60])], "seat 1, discard 1", "60 without a drawn tile"),
        ([([41], [11]), (["p111111"], ["r60"])], "seat 1, discard 1", "60 without a drawn tile"),
        ([([41], [11]), (["m11111111", 42], [60])], "seat 1, discard 1", "0 is expected after an open kan"),
        ([([41, "p111111"], ["f44"])], "seat 0, draw 2", "a replacement is expected, not 'p111111'"),
        # calls
        ([(["x111111"], [])], "seat 0, draw 1", "'x111111' is not a call"),
        ([(["p1111"], [])], "seat 0, draw 1", "'p1111' is not a call"),
        ([(["p11111111"], [])], "seat 0, draw 1", "'p11111111' is not a call"),
        ([(["1p11111"], [])], "seat 0, draw 1", "'1p11111' is not a call"),
        ([(["11c1213"], [])], "seat 0, draw 1", "'11c1213' is not a call"),
        ([(["111111p"], [])], "seat 0, draw 1", "'111111p' is not a call"),
        ([(["1111m1111"], [])], "seat 0, draw 1", "'1111m1111' is not a call"),
        ([(["p101010"], [])], "seat 0, draw 1", "'p101010' is not a call"),
        ([(["k11111111"], [])], "seat 0, draw 1", "'k11111111' is not a claim"),
        ([(["p" + "1" * 1000], [])], "seat 0, draw 1", f"'p{'1' * 23}…' is not a call"),
        ([(["p111111"], [])], "seat 0, draw 1", "the round does not start with a draw of the dealer"),
        # order
        ([([41], [11]), ([], []), ([42], [60])], "seat 1", "1 draws and claims follow its 0 turns"),
    ],
)
def test_turns(plays: list[Play], place: str, reason: str) -> None:
    bad = a_round(*plays)
    text = log_text(GOOD, bad)
    log = read(text, DIGEST)
    assert log.failure is not None
    assert (log.failure.place, log.failure.reason) == (f"{place_of(text, written(bad))}, round 2, {place}", reason)
    assert log.rounds == read(log_text(GOOD), DIGEST).rounds


@pytest.mark.parametrize(
    ("parts", "place", "reason"),
    [
        ({0: [0, 0]}, "round, honba, deposits", "not a round, honba and deposits"),
        ({0: [0, -1, 0]}, "round, honba, deposits", "not a round, honba and deposits"),
        ({0: [0, "0", 0]}, "round, honba, deposits", "a number is expected, not '0'"),
        ({0: [16, 0, 0]}, "round, honba, deposits", "there is no round 16 with 4 players"),
        ({0: 5}, "round, honba, deposits", "a list is expected, not 5"),
        ({1: [1, 2, 3]}, "scores", "3 entries for 4 seats"),
        ({1: [1, 2, 3, 1.5]}, "scores", "a number is expected, not a fraction"),
        ({1: [1, 2, 3, 10**9]}, "scores", "a number that no log has"),
        ({2: [10]}, "indicators", "there is no tile 10"),
        ({2: 44}, "indicators", "a list is expected, not 44"),
        ({3: ["44"]}, "ura indicators", "there is no tile '44'"),
        ({2: [11] * 137}, "indicators", "137 tiles, more than there are"),
        ({7: [60]}, "seat 1, hand", "there is no tile 60"),
        ({7: "11"}, "seat 1, hand", "a list is expected, not '11'"),
        ({8: {}}, "seat 1, draws", "a list is expected, not an object"),
        ({9: None}, "seat 1, discards", "a list is expected, not nothing"),
        ({13: 1}, "seat 3", "a list is expected, not 1"),
        # results
        ({16: []}, "result", "'' is no end of a round"),
        ({16: "和了"}, "result", "a list is expected, not '和了'"),
        ({16: [7]}, "result", "a text is expected, not 7"),
        ({16: ["不明"]}, "result", "'不明' is no end of a round"),
        ({16: ["流局", [0, 0, 0, 0], 1]}, "result", "2 parts follow 流局"),
        ({16: ["流局", [0, 0, 0]]}, "result, deltas", "3 entries for 4 seats"),
        ({16: ["和了"]}, "result", "0 parts follow 和了, not deltas and winner by turns"),
        ({16: ["和了", [0] * 4]}, "result", "1 parts follow 和了, not deltas and winner by turns"),
        ({16: ["和了", *([[0] * 4, WIN] * 4)]}, "result", "8 parts follow 和了, not deltas and winner by turns"),
        ({16: ["和了", [0] * 5, WIN]}, "result, win 1, deltas", "5 entries for 4 seats"),
        ({16: ["和了", [0] * 4, 3]}, "result, win 1", "a list is expected, not 3"),
        ({16: won(1, 0, 1)}, "result, win 1", "not winner, seat won from, liable seat and value"),
        ({16: won(4, 0, 4, "1000点")}, "result, win 1", "there is no seat 4"),
        ({16: won(1, -1, 1, "1000点")}, "result, win 1", "there is no seat -1"),
        ({16: won(1, 0, 1, 30, 1)}, "result, win 1, value", "a text is expected, not 30"),
        ({16: won(1, 0, 1, "1000")}, "result, win 1, value", "'1000' is not a value"),
        ({16: won(1, 0, 1, "満貫点")}, "result, win 1, value", "'満貫点' is not a value"),
        ({16: won(1, 0, 1, "1" * 99 + "点")}, "result, win 1, value", f"'{'1' * 24}…' is not a value"),
        ({16: won(1, 0, 1, "1000点", 1)}, "result, win 1, yaku", "a text is expected, not 1"),
        ({16: won(1, 0, 1, "1000点", "立直")}, "result, win 1, yaku", "'立直' is not a yaku with its han"),
        (
            {16: won(1, 0, 1, "1000点", "立直(100飜)")},
            "result, win 1, yaku",
            "'立直(100飜)' is not a yaku with its han",
        ),
        ({16: won(1, 0, 1, "1000点", "立真(1飜)")}, "result, win 1, yaku", "there is no yaku '立真'"),
        ({5: [], 6: [], 16: won(1, 0, 1, "1000点")}, "result", "a win without a tile that could be won on"),
        ({6: [], 16: won(1, 0, 1, "1000点")}, "result", "a win without a tile that could be won on"),
    ],
)
def test_parts_of_a_round(parts: dict[int, Json], place: str, reason: str) -> None:
    bad = [parts.get(index, part) for index, part in enumerate(GOOD)]
    text = log_text(GOOD, bad)
    log = read(text, DIGEST)
    assert log.failure is not None
    byte = place_of(text, written(bad))
    assert (log.failure.place, log.failure.reason) == (f"{byte}, round 2, {place}", reason)
    assert len(log.rounds) == 1


@pytest.mark.parametrize(
    ("members", "place", "reason"),
    [
        ({"rule": []}, '"rule"', "an object is expected, not a list"),
        ({"rule": {"disp": 1}}, '"rule", disp', "a text is expected, not 1"),
        ({"rule": {"disp": "鳳南喰赤", "aka": "1"}}, '"rule", aka', "a number is expected, not '1'"),
        ({"rule": {"disp": "鳳南喰赤", "aka51": 5}}, '"rule", aka51', "5 red fives of a suit"),
        ({"rule": RULE3}, '"rule"', "rules for 3 players, the rounds have 4"),
        ({"name": {}}, '"name"', "a list is expected, not an object"),
        ({"name": ["A", 1]}, '"name"', "a text is expected, not 1"),
        ({"ref": 1}, '"ref"', "a text is expected, not 1"),
        ({"ref": "a b"}, '"ref"', "'a b' is not the id of a game"),
        ({"ref": "x" * 65}, '"ref"', f"'{'x' * 24}…' is not the id of a game"),
        ({"sc": [1, 2]}, '"sc"', "2 entries for 4 seats"),
        ({"sc": 1}, '"sc"', "a list is expected, not 1"),
        ({"sc": [1, 1] * 3 + [1, "1"]}, '"sc"', "a number is expected, not '1'"),
        ({"sc": [1, 1] * 3 + [1, 1.25]}, '"sc"', "a number is expected, not a fraction"),
        ({"sc": [1, 1] * 3 + [1.5, 1]}, '"sc"', "a number is expected, not a fraction"),
        ({"sc": [1, 1] * 3 + [1, float("inf")]}, '"sc"', "a number is expected, not a fraction"),
        ({"sc": [1, 1] * 3 + [1, float("nan")]}, '"sc"', "a number is expected, not a fraction"),
        ({"connection": [1]}, '"connection"', "an object is expected, not 1"),
        ({"connection": [{"what": 0}]}, '"connection", log', "a number is expected, not nothing"),
        (
            {"connection": [{"what": 0, "log": 0, "who": 4, "step": 1}]},
            '"connection"',
            "there is no seat 4",
        ),
        (
            {"connection": [{"what": 0, "log": -1, "who": 0, "step": 1}]},
            '"connection"',
            "there is no round -1",
        ),
    ],
)
def test_members(members: dict[str, Json], place: str, reason: str) -> None:
    text = json.dumps({"log": [GOOD], **members}, ensure_ascii=False, separators=(",", ":"))
    value = json.dumps(next(iter(members.values())), ensure_ascii=False, separators=(",", ":"))
    log = read(text, DIGEST)
    assert log.failure is not None
    assert (log.failure.place, log.failure.reason) == (f"{place_of(text, value)}, {place}", reason)
    assert len(log.rounds) == 1


@pytest.mark.parametrize(
    ("rounds", "rule", "reason"),
    [
        ([a_round(seats=4)], RULE3, "round 1, seat 3: a fourth hand with three players"),
        ([a_round(seats=3)], RULE4, "round 1, seat 3: no fourth hand with four players"),
        ([a_round(seats=3), a_round(seats=4)], {}, "round 2, seat 3: a fourth hand with three players"),
        ([a_round(seats=3, deal=3)], RULE3, "there is no round 3 with 3 players"),
        ([a_round(([41], [11]), ([], []), (["1111p11"], [12]), seats=3)], RULE3, "'1111p11' is a claim from seat 3"),
    ],
)
def test_numbers_of_seats(rounds: list[Json], rule: Json, reason: str) -> None:
    assert reason in str(failure(log_text(*rounds, rule=rule)))


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ('{"log":[]}x', "byte 10", "text after the end of the log"),
        ('{"log":[],"log":[]}', "byte 10", '"log" stands twice'),
        ('{"log":[],1:2}', "byte 10", "the name of a member is expected"),
        ('{"log":[],"a" 2}', "byte 14", ": is expected, not '2'"),
        ('{"log":[] "a":2}', "byte 10", ", or } is expected, not '\"'"),
        ('{"log":[],"a":tru}', "byte 14", "not JSON: expecting value"),
        ('{"log":[],"a":"\t"}', "byte 15", "not JSON: invalid control character at"),
        ('{"log":[],"a":' + "9" * 5000 + "}", "byte 14", "a number that no log has"),
        ('{"log":[],"a":' + "[" * 100_000 + "}", "byte 14", "lists in lists, too many for a log"),
        ('{"log":[],"a":"x', "byte 14", "the log is cut off"),
        ('{"log":[],"a":[1', "byte 16", "the log is cut off"),
        ('{"log":[]', "byte 9", "the log is cut off"),
        ('{"log":[[[', "byte 10, round 1", "the log is cut off"),
        ('{"log":[', "byte 8, round 1", "the log is cut off"),
    ],
)
def test_text_that_is_not_json(text: str, place: str, reason: str) -> None:
    found = failure(text)
    assert (found.place, found.reason) == (place, reason)


def without_end(log: GameLog) -> list[list[Event]]:
    """The rounds, without the end of the game."""
    return [[event for event in events if not isinstance(event, GameEnd)] for events in log.rounds]


def test_truncated_anywhere() -> None:
    text = log_text(a_round(([41], ["r60"])), a_round(([41], [60])), sc=[25000, 0] * 4)
    sound = read(text, DIGEST)
    begins = text.index('"log":[')
    for length in range(len(text)):
        cut = text[:length]
        if length < begins + len('"log":['):
            with pytest.raises(LogError):
                read(cut, DIGEST)
            continue
        log = read(cut, DIGEST)
        assert log.failure is not None
        assert without_end(log) == without_end(sound)[: len(log.rounds)]
        assert len(log.rounds) == cut.count('"流局",[0,0,0,0]]]')
        assert re.fullmatch(r"byte \d+(, round \d)?", log.failure.place)


def test_the_end_of_a_game_whose_rounds_break_off_is_not_stated() -> None:
    sc: Json = [25000, 0] * 4
    bad = a_round(([99], []))
    log = read(log_text(GOOD, bad, sc=sc), DIGEST)
    assert not any(isinstance(event, GameEnd) for events in log.rounds for event in events)
    log = read(json.dumps({"sc": sc, "log": [GOOD], "rule": 1}), DIGEST)
    assert log.failure is not None
    assert isinstance(log.rounds[0][-1], GameEnd)


def test_sizes_are_bounded_before_work_is_done() -> None:
    text = log_text(GOOD, name=["x" * MAX_TEXT])
    log = read(text, DIGEST)
    assert (str(log.failure), log.rounds) == (f"the whole log: more than {MAX_TEXT} characters", [])


@pytest.mark.parametrize(
    "plays",
    [
        [([41] * 20_000, [60] * 20_000)],
        [([11, "p111111"] * 5000, [11] * 10_000)] * 4,
        [([11] + ["1111p11"] * 9999, [11] * 10_000), (["p111111"] * 9999, [11] * 9999)],
        [([44] * 30_000, ["f44"] * 30_000)],
        [([11] * 20_000, ["111111a11"] * 20_000)],
    ],
)
def test_hostile_rounds_take_no_time(plays: list[Play]) -> None:
    began = process_time()
    log = read(log_text(a_round(*plays))[:MAX_TEXT], DIGEST)
    assert process_time() - began < 2
    assert log.failure is None or len(str(log.failure)) < 300


PIECES = st.sampled_from(
    [*re.findall(r'"[^"]*"|[0-9.]+|[\[\]{},:]', GOOD3), "-", "60", '"f44"', '"', " ", "null", "1e999", "NaN", "\ud800"]
)


@given(st.lists(PIECES, max_size=60))
def test_any_row_of_pieces_gives_a_log(pieces: list[str]) -> None:
    log = read('{"log":[[[' + "".join(pieces), DIGEST)
    assert isinstance(log, GameLog)
    assert all(events for events in log.rounds)


@given(st.integers(0, len(GOOD3)), st.integers(0, 40), st.one_of(PIECES, st.text(max_size=8)))
def test_any_change_of_a_good_log_gives_a_log_or_is_none(start: int, removed: int, added: str) -> None:
    text = GOOD3[:start] + added + GOOD3[start + removed :]
    if not looks_like(text):
        with pytest.raises(LogError, match="byte 0"):
            read(text, DIGEST)
        return
    log = read(text, DIGEST)
    assert all(events for events in log.rounds)
    assert len(log.header.players) in (0, log.header.seats)
