"""riichienv, which refuses what is no mjai, steps through simulated games to their ends."""

from pathlib import Path

import pytest
import riichienv  # type: ignore[import-untyped] # it has no types

from bench.mjai import mjai_of
from replay.gamelog import Discard
from replay.ruleset.loader import preset
from replay.simulate.play import play_games


@pytest.mark.parametrize("variant", ["tenhou", "tenhou-sanma"])
def test_games_are_stepped_through(variant: str, tmp_path: Path) -> None:
    for log in play_games(preset(variant), 3, 2):
        path = tmp_path / "game.jsonl"
        path.write_text(mjai_of(log), "utf-8")
        replayed = riichienv.MjaiReplay.from_jsonl(str(path), rule="tenhou")
        steps = [sum(1 for _ in one.steps(skip_single_action=False)) for one in replayed.take_kyokus()]
        discards = [sum(isinstance(event, Discard) for event in events) for events in log.rounds]
        assert len(steps) == len(discards)
        for number, (stepped, played) in enumerate(zip(steps, discards, strict=True)):
            assert stepped >= played, f"round {number}"
