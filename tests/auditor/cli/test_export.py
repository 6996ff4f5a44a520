"""``auditor export`` and ``auditor confirm``: an export is right elsewhere too, and any change of it is found."""

import json
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select

from auditor.exporting import NoExport, confirmed, exported, written
from auditor.store.engine import open_store
from auditor.store.schema import games
from tests.auditor.cli.serving import auditor
from tests.auditor.store.test_chain import fill


@pytest.fixture
def night(tmp_path: Path) -> Path:
    """A folder with a filled database."""
    engine = open_store(f"sqlite:///{tmp_path / 'auditor.db'}", create=True)
    fill(engine)
    engine.dispose()
    return tmp_path


def test_an_export_is_confirmed_elsewhere(night: Path) -> None:
    done = auditor("export", "game0005", "--out", "game.json", folder=night)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    elsewhere = night / "elsewhere"
    elsewhere.mkdir()
    (night / "game.json").rename(elsewhere / "game.json")
    told = auditor("confirm", "game.json", folder=elsewhere)
    assert told.returncode == 0, told.stdout
    assert told.stdout.count("audited again it has the same 2 findings") == 2
    again = auditor("export", "game0005", folder=night)
    assert json.loads(again.stdout)["head"]["hash"] in auditor("db", "verify", folder=night).stdout
    assert auditor("export", "game0005", "--out", "elsewhere/game.json", folder=night).returncode == 2  # it is there
    assert auditor("export", "gone", folder=night).returncode == 2


def leaves(value: object) -> list[tuple[dict[str, object] | list[object], str | int]]:
    """Where every plain value of a document stands."""
    found: list[tuple[dict[str, object] | list[object], str | int]] = []
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in pairs:
        if isinstance(part, (dict, list)):
            found += leaves(part)
        else:
            assert isinstance(value, (dict, list))
            found.append((value, key))
    return found


def test_whatever_is_changed_in_an_export_is_found(night: Path) -> None:
    engine = open_store(f"sqlite:///{night / 'auditor.db'}", create=False)
    with engine.connect() as connection:
        digest = connection.scalar(select(games.c.digest).where(games.c.game_id == "game0001"))
        assert digest is not None
        text = written(exported(connection, digest))
    engine.dispose()
    assert confirmed(json.loads(text))[1] == []
    random = Random(3)
    free = {"format", "version", "exported_at", "head"}  # said by who exports
    for _ in range(150):
        document = json.loads(text)
        place, key = random.choice(leaves({name: part for name, part in document.items() if name not in free}))
        value = place[key]  # type: ignore[index]
        changed = value + 1 if isinstance(value, int) and not isinstance(value, bool) else f"{value}0"
        if key == "current":  # told by the records
            continue
        place[key] = changed  # type: ignore[index]
        try:
            wrong = confirmed(document)[1]
        except NoExport:
            continue
        assert wrong, key


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "auditor-export", "version": 9}', "[" * 100_000])
def test_what_is_no_export(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(text, encoding="utf-8")
    done = auditor("confirm", "x.json", folder=tmp_path)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
