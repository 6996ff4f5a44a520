"""Which rules apply: the command line's switches, its rules, what the log states, the preset."""

import pytest

from replay.gamelog import Header
from replay.ruleset.choose import NoRuleset, Refused, UnknownStatement, WrongSeats, choose
from replay.ruleset.errors import RulesetError
from replay.ruleset.loader import load, preset

EAST_WITHOUT_REDS = (("red_fives", "[0, 0, 0]"), ("game_length", "east"))


def header(variant: str = "tenhou", overrides: tuple[tuple[str, str], ...] = (), seats: int = 4) -> Header:
    return Header(game_id="g", seats=seats, variant=variant, overrides=overrides)


def test_a_log_that_states_its_variant() -> None:
    assert choose(header(), None, None, ()) is preset("tenhou")
    assert choose(header("tenhou-sanma", seats=3), None, None, ()) is preset("tenhou-sanma")


def test_what_the_log_states_is_stronger_than_the_presets_values() -> None:
    rules = choose(header(overrides=EAST_WITHOUT_REDS), None, None, ())
    assert rules.value("red_fives") == "[0, 0, 0]"
    assert rules.value("game_length") == "east"
    assert rules.provenance["red_fives"].source == "log"
    assert rules.value("honba_ron") == "300"


def test_a_named_variant_is_stronger_than_the_variant_the_log_states() -> None:
    assert choose(header("tenhou-sanma"), "tenhou", None, ()) is preset("tenhou")


def test_switches_the_log_states_are_stronger_than_a_preset_however_it_was_chosen() -> None:
    for variant, rules in (("tenhou", None), (None, preset("tenhou"))):
        chosen = choose(header(overrides=EAST_WITHOUT_REDS), variant, rules, ())
        assert (chosen.value("red_fives"), chosen.value("game_length")) == ("[0, 0, 0]", "east")
    assert choose(header(), "tenhou", None, ()).value("game_length") == "south"


def test_what_an_operators_file_sets_is_stronger_than_the_log() -> None:
    rules = load('extends = "tenhou"\nhonba_ron = 1500\ngame_length = "south"\n', "club.toml")
    chosen = choose(header(overrides=(*EAST_WITHOUT_REDS, ("honba_ron", "600"))), None, rules, ())
    assert (chosen.value("honba_ron"), chosen.value("game_length")) == ("1500", "south")
    assert chosen.value("red_fives") == "[0, 0, 0]"  # the file takes it over from its preset


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("honba_ron = 1500", "1500"),
        ('honba_ron = { value = 1500, source = "document" }', "1500"),
        ('honba_ron = { value = 1500, source = "assumed", alternatives = [300] }', "1500"),
        ('honba_ron = { value = 1500, source = "log" }', "600"),  # the operator leaves it to the log
    ],
)
def test_an_operators_line_counts_in_every_form(line: str, value: str) -> None:
    rules = load(f'extends = "tenhou"\n[switches]\n{line}\n', "club.toml")
    assert choose(header(overrides=(("honba_ron", "600"),)), None, rules, ()).value("honba_ron") == value


def test_a_single_switch_is_stronger_than_everything() -> None:
    settings = [("red_fives", "[2, 1, 1]"), ("game_length", "south")]
    log = header(overrides=EAST_WITHOUT_REDS)
    club = load('extends = "tenhou"\nred_fives = [0, 1, 1]\n', "club.toml")
    for variant, rules in ((None, None), ("tenhou", None), (None, club)):
        chosen = choose(log, variant, rules, settings)
        assert chosen.value("red_fives") == "[2, 1, 1]"
        assert chosen.value("game_length") == "south"
        assert chosen.provenance["red_fives"].source == "command line"


def test_a_named_variant_is_the_way_out_for_a_log_that_states_what_we_do_not_know() -> None:
    log = header("no such variant", (("no such switch", "1"),))
    assert choose(log, "tenhou", None, ()) is preset("tenhou")


def test_a_log_that_states_nothing() -> None:
    with pytest.raises(NoRuleset) as caught:
        choose(header(""), None, None, [("chi", "true")])
    assert str(caught.value) == "the log does not state its variant, and none was named"
    with pytest.raises(NoRuleset):
        choose(header("", EAST_WITHOUT_REDS), None, None, ())
    assert choose(header(""), "tenhou", None, ()) is preset("tenhou")
    assert choose(header(""), None, preset("tenhou"), ()) is preset("tenhou")


@pytest.mark.parametrize(
    ("log", "variant", "text"),
    [
        (header(seats=3), None, "tenhou is for 4 players, the log has 3"),
        (header("tenhou-sanma", seats=3), "tenhou", "tenhou is for 4 players, the log has 3"),
        (header("tenhou"), "tenhou-sanma", "tenhou-sanma is for 3 players, the log has 4"),
    ],
)
def test_rules_for_another_number_of_seats(log: Header, variant: str | None, text: str) -> None:
    with pytest.raises(WrongSeats) as caught:
        choose(log, variant, None, ())
    assert str(caught.value) == text
    assert (caught.value.rule_seats, caught.value.log_seats) == ((4, 3) if log.seats == 3 else (3, 4))


@pytest.mark.parametrize(
    ("log", "text"),
    [
        (header("tenhuo"), 'log: there is no preset "tenhuo"; the nearest known name is tenhou'),
        (
            header(overrides=(("red_five", "[0, 0, 0]"),)),
            "log: red_five: there is no such switch; the nearest known name is red_fives",
        ),
        (header(overrides=(("chi", "perhaps"),)), 'log: chi: expected true or false; given "perhaps"'),
    ],
)
def test_a_log_that_states_what_is_not_known(log: Header, text: str) -> None:
    with pytest.raises(UnknownStatement) as caught:
        choose(log, None, None, ())
    assert str(caught.value) == text


def test_what_is_wrong_with_the_log_has_one_base() -> None:
    assert {NoRuleset, WrongSeats, UnknownStatement} <= set(Refused.__subclasses__())


@pytest.mark.parametrize(
    ("variant", "settings", "text"),
    [
        ("tenhuo", [], 'command line: there is no preset "tenhuo"; the nearest known name is tenhou'),
        (
            None,
            [("honba_rom", "300")],
            "command line: honba_rom: there is no such switch; the nearest known name is honba_ron",
        ),
        (
            "tenhou",
            [("pao", "half"), ("chii", "true")],
            'command line: pao: expected one of none, whole_hand, its_yakuman; given "half"\n'
            "command line: chii: there is no such switch; the nearest known name is chi",
        ),
    ],
)
def test_a_mistake_on_the_command_line(variant: str | None, settings: list[tuple[str, str]], text: str) -> None:
    with pytest.raises(RulesetError) as caught:
        choose(header(), variant, None, settings)
    assert str(caught.value) == text


def test_a_variant_and_rules_cannot_both_be_named() -> None:
    with pytest.raises(ValueError, match="not both"):
        choose(header(), "tenhou", preset("tenhou"), ())


def test_the_same_request_builds_nothing_again() -> None:
    settings = [("honba_ron", "1500")]
    first = choose(header(overrides=EAST_WITHOUT_REDS), None, None, settings)
    assert choose(header(overrides=EAST_WITHOUT_REDS), None, None, list(settings)) is first
