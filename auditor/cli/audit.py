"""``auditor audit``: audits logs and prints what the rules forbid in them."""

from enum import Enum
from typing import Annotated

import typer

from auditor.cli.format_option import LogColumn, LogFormat
from auditor.cli.status import Status


class Output(Enum):
    """How findings are printed."""

    TEXT = "text"
    JSONL = "jsonl"


def audit(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH...",
            help="Files, directories, .tar[.gz] .zip .gz .zst, .parquet, or - for standard input.",
            show_default=False,
        ),
    ],
    *,
    variant: Annotated[
        str, typer.Option(metavar="V", help="Audit by this preset, whatever variant the log states.")
    ] = "",
    rules: Annotated[str, typer.Option(metavar="FILE", help="Audit by the rules of this TOML file.")] = "",
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="SWITCH=VALUE", help="Set a switch; may be repeated.")
    ] = None,
    log_format: LogFormat = "",
    log_column: LogColumn = "",
    output: Annotated[Output, typer.Option(help="Findings as text, or one JSON object a line.")] = Output.TEXT,
    db: Annotated[
        str,
        typer.Option(
            metavar="URL", help="Store games and findings in this database: sqlite:///FILE or postgresql://HOST/NAME."
        ),
    ] = "",
    jobs: Annotated[int, typer.Option(metavar="N", min=1, max=256, help="Processes that audit.")] = 1,
    no_wall: Annotated[
        bool, typer.Option("--no-wall", help="Do not compare tiles with the walls that a log's seed or record gives.")
    ] = False,
    infer: Annotated[
        bool,
        typer.Option("--infer", help="Say which other readings of assumed switches explain the findings of all games."),
    ] = False,
) -> None:
    """Audit logs and print what the rules forbid.

    Findings go to standard output, the summary to standard error. Exit status, the first that applies: 3 internal
    error, 2 usage or a path that cannot be opened, 1 findings of severity error, 5 nothing to audit, 0.
    """
    from auditor.cli.audit_run import request_of, run
    from auditor.cli.usage import Usage

    try:
        request = request_of(
            variant=variant,
            rules=rules,
            settings=settings or [],
            log_format=log_format,
            jsonl=output is Output.JSONL,
            prove_walls=not no_wall,
            infer=infer,
        )
        status = run(paths, request, log_format, jobs, db, log_column)
    except Usage as error:
        for line in str(error).splitlines():
            typer.echo(f"auditor: {line}", err=True)
        raise typer.Exit(Status.REFUSED) from None
    raise typer.Exit(status)
