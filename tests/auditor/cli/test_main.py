"""The commands start fast and explain themselves."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.core import TyperOption
from typer.main import get_command_from_info
from typer.testing import CliRunner

from auditor import findings_doc
from auditor.batch.formats import FORMATS
from auditor.cli.db import db
from auditor.cli.format_option import NAMES
from auditor.cli.main import app
from replay.catalogue import CATALOGUE

ROOT = Path(__file__).resolve().parents[3]

HEAVY = (
    *("grpc", "sqlalchemy", "google.protobuf", "alembic", "structlog", "pydantic_settings", "rich", "zstandard"),
    *("multiprocessing", "replay.engine", "replay.judges", "ray"),
)


COMMANDS = (
    *(
        "audit",
        "batch",
        "confirm",
        "convert",
        "db",
        "explain",
        "export",
        "findings",
        "games",
        "review",
        "score",
        "serve",
        "show",
    ),
    *("simulate", "stream", "variants"),
)


@pytest.mark.parametrize("arguments", [["--help"], *([command, "--help"] for command in COMMANDS)])
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys\nfrom auditor.cli.main import main\ntry:\n    main()\nfinally:\n"
        f"    print('imported:', [name for name in {HEAVY!r} if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Usage: ")
    assert done.stdout.endswith("imported: []\n")


def test_every_command_is_looked_at() -> None:
    assert {*COMMANDS, "db"} == {*(info.callback.__name__ for info in app.registered_commands if info.callback), "db"}


def run(*arguments: str) -> tuple[int, str]:
    """Exit status and everything printed."""
    done = CliRunner().invoke(app, arguments)
    return done.exit_code, done.output


def test_the_version_says_which_engine_and_build() -> None:
    status, output = run("--version")
    assert status == 0
    assert output.startswith("auditor 0.")
    assert ", engine version " in output
    assert output.rstrip().endswith(("plain Python", "compiled"))


def test_every_code_is_explained_by_id_and_by_name() -> None:
    for code in CATALOGUE:
        status, output = run("explain", code.id.lower())
        assert (status, output) == run("explain", code.name)
        assert status == 0
        for part in (code.id, code.name, code.checks, code.why, code.example, *code.rules, *code.switches):
            assert part in output


def test_all_codes_are_listed() -> None:
    status, output = run("explain")
    assert status == 0
    assert [line.split()[0] for line in output.splitlines()] == [code.id for code in CATALOGUE]


def test_a_family_is_listed() -> None:
    status, output = run("explain", "nor")
    assert status == 0
    assert {line[:3] for line in output.splitlines()} == {"NOR"}


@pytest.mark.parametrize(
    ("written", "nearest"),
    [("NOR02", "NOR002"), ("nor0001", "NOR001"), ("kuikea", "kuikae"), ("malformed", "malformed-log")],
)
def test_an_unknown_code_is_answered_with_the_nearest(written: str, nearest: str) -> None:
    status, output = run("explain", written)
    assert status == 2
    assert output == f"auditor: there is no finding code {written!r}; the nearest is {nearest}\n"


def test_the_page_of_findings_is_fresh() -> None:
    page = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
    assert page == findings_doc.page(), "run make docs"


def test_the_page_has_a_section_for_every_code() -> None:
    page = findings_doc.page()
    assert [line for line in page.splitlines() if line.startswith("### ")] == [
        f"### {code.id} {code.name}"
        for letters, _ in findings_doc.FAMILIES
        for code in sorted(CATALOGUE, key=lambda code: code.id)
        if code.id.startswith(letters)
    ]
    assert page.count("\n### ") == len(CATALOGUE)


def options_with_a_value() -> Iterator[tuple[str, str]]:
    """Words of a command, and an option of it that takes one value."""
    for words, one in (("", app), ("db ", db)):
        for info in one.registered_commands:
            command = get_command_from_info(info, pretty_exceptions_short=False, rich_markup_mode=None)
            for option in command.params:
                if isinstance(option, TyperOption) and not option.multiple and not option.is_flag:
                    yield f"{words}{command.name}", option.opts[0]


@pytest.mark.parametrize(("command", "option"), list(options_with_a_value()))
def test_an_option_that_stands_for_one_thing_is_given_once(command: str, option: str) -> None:
    status, output = run(*command.split(), option, "1", f"{option}=1")
    assert status == 2
    assert output.endswith(f"Error: {option} is given 2 times, where only one can count\n")


@pytest.mark.parametrize("command", ["audit", "batch", "convert", "stream"])
def test_the_formats_are_named_where_one_can_be_chosen(command: str) -> None:
    assert tuple(known.name for known in FORMATS) == NAMES
    assert ",".join(NAMES) in "".join(run(command, "--help")[1].split())  # lines are folded, at hyphens too


def test_of_two_words_for_the_opposite_one_is_given() -> None:
    status, output = run("score", "123m", "--tsumo", "--ron")
    assert status == 2
    assert output.endswith("Error: --tsumo or --ron is given 2 times, where only one can count\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("audit", "--db", "1", "--db", "1", "--help"),
        ("variants", "tenhou", "--set", "chi=false", "--set", "pao=none"),
        ("simulate", "--walls", "--walls", "--help"),
    ],
)
def test_what_may_be_given_again(arguments: tuple[str, ...]) -> None:
    assert "is given 2 times" not in run(*arguments)[1]


def test_an_internal_error_is_logged_and_ends_with_3() -> None:
    code = (
        "import sys, typer\nfrom auditor.cli import main\n"
        "def broken() -> None:\n    raise KeyError('ours')\n"
        "main.app.command()(broken)\nsys.argv = ['auditor', 'broken']\nmain.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert done.stdout == ""
    assert '"event": "internal error"' in done.stderr
    assert "KeyError: 'ours'" in done.stderr
