"""``auditor score`` in Shenzhen: the examples of the rules, what each win moves, its output, and what it refuses."""

import json
from pathlib import Path
from textwrap import dedent
from typing import Any, Final

import pytest
from typer.testing import CliRunner

from auditor.cli.main import app

SHENZHEN: Final = "--variant shenzhen"
SETS: Final = "123m456m789m11z46p5p"


def score(arguments: str) -> tuple[int, str]:
    """Exit status and everything printed."""
    done = CliRunner().invoke(app, ["score", *arguments.split(), *SHENZHEN.split()])
    return done.exit_code, done.output


def told(arguments: str) -> Any:
    """The JSON of a hand that wins."""
    status, output = score(f"{arguments} --output json")
    assert status == 0, output
    return json.loads(output)


def summary(found: Any) -> str:
    """For instance ``win other 3x2, horse other 3x2 = 12``: what each pays for what, and what the winner collects."""
    paid = [f"{one['for']} {one['payer']} {one['seats']}x{one['pays']}" for one in found["payments"]]
    return f"{', '.join(paid)} = {found['collected']}"


EXAMPLES: Final[dict[str, tuple[str, str]]] = {
    # S12: the money of a win
    "a win on a discard": (f"{SETS} --ron --stakes 1", "win discarder 1x2 = 2"),
    "a self-draw": (f"{SETS} --tsumo --stakes 1 --horse 2s --seat E", "win other 3x2 = 6"),
    "higher stakes": (f"{SETS} --tsumo --stakes 50,100 --horse 2s --seat E", "win other 3x100 = 300"),
    # S8, S14: the horse
    "East with 5s": (f"{SETS} --tsumo --stakes 1 --horse 5s --seat E", "win other 3x2, horse other 3x2 = 12"),
    "South with the red dragon": (f"{SETS} --tsumo --stakes 1 --horse 7z", "win other 3x2, horse other 3x2 = 12"),
    "West with 3p": (f"{SETS} --tsumo --stakes 1 --horse 3p --seat W", "win other 3x2, horse other 3x2 = 12"),
    "North with 8m": (f"{SETS} --tsumo --stakes 1 --horse 8m --seat N", "win other 3x2, horse other 3x2 = 12"),
    "North with East's tile": (f"{SETS} --tsumo --stakes 1 --horse 1z --seat N", "win other 3x2 = 6"),
    "the winner's wind is East already": (
        f"{SETS} --tsumo --stakes 1 --horse 1z --seat N --set horse_wind=east",
        "win other 3x2, horse other 3x2 = 12",
    ),
    "numbers of circles only": (
        f"{SETS} --tsumo --stakes 1 --horse 5s --seat E --set horse_suits=circles",
        "win other 3x2 = 6",
    ),
    "no horse with an empty wall": (f"{SETS} --tsumo --stakes 1 --last-tile", "win other 3x2 = 6"),
    "where the winning tile is it": (
        f"{SETS} --tsumo --stakes 1 --last-tile --seat E --set horse_without_wall=winning_tile",
        "win other 3x2, horse other 3x2 = 12",
    ),
    # S13: a robbed kong
    "a robbed kong": (f"{SETS} --ron --chankan --stakes 1", "win robbed 1x6 = 6"),
    # S4 to S6: kongs
    "a concealed kong": (
        "123m456m11z46p5p --kan 7777s --ron --stakes 1",
        "win discarder 1x2, kong other 3x2 = 8",
    ),
    "a claimed kong": ("123m456m11z46p5p --meld 7777s --ron --stakes 1", "win discarder 1x2, kong discarder 1x3 = 5"),
    "an added kong": ("123m456m11z46p5p --added-kan 7777s --ron --stakes 1", "win discarder 1x2, kong other 3x1 = 5"),
    "an added kong where it costs Y": (
        "123m456m11z46p5p --added-kan 7777s --ron --stakes 1 --set added_kong_stake=y",
        "win discarder 1x2, kong other 3x2 = 8",
    ),
    "all of it, on a replacement": (
        "11z46p5p --meld 7777s --added-kan 1111p --kan 9999m --tsumo --rinshan --seat E --horse 9s --stakes 10",
        "win other 3x20, horse other 3x20, kong discarder 1x30, kong other 3x10, kong other 3x20 = 240",
    ),
    # S11: no yaku, two more forms
    "seven pairs": ("1122m3344p5566s7z --win 7z --ron --stakes 1", "win discarder 1x2 = 2"),
    "thirteen orphans": ("19m19p19s12345677z --tsumo --stakes 1 --horse 1m", "win other 3x2 = 6"),
    "four tiles alike as two pairs": (
        "1122m33p555566s6z --win 6z --ron --stakes 1 --set quads_as_pairs=true",
        "win discarder 1x2 = 2",
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_is_paid(name: str) -> None:
    arguments, expected = EXAMPLES[name]
    assert summary(told(arguments)) == expected


@pytest.mark.parametrize(
    ("hand", "form"),
    [
        (SETS, "four sets and a pair"),
        ("1122m3344p5566s77z", "seven pairs"),
        ("112233m112233p11s", "four sets and a pair"),  # seven pairs too
        ("19m19p19s12345677z", "thirteen orphans"),
    ],
)
def test_form(hand: str, form: str) -> None:
    assert told(f"{hand} --ron --stakes 1")["form"] == form


def test_json_tells_everything() -> None:
    hand = "123m46p11z5p --meld 777s --kan 2222z --tsumo --seat E --horse 5s --stakes 5"
    assert told(hand) == {
        "variant": "shenzhen",
        "hand": "123m456p11z",
        "winning_tile": "5p",
        "melds": [{"type": "pon", "tiles": "777s"}, {"type": "concealed_kan", "tiles": "2222z"}],
        "self_draw": True,
        "robs_kong": False,
        "seat": "E",
        "stakes": {"x": 5, "y": 10},
        "complete": True,
        "form": "four sets and a pair",
        "horse": "5s",
        "payments": [
            {"for": "win", "payer": "other", "seats": 3, "pays": 10},
            {"for": "horse", "payer": "other", "seats": 3, "pays": 10},
            {"for": "kong", "payer": "other", "seats": 3, "pays": 10},
        ],
        "collected": 90,
        "for_kongs": 30,
        "notes": [],
    }


def test_a_hand_that_is_not_complete_has_the_same_keys() -> None:
    status, output = score("123m46p11z6p --meld 777s --kan 2222z --tsumo --horse 5s --stakes 5 --output json")
    found = json.loads(output)
    assert status == 1
    assert found.keys() == told(f"{SETS} --ron --stakes 1").keys()
    assert (found["complete"], found["form"]) == (False, None)
    assert (found["collected"], found["for_kongs"]) == (30, 30)  # a kong is paid whoever wins


TEXTS: Final[list[tuple[str, int, str]]] = [
    (
        "123m46p11z5p --meld 777s --added-kan 2222z --tsumo --seat E --horse 2s --stakes 500",
        0,
        """
        shenzhen: 123m456p11z 777s (pon) 2222z (added kan), self-draw of 5p by East, stakes 500 and 1,000
        four sets and a pair
        for the self-draw each of 3 others pays 1,000
        for 2222z, a pung extended to a kong, each of 3 others pays 500
        for the horse 2s nobody pays
        the winner collects 4,500 (1,500 of it for kongs)
        """,
    ),
    (
        f"{SETS} --tsumo --stakes 1",
        0,
        """
        shenzhen: 123456789m456p11z, self-draw of 5p by South, stakes 1 and 2
        four sets and a pair
        for the self-draw each of 3 others pays 2
        the winner collects 6
        note: no --horse is given: one of South's brings another 2 from each
        """,
    ),
    (
        f"{SETS} --ron --chankan --stakes 1 --set robbed_kong_paid=true --set score_floor=true",
        0,
        """
        shenzhen: 123456789m456p11z, robbing a kong of 5p by South, stakes 1 and 2
        four sets and a pair
        for a robbed kong the robbed player pays for all 6
        the winner collects 6
        note: what the payers have left is not considered (score_floor)
        note: the robbed kong is paid to its player too (robbed_kong_paid)
        """,
    ),
    (
        "123m456m789m11z46p6p --ron --stakes 1",
        1,
        """
        shenzhen: 123456789m466p11z, win on 6p by South, stakes 1 and 2
        the hand is not complete
        """,
    ),
    (
        "1122m33p555566s6z --win 6z --ron --stakes 1",  # four alike are no two pairs
        1,
        """
        shenzhen: 1122m33p555566s66z, win on 6z by South, stakes 1 and 2
        the hand is not complete
        """,
    ),
]


@pytest.mark.parametrize(("arguments", "status", "text"), TEXTS)
def test_text(arguments: str, status: int, text: str) -> None:
    assert score(arguments) == (status, dedent(text).lstrip())


REFUSALS: Final[list[tuple[str, str]]] = [
    (f"{SETS} --stakes 1", "how does the hand win? Give --tsumo or --ron"),
    (f"{SETS} --ron", "what is played for? Give the table's stake X with --stakes; Y is twice X"),
    (f"{SETS} --ron --stakes 0", "--stakes 0: expected X or X,Y, whole numbers above zero"),
    (f"{SETS} --ron --stakes x", "--stakes x: expected X or X,Y, whole numbers above zero"),
    (f"{SETS} --ron --stakes 1,2,3", "--stakes 1,2,3: expected X or X,Y, whole numbers above zero"),
    (f"{SETS} --ron --stakes 1,3", "--stakes 1,3: Y is twice X, so 2"),
    (f"{SETS} --ron --stakes 1 --horse 5s", "--horse: it is drawn after a win by --tsumo only (S8)"),
    (f"{SETS} --ron --chankan --stakes 1 --horse 5s", "--horse: it is drawn after a win by --tsumo only (S8)"),
    (
        f"{SETS} --tsumo --last-tile --stakes 1 --horse 5s",
        "--horse: with --last-tile there is no tile left to draw",
    ),
    (f"{SETS} --tsumo --stakes 1 --horse 55s", "--horse 55s: expected one tile"),
    (f"{SETS} --tsumo --stakes 1 --horse 5", "--horse: suit letter missing after '5' in tiles '5'"),
    (f"{SETS} --tsumo --chankan --stakes 1", "--chankan: a win on the tile of a kong is by --ron"),
    (f"{SETS} --ron --chankan --last-tile --stakes 1", "--last-tile: there is no kong then to rob"),
    (
        f"{SETS} --tsumo --rinshan --stakes 1",
        "--rinshan: a replacement tile is drawn after a kong, and the win is by --tsumo",
    ),
    (
        "123m456m789m55p11z --win 5p --ron --chankan --stakes 1",
        "--chankan: the robbed kan has all four 5p, and HAND has another",
    ),
    (
        "123m456m46p11z5p --meld 1111z --ron --stakes 1",
        "HAND, --meld: 1z is there 6 times; the set of shenzhen has 4",
    ),
    (
        "123m456m46p11z5p --kan 5555s --tsumo --horse 5s --stakes 1",
        "--kan, --horse: 5s is there 5 times; the set of shenzhen has 4",
    ),
    ("123m456m46p11z5p --meld 123s --ron --stakes 1", "--meld 123s: there is no chi in this variant"),
    ("123m456m46p11z5p --added-kan 111s --ron --stakes 1", "--added-kan 111s: expected four equal tiles"),
    *(
        (f"{SETS} --ron --stakes 1 {option}", f"{option.split()[0]}: there is nothing of that kind in shenzhen")
        for option in (
            "--riichi",
            "--double-riichi",
            "--ippatsu",
            "--first-turn",
            "--indicator 1m",
            "--ura 1m",
            "--north 1",
            "--north-ron",
            "--honba 1",
            "--deposits 1",
        )
    ),
]


@pytest.mark.parametrize(("arguments", "message"), REFUSALS)
def test_what_cannot_be_is_refused_by_the_name_of_the_part(arguments: str, message: str) -> None:
    assert score(arguments) == (2, f"auditor: {message}\n")


def test_the_example_of_the_documentation() -> None:
    page = (Path(__file__).parents[3] / "docs" / "operations.md").read_text(encoding="utf-8")
    command = next(line for line in page.splitlines() if line.startswith("$ auditor score") and SHENZHEN in line)
    shown = page.partition(command + "\n")[2].partition("```")[0]
    arguments = command.removeprefix("$ auditor score ").replace(SHENZHEN, "")
    assert score(arguments) == (0, shown)
