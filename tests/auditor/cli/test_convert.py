"""`auditor convert`: what goes in comes out, or nothing does."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from auditor import wire
from auditor.cli.main import app
from auditor.cli.status import Status
from replay.gamelog import GameLog
from replay.ruleset.loader import preset
from replay.simulate.play import play_games
from tests.replay.formats import mjai_texts, riichi_city_texts

RUNNER = CliRunner()


def played(folder: Path, games: int) -> tuple[Path, list[GameLog]]:
    """A .paifu file of simulated games, and the games."""
    logs = list(play_games(preset("tenhou-sanma"), games, 7))
    path = folder / "in.paifu"
    path.write_bytes(wire.write_paifu(logs))
    return path, logs


def converted(source: Path, out: Path) -> tuple[int, str]:
    """The exit status and what was said."""
    result = RUNNER.invoke(app, ["convert", str(source), str(out)])
    return result.exit_code, result.stderr


def audited(path: Path, *options: str) -> list[str]:
    """The findings as JSON lines, without the name of the file."""
    result = RUNNER.invoke(app, ["audit", str(path), "--output", "jsonl", *options])
    return [line.replace(str(path), "FILE") for line in result.stdout.splitlines()]


@pytest.mark.parametrize("suffix", [".paifu", ".paifu.zst"])
def test_files_of_many_games_keep_every_game(tmp_path: Path, suffix: str) -> None:
    source, logs = played(tmp_path, 3)
    out = tmp_path / f"out{suffix}"
    assert converted(source, out)[0] == Status.FINE
    back = tmp_path / "back.paifu"
    assert converted(out, back)[0] == Status.FINE
    assert list(wire.read_paifu(back.read_bytes())) == logs
    assert audited(out) == audited(source)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (riichi_city_texts.GOOD3, ()),
        (mjai_texts.GOOD3, ("--variant", "tenhou-sanma")),
        (mjai_texts.GOOD3, ()),  # refused, as it states no variant
    ],
)
@pytest.mark.parametrize("suffix", [".paifu", ".json"])
def test_logs_of_other_platforms_keep_their_findings(
    tmp_path: Path, text: str, options: tuple[str, ...], suffix: str
) -> None:
    source, out = tmp_path / "in.log", tmp_path / f"out{suffix}"
    source.write_text(text, encoding="utf-8")
    assert converted(source, out)[0] == Status.FINE
    assert audited(source, *options) == audited(out, *options) != []


def test_json_and_text_hold_one_game(tmp_path: Path) -> None:
    source, logs = played(tmp_path, 1)
    assert converted(source, tmp_path / "out.json")[0] == Status.FINE
    assert wire.from_json((tmp_path / "out.json").read_text()) == logs[0]
    assert converted(source, tmp_path / "out.txt")[0] == Status.FINE
    assert logs[0].header.game_id in (tmp_path / "out.txt").read_text()


@pytest.mark.parametrize("suffix", [".json", ".txt"])
def test_two_games_do_not_fit_into_a_file_of_one(tmp_path: Path, suffix: str) -> None:
    source, _ = played(tmp_path, 2)
    out = tmp_path / f"out{suffix}"
    assert converted(source, out) == (
        Status.REFUSED,
        f"auditor: a {suffix} file holds one game and IN has more; write a .paifu file\n",
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.paifu"]


def test_a_log_that_is_cut_off_is_not_converted(tmp_path: Path) -> None:
    source, _ = played(tmp_path, 2)
    source.write_bytes(source.read_bytes()[:-1])
    status, said = converted(source, tmp_path / "out.paifu")
    assert status == Status.REFUSED
    assert "game 1, byte " in said
    assert not (tmp_path / "out.paifu").exists()


def test_what_cannot_be_written_or_holds_no_log(tmp_path: Path) -> None:
    source, _ = played(tmp_path, 1)
    assert converted(source, tmp_path / "out.xml")[0] == Status.REFUSED
    assert converted(source, tmp_path / "missing" / "out.paifu")[0] == Status.REFUSED
    (tmp_path / "note.md").write_text("no log")
    assert converted(tmp_path / "note.md", tmp_path / "out.paifu")[0] == Status.NOTHING_TO_AUDIT
    assert converted(tmp_path / "nowhere.paifu", tmp_path / "out.paifu")[0] == Status.REFUSED
    assert not (tmp_path / "out.paifu").exists()
