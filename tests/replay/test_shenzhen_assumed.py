"""What the documents of Shenzhen leave open (RULES §4, §5): a finding that another reading explains is a warning."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import pytest

from replay.findings import Finding, Severity
from replay.ruleset.loader import preset
from tests.notation import Round, Situation, situation
from tests.places import place_of

READY: Final = "123m456m789m11z46p"  # waits for 5p
PUNG: Final = "go 2; 2 draws 5p; 2 discards; 0 may pon; 0 pons 5p from 2; 0 discards 1z"
ROBBED: Final = PUNG + "; go to 0; 0 draws 5p; 0 adds 5p"
LAST: Final = "go until live 1; 3 draws 5p; 3 tsumo: moves -2 -2 -2 6"


@dataclass(frozen=True)
class Reading:
    """A log that only another value of a switch explains."""

    switch: str
    value: str
    events: str
    hands: Mapping[int, str] = field(default_factory=dict)
    scores: tuple[int, ...] = (100, 100, 100, 100)
    keep: str = "5p"
    then: tuple[Round, ...] = ()
    with_others: bool = False  # other readings explain it too

    def situation(self, **switches: str) -> Situation:
        first = Round(self.events, self.hands, scores=self.scores, keep=self.keep)
        return situation("shenzhen", first, *self.then, switches=switches)


READINGS: Final = (
    Reading(
        "dead_wall",
        "14",
        "go 70\ndrawn exhaustive <- END002 warning",
        keep="",
    ),
    Reading(
        "replacement_far_end",
        "false",
        "0 draws 1z; 0 kan 1111z; kong paid: moves 6 -2 -2 -2\n0 draws live <- WAL011 seat 0 warning",
        {0: "111z"},
    ),
    Reading(
        "score_floor",
        "true",
        "0 draws 1z; 0 kan 1111z\nkong paid: moves 5 -1 -2 -2 <- PAY012 seat 0 warning",
        {0: "111z"},
        (100, 1, 100, 100),
    ),
    Reading(
        "ties",
        "shared",
        "0 draws 5p; 0 tsumo: moves 6 -2 -2 -2; horse 2z\n"
        "game ends 106 4 98 98: places 1 4 2 2 <- END014 seat 3 warning",
        {0: READY},
        (100, 6, 100, 100),
    ),
    Reading(
        "last_tile_kan",
        "true",
        "go until live 1; 3 draws 5p\n3 kan 5555p <- CAL009 seat 3 warning",
        {3: "555p"},
    ),
    Reading(
        "kokushi_robs_concealed_kan",
        "true",
        "0 draws 1z; 0 kan 1111z\n1 wins 1z from 0: moves -6 6 0 0 <- WIN005 seat 1 warning",
        {0: "111z", 1: "19m19p19s2345677z"},
        keep="",
    ),
    Reading(
        "several_rons",
        "two",
        "0 draws 5p; 0 discards; 1 wins 5p from 0: moves -2 2 0 0\n"
        "2 wins 5p from 0: moves -2 0 2 0 <- WIN006 seat 2 warning",
        {1: READY, 2: "123s456s789s22z46p"},
    ),
    Reading(
        "several_rons",
        "all",
        "0 draws 5p; 0 discards; 1 wins 5p from 0: moves -2 2 0 0\n"
        "2 wins 5p from 0: moves -2 0 2 0 <- WIN006 seat 2 warning",
        {1: READY, 2: "123s456s789s22z46p"},
    ),
    Reading(
        "declined_wins",
        "own_discard",
        "0 draws 5p; 0 discards; 1 declines; go to 0; 0 draws 5p; 0 discards\n"
        "1 wins 5p from 0 <- FUR004 seat 1 warning",
        {1: READY},
    ),
    Reading(
        "robbing_is_discard_win",
        "false",
        "go 2; 2 draws 5p; 2 discards; 1 declines; 0 pons 5p from 2; 0 discards 1z; go to 0; 0 draws 5p; 0 adds 5p\n"
        "1 wins 5p from 0: moves -6 6 0 0 <- FUR004 seat 1 warning",
        {0: "55p1z", 1: READY},
        with_others=True,  # its own discard lies between
    ),
    Reading(
        "inferred_declines",
        "false",
        "0 draws 5p; 0 discards; 1 draws 5p; 1 discards\n2 wins 5p from 1 <- FUR004 seat 2 warning",
        {2: READY},
    ),
    Reading(
        "quads_as_pairs",
        "true",
        "0 draws 6z\n0 tsumo <- WIN003 seat 0 warning",
        {0: "1122m33p555566s6z"},
    ),
    Reading(
        "added_kong_stake",
        "y",
        f"{ROBBED}\nkong paid: moves 6 -2 -2 -2 <- PAY012 seat 0 warning",
        {0: "55p1z"},
    ),
    Reading(
        "late_added_kong_pays",
        "false",
        f"{PUNG}; go to 0; 0 draws 9s; 0 adds 5p\n0 draws <- PAY013 seat 0 warning",
        {0: "555p1z"},
    ),
    Reading(
        "robbed_kong_paid",
        "true",
        f"{ROBBED}; 1 wins 5p from 0: moves -6 6 0 0\nkong paid: moves 3 -1 -1 -1 <- PAY014 seat 0 warning",
        {0: "55p1z", 1: READY},
    ),
    Reading(
        "kong_kept",
        "false",
        "0 draws 1z; 0 kan 1111z; kong paid: moves 6 -2 -2 -2; 0 draws; 0 discards; go until live 0\n"
        "drawn exhaustive: moves -6 2 2 2 <- PAY004 warning",
        {0: "111z"},
        keep="",
    ),
    Reading(
        "horse_wind",
        "east",
        "go 1; 1 draws 5p; 1 tsumo: moves -2 6 -2 -2\nhorse 1z: moves -2 6 -2 -2 <- PAY015 seat 1 warning",
        {1: "123m456m789m22z46p"},
    ),
    *(
        Reading(
            "horse_suits",
            suits,
            f"0 draws 5p; 0 tsumo: moves 6 -2 -2 -2\nhorse {horse} <- PAY015 seat 0 warning",
            {0: READY},
        )
        for suits, horse in (("characters", "5s"), ("circles", "5m"), ("bamboo", "9p"))
    ),
    Reading(
        "horse_without_wall",
        "winning_tile",
        f"{LAST}\nhorse 5p <- PAY017 seat 3 warning",
        {0: "555p", 3: READY},
    ),
    Reading(
        "east_after_draw",
        "passes",
        "go until live 0; drawn exhaustive",
        keep="",
        then=(Round("deal <- END010 seat 1 warning\ngo 3", dealer=1, scores=(100, 100, 100, 100)),),
    ),
    Reading(
        "game_end_check",
        "at_once",
        "0 draws 1z; 0 kan 1111z; kong paid: moves 6 -2 -2 -2\ngame ends 106 98 98 5 <- END001 warning",
        {0: "111z"},
        (100, 100, 100, 7),
    ),
    Reading(
        "early_end",
        "true",
        "0 draws 5p; 0 tsumo: moves 6 -2 -2 -2; horse 2z\ngame ends 106 98 98 98 <- END013 warning",
        {0: READY},
    ),
)


STRICTER: Final = {"last_discard_calls"}
"""Switches whose other reading forbids more: they explain nothing."""


def grave(written: Situation) -> list[Finding]:
    return [finding for finding in written.findings() if finding.severity is not Severity.NOTICE]


def name(reading: Reading) -> str:
    return f"{reading.switch} {reading.value}"


@pytest.mark.parametrize("reading", READINGS, ids=name)
def test_what_another_reading_explains_is_a_warning(reading: Reading) -> None:
    written = reading.situation()
    found = grave(written)
    assert [place_of(finding) for finding in found] == list(written.marks), [one.message for one in found]
    hinges = {(hinge.switch, hinge.value) for hinge in found[0].hinges_on}
    assert (reading.switch, reading.value) in hinges
    if not reading.with_others:
        assert {switch for switch, _ in hinges} == {reading.switch}


@pytest.mark.parametrize("reading", READINGS, ids=name)
def test_the_other_reading_finds_nothing(reading: Reading) -> None:
    assert grave(reading.situation(**{reading.switch: reading.value})) == []


def test_every_other_reading_is_here() -> None:
    assumed = {
        (switch, value) for switch, values in preset("shenzhen").assumed() for value in values if switch not in STRICTER
    }
    assert {(reading.switch, reading.value) for reading in READINGS} == assumed


def test_the_last_discard_may_be_called_for_a_pung_but_not_for_a_kong() -> None:
    hands = {0: "11z9p", 1: "222z"}
    pung = Round("go until live 1; 3 draws 1z; 3 discards; 0 pons 1z from 3; 0 discards 9p; drawn exhaustive", hands)
    assert grave(situation("shenzhen", pung)) == []
    assert [f.code.id for f in grave(situation("shenzhen", pung, switches={"last_discard_calls": "false"}))] == [
        "CAL008"
    ]
    kong = Round("go until live 1; 3 draws 2z; 3 discards; 1 kans 2z from 3", hands)
    (found,) = grave(situation("shenzhen", kong))
    assert (found.code.id, [hinge.switch for hinge in found.hinges_on]) == ("CAL009", ["last_tile_kan"])


def test_what_no_reading_explains_is_an_error() -> None:
    paid_by_one = Round(f"{ROBBED}\nkong paid: moves 3 0 0 -3 <- PAY012 seat 0", {0: "55p1z"}, keep="5p")
    (found,) = grave(situation("shenzhen", paid_by_one))
    assert (found.severity, found.hinges_on) == (Severity.ERROR, ())
