"""``auditor db``: makes and upgrades the tables of a database."""

import typer

from auditor.cli.database import DEFAULT, Database, answered

db = typer.Typer(no_args_is_help=True, help="Make and upgrade the tables of a database.", rich_markup_mode=None)


@db.command()
def upgrade(*, url: Database = DEFAULT) -> None:
    """Bring the database to the schema this auditor works with; an empty one gets its tables.

    Exit status: 3 internal error, 2 a database that cannot be used, 0.
    """

    def answer() -> None:
        from auditor.cli.rules import Usage
        from auditor.store.engine import connect_store, revision_of, shown_url
        from auditor.store.errors import StoreError
        from auditor.store.upgrade import upgrade as upgrade_store

        try:
            engine = connect_store(url, create=True)
            before = revision_of(engine)
            after = upgrade_store(engine)
        except StoreError as error:
            raise Usage(str(error)) from error
        change = "already has" if before == after else f"upgraded from {before} to" if before else "made with"
        typer.echo(f"{shown_url(engine)} {change} schema {after}")

    answered(answer)


@db.command()
def current(*, url: Database = DEFAULT) -> None:
    """Print the schema of the database and the one this auditor works with.

    Exit status: 3 internal error, 2 a database that cannot be used, 0.
    """

    def answer() -> None:
        from auditor.cli.rules import Usage
        from auditor.store.engine import connect_store, revision_of, shown_url
        from auditor.store.errors import StoreError
        from auditor.store.schema import REVISION

        try:
            engine = connect_store(url, create=False)
            revision = revision_of(engine)
        except StoreError as error:
            raise Usage(str(error)) from error
        has = f"schema {revision}" if revision else "no tables"
        typer.echo(f"{shown_url(engine)} has {has}; this auditor works with schema {REVISION}")

    answered(answer)
