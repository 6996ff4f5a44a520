"""Findings as tests state them: ``CAL006 round 0 event 4 seat 2 warning``."""

import re
from typing import Final, NamedTuple

from replay.catalogue import CATALOGUE
from replay.findings import Finding
from tests.event_texts import NotationError

CODE_OF_ID: Final = {code.id: code for code in CATALOGUE}


class Place(NamedTuple):
    """A finding as a test states it: what, how grave, and where. Indexes are None for the log as a whole."""

    code: str
    severity: str
    round_index: int | None
    event_index: int | None
    seat: int | None


def place_of(finding: Finding) -> Place:
    """The finding as a test states it."""
    return Place(finding.code.id, finding.severity.value, finding.round_index, finding.event_index, finding.seat)


_PLACE: Final = re.compile(r"([A-Z]{3}\d{3})(?: round (\d+))?(?: event (\d+))?(?: seat (\d))?(?: (warning))?")


def place(text: str, round_index: int | None = None, event_index: int | None = None) -> Place:
    """What ``CAL006 [round 0] [event 4] [seat 2] [warning]`` states. Raises NotationError."""
    match = _PLACE.fullmatch(text)
    if match is None:
        raise NotationError(text, "expected: CODE [round ROUND] [event EVENT] [seat SEAT] [warning]")
    code, in_round, event, seat, severity = match.groups()
    if code not in CODE_OF_ID:
        raise NotationError(text, f"there is no finding {code}")
    return Place(
        code,
        severity or CODE_OF_ID[code].severity.value,
        int(in_round) if in_round else round_index,
        int(event) if event else event_index,
        int(seat) if seat else None,
    )
