"""How Alembic runs the migrations: on the connection the auditor gives it, else on the database in AUDITOR_DB."""

import os

from alembic import context
from sqlalchemy import Connection

from auditor.store.engine import connect_store
from auditor.store.schema import METADATA


def run(connection: Connection) -> None:
    """The migrations have run on the connection."""
    context.configure(
        connection=connection,
        target_metadata=METADATA,
        render_as_batch=connection.dialect.name == "sqlite",  # it cannot alter a table otherwise
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with connect_store(os.environ.get("AUDITOR_DB", "sqlite:///auditor.db"), create=True).connect() as own:
        run(own)
        own.commit()
