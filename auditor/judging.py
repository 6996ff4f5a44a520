"""The audit of one game, the same for whoever asks: the rules that were asked for chosen, the log judged by them."""

from functools import lru_cache
from typing import NamedTuple

from replay.engine import GameReport, audit, refusal
from replay.findings import Docket
from replay.gamelog import GameLog
from replay.judges.log import NO_RULESET, WRONG_SEATS, completeness
from replay.ruleset.choose import Refused, WrongSeats, choose
from replay.ruleset.loader import load
from replay.ruleset.ruleset import Ruleset


class RulesChoice(NamedTuple):
    """By which rules; what is not stated is left to the log."""

    variant: str = ""
    rules: str = ""  # text of a rules file
    origin: str = ""  # its name, empty when there is no such file
    settings: tuple[tuple[str, str], ...] = ()  # switch, value text


class Judged(NamedTuple):
    """What an audit gave, and by which rules; None: by none, and the findings say why."""

    rules: Ruleset | None
    report: GameReport


def rules_for(log: GameLog, choice: RulesChoice) -> Ruleset:
    """The rules the log is audited by. Raises Refused, RulesetError."""
    named = _loaded(choice.rules, choice.origin) if choice.origin else None
    return choose(log.header, choice.variant or None, named, choice.settings)


def judged(log: GameLog, choice: RulesChoice, *, prove_walls: bool = True) -> Judged:
    """The log judged. Raises RulesetError for a mistake in the choice."""
    try:
        rules = rules_for(log, choice)
    except Refused as error:
        return Judged(None, _refused(log, error))
    return Judged(rules, audit(log, rules, prove_walls=prove_walls))


def _refused(log: GameLog, error: Refused) -> GameReport:
    """Why a log cannot be audited; that it is malformed, if it broke off before it could state its rules."""
    if log.failure is None or (log.rounds and log.header.variant):
        return refusal(WRONG_SEATS if isinstance(error, WrongSeats) else NO_RULESET, str(error))
    docket = Docket()
    completeness(log, docket)
    return GameReport(tuple(docket.findings), 0, 0)


@lru_cache(maxsize=64)  # stored games have the rules they were audited by, and logs state switches of their own
def _loaded(text: str, origin: str) -> Ruleset:
    return load(text, origin)
