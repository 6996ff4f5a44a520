"""The command line. Everything heavy is imported inside the commands, so that ``--help`` answers at once."""

import os
import sys
from typing import Annotated, TextIO

import typer

from auditor.cli.audit import audit
from auditor.cli.batch import batch
from auditor.cli.convert import convert
from auditor.cli.db import db
from auditor.cli.explain import explain
from auditor.cli.export import confirm, export
from auditor.cli.findings import findings
from auditor.cli.games import games
from auditor.cli.once import once
from auditor.cli.review import review
from auditor.cli.score import score
from auditor.cli.serve import serve
from auditor.cli.show import show
from auditor.cli.simulate import simulate
from auditor.cli.status import Status
from auditor.cli.stream import stream
from auditor.cli.variants import variants
from auditor.garbage import look_rarely

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    help="Audits mahjong match logs: replays every action under the variant's rules and names what they forbid.",
)
app.command()(audit)
app.command()(batch)
app.command()(convert)
app.command()(confirm)
app.add_typer(db, name="db")
app.command()(explain)
app.command()(export)
app.command()(findings)
app.command()(games)
app.command()(review)
app.command()(score)
app.command()(serve)
app.command()(show)
app.command()(simulate)
app.command()(stream)
app.command()(variants)
once((app, db))


def _version(asked: bool) -> None:  # noqa: FBT001 - called by typer
    if asked:
        from importlib.metadata import version

        from replay import engine

        build = "plain Python" if str(engine.__file__).endswith(".py") else "compiled"
        typer.echo(f"auditor {version('paifu-auditor')}, engine version {engine.ENGINE_VERSION}, {build}")
        raise typer.Exit


@app.callback()
def options(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Options of every command."""


def main() -> None:
    """The process ends with the status of the command. A fault of ours is logged and ends it with 3."""
    look_rarely()
    if sys.stderr is None:  # it was closed for us
        sys.stderr = _nowhere()
    try:
        app()
    except Exception:  # noqa: BLE001 - the last place where it can be logged
        from auditor.log import logger

        logger().exception("internal error")
        sys.exit(Status.INTERNAL_ERROR)
    finally:
        try:
            sys.stderr.flush()
        except (OSError, ValueError):  # what nobody takes would turn the status into another one at the very end
            sys.stderr = _nowhere()


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")


if __name__ == "__main__":
    main()
