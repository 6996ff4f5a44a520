"""``auditor convert``: logs of any format in, one file of ours out."""

from typing import Annotated

import typer

from auditor.cli.format_option import LogFormat


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="A file, folder or archive of logs, or - for input.")],
    out: Annotated[str, typer.Argument(metavar="OUT", help="*.paifu, *.paifu.zst, *.json or *.txt, one of these.")],
    log_format: LogFormat = "",
) -> None:
    """Convert logs without losing anything, or say what would be lost.

    A .json or .txt file holds one game. Nothing is written when something cannot be converted. Exit status: 3 internal
    error, 2 usage, what cannot be read, converted or written, 5 no log in IN, 0.
    """
    from auditor.cli.convert_run import run

    raise typer.Exit(run(source, out, log_format))
