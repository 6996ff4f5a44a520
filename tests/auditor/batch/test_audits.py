"""One source audited: findings as lines, and three channels for three kinds of trouble."""

import json

import pytest

from auditor.batch.audits import Outcome, Request, audit_source
from auditor.batch.items import Source
from auditor.reports import shown
from auditor.wire import write_paifu
from replay.gamelog import GameLog, Header
from replay.ruleset.loader import preset
from tests.auditor.logs import CUT, FAULTY, GOOD, tenhou_xml
from tests.replay.formats.tenhou_json_texts import a_round, log_text

JSONL = Request(jsonl=True)
KEYS = [
    *("file", "id", "code", "name", "severity", "game_id", "variant", "round_index", "event_index", "seat", "message"),
    *("rule", "expected", "observed", "hinges_on"),
]


def audited(data: bytes, request: Request = JSONL, form: str = "tenhou-xml") -> Outcome:
    return audit_source(Source("night/1.xml", data, form), request)


def codes(outcome: Outcome) -> list[str]:
    return [json.loads(line)["code"] for line in outcome.lines]


def test_a_finding_is_a_line_of_json_with_every_key() -> None:
    outcome = audited(FAULTY)
    assert (outcome.games, outcome.rounds, outcome.errors, outcome.notices) == (1, 1, 1, 1)
    notice, error = map(json.loads, outcome.lines)
    assert list(notice) == list(error) == KEYS
    assert error["file"] == "night/1.xml"
    assert (error["code"], error["name"], error["severity"]) == ("TRN005", "discard-not-held", "error")
    assert error["variant"] == "tenhou"
    assert (error["round_index"], error["event_index"], error["seat"]) == (0, 12, 1)
    assert notice["code"] == "LOG004"
    assert notice["round_index"] is notice["event_index"] is notice["seat"] is None


def test_the_same_audit_gives_the_same_lines() -> None:
    assert audited(FAULTY) == audited(FAULTY)


def test_a_finding_is_a_paragraph_of_text() -> None:
    lines = audited(FAULTY, Request()).lines
    assert lines[0].startswith("night/1.xml  game ")
    assert lines[0].endswith("  tenhou")
    assert "  error TRN005 discard-not-held  round 0 (E1-0), event 12, seat 1" in lines
    assert lines[-1] == ""


def test_a_game_without_findings_gives_no_lines() -> None:
    log = GameLog(Header("g", 4, variant="tenhou"))
    outcome = audited(write_paifu([log]), form="paifu")
    assert codes(outcome) == ["LOG004"]  # it is open: there is no legal log without any finding shorter than a game


@pytest.mark.parametrize(
    ("header", "code", "message"),
    [
        (
            Header("g", 4, variant="tenhou", overrides=(("north_dora", "true"),)),
            "LOG002",
            "log: north_dora: Norths are set aside with 3 players; given true with 4",
        ),
        (
            Header("g", 3, variant="kansai", overrides=(("tanyao_hann", "[1, 1]"),)),
            "LOG002",
            "log: tanyao_hann: there is no such switch; the nearest known name is tanyao_han",
        ),
        (
            Header("g", 3, variant="kansai", overrides=(("chi", "maybe"),)),
            "LOG002",
            'log: chi: expected true or false; given "maybe"',
        ),
        (Header("g", 4, variant="shenzhen"), "LOG008", "the log does not state the stake X and Y"),
    ],
)
def test_a_log_whose_rules_cannot_be_is_one_finding_with_the_reason(header: Header, code: str, message: str) -> None:
    outcome = audited(write_paifu([GameLog(header)]), form="paifu")
    (line,) = map(json.loads, outcome.lines)
    assert (line["code"], line["severity"], line["message"]) == (code, "error", message)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (CUT, "the tag is cut off"),
        (GOOD.replace(b'"a"', b'"\xe9"'), "byte 51: byte 0xe9 is not UTF-8"),
        (GOOD.decode().encode("utf-16"), "byte 0: the text is UTF-16, not UTF-8"),
        (b"<mjloggm", ""),
        (b"", ""),
    ],
)
@pytest.mark.parametrize("request_", [JSONL, Request("tenhou", jsonl=True), Request("tenhou-sanma", jsonl=True)])
def test_a_malformed_log_is_one_error(data: bytes, message: str, request_: Request) -> None:
    outcome = audited(data, request_)
    if data == CUT and request_.variant == "tenhou-sanma":
        assert codes(outcome) == ["LOG003"]
        return
    assert codes(outcome) == ["LOG001"]
    assert outcome.errors == outcome.games == 1
    assert message in json.loads(outcome.lines[0])["message"]


