"""``auditor simulate``: plays legal random games and writes their logs."""

from typing import Annotated

import typer

from auditor.cli.status import Status


def simulate(
    *,
    variant: Annotated[str, typer.Option(metavar="V", help="Play by this preset.", show_default=False)],
    games: Annotated[int, typer.Option(metavar="N", min=1, max=10_000_000, help="How many games.", show_default=False)],
    seed: Annotated[
        int, typer.Option(metavar="S", min=0, help="The same seed gives the same file.", show_default=False)
    ],
    out: Annotated[str, typer.Option(metavar="FILE", help="The file to write: *.paifu.", show_default=False)],
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="SWITCH=VALUE", help="Set a switch; may be repeated.")
    ] = None,
    walls: Annotated[bool, typer.Option("--walls", help="Write the wall of every round too.")] = False,
) -> None:
    """Play legal random games and write their logs.

    Exit status: 3 internal error, 2 usage or a file that cannot be written, 0.
    """
    from auditor.cli.simulate_run import Order, Usage, ordered_rules, run

    try:
        rules = ordered_rules(variant, settings or [])
        status = run(Order(rules, games, seed, out, walls))
    except Usage as error:
        for line in str(error).splitlines():
            typer.echo(f"auditor: {line}", err=True)
        raise typer.Exit(Status.REFUSED) from None
    raise typer.Exit(status)
