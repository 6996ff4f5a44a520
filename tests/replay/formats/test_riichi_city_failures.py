"""Riichi City records that cannot be read to their end: the reason, the exact place, what stands before it."""

import json
import random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.engine import audit
from replay.formats.json_values import Json
from replay.formats.riichi_city import MAX_TEXT, looks_like, read
from replay.gamelog import Event, GameEnd, GameLog, LogError
from replay.ruleset.choose import choose
from tests.replay.formats.riichi_city_texts import (
    DIGEST,
    GOOD3,
    HANDS,
    Record,
    a_round,
    accepted,
    action,
    calls,
    discard,
    end,
    event,
    game_end,
    numbers,
    record_text,
    turn,
    won,
)

GOOD = a_round()
OTHER = a_round(turn(0), discard(0, "1z"), end(7))


def failure(text: str) -> LogError:
    """Why this text cannot be read to its end."""
    log = read(text, DIGEST)
    assert log.failure is not None
    return log.failure


def written(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def place_of(text: str, part: str) -> str:
    """The byte at which the last occurrence of a part begins."""
    return f"byte {len(text[: text.rindex(part)].encode())}"


def test_places_are_written_out() -> None:
    assert str(failure('{"a":"天","handRecord":[{"players":[]}]}')) == "byte 25, round 1, players: a table of 0 players"


@pytest.mark.parametrize(
    ("bad", "place", "reason"),
    [
        (event(12, {}, 0), "eventType", "there is no event 12"),
        ({"eventType": "2"}, "eventType", "a number is expected, not '2'"),
        (event(2, [], 0), "data", "an object is expected, not a list"),
        ({"eventType": 2, "userId": 101, "data": "{"}, "data, byte 1", "the log is cut off"),
        ({"eventType": 2, "userId": 101, "data": "{} {}"}, "data, byte 3", "text after the end of the log"),
        ({"eventType": 2, "userId": 101, "data": "nope"}, "data, byte 0", "not JSON: expecting value"),
        ({"eventType": 2, "userId": 101}, "data", "an object is expected, not nothing"),
        # turns
        (event(2, {}, 0), "in_card", "a number is expected, not nothing"),
        (event(2, {}), "userId", "an account that does not sit at the table"),
        ({**turn(0), "userId": 104}, "userId", "an account that does not sit at the table"),
        ({**turn(0), "userId": "101"}, "userId", "the number of an account is expected"),
        ({**turn(0), "userId": -1}, "userId", "the number of an account is expected"),
        (turn(0, in_card=10), "in_card", "there is no tile 10"),
        (turn(0, in_card=1, is_gang_incard=1), "is_gang_incard", "true or false is expected"),
        (turn(0, is_zi_mo=None), "is_zi_mo", "true or false is expected"),
        (turn(0, gang_cards=5), "gang_cards", "a list is expected, not 5"),
        (turn(0, bu_gang_cards=[0]), "bu_gang_cards", "there is no tile 0"),
        (turn(0, is_can_lizhi="yes"), "is_can_lizhi", "true or false is expected"),
        (turn(0, is_nine_cards=0), "is_nine_cards", "true or false is expected"),
        (turn(0, is_pull_north=0), "is_pull_north", "true or false is expected"),
        # offers of others' tiles
        (calls(1, "1p", 8), "action_list", "8 cannot be done with another seat's tile"),
        (calls(1, "1p", *[5] * 17), "action_list", "17 actions"),
        (event(3, {"action_list": None}, 1), "action_list", "a list is expected, not nothing"),
        # actions
        (action(0, 1, "1p"), "action", "there is no action 1"),
        (action(0, 11), "card", "there is no tile 0"),
        (action(0, 11, "1p", user_id=0), "user_id", "an account that does not sit at the table"),
        (action(0, 11, "1p", is_li_zhi=None), "is_li_zhi", "true or false is expected"),
        (action(0, 11, "1z", move_cards_pos=["1"]), "move_cards_pos", "a number is expected, not '1'"),
        (discard(0, "1z", is_li_zhi=True, li_zhi_type=3), "li_zhi_type", "an open riichi, which no ruleset here knows"),
        (action(1, 5, "1z", group_cards=numbers("11z")), "action", "a claim before the first discard"),
        (action(0, 8, "1z"), "group_cards", "0 tiles of the hand instead of 3"),
        (action(0, 8, "1z", group_cards=[1] * 137), "group_cards", "137 tiles, more than there are"),
        # the rest
        (event(7, {"cards": [999]}), "cards", "there is no tile 999"),
        (event(8, {"user_id": None}), "user_id", "the number of an account is expected"),
        (event(11, {"ting_info": 1}, 0), "ting_info", "a list is expected, not 1"),
        (event(11, {"ting_info": [{}]}, 0), "ting_info, is_zhen_ting", "true or false is expected"),
        (event(6, {"user_data": []}), "user_data", "not one entry for each of 3 accounts"),
        (game_end((0, 1, 1), (1, 1, 1), (1, 1, 1)), "user_data", "not one entry for each of 3 accounts"),
        # ends
        (end(8), "end_type", "the round was ended by a vote of the players, which no rule covers"),
        (end(11), "end_type", "the round was ended by force, which no rule covers"),
        (end(77), "end_type", "77 is no end of a round"),
        (event(5, {}), "end_type", "a number is expected, not nothing"),
        (event(5, {"end_type": 7}), "user_profit", "a list is expected, not nothing"),
        (end(0), "win_info", "a win without a winner"),
        (end(0, (0, 0, 0), won(1, "1z")), "win_info 1", "a win without a tile that could be won on"),
        (end(1, (0, 0, 0), won(1, "1z")), "win_info 1", "a win without a tile that could be won on"),
        (end(1, (0, 0, 0), won(0, "1z"), won(0, "1z")), "win_info 2", "seat 0 wins twice"),
        (end(0, (0, 0, 0), *[won(0, "1z")] * 4), "win_info", "4 entries for 3 seats"),
        (end(1, (0, 0, 0), won(0, "1z", (99, 1))), "win_info 1, fang_info", "there is no yaku 99"),
        (end(1, (0, 0, 0), won(0, "1z", (52, 1))), "win_info 1, fang_info", "there is no yaku 52"),
        (end(1, (0, 0, 0), won(0, "1z", (0, -1))), "win_info 1, fang_num", "-1 is below 0"),
        (end(1, (0, 0, 0), won(0, "1z", *[(0, 1)] * 65)), "win_info 1, fang_info", "65 yaku"),
        (end(1, (0, 0, 0), won(0, "1z", all_fu=-1)), "win_info 1, all_fu", "-1 is below 0"),
        (
            end(1, (0, 0, 0), won(0, "1z", all_fang_num=None)),
            "win_info 1, all_fang_num",
            "a number is expected, not nothing",
        ),
        (end(1, (0, 0, 0), won(0, "1z", all_point=10**9)), "win_info 1, all_point", "a number that no log has"),
        (end(1, (0, 0, 0), won(0, "1z", li_bao_card=[0])), "win_info 1, li_bao_card", "there is no tile 0"),
        (end(1, (0, 0, 0), won(0, "1z", user_cards=[0])), "win_info 1, user_cards", "there is no tile 0"),
        (end(1, (0, 0, 0), won(0, "1z", user_id=1)), "win_info 1", "an account that does not sit at the table"),
        (
            end(7, (0, 0, 0), won(0, "1z", ting_card_list=[1], user_cards=9)),
            "win_info 1, user_cards",
            "a list is expected, not 9",
        ),
    ],
)
def test_events(bad: Record, place: str, reason: str) -> None:
    bad_round = a_round(turn(0), bad)
    text = record_text(GOOD, bad_round)
    log = read(text, DIGEST)
    assert log.failure is not None
    where = f"{place_of(text, written(bad_round))}, round 2, event 4, {place}"
    assert (log.failure.place, log.failure.reason) == (where, reason)
    # The round up to the event is kept.
    assert [len(events) for events in log.rounds] == [3, 2]
    assert log.rounds[0] == read(record_text(GOOD), DIGEST).rounds[0]


@pytest.mark.parametrize(
    ("bad", "place", "reason"),
    [
        ([discard(0, "1z"), action(0, 5, "1z", group_cards=numbers("11z"))], "action", "seat 0 claims its own tile"),
        (
            [discard(0, "1z"), action(1, 6, "1z", group_cards=numbers("11z"))],
            "group_cards",
            "2 tiles of the hand instead of 3",
        ),
        ([discard(0, "1z"), action(1, 5, "1z")], "group_cards", "0 tiles of the hand instead of 2"),
        (
            [event(7, {"cards": [1]}), event(7, {"cards": [2, 1]})],
            "cards",
            "other indicators than those that were turned before",
        ),
        ([discard(0, "1z"), end(0, (0, 0, 0), won(0, "1z"))], "win_info 1", "seat 0 wins on its own discard"),
        (
            [discard(0, "1z"), turn(1, "1p"), end(1, (0, 0, 0), won(1, "1z"), won(0, "1z"))],
            "win_info 2",
            "a win without a tile that could be won on",
        ),
        ([game_end((0, 1, 1), (1, 1, 1), (2, 1, 1)), turn(0)], "eventType", "events stand after the end of the game"),
    ],
)
def test_events_after_others(bad: list[Record], place: str, reason: str) -> None:
    found = failure(record_text(a_round(*bad)))
    assert found.reason == reason
    assert found.place.endswith(f"round 1, event {2 + len(bad)}, {place}")


def start_with(place: int, **said: Json) -> Record:
    """A round in which one place is told something else at the start."""
    changed = json.loads(json.dumps(GOOD))
    entry = changed["handEventRecord"][place]
    entry["data"] = json.dumps({**json.loads(entry["data"]), **said})
    return changed  # type: ignore[no-any-return] # as JSON came


def with_all(**said: Json) -> Record:
    """A round in which every place is told something else at the start."""
    changed = json.loads(json.dumps(GOOD))
    for entry in changed["handEventRecord"][:3]:
        entry["data"] = json.dumps({**json.loads(entry["data"]), **said})
    return changed  # type: ignore[no-any-return] # as JSON came


def players(*found: tuple[Json, Json]) -> list[Json]:
    return [{"userId": account, "position": place, "nickname": "P"} for account, place in found]


@pytest.mark.parametrize(
    ("bad", "place", "reason"),
    [
        ({}, "players", "a list is expected, not nothing"),
        ([], "the round", "an object is expected, not a list"),
        ({**GOOD, "players": players((101, 0), (102, 1))}, "players", "a table of 2 players"),
        (
            {**GOOD, "players": players((101, 0), (102, 1), (103, 3))},
            "players, position",
            "there is no place 3, or two players have it",
        ),
        (
            {**GOOD, "players": players((101, 0), (102, 1), (103, 1))},
            "players, position",
            "there is no place 1, or two players have it",
        ),
        (
            {**GOOD, "players": players((101, 0), (101, 1), (103, 2))},
            "players, userId",
            "one account sits in two places",
        ),
        (
            {**GOOD, "players": players((101, 0), ("x", 1), (103, 2))},
            "players, userId",
            "the number of an account is expected",
        ),
        (
            {**GOOD, "players": [{"userId": 1, "position": 0, "nickname": 1}] * 3},
            "players, nickname",
            "a text is expected, not 1",
        ),
        ({**GOOD, "handEventRecord": None}, "handEventRecord", "a list is expected, not nothing"),
        ({**GOOD, "handEventRecord": []}, "event 0", "an object is expected, not nothing"),
        ({**GOOD, "handEventRecord": GOOD["handEventRecord"][:2]}, "handEventRecord", "2 starts for 3 seats"),  # type: ignore[index]
        (start_with(2, hand_cards=[0]), "event 2, hand_cards", "there is no tile 0"),
        (start_with(2, hand_cards=[1] * 137), "event 2, hand_cards", "137 tiles, more than there are"),
        (start_with(1, dealer_pos=1), "event 1", "dealer_pos is not the same for every seat"),
        (start_with(2, hand_cards_sha_256="x"), "event 2", "hand_cards_sha_256 is not the same for every seat"),
        (start_with(2, user_info_list=[]), "event 2", "user_info_list is not the same for every seat"),
        (with_all(quan_feng=1), "event 0, quan_feng", "there is no wind 1"),
        (with_all(chang_ci=4), "event 0", "round 4 with dealer 0 of 3 players"),
        (with_all(dealer_pos=3), "event 0", "round 1 with dealer 3 of 3 players"),
        (with_all(ben_chang_num=-1), "event 0", "there is no such round"),
        (with_all(li_zhi_bang_num=None), "event 0, li_zhi_bang_num", "a number is expected, not nothing"),
        (with_all(bao_pai_card=0), "event 0, bao_pai_card", "there is no tile 0"),
        (with_all(user_info_list=[]), "event 0, user_info_list", "not one entry for each of 3 accounts"),
        (with_all(hand_cards_sha_256=1), "event 0, hand_cards_sha_256", "a text is expected, not 1"),
        (
            {**with_all(hand_cards_sha_256="a"), "handCardsSHA256": "b"},
            "event 0",
            "handCardsSHA256 is not hand_cards_sha_256 of the start",
        ),
        ({**GOOD, "quanFeng": 0x41}, "event 0", "quanFeng is not quan_feng of the start"),
        ({**GOOD, "changCi": 2}, "event 0", "changCi is not chang_ci of the start"),
        ({**GOOD, "benChangNum": 2}, "event 0", "benChangNum is not ben_chang_num of the start"),
        ({**GOOD, "handCardEncode": "1z8z"}, "handCardEncode, tile 2", "there is no tile '8z'"),
        ({**GOOD, "handCardEncode": "1z8"}, "handCardEncode, tile 2", "there is no tile '8'"),
        ({**GOOD, "handCardEncode": "1z" * 137}, "handCardEncode", "137 tiles, more than there are"),
        ({**GOOD, "handCardEncode": 1}, "handCardEncode", "a text is expected, not 1"),
    ],
)
def test_starts(bad: Json, place: str, reason: str) -> None:
    found = failure(f'{{"handRecord":[{written(bad)}]}}')
    assert (found.place, found.reason) == (f"byte 15, round 1, {place}", reason)


def test_accounts_stay_where_they_sit() -> None:
    other = {**GOOD, "players": players((101, 0), (102, 1), (104, 2))}
    moved = {**GOOD, "players": players((101, 0), (102, 2), (103, 1))}
    for bad in (other, moved):
        found = failure(record_text(GOOD, bad))
        assert found.reason == "other players, or other places, than in the first round"
        assert found.place.endswith(", round 2, players")


@pytest.mark.parametrize(
    ("said", "place", "reason"),
    [
        ({"keyValue": 1}, '"keyValue"', "a text is expected, not 1"),
        ({"keyValue": "a b"}, '"keyValue"', "'a b' is not the id of a game"),
        ({"playerCount": 2}, '"playerCount"', "a table of 2 players"),
        ({"playerCount": 4}, '"playerCount"', "4 players where the rounds have 3"),
        ({"initPoints": None}, '"initPoints"', "a number is expected, not nothing"),
        ({"initPoints": 10**9}, '"initPoints"', "a number that no log has"),
        ({"round": "2"}, '"round"', "a number is expected, not '2'"),
        ({"isGeMu": 1}, '"isGeMu"', "true or false is expected"),
        ({"fangFu": []}, '"fangFu"', "a number is expected, not a list"),
    ],
)
def test_members(said: dict[str, Json], place: str, reason: str) -> None:
    text = f'{{"handRecord":[{written(GOOD)}],{written(said)[1:-1]}}}'
    log = read(text, DIGEST)
    assert log.failure is not None
    assert (log.failure.place, log.failure.reason) == (f"byte {text.rindex(':') + 1}, {place}", reason)
    assert len(log.rounds) == 1


def test_a_count_that_is_not_that_of_the_rounds() -> None:
    found = failure(f'{{"playerCount":4,"handRecord":[{written(GOOD)}]}}')
    assert found.reason == "3 players where the record states 4"


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ('{"handRecord":[', "byte 15, round 1", "the log is cut off"),
        ('{"handRecord":[]', "byte 16", "the log is cut off"),
        ('{"handRecord":[]}}', "byte 17", "text after the end of the log"),
        ('{"handRecord":[],"handRecord":[]}', "byte 17", '"handRecord" stands twice'),
        ('{"handRecord":[],"data":{"handRecord":[]}}', "byte 25", '"handRecord" stands twice'),
        ('{"handRecord":[],1:2}', "byte 17", "the name of a member is expected"),
        ('{"handRecord":[],"a" 2}', "byte 21", ": is expected, not '2'"),
        ('{"handRecord":[],"a":nil}', "byte 21", "not JSON: expecting value"),
        ('{"handRecord":[],"a":' + "[" * 5000, "byte 21", "lists in lists, too many for a log"),
        ('{"handRecord":[],"a":' + "1" * 5000 + "}", "byte 21", "a number that no log has"),
        ('{"handRecord":[],"a":"\\x"}', "byte 22", "not JSON: invalid \\escape"),
    ],
)
def test_json(text: str, place: str, reason: str) -> None:
    found = failure(text)
    assert (found.place, found.reason) == (place, reason)


