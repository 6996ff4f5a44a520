"""Parts of small tenhou.net/6 logs. Tile numbers: 11-19 m, 21-29 p, 31-39 s, 41-47 honours, 51 52 53 the red fives."""

import json
from typing import Final, TypeAlias

from replay.formats.json_values import Json

Parts: TypeAlias = tuple[Json, ...]
Play: TypeAlias = tuple[list[Json], list[Json]]
"""The draws and the discards of a seat."""

DIGEST: Final = "0123456789abcdef" * 4

HAND: Final[list[Json]] = [11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24]
"""One of each of 1m-9m and 1p-4p, for every seat: readers do not count tiles."""

RULE4: Final[Json] = {"disp": "鳳南喰赤", "aka": 1}
RULE3: Final[Json] = {"disp": "三鳳南喰赤", "aka51": 1, "aka52": 1, "aka53": 1}


def a_round(
    *plays: Play,
    deal: int = 0,
    honba: int = 0,
    deposits: int = 0,
    indicators: Parts = (44,),
    ura: Parts = (),
    result: Parts = ("流局", [0, 0, 0, 0]),
    seats: int = 4,
    scores: Parts = (25000, 25000, 25000, 25000),
    hands: tuple[list[Json], ...] = (HAND,) * 4,
) -> list[Json]:
    """A round. `plays` are draws and discards a seat, from seat 0; who is not named does nothing."""
    parts: list[Json] = [[deal, honba, deposits], list(scores), list(indicators), list(ura)]
    for seat in range(4):
        draws, discards = plays[seat] if seat < len(plays) else ([], [])
        parts += [hands[seat] if seat < seats else [], draws, discards]
    return [*parts, list(result)]


def log_text(*rounds: Json, rule: Json = RULE4, **members: Json) -> str:
    """A whole log, as the site writes it."""
    log: dict[str, Json] = {"title": ["", ""], "name": ["A", "B", "C", "D"], "rule": rule, **members}
    return json.dumps({**log, "log": list(rounds)}, ensure_ascii=False, separators=(",", ":"))


GOOD3: Final = json.dumps(
    {
        "ver": "2.3",
        "ref": "2025020508gm-00b9-0000-79ddbd9d",
        "log": [
            a_round(
                ([44, 29, 24], ["f44", 60, 41]),
                ([28, 45], ["r11"]),
                ([27], [60]),
                seats=3,
                scores=(35000, 35000, 35000, 0),
                ura=(45,),
                result=(
                    "和了",
                    [-1300, 3300, -1000, 0],
                    [1, 1, 1, "30符2飜1000-1300点", "立直(1飜)", "門前清自摸和(1飜)", "裏ドラ(0飜)"],
                ),
            )
        ],
        "rule": RULE3,
        "name": ["天", "B", "C", ""],
        "sc": [33700, -6.3, 37300, 47.3, 34000, -41, 0, 0],
    },
    ensure_ascii=False,
    separators=(",", ":"),
)
"""A whole three-player game of one round."""
