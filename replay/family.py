"""A family of variants: which checks judge which event, in the order of judging.

For each event the checks are asked in order until one reports. They are plain tuples; only those of draws and discards,
nine events in ten, are functions, in which compiled code calls the checks directly. `overdue` checks come first and do
not end the judging: what they name was due before the event, it is no fault of the event itself.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from replay.findings import RIICHI_RULES, SHENZHEN_RULES, Docket
from replay.gamelog import (
    Chi,
    Discard,
    Draw,
    FuritenFlag,
    GameEnd,
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
from replay.judges import (
    calls,
    ending,
    furiten_flags,
    kans,
    north,
    offers,
    payments,
    proof,
    riichi,
    riichi_rights,
    scores,
    shenzhen,
    shenzhen_horse,
    shenzhen_kongs,
    shenzhen_rights,
    turn,
    wall,
    win,
)
from replay.ruleset.switches import Family as FamilyName
from replay.ruleset.switches import Switches
from replay.settlement.shenzhen import Stakes
from replay.table.match import Match, RiichiMatch
from replay.table.shenzhen_match import ShenzhenMatch
from replay.table.table import Table

Overdue = Draw | Discard | Chi | Pon | Kan | North | Riichi | RoundDrawn


@dataclass(frozen=True)
class Family:
    """The checks of a family by event, and what follows from a round.

    The win check and the settlement are the checks of `win`; the geometry of the wall is `replay.table.wall`'s.
    """

    rule_letters: str  # of the rule ids its findings cite
    match: Callable[[Switches, Stakes], Match]
    overdue: tuple[Callable[[Table, Overdue, Docket], None], ...]
    round_start: tuple[Callable[[Table, RoundStart, Docket], bool], ...]
    draw: Callable[[Table, Draw, Docket], bool]
    discard: Callable[[Table, Discard, Docket], bool]
    claim: tuple[Callable[[Table, Chi | Pon, Docket], bool], ...]
    kan: tuple[Callable[[Table, Kan, Docket], bool], ...]
    north: tuple[Callable[[Table, North, Docket], bool], ...]
    riichi: tuple[Callable[[Table, Riichi, Docket], bool], ...]
    riichi_accepted: tuple[Callable[[Table, RiichiAccepted, Docket], bool], ...]
    indicator: tuple[Callable[[Table, Indicator, Docket], bool], ...]
    win: tuple[Callable[[Table, Win, Docket], bool], ...]
    round_drawn: tuple[Callable[[Table, RoundDrawn, Docket], bool], ...]
    kong_payment: tuple[Callable[[Table, KongPayment, Docket], bool], ...]
    horse: tuple[Callable[[Table, HorseDraw, Docket], bool], ...]
    right: offers.RightOf  # what a seat may do, which judges the offers of the platform
    flag: tuple[Callable[[Table, FuritenFlag, Docket], None], ...]
    unflagged: tuple[Callable[[Table, Docket], None], ...]  # before the next event that is more than a record
    closing: tuple[Callable[[Match, Table, Docket], bool], ...]  # when the round is known to be over
    next_round: tuple[Callable[[Match, RoundStart, Docket], bool], ...]
    game_end: tuple[Callable[[Match, GameEnd, Docket], bool], ...]


def riichi_match(switches: Switches, _stakes: Stakes) -> Match:
    """A riichi match: there are no stakes."""
    return RiichiMatch(switches)


def _riichi_draw(table: Table, event: Draw, docket: Docket) -> bool:
    return (
        turn.draw(table, event, docket)
        or riichi.draw(table, event, docket)
        or north.draw(table, event, docket)
        or proof.draw(table, event, docket)
        or wall.draw(table, event, docket)
    )


def _riichi_discard(table: Table, event: Discard, docket: Docket) -> bool:
    return (
        turn.discard(table, event, docket)
        or wall.replacement_due(table, event, docket)
        or north.replacement_due(table, event, docket)
        or riichi.discard(table, event, docket)
        or calls.discard(table, event, docket)
    )


RIICHI: Final = Family(
    rule_letters=RIICHI_RULES,
    match=riichi_match,
    overdue=(wall.overdue, riichi.overdue, ending.abort_missed),
    round_start=(wall.deal, proof.round_start, wall.first_indicator, wall.dealt_tiles),
    draw=_riichi_draw,
    discard=_riichi_discard,
    claim=(turn.claim, riichi.discard_due, wall.replacement_due, north.claim, north.replacement_due, calls.claim),
    kan=(
        turn.kan,
        riichi.discard_due,
        wall.replacement_due,
        north.claim,
        north.replacement_due,
        calls.open_kan,
        kans.own_kan,
    ),
    north=(turn.north, riichi.discard_due, wall.replacement_due, north.replacement_due, north.north),
    riichi=(turn.own_act, riichi.discard_due, wall.replacement_due, north.replacement_due, riichi.riichi),
    riichi_accepted=(riichi.accepted,),
    indicator=(wall.indicator, proof.indicator),
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
        riichi.triple_ron,
        ending.round_drawn,
    ),
    kong_payment=(turn.foreign,),
    horse=(turn.foreign,),
    right=riichi_rights.right,
    flag=(furiten_flags.flag,),
    unflagged=(furiten_flags.unchanged,),
    closing=(ending.no_result,),
    next_round=(scores.round_start, ending.next_round),
    game_end=(scores.final_points, payments.final_result, ending.ends_early, ending.places),
)


def _shenzhen_draw(table: Table, event: Draw, docket: Docket) -> bool:
    return turn.draw(table, event, docket) or proof.draw(table, event, docket) or wall.draw(table, event, docket)


def _shenzhen_discard(table: Table, event: Discard, docket: Docket) -> bool:
    return turn.discard(table, event, docket) or wall.replacement_due(table, event, docket)


SHENZHEN: Final = Family(
    rule_letters=SHENZHEN_RULES,
    match=ShenzhenMatch,
    overdue=(shenzhen_kongs.overdue, shenzhen.played_on),
    round_start=(wall.deal, proof.round_start, wall.first_indicator, wall.dealt_tiles),
    draw=_shenzhen_draw,
    discard=_shenzhen_discard,
    claim=(turn.claim, wall.replacement_due, calls.claim),
    kan=(turn.kan, wall.replacement_due, calls.open_kan, kans.own_kan),
    north=(turn.foreign_north,),
    riichi=(turn.foreign_riichi,),
    riichi_accepted=(turn.foreign_deposit,),
    indicator=(turn.foreign_indicator,),
    win=(turn.win, wall.replacement_due, calls.win, shenzhen.win),
    round_drawn=(turn.round_drawn, wall.replacement_due, shenzhen.round_drawn),
    kong_payment=(shenzhen_kongs.payment,),
    horse=(shenzhen_horse.horse, proof.horse),
    right=shenzhen_rights.right,
    flag=(),
    unflagged=(),
    closing=(shenzhen.unfinished, shenzhen_horse.missing),
    next_round=(scores.round_start, shenzhen.next_round),
    game_end=(scores.final_points, shenzhen.ends_early, ending.places),
)


def family_of(switches: Switches) -> Family:
    """The family the ruleset belongs to."""
    return SHENZHEN if switches.family is FamilyName.SHENZHEN else RIICHI
