"""What ``auditor simulate`` does once its options are known."""

import sys
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Final

from auditor.batch.progress import Bar, Watch
from auditor.cli.rules import rules_of
from auditor.cli.status import Status
from auditor.cli.usage import Usage
from auditor.config import SettingsError, load
from auditor.counts import counted
from auditor.wire import delimited
from replay.ruleset.ruleset import Ruleset
from replay.simulate.play import play_games
from replay.simulate.recording import with_offers

if TYPE_CHECKING:
    from auditor.cli.planting import Planting  # imports the engine, which playing alone does not need

SUFFIX: Final = ".paifu"
LABELS: Final = ".labels.jsonl"


@dataclass(frozen=True)
class Order:
    """What is to be played and where it goes."""

    rules: Ruleset
    games: int
    seed: int
    out: str
    walls: bool
    offers: bool  # what a platform shows its players is written too
    planting: "Planting | None"  # None: no faults are asked for


class _Count(Watch):
    """Log lines with how many games have been played."""

    def show(self, seen: int, counts: dict[str, int]) -> None:
        """One progress line in the log."""
        from auditor.log import logger

        logger().info("simulating", games=seen, **counts)


def ordered(
    *,
    variant: str,
    rules: str,
    settings: Sequence[str],
    games: int,
    seed: int,
    out: str,
    walls: bool,
    offers: bool,
    plants: Sequence[str],
) -> Order:
    """The order of the options, checked. Raises Usage."""
    if not variant and not rules:
        raise Usage("--variant or --rules says which game is played; one of them is needed")
    played = rules_of(variant=variant, rules=rules, settings=settings, default="")
    if not out.endswith(SUFFIX):
        raise Usage(f"--out {out}: expected a name that ends in {SUFFIX}")
    planting = None
    if plants:
        from auditor.cli.planting import Planting, faults_of

        planting = Planting(faults_of(plants, played, walls=walls), games, played, seed)
    return Order(played, games, seed, out, walls, offers, planting)


def run(order: Order) -> Status:
    """The exit status, when the games have been played and written. Raises Usage."""
    try:
        every = load().progress_seconds
    except SettingsError as error:
        raise Usage(str(error)) from error
    planting = order.planting
    begun = monotonic()
    games = rounds = events = 0
    try:
        with ExitStack() as stack:
            file = stack.enter_context(open(order.out, "wb"))
            labels = stack.enter_context(open(order.out + LABELS, "w", encoding="utf-8")) if planting else None
            watch = stack.enter_context(closing(_watch(order.games, every)))
            for game in play_games(order.rules, order.games, order.seed, with_wall=order.walls):
                played = game
                if planting is not None and labels is not None:
                    game = planting.written(game, labels)
                if order.offers and game is played:
                    game = with_offers(game, order.rules)
                file.write(delimited(game))
                games += 1
                rounds += len(game.rounds)
                events += game.events
                watch.tick(games, dict)
    except OSError as error:
        raise Usage(f"--out {order.out}: {error.strerror or error}") from error
    except KeyboardInterrupt:
        sys.stderr.write(f"auditor: interrupted after {counted(games, 'game')}\n")
        return Status.INTERRUPTED
    seconds = max(monotonic() - begun, 1e-9)
    missing = planting.missing() if planting is not None else []
    for line in missing:
        sys.stderr.write(f"auditor: {line}\n")
    written = f"{counted(games, 'game')}, {counted(rounds, 'round')}, {counted(events, 'event')}"
    sys.stderr.write(f"{written}; {games / seconds:,.1f} games/s\n")
    return Status.REFUSED if missing else Status.FINE


def _watch(games: int, every: float) -> Watch:
    return Bar(games) if sys.stderr.isatty() else _Count(every)
