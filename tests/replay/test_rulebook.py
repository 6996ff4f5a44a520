"""Every rule of the book is carried, enforced and shown from both sides; its page is fresh."""

from pathlib import Path
from typing import Final

import pytest

from auditor.rulebook_doc import codes_of, page, switches_of
from replay.catalogue import CATALOGUE
from replay.findings import Code
from replay.rulebook import KANSAI_RULES, RULE_IDS, RULEBOOK, YAKU_TABLE, Rule, YakuRow
from replay.ruleset.catalogue import SPEC_OF
from replay.ruleset.loader import PRESETS, preset
from tests.rule_cases import rule_cases

ROOT: Final = Path(__file__).resolve().parents[2]
CASES: Final = rule_cases()
RULES: Final = [rule for _, rules in RULEBOOK for rule in rules]
ASSUMED: Final = {switch for name in PRESETS for switch, _ in preset(name).assumed()}


def test_the_ids_are_those_of_the_documents() -> None:
    last = {"N": 24, "R": 3, "K": 10, "S": 14}
    expected = [f"{letter}{number}" for letter in last for number in range(1, last[letter] + 1)]
    assert [rule.id for rule in RULES] == expected


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_code_enforces_it_or_it_says_why_none_does(rule: Rule) -> None:
    assert rule.grants or codes_of(rule.id, CASES)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_it_is_shown_from_both_sides(rule: Rule) -> None:
    shown = {case.broken for case in CASES if case.rule == rule.id}
    assert False in shown, f"no case keeps {rule.id}"
    assert True in shown or rule.grants, f"no case breaks {rule.id}"


@pytest.mark.parametrize("row", YAKU_TABLE, ids=lambda row: row.title)
def test_a_row_of_the_table_is_shown_from_both_sides(row: YakuRow) -> None:
    for name in row.names:
        shown = {case.broken for case in CASES if case.rule == name}
        assert shown == ({True} if row.impossible else {False, True}), name


@pytest.mark.parametrize("code", CATALOGUE, ids=lambda code: code.id)
def test_codes_cite_rules_that_there_are(code: Code) -> None:
    assert set(code.rules) <= RULE_IDS


@pytest.mark.parametrize("name", PRESETS)
def test_presets_name_rules_that_there_are(name: str) -> None:
    for switch, origin in preset(name).provenance.items():
        if origin.source.startswith("seed:"):
            assert set(origin.source.removeprefix("seed:").split(",")) <= RULE_IDS, switch


def test_readings_are_assumed_switches() -> None:
    for readings in [*(rule.readings for rule in RULES), *(row.readings for row in YAKU_TABLE)]:
        assert set(readings) <= ASSUMED


def test_a_rule_that_cannot_be_broken_is_broken_nowhere() -> None:
    granted = {rule.id for rule in RULES if rule.grants}
    assert not [case for case in CASES if case.rule in granted and case.broken]


def test_switches_are_found_by_their_source() -> None:
    assert switches_of("N12") == (
        "dead_wall",
        "kan_shortens_live_wall",
        "north_shortens_live_wall",
        "replacement_far_end",
    )
    assert switches_of("K3") == ("north_triplet_yaku",)
    assert set(switches_of("S7")) <= set(SPEC_OF)


def test_codes_are_found_by_what_they_say_and_by_what_they_cite() -> None:
    assert codes_of("N14", CASES) == ("CAL017", "NOR006")
    assert "PAY003" in codes_of("K9", CASES)  # cited where it applies


def test_the_page_has_every_rule_and_is_fresh() -> None:
    text = page(CASES)
    headings = [line.removeprefix("### ") for line in text.splitlines() if line.startswith("### ")]
    assert headings == [rule.id for rule in RULES]
    assert KANSAI_RULES[-1].id == "K10"
    assert (ROOT / "docs" / "rulebook.md").read_text(encoding="utf-8") == text, "run make docs"
