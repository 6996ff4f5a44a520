"""The tests that show the rules of the book from both sides, found by the names of their cases.

A case that keeps a rule has a name that begins with the rule's id; one that breaks it says the rule its finding cites.
"""

import re
from collections.abc import Iterator
from typing import Final

from auditor.rulebook_doc import RuleCase
from tests.kansai import Told
from tests.notation import Round
from tests.replay import (
    test_kansai_rules,
    test_kansai_rules_other_side,
    test_kansai_situations,
    test_kansai_yaku_claims,
    test_shenzhen_rules,
)

MARK: Final = re.compile(r"<- ([A-Z]{3}\d{3})")
RULE_ID: Final = re.compile(r"[NRKS]\d+")

TOLD: Final = (
    ("tests/replay/test_kansai_rules.py", test_kansai_rules.RULES),
    ("tests/replay/test_kansai_rules_other_side.py", test_kansai_rules_other_side.RULES),
    ("tests/replay/test_kansai_situations.py", test_kansai_situations.SITUATIONS),
)
CLAIMS: Final = "tests/replay/test_kansai_yaku_claims.py"
WALLS: Final = "tests/replay/test_kansai_rules_other_side.py"
SHENZHEN: Final = "tests/replay/test_shenzhen_rules.py"


def rule_cases() -> list[RuleCase]:
    """Every such case, file by file."""
    return [*_told(), *_walls(), *_claims(), *_shenzhen()]


def _told() -> Iterator[RuleCase]:
    for file, cases in TOLD:
        for name, case in cases.items():
            yield from _one_told(file, name, case)


def _one_told(file: str, name: str, case: Told) -> Iterator[RuleCase]:
    if RULE_ID.fullmatch(case.rule):
        yield RuleCase(case.rule, True, name, file, _marked(case.rounds))
    elif RULE_ID.fullmatch(name.split()[0]):
        yield RuleCase(name.split()[0], False, name, file)


def _walls() -> Iterator[RuleCase]:
    for name, other in test_kansai_rules_other_side.WALLS.items():
        yield RuleCase(name.split()[0], bool(other), name, WALLS, ("WAL014",) if other else ())


def _claims() -> Iterator[RuleCase]:
    """Those of the rows of K10, under the names of their yaku."""
    for title, claim in test_kansai_yaku_claims.CLAIMS.items():
        yield RuleCase(claim.name, False, title, CLAIMS)
        yield RuleCase(claim.name, True, f"{title}, one han too many", CLAIMS, ("WIN009",))
        if claim.without():
            yield RuleCase(claim.name, True, f"{title}, left out", CLAIMS, ("WIN008",))
    for title, claim in test_kansai_yaku_claims.IMPOSSIBLE.items():
        yield RuleCase(claim.name, True, title, CLAIMS, ("WIN007",))


def _shenzhen() -> Iterator[RuleCase]:
    for rule in test_shenzhen_rules.RULES:
        yield RuleCase(rule.id, False, rule.about, SHENZHEN)
        yield RuleCase(rule.id, True, rule.about, SHENZHEN, _marked(rule.broken))


def _marked(rounds: tuple[Round, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(code for text in rounds for code in MARK.findall(text.events)))
