"""``auditor batch``: audits all of a night into a database, shard by shard, and goes on where it broke off."""

from enum import Enum
from typing import Annotated

import typer

from auditor.cli.database import answered
from auditor.cli.format_option import LogColumn, LogFormat


class EngineName(Enum):
    """Who does the work."""

    LOCAL = "local"
    RAY = "ray"


def batch(
    sources: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SOURCE...]",
            help="Files, directories, .tar[.gz] .zip .gz .zst, .parquet, or - for standard input.",
            show_default=False,
        ),
    ] = None,
    *,
    db: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="AUDITOR_DB",
            help="Store games and findings in this database: sqlite:///FILE or postgresql://HOST/NAME. Needed.",
        ),
    ] = "",
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the last batch of these sources, if it broke off.")
    ] = False,
    jobs: Annotated[int, typer.Option(metavar="N", min=0, max=1024, help="Processes that audit; 0: one a core.")] = 0,
    engine: Annotated[EngineName, typer.Option(help="This machine's processes, or Ray.")] = EngineName.LOCAL,
    ray_address: Annotated[
        str,
        typer.Option(metavar="ADDRESS", envvar="RAY_ADDRESS", help="A running Ray cluster; without it a local one."),
    ] = "",
    shard: Annotated[
        str, typer.Option(metavar="I/N", help="Of all shards every Nth, from the Ith: 1/N to N/N are all of them.")
    ] = "",
    variant: Annotated[
        str,
        typer.Option(
            metavar="V",
            help="Audit by this preset, whatever variant the log states; with --from-store: "
            "the games that were audited by rules of this name.",
        ),
    ] = "",
    rules: Annotated[str, typer.Option(metavar="FILE", help="Audit by the rules of this TOML file.")] = "",
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="SWITCH=VALUE", help="Set a switch; may be repeated.")
    ] = None,
    log_format: LogFormat = "",
    log_column: LogColumn = "",
    from_store: Annotated[
        bool,
        typer.Option(
            "--from-store",
            help="Audit the games of the database again, by the rules of their last audit or by --rules.",
        ),
    ] = False,
    since: Annotated[
        str,
        typer.Option(
            metavar="TIME", help="Of --from-store: played since; stored since where the log has no time. UTC."
        ),
    ] = "",
    until: Annotated[str, typer.Option(metavar="TIME", help="Of --from-store: played before.")] = "",
    report: Annotated[
        str, typer.Option(metavar="FILE", help="Write what the batch came to: FILE.jsonl, or FILE.html to look at.")
    ] = "",
    textfile: Annotated[
        str, typer.Option(metavar="FILE", help="Write metrics for Prometheus' textfile collector: FILE.prom.")
    ] = "",
) -> None:
    """Audit many games into a database, so that whatever interrupts it can be resumed.

    Messages and the summary go to standard error, nothing to standard output. Exit status, the first that applies: 3
    internal error, 4 incomplete (the same command with --resume does the rest), 2 usage or a source that cannot be
    read, 1 findings of severity error, 5 nothing to audit, 0.
    """

    def answer() -> None:
        from auditor.cli.batch_options import Asked
        from auditor.cli.batch_run import run

        asked = Asked(
            tuple(sources or ()),
            db,
            resume,
            jobs,
            engine.value,
            ray_address,
            shard,
            variant,
            rules,
            tuple(settings or ()),
            log_format,
            log_column,
            from_store,
            since,
            until,
            report,
            textfile,
        )
        raise typer.Exit(run(asked))

    answered(answer)
