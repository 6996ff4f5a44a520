"""Findings as JSON and as messages, and their ids."""

import json
from dataclasses import replace

import pytest

from auditor.v1 import finding_pb2 as pb
from auditor.wire import Audit, decode_finding, encode_finding, file_finding, finding_id, finding_json
from auditor.wire.findings import SEVERITIES
from replay.findings import Code, Detail, Finding, Hinge, Severity, YakuHan

PAY = Code("PAY003", "ron-paid-wrong", "checks", "why", "example", ("N21",))
LOG = Code("LOG001", "unreadable", "checks", "why", "example", ())
CODES = {code.id: code for code in (PAY, LOG)}
AUDIT = Audit("game", "tenhou-sanma", "ab" * 32, "cd" * 32, "0.1.0")

PAYOUT = Finding(
    PAY,
    Severity.WARNING,
    4,
    61,
    2,
    "seat 2 should win 5,400 from seat 0",
    ("N21", "honba_ron"),
    Detail(
        "5,400",
        (YakuHan("riichi", 1), YakuHan("dora", 2)),
        3,
        40,
        None,
        (-5400, 0, 5400),
        (100, 0, -100),
    ),
    Detail("5,500", (), 0, 0, "mangan", (-5500, 0, 5500)),
    (Hinge("honba_ron", "100"), Hinge("kiriage", "true")),
)
HEADER = Finding(LOG, Severity.ERROR, None, None, None, "byte 3: no header", ())
PLAIN = Finding(PAY, Severity.NOTICE, 0, 0, 0, "", ("N1",), Detail("this"), Detail("that"))

KEYS = [
    "id",
    "code",
    "name",
    "severity",
    "game_id",
    "variant",
    "round_index",
    "event_index",
    "seat",
    "message",
    "rule",
    "expected",
    "observed",
    "hinges_on",
]


@pytest.mark.parametrize("finding", [PAYOUT, HEADER, PLAIN], ids=["payout", "header", "plain"])
def test_every_key_is_there_and_the_message_comes_back(finding: Finding) -> None:
    filed = file_finding(finding, AUDIT)
    found = finding_json(filed)
    assert list(found) == KEYS
    assert json.loads(json.dumps(found)) == found
    assert decode_finding(encode_finding(filed), CODES) == filed
    assert encode_finding(filed) == encode_finding(filed)


def test_a_payout() -> None:
    assert finding_json(file_finding(PAYOUT, AUDIT)) == {
        "id": finding_id(PAYOUT, AUDIT),
        "code": "PAY003",
        "name": "ron-paid-wrong",
        "severity": "warning",
        "game_id": "game",
        "variant": "tenhou-sanma",
        "round_index": 4,
        "event_index": 61,
        "seat": 2,
        "message": "seat 2 should win 5,400 from seat 0",
        "rule": ["N21", "honba_ron"],
        "expected": {
            "text": "5,400",
            "yaku": [{"name": "riichi", "han": 1}, {"name": "dora", "han": 2}],
            "han": 3,
            "fu": 40,
            "limit": None,
            "payments": [-5400, 0, 5400],
            "difference": [100, 0, -100],
        },
        "observed": {
            "text": "5,500",
            "yaku": [],
            "han": 0,
            "fu": 0,
            "limit": "mangan",
            "payments": [-5500, 0, 5500],
        },
        "hinges_on": [{"switch": "honba_ron", "value": "100"}, {"switch": "kiriage", "value": "true"}],
    }


def test_what_is_no_payout_has_its_text_only() -> None:
    found = finding_json(file_finding(PLAIN, AUDIT))
    assert (found["expected"], found["observed"]) == ({"text": "this"}, {"text": "that"})
    header = finding_json(file_finding(HEADER, AUDIT))
    assert (
        header["expected"]
        is header["observed"]
        is header["round_index"]
        is header["event_index"]
        is header["seat"]
        is None
    )
    assert header["rule"] == header["hinges_on"] == []


def test_the_id() -> None:
    """The value is written down: ids are kept in databases and tickets."""
    assert finding_id(PAYOUT, AUDIT) == "740af7f8f7087d05"
    others = [
        (replace(PAYOUT, code=LOG), AUDIT),
        (replace(PAYOUT, round_index=46, event_index=1), AUDIT),
        (replace(PAYOUT, round_index=None), AUDIT),
        (replace(PAYOUT, seat=0), AUDIT),
        (replace(PAYOUT, seat=None), AUDIT),
        (PAYOUT, replace(AUDIT, log_digest="ac" * 32)),
        (PAYOUT, replace(AUDIT, ruleset_digest="")),
        (PAYOUT, replace(AUDIT, engine_version="0.1.1")),
        (PAYOUT, replace(AUDIT, log_digest="ab" * 32 + '","', ruleset_digest="cd" * 32)),
    ]
    ids = {finding_id(finding, audit) for finding, audit in [(PAYOUT, AUDIT), *others]}
    assert len(ids) == 1 + len(others)
    same = replace(PAYOUT, message="in other words", severity=Severity.ERROR, expected=None)
    assert finding_id(same, replace(AUDIT, game_id="g", variant="v")) == finding_id(PAYOUT, AUDIT)


def test_every_severity_has_a_value() -> None:
    assert set(SEVERITIES.values()) == set(Severity)
    assert sorted(SEVERITIES) == [value for value in pb.Severity.values() if value]


def test_a_code_of_a_newer_engine_keeps_its_id_and_name() -> None:
    filed = file_finding(PAYOUT, AUDIT)
    read = decode_finding(encode_finding(filed), {})
    assert (read.finding.code.id, read.finding.code.name) == ("PAY003", "ron-paid-wrong")
    assert finding_json(read) == finding_json(filed)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"\xff\xff", "not an encoded finding"),
        (b"", "severity 0"),
        (pb.Finding(id="a", code="PAY003", severity=pb.Severity.ValueType(9)).SerializeToString(), "severity 9"),
        (pb.Finding(code="PAY003", severity=pb.SEVERITY_ERROR).SerializeToString(), "without its id"),
        (pb.Finding(id="a", severity=pb.SEVERITY_ERROR).SerializeToString(), "without its id or code"),
    ],
)
def test_a_malformed_finding(data: bytes, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        decode_finding(data, CODES)
