"""The options ``--format`` and ``--log-column`` of the commands that read logs."""

from typing import Annotated, Final

import typer

NAMES: Final = ("tenhou-xml", "tenhou-json", "majsoul", "riichi-city", "mjai", "paifu", "paifu-json")
"""Names of `auditor.batch.formats.FORMATS`, which ``--help`` has no time to import; a test compares them."""

LogColumn = Annotated[
    str,
    typer.Option(
        "--log-column",
        metavar="NAME",
        help="Where Parquet files have their logs; without it the column called log, or the only one of text or bytes.",
    ),
]

LogFormat = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="F",
        help=f"Take every file for this format instead of recognising it: {', '.join(NAMES)}.",
    ),
]