def test_an_end_in_the_middle() -> None:
    ended = a_round(end(7), game_end((0, 1, 1), (1, 1, 1), (2, 1, 1)))
    log = read(record_text(ended, GOOD), DIGEST)
    assert log.failure is not None
    assert log.failure.reason == "rounds stand after the end of the game"
    assert isinstance(log.rounds[-1][-1], GameEnd)


def test_no_record_at_all() -> None:
    with pytest.raises(LogError, match="not a Riichi City record") as caught:
        read('{"log":[[[]]]}', DIGEST)
    assert caught.value.place == "byte 0"


def test_a_record_has_a_size() -> None:
    log = read(GOOD3 + " " * MAX_TEXT, DIGEST)
    assert log.failure is not None
    assert (log.failure.place, log.failure.reason) == ("the whole log", f"more than {MAX_TEXT} characters")
    assert log.rounds == []


def begins(part: list[list[Event]], whole: list[list[Event]]) -> bool:
    """Whether the rounds are a beginning of the others."""
    return all(events == whole[index][: len(events)] for index, events in enumerate(part))


def survives(text: str, *, audited: bool = True) -> GameLog | None:
    """The log of the text, audited; None where it is refused. Anything but a LogError is a fault of ours."""
    try:
        log = read(text, DIGEST)
    except LogError:
        return None
    if audited and log.header.seats == 3 and log.rounds:
        audit(log, choose(log.header, "riichi-city-sanma", None, ()))
    return log


