"""The catalogue of finding codes: every code is documented, and what it refers to exists."""

import re
from dataclasses import fields
from typing import Final

import pytest

from replay.catalogue import CATALOGUE
from replay.findings import Code
from replay.ruleset.switches import Switches

FAMILIES: Final = ("LOG", "WAL", "TRN", "CAL", "NOR", "RII", "FUR", "WIN", "PAY", "END")
RULE_IDS: Final = {
    *(
        f"{letter}{number}"
        for letter, last in (("N", 24), ("R", 3), ("K", 10), ("S", 14))
        for number in range(1, last + 1)
    )
}
SWITCHES: Final = {field.name for field in fields(Switches)}


def test_ids_and_names_are_unique() -> None:
    assert len({code.id for code in CATALOGUE}) == len({code.name for code in CATALOGUE}) == len(CATALOGUE)


def test_codes_stand_by_family_and_number() -> None:
    order = [(FAMILIES.index(code.id[:3]), code.id) for code in CATALOGUE]
    assert order == sorted(order)


@pytest.mark.parametrize("code", CATALOGUE, ids=lambda code: code.id)
def test_every_code_is_documented(code: Code) -> None:
    assert re.fullmatch(r"[A-Z]{3}\d{3}", code.id)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code.name)
    for text in (code.checks, code.why, code.example):
        assert re.fullmatch(r"[A-Z0-9].*\.", text), text
    assert set(code.rules) <= RULE_IDS
    assert set(code.switches) <= SWITCHES
