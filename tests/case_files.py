"""Cases in YAML files: rounds in the notation of `tests.notation`, and what the audit finds in them.

The keys of a case are the fields of `Round`, and beside them:

- ``preset``: the variant, or a list of variants under which the case is the same;
- ``switches``: those that differ from the preset's;
- ``stakes``: X and Y of a Shenzhen table, 1 and 2 where not said;
- ``commitment``: what the header commits to: ``algorithm``, ``digest`` (it may be ``right``), ``seed``, ``salt``;
- ``offers``: the kinds of offers that are recorded completely; ``flags``: true where those of furiten are;
- ``then``: further rounds, each with the keys that differ from the round before;
- ``finds``: findings about the log as a whole; all others are marked at their event;
- ``expected``: what the finding says is right about a payout: ``yaku`` (han by name), ``han``, ``fu``, ``limit``,
  ``payments`` and ``difference`` (points a seat), as many of them as the case is about;
- ``source``, ``format``, ``variant``: instead of a round the text of a log, its format, and the ``--variant`` named.
"""

import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from auditor.batch.audits import Request, audit_source
from auditor.batch.items import Source
from replay.findings import Finding
from replay.gamelog import WallCommitment
from replay.rulebook import RULE_IDS
from replay.ruleset.catalogue import SPEC_OF
from tests.notation import Round, situation
from tests.places import Place, place, place_of

Case = dict[str, Any]


@cache
def cases_of(path: Path) -> Any:
    """What the file holds."""
    return yaml.load(path.read_text(), yaml.CSafeLoader)


def by_preset(case: Case) -> Iterator[Case]:
    """The case once for each of its presets."""
    presets = case.get("preset", "")
    for preset in presets if isinstance(presets, list) else [presets]:
        yield {**case, "preset": preset}


def stated_and_found(case: Case) -> tuple[list[Place], list[Place]]:
    """What the case says is found, and what is.

    Fails where findings do not carry the settlement it says, or cite what is neither a rule nor a switch.
    """
    case = {key: value for key, value in case.items() if key not in ("name", "id")}
    preset, switches, then = case.pop("preset"), case.pop("switches", {}), case.pop("then", [])
    stakes = tuple(case.pop("stakes", (1, 2)))
    offers, flags = case.pop("offers", ()), case.pop("flags", False)
    stated, expected = [place(text) for text in case.pop("finds", [])], case.pop("expected", None)
    if "source" in case:
        return stated, _found_in_source(case["source"], case.get("format", "tenhou-xml"), case.get("variant", ""))
    committed = case.pop("commitment", None)
    commitment = None if committed is None else WallCommitment(**committed)
    rounds = [Round(**_round(case))]
    for further in then:
        rounds.append(Round(**{**vars(rounds[-1]), **_round(further)}))
    written = situation(
        preset, *rounds, switches=switches, stakes=stakes, commitment=commitment, offers=offers, flags=flags
    )
    findings = written.findings()
    _check_cited(cited for finding in findings for cited in finding.rule)
    if expected is not None:
        assert [_settlement(finding, expected) for finding in findings if finding.expected] == [expected]
    return stated + list(written.marks), [place_of(finding) for finding in findings]


def _check_cited(cited: Iterable[str]) -> None:
    """Every `rule` of a finding is the id of a rule, or the name of a switch where there is no rule."""
    assert not {rule for rule in cited if rule not in RULE_IDS and rule not in SPEC_OF}


def _settlement(finding: Finding, names: Iterable[str]) -> Case:
    """What the finding says is right, of what is named."""
    right: Case = {name: getattr(finding.expected, name) for name in names}
    for name, value in right.items():
        if name == "yaku":
            right[name] = {part.name: part.han for part in value or ()}
        elif isinstance(value, tuple):
            right[name] = list(value)
    return right


def _round(case: Case) -> Case:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in case.items()}


def _found_in_source(text: str, log_format: str, variant: str) -> list[Place]:
    outcome = audit_source(Source("source", text.encode(), log_format), Request(variant=variant, jsonl=True))
    assert not outcome.crashes
    lines = [json.loads(line) for line in outcome.lines]
    _check_cited(cited for line in lines for cited in line["rule"])
    return [Place(*(line[key] for key in Place._fields)) for line in lines]
