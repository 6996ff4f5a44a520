"""What operators write, and what they are told when it cannot be used."""

import pytest

from replay.ruleset.errors import RulesetError
from replay.ruleset.loader import load, preset
from replay.ruleset.ruleset import Provenance

HOUSE = """\
# The club's rules.
name = "club \\"East\\" sanma"
revision = 7
extends = "tenhou-sanma"

[switches]
honba_ron = 300
uma = [15000, 0, -15000]
start_points = "none"
nagashi = { value = false }
several_rons = { value = "nearest", source = "seed:N16,K9" }
pao = { value = "none", source = "assumed", alternatives = ["whole_hand", "its_yakuman"] }
"""


def test_an_operators_file_changes_what_it_names() -> None:
    rules = load(HOUSE, "club.toml")
    base = preset("tenhou-sanma")
    assert (rules.name, rules.revision) == ('club "East" sanma', 7)
    assert rules.switches.honba_ron == 300
    assert rules.switches.uma == (15000, 0, -15000)
    assert rules.switches.start_points is None
    assert rules.provenance["honba_ron"] == Provenance("operator")
    assert rules.provenance["nagashi"] == Provenance("operator")
    assert rules.provenance["several_rons"] == Provenance("seed:N16,K9")
    assert rules.provenance["pao"] == Provenance("assumed", ("whole_hand", "its_yakuman"))
    named = {"honba_ron", "uma", "start_points", "nagashi", "several_rons", "pao"}
    assert {name for name in base.provenance if rules.value(name) != base.value(name)} == named
    assert all(rules.provenance[name] == base.provenance[name] for name in base.provenance if name not in named)
    assert load(rules.to_toml(), "resolved") == rules


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("", "tenhou"),
        ("chi = false", "tenhou+chi"),
        ('pao = "none"\nchi = false', "tenhou+chi+pao"),  # in the order of the catalogue
        ('pao = "none"\nchi = false\nhonba_ron = 1500', "tenhou+3 switches"),
        ("[switches]\nhonba_ron = { value = 300 }", "tenhou+honba_ron"),  # no longer the preset's word
        ('chi = false\nname = "tenhou"', "tenhou"),  # whoever says so
    ],
)
def test_a_file_without_a_name_is_called_by_what_it_changes(text: str, name: str) -> None:
    rules = load(f'extends = "tenhou"\n{text}\n', "f")
    assert (rules.name, rules.revision) == (name, preset("tenhou").revision)
    assert load(rules.to_toml(), "resolved") == rules


@pytest.mark.parametrize(
    "text",
    [
        'extends = "tenhou"\n[switches]\nhonba_ron = 1500\n',
        'extends = "tenhou"\nhonba_ron = 1500\n',
        'extends = "tenhou"\r\nswitches = { honba_ron = 1500 }\r\n',
        '\ufeffextends = "tenhou"\nswitches.honba_ron = 1500\n',
        'extends = "tenhou"\n[switches.honba_ron]\nvalue = 1500\n',
    ],
)
def test_ways_of_writing_a_switch(text: str) -> None:
    rules = load(text, "f")
    assert rules.switches == preset("tenhou").with_switch("honba_ron", "1500", "operator").switches
    assert rules == load('extends = "tenhou"\nhonba_ron = 1500', "g")


def told(text: str) -> str:
    with pytest.raises(RulesetError) as caught:
        load(text, "club.toml")
    assert caught.value.origin == "club.toml"
    return str(caught.value)


BASE = 'extends = "tenhou"\n[switches]\n'