def test_cut_off_anywhere() -> None:
    whole = read(GOOD3, DIGEST)
    rounds = 0
    for cut in range(0, len(GOOD3), 10):
        log = survives(GOOD3[:cut], audited=False)
        if log is None:
            assert not looks_like(GOOD3[:cut])
            continue
        assert log.failure is not None
        assert log.failure.reason == "the log is cut off"
        assert begins(log.rounds, whole.rounds)
        if len(log.rounds) > rounds:
            rounds = len(log.rounds)
            survives(GOOD3[:cut])
    assert rounds == len(whole.rounds)


def test_damaged_bytes() -> None:
    rng = random.Random(7)
    for _ in range(150):
        damaged = list(GOOD3)
        for _ in range(rng.randint(1, 3)):
            damaged[rng.randrange(len(damaged))] = rng.choice('0123456789{}[]",:ae\\-. ')
        survives("".join(damaged))


@given(st.text('{}[]",:01 ehandRecord\\', max_size=60))
def test_any_text(tail: str) -> None:
    survives('{"handRecord":[' + tail)


def test_hostile_texts_take_no_time() -> None:
    deep = '{"handRecord":[' + "[" * 900_000
    wide = '{"handRecord":[{"players":[' + "{}," * 500_000 + "{}]}]}"
    spaces = '{"handRecord":' + " " * 1_900_000 + "[]}"
    begin = process_time()
    for text in (deep, wide, spaces):
        survives(text)
    assert process_time() - begin < 10


def test_hands_may_have_any_size() -> None:
    """That there are too many tiles is for the audit to find, not for the reader."""
    log = read(record_text(a_round(turn(0), hands=("1z" * 15, HANDS[1], ""))), DIGEST)
    assert log.failure is None
    assert accepted(0)["eventType"] == 8
