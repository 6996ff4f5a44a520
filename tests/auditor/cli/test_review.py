"""``auditor review``: decisions are added, never changed, and all of them can be seen."""

from pathlib import Path

import pytest

from auditor.store.engine import open_store
from auditor.store.writer import write_audits
from tests.auditor.cli.serving import auditor
from tests.auditor.store.records import game, record


@pytest.fixture
def finding(tmp_path: Path) -> str:
    """The id of a stored finding."""
    made = record(game(1, faulty=True))
    engine = open_store(f"sqlite:///{tmp_path / 'auditor.db'}", create=True)
    with engine.begin() as connection:
        write_audits(connection, [made], None)
    engine.dispose()
    return made.findings[-1].id


def test_a_decision_and_the_next(tmp_path: Path, finding: str) -> None:
    first = auditor("review", finding, "--status", "confirmed", "--who", "Carla", folder=tmp_path)
    assert first.returncode == 0
    arguments = ("--status", "settled", "--who", "Dana", "--note", "paid back")
    assert auditor("review", finding, *arguments, folder=tmp_path).returncode == 0
    told = auditor("review", finding, folder=tmp_path).stdout
    assert "TRN005" in told
    lines = told.splitlines()[-2:]
    assert lines[0].endswith("confirmed by Carla")
    assert lines[1].endswith("settled by Dana: paid back")
    listed = auditor("findings", "--status", "settled", "--output", "jsonl", folder=tmp_path)
    assert finding in listed.stdout


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["gone"], "there is no finding gone"),
        (["gone", "--status", "open"], "there is no finding gone"),
        (["gone", "--note", "why"], "say --status"),
    ],
)
def test_what_cannot_be_decided(tmp_path: Path, finding: str, arguments: list[str], reason: str) -> None:
    done = auditor("review", *arguments, folder=tmp_path)
    assert done.returncode == 2
    assert reason in done.stderr
