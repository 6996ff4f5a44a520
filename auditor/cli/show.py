"""``auditor show``: draws the table at a point of a game."""

from typing import Annotated

import typer

from auditor.cli.database import DEFAULT, Database, answered


def show(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="A game id or log digest, or the beginning of one; or the id of a finding. With --file also the "
            "number of the game in it, from 0.",
            show_default=False,
        ),
    ],
    *,
    round_index: Annotated[
        int | None,
        typer.Option("--round", metavar="N", min=0, help="This round, from 0, at its result, with its events."),
    ] = None,
    event_index: Annotated[
        int | None, typer.Option("--event", metavar="N", min=0, help="At this event of the round, from 0.")
    ] = None,
    file: Annotated[
        str, typer.Option(metavar="FILE", help="Take the game from this file, by the rules it states.")
    ] = "",
    url: Database = DEFAULT,
) -> None:
    """Replay a stored game to an event and draw the table as it was before it.

    Shown with it: what every seat waits for and why it may not ron, the findings there, and the right settlement beside
    the logged one. Without --event: also every event of the round, by its number. Without --round: the rounds of the
    game, its final scores and places, and all findings; of a finding, the place it stands at.

    Exit status: 3 internal error, 2 usage, no such game or a database that cannot be used, 0.
    """

    def answer() -> None:
        from auditor.cli.show_run import show_game

        show_game(game, round_index, event_index, file=file, url=url)

    answered(answer)
