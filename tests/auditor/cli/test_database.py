"""``auditor audit --db`` and the lookups, as an operator runs them."""

import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from shutil import copyfile

import pytest

from tests.auditor.logs import FAULTY, GOOD

AUDITOR = str(Path(sys.executable).with_name("auditor"))


def auditor(*arguments: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [AUDITOR, *map(str, arguments)],
        capture_output=True,
        cwd=cwd,
        env={**os.environ, **environment},
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture
def night(tmp_path: Path) -> Path:
    """A folder with two logs, one faulty, one in an encoding that is refused, and an archive of more."""
    folder = tmp_path / "night"
    folder.mkdir()
    (folder / "1.xml").write_bytes(GOOD)
    (folder / "2.xml").write_bytes(FAULTY)
    (folder / "3.xml").write_bytes(GOOD.decode().encode("utf-16"))
    with tarfile.open(folder / "more.tar", "w") as archive:
        for number in range(20):
            text = (FAULTY if number % 5 == 0 else GOOD).decode()
            (tmp_path / "x.xml").write_text(text.replace('n0="a"', f'n0="p{number}"'), encoding="utf-8")
            archive.add(tmp_path / "x.xml", f"{number}.xml")
    return folder


def stored(done: subprocess.CompletedProcess[str]) -> str:
    """What the summary says was stored."""
    (part,) = (part for part in done.stderr.splitlines()[-1].split("; ") if part.startswith("stored: "))
    return part


def test_findings_are_those_of_the_audit(database: str, night: Path) -> None:
    plain = auditor("audit", night, "--output", "jsonl", cwd=night)
    kept = auditor("audit", night, "--output", "jsonl", "--db", database, cwd=night)
    assert (kept.returncode, kept.stdout) == (plain.returncode, plain.stdout) == (1, plain.stdout)
    assert stored(kept) == "stored: 23 games, 23 newly audited"
    again = auditor("audit", night, "--output", "jsonl", "--db", database, "--jobs", "2", cwd=night)
    assert (again.returncode, again.stdout) == (1, plain.stdout)
    assert stored(again) == "stored: 23 games, 0 newly audited"
    listed = auditor("findings", "--output", "jsonl", "--db", database, cwd=night)
    assert listed.returncode == 0
    assert listed.stdout == plain.stdout


def test_workers_return_what_is_stored(database: str, night: Path) -> None:
    done = auditor("audit", night, "--output", "jsonl", "--db", database, "--jobs", "2", cwd=night)
    assert stored(done) == "stored: 23 games, 23 newly audited"
    listed = auditor("findings", "--output", "jsonl", "--db", database, cwd=night)
    assert sorted(listed.stdout.splitlines()) == sorted(done.stdout.splitlines())


def test_text_of_findings_is_that_of_the_audit(night: Path) -> None:
    done = auditor("audit", "2.xml", "--db", "sqlite:///x.db", cwd=night)
    listed = auditor("findings", "--db", "sqlite:///x.db", cwd=night)
    assert listed.stdout == done.stdout.removesuffix("\n")


def test_findings_are_filtered(night: Path) -> None:
    database = {"AUDITOR_DB": "sqlite:///x.db"}
    auditor("audit", night, "--db", "sqlite:///x.db", cwd=night)

    def codes(*arguments: str) -> list[str]:
        done = auditor("findings", "--output", "jsonl", *arguments, cwd=night, **database)
        assert done.returncode == 0, done.stderr
        return [json.loads(line)["code"] for line in done.stdout.splitlines()]

    assert codes("--severity", "error") == ["TRN005", "LOG001", *["TRN005"] * 4]
    assert codes("--code", "discard-not-held", "--player", "p5") == ["TRN005"]
    assert codes("--code", "trn005", "--status", "open") == ["TRN005"] * 5
    assert codes("--status", "settled") == codes("--since", "2999-01-01") == []
    (refused,) = auditor("findings", "--code", "log001", "--output", "jsonl", cwd=night, **database).stdout.splitlines()
    assert codes("--game", json.loads(refused)["game_id"]) == ["LOG001"]


def test_games_are_listed(night: Path) -> None:
    auditor("audit", night, "--db", "sqlite:///x.db", cwd=night)
    done = auditor("games", "--db", "sqlite:///x.db", "--player", "p5", cwd=night)
    head, line = done.stdout.splitlines()
    assert head.split() == ["GAME", "VARIANT", "PLAYED,", "*STORED", "ROUNDS", "E/W/N", "PLAYERS"]
    assert line.split()[1] == "tenhou"
    assert line.split()[-6:] == ["1", "1/0/1", "p5,", "b,", "c,", "d"]
    done = auditor("games", "--db", "sqlite:///x.db", "--output", "json", "--limit", "2", cwd=night)
    assert done.stderr == "auditor: there are more than 2 games; --limit says how many are listed\n"
    listed = json.loads(done.stdout)
    assert [game["file"] for game in listed] == [f"{night}/more.tar!{number}.xml" for number in (19, 18)]
    assert listed[0]["players"][0] == {"seat": 0, "id": "", "name": "p19"}
    done = auditor("games", "--db", "sqlite:///x.db", "--output", "json", "--variant", "shenzhen", cwd=night)
    assert json.loads(done.stdout) == []
    done = auditor("games", "--db", "sqlite:///x.db", "--output", "json", "--limit", "0", cwd=night)
    assert len(json.loads(done.stdout)) == 23


@pytest.mark.parametrize(
    ("arguments", "status", "complaint"),
    [
        (["audit", "1.xml", "--db", "mysql://x"], 2, "--db: mysql databases are not supported"),
        (["audit", "1.xml", "--db", "sqlite:///gone/x.db"], 2, "--db: sqlite:///gone/x.db cannot be opened: "),
        (["audit", "gone.xml", "--db", "sqlite:///x.db"], 2, "gone.xml: cannot be read"),
        (["games"], 2, "there is no database auditor.db; auditor audit --db makes one"),
        (["games", "--db", "sqlite:///1.xml"], 2, "file is not a database"),
        (["findings", "--db", "sqlite:///made.db", "--code", "NOR02"], 2, "the nearest is NOR002"),
        (["findings", "--db", "sqlite:///made.db", "--game", "x"], 2, "there is no game x"),
        (["games", "--db", "sqlite:///made.db", "--since", "monday"], 2, "--since monday: expected a date or time"),
        (["games", "--db", "sqlite:///made.db", "--variant", "kansai-nort"], 2, "the nearest: kansai-north, kansai"),
        (["games", "--db", "sqlite:///made.db", "--variant", "xyz"], 2, "there are tenhou-sanma, tenhou, kansai, "),
        (["games", "--db", "sqlite:///made.db", "--variant", "kansai"], 0, ""),
        (["findings", "--db", "sqlite:///made.db", "--code", "XYZ999"], 2, "auditor explain lists them all"),
        (["findings", "--db", "sqlite:///made.db", "--severity", "bad"], 2, "'error', 'warning', 'notice'"),
        (["findings", "--db", "sqlite:///made.db"], 0, ""),
        (["db", "current"], 2, "there is no database auditor.db"),
    ],
)
def test_exit_status(night: Path, made_sqlite: Path, arguments: list[str], status: int, complaint: str) -> None:
    copyfile(made_sqlite, night / "made.db")
    done = auditor(*arguments, cwd=night)
    assert done.returncode == status, done.stderr
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr


def test_making_and_upgrading(database: str, tmp_path: Path) -> None:
    for words in ("made with schema 0003", "already has schema 0003"):
        done = auditor("db", "upgrade", "--db", database, cwd=tmp_path)
        assert done.returncode == 0
        assert done.stdout.rstrip().endswith(words)
    done = auditor("db", "current", "--db", database, cwd=tmp_path)
    assert done.stdout.rstrip().endswith(" has schema 0003; this auditor works with schema 0003")


def test_what_we_failed_on_is_kept(night: Path) -> None:
    code = (
        "import sys\nfrom auditor import judging\nfrom auditor.cli.main import main\n"
        "def broken(*_: object, **__: object) -> None:\n    raise KeyError('ours')\n"
        "judging.audit = broken\nmain()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "audit", "1.xml", "3.xml", "--db", "sqlite:///x.db"],
        capture_output=True,
        cwd=night,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
    )
    assert done.returncode == 3
    assert stored(done) == "stored: 1 game, 1 newly audited"
    from sqlalchemy import select

    from auditor.store.engine import open_store
    from auditor.store.records import unpacked
    from auditor.store.schema import quarantine

    engine = open_store(f"sqlite:///{night / 'x.db'}", create=False)
    with engine.connect() as connection:
        (row,) = connection.execute(select(quarantine))
    engine.dispose()
    assert (row.source, row.game_number, unpacked(row.data)) == ("1.xml", 0, GOOD)
    assert "KeyError: 'ours'" in row.error
