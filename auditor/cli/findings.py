"""``auditor findings``: the stored findings."""

from enum import Enum
from typing import Annotated

import typer

from auditor.cli.audit import Output
from auditor.cli.database import DEFAULT, Database, answered


class SeverityName(Enum):
    """Severities by name."""

    ERROR = "error"
    WARNING = "warning"
    NOTICE = "notice"


class StatusName(Enum):
    """Statuses of a review by name."""

    OPEN = "open"
    CONFIRMED = "confirmed"
    DISMISSED = "dismissed"
    SETTLED = "settled"


def findings(
    *,
    game: Annotated[str, typer.Option(metavar="GAME", help="Of this game: id, or the beginning of one.")] = "",
    player: Annotated[str, typer.Option(metavar="NAME", help="In games with this player: name or id.")] = "",
    code: Annotated[str, typer.Option(metavar="CODE", help="Of this code, by id or name.")] = "",
    severity: Annotated[SeverityName | None, typer.Option(help="Of this severity.")] = None,
    since: Annotated[str, typer.Option(metavar="TIME", help="Audited since. UTC.")] = "",
    status: Annotated[StatusName | None, typer.Option(help="As last reviewed; never reviewed is open.")] = None,
    superseded: Annotated[
        bool, typer.Option("--superseded", help="Those of audits that a later one replaced, too.")
    ] = False,
    output: Annotated[Output, typer.Option(help="Findings as text, or one JSON object a line.")] = Output.TEXT,
    url: Database = DEFAULT,
) -> None:
    """List the stored findings, in the order in which their games were audited.

    Exit status: 3 internal error, 2 usage or a database that cannot be used, 0.
    """

    def answer() -> None:
        from auditor.cli.lookup import list_findings

        list_findings(
            url,
            game=game,
            player=player,
            code=code,
            severity=severity.value if severity else "",
            since=since,
            status=status.value if status else "",
            superseded=superseded,
            jsonl=output is Output.JSONL,
        )

    answered(answer)
