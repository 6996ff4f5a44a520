"""Why a round of an mjai log was drawn, where the log does not say.

Most producers write ``{"type": "ryukyoku", "deltas": […]}`` for every draw. The events before it leave one reason that
the rules know, or none; then it is taken for an exhaustive draw, and judged as one.
"""

from collections.abc import Sequence
from typing import Final

from replay.gamelog import (
    Chi,
    Discard,
    Draw,
    DrawReason,
    Event,
    Kan,
    North,
    Pon,
    RiichiAccepted,
)
from replay.tiles import EAST, KIND_OF, NORTH

_LIVE: Final[dict[int, int]] = {3: 55, 4: 70}  # tiles drawn in a round, kans and Norths included
_MOST_NOTEN: Final = 3000  # points a seat can gain from the noten ones
_KANS: Final = 4
_RONS: Final = 3


def reason_of(events: Sequence[Event], seats: int, deltas: tuple[int, ...] | None) -> DrawReason:
    """The reason: a mangan's payments are nagashi; before the last tile it is an abort, if there is a case for one."""
    if deltas is not None and max(deltas) > _MOST_NOTEN:
        return DrawReason.NAGASHI
    if deltas is not None and any(deltas):
        return DrawReason.EXHAUSTIVE
    if sum([isinstance(event, Draw) for event in events]) >= _LIVE[seats]:
        return DrawReason.EXHAUSTIVE
    if len({event.seat for event in events if isinstance(event, RiichiAccepted)}) == seats:
        return DrawReason.FOUR_RIICHI
    if sum([isinstance(event, Kan) for event in events]) >= _KANS:
        return DrawReason.FOUR_KANS
    first = [event for event in events if isinstance(event, Discard)]
    if len(first) <= seats and not any(isinstance(event, (Chi, Pon, Kan, North)) for event in events):
        kinds = {KIND_OF[event.tile] for event in first}
        if len(first) == seats and len(kinds) == 1 and EAST <= min(kinds) <= NORTH:
            return DrawReason.FOUR_WINDS
        if len(first) < seats and isinstance(events[-1], Draw):
            return DrawReason.NINE_TERMINALS
    if seats == _RONS + 1 and isinstance(events[-1], (Discard, Kan)):
        return DrawReason.TRIPLE_RON
    return DrawReason.EXHAUSTIVE
