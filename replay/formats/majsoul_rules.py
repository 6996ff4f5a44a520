"""What the head of a Mahjong Soul record states: the game, its players, its rules and its final result.

The rules of a ranked game (category 2) follow from the number of players and the mode: 1 and 2 are the four-player East
and South game, 11 and 12 those with three players. A friends' room (1) states differences in `detail_rule`, of which
the ones below are read; any other that is set becomes a remark, as a tournament (4) does: its rules are its own.
"""

import re
from typing import Final

from replay.formats.calendar_text import moment
from replay.formats.foreign_text import shown, storable
from replay.formats.json_values import Json, integer, text
from replay.formats.majsoul_values import Message, entries, flag, number, part, parts, seat
from replay.gamelog import GameEnd, LogError, Player

_GAME_ID: Final = re.compile(r"[\w.:-]{1,64}", re.ASCII)

_RANKED: Final = 2
_TOURNAMENT: Final = 4
_LENGTHS: Final = {1: (4, "east"), 2: (4, "south"), 11: (3, "east"), 12: (3, "south")}
_TARGETS: Final = {4: 30000, 3: 40000}
_RED_FIVES: Final[dict[tuple[int, int], str]] = {
    (4, 0): "[0, 0, 0]",
    (4, 3): "",  # as the preset has them
    (4, 4): "[1, 2, 1]",
    (3, 0): "[0, 0, 0]",
    (3, 2): "",
}
_OWN_RESULTS: Final = ("jingsuanyuandian", "shunweima_2", "shunweima_3", "shunweima_4")
"""Parts of `detail_rule` that change what final points are worth: return and uma."""
_CLOCK_AND_DISPLAY: Final = frozenset({"time_fixed", "time_add", "bianjietishi", "ai_level", "open_hand"})
"""Parts of `detail_rule` that change no rule: time to think, hints, open hands, the computer's strength."""


class Stated:
    """What the head states, empty where it states nothing."""

    def __init__(self) -> None:
        self.game_id = ""
        self.played_at = ""
        self.players: tuple[Player, ...] = ()
        self.start_points: int | None = None
        self.overrides: list[tuple[str, str]] = []
        self.unknown: list[str] = []  # rules that are not known here, in words
        self.end: GameEnd | None = None


def read_head(head: Message, seats: int) -> Stated:
    """What the head of a game with so many seats states. Raises LogError with a place within it."""
    stated = Stated()
    stated.game_id = game_id(head.get("uuid"), "uuid")
    stated.played_at = moment(number_or_text(head, "start_time"))
    stated.players = _players(head, seats)
    config = part(head, "config")
    if config is not None:
        _read_config(config, seats, stated)
    result = part(head, "result")
    if result is not None:
        stated.end = _game_end(result, seats)
    return stated


def number_or_text(data: Message, name: str) -> int:
    """A number of any size, which JSON may have as a text; 0 when it is left out. Raises LogError."""
    value = data.get(name)
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 10:
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if value is None:
        return 0
    raise LogError("a number is expected", name)


def game_id(value: Json, place: str) -> str:
    """The id of the game, empty when there is none. Raises LogError."""
    if value is None or value == "":
        return ""
    written = text(value, place)
    if _GAME_ID.fullmatch(written) is None:
        raise LogError(f"{shown(written)!r} is not the id of a game", place)
    return written


def _players(head: Message, seats: int) -> tuple[Player, ...]:
    """The players by seat; none unless every seat has one."""
    found: dict[int, Player] = {}
    for name in ("accounts", "robots"):
        for account in parts(head, name):
            account_id = number_or_text(account, "account_id")
            nickname = account.get("nickname")
            written = "" if nickname is None else storable(text(nickname, f"{name}, nickname"))
            found[seat(account, seats)] = Player(str(account_id) if account_id > 0 else "", written)
    return tuple([found[place] for place in range(seats)]) if len(found) == seats else ()


