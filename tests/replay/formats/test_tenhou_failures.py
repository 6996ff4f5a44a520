"""Tenhou logs that cannot be read to their end: the reason, the exact place, the events before; and hostile texts."""

import re
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.formats import tenhou_results, tenhou_xml
from replay.formats.tenhou_attributes import MAX_TAG, MalformedError, _attributes_carefully, attributes
from replay.formats.tenhou_calls import decode_call
from replay.formats.tenhou_xml import MAX_TAGS, MAX_TEXT, read
from replay.gamelog import GameLog, LogError
from tests.replay.formats.call_bits import pon_bits
from tests.replay.formats.tenhou_texts import DIGEST, GOOD3, HEAD, HEAD3, HEAD4, INIT3, INIT4, WIN4

END = "</mjloggm>"
DRAWN = '<RYUUKYOKU ba="0,0" sc="1,0,1,0,1,0,1,0"/>'


def failure(text: str) -> LogError:
    """Why this text cannot be read to its end."""
    log = read(text, DIGEST)
    assert log.failure is not None
    return log.failure


def place(text: str, tag: str) -> str:
    """Where the last occurrence of a tag begins in a text."""
    before = text[: text.rindex(tag)]
    name = re.split(r"[\s/>]", tag[1:])[0]
    short = name if len(name) <= 25 else name[:24] + "…"
    return f"byte {len(before.encode())}, tag {before.count('<') + 1} <{short}>"


def test_places_are_written_out() -> None:
    assert failure(f'{HEAD}<UN n0="天" n1="b" n2="c" n3="d"/><T999/>{END}').place == "byte 54, tag 3 <T999>"


