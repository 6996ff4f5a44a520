"""Logging of the auditor itself: structlog to standard error, JSON lines where that is no terminal.

What an operator asked for (findings, refusals, the summary) is no log; commands write it plainly.
"""

import sys
from contextlib import suppress
from functools import lru_cache
from uuid import uuid4

import structlog


class _Lines(structlog.WriteLogger):
    """Whole lines to a stream that may go away: no work fails because nobody takes its log."""

    def msg(self, message: str) -> None:
        with suppress(OSError, ValueError):
            super().msg(message)

    log = debug = info = warn = warning = msg
    fatal = failure = err = error = critical = exception = msg


@lru_cache(maxsize=1)
def logger() -> structlog.typing.FilteringBoundLogger:
    """The logger, set up at the first call. Every line carries the `run_id` of this process."""
    terminal = sys.stderr.isatty()
    renderers: list[structlog.typing.Processor] = (
        [structlog.dev.ConsoleRenderer(colors=terminal)]
        if terminal
        else [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *renderers,
        ],
        wrapper_class=structlog.make_filtering_bound_logger("info"),
        logger_factory=lambda *_: _Lines(sys.stderr),
    )
    # Not a context variable: threads of a server begin without those.
    bound: structlog.typing.FilteringBoundLogger = structlog.get_logger(run_id=uuid4().hex[:12])
    return bound
