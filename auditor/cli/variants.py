"""``auditor variants``: the presets, and the switches of one or of an operator's own rules."""

from enum import Enum
from typing import Annotated

import typer

from auditor.cli.status import Status


class Output(Enum):
    """How rules are printed."""

    TEXT = "text"
    JSON = "json"


def variants(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="A preset; without one they are listed.")] = "",
    *,
    rules: Annotated[str, typer.Option(metavar="FILE", help="Show the rules of this TOML file.")] = "",
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="SWITCH=VALUE", help="Set a switch; may be repeated.")
    ] = None,
    output: Annotated[Output, typer.Option(help="Lines of text, or JSON.")] = Output.TEXT,
) -> None:
    """List the presets, or every switch of one: its value, where that comes from, and which findings it changes.

    An assumed switch has other readings of the rules; a finding that one of them explains is a warning.
    Exit status: 3 internal error, 2 usage, 0.
    """
    from auditor.cli.usage import Usage
    from auditor.cli.variants_text import answer

    try:
        text = answer(name, rules, settings or [], as_json=output is Output.JSON)
    except Usage as error:
        for line in str(error).splitlines():
            typer.echo(f"auditor: {line}", err=True)
        raise typer.Exit(Status.REFUSED) from None
    typer.echo(text, nl=False)
