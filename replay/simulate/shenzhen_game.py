"""Whole Shenzhen games, legal and random, from equal money to the first player who cannot go on (RULES §4)."""

from dataclasses import replace
from random import Random
from typing import Final

from replay.gamelog import Event, GameEnd, GameLog, Header, RoundStart
from replay.ruleset.switches import EastAfterDraw, Switches
from replay.settlement.placing import placement
from replay.settlement.shenzhen import Stakes
from replay.simulate.plans import Aim, choose_plan, plan_for
from replay.simulate.policy import Player
from replay.simulate.position import Position
from replay.simulate.shenzhen import Outcome, Record, Round
from replay.simulate.themes import loaded
from replay.simulate.wall import Wall, shuffled_tiles
from replay.table.wall import WallGeometry, wall_geometry

STAKES: Final = (Stakes(1, 2), Stakes(5, 10), Stakes(50, 100))
CASH: Final = (4, 12)
"""How many times Y everybody starts with, at least and at most."""
NO_OPENING: Final = -1


def play_shenzhen(header: Header, switches: Switches, rng: Random, loaded_rounds: float, *, with_wall: bool) -> GameLog:
    """The log of a legal game by chance alone, complete to its GameEnd; `loaded_rounds`: how many walls are loaded."""
    stakes = STAKES[rng.randrange(len(STAKES))]
    start = stakes.y * rng.randint(*CASH) if switches.start_points is None else switches.start_points
    game = GameLog(replace(header, start_points=start, stake_x=stakes.x, stake_y=stakes.y))
    geometry = wall_geometry(switches)
    records = list(Record)
    record = records[rng.randrange(len(records))]
    cash: tuple[int, ...] = (start,) * switches.seats
    east = 0
    while min(cash) >= stakes.to_play_on:
        tiles = shuffled_tiles(switches, rng)
        load = loaded(tiles, switches, east, rng) if rng.random() < loaded_rounds else None
        aims: tuple[Aim | None, ...] = (None,) * switches.seats
        if load is not None:
            tiles, aims = load.tiles, load.aims
        wall = Wall(tiles, switches)
        hands = wall.deal(east)
        shown = tiles if with_wall else None
        begin = RoundStart(0, len(game.rounds) + 1, 0, 0, east, cash, hands, (), shown)
        events, outcome = _play_round(switches, geometry, begin, wall, aims, stakes, record, rng)
        game.rounds.append(events)
        cash = outcome.cash
        if outcome.winner is not None:
            east = outcome.winner
        elif switches.east_after_draw is EastAfterDraw.PASSES:
            east = (east + 1) % switches.seats
    if game.rounds:
        game.rounds[-1].append(GameEnd(cash, placement(cash, switches.ties)))
    return game


def _play_round(
    switches: Switches,
    geometry: WallGeometry,
    start: RoundStart,
    wall: Wall,
    aims: tuple[Aim | None, ...],
    stakes: Stakes,
    record: Record,
    rng: Random,
) -> tuple[list[Event], Outcome]:
    """The events of the round, RoundStart first, and its outcome. The wall has been dealt from already."""
    position = Position(switches, geometry, start, wall)
    position.table.stakes = stakes
    players: list[Player] = []
    for seat, holder in enumerate(position.table.seats):
        aim = aims[seat]
        counts = holder.counts()
        plan = choose_plan(counts, (), rng) if aim is None else plan_for(aim, counts, ())
        players.append(Player(seat, plan, rng, NO_OPENING))
    return position.table.events, Round(position, players, record, rng).play()
