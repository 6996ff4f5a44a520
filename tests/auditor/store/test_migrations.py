"""The migrations: from nothing to the schema of the code, on both databases."""

import sqlite3
from pathlib import Path
from threading import Thread

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, select, text

from auditor.store.chain import head
from auditor.store.engine import WRITING, connect_store, open_store, revision_of, shown_url
from auditor.store.errors import StoreError
from auditor.store.schema import METADATA, OLDER_REVISIONS, REVISION, batches
from auditor.store.shards import begin_work
from auditor.store.upgrade import config, upgrade
from auditor.store.verify import verify
from auditor.store.writer import write_audits
from tests.auditor.store.records import MIDNIGHT, game, record


def test_the_migrations_build_the_schema_of_the_code(database: str) -> None:
    engine = open_store(database, create=True)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


def test_the_code_knows_all_revisions() -> None:
    script = ScriptDirectory.from_config(config())
    assert script.get_current_head() == REVISION
    assert {step.revision for step in script.walk_revisions()} == {REVISION, *OLDER_REVISIONS}


def test_upgrading_again_changes_nothing(database: str) -> None:
    engine = connect_store(database, create=True)
    assert revision_of(engine) is None
    assert upgrade(engine) == REVISION
    assert upgrade(engine) == REVISION
    assert revision_of(engine) == REVISION
    engine.dispose()


def test_a_store_from_before_shards_is_upgraded_as_it_is(database: str) -> None:
    engine = connect_store(database, create=True)
    with engine.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
        command.upgrade(config(connection), "0002")
        batch = begin_old_batch(connection)
        write_audits(connection, [record(game(1)), record(game(2, faulty=True))], batch)
        before = head(connection)
    with pytest.raises(StoreError, match="has schema 0002, 0003 is needed: run auditor db upgrade"):
        open_store(database, create=True)
    assert upgrade(engine) == REVISION
    with engine.begin() as connection:
        assert head(connection) == before
        assert verify(connection).problems == []
        assert connection.execute(select(batches.c.id, batches.c.games, batches.c.work)).all() == [(batch, 7, None)]
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []
        assert begin_work(connection, "0" * 64, {}, "1", MIDNIGHT) == batch + 1
    engine.dispose()


def begin_old_batch(connection: Connection) -> int:
    """A batch as it was before there were shards."""
    columns = "started_at, engine_version, request, games, new_audits, quarantined"
    statement = f"INSERT INTO batches ({columns}) VALUES (:at, '1', '{{}}', 7, 7, 0) RETURNING id"
    return int(connection.execute(text(statement), {"at": MIDNIGHT.isoformat()}).scalar_one())


def test_two_processes_may_make_the_same_database(database: str) -> None:
    failures: list[Exception] = []

    def make() -> None:
        try:
            open_store(database, create=True).dispose()
        except Exception as error:  # noqa: BLE001 - told below
            failures.append(error)

    threads = [Thread(target=make) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_an_empty_database_is_not_made_by_looking_things_up(database: str) -> None:
    with pytest.raises(StoreError, match=r"is empty; auditor db upgrade makes its tables|there is no database"):
        open_store(database, create=False)


def test_a_newer_schema_is_refused(database: str) -> None:
    engine = open_store(database, create=True)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match=f"has schema 9999, newer than {REVISION}: renew the auditor"):
        open_store(database, create=True)
    with pytest.raises(StoreError, match=f"has schema 9999, newer than {REVISION}: renew the auditor"):
        upgrade(engine)
    engine.dispose()


def test_a_database_of_something_else_is_refused(database: str) -> None:
    engine = connect_store(database, create=True)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE recipes (name TEXT)"))
    with pytest.raises(StoreError, match="is no database of the auditor: it has other tables"):
        open_store(database, create=True)
    engine.dispose()


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("auditor.db", "the database URL is malformed"),
        ("sqlite://", "a database in memory keeps nothing"),
        ("sqlite:////nowhere/at/all/auditor.db", "cannot be opened: unable to open database file"),
        ("mysql://root:secret@localhost/x", "mysql databases are not supported"),
        ("postgresql://who:secret@localhost:1/x", r"postgresql://who:\*\*\*@localhost:1/x cannot be opened: "),
    ],
)
def test_what_cannot_be_opened(url: str, reason: str) -> None:
    with pytest.raises(StoreError, match=reason) as refused:
        open_store(url, create=True)
    assert "secret" not in str(refused.value)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a database, but long enough to be looked at as one" * 20, encoding="utf-8")
    with pytest.raises(StoreError, match="file is not a database"):
        open_store(f"sqlite:///{tmp_path / 'notes.txt'}", create=True)


def test_a_half_made_schema_is_not_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from alembic import op

    def fail(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    engine = connect_store(f"sqlite:///{tmp_path / 'auditor.db'}", create=True)
    with monkeypatch.context() as broken:
        broken.setattr(op, "execute", fail)  # the last step of the first migration
        with pytest.raises(sqlite3.OperationalError):
            upgrade(engine)
    assert revision_of(engine) is None
    upgrade(engine)
    engine.dispose()


def test_sqlite_survives_a_crash(tmp_path: Path) -> None:
    engine = open_store(f"sqlite:///{tmp_path / 'auditor.db'}", create=True)
    with engine.connect() as connection:
        pragmas = {name: connection.scalar(text(f"PRAGMA {name}")) for name in ("journal_mode", "synchronous")}
        assert pragmas == {"journal_mode": "wal", "synchronous": 2}
        assert connection.scalar(text("PRAGMA foreign_keys")) == 1
    assert shown_url(engine) == f"sqlite:///{tmp_path / 'auditor.db'}"
    engine.dispose()
