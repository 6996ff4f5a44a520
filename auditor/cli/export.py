"""``auditor export`` and ``auditor confirm``: one game in one file, and whether it is what it says."""

from typing import Annotated

import typer

from auditor.cli.database import DEFAULT, Database, answered
from auditor.cli.status import Status


def export(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A game id or log digest, or its beginning.", show_default=False)
    ],
    *,
    out: Annotated[str, typer.Option(metavar="FILE", help="Write there instead of standard output.")] = "",
    url: Database = DEFAULT,
) -> None:
    """Write everything about a game into one file: log, rules, audits, findings, reviews and their hashes.

    Exit status: 3 internal error, 2 usage or a database that cannot be used, 0.
    """

    def answer() -> None:
        from auditor.cli.lookup import connected, game_named, write
        from auditor.cli.usage import Usage
        from auditor.exporting import exported, written

        with connected(url) as connection:
            text = written(exported(connection, game_named(connection, game)))
        if not out:
            write(text)
            return
        try:
            with open(out, "x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except OSError as error:
            raise Usage(f"--out {out}: {error.strerror or error}") from error

    answered(answer)


def confirm(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What `auditor export` wrote.", show_default=False)],
) -> None:
    """Check the hashes of an exported game and audit it again by its own rules; needs no database.

    Exit status: 3 internal error, 2 a file that is no export, 1 it is not what it says, 0.
    """

    def answer() -> None:
        from auditor.cli.usage import Usage
        from auditor.exporting import NoExport, confirmed, read
        from auditor.reports import shown

        try:
            with open(file, encoding="utf-8") as opened:
                right, wrong = confirmed(read(opened.read()))
        except (OSError, UnicodeDecodeError) as error:
            raise Usage(f"{file}: {error}") from error
        except NoExport as error:
            raise Usage(f"{file}: {error}") from error
        for told in (*right, *(f"WRONG: {one}" for one in wrong)):
            typer.echo(shown(told))
        if wrong:
            raise typer.Exit(Status.ERRORS_FOUND)

    answered(answer)
