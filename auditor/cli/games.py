"""``auditor games``: the stored games."""

from enum import Enum
from typing import Annotated

import typer

from auditor.cli.database import DEFAULT, Database, answered


class Output(Enum):
    """How games are printed."""

    TEXT = "text"
    JSON = "json"


def games(
    *,
    player: Annotated[str, typer.Option(metavar="NAME", help="With this player: name or id.")] = "",
    variant: Annotated[str, typer.Option(metavar="V", help="Audited by rules of this name.")] = "",
    since: Annotated[
        str, typer.Option(metavar="TIME", help="Played since; stored since where the log has no time. UTC.")
    ] = "",
    limit: Annotated[int, typer.Option(metavar="N", min=0, help="At most so many, the latest ones; 0: all.")] = 50,
    output: Annotated[Output, typer.Option(help="A table, or one array of JSON.")] = Output.TEXT,
    url: Database = DEFAULT,
) -> None:
    """List the stored games, those stored last first.

    Exit status: 3 internal error, 2 usage or a database that cannot be used, 0.
    """

    def answer() -> None:
        from auditor.cli.lookup import list_games

        list_games(url, player, variant, since, limit, as_json=output is Output.JSON)

    answered(answer)