@pytest.mark.parametrize(
    ("head", "tag", "reason"),
    [
        # moves
        (HEAD4, "<T999/>", "there is no tile 999"),
        (HEAD4, "<E136/>", "there is no tile 136"),
        (HEAD4, "<E99999999999999999999/>", "there is no tile 99999999999999999999"),
        (HEAD4, "<T052/>", "tile number 052 is not written as Tenhou writes it"),
        (HEAD3, "<W52/>", "there is no seat 3"),
        (HEAD3, "<G52/>", "there is no seat 3"),
        (HEAD4, "<X52/>", "X is neither a draw nor a discard"),
        (HEAD4, "<d52/>", "d is neither a draw nor a discard"),
        (HEAD, "<T52/>", "stands before the first INIT"),
        (HEAD, "<D52 />", "stands before the first INIT"),
        (HEAD4, "<T52/>junk", "attributes expected, not '/>junk'"),
        (HEAD4, '<T52 a"b />', "attributes expected, not 'a\"b />'"),
        # calls
        (HEAD, '<N who="1" m="31520" />', "stands before the first INIT"),
        (HEAD4, '<N m="31520" />', "attribute who is missing"),
        (HEAD4, '<N who="1" />', "attribute m is missing"),
        (HEAD4, "<N/>", "attribute who is missing"),
        (HEAD4, '<N who="4" m="31520" />', "who: there is no seat 4"),
        (HEAD4, '<N who="-1" m="31520" />', "who: there is no seat -1"),
        (HEAD3, '<N who="3" m="31520" />', "who: there is no seat 3"),
        (HEAD4, '<N who="x" m="31520" />', "who: 'x' is not a number"),
        (HEAD4, '<N who="1" m="3_1" />', "m: '3_1' is not a number"),
        (HEAD4, '<N who="1" m="" />', "m: '' is not a number"),
        (HEAD4, f'<N who="1" m="{pon_bits(9, 0, 0, 0)}" />', "m: 13832 is a pon of an own tile"),
        (HEAD3, f'<N who="1" m="{pon_bits(9, 0, 0, 2)}" />', "m: 13834 is a pon from seat 3, which does not exist"),
        # riichi, indicators, connections
        (HEAD, '<REACH who="1" step="1"/>', "stands before the first INIT"),
        (HEAD4, '<REACH who="4" step="1"/>', "who: there is no seat 4"),
        (HEAD4, '<REACH who="1" />', "attribute step is missing"),
        (HEAD4, '<REACH who="1" step="3"/>', "step: neither 1 nor 2"),
        (HEAD4, '<REACH who="1" step="2" ten="1,2,3"/>', "ten: 3 entries for 4 seats"),
        (HEAD4, '<REACH who="1" step="2" ten="1,2,3,x"/>', "ten: 'x' is not a number"),
        (HEAD4, '<REACH who="1" step="2" ten="1,2,3,12345678"/>', "ten: '12345678' is not a number"),
        (HEAD, '<DORA hai="1"/>', "stands before the first INIT"),
        (HEAD4, "<DORA />", "attribute hai is missing"),
        (HEAD4, '<DORA hai="1,2"/>', "hai: 2 indicators at once"),
        (HEAD4, '<DORA hai="136"/>', "hai: there is no tile 136"),
        (HEAD4, f'<DORA hai="{",".join("1" * 137)}"/>', "hai: 137 tiles, more than there are"),
        (HEAD4, '<DORA hai="-1"/>', "hai: there is no tile -1"),
        (HEAD, "<BYE />", "attribute who is missing"),
        (HEAD, '<BYE who="4"/>', "who: there is no seat 4"),
        (HEAD3, '<BYE who="3"/>', "who: there is no seat 3"),
        # rules and header
        (HEAD, "<GO />", "attribute type is missing"),
        (HEAD, '<GO type="x"/>', "type: 'x' is not a number"),
        (HEAD, '<GO type="-1"/>', "type: -1 is not a table"),
        (HEAD4, '<GO type="9"/>', "the rules are stated twice"),
        (HEAD + INIT4, '<GO type="9"/>', "the rules are stated after a round began"),
        (HEAD, "<SHUFFLE />", "attribute seed is missing"),
        (HEAD, '<SHUFFLE seed="é"/>', "seed: not Base64"),
        (HEAD, HEAD, "a second log begins"),
        # rounds
        (HEAD, INIT4.replace("seed", "sed"), "attribute seed is missing"),
        (HEAD, INIT4.replace("ten", "tan"), "attribute ten is missing"),
        (HEAD, INIT4.replace("oya", "aya"), "attribute oya is missing"),
        (HEAD, INIT4.replace("hai2", "hei2"), "attribute hai2 is missing"),
        (
            HEAD,
            INIT4.replace("6,2,1,1,4,130", "6,2,1,1,130"),
            "seed: not a round, honba, deposits, two dice and an indicator",
        ),
        (HEAD, INIT4.replace("6,2,1", "6,-2,1"), "seed: not a round, honba, deposits, two dice and an indicator"),
        (HEAD, INIT4.replace("6,2,1", "16,2,1"), "seed: there is no round 16"),
        (HEAD, INIT4.replace("130", "136"), "seed: there is no tile 136"),
        (HEAD, INIT4.replace("250,", "", 1), "ten: 3 entries for 4 seats"),
        (HEAD, INIT4.replace('oya="2"', 'oya="4"'), "oya: there is no seat 4"),
        (HEAD, INIT3.replace('oya="0"', 'oya="3"'), "oya: there is no seat 3"),
        (HEAD, INIT4.replace("1,5,9", "1,5,136"), "hai1: there is no tile 136"),
        (HEAD, INIT4.replace("1,5,9", "1,5,x"), "hai1: 'x' is not a number"),
        (HEAD, INIT4.replace("1,5,9", "1,5,"), "hai1: '' is not a number"),
        (HEAD, INIT4.replace("1,5,9", "1,5, 9"), "hai1: ' 9' is not a number"),
        (HEAD, INIT4.replace("1,5,9", "1,5,٣"), "hai1: '٣' is not a number"),
        (HEAD + '<GO type="185"/>', INIT4, "hai3: a fourth hand with three players"),
        (HEAD + INIT3, INIT4, "hai3: a fourth hand with three players"),
        (HEAD + '<GO type="9"/>', INIT3, "hai3: '' is not a number"),
        # wins
        (HEAD, WIN4, "stands before the first INIT"),
        (HEAD4, WIN4.replace("ten=", "tan="), "attribute ten is missing"),
        (HEAD4, WIN4.replace("40,2600,0", "40,2600"), "ten: not fu, points and a limit"),
        (HEAD4, WIN4.replace("40,2600,0", "40,-2600,0"), "ten: not fu, points and a limit"),
        (HEAD4, WIN4.replace("yaku=", "yuka="), "attribute yakuman is missing"),
        (HEAD4, WIN4.replace("8,1,52,1", "8,1,52"), "yaku: a number without its han"),
        (HEAD4, WIN4.replace("8,1,52,1", "8,1,55,1"), "there is no yaku 55"),
        (HEAD4, WIN4.replace("8,1,52,1", "8,1,52,-1"), "yaku: no yaku has -1 han"),
        (HEAD4, WIN4.replace("8,1,52,1", "8,1,52,100"), "yaku: no yaku has 100 han"),
        (HEAD4, WIN4.replace('yaku="8,1,52,1"', 'yakuman="-1"'), "there is no yaku -1"),
        (HEAD4, WIN4.replace("who=", "wha="), "attribute who is missing"),
        (HEAD4, WIN4.replace('fromWho="0"', 'fromWho="4"'), "fromWho: there is no seat 4"),
        (HEAD4, WIN4.replace("sc=", 'paoWho="4" sc='), "paoWho: there is no seat 4"),
        (HEAD4, WIN4.replace('machi="9"', ""), "attribute machi is missing"),
        (HEAD4, WIN4.replace('machi="9"', 'machi="9,9"'), "machi: '9,9' is not a number"),
        (HEAD4, WIN4.replace(' hai="1,5,9"', ""), "attribute hai is missing"),
        (HEAD4, WIN4.replace("247,0", "247"), "sc: 7 entries for 4 seats"),
        (HEAD4, WIN4.replace(",247,0", ""), "sc: 6 entries for 4 seats"),
        (HEAD3, WIN4.replace(",263,0,247,0", ""), "sc: 4 entries for 3 seats"),
        (HEAD4, WIN4.replace("sc=", "cs="), "attribute sc is missing"),
        (HEAD4, WIN4.replace("who=", 'yaku="1,1" who='), "attribute yaku stands twice"),
        # drawn rounds and the end
        (HEAD, DRAWN, "stands before the first INIT"),
        (HEAD4, DRAWN.replace("ba=", 'type="zz" ba='), "type: 'zz' is no reason for a draw"),
        (HEAD4, DRAWN.replace("sc=", "cs="), "attribute sc is missing"),
        (HEAD4, DRAWN.replace("sc=", 'hai0="1,136" sc='), "hai0: there is no tile 136"),
        (HEAD4, DRAWN.replace("sc=", 'owari="1,1.0,2" sc='), "owari: 3 entries for 4 seats"),
        (HEAD4, DRAWN.replace("sc=", 'owari="1,1.0,1,1.0,1,1.0,1,1.00" sc='), "owari: '1.00' is not a number"),
        (HEAD4, DRAWN.replace("sc=", 'owari="1,1.0,1,1.0,1,1.0,1.0,1" sc='), "owari: '1.0' is not a number"),
        # what is no tag
        (HEAD4, "<!-- T52 -->", "not a tag of a log"),
        (HEAD4, "<>", "not a tag of a log"),
        (HEAD4, "<?xml ?>", "not a tag of a log"),
        (HEAD4, "<T52", "the tag is cut off"),
        (HEAD4, "<NEW a=b/>", "attributes expected, not 'a=b/>'"),
        (HEAD4, '<NEW a="1" a="2"/>', "attribute a stands twice"),
        (HEAD4, f'<NEW a="{"x" * MAX_TAG}"/>', f"a tag of more than {MAX_TAG} characters"),
        (HEAD4, f'<N who="1" m="{"1" * MAX_TAG}"/>', f"a tag of more than {MAX_TAG} characters"),
    ],
)
def test_failures(head: str, tag: str, reason: str) -> None:
    text = f"{head}{tag}<T60/>{END}"
    before = read(head + END, DIGEST)
    log = read(text, DIGEST)
    assert log.failure is not None
    assert (log.failure.reason, log.failure.place) == (reason, place(text, tag))
    # Whatever stood before is there, and nothing after; a win that ends the game is, when only its end is unreadable.
    assert [events[: len(known)] for events, known in zip(log.rounds, before.rounds, strict=True)] == before.rounds
    assert log.events - before.events == (1 if "owari" in tag else 0)


