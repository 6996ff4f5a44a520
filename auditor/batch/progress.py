"""How far a long run is: a bar on a terminal, a log line every few seconds elsewhere."""

import os
import sys
from collections.abc import Callable, Iterable
from time import monotonic
from typing import Final

from auditor.batch.sources import STANDARD_INPUT

BAR_SECONDS: Final = 0.1  # between two drawings


def size_on_disk(paths: Iterable[str]) -> int | None:
    """Bytes of all files in the paths; None when one of them has no size to know."""
    total = 0
    for path in paths:
        if path == STANDARD_INPUT:
            return None
        if os.path.isdir(path):
            for folder, _, names in os.walk(path):
                total += sum(_size(os.path.join(folder, name)) for name in names)
        elif os.path.exists(path) and not os.path.isfile(path):
            return None
        else:
            total += _size(path)
    return total


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError:  # reading it will say so
        return 0


class Watch:
    """Told of every result; says something when it is time."""

    def __init__(self, every: float) -> None:
        self._every = every
        self._due = monotonic() + every

    def close(self) -> None:
        """Leaves nothing on the screen."""

    def tick(self, seen: int, counts: Callable[[], dict[str, int]]) -> None:
        """`seen` bytes of the input were taken so far, with these counts."""
        now = monotonic()
        if now >= self._due:
            self._due = now + self._every
            self.show(seen, counts())

    def show(self, seen: int, counts: dict[str, int]) -> None:
        """One progress line in the log."""
        from auditor.log import logger

        logger().info("auditing", bytes=seen, **counts)

    def aside(self) -> None:
        """The screen is free for other lines until the next tick."""


class Bar(Watch):
    """A bar on the terminal of standard error."""

    def __init__(self, total: int | None) -> None:
        super().__init__(BAR_SECONDS)
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        self._progress = Progress(
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.description}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = self._progress.add_task("", total=total)
        self._drawn = False

    def show(self, seen: int, counts: dict[str, int]) -> None:
        """The bar as it is now."""
        if not self._drawn:
            self._progress.start()
            self._drawn = True
        text = ", ".join(f"{number:,} {name.replace('_', ' ')}" for name, number in counts.items())
        self._progress.update(self._task, completed=seen, description=text)
        self._progress.refresh()

    def aside(self) -> None:
        """The bar is gone until the next tick that is due."""
        if self._drawn:
            self._progress.stop()
            self._drawn = False

    def close(self) -> None:
        """The bar is gone."""
        self.aside()


class PacedWatch(Watch):
    """Log lines that say how much time is left, too."""

    def __init__(self, every: float, total: int | None) -> None:
        super().__init__(every)
        self._begun = monotonic()
        self._total = total

    def show(self, seen: int, counts: dict[str, int]) -> None:
        """One progress line in the log."""
        if self._total and seen > 0:
            left = max(self._total - seen, 0) * (monotonic() - self._begun) / seen
            counts = {**counts, "of_bytes": self._total, "seconds_left": round(left)}
        super().show(seen, counts)


def watch(paths: list[str], every: float) -> Watch:
    """A bar when standard error is a terminal, else log lines `every` so many seconds."""
    return Bar(size_on_disk(paths)) if sys.stderr.isatty() else Watch(every)


def paced(total: int | None, every: float) -> Watch:
    """The same for work whose size is known, if it is."""
    return Bar(total) if sys.stderr.isatty() else PacedWatch(every, total)
