"""``auditor simulate`` as an operator runs it."""

import json
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from auditor.cli.main import app
from auditor.wire import read_paifu
from replay.gamelog import GameLog, Kan, Offer, Pon, RoundStart
from replay.ruleset.loader import preset
from replay.simulate.play import play_games


def simulate(out: Path, *arguments: str) -> tuple[int, str]:
    """Exit status and everything printed."""
    done = CliRunner().invoke(app, ["simulate", *arguments, "--out", str(out)])
    return done.exit_code, done.output


def logs(path: Path) -> list[GameLog]:
    found = list(read_paifu(path.read_bytes()))
    assert all(isinstance(game, GameLog) for game in found)
    return [game for game in found if isinstance(game, GameLog)]


def test_the_file_holds_the_games(tmp_path: Path) -> None:
    out = tmp_path / "games.paifu"
    status, output = simulate(out, "--variant", "tenhou-sanma", "--games", "5", "--seed", "3")
    assert status == 0
    assert output.startswith("5 games, ")
    assert logs(out) == list(play_games(preset("tenhou-sanma"), 5, 3))


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    files = [tmp_path / f"{name}.paifu" for name in ("one", "two", "other")]
    for file, seed in zip(files, ("3", "3", "4"), strict=True):
        assert simulate(file, "--variant", "tenhou", "--games", "3", "--seed", seed)[0] == 0
    one, two, other = (file.read_bytes() for file in files)
    assert one == two
    assert one != other


def test_switches_and_walls(tmp_path: Path) -> None:
    out = tmp_path / "games.paifu"
    arguments = ("--variant", "tenhou", "--games", "2", "--seed", "3", "--set", "game_length=east", "--walls")
    assert simulate(out, *arguments)[0] == 0
    for game in logs(out):
        assert game.header.overrides == (("game_length", "east"),)
        assert all(isinstance(events[0], RoundStart) and events[0].wall is not None for events in game.rounds)
    assert CliRunner().invoke(app, ["audit", str(out)]).exit_code == 0


def test_planted_faults_are_labelled(tmp_path: Path) -> None:
    """The labels are the findings; the games without one are those of the seed."""
    out = tmp_path / "games.paifu"
    arguments = (
        "--variant",
        "tenhou-sanma",
        "--games",
        "20",
        "--seed",
        "3",
        "--plant",
        "TRN005=3",
        "--plant",
        "wal003=2",
    )
    assert simulate(out, *arguments)[0] == 0
    labels = [json.loads(line) for line in (tmp_path / "games.paifu.labels.jsonl").read_text().splitlines()]
    assert Counter(label["code"] for label in labels) == {"TRN005": 3, "WAL003": 2}
    places = [
        index for index, game in enumerate(logs(out)) if game.header.game_id in {one["game_id"] for one in labels}
    ]
    assert len(places) == 5
    assert places[-1] > 10  # not all at the beginning
    done = CliRunner().invoke(app, ["audit", str(out), "--output", "jsonl"])
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [{key: one[key] for key in labels[0]} for one in found if one["severity"] != "notice"] == labels
    for index, plain in enumerate(play_games(preset("tenhou-sanma"), 20, 3)):
        assert index in places or logs(out)[index] == plain


def test_faults_that_a_wall_proves(tmp_path: Path) -> None:
    """Of the draws, of the deal, and of the digest: that is a finding about the log as a whole."""
    out = tmp_path / "games.paifu"
    plants = ("--plant", "WAL012=1", "--plant", "WAL013=2", "--plant", "WAL016=1", "--plant", "TRN005=1")
    assert simulate(out, "--variant", "tenhou", "--games", "10", "--seed", "5", "--walls", *plants)[0] == 0
    labels = [json.loads(line) for line in (tmp_path / "games.paifu.labels.jsonl").read_text().splitlines()]
    assert Counter(label["code"] for label in labels) == {"WAL012": 1, "WAL013": 2, "WAL016": 1, "TRN005": 1}
    done = CliRunner().invoke(app, ["audit", str(out), "--output", "jsonl"])
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [{key: one[key] for key in labels[0]} for one in found if one["severity"] != "notice"] == labels
    without = CliRunner().invoke(app, ["audit", str(out), "--output", "jsonl", "--no-wall"])
    codes = [json.loads(line)["code"] for line in without.stdout.splitlines()]
    assert "TRN005" in codes
    assert [code for code in codes if code.startswith("WAL")] == []


