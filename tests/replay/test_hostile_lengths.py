"""Logs that are no games, made to be slow: the time they take is bounded, whatever they repeat."""

import time
from dataclasses import replace

import pytest

from replay.engine import audit
from replay.gamelog import Event, GameLog, RoundStart, Win
from replay.judges.log import MOST_EVENTS
from replay.ruleset.loader import preset
from replay.simulate.play import play_game

SECONDS = 10
"""Processor time of an audit that takes less than one; without its bounds it takes minutes or never ends."""

# kansai-north has the most assumed switches, each of which is looked at again.
PLAYED = {name: play_game(preset(name), 3) for name in ("tenhou", "kansai-north", "shenzhen")}


def kinds(game: GameLog) -> dict[str, Event]:
    """One event of every kind that a game has."""
    return {type(event).__name__: event for events in game.rounds for event in events}


REPEATED = [(name, kind) for name, game in PLAYED.items() for kind in sorted(kinds(game)) if kind != "RoundStart"]


def long_round(name: str, events: list[Event]) -> GameLog:
    return replace(PLAYED[name], rounds=[[PLAYED[name].rounds[0][0], *events]])


@pytest.mark.parametrize(("name", "kind"), REPEATED)
def test_one_event_again_and_again(name: str, kind: str) -> None:
    event = kinds(PLAYED[name])[kind]
    begin = time.process_time()
    report = audit(long_round(name, [event] * (MOST_EVENTS - 1)), preset(name))
    assert time.process_time() - begin < SECONDS
    assert report.findings


@pytest.mark.parametrize("name", PLAYED)
def test_rounds_of_one_fault_each(name: str) -> None:
    start = PLAYED[name].rounds[0][0]
    begin = time.process_time()
    report = audit(replace(PLAYED[name], rounds=[[start]] * 400), preset(name))
    assert time.process_time() - begin < SECONDS
    assert report.findings


def test_a_round_longer_than_any_is_refused() -> None:
    event = kinds(PLAYED["tenhou"])["Draw"]
    report = audit(long_round("tenhou", [event] * MOST_EVENTS), preset("tenhou"))
    (found,) = report.findings
    assert found.code.id == "LOG001"
    assert found.message == "round 0 has 2001 events, where no round has 2000"


def test_honba_that_no_game_reaches() -> None:
    """What was paid instead is looked for among the honba that a game can have."""
    game = PLAYED["tenhou"]
    index, win = next(
        (index, event) for index, events in enumerate(game.rounds) for event in events if isinstance(event, Win)
    )
    start, *events = game.rounds[index]
    assert isinstance(start, RoundStart)
    assert win.deltas is not None
    wrong = replace(win, deltas=tuple(delta * 3 for delta in win.deltas))
    rounds = [[replace(start, honba=2**31 - 1), *(wrong if event is win else event for event in events)]]
    begin = time.process_time()
    report = audit(replace(game, rounds=rounds), preset("tenhou"))
    assert time.process_time() - begin < SECONDS
    assert {"PAY001", "PAY002", "PAY003"} & {finding.code.id for finding in report.findings}
