"""Every rule of Shenzhen (RULES §4) by name: a log that keeps it, and one that breaks it.

The stakes are X = 1 and Y = 2. What is marked is all that may be found, and the finding cites the rule.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import pytest

from replay.findings import Finding, Severity
from tests.notation import Round, Situation, situation
from tests.places import place_of

CASH: Final = (100, 100, 100, 100)
READY: Final = "123m456m789m11z46p"  # waits for 5p


@dataclass(frozen=True)
class Rule:
    """A rule, a round or two that keep it, and as many that break it."""

    id: str
    about: str
    kept: tuple[Round, ...]
    broken: tuple[Round, ...]
    stakes: tuple[int, int] = (1, 2)  # of the log that breaks it
    switches: Mapping[str, str] = field(default_factory=dict)


def table(events: str, *hands: str, dealer: int = 0, cash: tuple[int, ...] = CASH, keep: str = "5p") -> Round:
    """A round of seats that have the hands, in seat order; an empty one is filled."""
    dealt = {seat: hand for seat, hand in enumerate(hands) if hand}
    return Round(events, dealt, dealer=dealer, scores=cash, keep=keep)


SELF_DRAWN: Final = "0 draws 5p; 0 tsumo: moves 6 -2 -2 -2; horse 2z"
ON_A_DISCARD: Final = "0 draws 5p; 0 discards; 1 wins 5p from 0: moves -2 2 0 0"
PUNG: Final = "go 2; 2 draws 5p; 2 discards; 0 pons 5p from 2; 0 discards 1z; go to 0; 0 draws 5p; 0 adds 5p"
QUIET: Final = "0 may pon; "  # the log records offers: nothing is inferred from what it does not offer
ROBBED: Final = PUNG.replace("2 discards;", f"2 discards; {QUIET}")

RULES: Final = (
    Rule("S1", "Y is twice X", (table("go 3"),), (table("go 3"),), stakes=(1, 3)),
    Rule(
        "S2",
        "the winner is East next",
        (table(ON_A_DISCARD, "", READY), table("go 3", dealer=1, cash=(98, 102, 100, 100))),
        (table(ON_A_DISCARD, "", READY), table("deal <- END010 seat 0\ngo 3", cash=(98, 102, 100, 100))),
    ),
    Rule(
        "S2",
        "East who wins stays East",
        (table(SELF_DRAWN, READY), table("go 3", cash=(106, 98, 98, 98))),
        (table(SELF_DRAWN, READY), table("deal <- END010 seat 1\ngo 3", dealer=1, cash=(106, 98, 98, 98))),
    ),
    Rule(
        "S2",
        "after a drawn round East stays",
        (table("go until live 0; drawn exhaustive", keep=""), table("go 3")),
        (
            table("go until live 0; drawn exhaustive", keep=""),
            table("deal <- END010 seat 1 warning\ngo 3", dealer=1),
        ),
    ),
    Rule(
        "S3",
        "a run is completed by winning only",
        (table(ON_A_DISCARD, "", READY),),
        (table("0 draws 5p; 0 discards\n1 chis 5p from 0 with 46p <- CAL002 seat 1\n1 discards 1z", "", READY),),
    ),
    Rule(
        "S4",
        "a pung extended to a kong brings X from each",
        (table(PUNG + "; kong paid: moves 3 -1 -1 -1; 0 draws; 0 discards", "55p1z"),),
        (table(PUNG + "\nkong paid: moves 1 0 -1 0 <- PAY012 seat 0\n0 draws; 0 discards", "55p1z"),),
    ),
    Rule(
        "S4",
        "a pung extended is paid at once",
        (table(PUNG + "; kong paid: moves 3 -1 -1 -1; 0 draws; 0 discards", "55p1z"),),
        (table(PUNG + "\n0 draws <- PAY013 seat 0\n0 discards", "55p1z"),),
    ),
    Rule(
        "S5",
        "a concealed kong brings Y from each",
        (table("0 draws 1z; 0 kan 1111z; kong paid: moves 6 -2 -2 -2; 0 draws; 0 discards", "111z"),),
        (table("0 draws 1z; 0 kan 1111z\nkong paid: moves 3 -1 -1 -1 <- PAY012 seat 0\n0 draws; 0 discards", "111z"),),
    ),
    Rule(
        "S6",
        "a claimed kong brings X + Y from the discarder",
        (
            table(
                "go 2; 2 draws 1z; 2 discards; 0 kans 1z from 2; kong paid: moves 3 0 -3 0; 0 draws; 0 discards", "111z"
            ),
        ),
        (
            table(
                "go 2; 2 draws 1z; 2 discards; 0 kans 1z from 2\n"
                "kong paid: moves 3 -1 -1 -1 <- PAY012 seat 0\n0 draws; 0 discards",
                "111z",
            ),
        ),
    ),
    Rule(
        "S7",
        "a hand has no value",
        (table(ON_A_DISCARD, "", READY),),
        (table("0 draws 5p; 0 discards\n1 wins 5p from 0: yaku ittsu 2, moves -2 2 0 0 <- WIN007 seat 1", "", READY),),
    ),
    Rule(
        "S7",
        "a drawn round pays nothing",
        (table("go until live 0; drawn exhaustive: moves 0 0 0 0", keep=""),),
        (table("go until live 0\ndrawn exhaustive: moves 1 1 -1 -1 <- PAY004", keep=""),),
    ),
    Rule(
        "S8",
        "a horse follows a self-drawn win",
        (table(SELF_DRAWN, READY), table("go 3", cash=(106, 98, 98, 98))),
        (
            table("0 draws 5p; 0 tsumo: moves 6 -2 -2 -2", READY),
            table("deal <- PAY016 seat 0\ngo 3", cash=(106, 98, 98, 98)),
        ),
    ),
    Rule(
        "S8",
        "no horse after robbing a kong",
        (table(ROBBED + "; 1 wins 5p from 0: moves -6 6 0 0", "55p1z", READY),),
        (
            table(
                ROBBED + "; 1 wins 5p from 0: moves -6 6 0 0\nhorse 2z: moves -2 6 -2 -2 <- PAY017 seat 1",
                "55p1z",
                READY,
            ),
        ),
    ),
    Rule(
        "S9",
        "a declined win leaves the self-draw",
        (table("0 draws 5p; 0 discards; 2 declines; 1 draws 1s; 1 discards; 2 draws 5p; 2 tsumo", "", "", READY),),
        (
            table(
                "0 draws 5p; 0 discards; 2 declines; 1 draws 5p; 1 discards\n"
                "2 wins 5p from 1: moves 0 -2 2 0 <- FUR004 seat 2",
                "",
                "",
                READY,
            ),
        ),
    ),
    Rule(
        "S10",
        "the game goes on with three times Y",
        (
            table(ON_A_DISCARD, "", READY, cash=(8, 100, 100, 192)),
            table("go 3", dealer=1, cash=(6, 102, 100, 192)),
        ),
        (
            table(ON_A_DISCARD, "", READY, cash=(7, 100, 100, 193)),
            table("deal <- END012\ngo 3", dealer=1, cash=(5, 102, 100, 193)),
        ),
    ),
    Rule(
        "S10",
        "the game ends with less than three times Y",
        (table(f"{ON_A_DISCARD}; game ends 5 102 100 193", "", READY, cash=(7, 100, 100, 193)),),
        (table(f"{ON_A_DISCARD}\ngame ends 6 102 100 192 <- END013 warning", "", READY, cash=(8, 100, 100, 192)),),
    ),
    Rule(
        "S11",
        "four sets and a pair",
        (table("0 draws 5p; 0 tsumo", READY),),
        (table("0 draws 4p\n0 tsumo <- WIN003 seat 0", READY, keep=""),),
    ),
    Rule(
        "S11",
        "seven pairs",
        (table("0 draws 6z; 0 tsumo", "1122m3344p5566s6z"),),
        (table("0 draws 7z\n0 tsumo <- WIN003 seat 0", "1122m3344p5566s6z"),),
    ),
    Rule(
        "S11",
        "seven pairs are seven",
        (table("0 draws 6z; 0 tsumo", "1122m3344p5566s6z"),),
        (table("0 draws 6z\n0 tsumo <- WIN003 seat 0 warning", "1122m33p555566s6z"),),
    ),
    Rule(
        "S11",
        "thirteen orphans",
        (table("0 draws 7z; 0 tsumo", "19m19p19s1123456z"),),
        (table("0 draws 6z\n0 tsumo <- WIN003 seat 0", "19m19p19s1123456z"),),
    ),
    Rule(
        "S12",
        "a self-drawn win brings Y from each",
        (table(SELF_DRAWN, READY),),
        (table("0 draws 5p\n0 tsumo: moves 3 -1 -1 -1 <- PAY002 seat 0\nhorse 2z", READY),),
    ),
    Rule(
        "S12",
        "a win on a discard brings Y from the discarder",
        (table(ON_A_DISCARD, "", READY),),
        (table("0 draws 5p; 0 discards\n1 wins 5p from 0: moves -6 6 0 0 <- PAY003 seat 1", "", READY),),
    ),
    Rule(
        "S12",
        "what the log claims is what a win brings",
        (table("0 draws 5p; 0 discards; 1 wins 5p from 0: points 2, moves -2 2 0 0", "", READY),),
        (table("0 draws 5p; 0 discards\n1 wins 5p from 0: points 3, moves -3 3 0 0 <- WIN015 seat 1", "", READY),),
    ),
    Rule(
        "S13",
        "the robbed player pays for all",
        (table(ROBBED + "; 1 wins 5p from 0: moves -6 6 0 0", "55p1z", READY),),
        (table(ROBBED + "\n1 wins 5p from 0: moves -2 2 0 0 <- PAY003 seat 1", "55p1z", READY),),
    ),
    Rule(
        "S13",
        "a robbed kong is not paid",
        (table(ROBBED + "; 1 wins 5p from 0: moves -6 6 0 0", "55p1z", READY),),
        (
            table(
                ROBBED + "; kong paid: moves 3 -1 -1 -1\n1 wins 5p from 0: moves -6 6 0 0 <- PAY014 seat 0 warning",
                "55p1z",
                READY,
            ),
        ),
    ),
    Rule(
        "S13",
        "only a pung extended is robbed",
        (table(ROBBED + "; 1 wins 5p from 0: moves -6 6 0 0", "55p1z", READY),),
        (table("0 draws 5p; 0 kan 5555p\n1 wins 5p from 0: moves -6 6 0 0 <- WIN005 seat 1", "555p", READY, keep=""),),
    ),
    Rule(
        "S14",
        "the horse is of the winner's wind",
        (table("go 2; 2 draws 5p; 2 tsumo: moves -2 -2 6 -2; horse 6z: moves -2 -2 6 -2", "", "", READY),),
        (
            table(
                "go 2; 2 draws 5p; 2 tsumo: moves -2 -2 6 -2\nhorse 7z: moves -2 -2 6 -2 <- PAY015 seat 2",
                "",
                "",
                READY,
            ),
        ),
    ),
)


def grave(written: Situation) -> list[Finding]:
    return [finding for finding in written.findings() if finding.severity is not Severity.NOTICE]


def name(rule: Rule) -> str:
    return f"{rule.id} {rule.about}"


@pytest.mark.parametrize("rule", RULES, ids=name)
def test_a_log_that_keeps_the_rule_passes(rule: Rule) -> None:
    found = grave(situation("shenzhen", *rule.kept, switches=rule.switches))
    assert [finding.message for finding in found] == []


@pytest.mark.parametrize("rule", RULES, ids=name)
def test_a_log_that_breaks_it_is_found_out(rule: Rule) -> None:
    written = situation("shenzhen", *rule.broken, switches=rule.switches, stakes=rule.stakes)
    found = grave(written)
    if rule.id == "S1":
        assert [place_of(finding) for finding in found] == [("LOG009", "error", None, None, None)]
    else:
        assert [place_of(finding) for finding in found] == list(written.marks), [one.message for one in found]
    assert rule.id in found[0].rule


def test_every_rule_is_here() -> None:
    assert {rule.id for rule in RULES} == {f"S{number}" for number in range(1, 15)}


def test_findings_cite_no_rule_of_another_family() -> None:
    for rule in RULES:
        for finding in situation("shenzhen", *rule.broken, stakes=rule.stakes).findings():
            assert all(cited[0] == "S" or cited.islower() for cited in finding.rule), finding