def test_text_after_the_end() -> None:
    text = GOOD3 + "<T52/>"
    assert str(failure(text)) == f"{place(text, '<T52/>')}: stands after the end of the log"
    assert failure(GOOD3 + "junk").reason == "attributes expected, not '>junk'"


def test_events_after_the_end_of_the_game_are_left_out() -> None:
    whole = read(GOOD3, DIGEST)
    for more in ("<T52/>", '<REACH who="0" step="1"/>', re.findall("<INIT[^>]*>", GOOD3)[0] + "<T52/><T53"):
        log = read(GOOD3.replace(END, more + END), DIGEST)
        assert (log.rounds, log.remarks) == (whole.rounds, whole.remarks)
        index, events = len(whole.rounds) - 1, len(whole.rounds[-1])
        assert str(log.failure) == f"round {index}, event {events}: events stand after the end of the game"


def test_no_end() -> None:
    text = GOOD3.removesuffix(END)
    assert str(failure(text)) == f"byte {len(text)}, after tag {text.count('<')}: the log ends without </mjloggm>"


def test_truncated_anywhere() -> None:
    """Cut after any character the log is no log, or what is whole before the cut."""
    whole = read(GOOD3, DIGEST)
    for size in range(len(GOOD3)):
        try:
            log = read(GOOD3[:size], DIGEST)
        except LogError:
            assert size < len("<mjloggm ")
            continue
        assert log.failure is not None, size
        assert log.remarks == []
        for events, expected in zip(log.rounds, whole.rounds, strict=False):
            assert events == expected[: len(events)]


