"""The catalogue names every switch, and its values are those the typed switches can hold."""

import ast
from enum import Enum
from pathlib import Path

import pytest

from replay.ruleset import switches
from replay.ruleset.assembly import build_switches, plain_values
from replay.ruleset.catalogue import SPEC_OF, SPECS, Kind, Spec
from replay.ruleset.loader import PRESETS, preset

# Read from the source: a compiled class keeps no annotations.
SOURCE = Path(__file__).parents[3] / "replay" / "ruleset" / "switches.py"
ANNOTATIONS = {
    node.target.id: ast.unparse(node.annotation)
    for node in ast.walk(ast.parse(SOURCE.read_text(encoding="utf-8")))
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
}
SWITCHES = pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)


def test_every_switch_has_an_entry_in_the_same_order() -> None:
    assert [spec.name for spec in SPECS] == list(ANNOTATIONS)


def test_no_two_switches_are_described_alike() -> None:
    assert len({spec.about for spec in SPECS}) == len(SPECS)


@SWITCHES
def test_is_described_in_one_line(spec: Spec) -> None:
    assert 15 <= len(spec.about) <= 120
    assert "\n" not in spec.about
    assert not spec.about.endswith(".")


@SWITCHES
def test_takes_the_values_of_the_typed_field(spec: Spec) -> None:
    annotation = ANNOTATIONS[spec.name]
    if annotation == "bool":
        assert spec.kind is Kind.FLAG
    elif annotation.startswith("tuple"):
        assert spec.kind is Kind.NUMBERS
        assert spec.lengths == ((0, 3, 4) if "..." in annotation else (annotation.count("int"),))
    elif annotation.startswith("int"):
        assert spec.kind is Kind.NUMBER
        assert spec.optional == (annotation == "int | None")
    else:
        members: type[Enum] = getattr(switches, annotation)
        assert spec.kind is Kind.CHOICE
        assert spec.choices == tuple(member.value for member in members)


@pytest.mark.parametrize("name", PRESETS)
def test_typed_switches_survive_becoming_plain(name: str) -> None:
    typed = preset(name).switches
    values = plain_values(typed)
    assert list(values) == list(SPEC_OF)
    assert build_switches(values) == typed


@SWITCHES
def test_each_value_lands_in_its_own_field(spec: Spec) -> None:
    """Changing one plain value changes that field of the typed switches and no other."""
    values = plain_values(preset("tenhou").switches)
    before = dict(values)
    present = values[spec.name]
    if spec.kind is Kind.FLAG:
        values[spec.name] = not present
    elif spec.kind is Kind.CHOICE:
        values[spec.name] = next((choice for choice in spec.choices if choice != present), present)
    elif spec.kind is Kind.NUMBER:
        assert isinstance(present, int)
        values[spec.name] = present + 1
    else:
        assert isinstance(present, tuple)
        values[spec.name] = tuple(number + 1 for number in present)
    after = plain_values(build_switches(values))
    assert {name for name in after if after[name] != before[name]} == {spec.name}
