"""mjai logs that cannot be read to their end: the reason, the exact place, what stands before it; hostile texts."""

import json
import random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.engine import audit
from replay.formats.json_values import Json
from replay.formats.mjai import MAX_TEXT, looks_like, read
from replay.gamelog import Event, GameLog, LogError, RoundEnd
from replay.ruleset.choose import choose
from tests.replay.formats.mjai_texts import DIGEST, GOOD3, HANDS3, Line, dahai, kyoku, pais, say, text_of, tsumo

NEW: Line = say("start_game")
ANY: Line = {"actor": 0, "target": 1, "pai": "1p", "consumed": ["1p", "1p"]}


def failure(text: str) -> LogError:
    """Why this text cannot be read to its end."""
    log = read(text, DIGEST)
    assert log.failure is not None
    return log.failure


@pytest.mark.parametrize(
    ("bad", "place", "reason"),
    [
        ({"type": 1}, "type", "a text is expected, not 1"),
        ({}, "type", "a text is expected, not nothing"),
        (say("tsumogiri"), "type", "there is no message 'tsumogiri'"),
        (say("x" * 99), "type", f"there is no message '{'x' * 24}…'"),
        (say("start_game"), "type", "a second game begins"),
        # draws and discards
        (say("tsumo", pai="1p"), "tsumo, actor", "a number is expected, not nothing"),
        (say("tsumo", actor="0", pai="1p"), "tsumo, actor", "a number is expected, not '0'"),
        (say("tsumo", actor=3, pai="1p"), "tsumo, actor", "there is no actor 3"),
        (say("tsumo", actor=-1, pai="1p"), "tsumo, actor", "there is no actor -1"),
        (say("tsumo", actor=0), "tsumo, pai", "a text is expected, not nothing"),
        (say("tsumo", actor=0, pai="?"), "tsumo, pai", "a hidden tile"),
        (say("tsumo", actor=0, pai="0m"), "tsumo, pai", "there is no tile '0m'"),
        (say("tsumo", actor=0, pai="4mr"), "tsumo, pai", "there is no tile '4mr'"),
        (say("dahai", actor=0, pai="1p"), "dahai, tsumogiri", "true or false is expected, not nothing"),
        (say("dahai", actor=0, pai="1p", tsumogiri=1), "dahai, tsumogiri", "true or false is expected, not 1"),
        # calls
        (say("pon", actor=0, target=0, pai="1p"), "pon, target", "seat 0 claims its own tile"),
        ({**ANY, "type": "pon", "consumed": ["1p"]}, "pon, consumed", "1 tiles of the hand instead of 2"),
        ({**ANY, "type": "chi", "consumed": "1p"}, "chi, consumed", "a list is expected, not '1p'"),
        (say("daiminkan", **ANY), "daiminkan, consumed", "2 tiles of the hand instead of 3"),
        (say("ankan", **ANY), "ankan, consumed", "2 tiles of the hand instead of 4"),
        (say("ankan", actor=0, consumed=["1p"] * 137), "ankan, consumed", "137 tiles, more than there are"),
        (say("kakan", actor=0, consumed=["1p"] * 3), "kakan, pai", "a text is expected, not nothing"),
        (say("kita", actor=5), "kita, actor", "there is no actor 5"),
        (say("nukidora", actor=0, pai=4), "nukidora, pai", "a text is expected, not 4"),
        (say("dora"), "dora, dora_marker", "a text is expected, not nothing"),
        (say("reach"), "reach, actor", "a number is expected, not nothing"),
        (say("reach_accepted", actor=0, scores=[1]), "reach_accepted, scores", "1 entries for 3 seats"),
        # ends
        (say("hora", actor=0, target=1), "hora, pai", "a win without a tile that could be won on"),
        (say("hora", actor=0, target=0), "hora, pai", "a win without a tile that could be won on"),
        (say("hora", actor=0, pai="1p"), "hora, target", "a number is expected, not nothing"),
        (say("hora", **ANY, deltas=[1, 2]), "hora, deltas", "2 entries for 3 seats"),
        (say("hora", **ANY, deltas=[1, 2, 1.5]), "hora, deltas", "a number is expected, not a fraction"),
        (say("hora", **ANY, scores=[10**9] * 3), "hora, scores", "a number that no log has"),
        (say("hora", **ANY, hora_tehais=["?"]), "hora, hora_tehais", "a hidden tile"),
        (say("hora", **ANY, fu=-1), "hora, fu", "-1 is below 0"),
        (say("hora", **ANY, fan="1"), "hora, fan", "a number is expected, not '1'"),
        (say("hora", **ANY, han=-1), "hora, han", "-1 is below 0"),
        (say("hora", **ANY, hora_points=[]), "hora, hora_points", "a number is expected, not a list"),
        (say("hora", **ANY, yaku=1), "hora, yaku", "a list is expected, not 1"),
        (say("hora", **ANY, yaku=[["立直"]]), "hora, yaku", "not a name and its han"),
        (say("hora", **ANY, yaku=[["立真", 1]]), "hora, yaku", "there is no yaku '立真'"),
        (say("hora", **ANY, yaku=[["役牌:自風牌", 1]]), "hora, yaku", "there is no yaku '役牌:自風牌'"),
        (say("hora", **ANY, yaku=[["立直", 99]]), "hora, yaku", "99 han"),
        (say("hora", **ANY, yaku=[["立直", 1]] * 65), "hora, yaku", "65 yaku"),
        (say("ryukyoku", reason="rain"), "ryukyoku, reason", "'rain' is no end of a round"),
        (say("ryukyoku", reason=1), "ryukyoku, reason", "a text is expected, not 1"),
        (say("ryukyoku", deltas={}), "ryukyoku, deltas", "a list is expected, not an object"),
        (
            say("ryukyoku", reason="fanpai", tenpais=[True, False, 1]),
            "ryukyoku, tenpais",
            "true or false is expected for every actor",
        ),
        (
            say("ryukyoku", reason="fanpai", tenpais=[True] * 3, tehais=[["?"]] * 3),
            "ryukyoku, tehais",
            "a hidden tile",
        ),
        (say("end_game", scores=[1]), "end_game, scores", "1 entries for 3 seats"),
        # the next round
        (say("start_kyoku"), "start_kyoku, tehais", "a list is expected, not nothing"),
        (kyoku(HANDS3[:2]), "start_kyoku, tehais", "2 hands where 3 or 4 can be"),
        (kyoku([*HANDS3, HANDS3[0]]), "start_kyoku, tehais", "4 hands where there were 3 before"),
        ({**kyoku(), "bakaze": "X"}, "start_kyoku, bakaze", "there is no wind 'X'"),
        ({**kyoku(), "bakaze": None}, "start_kyoku, bakaze", "a text is expected, not nothing"),
        (kyoku(number=0), "start_kyoku, kyoku", "there is no round 0"),
        (kyoku(number=4), "start_kyoku, kyoku", "there is no round 4"),
        (kyoku(honba=-1), "start_kyoku, honba", "-1 is below 0"),
        (kyoku(deposits=-1), "start_kyoku, kyotaku", "-1 is below 0"),
        (kyoku(dealer=3), "start_kyoku, oya", "there is no actor 3"),
        (kyoku(scores=(1, 2)), "start_kyoku, scores", "2 entries for 3 seats"),
        (kyoku(dora_marker="?"), "start_kyoku, dora_marker", "a hidden tile"),
        (kyoku(tehais=[["?"] * 13] * 3), "start_kyoku, tehais", "a hidden tile"),
        (kyoku(tehais=[1, 2, 3]), "start_kyoku, tehais", "a list is expected, not 1"),
    ],
)  # fmt: skip
def test_messages(bad: Line, place: str, reason: str) -> None:
    good = text_of(kyoku(), say("end_kyoku"))
    log = read(good + json.dumps(bad) + "\n" + good, DIGEST)
    assert log.failure is not None
    assert (log.failure.place, log.failure.reason) == (f"line 4, {place}", reason)
    assert log.rounds == read(good, DIGEST).rounds


