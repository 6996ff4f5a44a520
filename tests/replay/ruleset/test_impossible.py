"""Rules that cannot be are refused with a reason that names the place, from an operator's file, `--set` and a log."""

from typing import Final

import pytest

from replay.gamelog import Header
from replay.ruleset.choose import UnknownStatement, choose
from replay.ruleset.errors import RulesetError, nearest_name
from replay.ruleset.loader import PRESETS, load, preset

COMBINATIONS: Final = {
    "North dora with four players": (
        "tenhou north_dora=true",
        "north_dora: Norths are set aside with 3 players; given true with 4",
    ),
    "North dora in Shenzhen": (
        "shenzhen north_dora=true",
        "north_dora: in Shenzhen no North is set aside; given true",
    ),
    "a run claimed with three players": (
        "kansai chi=true",
        "chi: with 3 players no run is claimed (K4); given true",
    ),
    "and elsewhere": (
        "tenhou-sanma chi=true",
        "chi: with 3 players no run is claimed (K4); given true",
    ),
    "three wins on a discard with three players": (
        "kansai-north triple_ron=true",
        "triple_ron: with 3 players no more than two can win on a discard; given true",
    ),
    "indicators in Shenzhen": (
        "shenzhen kan_dora=true",
        "kan_dora: in Shenzhen there are no indicators; given true",
    ),
    "nagashi in Shenzhen": (
        "shenzhen nagashi=true",
        "nagashi: in Shenzhen a drawn round pays nothing; given true",
    ),
    "an abort in Shenzhen": (
        "shenzhen nine_terminals=true",
        "nine_terminals: in Shenzhen no round is aborted; given true",
    ),
    "a red five without its kind": (
        "kansai-north-red red_fives=[1,2,1]",
        "red_fives: a set without 2m-8m has no 0m; given 1 of them",
    ),
    "an indicator outside the dead wall": (
        "kansai dora_stack=8",
        "dora_stack: index 14 is not in a dead wall of 14",
    ),
    "an extension without a target": (
        "kansai extension=true",
        "extension: a game is extended until somebody has target_points, which is none",
    ),
    "below zero where nobody falls": (
        "kansai bust=below_zero",
        "bust: nobody falls below 0 where score_floor is true; given below_zero",
    ),
    "unpaid where all is paid": (
        "tenhou bust=unpaid",
        "bust: everybody pays in full where score_floor is false; given unpaid",
    ),
    "an unknown switch": (
        "kansai north_dorra=true",
        "north_dorra: there is no such switch; the nearest known name is north_dora",
    ),
    "a switch like none": (
        "kansai qwertz=true",
        "qwertz: there is no such switch",
    ),
    "an ill-typed flag": (
        "kansai chi=3",
        "chi: expected true or false; given 3",
    ),
    "an ill-typed number": (
        "kansai dead_wall=true",
        "dead_wall: expected a whole number from 0 to 40; given true",
    ),
    "an unknown value": (
        "kansai-north chanpei=dorra",
        'chanpei: expected one of forbidden, none, dora, yaku; given "dorra"; the nearest known name is dora',
    ),
    "a value like none": (
        "kansai-north chanpei=later",
        'chanpei: expected one of forbidden, none, dora, yaku; given "later"',
    ),
}
"""A preset with one switch set, and how the complaint goes on after the place."""


def parts(written: str) -> tuple[str, str, str]:
    name, _, setting = written.partition(" ")
    switch, _, value = setting.partition("=")
    return name, switch, value


def as_text(reason: str) -> str:
    """The reason where everything given is text: nothing but text and numbers can be ill-typed there."""
    return (
        reason.replace("given 3", 'given "3"', 1)
        if "true or false" in reason
        else reason.replace("40; given true", '40; given "true"', 1)
    )


@pytest.mark.parametrize("name", COMBINATIONS)
def test_on_the_command_line(name: str) -> None:
    written, reason = COMBINATIONS[name]
    variant, switch, value = parts(written)
    with pytest.raises(RulesetError) as caught:
        preset(variant).with_switches([(switch, value)], "command line")
    assert str(caught.value) == f"command line: {as_text(reason)}"


@pytest.mark.parametrize("name", COMBINATIONS)
def test_stated_by_a_log(name: str) -> None:
    written, reason = COMBINATIONS[name]
    variant, switch, value = parts(written)
    header = Header("g", seats=preset(variant).switches.seats, variant=variant, overrides=((switch, value),))
    with pytest.raises(UnknownStatement) as caught:
        choose(header, None, None, ())
    assert str(caught.value) == f"log: {as_text(reason)}"


@pytest.mark.parametrize("name", COMBINATIONS)
def test_in_a_file(name: str) -> None:
    written, reason = COMBINATIONS[name]
    variant, switch, value = parts(written)
    toml = value if value in ("true", "false") or value[0] in "[0123456789" else f'"{value}"'
    with pytest.raises(RulesetError) as caught:
        load(f'extends = "{variant}"\n\n[switches]\n{switch} = {toml}\n', "club.toml")
    assert f"club.toml:4: {reason}" in str(caught.value).splitlines()


@pytest.mark.parametrize(
    ("settings", "kept"),
    [
        ("kansai extension=true target_points=40000", "extension"),
        ("kansai score_floor=false bust=below_zero", "bust"),
        ("tenhou seats=3 chi=false triple_ron=false noten_pool=2000 uma=[] north_dora=true", "north_dora"),
    ],
)
def test_what_can_be_set_together(settings: str, kept: str) -> None:
    variant, *pairs = settings.split()
    chosen = [(switch, value) for switch, _, value in (pair.partition("=") for pair in pairs)]
    assert preset(variant).with_switches(chosen, "command line").value(kept) == dict(chosen)[kept]


@pytest.mark.parametrize(
    ("written", "near"),
    [
        ("kansay", "kansai"),
        ("kansai-nort", "kansai-north"),
        ("Shenzen", "shenzhen"),
        ("tenhou-3p", "tenhou"),
        ("riichi", ""),
        ("", ""),
    ],
)
def test_a_nearest_name_is_near(written: str, near: str) -> None:
    assert nearest_name(written, PRESETS) == near
