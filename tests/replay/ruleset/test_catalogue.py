"""The catalogue names every switch, and its values are those the typed switches can hold."""

from dataclasses import fields
from enum import Enum
from types import UnionType
from typing import get_args, get_origin, get_type_hints

import pytest

from replay.ruleset.assembly import build_switches, plain_values
from replay.ruleset.catalogue import SPEC_OF, SPECS, Kind, Spec
from replay.ruleset.loader import PRESETS, preset
from replay.ruleset.switches import Switches

HINTS = get_type_hints(Switches)
SWITCHES = pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)


def test_every_switch_has_an_entry_in_the_same_order() -> None:
    assert [spec.name for spec in SPECS] == [field.name for field in fields(Switches)]


def test_no_two_switches_are_described_alike() -> None:
    assert len({spec.about for spec in SPECS}) == len(SPECS)


@SWITCHES
def test_is_described_in_one_line(spec: Spec) -> None:
    assert 15 <= len(spec.about) <= 120
    assert "\n" not in spec.about
    assert not spec.about.endswith(".")


@SWITCHES
def test_takes_the_values_of_the_typed_field(spec: Spec) -> None:
    hint = HINTS[spec.name]
    if isinstance(hint, type) and issubclass(hint, Enum):
        assert spec.kind is Kind.CHOICE
        assert spec.choices == tuple(member.value for member in hint)
    elif hint is bool:
        assert spec.kind is Kind.FLAG
    elif get_origin(hint) is tuple:
        assert spec.kind is Kind.NUMBERS
        arguments = get_args(hint)
        assert spec.lengths == ((0, 3, 4) if Ellipsis in arguments else (len(arguments),))
    else:
        assert spec.kind is Kind.NUMBER
        assert spec.optional == isinstance(hint, UnionType)


@pytest.mark.parametrize("name", PRESETS)
def test_typed_switches_survive_becoming_plain(name: str) -> None:
    switches = preset(name).switches
    values = plain_values(switches)
    assert list(values) == list(SPEC_OF)
    assert build_switches(values) == switches


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