def test_sizes_are_bounded_before_work_is_done() -> None:
    million = HEAD4 + "<T52/><D52/>" * 500_000 + END
    began = process_time()
    assert str(failure(million)) == f"the whole log: more than {MAX_TEXT} characters"
    tags = HEAD4 + "<a/>" * MAX_TAGS + END
    assert len(tags) < MAX_TEXT
    assert str(failure(tags)) == f"the whole log: more than {MAX_TAGS} tags"
    assert str(failure(f'{HEAD}<UN n0="{"x" * 1_000_000}"/>{END}')) == f"the whole log: more than {MAX_TEXT} characters"
    assert process_time() - began < 2


@pytest.mark.parametrize(
    "middle",
    [
        "<" * 15_000,
        "<a>" * 15_000,
        "<T52/>" * 15_000,
        "<" + "a" * 200_000,
        "<a " + 'b="" ' * 40_000 + "/>",
        "<a" + " " * 200_000 + "/>",
        "<a " + "=" * 200_000 + "/>",
        "<T" + "1" * 200_000 + "/>",
        "<T52" + " " * 200_000 + "/>",
        '<N who="1" m="' + "1" * 200_000 + '"/>',
        '<DORA hai="' + "1," * 100_000 + '"/>',
        '<AGARI yaku="' + "1,1," * 50_000 + '"/>',
        '"' * 200_000,
        "\x00\ud800\u2028" * 10_000,
    ],
)
def test_hostile_texts_are_refused_quickly(middle: str) -> None:
    for head in (HEAD, HEAD4):
        began = process_time()
        log = read(head + middle + END, DIGEST)
        assert process_time() - began < 2
        assert log.failure is None or len(str(log.failure)) < 200
        assert len(log.remarks) <= 136


def kept(seats: int) -> int:
    """How many calls are kept for a table with reds."""
    return len(tenhou_xml._tag_table(seats, reds=True).calls)


def test_calls_kept_for_later_are_bounded() -> None:
    tags = [f'<N who="{who}" m="{m}" />' for m in range(0x10000) for who in range(4) if is_call(who, m)]
    assert len(tags) > tenhou_xml._MAX_CALLS
    for start in range(0, len(tags), 10_000):
        assert read(HEAD4 + "".join(tags[start : start + 10_000]) + END, DIGEST).failure is None
        assert kept(4) <= tenhou_xml._MAX_CALLS
    before = kept(4)
    assert read(f'{HEAD4}<N who="1" new="{"x" * 100}" m="31520"/>{END}', DIGEST).failure is None
    assert kept(4) == before


def is_call(who: int, m: int) -> bool:
    """Whether the bits mean something."""
    try:
        decode_call(who, m, 4, reds=True)
    except MalformedError:
        return False
    return True


def test_yaku_kept_for_later_are_bounded() -> None:
    wins = [WIN4.replace("8,1,52,1", f"8,{n // 100},52,{n % 100}") for n in range(tenhou_results._MAX_CLAIMS + 100)]
    for start in range(0, len(wins), 1000):
        assert read(HEAD4 + "".join(wins[start : start + 1000]) + END, DIGEST).failure is None
        assert len(tenhou_results._claims) <= tenhou_results._MAX_CLAIMS
    before = set(tenhou_results._claims)
    assert read(HEAD4 + WIN4.replace("8,1", "8,1," * 30 + "8,1") + END, DIGEST).failure is None
    assert set(tenhou_results._claims) == before


PIECES = st.sampled_from(
    [
        *re.findall(r"<[^>]*>", GOOD3),
        *re.findall(r'"[^"]*"', GOOD3),
        "<",
        ">",
        "/",
        '"',
        " ",
        ",",
        "-",
        "\n",
        "9",
        "N",
        "\ud800",
    ]
)


@given(st.lists(PIECES, max_size=40), st.sampled_from((HEAD, HEAD3, HEAD4)))
def test_any_row_of_pieces_gives_a_log(pieces: list[str], head: str) -> None:
    log = read(head + "".join(pieces), DIGEST)
    assert isinstance(log, GameLog)
    assert all(events for events in log.rounds)


@given(st.integers(9, len(GOOD3)), st.integers(0, 40), st.one_of(PIECES, st.text(max_size=8)))
def test_any_change_of_a_good_log_gives_a_log(start: int, removed: int, added: str) -> None:
    log = read(GOOD3[:start] + added + GOOD3[start + removed :], DIGEST)
    assert all(events for events in log.rounds)


@given(
    st.lists(st.one_of(st.sampled_from(['"', " who=", "=", "/>", " />", ">", " ten=", "'", "1"]), st.text(max_size=3)))
)
def test_the_fast_and_the_careful_way_agree(pieces: list[str]) -> None:
    text = "".join(pieces)
    try:
        found = attributes(text)
    except MalformedError:
        with pytest.raises(MalformedError):
            _attributes_carefully(text)
    else:
        assert found == _attributes_carefully(text)