@pytest.mark.parametrize(
    ("lines", "place", "reason"),
    [
        ([NEW, tsumo(0, "1p")], "line 2, type", "'tsumo' before the first round"),
        ([NEW, say("end_game")], "line 2, type", "'end_game' before the first round"),
        ([NEW, kyoku(), say("end_game"), tsumo(0, "1p")], "line 4, type", "messages stand after the end of the game"),
        ([say("start_game", names="A")], "line 1, start_game, names", "a list is expected, not 'A'"),
        ([say("start_game", names=[1])], "line 1, start_game, names", "a text is expected, not 1"),
        ([say("start_game", kyoku_first="4")], "line 1, start_game, kyoku_first", "a number is expected, not '4'"),
        (
            [say("start_game", kyoku_first=2)],
            "line 1, start_game, kyoku_first",
            "neither 0, a South game, nor 4, an East game",
        ),
        ([kyoku(), NEW], "line 2, type", "a second game begins"),
        ([NEW, {**kyoku(), "oya": None}], "line 2, start_kyoku, oya", "a number is expected, not nothing"),
    ],
)
def test_the_order_of_messages(lines: list[Line], place: str, reason: str) -> None:
    found = failure(text_of(*lines, begin=False))
    assert (found.place, found.reason) == (place, reason)


@pytest.mark.parametrize(
    ("line", "place", "reason"),
    [
        ('{"type":', "the message, byte 8", "the log is cut off"),
        ('{"type":"dora"}}', "the message, byte 15", "text after the end of the log"),
        ('{"type":"dora"}{"type":"dora"}', "the message, byte 15", "text after the end of the log"),
        ("{'type'}", "the message, byte 1", "not JSON: expecting property name enclosed in double quotes"),
        ("[]", "the message", "an object is expected, not a list"),
        ("null", "the message", "an object is expected, not nothing"),
        ("[" * 5000, "the message, byte 0", "lists in lists, too many for a log"),
        ("9" * 5000, "the message, byte 0", "a number that no log has"),
        ("天", "the message, byte 0", "not JSON: expecting value"),
    ],
)
def test_json(line: str, place: str, reason: str) -> None:
    found = failure(text_of(kyoku()) + line + "\n")
    assert (found.place, found.reason) == (f"line 3, {place}", reason)


