"""Our own faults as the log tells them: each, but a traceback that came before only by its last line."""

from collections.abc import Callable
from typing import Final

TRACES: Final = 20  # tracebacks that are logged in full


class CrashLog:
    """Logs faults of ours, and counts them."""

    def __init__(self, aside: Callable[[], None]) -> None:
        """`aside` clears the screen for a line of the log."""
        self.number = 0
        self._aside = aside
        self._traces: set[str] = set()

    def tell(self, name: str, game: int, trace: str) -> None:
        """The auditor failed on the game of that number in the file."""
        from auditor.log import logger

        self.number += 1
        self._aside()
        fault = trace.rstrip().rpartition("\n")[2]
        if trace in self._traces or len(self._traces) >= TRACES:  # a fault of ours may strike every game of the night
            logger().error("internal error", file=name, game=game, fault=fault)
        else:
            self._traces.add(trace)
            logger().error("internal error", file=name, game=game, fault=fault, traceback=trace)