ERRORS = [
    ("honba_rom = 300", "club.toml:3: honba_rom: there is no such switch; the nearest known name is honba_ron"),
    ('"chi " = true', "club.toml:3: chi : there is no such switch; the nearest known name is chi"),
    (
        "# chi\n\n  kuikae = 'same_tyle'",
        "club.toml:5: kuikae: expected one of allowed, same_tile, same_tile_and_suji; "
        'given "same_tyle"; the nearest known name is same_tile',
    ),
    ('chi = "true"', 'club.toml:3: chi: expected true or false; given "true"'),
    ("chi = 1", "club.toml:3: chi: expected true or false; given 1"),
    ("bust = true", "club.toml:3: bust: expected one of never, below_zero, unpaid, zero; given true"),
    ("riichi_live_tiles = true", "club.toml:3: riichi_live_tiles: expected a whole number from 0 to 40; given true"),
    ("riichi_live_tiles = 4.0", "club.toml:3: riichi_live_tiles: expected a whole number from 0 to 40; given 4.0"),
    ("riichi_live_tiles = -1", "club.toml:3: riichi_live_tiles: expected a whole number from 0 to 40; given -1"),
    (
        'start_points = "nine"',
        'club.toml:3: start_points: expected a whole number from 0 to 1000000 in steps of 100 or "none"; given "nine"',
    ),
    (
        "honba_ron = 350",
        "club.toml:3: honba_ron: expected a whole number from 0 to 1000000 in steps of 100; given 350",
    ),
    ("red_fives = 3", "club.toml:3: red_fives: expected a list of 3 whole numbers from 0 to 4; given 3"),
    (
        "red_fives = [1, true, 1]",
        "club.toml:3: red_fives: expected a list of 3 whole numbers from 0 to 4; given [1, true, 1]",
    ),
    (
        "red_fives = [5, 0, 0]",
        "club.toml:3: red_fives: expected a list of 3 whole numbers from 0 to 4; given [5, 0, 0]",
    ),
    (
        "uma = [20, 10, -10, -20]",
        "club.toml:3: uma: expected a list of 0 or 3 or 4 whole numbers from -1000000 to 1000000 in steps of 100; "
        "given [20, 10, -10, -20]",
    ),
    ("seats = 5", "club.toml:3: seats: expected a whole number from 3 to 4; given 5"),
    (
        f"seats = {'9' * 100}",
        "club.toml:3: seats: expected a whole number from 3 to 4; given a number out of all proportion",
    ),
    (
        f'pao = "{"x" * 100}"',
        f'club.toml:3: pao: expected one of none, whole_hand, its_yakuman; given "{"x" * 59}…\n',
    ),
    ("chi = 2001-02-03", "club.toml:3: chi: expected true or false; given 2001-02-03"),
    ("chi = {}", "club.toml:3: chi.value: a value is needed; expected true or false"),
    ("chi = { value = 1 }", "club.toml:3: chi.value: expected true or false; given 1"),
    ("chi = { value = {} }", "club.toml:3: chi.value: expected true or false; given a table"),
    (
        'chi = { value = true, sorce = "measured" }',
        "club.toml:3: chi.sorce: there is no such part; the nearest known name is source",
    ),
    (
        'chi = { value = true, source = "meassured" }',
        "club.toml:3: chi.source: expected seed:<rule ids> or one of measured, document, assumed, log, operator, "
        'command line; given "meassured"; the nearest known name is measured',
    ),
    (
        'chi = { value = true, source = "seed:X1" }',
        "club.toml:3: chi.source: expected seed:<rule ids> or one of measured, document, assumed, log, operator, "
        'command line; given "seed:X1"; the nearest known name is seed:',
    ),
    (
        "chi = { value = true, source = 1 }",
        "club.toml:3: chi.source: expected seed:<rule ids> or one of measured, document, assumed, log, operator, "
        "command line; given 1",
    ),
    (
        'chi = { value = true, source = "assumed" }',
        "club.toml:3: chi.alternatives: an assumed switch needs at least one alternative value",
    ),
    (
        "chi = { value = true, alternatives = [false] }",
        'club.toml:3: chi.alternatives: only a switch with source = "assumed" has alternatives',
    ),
    (
        'chi = { value = true, source = "assumed", alternatives = false }',
        "club.toml:3: chi.alternatives: expected a list of values; given false\n",
    ),
    (
        'chi = { value = true, source = "assumed", alternatives = [0] }',
        "club.toml:3: chi.alternatives: expected true or false; given 0",
    ),
    (
        'chi = { value = true, source = "assumed", alternatives = [true] }',
        "club.toml:3: chi.alternatives: true stands there twice, or is the value itself",
    ),
    (
        'pao = { value = "none", source = "assumed", alternatives = ["whole_hant"] }',
        "club.toml:3: pao.alternatives: expected one of none, whole_hand, its_yakuman; "
        'given "whole_hant"; the nearest known name is whole_hand',
    ),
    (
        "[switches.chi]\nvalue = 1\n",
        "club.toml:4: chi.value: expected true or false; given 1",
    ),
    # what no single value shows
    ("uma = [20000, 0, -20000]", "club.toml:3: uma: 3 values for 4 seats"),
    (
        "uma = [20000, 10000, -10000, -10000]",
        "club.toml:3: uma: what some places gain others lose: the sum must be 0, it is 10000",
    ),
    (
        'tiles = "no_simple_characters"',
        "club.toml: red_fives: a set without 2m-8m has no 0m; given 1 of them",
    ),
    (
        "dora_stack = 8",
        "club.toml:3: dora_stack: index 15 is not in a dead wall of 14",
    ),
    ("dora_stack = 0", "club.toml:3: dora_stack: index -1 is not in a dead wall of 14"),
    ("dora_stack = 7\ndead_wall = 13", "club.toml:3: dora_stack: index 13 is not in a dead wall of 13"),
    (
        "dora_stack = 7\ndead_wall = 13\nura_offset = 1",
        "club.toml:5: ura_offset: index 13 is not in a dead wall of 13",
    ),
    ("ura_offset = 0", "club.toml:3: ura_offset: an ura indicator lies beside its indicator, at -1 or 1; given 0"),
    ("dead_wall = 2", "club.toml: dora_stack: index 5 is not in a dead wall of 2"),
    (
        'target_points = "none"',
        "club.toml: extension: a game is extended until somebody has target_points, which is none",
    ),
    (
        "tanyao_han = [2, 1]",
        "club.toml:3: tanyao_han: an open hand cannot count more (2) than a closed one (1)",
    ),
    ("double_wind_pair_fu = 3", "club.toml:3: double_wind_pair_fu: fu of a pair are 2 or 4; given 3"),
    (
        "noten_pool = 2000",
        "club.toml:3: noten_pool: the pool must split into whole hundreds among 1 to 3 players, "
        "so it is a multiple of 600; given 2000",
    ),
    (
        'dora_stack = { value = 3, source = "assumed", alternatives = [20] }',
        "club.toml:3: dora_stack.alternatives: with 20, dora_stack cannot hold: index 39 is not in a dead wall of 14",
    ),
]