def test_no_log_at_all() -> None:
    with pytest.raises(LogError, match="not an mjai log") as caught:
        read('{"log":[[[]]]}', DIGEST)
    assert caught.value.place == "line 1"


def test_a_log_has_a_size() -> None:
    log = read(GOOD3 + "\n" * MAX_TEXT, DIGEST)
    assert log.failure is not None
    assert (log.failure.place, log.failure.reason) == ("the whole log", f"more than {MAX_TEXT} characters")
    assert log.rounds == []


def test_scores_that_no_game_has() -> None:
    wins = [say("hora", **ANY, deltas=[10_000_000] * 3) for _ in range(3)]
    found = failure(text_of(kyoku(), *wins, say("hora", **ANY, scores=[-10_000_000] * 3)))
    assert (found.place, found.reason) == ("line 6, hora, scores", "points that no game moves")


def begins(part: list[list[Event]], whole: list[list[Event]]) -> bool:
    """Whether the rounds are a beginning of the others; the scores of a result may stand at the cut."""
    return all(
        [event for event in events if not isinstance(event, RoundEnd)] == whole[index][: len(events)]
        for index, events in enumerate(part)
    )


def survives(text: str, *, audited: bool = True) -> GameLog | None:
    """The log of the text, audited; None where it is refused. Anything but a LogError is a fault of ours."""
    try:
        log = read(text, DIGEST)
    except LogError:
        return None
    if audited and log.rounds:
        audit(log, choose(log.header, "tenhou" if log.header.seats == 4 else "tenhou-sanma", None, ()))
    return log


def test_cut_off_anywhere() -> None:
    whole = read(GOOD3, DIGEST)
    seen = 0
    for cut in range(0, len(GOOD3), 10):
        log = survives(GOOD3[:cut], audited=False)
        if log is None:
            assert not looks_like(GOOD3[:cut])
            continue
        at_the_end_of_a_line = GOOD3[cut - 1] == "\n" or GOOD3[cut : cut + 1] == "\n"
        assert (log.failure is None) is at_the_end_of_a_line
        assert begins(log.rounds, whole.rounds)
        if log.events > seen:
            seen = log.events
            survives(GOOD3[:cut])
    assert seen >= whole.events - 1


def test_damaged_bytes() -> None:
    rng = random.Random(5)
    for _ in range(150):
        damaged = list(GOOD3)
        for _ in range(rng.randint(1, 3)):
            damaged[rng.randrange(len(damaged))] = rng.choice('0123456789{}[]",:ps\\-. \n')
        survives("".join(damaged))


@given(st.lists(st.text('{}[]",:01 type\\', max_size=40), max_size=4))
def test_any_text(lines: list[str]) -> None:
    survives("\n".join(['{"type":"start_game"}', *lines]))


@pytest.mark.parametrize("line", ["[" * 1_900_000, "{" * 1_900_000, " " * 1_900_000, "\n" * 1_900_000])
def test_hostile_texts_take_no_time(line: str) -> None:
    begin = process_time()
    survives('{"type":"start_game"}\n' + line)
    survives(line)
    assert process_time() - begin < 10


def test_a_robbed_kan_exported_as_a_self_draw() -> None:
    """Case F17: the robber is made to draw the tile of the kan, when the owner is to draw."""
    hands: list[Json] = [pais("3p4056s11122233z"), pais("1178889s22p4445z"), pais("2p99s1999m556661z")]
    before = [
        kyoku(tehais=hands, dora_marker="C"),
        tsumo(0, "9p"),
        dahai(0, "9p", drawn=True),
        tsumo(1, "1p"),
        dahai(1, "1p", drawn=True),
        tsumo(2, "1m"),
        dahai(2, "2p"),
        say("pon", actor=1, target=2, pai="2p", consumed=["2p", "2p"]),
        dahai(1, "5z"),
        tsumo(2, "7p"),
        dahai(2, "7p", drawn=True),
        tsumo(0, "7p"),
        dahai(0, "7p", drawn=True),
        tsumo(1, "2p"),
        say("kakan", actor=1, pai="2p", consumed=["2p"] * 3),
    ]
    log = read(text_of(*before, tsumo(0, "2p"), say("hora", actor=0, target=0)), DIGEST)
    assert log.failure is None
    places = {
        (finding.code.id, finding.event_index)
        for finding in audit(log, choose(log.header, "tenhou-sanma", None, ())).findings
    }
    assert places == {("LOG004", None), ("TRN001", 15)}
