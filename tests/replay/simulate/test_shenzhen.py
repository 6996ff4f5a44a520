"""Simulated Shenzhen games: legal, varied, the same for the same seed, and readable from the wire."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import Final

import pytest

from auditor.wire import decode_game, encode_game
from replay.engine import audit
from replay.findings import Finding, Severity
from replay.gamelog import (
    Event,
    GameEnd,
    GameLog,
    HorseDraw,
    Kan,
    KongPayment,
    Offer,
    Pon,
    RoundDrawn,
    RoundStart,
    Win,
    WinDeclined,
)
from replay.ruleset.loader import preset
from replay.ruleset.ruleset import Ruleset
from replay.simulate.play import play_game, play_games
from replay.tiles import TEXT_OF

RULES: Final = preset("shenzhen")
GAMES: Final = 120
OF_EACH_READING: Final = 5


@lru_cache(maxsize=1)
def games() -> tuple[GameLog, ...]:
    return tuple(play_games(RULES, GAMES, 11))


def grave(game: GameLog, rules: Ruleset = RULES) -> list[Finding]:
    return [finding for finding in audit(game, rules).findings if finding.severity is not Severity.NOTICE]


def test_games_are_legal() -> None:
    assert [finding.message for game in games() for finding in grave(game)] == []


@pytest.mark.parametrize(
    ("switch", "value"), [(switch, value) for switch, values in RULES.assumed() for value in values]
)
def test_games_by_another_reading_are_legal_by_it(switch: str, value: str) -> None:
    rules = RULES.with_switch(switch, value, "test")
    found = [finding for game in play_games(rules, OF_EACH_READING, 5) for finding in grave(game, rules)]
    assert [finding.message for finding in found] == []


def test_everything_happens() -> None:
    seen: Counter[str] = Counter()
    for game in games():
        for events in game.rounds:
            for event in events:
                seen[type(event).__name__] += 1
                if isinstance(event, Kan):
                    seen[event.type.value] += 1
                elif isinstance(event, Win):
                    seen["self-drawn" if event.seat == event.from_seat else "on a discard"] += 1
                elif isinstance(event, HorseDraw):
                    seen["paid horse" if any(event.deltas) else "idle horse"] += 1
    assert {Offer.__name__, WinDeclined.__name__, RoundDrawn.__name__, KongPayment.__name__} <= set(seen)
    for what in ("concealed", "open", "added", "self-drawn", "on a discard", "paid horse", "idle horse"):
        assert seen[what] > 20, what


def test_money_is_neither_made_nor_lost() -> None:
    for game in games():
        assert game.header.start_points is not None
        for events in game.rounds:
            start = events[0]
            assert isinstance(start, RoundStart)
            assert sum(start.scores) == 4 * game.header.start_points


def test_a_game_ends_when_somebody_cannot_go_on() -> None:
    for game in games():
        last = game.rounds[-1][-1]
        assert isinstance(last, GameEnd)
        assert game.header.stake_y is not None
        assert min(last.scores) < 3 * game.header.stake_y


def test_a_seed_is_a_game() -> None:
    assert play_game(RULES, 5) == play_game(RULES, 5)
    assert play_game(RULES, 5) != play_game(RULES, 6)


def test_the_wire_carries_everything() -> None:
    for game in games()[:20]:
        assert decode_game(encode_game(game)) == game


def test_a_recorded_wall_proves_every_tile() -> None:
    for game in play_games(RULES, 8, 21, with_wall=True):
        assert grave(game) == []


def test_a_recorded_wall_convicts_another_horse() -> None:
    game = play_game(RULES, 1, with_wall=True)
    for index, events in enumerate(game.rounds):
        for place, event in enumerate(events):
            if isinstance(event, HorseDraw):
                start = events[0]
                assert isinstance(start, RoundStart)
                assert start.wall is not None
                alike = [tile for tile in start.wall if tile % 9 == event.tile % 9 and tile // 9 != event.tile // 9]
                other = next(tile for tile in alike if (tile < 27) == (event.tile < 27))
                events[place] = replace(event, tile=other)
                found = [(f.code.id, f.round_index, f.event_index, f.message) for f in grave(game)]
                seat = next(win.seat for win in events if isinstance(win, Win))
                due = TEXT_OF[event.tile]
                said = f"seat {seat} draws {TEXT_OF[other]}, the next tile of the wall is {due}"
                assert found == [("WAL013", index, place, said)]
                return
    raise AssertionError("no horse in this game")


LEFT_OUT: Final = (
    (Kan, {"PAY014"}),
    (KongPayment, {"PAY013"}),
    (HorseDraw, {"PAY016"}),
    (Win, {"END001", "PAY017"}),
    (RoundDrawn, {"END001"}),
    (Pon, {"TRN003", "TRN004"}),
)


@pytest.mark.parametrize(("kind", "codes"), LEFT_OUT, ids=[kind.__name__ for kind, _ in LEFT_OUT])
def test_what_is_left_out_is_one_finding(kind: type[Event], codes: set[str]) -> None:
    tried = 0
    for game in games()[:40]:
        for index, events in enumerate(game.rounds):
            place = next((place for place, event in enumerate(events) if isinstance(event, kind)), None)
            if place is None or tried == 40:
                continue
            tried += 1
            rounds = [list(other) for other in game.rounds[index : index + 2]]
            del rounds[0][place]
            found = [finding.code.id for finding in grave(GameLog(game.header, rounds))]
            assert len(found) == 1, (game.header.game_id, index, found)
            assert set(found) <= codes
    assert tried > 5
