"""Whole games, legal and random: the same ruleset and seed always give the same log."""

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Final

from replay.gamelog import Event, GameLog, Header, Player, RoundStart
from replay.ruleset.catalogue import SPECS
from replay.ruleset.loader import PRESETS, preset
from replay.ruleset.ruleset import Ruleset
from replay.ruleset.switches import Family
from replay.simulate.match import Match, start_points
from replay.simulate.plans import Aim
from replay.simulate.round import play_round
from replay.simulate.shenzhen_game import play_shenzhen
from replay.simulate.themes import loaded
from replay.simulate.wall import Wall, shuffled_tiles
from replay.table.wall import wall_geometry

PLATFORM: Final = "simulated"
LOADED_ROUNDS: Final = 0.05
"""How many of the rounds have a loaded wall, so that what is rare is seen in a few hundred games."""


def play_game(ruleset: Ruleset, seed: int, *, with_wall: bool = False) -> GameLog:
    """The log of a legal game by chance alone, complete to its GameEnd; `with_wall`: each RoundStart has its wall."""
    switches = ruleset.switches
    rng = Random(seed)
    if switches.family is Family.SHENZHEN:
        return play_shenzhen(_header(ruleset, seed), switches, rng, LOADED_ROUNDS, with_wall=with_wall)
    geometry = wall_geometry(switches)
    game = GameLog(_header(ruleset, seed))
    match = Match(switches)
    by_choice: tuple[Aim | None, ...] = (None,) * switches.seats
    while not match.over:
        tiles = shuffled_tiles(switches, rng)
        load = loaded(tiles, switches, match.dealer, rng) if rng.random() < LOADED_ROUNDS else None
        if load is not None:
            tiles = load.tiles
        aims = by_choice if load is None else load.aims
        wall = Wall(tiles, switches)
        hands = wall.deal(match.dealer)
        start = RoundStart(
            match.wind,
            match.number,
            match.honba,
            match.deposits,
            match.dealer,
            match.scores,
            hands,
            (wall.indicator(),),
            tiles if with_wall else None,
        )
        events, outcome = play_round(switches, geometry, start, wall, aims, rng)
        match.advance(outcome)
        game.rounds.append(events)
    last: list[Event] = game.rounds[-1]
    last.append(match.result())
    return game


def play_games(ruleset: Ruleset, games: int, seed: int, *, with_wall: bool = False) -> Iterator[GameLog]:
    """The logs of `games` games. Each has a seed of its own, drawn from `seed`, which its game id shows in hex."""
    seeds = Random(seed)
    for _ in range(games):
        yield play_game(ruleset, seeds.getrandbits(48), with_wall=with_wall)


def _header(ruleset: Ruleset, seed: int) -> Header:
    return Header(
        game_id=f"{_stated(ruleset)}-{seed:012x}",
        seats=ruleset.switches.seats,
        platform=PLATFORM,
        variant=_stated(ruleset),
        overrides=_overrides(ruleset),
        players=tuple(Player(f"player-{seat}", f"Player {seat}") for seat in range(ruleset.switches.seats)),
        start_points=start_points(ruleset.switches),
    )


def _stated(ruleset: Ruleset) -> str:
    """The variant a log of these rules states: the preset, where the rules are called by what they change in it."""
    preset_name, plus, _ = ruleset.name.partition("+")
    return preset_name if plus and preset_name in PRESETS else ruleset.name


@lru_cache(maxsize=16)
def _overrides(ruleset: Ruleset) -> tuple[tuple[str, str], ...]:
    """What the ruleset changes in the preset that is stated."""
    stated = _stated(ruleset)
    if stated not in PRESETS:
        return ()
    plain = preset(stated)
    return tuple(
        (spec.name, ruleset.value(spec.name)) for spec in SPECS if ruleset.value(spec.name) != plain.value(spec.name)
    )
