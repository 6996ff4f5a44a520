"""What a platform plays by is inferred from many games: the reading that explains all findings and brings no others."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from auditor.batch.audits import Outcome, Request
from auditor.batch.inference import Explained, Inference, inference_lines
from auditor.batch.items import Item, Skipped, Source
from auditor.batch.pool import results
from auditor.wire import write_paifu
from replay.gamelog import GameLog
from replay.ruleset.loader import preset
from replay.simulate.play import play_games
from tests.replay.test_kansai_alternatives import SEEDS, WRITTEN, Reading, game_of
from tests.replay.test_shenzhen_assumed import READINGS
from tests.replay.test_shenzhen_assumed import Reading as ShenzhenReading

NAME = "kansai-north-red"
GAMES = 12
SEED = 3


@cache
def games(switch: str = "", value: str = "") -> tuple[GameLog, ...]:
    """Games played by that reading, which the logs do not say."""
    rules = preset(NAME)
    played = play_games(rules.alternative(switch, value) if switch else rules, GAMES, SEED)
    return tuple(replace(game, header=replace(game.header, overrides=())) for game in played)


def sources(*logs: GameLog) -> Iterator[Item]:
    """A source a game, and something that is no log among them."""
    yield Skipped("readme.txt", "no reader recognises it")
    for number, log in enumerate(logs):
        yield Source("night.paifu", write_paifu([log]), "paifu", number)


def inferred(items: Iterator[Item], request: Request | None = None, jobs: int = 1) -> list[Explained]:
    request = request or Request(infer=True)
    inference = Inference()
    for result in results(inference.watched(items), request, jobs):
        if isinstance(result, Outcome):
            assert not result.crashes
            inference.take(result)
    found = inference.explained(request, jobs)
    assert not inference.crashes
    return found


@pytest.mark.parametrize(
    ("switch", "value"),
    [("tanyao_han", "[1, 1]"), ("honba_ron", "300"), ("tsumo_split", "even"), ("noten_pool", "3000")],
)
def test_the_reading_that_was_played_is_named_and_no_other(switch: str, value: str) -> None:
    (found,) = inferred(sources(*games(switch, value)))
    assert found.reading == (NAME, switch, value)
    assert found.fits
    assert found.findings == found.all_findings > 0
    assert 0 < found.games <= found.tried == GAMES
    assert (found.left, found.new) == (0, 0)
    heading, line = inference_lines([found])
    assert heading == "other readings of assumed switches:"
    assert line.startswith(f"  {NAME}: {switch} = {value} explains {found.findings} of {found.findings} errors and ")
    assert line.endswith(f" games; fits {GAMES} games it was tried on")


@pytest.mark.parametrize("reading", [pytest.param(reading, id="=".join(reading)) for reading in SEEDS])
def test_every_reading_is_named_by_a_game_in_which_it_shows(reading: Reading) -> None:
    game = game_of(reading, SEEDS[reading])
    log = replace(game, header=replace(game.header, overrides=()))
    fitting = {one.reading for one in inferred(sources(log)) if one.fits}
    assert (NAME, *reading) in fitting


@pytest.mark.parametrize("reading", [pytest.param(reading, id="=".join(reading)) for reading in WRITTEN])
def test_every_reading_is_named_by_a_round_in_which_it_shows(reading: Reading) -> None:
    told = WRITTEN[reading]
    request = Request(settings=tuple(told.settings.items()), infer=True)
    assert [one.reading for one in inferred(sources(told.situation().log), request)] == [(told.variant, *reading)]


@pytest.mark.parametrize("shown", READINGS, ids=lambda shown: f"{shown.switch}={shown.value}")
def test_every_reading_of_shenzhen_is_named_by_a_log_in_which_it_shows(shown: ShenzhenReading) -> None:
    fitting = {one.reading for one in inferred(sources(shown.situation().log)) if one.fits}
    assert ("shenzhen", shown.switch, shown.value) in fitting


def test_several_games_in_a_source_and_several_processes_make_no_difference() -> None:
    logs = games("noten_pool", "3000")
    one = inferred(sources(*logs))
    assert inferred(iter([Source("night.paifu", write_paifu(logs), "paifu")])) == one
    assert inferred(sources(*logs), jobs=2) == one


def test_games_played_otherwise_speak_against_it() -> None:
    """Also games in which nothing is found: under the other reading they would be wrong."""
    (found,) = inferred(sources(*games("honba_ron", "300"), *games()))
    assert not found.fits
    assert found.left == 0
    assert found.new > 0
    assert found.tried == 2 * GAMES
    assert inference_lines([found])[1].endswith(
        f"does not fit: {found.new} others appear in {2 * GAMES} games it was tried on"
    )


def test_where_nothing_hinges_nothing_is_inferred() -> None:
    assert inferred(sources(*games())) == []
    assert inference_lines([]) == ["no other reading of an assumed switch explains anything that was found"]


def test_a_switch_that_is_not_open_is_not_inferred() -> None:
    request = Request(settings=(("honba_ron", "200"),), infer=True)
    assert inferred(sources(*games("honba_ron", "300")), request) == []


def test_readings_of_several_variants_are_kept_apart() -> None:
    """The same logs, half of them audited as another variant's by what they state."""
    logs = games("noten_pool", "3000")
    other = [replace(log, header=replace(log.header, variant="kansai-north")) for log in games("noten_pool", "0")]
    found = inferred(sources(*logs, *other))
    fitting = {one.reading for one in found if one.fits}
    assert {(NAME, "noten_pool", "3000"), ("kansai-north", "noten_pool", "0")} <= fitting
    assert all(one.tried == GAMES for one in found)
