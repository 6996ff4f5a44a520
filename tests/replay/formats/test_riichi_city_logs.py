"""The genuine Riichi City records there are: read whole, proven by their walls, without a finding; faults are found."""

import json
import random
import tarfile
from collections import Counter
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final

import pytest

from auditor.wire import decode_game, encode_game
from replay.catalogue import CATALOGUE
from replay.engine import audit
from replay.findings import Code, Finding
from replay.formats.riichi_city import looks_like, read
from replay.gamelog import FuritenFlag, GameLog, LogError, Offer, RoundStart, Win
from replay.judges import furiten_flags, offers
from replay.ruleset.choose import choose
from replay.ruleset.ruleset import Ruleset
from replay.simulate.plant import faults_found, impossible, plant_fault
from replay.tiles import TEXT_OF

LOGS = Path(__file__).parents[4] / "shared" / "logs"


@cache
def sources() -> tuple[str, ...]:
    """The texts of the records. Skips when they are not there."""
    path = LOGS / "others.tar.gz"
    if not path.exists():
        pytest.skip("others.tar.gz is not in ../shared/logs")
    found = []
    with tarfile.open(path) as members:
        for member in members:
            content = members.extractfile(member)
            if content is not None and "riichi_city" in member.name.split("/") and member.name.endswith(".json"):
                found.append(content.read().decode())
    return tuple(sorted(found))


def game_of(text: str) -> GameLog:
    assert looks_like(text[:4096])
    return read(text, sha256(text.encode()).hexdigest())


def rules_of(game: GameLog) -> Ruleset:
    return choose(game.header, None, None, ())


def findings_of(game: GameLog) -> tuple[Finding, ...]:
    return tuple(audit(game, rules_of(game)).findings)


def test_they_are_read_whole() -> None:
    games = [game_of(text) for text in sources()]
    assert [game.failure for game in games] == [None] * 4
    assert sorted(len(game.rounds) for game in games) == [8, 9, 11, 17]
    assert {game.header.variant for game in games} == {"riichi-city-sanma"}
    assert {game.header.start_points for game in games} == {50_000}
    assert all(game.header.played_at.startswith("2022-10-09T") for game in games)
    assert Counter(type(event).__name__ for game in games for events in game.rounds for event in events) == {
        "RoundStart": 45,
        "Draw": 1512,
        "Discard": 1428,
        "Offer": 395,
        "North": 117,
        "Pon": 53,
        "Kan": 7,
        "Indicator": 7,
        "Riichi": 41,
        "RiichiAccepted": 38,
        "Win": 41,
        "RoundDrawn": 4,
        "GameEnd": 4,
    }
    offered = Counter(
        kind.value
        for game in games
        for events in game.rounds
        for event in events
        if isinstance(event, Offer)
        for kind in event.kinds
    )
    assert offered == {
        "pon": 161,
        "north": 134,
        "riichi": 65,
        "ron": 23,
        "tsumo": 18,
        "open_kan": 11,
        "concealed_kan": 5,
    }


def test_there_is_no_finding() -> None:
    for text in sources():
        game = game_of(text)
        assert findings_of(game) == ()


def test_every_commitment_is_kept() -> None:
    kept = 0
    for text in sources():
        for events in game_of(text).rounds:
            start = events[0]
            assert isinstance(start, RoundStart)
            assert start.wall is not None
            assert start.commitment is not None
            written = "".join(TEXT_OF[code] for code in reversed(start.wall))
            kept += sha256(written.encode()).hexdigest() == start.commitment.digest
    assert kept == 45


def test_a_written_game_has_the_same_findings() -> None:
    for text in sources():
        game = game_of(text)
        again = decode_game(encode_game(game))
        assert (again.header, again.rounds) == (game.header, game.rounds)
        assert findings_of(again) == ()


def test_another_wall_than_the_one_committed_to() -> None:
    record = json.loads(sources()[0])
    wall = record["handRecord"][2]["handCardEncode"]
    # The last two tiles are the first replacements: nothing else in the record shows them.
    record["handRecord"][2]["handCardEncode"] = wall[:-4] + wall[-2:] + wall[-4:-2]
    game = game_of(json.dumps(record))
    assert wall[-4:-2] != wall[-2:]
    assert "WAL016" in {finding.code.id for finding in findings_of(game)}


