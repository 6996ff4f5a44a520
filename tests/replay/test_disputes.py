"""``tests/cases/disputes``: situations of calls, North and riichi that players and operators have argued about.

Each is told anew in our notation. `id` is the number under which the project keeps the dispute; a T is a situation of
the last section of the rules. An event with a mark is what the audit must find there; a situation without one is
legal. Where somebody asked about another platform the name says so: the preset tested has the same rule.

Not here:

- furiten and what may be won (A11 A19 B01-B11 C41 C45, T14-T16): the tests of disputes beside this one;
- values and payments of one hand (A03 A05 A25 C01-C39 C43 C47 D01-D11 D19 D23, T2 T3 T9-T11 T17): hands and settlement;
- what follows a round, places (D17 D25 D27 D29 D31): the cases of END and PAY;
- North dora as in Kansai, Shenzhen (T13, G01-G09): their presets do not exist yet;
- other formats (F01 F05 F07 F11 F15): their readers; a log that cannot be fetched (F21): nothing here fetches logs;
- D33's table without an end below zero, where riichi needs no points at all: no switch says so;
- D21, a hand declared dead, and G13, another game: no preset has them.
"""

from pathlib import Path
from typing import Any, Final

import pytest

from tests.case_files import Case, by_preset, cases_of, stated_and_found

DISPUTES: Final = Path(__file__).parent.parent / "cases" / "disputes"


def _disputes() -> list[Any]:
    return [
        pytest.param(case, id=f"{case['id']} {case['name']} {case['preset']}".rstrip())
        for path in sorted(DISPUTES.glob("*.yaml"))
        for written in cases_of(path)
        for case in by_preset(written)
    ]


@pytest.mark.parametrize("case", _disputes())
def test_dispute(case: Case) -> None:
    stated, found = stated_and_found(case)
    assert [there for there in found if there.severity != "notice"] == stated
