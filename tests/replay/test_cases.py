"""``tests/cases``: one YAML file a finding code, with cases in ``fail`` that give the finding and in ``pass`` none.

See `tests.case_files` for what a case may say. Nothing but the finding stated may be found; notices of other codes,
such as that the log is open, do not count.
"""

from pathlib import Path
from typing import Any, Final

import pytest

from replay.catalogue import CATALOGUE
from replay.findings import Code
from tests.case_files import Case, by_preset, cases_of, stated_and_found
from tests.places import CODE_OF_ID

CASES: Final = Path(__file__).parent.parent / "cases"


def _cases() -> list[Any]:
    return [
        pytest.param(path.stem, verdict, case, id=f"{path.stem} {verdict}: {case['name']} {case['preset']}".rstrip())
        for path in sorted(CASES.glob("*.yaml"))
        for verdict, cases in cases_of(path).items()
        for written in cases
        for case in by_preset(written)
    ]


@pytest.mark.parametrize(("code", "verdict", "case"), _cases())
def test_case(code: str, verdict: str, case: Case) -> None:
    stated, found = stated_and_found(case)
    assert verdict in ("pass", "fail")
    assert [there.code for there in stated] == ([code] if verdict == "fail" else [])
    assert [there for there in found if there.severity != "notice" or there.code == code] == stated


@pytest.mark.parametrize("code", CATALOGUE, ids=lambda code: code.id)
def test_every_code_has_cases_of_both_kinds(code: Code) -> None:
    path = CASES / f"{code.id}.yaml"
    assert path.exists(), f"{path.name} is missing"
    cases = cases_of(path)
    assert cases["pass"]
    assert cases["fail"]


def test_every_file_is_of_a_code() -> None:
    assert {path.stem for path in CASES.glob("*.yaml")} <= set(CODE_OF_ID)
