"""``auditor explain``: what a finding code checks and why."""

from typing import Annotated

import typer

from auditor.cli.status import Status


def explain(
    code: Annotated[str, typer.Argument(metavar="[CODE]", help="An id such as NOR001, or a name.")] = "",
) -> None:
    """Print what a finding code checks, why it matters and which rules it enforces; without CODE, list them all."""
    from auditor.findings_doc import code_text, find_code, list_text, nearest_codes

    if not code:
        typer.echo(list_text(), nl=False)
        return
    found = find_code(code)
    if found is None:
        near = " or ".join(nearest_codes(code))
        typer.echo(f"auditor: there is no finding code {code!r}; the nearest is {near}", err=True)
        raise typer.Exit(Status.REFUSED)
    typer.echo(code_text(found), nl=False)
