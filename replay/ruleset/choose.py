"""Which rules a game is judged by.

Strongest first:

1. single switches set on the command line (``--set``);
2. rules or a variant named there (``--rules``, ``--variant``);
3. what the log states: a variant and single switches;
4. the preset's own values.

A named variant is a whole set of rules, so it wins over every switch the log states: with ``--variant tenhou`` a log
that states ``red_fives = [0, 0, 0]`` is judged with red fives. The exception are switches whose value the rules
themselves leave to the log (source ``log`` in the preset, such as the length of a game): there the log is asked first.
"""

from collections.abc import Sequence
from functools import lru_cache

from replay.gamelog import Header
from replay.ruleset.errors import RulesetError
from replay.ruleset.loader import PRESETS, preset, unknown_preset
from replay.ruleset.ruleset import COMMAND_LINE, LOG, Ruleset


class Refused(Exception):  # noqa: N818 - a refusal is named by what is the matter
    """The game cannot be judged: something about the log. What the caller asked for wrongly is a RulesetError."""


class NoRuleset(Refused):
    """The log states no variant and none was named."""


class WrongSeats(Refused):
    """The rules are for another number of players than the log has."""

    def __init__(self, name: str, rule_seats: int, log_seats: int) -> None:
        super().__init__(f"{name} is for {rule_seats} players, the log has {log_seats}")
        self.name = name
        self.rule_seats = rule_seats
        self.log_seats = log_seats


class UnknownStatement(Refused):
    """The log states a variant or a switch that is not known. `error` says which."""

    def __init__(self, error: RulesetError) -> None:
        super().__init__(str(error))
        self.error = error


def choose(header: Header, variant: str | None, rules: Ruleset | None, settings: Sequence[tuple[str, str]]) -> Ruleset:
    """The rules for a log. `settings` are (switch, value text) pairs of the command line.

    The same request gives the same object, built once. Raises NoRuleset, WrongSeats or UnknownStatement for the log,
    RulesetError for a mistake in the variant's name or a setting, ValueError for both a variant and rules.
    """
    if variant is not None and rules is not None:
        raise ValueError("either a variant or rules can be named, not both")
    if variant is not None:
        rules = _named(variant)
    if rules is None and not header.variant:
        raise NoRuleset("the log does not state its variant, and none was named")
    chosen = _with_settings(_with_log(rules, header.variant, header.overrides), tuple(settings))
    if chosen.switches.seats != header.seats:
        raise WrongSeats(chosen.name, chosen.switches.seats, header.seats)
    return chosen


def _named(variant: str) -> Ruleset:
    if variant not in PRESETS:
        raise RulesetError(COMMAND_LINE, [unknown_preset(variant)])
    return preset(variant)


@lru_cache(maxsize=1024)
def _with_log(rules: Ruleset | None, stated_variant: str, stated: tuple[tuple[str, str], ...]) -> Ruleset:
    """The named rules, or those the log states, with the switches the log may decide."""
    if rules is not None:
        # What the log says of other switches is outweighed, so it is not even checked.
        stated = tuple(
            pair for pair in stated if pair[0] in rules.provenance and rules.provenance[pair[0]].source == LOG
        )
    elif stated_variant in PRESETS:
        rules = preset(stated_variant)
    else:
        raise UnknownStatement(RulesetError(LOG, [unknown_preset(stated_variant)]))
    try:
        return rules.with_switches(stated, LOG) if stated else rules
    except RulesetError as error:
        raise UnknownStatement(error) from error


@lru_cache(maxsize=1024)
def _with_settings(rules: Ruleset, settings: tuple[tuple[str, str], ...]) -> Ruleset:
    return rules.with_switches(settings, COMMAND_LINE) if settings else rules