def test_an_offer_that_was_not_made() -> None:
    found: Counter[str] = Counter()
    for text in sources():
        game = game_of(text)
        rng = Random(3)
        places = [
            (round_index, index)
            for round_index, events in enumerate(game.rounds)
            for index, event in enumerate(events)
            if isinstance(event, Offer)
        ]
        for round_index, index in rng.sample(places, 12):
            rounds = [list(events) for events in game.rounds]
            del rounds[round_index][index]
            for finding in findings_of(GameLog(game.header, rounds)):
                assert finding.round_index == round_index
                found[finding.code.id] += 1
    # What was offered and done shows in what was done; what was offered and left shows only in the offer.
    assert set(found) <= {"CAL018", "CAL020", "NOR010", "RII013", "WIN017"}
    assert found["CAL018"] > 0


def test_points_that_moved_otherwise() -> None:
    for text in sources():
        record = json.loads(text)
        for index, one in enumerate(record["handRecord"]):
            entry = next(entry for entry in one["handEventRecord"] if entry["eventType"] == 5)
            data = json.loads(entry["data"])
            if data["end_type"] > 1:
                continue
            data["user_profit"][0]["point_profit"] += 100
            data["user_profit"][1]["point_profit"] -= 100
            entry["data"] = json.dumps(data)
            found = [(finding.code.id[:3], finding.round_index) for finding in findings_of(game_of(json.dumps(record)))]
            assert ("PAY", index) in found
            break


def bare(game: GameLog) -> GameLog:
    """The game without what the platform says of itself: an edited event would not fit its offers and its wall."""
    rounds = [
        [
            replace(event, commitment=None) if isinstance(event, RoundStart) else event
            for event in events
            if not isinstance(event, (Offer, FuritenFlag))
        ]
        for events in game.rounds
    ]
    return GameLog(replace(game.header, recorded_offers=()), rounds)


OF_THE_PLATFORM: Final = (*offers.CODES, *furiten_flags.CODES)
OF_THE_GAME: Final = tuple(code for code in CATALOGUE if code not in OF_THE_PLATFORM)


def plantable(code: str, rules: Ruleset) -> bool:
    """Whether the fault can be planted by these rules."""
    try:
        return impossible(code, rules) is None
    except ValueError:  # of Shenzhen alone, and planted there only
        return False


@pytest.mark.parametrize(("codes", "least"), [(OF_THE_GAME, 80), (OF_THE_PLATFORM, 10)])
def test_faults_planted_in_genuine_games_are_found(codes: tuple[Code, ...], least: int) -> None:
    games = [game_of(text) if codes is OF_THE_PLATFORM else bare(game_of(text)) for text in sources()]
    planted = 0
    for code in codes:
        game = games[planted % len(games)]
        if not plantable(code.id, rules_of(game)):
            continue
        fault = plant_fault(code.id, game, rules_of(game), Random(code.id))
        if fault is None:
            continue
        found = [
            (finding.code.id, finding.round_index, finding.event_index, finding.seat)
            for finding in faults_found(fault.game, rules_of(game))
        ]
        assert found == [(fault.code, fault.round_index, fault.event_index, fault.seat)], fault.way
        planted += 1
    assert planted >= least


def test_cut_off_anywhere() -> None:
    """Every text is refused or read up to the cut; each further round that was read is audited once."""
    text = min(sources(), key=len)
    whole = game_of(text)
    audited = 0
    for cut in range(0, len(text), len(text) // 400):
        if not looks_like(text[:cut]):
            with pytest.raises(LogError, match="not a Riichi City record"):
                read(text[:cut], "0" * 64)
            continue
        game = read(text[:cut], "0" * 64)
        assert game.failure is not None
        assert game.failure.reason == "the log is cut off"
        assert game.rounds == whole.rounds[: len(game.rounds)]
        if len(game.rounds) > audited:
            audited = len(game.rounds)
            assert [finding.code.id for finding in findings_of(game)] == ["LOG001"]
    assert audited == len(whole.rounds) - 1 or audited == len(whole.rounds)


def test_damaged_bytes() -> None:
    text = min(sources(), key=len)
    rng = random.Random(11)
    read_on = 0
    for _ in range(30):
        damaged = list(text)
        for _ in range(rng.randint(1, 4)):
            damaged[rng.randrange(len(text))] = rng.choice('0123456789{}[]",:x\\-. ')
        try:
            game = read("".join(damaged), "0" * 64)
        except LogError:
            continue
        if game.failure is None:
            read_on += 1
        if game.rounds:
            findings_of(game)
    assert read_on > 0


def test_a_win_states_what_it_was_paid() -> None:
    wins = [
        event for text in sources() for events in game_of(text).rounds for event in events if isinstance(event, Win)
    ]
    assert all(win.yaku and win.han and win.fu and win.points and win.deltas and win.hand for win in wins)
    # Ura indicators are shown for winners in riichi, and only for them.
    riichi = [{yaku.name for yaku in win.yaku or ()} & {"riichi", "double_riichi"} != set() for win in wins]
    assert [win.ura_indicators is not None for win in wins] == riichi
