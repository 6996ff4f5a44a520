"""Opening a database: SQLite that survives a crash, or PostgreSQL, at the schema this code works with."""

import sqlite3
from typing import Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, select, table
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, NoSuchModuleError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.sql import column

from auditor.store.errors import StoreError
from auditor.store.schema import OLDER_REVISIONS, REVISION

CACHE_BYTES: Final = 16 << 20
"""Of SQLite, a connection: what a transaction changes beyond it is written before its end, and again at its end."""
CHECKPOINT_PAGES: Final = 8192
"""Pages of 4 KiB in SQLite's log of changes before these go into the database itself."""
BUSY_SECONDS: Final = 30  # another process may be writing to the same file
WRITING: Final = "auditor_writing"  # execution option: the transaction takes the right to write when it begins
VERSIONS: Final = "alembic_version"


def open_store(url: str, *, create: bool) -> Engine:
    """The engine of a database at the schema this code works with; an empty one is made so if `create`.

    Raises StoreError.
    """
    engine = connect_store(url, create=create)
    try:
        revision = revision_of(engine)
        if revision is None and create:
            from auditor.store.upgrade import upgrade  # Alembic, only where it has to work

            revision = upgrade(engine)
        _check(engine, revision)
    except Exception:
        engine.dispose()
        raise
    return engine


def connect_store(url: str, *, create: bool) -> Engine:
    """The engine of a database, at whatever schema. Raises StoreError when the URL or the database cannot be used."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        # The text may hold a password: it is not repeated.
        raise StoreError("the database URL is malformed; expected sqlite:///FILE or postgresql://HOST/NAME") from None
    backend = parsed.get_backend_name()
    if backend == "sqlite":
        engine = _sqlite(parsed, create=create)
    elif backend in ("postgresql", "postgres"):
        try:
            import psycopg  # noqa: F401 - SQLAlchemy uses it
        except ImportError:
            raise StoreError("PostgreSQL needs psycopg; install paifu-auditor[postgres]") from None
        engine = create_engine(parsed.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
    else:
        raise StoreError(f"{backend} databases are not supported; there are sqlite and postgresql")
    try:
        with engine.connect():
            pass
    except (DBAPIError, NoSuchModuleError) as error:
        engine.dispose()
        raise StoreError(f"{shown_url(engine)} cannot be opened: {reason_of(error)}") from error
    return engine


def snapshot(engine: Engine) -> Connection:
    """A connection that sees the database as it was at its first question, whatever is written meanwhile."""
    connection = engine.connect()
    if engine.dialect.name == "postgresql":  # SQLite's transactions are so anyway
        connection = connection.execution_options(isolation_level="REPEATABLE READ")
    return connection


def _sqlite(url: URL, *, create: bool) -> Engine:
    if not url.database or url.database == ":memory:":
        raise StoreError("a database in memory keeps nothing; expected sqlite:///FILE")
    if not create:
        import os

        if not os.path.exists(url.database):
            raise StoreError(f"there is no database {url.database}; auditor audit --db makes one")
    engine = create_engine(url.set(drivername="sqlite+pysqlite"), connect_args={"timeout": BUSY_SECONDS})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    # The driver must not begin transactions by itself: it would not for CREATE TABLE, and half a migration could stay.
    connection.isolation_level = None
    if connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
        connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # The keys are digests, so what is written together lies apart: each page would go to the disk several times over.
    connection.execute(f"PRAGMA cache_size = -{CACHE_BYTES >> 10}")
    connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")


def _begin_sqlite(connection: Connection) -> None:
    # Who reads first and writes later can be refused in between; who means to write says so at once and waits.
    immediate = connection.get_execution_options().get(WRITING, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


def revision_of(engine: Engine) -> str | None:
    """The revision of the schema; None of an empty database. Raises StoreError when something else is in there."""
    try:
        with engine.connect() as connection:
            names = inspect(connection).get_table_names()
            if VERSIONS not in names:
                if names:
                    raise StoreError(f"{shown_url(engine)} is no database of the auditor: it has other tables")
                return None
            versions = table(VERSIONS, column("version_num"))
            found: list[str] = list(connection.scalars(select(versions.c.version_num)))
    except DBAPIError as error:
        raise StoreError(f"{shown_url(engine)} cannot be read: {reason_of(error)}") from error
    return found[0] if found else None


def _check(engine: Engine, revision: str | None) -> None:
    if revision == REVISION:
        return
    where = shown_url(engine)
    if revision is None:
        raise StoreError(f"{where} is empty; auditor db upgrade makes its tables")
    if revision in OLDER_REVISIONS:
        raise StoreError(f"{where} has schema {revision}, {REVISION} is needed: run auditor db upgrade")
    raise StoreError(f"{where} has schema {revision}, newer than {REVISION}: renew the auditor")


def shown_url(engine: Engine) -> str:
    """The URL for messages: without driver and password."""
    return engine.url.set(drivername=engine.url.get_backend_name()).render_as_string(hide_password=True)


def reason_of(error: BaseException) -> str:
    """The first line of what the database itself said."""
    original = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    text = str(original).strip()
    return text.splitlines()[0] if text else type(original).__name__


def is_down(error: DBAPIError) -> bool:
    """Whether it is the database that fails, not what is written into it."""
    return isinstance(error, (OperationalError, InterfaceError)) or error.connection_invalidated
