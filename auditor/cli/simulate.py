"""``auditor simulate``: plays legal random games and writes their logs, with faults planted in them if asked to."""

from typing import Annotated

import typer

from auditor.cli.status import Status


def simulate(
    *,
    games: Annotated[int, typer.Option(metavar="N", min=1, max=10_000_000, help="How many games.", show_default=False)],
    seed: Annotated[
        int, typer.Option(metavar="S", min=0, help="The same seed gives the same files.", show_default=False)
    ],
    out: Annotated[str, typer.Option(metavar="FILE", help="The file to write: *.paifu.", show_default=False)],
    variant: Annotated[str, typer.Option(metavar="V", help="Play by this preset.", show_default=False)] = "",
    rules: Annotated[str, typer.Option(metavar="FILE", help="Play by the rules of this TOML file.")] = "",
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="SWITCH=VALUE", help="Set a switch; may be repeated.")
    ] = None,
    walls: Annotated[bool, typer.Option("--walls", help="Write the wall of every round, faulty games apart.")] = False,
    offers: Annotated[
        bool,
        typer.Option("--offers", help="Write what each seat is offered and who is furiten, faulty games apart."),
    ] = False,
    plants: Annotated[
        list[str] | None,
        typer.Option(
            "--plant",
            metavar="CODE=N",
            help="Plant a fault of this code in N games, one a game, and say where in FILE.labels.jsonl; "
            "may be repeated.",
        ),
    ] = None,
) -> None:
    """Play legal random games and write their logs.

    Exit status: 3 internal error, 2 usage, a file that cannot be written, or faults that found no place, 0.
    """
    from auditor.cli.simulate_run import ordered, run
    from auditor.cli.usage import Usage

    try:
        order = ordered(
            variant=variant,
            rules=rules,
            settings=settings or [],
            games=games,
            seed=seed,
            out=out,
            walls=walls,
            offers=offers,
            plants=plants or [],
        )
        status = run(order)
    except Usage as error:
        for line in str(error).splitlines():
            typer.echo(f"auditor: {line}", err=True)
        raise typer.Exit(Status.REFUSED) from None
    raise typer.Exit(status)