def _read_config(config: Message, seats: int, stated: Stated) -> None:
    category = number(config, "category")
    mode = part(config, "mode") or {}
    length = _LENGTHS.get(number(mode, "mode"))
    if length is None:
        stated.unknown.append(f"mode {number(mode, 'mode')}")
        stated.overrides.append(("game_length", "either"))
    elif length[0] != seats:
        raise LogError(f"mode {number(mode, 'mode')} is for {length[0]} players, the rounds have {seats}", "config")
    elif length[1] != "south":
        stated.overrides.append(("game_length", length[1]))
    if category == _TOURNAMENT:
        stated.unknown.append("a tournament's own rules")
        stated.overrides.append(("uma", "[]"))
    if part(mode, "testing_environment"):
        stated.unknown.append("a test room, where walls may be made up")
    rule = part(mode, "detail_rule")
    if rule and category != _RANKED:
        _read_rule(rule, seats, stated)


def _read_rule(rule: Message, seats: int, stated: Stated) -> None:
    """The differences a room states. Where it states its points, it states all: what it leaves out is 0 or false."""
    if "init_point" in rule:
        stated.start_points = number(rule, "init_point")
        stated.overrides.append(("final_return", str(stated.start_points)))
        rule = {"dora_count": 0, "shiduan": False, **rule}
    if "fandian" in rule and number(rule, "fandian") != _TARGETS[seats]:
        stated.overrides.append(("target_points", str(number(rule, "fandian"))))
    if "dora_count" in rule:
        reds = _RED_FIVES.get((seats, number(rule, "dora_count")))
        if reds is None:
            stated.unknown.append(f"dora_count {number(rule, 'dora_count')}")
        elif reds:
            stated.overrides.append(("red_fives", reds))
    if "shiduan" in rule and not flag(rule, "shiduan"):
        stated.overrides.append(("tanyao_han", "[0, 1]"))
    if number(rule, "fanfu", 1) > 1:
        stated.unknown.append(f"at least {number(rule, 'fanfu')} han to win")
    if number(rule, "guyi_mode"):
        stated.overrides.append(("renhou", "true"))
        stated.unknown.append("old local yaku")
    if any(rule.get(name) for name in _OWN_RESULTS) and ("uma", "[]") not in stated.overrides:
        stated.overrides.append(("uma", "[]"))  # the final result is not checked
    known = {"init_point", "fandian", "dora_count", "shiduan", "fanfu", "guyi_mode", *_CLOCK_AND_DISPLAY}
    others = sorted(name for name, value in rule.items() if name not in known and value)
    stated.unknown += [shown(name) for name in others[:5]]
    if len(others) > 5:
        stated.unknown.append("and others")


def _game_end(result: Message, seats: int) -> GameEnd | None:
    """The final result, whose players stand by place; None when it is not there for every seat."""
    players = parts(result, "players")
    if len(players) != seats:
        return None
    scores: dict[int, int] = {}
    results: dict[int, int] = {}
    places: dict[int, int] = {}
    for place, player in enumerate(players, 1):
        who = seat(player, seats)
        scores[who] = number(player, "part_point_1")
        total = number(player, "total_point")
        if total % 100:
            raise LogError(f"{total} is not a result in tenths of a thousand", "result, total_point")
        results[who] = total // 100
        places[who] = place
    if len(scores) != seats:
        raise LogError("a seat stands twice", "result")
    everyone = range(seats)
    return GameEnd(
        tuple([scores[who] for who in everyone]),
        tuple([places[who] for who in everyone]),
        tuple([results[who] for who in everyone]),
    )


def first_seats(data: Message) -> int:
    """How many seats the scores of a RecordNewRound are for. Raises LogError unless there are three or four."""
    scores = entries(data, "scores")
    if len(scores) not in (3, 4):
        raise LogError(f"scores of {len(scores)} seats, where three or four play", "scores")
    for score in scores:
        integer(score, "scores")
    return len(scores)
