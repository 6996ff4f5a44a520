"""One fault is planted in a legal game, in every way there is: the engine finds it, once, where it belongs, alone."""

import tarfile
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final

import pytest

from auditor.wire import decode_game, encode_game
from replay.formats.tenhou_xml import read
from replay.gamelog import GameLog
from replay.ruleset.choose import choose
from replay.ruleset.loader import preset
from replay.ruleset.ruleset import Ruleset
from replay.simulate.plant import (
    PROVEN_BY_WALLS,
    FaultRow,
    Planted,
    fault_table,
    faults_found,
    impossible,
    plant_by,
    plant_fault,
)
from replay.simulate.planters import (
    call_rights,
    calls,
    deposits,
    indicators,
    kans,
    north,
    possession,
    proof,
    record,
    riichi,
    turn,
    wall,
)
from replay.simulate.planters.scene import Way
from replay.simulate.play import play_game
from tests.replay.simulate.physical_tiles import WAYS as PHYSICAL_WAYS
from tests.replay.simulate.physical_tiles import Way as PhysicalWay
from tests.replay.simulate.physical_tiles import plant as plant_text

LOGS = Path(__file__).parents[4] / "shared" / "logs"
PRESETS: Final = ("tenhou-sanma", "tenhou", "kansai", "kansai-north-red", "riichi-city-sanma")
ARCHIVES: Final = {"tenhou-sanma": "tenhou3p.tar.gz", "tenhou": "tenhou4p.tar.gz"}
REAL_GAMES: Final = 40
SIMULATED_GAMES: Final = 14
SEEDS: Final = {"tenhou-sanma": 3, "tenhou": 3, "kansai": 1, "kansai-north-red": 1, "riichi-city-sanma": 1}
"""Faults planted in each way in the games of each source; a second look at Kansai rules takes long."""

WAYS: Final[dict[str, tuple[Way, ...]]] = {
    **wall.WAYS,
    **indicators.WAYS,
    **proof.WAYS,
    **record.WAYS,
    **turn.WAYS,
    **possession.WAYS,
    **calls.WAYS,
    **call_rights.WAYS,
    **kans.WAYS,
    **north.WAYS,
    **riichi.WAYS,
    **deposits.WAYS,
}


def _possible_ways(variants: Iterable[str]) -> list[tuple[str, str, Way]]:
    """Variant, code and way."""
    return [
        (variant, code, way)
        for variant in variants
        for code, ways in sorted(WAYS.items())
        if impossible(code, preset(variant)) is None
        for way in ways
    ]


def _name(value: object) -> str:
    if isinstance(value, str):
        return value
    return getattr(value, "__qualname__", str(value)).partition(".")[0]


@lru_cache(maxsize=2)
def texts(variant: str) -> tuple[str, ...]:
    """Some genuine logs. Skips when the archive is not there."""
    path = LOGS / ARCHIVES[variant]
    if not path.exists():
        pytest.skip(f"{path.name} is not in ../shared/logs")
    found: list[str] = []
    with tarfile.open(path) as members:
        for member in members:
            content = members.extractfile(member)
            if content is not None and member.name.endswith(".xml"):
                found.append(content.read().decode())
    return tuple(Random(1).sample(found, min(REAL_GAMES, len(found))))


@lru_cache(maxsize=8)
def games(source: str, variant: str) -> tuple[GameLog, ...]:
    """Games without a finding, their walls known."""
    if source == "simulated":
        return tuple(play_game(preset(variant), seed, with_wall=True) for seed in range(SIMULATED_GAMES))
    real = [read(text, sha256(text.encode()).hexdigest()) for text in texts(variant)]
    return tuple(game for game in real if not faults_found(game, rules_of(game)))


def rules_of(game: GameLog) -> Ruleset:
    return choose(game.header, None, None, ())


def found_places(game: GameLog) -> list[tuple[str, int | None, int | None, int | None]]:
    return [
        (finding.code.id, finding.round_index, finding.event_index, finding.seat)
        for finding in faults_found(game, rules_of(game))
    ]


def label(planted: Planted) -> tuple[str, int | None, int | None, int | None]:
    return planted.code, planted.round_index, planted.event_index, planted.seat


@pytest.mark.parametrize(
    ("source", "variant", "code", "way"),
    [
        *(("simulated", *one) for one in _possible_ways(PRESETS)),
        *(("real", *one) for one in _possible_ways(ARCHIVES)),
    ],
    ids=_name,
)
def test_a_planted_fault_is_found_once_and_alone(source: str, variant: str, code: str, way: Way) -> None:
    random = Random(f"{code} {_name(way)}")
    left = SEEDS[variant]
    for game in games(source, variant):
        planted = plant_by(way, code, game, rules_of(game), random)
        if planted is not None:
            assert found_places(planted.game) == [label(planted)], planted.way
            assert decode_game(encode_game(planted.game)) == planted.game, planted.way
            left -= 1
            if not left:
                break


@pytest.mark.parametrize("variant", PRESETS)
@pytest.mark.parametrize("code", sorted(WAYS))
def test_every_code_finds_a_place_in_simulated_games(variant: str, code: str) -> None:
    rules = preset(variant)
    if impossible(code, rules) is not None:
        with pytest.raises(ValueError, match="cannot be planted"):
            plant_fault(code, games("simulated", variant)[0], rules, Random(1))
        return
    random = Random(code)
    planted = [plant_fault(code, game, rules, random) for game in games("simulated", variant)]
    assert any(fault is not None for fault in planted)


