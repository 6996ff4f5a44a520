"""``auditor explain``: what a finding code checks and why."""

from typing import Annotated

import typer

from auditor.cli.status import Status


def explain(
    code: Annotated[
        str, typer.Argument(metavar="[CODE]", help="An id such as NOR001, a name, or a family such as NOR.")
    ] = "",
) -> None:
    """Explain a finding code, or list them all.

    Of a code it says what is checked, why that matters, an example, the severity, the rules and the switches.

    Exit status: 3 internal error, 2 no such code, 0.
    """
    from auditor.findings_doc import code_text, codes_like, find_code, list_text

    if listed := list_text(code):
        typer.echo(listed, nl=False)
        return
    found = find_code(code)
    if found is None:
        typer.echo(f"auditor: there is no finding code {code!r}; {codes_like(code)}", err=True)
        raise typer.Exit(Status.REFUSED)
    typer.echo(code_text(found), nl=False)
