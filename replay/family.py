"""A family of variants: which checks judge which event. Plain tuples, in the order of judging.

For each event the checks are asked in order until one reports. `overdue` checks come first and do not end the judging:
what they name was due before the event, it is no fault of the event itself.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from replay.findings import Docket
from replay.gamelog import (
    Chi,
    Discard,
    Draw,
    HorseDraw,
    Indicator,
    Kan,
    KongPayment,
    North,
    Pon,
    Riichi,
    RiichiAccepted,
    RoundDrawn,
    RoundStart,
    Win,
)
from replay.judges import calls, ending, north, proof, riichi, turn, wall, win
from replay.table.table import Table

Overdue = Draw | Discard | Chi | Pon | Kan | North | Riichi | RoundDrawn


@dataclass(frozen=True)
class Family:
    """The checks of a family by event."""

    overdue: tuple[Callable[[Table, Overdue, Docket], None], ...]
    round_start: tuple[Callable[[Table, RoundStart, Docket], bool], ...]
    draw: tuple[Callable[[Table, Draw, Docket], bool], ...]
    discard: tuple[Callable[[Table, Discard, Docket], bool], ...]
    claim: tuple[Callable[[Table, Chi | Pon, Docket], bool], ...]
    kan: tuple[Callable[[Table, Kan, Docket], bool], ...]
    north: tuple[Callable[[Table, North, Docket], bool], ...]
    riichi: tuple[Callable[[Table, Riichi, Docket], bool], ...]
    riichi_accepted: tuple[Callable[[Table, RiichiAccepted, Docket], bool], ...]
    indicator: tuple[Callable[[Table, Indicator, Docket], bool], ...]
    win: tuple[Callable[[Table, Win, Docket], bool], ...]
    round_drawn: tuple[Callable[[Table, RoundDrawn, Docket], bool], ...]
    foreign: tuple[Callable[[Table, KongPayment | HorseDraw, Docket], bool], ...]


RIICHI: Final = Family(
    overdue=(wall.overdue, riichi.overdue, ending.abort_missed),
    round_start=(proof.round_start, wall.round_start),
    draw=(turn.draw, riichi.draw, north.draw, proof.draw, wall.draw),
    discard=(turn.discard, wall.replacement_due, north.replacement_due, riichi.discard, calls.discard),
    claim=(turn.claim, riichi.discard_due, wall.replacement_due, north.claim, north.replacement_due, calls.claim),
    kan=(turn.kan, riichi.discard_due, wall.replacement_due, north.claim, north.replacement_due, calls.kan),
    north=(turn.north, riichi.discard_due, wall.replacement_due, north.replacement_due, north.north),
    riichi=(turn.own_act, riichi.discard_due, wall.replacement_due, north.replacement_due, riichi.riichi),
    riichi_accepted=(riichi.accepted,),
    indicator=(wall.indicator,),
    win=(
        turn.win,
        riichi.discard_due,
        wall.replacement_due,
        north.replacement_due,
        calls.win,
        riichi.win,
        wall.win,
        proof.win,
        win.win,
    ),
    round_drawn=(
        turn.round_drawn,
        riichi.discard_due,
        wall.replacement_due,
        north.replacement_due,
        ending.round_drawn,
    ),
    foreign=(turn.foreign,),
)
