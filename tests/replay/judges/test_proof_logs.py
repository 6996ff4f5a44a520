"""Every genuine Tenhou log with a seed is proven by it, and a swap of two legal draws in it is found."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

import pytest

from replay.engine import audit
from replay.findings import Docket, Severity
from replay.gamelog import Discard, Draw, Event, GameLog
from replay.judges.proof import CODES, known_walls
from replay.ruleset.choose import choose
from replay.ruleset.ruleset import Ruleset
from replay.seeds import TENHOU
from tests.replay.formats.test_tenhou_logs import logs

SEEDED: Final = {"tenhou3p.tar.gz": 252, "tenhou4p.tar.gz": 559}
OF_THE_PROOF: Final = {code.id for code in CODES}
SWAPPED_EVERY: Final = 8  # in every so many games: an audit takes a while


def rules_of(game: GameLog) -> Ruleset:
    return choose(game.header, None, None, ())


def found(game: GameLog) -> list[tuple[str, int | None, int | None]]:
    return [
        (finding.code.id, finding.round_index, finding.event_index)
        for finding in audit(game, rules_of(game)).findings
        if finding.severity is not Severity.NOTICE
    ]


def algorithm_of(game: GameLog) -> str:
    return game.header.commitment.algorithm if game.header.commitment is not None else ""


@dataclass
class Swap:
    game: GameLog
    round_index: int
    event_index: int


def swaps(game: GameLog, random: Random) -> Iterator[Swap]:
    """Two tiles that were discarded as they were drawn, with nobody claiming either, change places."""
    index = random.randrange(len(game.rounds))
    events = list(game.rounds[index])
    pairs = [place for place in range(1, len(events) - 2) if _is_passing(events[place : place + 3])]
    if len(pairs) < 2:
        return
    places = sorted(random.sample(pairs, 2))
    draws = [draw for place in places if isinstance(draw := events[place], Draw)]
    if draws[0].tile != draws[1].tile:
        for place, draw, tile in zip(places, draws, (draws[1].tile, draws[0].tile), strict=True):
            events[place] = Draw(draw.seat, tile, draw.replacement)
            events[place + 1] = Discard(draw.seat, tile, True)
        rounds = [*game.rounds[:index], events, *game.rounds[index + 1 :]]
        yield Swap(GameLog(game.header, rounds, game.remarks, game.failure), index, places[0])


def _is_passing(events: list[Event]) -> bool:
    draw, discard, following = events
    return isinstance(draw, Draw) and isinstance(discard, Discard) and discard.drawn and isinstance(following, Draw)


@pytest.mark.parametrize("archive", list(SEEDED))
def test_every_tile_of_the_genuine_logs_is_that_of_its_wall(archive: str) -> None:
    games = [game for game in logs(archive) if algorithm_of(game) == TENHOU]
    assert len(games) == SEEDED[archive]
    random = Random(3)
    swapped = 0
    for number, game in enumerate(games):
        docket = Docket()
        walls = known_walls(game, rules_of(game).switches, docket)
        assert docket.findings == []
        assert None not in walls
        assert len(walls) == len(game.rounds)
        there = found(game)
        assert [place for place in there if place[0] in OF_THE_PROOF] == []
        if number % SWAPPED_EVERY == 0 and not there:
            for swap in swaps(game, random):
                assert found(swap.game) == [("WAL013", swap.round_index, swap.event_index)]
                swapped += 1
    assert swapped > len(games) // SWAPPED_EVERY // 2


def test_older_seeds_are_not_read() -> None:
    """They are words in hexadecimal, and the indicators lie elsewhere."""
    older = [game for game in logs("tenhou4p.tar.gz") if algorithm_of(game) not in ("", TENHOU)]
    assert {algorithm_of(game) for game in older} == {"mt19937ar-sha512-n288"}
    assert len(older) == 2
    for game in older:
        assert set(known_walls(game, rules_of(game).switches, Docket())) == {None}
