"""``auditor variants`` as an operator runs it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from auditor.cli.main import app
from replay.catalogue import CATALOGUE
from replay.ruleset.assembly import plain_values
from replay.ruleset.catalogue import SPECS
from replay.ruleset.loader import PRESETS, preset

HOUSE = """
name = "house"
revision = 7
extends = "tenhou-sanma"

[switches]
kiriage = { value = true, source = "document" }
honba_ron = { value = 300, source = "assumed", alternatives = [200, 100] }
"""


def variants(*arguments: str) -> tuple[int, str]:
    """Exit status and everything printed."""
    done = CliRunner().invoke(app, ["variants", *arguments])
    return done.exit_code, done.output


def paragraphs(output: str) -> dict[str, list[str]]:
    """The lines about each switch, by its name."""
    found: dict[str, list[str]] = {}
    name = ""
    for line in output.splitlines():
        if " = " in line and line.startswith("  ") and line[2] != " ":
            name = line.split()[0]
        if name and line.startswith("  "):
            found.setdefault(name, []).append(line.strip())
    return found


def test_the_presets_are_listed_a_line_each() -> None:
    status, output = variants()
    assert status == 0
    assert [line.split()[0] for line in output.splitlines()] == list(PRESETS)
    words = dict(line.split(maxsplit=1) for line in output.splitlines())
    assert words["kansai-north"] == "revision 1  3 players  riichi    assumed switches: 55"
    assert words["shenzhen"] == "revision 1  4 players  shenzhen  assumed switches: 22"


@pytest.mark.parametrize("name", PRESETS)
def test_every_switch_is_shown(name: str) -> None:
    status, output = variants(name)
    assert status == 0
    shown = paragraphs(output)
    assert list(shown) == [spec.name for spec in SPECS]
    ruleset = preset(name)
    for spec in SPECS:
        assert shown[spec.name][0].startswith(f"{spec.name} = {ruleset.value(spec.name)}  (")
        assert shown[spec.name][1] == spec.about


def test_a_switch_says_source_alternatives_and_findings() -> None:
    shown = paragraphs(variants("kansai-north")[1])
    assert shown["dead_wall"] == [
        "dead_wall = 18  (seed:N12)",
        "tiles set apart after the deal",
        "findings: WAL009, END002",
    ]
    assert shown["chanpei"][0] == "chanpei = dora  (assumed, or none or yaku)"


def test_topics_are_headings() -> None:
    output = variants("shenzhen")[1]
    headings = [line for line in output.splitlines()[2:] if line and not line.startswith(" ")]
    assert headings[:3] == ["the table", "the set and the wall", "the match"]
    assert headings[-1] == "Shenzhen"


def test_json_holds_the_same() -> None:
    status, output = variants("kansai", "--output", "json")
    assert status == 0
    shown = json.loads(output)
    ruleset = preset("kansai")
    assert (shown["name"], shown["revision"], shown["digest"]) == ("kansai", ruleset.revision, ruleset.digest)
    values = {switch["name"]: switch["value"] for switch in shown["switches"]}
    assert values == json.loads(json.dumps(plain_values(ruleset.switches)))
    tanyao = next(switch for switch in shown["switches"] if switch["name"] == "tanyao_han")
    assert tanyao["topic"] == "hands"
    assert tanyao["source"] == "assumed"
    assert tanyao["alternatives"] == ["[1, 1]"]
    assert tanyao["codes"] == [code.id for code in CATALOGUE if "tanyao_han" in code.switches]


def test_the_list_as_json() -> None:
    shown = json.loads(variants("--output", "json")[1])
    assert [(one["name"], one["seats"]) for one in shown] == [(name, preset(name).switches.seats) for name in PRESETS]


def test_rules_of_an_operator(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(HOUSE)
    status, output = variants("--rules", str(file), "--set", "honba_tsumo=0")
    assert status == 0
    assert output.startswith("house, revision 7, 3 players, riichi\n")
    shown = paragraphs(output)
    assert shown["honba_ron"][0] == "honba_ron = 300  (assumed, or 200 or 100)"
    assert shown["honba_tsumo"][0] == "honba_tsumo = 0  (command line)"
    assert shown["kiriage"][0] == "kiriage = true  (document)"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["kansia"], "there is no preset kansia; the nearest is kansai"),
        (["--set", "chi=true"], "--set sets switches of a preset or of --rules: name one of them"),
        (["kansai", "--rules", "x.toml"], "either a preset or --rules can be given, not both"),
        (["--rules", "no/such.toml"], "--rules no/such.toml: No such file or directory"),
        (["kansai", "--set", "chi"], "--set chi: expected SWITCH=VALUE"),
        (
            ["kansai", "--set", "chy=true"],
            "command line: chy: there is no such switch; the nearest known name is chi",
        ),
    ],
)
def test_what_cannot_be_shown_is_refused(arguments: list[str], message: str) -> None:
    assert variants(*arguments) == (2, f"auditor: {message}\n")
