"""The option ``--format`` of the commands that read logs."""

from typing import Annotated, Final

import typer

NAMES: Final = ("tenhou-xml", "tenhou-json", "majsoul", "riichi-city", "mjai", "paifu", "paifu-json")
"""Names of `auditor.batch.formats.FORMATS`, which ``--help`` has no time to import; a test compares them."""

LogFormat = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="F",
        help=f"Take every file for this format instead of recognising it: {', '.join(NAMES)}.",
    ),
]