@pytest.mark.parametrize("variant", ARCHIVES)
def test_every_way_finds_a_place(variant: str) -> None:
    """In simulated or genuine games; the few that need a rare situation are named."""
    pool = [*games("simulated", variant), *games("real", variant)]
    without = {
        _name(way)
        for _, code, way in _possible_ways((variant,))
        if not any(plant_by(way, code, game, rules_of(game), Random(2)) for game in pool)
    }
    rare = {"added_kan_on_empty_wall", "indicator_before_rinshan", "kan_lost", "deposit_of_won_discard"}
    not_of_the_variant = {
        "tenhou-sanma": {"chi_before_pon"},
        "tenhou": {"north_after_riichi", "indicator_for_north", "foreign_tile_in_the_wall"},
    }
    assert without <= rare | not_of_the_variant[variant]


@pytest.mark.parametrize("variant", PRESETS)
def test_simulated_games_are_legal(variant: str) -> None:
    assert [faults_found(game, preset(variant)) for game in games("simulated", variant)] == [[]] * SIMULATED_GAMES


def test_the_game_itself_is_not_changed() -> None:
    game = games("simulated", "tenhou-sanma")[0]
    before = repr(game)
    for code in sorted(WAYS):
        if impossible(code, preset("tenhou-sanma")) is None:
            plant_fault(code, game, preset("tenhou-sanma"), Random(3))
    assert repr(game) == before


def test_the_same_seed_plants_the_same_fault() -> None:
    rules = preset("tenhou")
    game = games("simulated", "tenhou")[0]
    assert plant_fault("TRN001", game, rules, Random(4)) == plant_fault("TRN001", game, rules, Random(4))


def test_a_planted_game_states_no_wall_but_where_the_wall_proves_the_fault() -> None:
    rules = preset("tenhou")
    planted = plant_fault("TRN001", play_game(rules, 1, with_wall=True), rules, Random(5))
    assert planted is not None
    assert planted.game.header.commitment is None
    assert all(getattr(events[0], "wall", None) is None for events in planted.game.rounds)
    planted = plant_fault("WAL013", play_game(rules, 1, with_wall=True), rules, Random(5))
    assert planted is not None
    assert all(getattr(events[0], "wall", None) is not None for events in planted.game.rounds)


def test_what_a_wall_proves_is_planted_where_the_walls_are_known() -> None:
    rules = preset("tenhou")
    for code in sorted(PROVEN_BY_WALLS):
        assert plant_fault(code, play_game(rules, 1), rules, Random(5)) is None


def test_a_record_at_fault_replaces_a_seed() -> None:
    game = games("real", "tenhou-sanma")[0]
    assert game.header.commitment is not None
    planted = plant_fault("WAL017", game, rules_of(game), Random(5))
    assert planted is not None
    assert planted.game.header.commitment is None
    assert all(getattr(events[0], "wall", None) is not None for events in planted.game.rounds)


@pytest.mark.parametrize(
    ("code", "variant", "reason"),
    [
        ("WAL005", "tenhou", "copy of a tile"),
        ("LOG004", "tenhou", "source of a log"),
        ("WAL002", "tenhou", "holds every tile"),
        ("WAL014", "shenzhen", "no indicators"),
        ("CAL001", "tenhou-sanma", "no chi"),
        ("CAL006", "kansai", "may be discarded"),
        ("WAL008", "kansai", "no indicator waits"),
        ("CAL002", "tenhou", "there is a chi"),
        ("NOR001", "tenhou", "no North"),
        ("NOR002", "tenhou-sanma", "may be set aside"),
    ],
)
def test_what_cannot_be_planted_says_why(code: str, variant: str, reason: str) -> None:
    assert reason in (impossible(code, preset(variant)) or "")


def test_without_ura_dora_none_is_changed() -> None:
    assert (
        impossible("WAL015", preset("tenhou").with_switch("ura_dora", "false", "test")) == "there are no ura indicators"
    )


def test_nobody_plants_an_unknown_code() -> None:
    with pytest.raises(ValueError, match="no way to plant XYZ001"):
        impossible("XYZ001", preset("tenhou"))


def test_the_fault_table_counts_what_became_of_the_faults() -> None:
    rows = fault_table(games("simulated", "tenhou-sanma")[:4], preset("tenhou-sanma"), 2, 1)
    by_code = {row.code: row for row in rows}
    assert sorted(row.code for row in rows if row.code in WAYS) == sorted(WAYS)
    assert by_code["TRN001"] == FaultRow("TRN001", 2, 2, 0, 0, 0, None)
    assert by_code["CAL001"].impossible == "there is no chi"
    assert [row for row in rows if row.code in WAYS and (row.found != row.planted or row.missed)] == []


@pytest.mark.parametrize("variant", ARCHIVES)
@pytest.mark.parametrize(("name", "way"), PHYSICAL_WAYS, ids=[name for name, _ in PHYSICAL_WAYS])
def test_a_wrong_tile_number_is_found_once_and_alone(variant: str, name: str, way: PhysicalWay) -> None:
    """WAL005, and TRN005 where only the number of the tile tells."""
    random = Random(name)
    planted = [plant_text(way, text, random) for text in texts(variant)]
    assert any(fault is not None for fault in planted)
    for fault in planted:
        if fault is not None:
            game = read(fault.text, "0" * 64)
            assert found_places(game) == [(fault.code, fault.round_index, fault.event_index, fault.seat)]
