"""``auditor review``: a decision about a finding, and those before it."""

from typing import Annotated

import typer

from auditor.cli.database import DEFAULT, Database, answered
from auditor.cli.findings import StatusName


def review(
    finding: Annotated[str, typer.Argument(metavar="FINDING", help="The id of the finding.", show_default=False)],
    *,
    status: Annotated[StatusName | None, typer.Option(help="What is decided; without it, what was decided.")] = None,
    who: Annotated[str, typer.Option(metavar="NAME", help="Who decides. [default: the user of this process]")] = "",
    note: Annotated[str, typer.Option(metavar="TEXT", help="Why.")] = "",
    url: Database = DEFAULT,
) -> None:
    """Decide about a finding: open, confirmed, dismissed or settled. Decisions are never changed, only added to.

    Exit status: 3 internal error, 2 usage or a database that cannot be used, 0.
    """

    def answer() -> None:
        from auditor.cli.review_run import decide, list_reviews
        from auditor.cli.usage import Usage

        if status is not None:
            decide(url, finding, status.value, who, note)
        elif who or note:
            raise Usage("--who and --note belong to a decision: say --status")
        else:
            list_reviews(url, finding)

    answered(answer)
