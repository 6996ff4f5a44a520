"""What ``auditor simulate`` does once its options are known."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from time import monotonic
from typing import Final

from auditor.batch.progress import Bar, Watch
from auditor.cli.status import Status
from auditor.config import SettingsError, load
from auditor.wire import delimited
from replay.gamelog import GameLog
from replay.ruleset.errors import RulesetError, nearest_name
from replay.ruleset.loader import PRESETS, preset
from replay.ruleset.ruleset import COMMAND_LINE, Ruleset
from replay.ruleset.switches import Family
from replay.simulate.play import play_games

SUFFIX: Final = ".paifu"


class Usage(Exception):  # noqa: N818 - what is wrong with it
    """A request that cannot be met; the text says why."""


@dataclass(frozen=True)
class Order:
    """What is to be played and where it goes."""

    rules: Ruleset
    games: int
    seed: int
    out: str
    walls: bool


class _Count(Watch):
    """Log lines with how many games have been played."""

    def show(self, seen: int, counts: dict[str, int]) -> None:
        """One progress line in the log."""
        from auditor.log import logger

        logger().info("simulating", games=seen, **counts)


def ordered_rules(variant: str, settings: Sequence[str]) -> Ruleset:
    """The preset with the settings SWITCH=VALUE. Raises Usage."""
    pairs: list[tuple[str, str]] = []
    for text in settings:
        name, equals, value = text.partition("=")
        if not equals:
            raise Usage(f"--set {text}: expected SWITCH=VALUE")
        pairs.append((name.strip(), value.strip()))
    if variant not in PRESETS:
        raise Usage(f"--variant {variant}: there is no such preset; the nearest is {nearest_name(variant, PRESETS)}")
    try:
        rules = preset(variant)
        rules = rules.with_switches(pairs, COMMAND_LINE) if pairs else rules
    except RulesetError as error:
        raise Usage(str(error)) from error
    if rules.switches.family is not Family.RIICHI:
        raise Usage(f"--variant {variant}: games of the {rules.switches.family.value} family cannot be played yet")
    return rules


def run(order: Order) -> Status:
    """The exit status, when the games have been played and written. Raises Usage."""
    if not order.out.endswith(SUFFIX):
        raise Usage(f"--out {order.out}: expected a name that ends in {SUFFIX}")
    try:
        every = load().progress_seconds
    except SettingsError as error:
        raise Usage(str(error)) from error
    begun = monotonic()
    games = rounds = events = 0
    try:
        with open(order.out, "wb") as file, closing(_watch(order.games, every)) as watch:
            for game in _played(order):
                file.write(delimited(game))
                games += 1
                rounds += len(game.rounds)
                events += game.events
                watch.tick(games, dict)
    except OSError as error:
        raise Usage(f"--out {order.out}: {error.strerror or error}") from error
    except KeyboardInterrupt:
        sys.stderr.write(f"auditor: interrupted after {games:,} games\n")
        return Status.INTERRUPTED
    seconds = max(monotonic() - begun, 1e-9)
    sys.stderr.write(f"{games:,} games, {rounds:,} rounds, {events:,} events; {games / seconds:,.1f} games/s\n")
    return Status.FINE


def _watch(games: int, every: float) -> Watch:
    return Bar(games) if sys.stderr.isatty() else _Count(every)


def _played(order: Order) -> Iterator[GameLog]:
    return play_games(order.rules, order.games, order.seed, with_wall=order.walls)