def test_offers_and_the_faults_of_a_platform(tmp_path: Path) -> None:
    """Games without a fault record all that was shown; a fault of a platform is planted in one that does too."""
    out = tmp_path / "games.paifu"
    plants = ("--plant", "WIN017=1", "--plant", "FUR005=2", "--plant", "NOR010=1", "--plant", "TRN005=1")
    assert simulate(out, "--variant", "tenhou-sanma", "--games", "10", "--seed", "5", "--offers", *plants)[0] == 0
    labels = [json.loads(line) for line in (tmp_path / "games.paifu.labels.jsonl").read_text().splitlines()]
    assert Counter(label["code"] for label in labels) == {"WIN017": 1, "FUR005": 2, "NOR010": 1, "TRN005": 1}
    bare = {one["game_id"] for one in labels if one["code"] == "TRN005"}
    for game in logs(out):
        shown = game.header.game_id not in bare
        assert bool(game.header.recorded_offers) == game.header.furiten_flags == shown
        assert any(isinstance(event, Offer) for events in game.rounds for event in events) == shown
    done = CliRunner().invoke(app, ["audit", str(out), "--output", "jsonl"])
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [{key: one[key] for key in labels[0]} for one in found if one["severity"] != "notice"] == labels


def test_faults_that_find_no_place_are_told(tmp_path: Path) -> None:
    out = tmp_path / "games.paifu"
    arguments = ("--variant", "tenhou-sanma", "--games", "1", "--seed", "3", "--set", "riichi_points=900000")
    status, output = simulate(out, *arguments, "--plant", "RII011=1")
    assert status == 2
    assert "auditor: only 0 of 1 faults of RII011 found a place" in output
    assert len(logs(out)) == 1


@pytest.mark.parametrize(
    ("name", "arguments", "reason"),
    [
        ("a.paifu", ("--variant", "tenho"), "--variant tenho: there is no such preset; the nearest is tenhou"),
        ("a.paifu", ("--variant", "tenhou", "--set", "chi"), "--set chi: expected SWITCH=VALUE"),
        ("a.paifu", ("--variant", "tenhou", "--set", "chy=true"), "chi"),
        ("a.paifu", (), "--variant or --rules"),
        ("a.paifu", ("--variant", "tenhou", "--plant", "TRN005"), "--plant TRN005: expected CODE=N"),
        ("a.paifu", ("--variant", "tenhou", "--plant", "TRN005=0"), "expected CODE=N"),
        ("a.paifu", ("--variant", "tenhou", "--plant", "TRN05=1"), "the nearest is TRN005"),
        ("a.paifu", ("--variant", "tenhou", "--plant", "NOR001=1"), "no North may be set aside"),
        ("a.paifu", ("--variant", "tenhou", "--plant", "WAL013=1"), "only a wall proves this fault: add --walls"),
        ("a.paifu", ("--variant", "tenhou", "--plant", "TRN005=2"), "2 faults need as many games"),
        ("a.xml", ("--variant", "tenhou"), "expected a name that ends in .paifu"),
        ("none/a.paifu", ("--variant", "tenhou"), "No such file or directory"),
    ],
)
def test_refused_with_a_reason(tmp_path: Path, name: str, arguments: tuple[str, ...], reason: str) -> None:
    status, output = simulate(tmp_path / name, *arguments, "--games", "1", "--seed", "1")
    assert status == 2
    assert output.startswith("auditor: ")
    assert reason in output
    assert list(tmp_path.iterdir()) == []


def test_games_by_rules_without_a_name_state_the_preset_and_what_differs(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('extends = "kansai"\nnoten_pool = 3000\n', encoding="utf-8")
    out = tmp_path / "games.paifu"
    assert simulate(out, "--rules", str(tmp_path / "house.toml"), "--games", "2", "--seed", "1")[0] == 0
    for game in logs(out):
        assert game.header.variant == "kansai"
        assert game.header.overrides == (("noten_pool", "3000"),)
    done = CliRunner().invoke(app, ["audit", str(out)])
    assert done.exit_code == 0, done.output


def test_melds_of_the_wrong_size_are_found_in_the_file(tmp_path: Path) -> None:
    """The reader leaves them to the audit, which goes on after them: the games are whole."""
    out = tmp_path / "games.paifu"
    arguments = ("--variant", "tenhou-sanma", "--games", "30", "--seed", "3", "--plant", "CAL005=12")
    assert simulate(out, *arguments)[0] == 0
    labels = [json.loads(line) for line in (tmp_path / "games.paifu.labels.jsonl").read_text("utf-8").splitlines()]
    faulty = {one["game_id"]: one for one in labels}
    assert len(faulty) == 12
    sizes = set()
    for game in logs(out):
        assert game.failure is None
        if game.header.game_id in faulty:
            label = faulty[game.header.game_id]
            call = game.rounds[label["round_index"]][label["event_index"]]
            assert isinstance(call, (Pon, Kan))
            sizes.add((type(call).__name__, len(call.tiles)))
    assert sizes & {("Pon", 1), ("Pon", 3), ("Kan", 2)}
    done = CliRunner().invoke(app, ["audit", str(out), "--output", "jsonl"])
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [{key: one[key] for key in labels[0]} for one in found if one["severity"] != "notice"] == labels
