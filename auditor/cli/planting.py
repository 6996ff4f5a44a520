"""Which simulated games get a fault, and the labels that say where it is."""

import json
from collections.abc import Sequence
from random import Random
from typing import TextIO

from auditor.cli.usage import Usage
from auditor.findings_doc import codes_like, find_code
from replay.gamelog import GameLog
from replay.ruleset.ruleset import Ruleset
from replay.simulate.plant import PROVEN_BY_WALLS, Planted, impossible, plant_fault


def faults_of(plants: Sequence[str], rules: Ruleset, *, walls: bool) -> dict[str, int]:
    """How many faults of each code are asked for by texts such as ``CAL004=3``. Raises Usage.

    `walls`: the games have theirs.
    """
    asked: dict[str, int] = {}
    for text in plants:
        name, equals, number = text.partition("=")
        if not equals or not number.strip().isdecimal() or len(number) > 9 or not int(number):
            raise Usage(f"--plant {text}: expected CODE=N, N from 1")
        code = find_code(name)
        if code is None:
            raise Usage(f"--plant {text}: there is no finding code {name!r}; {codes_like(name)}")
        try:
            reason = impossible(code.id, rules)
        except ValueError as error:
            reason = str(error)
        if reason is not None:
            raise Usage(f"--plant {text}: cannot be planted under {rules.name}: {reason}")
        if code.id in PROVEN_BY_WALLS and not walls:
            raise Usage(f"--plant {text}: only a wall proves this fault: add --walls")
        asked[code.id] = asked.get(code.id, 0) + int(number)
    return asked


class Planting:
    """Spreads the faults asked for evenly over the games, at most one a game. Raises Usage when they are too many."""

    def __init__(self, asked: dict[str, int], games: int, rules: Ruleset, seed: int) -> None:
        self._asked = asked
        self._left = dict(asked)
        self._games = games
        self._rules = rules
        self._random = Random(f"plant {seed}")
        self._seen = 0
        self._total = sum(asked.values())
        self._planted = 0
        if self._total > games:
            raise Usage(f"--plant: {self._total:,} faults need as many games; given --games {games}")

    def written(self, game: GameLog, labels: TextIO) -> GameLog:
        """The game as it is to be written; when it has a fault, `labels` say where."""
        planted = self.offered(game)
        if planted is None:
            return game
        labels.write(label_line(planted))
        return planted.game

    def offered(self, game: GameLog) -> Planted | None:
        """The next game with a fault in it, when it is time for one and the game has a place for it.

        The code that is furthest behind is tried first, so that rare ones get the most chances.
        """
        self._seen += 1
        if self._planted * self._games >= self._total * self._seen:
            return None
        behind = sorted((code for code in self._left if self._left[code]), key=self._share, reverse=True)
        for code in behind:
            planted = plant_fault(code, game, self._rules, self._random)
            if planted is not None:
                self._left[code] -= 1
                self._planted += 1
                return planted
        return None

    def _share(self, code: str) -> float:
        return self._left[code] / self._asked[code]

    def missing(self) -> list[str]:
        """What is to be said about the faults that found no place."""
        return [
            f"only {self._asked[code] - left:,} of {self._asked[code]:,} faults of {code} found a place: "
            "more games would have more"
            for code, left in self._left.items()
            if left
        ]


def label_line(planted: Planted) -> str:
    """The label as a line of JSON: where the one finding of that game belongs, by the keys of a finding."""
    label = {
        "game_id": planted.game.header.game_id,
        "code": planted.code,
        "round_index": planted.round_index,
        "event_index": planted.event_index,
        "seat": planted.seat,
    }
    return json.dumps(label, ensure_ascii=False, separators=(",", ":")) + "\n"
