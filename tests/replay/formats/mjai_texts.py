"""mjai logs written by hand: lines of messages, and a small game of three."""

import json
from collections.abc import Sequence
from typing import Final, TypeAlias

from replay.formats.json_values import Json
from replay.formats.mjai_values import CODE_OF
from replay.tiles import parse_tiles

Line: TypeAlias = "dict[str, Json]"

DIGEST: Final = "0123456789abcdef" * 4
NAME_OF: Final[dict[int, str]] = {code: name for name, code in CODE_OF.items()}
WINDS: Final = "ESWN"

HANDS3: Final = ("19m19p19s1234567z", "2233445566778p", "2233445566778s")
HANDS4: Final = ("19m19p19s1234567z", "2233445566778p", "2233445566778s", "2233445566778m")


def pais(tiles: str) -> list[Json]:
    """mjai's names of the tiles of an mpsz text, in its order."""
    return [NAME_OF[code] for code in parse_tiles(tiles)]


def pai(tile: str) -> Json:
    """mjai's name of one tile."""
    return pais(tile)[0]


def say(kind: str, **said: Json) -> Line:
    """A message."""
    return {"type": kind, **said}


def kyoku(
    hands: Sequence[str] = HANDS3,
    *,
    wind: int = 0,
    number: int = 1,
    dealer: int = 0,
    honba: int = 0,
    deposits: int = 0,
    scores: Sequence[int] | None = None,
    **said: Json,
) -> Line:
    """The start of a round; `scores` are 35,000 or 25,000 each unless said otherwise."""
    each = 35_000 if len(hands) == 3 else 25_000
    return {
        "type": "start_kyoku",
        "bakaze": WINDS[wind],
        "kyoku": number,
        "honba": honba,
        "kyotaku": deposits,
        "oya": dealer,
        "scores": list(scores) if scores is not None else [each] * len(hands),
        "dora_marker": "8p",
        "tehais": [pais(hand) for hand in hands],
        **said,
    }


def tsumo(actor: int, tile: str) -> Line:
    return say("tsumo", actor=actor, pai=pai(tile))


def dahai(actor: int, tile: str, *, drawn: bool = False) -> Line:
    return say("dahai", actor=actor, pai=pai(tile), tsumogiri=drawn)


def text_of(*lines: Line, begin: bool = True) -> str:
    """The text of these messages, after a start_game unless they are to begin themselves."""
    first = [say("start_game")] if begin else []
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in [*first, *lines])


GOOD3: Final = text_of(
    say("start_game", names=["A", "B", "C"], kyoku_first=0, aka_flag=True),
    kyoku(),
    tsumo(0, "5z"),
    say("kita", actor=0),
    tsumo(0, "1p"),
    dahai(0, "2z"),
    tsumo(1, "9s"),
    say("reach", actor=1),
    dahai(1, "9s", drawn=True),
    say("reach_accepted", actor=1),
    tsumo(2, "8p"),
    dahai(2, "8p", drawn=True),
    say("hora", actor=1, target=2, deltas=[0, 13_000, -12_000], ura_markers=pais("1p")),
    say("end_kyoku"),
    kyoku(number=2, dealer=1, scores=(35_000, 47_000, 23_000)),
    tsumo(1, "1p"),
    dahai(1, "1p", drawn=True),
    say("ryukyoku", deltas=[-1000, 2000, -1000]),
    say("end_kyoku"),
    say("end_game", scores=[34_000, 49_000, 22_000]),
    begin=False,
)
"""A North, a riichi, a ron; a drawn round; the end of the game."""
