"""Riichi City records written by hand: a table of three, its rounds, and what each event says.

Places at the table are 0, 1 and 2, and the accounts that sit there 101, 102 and 103. Place 0 deals first.
"""

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeAlias

from replay.formats.json_values import Json
from replay.formats.riichi_city_values import CODE_OF
from replay.tiles import TEXT_OF, parse_tiles

Record: TypeAlias = "dict[str, Json]"

DIGEST: Final = "0123456789abcdef" * 4
ACCOUNTS: Final = (101, 102, 103)
TIME: Final = 1_665_312_042_959
"""10:40:42 on 9 October 2022, UTC, in milliseconds."""

NUMBER_OF: Final[dict[int, int]] = {code: number for number, code in CODE_OF.items()}
"""The tile number of every code."""

HANDS: Final = ("19m19p19s1234567z5z", "2233445566778p", "2233445566778s")
"""What the three are dealt unless a test says otherwise. The dealer's 14th tile is a second 5z."""

_SUIT: Final = {0: 0x31, 1: 0x41, 2: 0x51}


def numbers(tiles: str) -> list[Json]:
    """The tile numbers of an mpsz text, in its order."""
    return [NUMBER_OF[code] for code in parse_tiles(tiles)]


def number(tile: str) -> int:
    """The tile number of one tile."""
    return NUMBER_OF[parse_tiles(tile)[0]]


def event(kind: int, data: Json, place: int | None = None) -> Record:
    """An event of the record; `place` None is the platform itself."""
    user = 0 if place is None else ACCOUNTS[place]
    written = json.dumps(data, separators=(",", ":"))
    return {"data": written, "eventPos": 0, "eventType": kind, "handId": "", "startTime": TIME, "userId": user}


def turn(place: int, tile: str = "", **said: Json) -> Record:
    """A draw, or with no tile only what the place may do."""
    data: Record = {
        "in_card": number(tile) if tile else 0,
        "is_zi_mo": False,
        "gang_cards": [],
        "bu_gang_cards": [],
        "is_gang_incard": False,
        "is_can_lizhi": False,
        "is_nine_cards": False,
        "is_kai_li_zhi": False,
        "is_pull_north": False,
    }
    return event(2, {**data, **said}, place)


def calls(place: int, tile: str, *actions: int) -> Record:
    """What the place may do with another's tile."""
    return event(3, {"out_card": number(tile), "action_list": list(actions)}, place)


def action(place: int, kind: int, tile: str = "", **said: Json) -> Record:
    """Something the place does."""
    data: Record = {
        "action": kind,
        "card": number(tile) if tile else 0,
        "move_cards_pos": None,
        "user_id": ACCOUNTS[place],
        "hand_cards": None,
        "group_cards": None,
        "is_li_zhi": False,
        "li_zhi_operate": 0,
        "li_zhi_type": 0,
    }
    return event(4, {**data, **said}, place)


def discard(place: int, tile: str, at: int = 1, **said: Json) -> Record:
    """A discard of the tile that lies there in the hand; 14 is the tile just drawn where nothing was called."""
    return action(place, 11, tile, move_cards_pos=[at, at], **said)


def indicators(tiles: str) -> Record:
    """The indicators that kans have turned so far."""
    return event(7, {"cards": numbers(tiles)})


def accepted(place: int) -> Record:
    """A riichi is accepted."""
    return event(8, {"user_id": ACCOUNTS[place], "is_auto_gang": False}, place)


def tenpai(place: int, *furiten: bool) -> Record:
    """What the place waits on; whether each wait is furiten."""
    return event(11, {"ting_info": [{"is_zhen_ting": one, "ting_card": 1} for one in furiten]}, place)


def won(place: int, hand: str, *yaku: tuple[int, int], **said: Json) -> Record:
    """A winner as the end of the round lists it: the hand, and pairs of the number of a yaku and its han."""
    return {
        "fang_info": [{"fang_type": kind, "fang_num": han} for kind, han in yaku],
        "all_fang_num": sum(han for _, han in yaku),
        "all_fu": 30,
        "all_point": 1000,
        "user_cards": numbers(hand),
        "li_bao_card": None,
        "user_id": ACCOUNTS[place],
        "ting_card_list": None,
        **said,
    }


def waiting(place: int, hand: str, waits: str) -> Record:
    """A place that is tenpai as a drawn round lists it."""
    return won(place, hand, fang_info=None, ting_card_list=numbers(waits))