@pytest.mark.parametrize(("switches", "error"), ERRORS)
def test_a_switch_that_cannot_be(switches: str, error: str) -> None:
    assert (told(BASE + switches) + "\n").startswith(error)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "club.toml: name: without extends a name is needed\nclub.toml: without extends every switch is needed; "),
        (
            '\nextends = "tenhou-sanmaa"',
            'club.toml:2: extends: there is no preset "tenhou-sanmaa"; the nearest known name is tenhou-sanma',
        ),
        ("extends = 3", "club.toml:1: extends: expected the name of a preset; given 3"),
        (
            'extends = "tenhou"\nrevison = 3',
            "club.toml:2: revison: there is no such switch; the nearest known name is revision",
        ),
        (
            'extends = "tenhou"\n[swiches]',
            "club.toml:2: swiches: there is no such switch; the nearest known name is switches",
        ),
        ('extends = "tenhou"\nswitches = 1', "club.toml:2: switches: expected a table of switches; given 1"),
        (
            'extends = "tenhou"\nrevision = 0',
            "club.toml:2: revision: expected a whole number from 1 to 999999999; given 0",
        ),
        (
            'extends = "tenhou"\nrevision = "two"',
            'club.toml:2: revision: expected a whole number from 1 to 999999999; given "two"',
        ),
        (
            'extends = "tenhou"\nname = ""',
            'club.toml:2: name: expected a text of 1 to 100 printable characters; given ""',
        ),
        (
            'extends = "tenhou"\nname = "a\\nb"',
            'club.toml:2: name: expected a text of 1 to 100 printable characters; given "a b"',
        ),
        (
            'extends = "tenhou"\nchi = true\n[switches]\nchi = true',
            "club.toml:2: chi: stands both on the top level and under [switches]",
        ),
        (
            'extends = "tenhou"\nhonba_ron 300',
            "club.toml:2: this is not TOML: Expected '=' after a key in a key/value pair (at line 2, column 11)",
        ),
        ("chi = [true,\n\n", "club.toml:3: this is not TOML: Invalid value (at end of document)"),
        ("chi = true\nchi = true", "club.toml:2: this is not TOML: Cannot overwrite a value (at end of document)"),
        ("a = " + "[" * 10_000, "club.toml: lists or tables are nested too deeply"),
    ],
)
def test_a_file_that_cannot_be(text: str, error: str) -> None:
    assert told(text).startswith(error)


def test_a_number_too_long_to_be_read() -> None:
    assert told(f"seats = {'1' * 10_000}").startswith("club.toml:1: this is not TOML: ")


def test_missing_switches_are_counted() -> None:
    lines = preset("tenhou").to_toml().splitlines()
    text = "\n".join(line for line in lines if not line.startswith(("chi ", "pao ")))
    assert told(text) == "club.toml: without extends every switch is needed; 2 are missing: chi, pao"
    assert told('name = "x"').endswith(" replacement_order, …")


def test_every_problem_is_told_in_the_order_of_lines() -> None:
    text = 'extends = "tenhoo"\nname = 3\n[switches]\nchii = true\npao = "half"\nred_fives = { value = [1], why = 2 }\n'
    assert told(text).splitlines() == [
        'club.toml:1: extends: there is no preset "tenhoo"; the nearest known name is tenhou',
        "club.toml:2: name: expected a text of 1 to 100 printable characters; given 3",
        "club.toml:4: chii: there is no such switch; the nearest known name is chi",
        'club.toml:5: pao: expected one of none, whole_hand, its_yakuman; given "half"',
        "club.toml:6: red_fives.why: there is no such part",
        "club.toml:6: red_fives.value: expected a list of 3 whole numbers from 0 to 4; given [1]",
    ]


def test_problems_are_also_data() -> None:
    with pytest.raises(RulesetError) as caught:
        load(BASE + "honba_rom = 300", "club.toml")
    (problem,) = caught.value.problems
    assert (problem.key, problem.line, problem.nearest) == ("honba_rom", 3, "honba_ron")
