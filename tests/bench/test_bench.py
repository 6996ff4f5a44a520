"""The benchmark runs, and has the rows it is there for."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from auditor.batch.formats import FORMATS
from bench import rows, targets
from bench.measure import PASSES, Measured
from bench.stages import LABELS
from bench.table import table_of

ROOT = Path(__file__).parents[2]
OTHERS = ROOT.parent / "shared" / "logs" / "others.tar.gz"


def test_a_few_simulated_games(tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    command = [sys.executable, "-m", "bench", "--simulated", "--plain", "--no-peers", "--games", "1", "--hands", "20"]
    done = subprocess.run(
        [*command, "--seconds", "0.05", "--json", str(figures)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for row in ("read paifu", "read paifu-json", "engine", rows.AUDIT_PAIFU, "report and SQLite", *rows.HAND_PEERS):
        assert row in done.stdout
    assert "| auditor --help, plain, ms | < 150 |" in done.stdout
    found = json.loads(figures.read_text("utf-8"))
    assert [one["title"] for one in found["sets"]] == [
        "tenhou-sanma.paifu, paifu, three players",
        "tenhou.paifu, paifu, four players",
        "hands, three players",
        "hands, four players",
    ]
    for one in found["sets"]:
        for columns in one["rates"].values():
            assert all(len(rates) == PASSES and min(rates) > 0 for rates in columns.values())


def test_every_format_has_its_label_and_rows() -> None:
    assert {known.name for known in FORMATS} == set(LABELS)
    named = {row.name for row in rows.GAME_ROWS}
    assert {f"{what} {label}" for what in ("read", "audit") for label in LABELS.values()} <= named


@pytest.mark.skipif(not OTHERS.exists(), reason="the logs of other platforms are not beside the checkout")
def test_a_set_for_each_of_the_other_platforms(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bench.sets", str(tmp_path), "1", str(OTHERS)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    made = {json.loads(line)["format"] for line in done.stdout.splitlines()}
    assert made == {"majsoul", "riichi-city", "tenhou-json"}


@pytest.fixture
def measured() -> Measured:
    """A set whose compiled audit is 30 times jansou's check and 5 times riichienv's steps."""
    made = Measured("a set", "games/s")
    figures = {
        rows.SCAN: {"plain": 9000, "compiled": 9000},
        rows.AUDIT_XML: {"plain": 300, "compiled": 1500},
        rows.JANSOU_COMPLETE: {"peer": 50},
        rows.RIICHIENV_STEPS: {"peer": 300},
    }
    for row, columns in figures.items():
        for column, rate in columns.items():
            for change in (0.9, 1, 1.1):
                made.add(row, column, rate * change)
    return made


def test_a_table_has_medians_noise_and_ratios(measured: Measured) -> None:
    assert table_of(measured, rows.GAME_ROWS, rows.GAME_PEERS, ["plain", "compiled"]) == [
        "| games/s | plain | compiled | × jansou complete | × riichienv steps | time ÷ floor |",
        "|---|---|---|---|---|---|",
        "| bare scan of the XML | 9,000 ±10 % | 9,000 ±10 % |  |  |  |",
        "| audit Tenhou XML | 300 ±10 % | 1,500 ±10 % | 6.00 / 30.00 | 1.00 / 5.00 | 30.00 / 6.00 |",
        "| jansou complete | 50.0 ±10 % |  |  |  |  |",
        "| riichienv steps | 300 ±10 % |  |  |  |  |",
    ]


def test_targets_are_told_as_reached_or_not(measured: Measured) -> None:
    assert targets.lines_of(list(targets.of_games(measured, seats=4))) == [
        "| target | bound | measured | reached |",
        "|---|---|---|---|",
        "| a set: audit Tenhou XML, compiled, × jansou complete | ≥ 25 | 30.00 | yes |",
        "| a set: audit Tenhou XML, compiled, × riichienv steps | ≥ 6 | 5.00 | no |",
        "| a set: audit Tenhou XML, plain, × jansou complete | ≥ 6 | 6.00 | yes |",
        "| a set: audit Tenhou XML, plain, × riichienv steps | ≥ 1.5 | 1.00 | no |",
        "| a set: audit Tenhou XML, compiled, × time of a bare scan | < 8 | 6.00 | yes |",
    ]
