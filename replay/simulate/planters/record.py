"""Faults of the record of the walls, WAL016 and WAL017; and in which games faults can be planted that a wall proves."""

import hashlib
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from replay.gamelog import Draw, Event, GameLog, HorseDraw, RoundStart, WallCommitment
from replay.judges.log import starts_at_the_beginning
from replay.ruleset.switches import Switches
from replay.seeds import SEED_BYTES, TENHOU, tenhou_walls
from replay.simulate.planters.scene import Edit, Scene, Way
from replay.table.wall_order import codes_of_ids
from replay.tiles import TEXT_OF

# The walls


def with_known_walls(code: str, game: GameLog, switches: Switches) -> GameLog | None:
    """The game as a fault of the code needs it: its walls proven by its seed, or recorded. None if nobody knows them.

    Faults of the record itself need it: then the walls of the seed are written down, and the seed is left out.
    """
    commitment = game.header.commitment
    seeded = commitment is not None and commitment.algorithm == TENHOU and bool(commitment.seed)
    if seeded and commitment is not None and starts_at_the_beginning(game):
        return _recorded(game, commitment.seed, switches) if code in WAYS else game
    return game if all(wall is not None for wall in _walls(game.rounds)) else None


def _recorded(game: GameLog, seed: str, switches: Switches) -> GameLog:
    rounds: list[list[Event]] = []
    walls = tenhou_walls(seed, switches.tiles)
    for events, ids in zip(game.rounds, islice(walls, len(game.rounds)), strict=True):
        start = events[0]
        assert isinstance(start, RoundStart)
        rounds.append([replace(start, wall=codes_of_ids(ids, switches)), *events[1:]])
    return GameLog(replace(game.header, commitment=None), rounds, game.remarks, game.failure)


def _walls(rounds: Sequence[Sequence[Event]]) -> list[tuple[int, ...] | None]:
    return [start.wall if isinstance(start := events[0], RoundStart) else None for events in rounds]


# WAL016


DIGEST: Final = "sha256"


def digest_of_others(scene: Scene) -> Iterator[Edit]:
    """The digest is that of other walls."""
    walls = _all_walls(scene)
    if walls:
        yield _committed(scene, scene.events, _commitment(scene, [*walls[1:], walls[0][::-1]]))


def salt_changed(scene: Scene) -> Iterator[Edit]:
    """The digest is that of the walls with another salt."""
    walls = _all_walls(scene)
    if walls:
        right = _commitment(scene, walls)
        yield _committed(scene, scene.events, replace(right, salt=right.salt[::-1] + "0"))


def wall_exchanged(scene: Scene) -> Iterator[Edit]:
    """After the digest was published, two tiles changed places that nobody drew."""
    walls = _all_walls(scene)
    unseen = _unseen_places(scene)
    if not walls or len(unseen) < 2:
        return
    wall = list(walls[0])
    one, other = scene.random.sample(unseen, 2)
    if wall[one] != wall[other]:
        wall[one], wall[other] = wall[other], wall[one]
        events = scene.replaced(0, replace(scene.start, wall=tuple(wall)))
        yield _committed(scene, events, _commitment(scene, walls))


def seed_unusable(scene: Scene) -> Iterator[Edit]:
    """The seed is cut off."""
    if scene.opens:
        seed = scene.random.randbytes(SEED_BYTES - 4 * scene.random.randrange(1, 9))
        yield _committed(scene, scene.events, WallCommitment(TENHOU, seed=b64encode(seed).decode()))


def seed_of_another_game(scene: Scene) -> Iterator[Edit]:
    """The seed is that of other walls."""
    if scene.opens:
        seed = b64encode(scene.random.randbytes(SEED_BYTES)).decode()
        yield _committed(scene, scene.events, WallCommitment(TENHOU, seed=seed))


def _all_walls(scene: Scene) -> list[tuple[int, ...]]:
    """The recorded walls of the game, where its first round is the scene; else none."""
    if not scene.opens:
        return []
    walls = _walls([scene.events, *scene.later])
    return [wall for wall in walls if wall is not None] if None not in walls else []


def _commitment(scene: Scene, walls: Sequence[tuple[int, ...]]) -> WallCommitment:
    """What commits to these walls: mpsz text, a line a round, after a salt."""
    salt = f"{scene.random.getrandbits(64):016x}"
    text = salt + "\n".join("".join(TEXT_OF[code] for code in wall) for wall in walls)
    return WallCommitment(DIGEST, digest=hashlib.new(DIGEST, text.encode()).hexdigest(), salt=salt)


def _committed(scene: Scene, events: list[Event], commitment: WallCommitment) -> Edit:
    return Edit(list(events), 0, None, commitment=commitment)


def _unseen_places(scene: Scene) -> list[int]:
    """Places of the wall that nothing is taken from, from whichever end replacements are."""
    drawn = sum(isinstance(event, (Draw, HorseDraw)) for event in scene.events)
    dealt = sum(map(len, scene.start.hands))
    return list(range(MOST_DEAD, len(scene.start.wall or ()) - dealt - drawn))


MOST_DEAD: Final = 18
"""Places from the break on that replacements and indicators may take, whatever the variant."""


# WAL017


def another_tile_in_the_wall(scene: Scene) -> Iterator[Edit]:
    """The recorded wall holds one tile once too often, instead of another."""
    if scene.start.wall is not None:
        place = scene.random.randrange(len(scene.start.wall))
        held = [code for code, limit in enumerate(scene.wall.limits) if limit and code != scene.start.wall[place]]
        yield _with_wall_tile(scene, place, scene.random.choice(held))


def foreign_tile_in_the_wall(scene: Scene) -> Iterator[Edit]:
    """The recorded wall holds a tile that is not of the set."""
    foreign = [code for code, limit in enumerate(scene.wall.limits) if not limit]
    if scene.start.wall is not None and foreign:
        place = scene.random.randrange(len(scene.start.wall))
        yield _with_wall_tile(scene, place, scene.random.choice(foreign))


def _with_wall_tile(scene: Scene, place: int, tile: int) -> Edit:
    wall = scene.start.wall or ()
    return Edit(scene.replaced(0, replace(scene.start, wall=(*wall[:place], tile, *wall[place + 1 :]))), 0, None)


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "WAL016": (digest_of_others, salt_changed, wall_exchanged, seed_unusable, seed_of_another_game),
    "WAL017": (another_tile_in_the_wall, foreign_tile_in_the_wall),
}
"""The ways of each code."""
