"""Simulated games written as Mahjong Soul records and read back: every event comes again, and nothing is found."""

from dataclasses import replace
from random import Random
from typing import Final

import pytest

from replay.formats.majsoul import read
from replay.gamelog import Discard, Event, GameLog, Kan, RoundDrawn, RoundStart, Win
from replay.ruleset.loader import preset
from replay.ruleset.ruleset import Ruleset
from replay.simulate.plant import WAYS, faults_found, impossible, plant_by
from replay.simulate.play import play_game
from replay.simulate.recording import with_offers
from tests.replay.formats.majsoul_of import entries_of, head_of
from tests.replay.formats.majsoul_texts import DIGEST, json_text, wire

VARIANTS: Final = ("majsoul", "majsoul-sanma")
GAMES: Final = 40
SEEN: Final = {
    "Chi",
    "Pon",
    "Kan",
    "North",
    "Riichi",
    "RiichiAccepted",
    "Indicator",
    "Win",
    "RoundDrawn",
    "GameEnd",
    "Offer",
    "FuritenFlag",
}


def written(game: GameLog) -> GameLog:
    return read(json_text(entries_of(game), head=head_of(game)).encode(), DIGEST)


def comparable_round(events: list[Event]) -> list[Event]:
    """The events, the first discard without whether it is the tile drawn."""
    first = next((place for place, event in enumerate(events) if isinstance(event, Discard)), -1)
    return [
        replace(event, drawn=False) if place == first and isinstance(event, Discard) else comparable(event)
        for place, event in enumerate(events)
    ]


def comparable(event: Event) -> Event:
    """The event without what a record does not state, or states in another order."""
    if isinstance(event, RoundStart):
        return replace(event, hands=tuple(tuple(sorted(hand)) for hand in event.hands))
    if isinstance(event, Win):
        yaku = tuple(sorted(event.yaku or (), key=lambda one: one.name))
        hand = tuple(sorted(event.hand))
        return replace(event, hand=hand, yaku=yaku, fu=event.fu or None, liable=None)
    if isinstance(event, Kan):
        return replace(event, tiles=tuple(sorted(event.tiles)))
    if isinstance(event, RoundDrawn):
        if event.tenpai is None:
            return replace(event, seat=None, hands=None, deltas=None)
        return replace(event, hands=event.hands if any(event.hands or ()) else None)
    return event


@pytest.mark.parametrize("offers", [False, True])
@pytest.mark.parametrize("variant", VARIANTS)
def test_games_come_back(variant: str, offers: bool) -> None:
    rules = preset(variant)
    seen = set()
    for seed in range(GAMES):
        game = play_game(rules, seed, with_wall=True)
        if offers:
            game = with_offers(game, rules)
        again = written(game)
        assert again.failure is None
        assert again.remarks == []
        for found, right in zip(again.rounds, game.rounds, strict=True):
            assert comparable_round(found) == comparable_round(right), seed
        assert faults_found(again, rules) == [], seed
        seen |= {type(event).__name__ for events in again.rounds for event in events}
    missing = {"Chi"} if variant == "majsoul-sanma" else {"North"}
    assert SEEN - seen == missing | (set() if offers else {"Offer", "FuritenFlag"})


@pytest.mark.parametrize("variant", VARIANTS)
def test_bytes_hold_the_same(variant: str) -> None:
    for seed in range(5):
        game = with_offers(play_game(preset(variant), seed, with_wall=True), preset(variant))
        entries = entries_of(game)
        for layout in ("actions", "records"):
            from_bytes = read(wire(entries, layout=layout), DIGEST)
            from_json = read(json_text(_within_schema(entries), layout=layout).encode(), DIGEST)
            assert from_bytes.rounds == from_json.rounds
            assert from_bytes.header == from_json.header


def _within_schema(entries: list) -> list:  # type: ignore[type-arg]
    """Without flags where protobuf has no field for them: on kans and Norths."""
    apart = ("RecordAnGangAddGang", "RecordBaBei", "RecordNewRound")
    return [
        (name, {key: value for key, value in data.items() if key != "zhenting"} if name in apart else data)
        for name, data in entries
    ]


@pytest.mark.parametrize(("variant", "least"), [("majsoul", 80), ("majsoul-sanma", 80)])
def test_planted_faults_survive_the_record(variant: str, least: int) -> None:
    """A fault that a record can state comes back and is found at its place; of so many codes there is one."""
    rules = preset(variant)
    games = [play_game(rules, seed, with_wall=True) for seed in range(GAMES // 2)]
    survived = set()
    for code in sorted(WAYS):
        if impossible(code, rules) is not None:
            continue
        for way in WAYS[code]:
            random = Random(f"{code} {way.__qualname__}")
            planted = next((one for game in games if (one := plant_by(way, code, game, rules, random))), None)
            if planted is None:
                continue
            again = _read_back(planted.game)
            if again is None:
                continue
            label = [(code, planted.round_index, planted.event_index)]
            known = GameLog(again.header, list(map(comparable_round, planted.game.rounds)))
            if places(known, rules) == label:  # else it lies in what no record states
                assert places(again, rules) == label, way.__qualname__
                survived.add(code)
    assert len(survived) >= least


def places(game: GameLog, rules: Ruleset) -> list[tuple[str, int | None, int | None]]:
    return [(found.code.id, found.round_index, found.event_index) for found in faults_found(game, rules)]


def _read_back(game: GameLog) -> GameLog | None:
    """The game read back from its record, None where no record states all of it."""
    try:
        entries = entries_of(game)
    except (AssertionError, KeyError, ValueError):
        return None
    again = read(json_text(entries, head=head_of(game)).encode(), DIGEST)
    if again.failure is not None or len(again.rounds) != len(game.rounds):
        return None
    same = all(
        comparable_round(found) == comparable_round(right)
        for found, right in zip(again.rounds, game.rounds, strict=True)
    )
    return again if same else None
