"""Which rules a game is judged by.

Strongest first:

1. single switches set on the command line (``--set``);
2. what a file of rules named there sets (``--rules``), and the name of the variant (``--variant``);
3. what the log states: a variant and single switches;
4. the preset's own values.

A named variant says which preset, whatever variant the log states; the switches the log states still outweigh the
preset's own values, because the log knows its table (red fives or none, an East or a South game). What an operator's
file sets itself outweighs the log; what it takes over from the preset it extends does not.
"""

from collections.abc import Sequence
from functools import lru_cache

from replay.errors import ordinary
from replay.gamelog import Header
from replay.ruleset.errors import RulesetError
from replay.ruleset.loader import PRESETS, preset, unknown_preset
from replay.ruleset.ruleset import COMMAND_LINE, LOG, Ruleset


@ordinary
class Refused(Exception):  # noqa: N818 - a refusal is named by what is the matter
    """The game cannot be judged: something about the log. What the caller asked for wrongly is a RulesetError."""


@ordinary
class NoRuleset(Refused):
    """The log states no variant and none was named."""


@ordinary
class WrongSeats(Refused):
    """The rules are for another number of players than the log has."""

    def __init__(self, name: str, rule_seats: int, log_seats: int) -> None:
        super().__init__(f"{name} is for {rule_seats} players, the log has {log_seats}")
        self.name = name
        self.rule_seats = rule_seats
        self.log_seats = log_seats


@ordinary
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
    # What changes nothing is not looked up: of equal rulesets a cache would give another one.
    own = rules.own if rules is not None else frozenset()
    chosen = rules
    if chosen is None or header.overrides:
        chosen = _with_log(rules, own, header.variant, header.overrides)
    if settings:
        chosen = _with_settings(chosen, tuple(settings))
    if chosen.switches.seats != header.seats:
        raise WrongSeats(chosen.name, chosen.switches.seats, header.seats)
    return chosen


def _named(variant: str) -> Ruleset:
    if variant not in PRESETS:
        raise RulesetError(COMMAND_LINE, [unknown_preset(variant)])
    return preset(variant)


@lru_cache(maxsize=1024)
def _with_log(
    rules: Ruleset | None, own: frozenset[str], stated_variant: str, stated: tuple[tuple[str, str], ...]
) -> Ruleset:
    """The named rules, or those the log states, with the switches the log may decide: all but the operator's own."""
    if rules is not None:
        # Naming rules is the way out for a log that states what we do not know: that is passed over.
        stated = tuple(pair for pair in stated if pair[0] in rules.provenance and pair[0] not in own)
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
    return rules.with_switches(settings, COMMAND_LINE)
