"""Looking things up, on both databases."""

from datetime import datetime, timedelta

import pytest
from sqlalchemy import Engine

from auditor.store.engine import WRITING
from auditor.store.queries import (
    FindingFilter,
    GameFilter,
    find_findings,
    find_games,
    game_ids_like,
    stored_log,
)
from auditor.store.writer import write_audits
from replay.gamelog import Player
from replay.ruleset.loader import load, preset
from tests.auditor.store.records import MIDNIGHT, game, record

SEATED = tuple(Player(f"id{seat}", name) for seat, name in enumerate(("Ann", "Bob", "Cy", "Dee")))


@pytest.fixture
def filled(store: Engine) -> Engine:
    """Five games, a minute apart; two of them faulty, two with players, one under other rules."""
    house = load('extends = "tenhou"\nname = "house"\n', "house.toml")
    records = [
        record(game(0)),
        record(game(1, faulty=True), minutes=1),
        record(game(2, players=SEATED), minutes=2),
        record(game(3, faulty=True, players=SEATED[::-1]), minutes=3, source="night/2.paifu"),
        record(game(4), minutes=4, rules=house),
    ]
    with store.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
        write_audits(connection, records, None)
    return store


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (GameFilter(), [4, 3, 2, 1, 0]),
        (GameFilter(game="game0001"), [1]),
        (GameFilter(player="Ann"), [3, 2]),
        (GameFilter(player="id3"), [3, 2]),
        (GameFilter(player="ann"), []),
        (GameFilter(variant="house"), [4]),
        (GameFilter(variant="tenhou", player="Bob"), [3, 2]),
        (GameFilter(since=datetime.fromisoformat("2026-11-27T03:00:00Z")), [4, 3]),
        (GameFilter(since=datetime.fromisoformat("2026-11-27T04:00:00+01:00")), [4, 3]),
    ],
)
def test_games(filled: Engine, wanted: GameFilter, found: list[int]) -> None:
    with filled.connect() as connection:
        assert [one.game_id for one in find_games(connection, wanted)] == [f"game{number:04}" for number in found]


def test_a_game_with_its_players_and_audit(filled: Engine) -> None:
    with filled.connect() as connection:
        (found,) = find_games(connection, GameFilter(game="game0003"))
    assert found.players == (("id3", "Dee"), ("id2", "Cy"), ("id1", "Bob"), ("id0", "Ann"))
    assert (found.variant, found.ruleset, found.source) == ("tenhou", preset("tenhou").digest, "night/2.paifu")
    assert (found.errors, found.warnings, found.notices) == (1, 0, 1)
    assert found.played_at == datetime.fromisoformat("2026-11-27T03:00:00Z")
    assert found.stored_at == found.audited_at == MIDNIGHT + timedelta(minutes=3)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (FindingFilter(), [(0, "LOG004"), (1, "LOG004"), (1, "TRN005"), (2, "LOG004"), (3, "LOG004"), (3, "TRN005")]),
        (FindingFilter(severity="error"), [(1, "TRN005"), (3, "TRN005")]),
        (FindingFilter(code="TRN005", player="Cy"), [(3, "TRN005")]),
        (FindingFilter(game="game0001"), [(1, "LOG004"), (1, "TRN005")]),
        (FindingFilter(since=MIDNIGHT + timedelta(minutes=2), code="TRN005"), [(3, "TRN005")]),
        (FindingFilter(code="WIN001"), []),
    ],
)
def test_findings(filled: Engine, wanted: FindingFilter, found: list[tuple[int, str]]) -> None:
    with filled.connect() as connection:
        listed = [(int(one.game_id[4:]), one.record.code) for one in find_findings(connection, wanted)]
    assert [one for one in listed if one[0] != 4] == found


def test_a_limit(filled: Engine) -> None:
    with filled.connect() as connection:
        assert len(list(find_games(connection, GameFilter(), 2))) == 2
        assert len(list(find_findings(connection, FindingFilter(), 3))) == 3


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("game0002", ["game0002"]),
        ("game000", ["game0000", "game0001", "game0002"]),
        ("game_", []),
        ("%", []),
        ("nothing", []),
    ],
)
def test_names_that_begin_so(filled: Engine, name: str, found: list[str]) -> None:
    with filled.connect() as connection:
        assert [game_id for _, game_id in game_ids_like(connection, name, 3)] == found


def test_a_digest_names_its_game(filled: Engine) -> None:
    with filled.connect() as connection:
        ((digest, game_id),) = game_ids_like(connection, "game0002", 2)
        assert game_ids_like(connection, digest[:12], 2) == [(digest, game_id)]
        assert [one.game_id for one in find_games(connection, GameFilter(game=digest))] == [game_id]


def test_the_rules_of_an_audit_are_read_back(filled: Engine) -> None:
    with filled.connect() as connection:
        (found,) = find_games(connection, GameFilter(game="game0004"))
        text = stored_log(connection, found.audit).ruleset
        assert text is not None
        assert load(text, "stored").digest == found.ruleset
        with pytest.raises(LookupError):
            stored_log(connection, "none")
