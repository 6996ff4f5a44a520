"""What is wrong with rules somebody wrote: every problem of a text, each with its key, line and nearest known name."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, final

from replay.errors import ordinary

LEAST_LIKE: Final = 0.6
"""How much alike, from 0 to 1, a known name has to be to the one written to be meant. Lower, it would only puzzle."""


@dataclass(frozen=True)
class Problem:
    """One mistake. `str` of it is what the author of the rules reads."""

    key: str  # the switch or other key, empty when the text as a whole is meant
    reason: str
    line: int | None = None  # from 1, None where a search does not find the key
    nearest: str = ""  # the known name most like the one written, empty when none is meant


@final
@ordinary
class RulesetError(Exception):
    """Rules that cannot be used. `origin` names the file or option, `problems` are all that were found in it."""

    def __init__(self, origin: str, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(problem_text(origin, problem) for problem in problems))
        self.origin = origin
        self.problems = tuple(problems)


def problem_text(origin: str, problem: Problem) -> str:
    """One line: place, key, reason, nearest known name, as in ``my.toml:7: honba_rom: no such switch; …``."""
    place = origin if problem.line is None else f"{origin}:{problem.line}"
    key = f"{problem.key}: " if problem.key else ""
    nearest = f"; the nearest known name is {problem.nearest}" if problem.nearest else ""
    return f"{place}: {key}{problem.reason}{nearest}"


def nearest_name(written: str, known: Iterable[str]) -> str:
    """The known name most like the one written; empty when none is much like it."""
    return next(iter(nearest_names(written, known, 1)), "")


def nearest_names(written: str, known: Iterable[str], most: int = 3) -> list[str]:
    """The known names that are much like the one written, the most like it first."""
    from difflib import get_close_matches  # rarely needed, and the command line must start fast

    return get_close_matches(written.lower(), list(known), n=most, cutoff=LEAST_LIKE)
