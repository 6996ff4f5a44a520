"""A ruleset as a value: digest, single switches, alternatives."""

import subprocess
import sys
from dataclasses import FrozenInstanceError
from hashlib import sha256

import pytest

from replay.ruleset.errors import RulesetError
from replay.ruleset.loader import load, preset
from replay.ruleset.ruleset import Provenance

ASSUMING = """
extends = "tenhou-sanma"
[switches]
several_rons = { value = "nearest", source = "assumed", alternatives = ["two", "all"] }
tanyao_han = { value = [1, 2], source = "assumed", alternatives = [[1, 1]] }
start_points = { value = 30000, source = "assumed", alternatives = ["none"] }
"""


def test_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        preset("tenhou").name = "other"  # type: ignore[misc]


def test_digest_is_that_of_the_resolved_text() -> None:
    rules = preset("tenhou")
    assert rules.digest == sha256(rules.to_toml().encode()).hexdigest()


def test_digest_depends_on_the_content_not_on_how_it_is_written() -> None:
    one = load('extends = "tenhou"\n[switches]\nchi = false\nhonba_ron = 1500 # comment\n', "one")
    two = load('revision = 1\nextends = "tenhou"\nhonba_ron = 1_500\nswitches.chi = false\n', "two")
    assert one.digest == two.digest
    assert one == two
    assert hash(one) == hash(two)


@pytest.mark.parametrize(
    "change",
    [
        'name = "house"',
        "revision = 2",
        "honba_ron = 400",
        'honba_ron = { value = 300, source = "document" }',
        'renhou = { value = false, source = "assumed", alternatives = [true] }',
    ],
)
def test_digest_changes_with_name_revision_value_and_source(change: str) -> None:
    assert load(f'extends = "tenhou"\n{change}', "test").digest != preset("tenhou").digest


def test_digest_is_the_same_in_another_process() -> None:
    program = "from replay.ruleset.loader import preset; import sys; sys.stdout.write(preset('tenhou').digest)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == preset("tenhou").digest


def test_equal_to_rulesets_only() -> None:
    assert preset("tenhou") != preset("tenhou").to_toml()
    assert preset("tenhou") != preset("tenhou-sanma")


@pytest.mark.parametrize(
    ("switch", "text", "stored"),
    [
        ("honba_ron", "1500", "1500"),
        ("chi", "false", "false"),
        ("several_rons", "all", "all"),
        ("several_rons", '"all"', "all"),
        ("start_points", "none", "none"),
        ("red_fives", "[0, 0, 0]", "[0, 0, 0]"),
        ("red_fives", "0,0,0", "[0, 0, 0]"),
        ("red_fives", " [ 1,1, 2 ] ", "[1, 1, 2]"),
        ("uma", "[]", "[]"),
        ("uma", "[15000,5000,-5000,-15000]", "[15000, 5000, -5000, -15000]"),
    ],
)
def test_one_switch_set(switch: str, text: str, stored: str) -> None:
    rules = preset("tenhou").with_switch(switch, text, "command line")
    assert rules.value(switch) == stored
    assert rules.provenance[switch] == Provenance("command line")
    assert rules.name == "tenhou"
    assert {name for name in rules.provenance if rules.value(name) != preset("tenhou").value(name)} <= {switch}
    assert load(rules.to_toml(), "resolved") == rules


def test_a_switch_that_is_set_is_no_longer_assumed() -> None:
    rules = preset("tenhou").with_switch("kokushi_robs_concealed_kan", "false", "operator")
    assert rules.assumed() == ()


def test_switches_set_together_need_to_hold_together_only_at_the_end() -> None:
    settings = [
        ("seats", "3"),
        ("chi", "false"),
        ("triple_ron", "false"),
        ("noten_pool", "2000"),
        ("uma", "20000,0,-20000"),
    ]
    assert preset("tenhou").with_switches(settings, "command line").switches.uma == (20000, 0, -20000)


def test_the_later_of_two_settings_counts() -> None:
    assert preset("tenhou").with_switches([("chi", "true"), ("chi", "false")], "log").switches.chi is False


@pytest.mark.parametrize(
    ("switch", "text", "error"),
    [
        ("honba_rom", "1500", "log: honba_rom: there is no such switch; the nearest known name is honba_ron"),
        ("Honba_Ron", "1500", "log: Honba_Ron: there is no such switch; the nearest known name is honba_ron"),
        ("", "1", "log: there is no such switch"),
        (
            "honba_ron",
            "many",
            'log: honba_ron: expected a whole number from 0 to 1000000 in steps of 100; given "many"',
        ),
        ("seats", "5", "log: seats: expected a whole number from 3 to 4; given 5"),
        ("seats", "", 'log: seats: expected a whole number from 3 to 4; given ""'),
        ("seats", "none", 'log: seats: expected a whole number from 3 to 4; given "none"'),
        ("chi", "yes", 'log: chi: expected true or false; given "yes"'),
        ("chi", "1", 'log: chi: expected true or false; given "1"'),
        (
            "several_rons",
            "tow",
            'log: several_rons: expected one of nearest, two, all; given "tow"; the nearest known name is two',
        ),
        (
            "red_fives",
            "[1, x, 1]",
            'log: red_fives: expected a list of 3 whole numbers from 0 to 4; given "[1, x, 1]"',
        ),
        ("red_fives", "1,1", "log: red_fives: expected a list of 3 whole numbers from 0 to 4; given [1, 1]"),
        ("uma", "[20000, 0, -20000]", "log: uma: 3 values for 4 seats"),
    ],
)
def test_a_setting_that_cannot_be(switch: str, text: str, error: str) -> None:
    with pytest.raises(RulesetError) as caught:
        preset("tenhou").with_switch(switch, text, "log")
    assert str(caught.value).startswith(error)
    assert caught.value.origin == "log"


def test_all_settings_that_cannot_be_are_told_at_once() -> None:
    with pytest.raises(RulesetError) as caught:
        preset("tenhou").with_switches([("chii", "true"), ("pao", "half"), ("seats", "4")], "command line")
    assert [problem.key for problem in caught.value.problems] == ["chii", "pao"]
    assert str(caught.value).count("\n") == 1


def test_assumed_switches_with_their_alternatives() -> None:
    assert load(ASSUMING, "test").assumed() == (
        ("start_points", ("none",)),
        ("kokushi_robs_concealed_kan", ("true",)),
        ("tanyao_han", ("[1, 1]",)),
        ("several_rons", ("two", "all")),
    )


def test_an_alternative_changes_its_switch_alone() -> None:
    rules = load(ASSUMING, "test")
    other = rules.alternative("several_rons", "all")
    assert other.value("several_rons") == "all"
    assert other.provenance["several_rons"] == Provenance("assumed", ("nearest", "two"))
    assert other.with_switch("several_rons", "nearest", "log").switches == rules.switches
    assert load(other.to_toml(), "resolved") == other
    assert rules.alternative("start_points", "none").switches.start_points is None
    assert rules.alternative("tanyao_han", "[1, 1]").switches.tanyao_han == (1, 1)


def test_an_alternative_is_built_once() -> None:
    rules = load(ASSUMING, "test")
    assert rules.alternative("several_rons", "two") is load(ASSUMING, "again").alternative("several_rons", "two")


@pytest.mark.parametrize(("switch", "text"), [("several_rons", "nearest"), ("chi", "true"), ("chii", "true")])
def test_what_is_no_alternative(switch: str, text: str) -> None:
    with pytest.raises(KeyError):
        load(ASSUMING, "test").alternative(switch, text)
