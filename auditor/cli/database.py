"""The option ``--db`` of the commands that look things up, and what they have in common."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Final

import typer

from auditor.cli.status import Status
from auditor.cli.usage import Usage

if TYPE_CHECKING:
    from sqlalchemy import Engine

DEFAULT: Final = "sqlite:///auditor.db"

Database = Annotated[
    str,
    typer.Option(
        "--db",
        metavar="URL",
        envvar="AUDITOR_DB",
        help="The database: sqlite:///FILE or postgresql://HOST/NAME.",
    ),
]


def opened(url: str, *, create: bool = False) -> "Engine":
    """The engine of the database, at the schema this auditor works with. Raises Usage."""
    from auditor.store.engine import open_store
    from auditor.store.errors import StoreError

    try:
        return open_store(url, create=create)
    except StoreError as error:
        raise Usage(str(error)) from error


def answered(answer: Callable[[], None]) -> None:
    """Ends the command with what the answer gives: its text, or why the request cannot be met."""
    try:
        answer()
    except Usage as error:
        for line in str(error).splitlines():
            typer.echo(f"auditor: {line}", err=True)
        raise typer.Exit(Status.REFUSED) from None
    except BrokenPipeError:
        raise typer.Exit(Status.OUTPUT_CLOSED) from None


def moment_of(text: str, option: str = "--since") -> datetime | None:
    """The moment an option names: a date or a time, in UTC where no zone is given; None for no text. Raises Usage."""
    if not text:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise Usage(f"{option} {text}: expected a date or time such as 2026-11-28 or 2026-11-28T06:00Z") from None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found
