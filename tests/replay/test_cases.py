"""``tests/cases``: one YAML file a finding code, with cases that give the finding and cases that do not.

A case is a round in the notation of `tests.notation` (its keys are the fields of `Round`) with a `name`, a `preset` or
several, and perhaps `switches` and further rounds in `then`. A failing case marks the event of its finding; findings
about the log as a whole stand in `finds`. A case of a malformed log has the log's text in `source` instead.
"""

import json
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from auditor.batch.audits import Request, audit_source
from auditor.batch.items import Source
from replay.judges import CATALOGUE
from tests.notation import Round, situation
from tests.places import CODE_OF_ID, Place, place, place_of

CASES: Final = Path(__file__).parent.parent / "cases"


def _cases() -> list[Any]:
    found = []
    for path in sorted(CASES.glob("*.yaml")):
        for verdict, cases in yaml.safe_load(path.read_text()).items():
            for case in cases:
                for preset in [case["preset"]] if isinstance(case.get("preset"), str) else case.get("preset", [""]):
                    name = f"{path.stem} {verdict}: {case['name']} {preset}".rstrip()
                    found.append(pytest.param(path.stem, verdict, {**case, "preset": preset}, id=name))
    return found


def _round(case: dict[str, Any], before: Round | None = None) -> Round:
    told = {key: tuple(value) if isinstance(value, list) else value for key, value in case.items()}
    return Round(**{**(vars(before) if before else {}), **told})


def _audited(case: dict[str, Any]) -> tuple[list[Place], list[Place]]:
    """What the case says is found, and what is."""
    stated = [place(text) for text in case.pop("finds", [])]
    if "source" in case:
        source = Source("source", case["source"].encode(), case.get("format", "tenhou-xml"))
        outcome = audit_source(source, Request(variant=case.get("variant", ""), jsonl=True))
        assert not outcome.crashes
        lines = [json.loads(line) for line in outcome.lines]
        return stated, [Place(*(line[key] for key in ("code", *Place._fields[1:]))) for line in lines]
    preset, switches, then = case.pop("preset"), case.pop("switches", {}), case.pop("then", [])
    rounds = [_round(case)]
    for further in then:
        rounds.append(_round(further, rounds[-1]))
    written = situation(preset, *rounds, switches=switches)
    return stated + list(written.marks), [place_of(finding) for finding in written.findings()]


@pytest.mark.parametrize(("code", "verdict", "case"), _cases())
def test_case(code: str, verdict: str, case: dict[str, Any]) -> None:
    stated, found = _audited({key: value for key, value in case.items() if key != "name"})
    assert verdict in ("pass", "fail")
    assert [there.code for there in stated] == ([code] if verdict == "fail" else [])
    assert [there for there in found if there.severity != "notice" or there.code == code] == stated


@pytest.mark.parametrize("code", CATALOGUE, ids=lambda code: code.id)
def test_every_code_has_cases_of_both_kinds(code: Any) -> None:
    path = CASES / f"{code.id}.yaml"
    assert path.exists(), f"{path.name} is missing: see CONTRIBUTING, adding a finding code"
    cases = yaml.safe_load(path.read_text())
    assert cases["pass"]
    assert cases["fail"]


def test_every_file_is_of_a_code() -> None:
    assert {path.stem for path in CASES.glob("*.yaml")} <= set(CODE_OF_ID)
