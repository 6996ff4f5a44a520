"""``auditor db``: makes and upgrades the tables of a database."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from auditor.cli.database import DEFAULT, Database, answered
from auditor.cli.status import Status
from auditor.counts import counted

if TYPE_CHECKING:
    from sqlalchemy import Engine

db = typer.Typer(no_args_is_help=True, help="Make, upgrade and verify a database.", rich_markup_mode=None)


@contextmanager
def _database(url: str, *, create: bool) -> "Iterator[Engine]":
    """The database, at whatever schema. Raises Usage when it cannot be used."""
    from auditor.cli.usage import Usage
    from auditor.store.engine import connect_store
    from auditor.store.errors import StoreError

    try:
        engine = connect_store(url, create=create)
        try:
            yield engine
        finally:
            engine.dispose()
    except StoreError as error:
        raise Usage(str(error)) from error


@db.command()
def upgrade(*, url: Database = DEFAULT) -> None:
    """Bring the database to the schema this auditor works with; an empty one gets its tables.

    Exit status: 3 internal error, 2 a database that cannot be used, 0.
    """

    def answer() -> None:
        with _database(url, create=True) as engine:
            from auditor.store.engine import revision_of, shown_url
            from auditor.store.upgrade import upgrade as upgrade_store

            before = revision_of(engine)
            after = upgrade_store(engine)
            change = "already has" if before == after else f"upgraded from {before} to" if before else "made with"
            typer.echo(f"{shown_url(engine)} {change} schema {after}")

    answered(answer)


@db.command()
def verify(
    *,
    heads: Annotated[
        list[str] | None, typer.Option("--head", metavar="HASH", help="A head that was kept; may be repeated.")
    ] = None,
    url: Database = DEFAULT,
) -> None:
    """Look for records that were changed, removed, inserted or reordered, and print the head of their chain.

    Exit status: 3 internal error, 2 a database that cannot be used, 1 something was tampered with, 0.
    """

    def answer() -> None:
        from auditor.cli.lookup import connected
        from auditor.store.verify import verify as verify_store

        with connected(url) as connection:
            found = verify_store(connection, heads or ())
        for problem in found.problems:
            typer.echo(problem)
        typer.echo(f"{counted(found.head.number, 'record')}, head {found.head.hash}")
        if found.problems:
            raise typer.Exit(Status.ERRORS_FOUND)

    answered(answer)


@db.command()
def head(*, url: Database = DEFAULT) -> None:
    """Print the number of records and the hash of the last one, to be kept elsewhere.

    Exit status: 3 internal error, 2 a database that cannot be used, 0.
    """

    def answer() -> None:
        from auditor.cli.lookup import connected
        from auditor.store.chain import head as head_of

        with connected(url) as connection:
            end = head_of(connection)
        typer.echo(f"{counted(end.number, 'record')}, head {end.hash}")

    answered(answer)


@db.command()
def current(*, url: Database = DEFAULT) -> None:
    """Print the schema of the database and the one this auditor works with.

    Exit status: 3 internal error, 2 a database that cannot be used, 0.
    """

    def answer() -> None:
        with _database(url, create=False) as engine:
            from auditor.store.engine import revision_of, shown_url
            from auditor.store.schema import REVISION

            revision = revision_of(engine)
            has = f"schema {revision}" if revision else "no tables"
            typer.echo(f"{shown_url(engine)} has {has}; this auditor works with schema {REVISION}")

    answered(answer)
