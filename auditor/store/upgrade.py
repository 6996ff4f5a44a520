"""Bringing a database to the newest schema, by the migrations that the package carries."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

import auditor
from auditor.store.chain import chain_everything
from auditor.store.engine import WRITING, reason_of, revision_of, shown_url
from auditor.store.errors import StoreError
from auditor.store.schema import OLDER_REVISIONS, REVISION

BEFORE_THE_CHAIN: Final = ("0001",)
LOCK: Final = 7_265_170_126_904_418_323  # any number nobody else uses, for PostgreSQL's advisory lock


def migrations() -> Path:
    """The folder of the migrations: carried within the installed package, in a checkout beside it."""
    package = Path(auditor.__file__).parent
    carried = package / "migrations"
    return carried if carried.is_dir() else package.parent / "migrations"


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration for the migrations, working on the connection."""
    made = Config()
    made.set_main_option("script_location", str(migrations()).replace("%", "%%"))
    made.attributes["connection"] = connection
    return made


def upgrade(engine: Engine) -> str:
    """The revision, when the database is at the newest one: all steps in one transaction, one process at a time.

    Raises StoreError when it cannot be upgraded, or is newer than this code.
    """
    revision = revision_of(engine)
    if revision is not None and revision not in (*OLDER_REVISIONS, REVISION):
        raise StoreError(f"{shown_url(engine)} has schema {revision}, newer than {REVISION}: renew the auditor")
    try:
        with engine.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
            if engine.dialect.name == "postgresql":
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
            command.upgrade(config(connection), "head")
            if revision in BEFORE_THE_CHAIN:
                chain_everything(connection)
    except DBAPIError as error:
        raise StoreError(f"{shown_url(engine)} cannot be upgraded: {reason_of(error)}") from error
    return REVISION
