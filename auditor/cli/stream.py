"""``auditor stream``: sends logs to a server and prints what it finds."""

from typing import Annotated, Final

import typer

from auditor.cli.audit import Output
from auditor.cli.connection import Authority, Certificate, Key, Plaintext, Target, Token
from auditor.cli.database import answered
from auditor.cli.format_option import LogFormat

TARGET: Final = "127.0.0.1:50551"


def stream(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH...",
            help="Files, directories, .tar[.gz] .zip .gz .zst, or - for standard input.",
            show_default=False,
        ),
    ],
    *,
    target: Target = TARGET,
    variant: Annotated[
        str, typer.Option(metavar="V", help="Audit by this preset, whatever variant the log states.")
    ] = "",
    rules: Annotated[str, typer.Option(metavar="FILE", help="Audit by the rules of this TOML file.")] = "",
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="SWITCH=VALUE", help="Set a switch; may be repeated.")
    ] = None,
    log_format: LogFormat = "",
    output: Annotated[Output, typer.Option(help="Findings as text, or one JSON object a line.")] = Output.TEXT,
    batch: Annotated[int, typer.Option(metavar="N", min=1, max=1024, help="Games sent together, at most.")] = 64,
    patience: Annotated[
        float, typer.Option(metavar="SECONDS", min=0, help="How long to try without progress when a stream breaks.")
    ] = 60,
    token: Token = "",
    tls_ca: Authority = "",
    tls_cert: Certificate = "",
    tls_key: Key = "",
    plaintext: Plaintext = False,
) -> None:
    """Send logs to a server, which audits and stores them, and print what it finds.

    A stream that breaks is begun anew after the last acknowledgement. Exit status, the first that applies: 3 internal
    error of the server, 4 incomplete (the same command again sends what is missing), 2 usage, a path that cannot be
    read or a game the server refuses, 1 findings of severity error, 5 nothing to audit, 0.
    """

    def answer() -> None:
        from auditor.cli.audit_run import request_of
        from auditor.cli.connection import connector, token_of
        from auditor.cli.stream_run import run

        request = request_of(
            variant=variant,
            rules=rules,
            settings=settings or [],
            log_format=log_format,
            jsonl=output is Output.JSONL,
            prove_walls=True,
            infer=False,
        )
        connect = connector(target, tls_ca=tls_ca, tls_cert=tls_cert, tls_key=tls_key, plaintext=plaintext)
        raise typer.Exit(run(paths, request, log_format, connect, token_of(token), batch, patience))

    answered(answer)