def test_a_log_that_breaks_off_says_how_far_it_was_read() -> None:
    line = json.loads(audited(CUT).lines[0])
    assert line["message"].endswith("the tag is cut off; it was read up to round 0, event 14")
    assert (line["round_index"], line["event_index"]) == (None, None)  # no event is at fault
    assert "it was read up to" not in json.loads(audited(b"<mjloggm").lines[0])["message"]


def test_a_log_that_breaks_off_before_it_states_its_rules_is_malformed_first_of_all() -> None:
    text = log_text(a_round(([41], [60]), result=("九種九牌",)), a_round())
    broken = text[text.index('"log"') : -30]
    data = ("{" + broken).encode()
    assert codes(audited(data, form="tenhou-json")) == ["LOG001"]
    assert codes(audited(data, Request("tenhou", jsonl=True), "tenhou-json"))[0] == "LOG001"


def test_a_log_that_states_no_rules_is_refused_with_a_finding() -> None:
    stateless = write_paifu([GameLog(Header("g", 4))])
    outcome = audited(stateless, form="paifu")
    assert codes(outcome) == ["LOG002"]
    assert json.loads(outcome.lines[0])["variant"] is None
    assert codes(audited(stateless, Request("tenhou", jsonl=True), "paifu")) == ["LOG004"]


def test_rules_for_another_number_of_seats_are_a_finding() -> None:
    outcome = audited(GOOD, Request("tenhou-sanma", jsonl=True))
    assert codes(outcome) == ["LOG003"]


def test_rules_come_from_a_file() -> None:
    request = Request(rules='extends = "tenhou"\nname = "house"\n', origin="house.toml", jsonl=True)
    assert json.loads(audited(FAULTY, request).lines[1])["variant"] == "house"


def test_resolved_rules_give_the_same_findings_as_their_preset() -> None:
    resolved = Request(rules=preset("tenhou").to_toml(), origin="tenhou", jsonl=True)
    assert audited(FAULTY, resolved) == audited(FAULTY, Request("tenhou", jsonl=True))


def test_a_setting_that_the_logs_rules_cannot_take_is_a_refusal() -> None:
    outcome = audited(GOOD, Request(settings=(("chii", "true"),), jsonl=True))
    assert not outcome.lines
    assert not outcome.crashes
    assert outcome.games == 1
    assert "there is no such switch" in outcome.refusals[0]


def test_a_malformed_game_does_not_stop_the_rest_of_its_file() -> None:
    logs = [GameLog(Header(name, 4, variant="tenhou")) for name in "ab"]
    outcome = audited(write_paifu(logs[:1]) + b"\x02\x0a\x05" + write_paifu(logs[1:]), form="paifu")
    assert codes(outcome) == ["LOG004", "LOG001", "LOG004"]
    assert "game 1, byte" in json.loads(outcome.lines[1])["message"]
    assert len({json.loads(line)["id"] for line in outcome.lines}) == 3


def test_a_fault_of_ours_is_no_finding() -> None:
    """A source whose content is no bytes stands for whatever we did not think of."""
    outcome = audit_source(Source("f", None, "tenhou-xml"), JSONL)  # type: ignore[arg-type]
    assert not outcome.lines
    assert not outcome.refusals
    [(game, trace)] = outcome.crashes
    assert game == 0
    assert trace.startswith("Traceback")


def test_text_cannot_steer_a_terminal() -> None:
    assert shown("a\x1b[31m\n和了\u202e") == "a\\x1b[31m\\n和了\\u202e"
    outcome = audit_source(Source("a\nb\x1b.xml", tenhou_xml().encode(), "tenhou-xml"), Request())
    assert outcome.lines[0].startswith(r"a\nb\x1b.xml  game")
    assert all(line.isprintable() for line in outcome.lines)