def end(kind: int, moved: Sequence[int] = (0, 0, 0), *winners: Record, liable: int | None = None) -> Record:
    """The end of a round: what it moved a place, and who won or was tenpai."""
    profits: list[Json] = [
        {"user_id": ACCOUNTS[place], "point_profit": points, "li_zhi_profit": 0, "is_bao_pai": place == liable}
        for place, points in enumerate(moved)
    ]
    return event(5, {"end_type": kind, "win_info": list(winners), "user_profit": profits, "zhong_liu_info": []})


def game_end(*ends: tuple[int, int, int]) -> Record:
    """The end of the game: place, points and result in tenths, in any order."""
    data: list[Json] = [
        {"user_id": ACCOUNTS[place], "point_num": points, "score": result} for place, points, result in ends
    ]
    return event(6, {"user_data": data})


def a_round(
    *events: Record,
    hands: Sequence[str] = HANDS,
    dealer: int = 0,
    wind: int = 0,
    number: int = 1,
    honba: int = 0,
    deposits: int = 0,
    points: Sequence[int] = (35_000, 35_000, 35_000),
    indicator: str = "8p",
    wall: str = "",
) -> Record:
    """A round of the record that begins so; without events nine terminals end it."""
    text = "".join(TEXT_OF[code] for code in reversed(parse_tiles(wall)))
    digest = sha256(text.encode()).hexdigest() if text else ""
    start: Record = {
        "dealer_pos": dealer,
        "bao_pai_card": NUMBER_OF[parse_tiles(indicator)[0]],
        "ting_list": [],
        "quan_feng": _SUIT[wind],
        "chang_ci": number,
        "ben_chang_num": honba,
        "li_zhi_bang_num": deposits,
        "user_info_list": [
            {"user_id": account, "hand_points": had} for account, had in zip(ACCOUNTS, points, strict=True)
        ],
        "hand_cards_sha_256": digest,
    }
    starts = [event(1, {"hand_cards": numbers(hand), **start}, place) for place, hand in enumerate(hands)]
    return {
        "benChangNum": honba,
        "changCi": number,
        "handCardEncode": text,
        "handCardsSHA256": digest,
        "handEventRecord": [*starts, *(events or (turn(dealer), action(dealer, 12), end(6)))],
        "handID": "x",
        "handPos": 1,
        "paiShan": [],
        "players": [
            {"nickname": f"P{place}", "position": place, "userId": account} for place, account in enumerate(ACCOUNTS)
        ],
        "quanFeng": _SUIT[wind],
    }


def record_text(*rounds: Record, **said: Json) -> str:
    """The text of a record with these rounds; members that are said come last."""
    known: Record = {
        "fangFu": 0,
        "gamePlay": 1001,
        "handRecord": list(rounds),
        "initPoints": 35_000,
        "isKaiLiZhi": False,
        "keyValue": "cd1aa9uai08a0i7csbjg",
        "playerCount": 3,
        "round": 2,
    }
    return json.dumps({**known, **said}, ensure_ascii=False, separators=(",", ":"))


GOOD3: Final = record_text(
    a_round(
        turn(0, is_pull_north=True, is_nine_cards=True),
        action(0, 13, "4z"),
        turn(0, "1p", is_gang_incard=True),
        discard(0, "2z"),
        turn(1, "9s", is_can_lizhi=True),
        discard(1, "9s", 14, is_li_zhi=True, li_zhi_type=2),
        accepted(1),
        tenpai(1, False, True),
        turn(2, "8p"),
        discard(2, "8p", 14),
        calls(1, "8p", 7),
        action(1, 7, "8p"),
        end(0, (0, 13_000, -12_000), won(1, HANDS[1], (15, 2), (13, 1), (28, 3), li_bao_card=numbers("1p"))),
    ),
    a_round(
        turn(1),
        discard(1, "2p"),
        end(7, (-1000, 2000, -1000), waiting(1, "2334455667788p", "2p")),
        game_end((1, 51_000, 210), (0, 32_000, -80), (2, 22_000, -130)),
        hands=("19m19p19s1234567z", "22334455667788p", "2233445566778s"),
        dealer=1,
        number=2,
        points=(35_000, 47_000, 23_000),
    ),
)
"""A North, a riichi in furiten, a ron; a drawn round; the end of the game."""
