"""Small tenhou.net/6 logs, part by part: what each becomes."""

import json

import pytest

from replay.engine import audit
from replay.formats.json_values import Json
from replay.formats.tenhou_json import looks_like, read
from replay.gamelog import (
    Chi,
    ClaimedYaku,
    Discard,
    Draw,
    DrawReason,
    Event,
    GameEnd,
    GameLog,
    Indicator,
    Kan,
    KanType,
    LogError,
    North,
    Player,
    Pon,
    Remark,
    RemarkKind,
    Riichi,
    RiichiAccepted,
    RoundDrawn,
    RoundStart,
    Win,
)
from replay.ruleset.choose import choose
from replay.tiles import RED_5P, parse_tiles
from tests.replay.formats.tenhou_json_texts import DIGEST, GOOD3, HAND, RULE3, Parts, Play, a_round, log_text

ORDER = Remark(
    RemarkKind.INFERRED_ORDER, None, None, None, "the log does not say when indicators were turned and deposits paid"
)
DRAWN = RoundDrawn(DrawReason.EXHAUSTIVE, None, None, None, (0, 0, 0, 0))


def game(*rounds: Json, **members: Json) -> GameLog:
    """The log of a text that can be read to its end."""
    log = read(log_text(*rounds, **members), DIGEST)
    assert log.failure is None
    return log


def events(round_: list[Json], **members: Json) -> list[Event]:
    """The events of a round after its start."""
    (found,) = game(round_, **members).rounds
    return found[1:]


def tiles(text: str) -> tuple[int, ...]:
    return tuple(parse_tiles(text))


def test_a_three_player_game() -> None:
    log = read(GOOD3, DIGEST)
    assert log.failure is None
    assert log.remarks == [ORDER]
    assert log.header.game_id == "2025020508gm-00b9-0000-79ddbd9d"
    assert (log.header.seats, log.header.platform, log.header.variant) == (3, "tenhou", "tenhou-sanma")
    assert log.header.overrides == (("game_length", "south"),)
    assert log.header.players == (Player("", "天"), Player("", "B"), Player("", "C"))
    assert log.header.source_digest == DIGEST
    yaku = ClaimedYaku("riichi", 1), ClaimedYaku("menzen_tsumo", 1), ClaimedYaku("ura_dora", 0)
    hand = tiles("123456789m1234p")
    assert log.rounds == [
        [
            RoundStart(0, 1, 0, 0, 0, (35_000, 35_000, 35_000), (hand,) * 3, (30,)),
            Draw(0, 30, False),
            North(0, 30),
            Draw(0, 17, True),
            Discard(0, 17, True),
            Draw(1, 16, False),
            Riichi(1),
            Discard(1, 0, False),
            RiichiAccepted(1, None, inferred=True),
            Draw(2, 15, False),
            Discard(2, 15, True),
            Draw(0, 12, False),
            Discard(0, 27, False),
            Draw(1, 31, False),
            Win(1, 1, 31, tiles("23456789m12348p5z"), yaku, 2, 30, 2300, (31,), None, (-1300, 3300, -1000)),
            GameEnd((33_700, 37_300, 34_000), None, (-63, 473, -410)),
        ]
    ]


def test_a_four_player_round_start() -> None:
    hands: tuple[list[Json], ...] = ([51, 52, 53, *HAND[3:]], HAND, HAND, HAND)
    log = game(a_round(deal=6, honba=2, deposits=1, hands=hands, scores=(1, -2, 3, 4)))
    mine = (34, 35, 36, *tiles("456789m1234p"))
    others = tiles("123456789m1234p")
    start = RoundStart(1, 3, 2, 1, 2, (1, -2, 3, 4), (mine, others, others, others), (30,))
    assert log.rounds == [[start, DRAWN]]
    assert log.remarks == []  # nothing had to be inferred
    assert log.header.game_id == DIGEST[:16]


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        # 60 is the drawn tile; its number is an equal tile out of the hand
        ([([11], [60])], [Draw(0, 0, False), Discard(0, 0, True)]),
        ([([11], [11])], [Draw(0, 0, False), Discard(0, 0, False)]),
        (
            [([52], ["r60"])],
            [Draw(0, RED_5P, False), Riichi(0), Discard(0, RED_5P, True), RiichiAccepted(0, None, inferred=True)],
        ),
        (
            [([52], ["r11"])],
            [Draw(0, RED_5P, False), Riichi(0), Discard(0, 0, False), RiichiAccepted(0, None, inferred=True)],
        ),
        # claims: how many tiles stand before the letter says from whom
        (
            [([41], [11]), (["c111213"], [14])],
            [Draw(0, 27, False), Discard(0, 0, False), Chi(1, 0, 0, (1, 2)), Discard(1, 3, False)],
        ),
        (
            [([41], [15]), (["p155115"], [12])],
            [Draw(0, 27, False), Discard(0, 4, False), Pon(1, 0, 4, (34, 4)), Discard(1, 1, False)],
        ),
        (
            [([41], [11]), ([], []), (["11p1111"], [12])],
            [Draw(0, 27, False), Discard(0, 0, False), Pon(2, 0, 0, (0, 0)), Discard(2, 1, False)],
        ),
        (
            [([41], [11]), ([], []), ([], []), (["1111p11"], [12])],
            [Draw(0, 27, False), Discard(0, 0, False), Pon(3, 0, 0, (0, 0)), Discard(3, 1, False)],
        ),
        (
            [([41], [11]), (["m11111111", 42], [0, 60])],
            [
                Draw(0, 27, False),
                Discard(0, 0, False),
                Kan(1, KanType.OPEN, (0, 0, 0), 0, 0),
                Draw(1, 28, True),
                Discard(1, 28, True),
            ],
        ),
        (
            [([41], [51]), ([], []), ([], []), (["151515m51", 42], [0, 12])],
            [
                Draw(0, 27, False),
                Discard(0, 34, False),
                Kan(3, KanType.OPEN, (4, 4, 4), 34, 0),
                Draw(3, 28, True),
                Discard(3, 1, False),
            ],
        ),
        # kans and Norths keep the turn
        (
            [([11, 41], ["111111a11", 60])],
            [Draw(0, 0, False), Kan(0, KanType.CONCEALED, (0,) * 4), Draw(0, 27, True), Discard(0, 27, True)],
        ),
        (
            [([51, 41], ["1515k5115", 41])],
            [Draw(0, 34, False), Kan(0, KanType.ADDED, (34,)), Draw(0, 27, True), Discard(0, 27, False)],
        ),
        (
            [([44, 44, 41], ["f44", "f44", "r41"])],
            [
                Draw(0, 30, False),
                North(0, 30),
                Draw(0, 30, True),
                North(0, 30),
                Draw(0, 27, True),
                Riichi(0),
                Discard(0, 27, False),
                RiichiAccepted(0, None, inferred=True),
            ],
        ),
        # what the rules forbid is read all the same: a claim of a tile nobody discarded, a turn without a discard
        (
            [([41], [60]), (["p111111"], [12])],
            [Draw(0, 27, False), Discard(0, 27, True), Pon(1, 0, 0, (0, 0)), Discard(1, 1, False)],
        ),
        ([([41], []), ([42], [60])], [Draw(0, 27, False), Draw(1, 28, False), Discard(1, 28, True)]),
        ([([41], ["111111a11"])], [Draw(0, 27, False), Kan(0, KanType.CONCEALED, (0,) * 4)]),
        ([], []),
    ],
)
def test_turns(plays: list[Play], expected: list[Event]) -> None:
    assert events(a_round(*plays)) == [*expected, DRAWN]


def test_three_players_count_claims_over_four_seats() -> None:
    plays: list[Play] = [
        ([41, "11p1111", "2222p22"], [60, 13, 12]),
        ([42, "p131313"], [60, 22]),
        ([43], [11]),
    ]
    found = events(a_round(*plays, seats=3), rule=RULE3)
    pons = [Pon(0, 2, 0, (0, 0)), Pon(1, 0, 2, (2, 2)), Pon(0, 1, 10, (10, 10))]
    assert [event for event in found if isinstance(event, Pon)] == pons
    assert found[-2] == Discard(0, 1, False)


KAN_THEN: dict[str, tuple[Play, list[Event | None]]] = {
    "concealed: before the replacement": (
        ([11, 41], ["111111a11", 60]),
        [Draw(0, 0, False), Kan(0, KanType.CONCEALED, (0,) * 4), None, Draw(0, 27, True), Discard(0, 27, True)],
    ),
    "added: with the discard": (
        ([11, 41], ["k11111111", 60]),
        [Draw(0, 0, False), Kan(0, KanType.ADDED, (0,)), Draw(0, 27, True), None, Discard(0, 27, True)],
    ),
    "added: before riichi": (
        ([11, 41], ["k11111111", "r60"]),
        [Draw(0, 0, False), Kan(0, KanType.ADDED, (0,)), Draw(0, 27, True), None, Riichi(0), Discard(0, 27, True)],
    ),
    "added: before a North": (
        ([11, 44, 41], ["k11111111", "f44", 60]),
        [Draw(0, 0, False), Kan(0, KanType.ADDED, (0,)), Draw(0, 30, True), None, North(0, 30)],
    ),
    "added, then concealed": (
        ([11, 12, 41], ["k11111111", "121212a12", 60]),
        [
            Draw(0, 0, False),
            Kan(0, KanType.ADDED, (0,)),
            Draw(0, 1, True),
            None,
            Kan(0, KanType.CONCEALED, (1,) * 4),
            None,
            Draw(0, 27, True),
            Discard(0, 27, True),
        ],
    ),
    "none owed": (([11], [60]), [Draw(0, 0, False), Discard(0, 0, True), None, None, DRAWN]),
}
"""What seat 0 does, and the events up to the last indicator and a little more, None for an indicator."""


@pytest.mark.parametrize("name", KAN_THEN)
def test_indicators_stand_where_the_rules_turn_them(name: str) -> None:
    play, expected = KAN_THEN[name]
    turned = iter([Indicator(31, inferred=True), Indicator(32, inferred=True)])
    wanted = [event if event else next(turned) for event in expected]
    many: Parts = (44, 45, 46)[: 1 + expected.count(None)]
    found = events(a_round(play, indicators=many))
    assert found[: len(wanted)] == wanted
    assert game(a_round(play, indicators=many)).remarks == [ORDER]
    assert not any(isinstance(event, Indicator) for event in events(a_round(play)))


WIN: list[Json] = [1, 0, 1, "40符2飜2600点", "断幺九(1飜)", "ドラ(1飜)"]
WON: Parts = ("和了", [-2600, 2600, 0, 0], WIN)
RIICHI_RONNED: list[Play] = [([41], ["r60"])]


def test_a_riichi_whose_discard_is_ronned_is_not_accepted() -> None:
    yaku = (ClaimedYaku("tanyao", 1), ClaimedYaku("dora", 1))
    win = Win(1, 0, 27, tiles("123456789m1234p1z"), yaku, 2, 40, 2600, None, None, (-2600, 2600, 0, 0))
    discard = [Draw(0, 27, False), Riichi(0), Discard(0, 27, True)]
    assert events(a_round(*RIICHI_RONNED, result=WON)) == [*discard, win]
    assert events(a_round(*RIICHI_RONNED, result=("三家和了",)))[:-1] == discard
    taken = [*discard, RiichiAccepted(0, None, inferred=True)]
    assert events(a_round(*RIICHI_RONNED, result=("四家立直",)))[:-1] == taken


def wins(round_: list[Json], **members: Json) -> list[Win]:
    return [event for event in events(round_, **members) if isinstance(event, Win)]


def test_several_winners_keep_their_order() -> None:
    result: Parts = ("和了", [-1000, 1000, 0, 0], [1, 0, 1, "1000点"], [-8000, 0, 8000, 0], [2, 0, 2, "満貫8000点"])
    first, second = wins(a_round(*RIICHI_RONNED, result=result))
    assert (first.seat, first.from_seat, first.deltas, first.points) == (1, 0, (-1000, 1000, 0, 0), 1000)
    assert (second.seat, second.from_seat, second.deltas, second.points) == (2, 0, (-8000, 0, 8000, 0), 8000)
    assert first.tile == second.tile == 27


@pytest.mark.parametrize(
    ("plays", "winner", "tile", "hand"),
    [
        ([([11], [])], 0, "1m", "1123456789m1234p"),
        ([([11, 53], ["k11111111"])], 0, "0s", "123456789m1234p0s"),  # a replacement
        ([([11, 53], ["f44"])], 0, "0s", ""),  # it did not have the North
        ([([41], [11])], 1, "1m", "123456789m1234p1m"),
        ([([12], ["k12121212"])], 1, "2m", "123456789m1234p2m"),
        ([([12], ["121212a12"])], 1, "2m", "123456789m1234p2m"),
        ([([44], ["f44"])], 1, "4z", "123456789m1234p4z"),
        ([([44, 41], ["f44", 60])], 1, "1z", "123456789m1234p1z"),
    ],
)
def test_the_winning_tile_and_the_hand(plays: list[Play], winner: int, tile: str, hand: str) -> None:
    (win,) = wins(a_round(*plays, result=("和了", [0, 0, 0, 0], [winner, 0, winner, "1000点"])))
    assert (win.seat, win.from_seat, win.tile) == (winner, 0, tiles(tile)[0])
    assert win.hand == tiles(hand)


def test_the_hand_is_without_its_melds_and_unknown_after_a_tile_it_did_not_hold() -> None:
    claims: list[Play] = [([41], [12]), (["c121113"], [14]), ([16], [])]
    result: Parts = ("和了", [0, 0, 0, 0], [2, 2, 2, "1000点"])
    (win,) = wins(a_round(*claims, result=result))
    assert win.hand == tiles("1234566789m1234p")
    result = ("和了", [0, 0, 0, 0], [1, 2, 1, "1000点"])
    (win,) = wins(a_round(*claims[:2], ([16], [60]), result=result))
    assert win.hand == tiles("256789m1234p6m")
    (win,) = wins(a_round(claims[0], (["c121113"], [47]), ([16], [60]), result=result))
    assert win.hand == ()


def test_ura_indicators_are_those_of_riichi_winners() -> None:
    result: Parts = ("和了", [0, 0, 0, 0], [0, 2, 0, "1000点"], [0, 0, 0, 0], [1, 2, 1, "1000点"])
    plays: list[Play] = [([41], ["r60"]), ([41], [60]), ([41], [60])]
    first, second = wins(a_round(*plays, result=result, ura=(47, 51)))
    assert (first.ura_indicators, second.ura_indicators) == ((33, 34), None)


@pytest.mark.parametrize(
    ("value", "han", "fu", "points", "points3"),
    [
        ("30符2飜2000点", 2, 30, 2000, 2000),
        ("30符2飜500-1000点", 2, 30, 2000, 1500),
        ("30符2飜1000点∀", 2, 30, 3000, 2000),
        ("30符2翻1000点オール", 2, 30, 3000, 2000),
        ("110符1飜3600点", 1, 110, 3600, 3600),
        ("満貫8000点", 7, None, 8000, 8000),
        ("満貫2000-4000点", 7, None, 8000, 6000),
        ("切り上げ満貫8000点", 7, None, 8000, 8000),
        ("三倍満24000点", 7, None, 24000, 24000),
        ("数え役満32000点", 7, None, 32000, 32000),
        ("2倍役満64000点", 7, None, 64000, 64000),
        ("役満16000点∀", 7, None, 48000, 32000),
        ("1000点", 7, None, 1000, 1000),
    ],
)
def test_values(value: str, han: int, fu: int | None, points: int, points3: int) -> None:
    result: Parts = ("和了", [0, 0, 0, 0], [0, 0, 0, value, "立直(1飜)", "清一色(6飜)"])
    (win,) = wins(a_round(([11], []), result=result))
    assert (win.han, win.fu, win.points) == (han, fu, points)
    (win,) = wins(a_round(([11], []), result=result, seats=3), rule=RULE3)
    assert (win.han, win.fu, win.points) == (han, fu, points3)


@pytest.mark.parametrize(
    ("text", "name", "han"),
    [
        ("自風 南", "seat_wind_south", 1),
        ("場風 東", "prevailing_wind_east", 1),
        ("役牌:自風牌", "seat_wind_west", 1),  # seat 0 where seat 2 deals
        ("役牌:場風牌", "prevailing_wind_south", 1),
        ("役牌 白", "haku", 1),
        ("ダブル立直", "double_riichi", 2),
        ("抜きドラ", "north_dora", 3),
        ("裏ドラ", "ura_dora", 0),
    ],
)
def test_yaku(text: str, name: str, han: int) -> None:
    result: Parts = ("和了", [0, 0, 0, 0], [0, 0, 0, "1000点", f"{text}({han}飜)"])
    (win,) = wins(a_round(([], []), ([], []), ([41], [60]), deal=6, result=("和了", [0] * 4, [0, 2, 0, "1000点"])))
    assert win.yaku == ()
    plays: list[Play] = [([41], []), ([], []), ([41], [60]), ([41], [60])]
    (win,) = wins(a_round(*plays, deal=6, result=result))
    assert win.yaku == (ClaimedYaku(name, han),)


@pytest.mark.parametrize(
    ("text", "name", "han"),
    [
        ("大三元(役満)", "daisangen", 13),
        ("国士無双１３面(役満)", "kokushi_13", 13),
        ("大四喜(ダブル役満)", "daisuushi", 26),
        ("四暗刻単騎(2倍役満)", "suuankou_tanki", 26),
    ],
)
def test_yakuman_and_who_is_liable(text: str, name: str, han: int) -> None:
    result: Parts = ("和了", [-32000, 32000, 0, 0], [1, 0, 3, "役満32000点", text])
    (win,) = wins(a_round(([41], [60]), result=result))
    assert (win.yaku, win.han, win.fu, win.liable) == ((ClaimedYaku(name, han),), han, None, 3)


@pytest.mark.parametrize(
    ("result", "drawn"),
    [
        (("流局", [1500, -1500, 1500, -1500]), (DrawReason.EXHAUSTIVE, None, (1500, -1500, 1500, -1500))),
        (("流局",), (DrawReason.EXHAUSTIVE, None, None)),
        (("全員聴牌",), (DrawReason.EXHAUSTIVE, (0, 1, 2, 3), (0, 0, 0, 0))),
        (("全員不聴",), (DrawReason.EXHAUSTIVE, (), (0, 0, 0, 0))),
        (("流し満貫", [8000, -4000, -2000, -2000]), (DrawReason.NAGASHI, None, (8000, -4000, -2000, -2000))),
        (("流し満貫",), (DrawReason.NAGASHI, None, None)),
        (("九種九牌",), (DrawReason.NINE_TERMINALS, None, (0, 0, 0, 0))),
        (("四風連打",), (DrawReason.FOUR_WINDS, None, (0, 0, 0, 0))),
        (("四家立直",), (DrawReason.FOUR_RIICHI, None, (0, 0, 0, 0))),
        (("四槓散了",), (DrawReason.FOUR_KANS, None, (0, 0, 0, 0))),
        (("四開槓",), (DrawReason.FOUR_KANS, None, (0, 0, 0, 0))),
        (("三家和了",), (DrawReason.TRIPLE_RON, None, (0, 0, 0, 0))),
        (("三家和了", [0, 0, 0, 0]), (DrawReason.TRIPLE_RON, None, (0, 0, 0, 0))),
    ],
)
def test_drawn_rounds(result: Parts, drawn: tuple[DrawReason, tuple[int, ...] | None, tuple[int, ...] | None]) -> None:
    reason, tenpai, deltas = drawn
    assert events(a_round(([41], []), result=result))[1:] == [RoundDrawn(reason, None, tenpai, None, deltas)]


def test_three_players_have_no_fourth_entries() -> None:
    found = events(a_round(seats=3, result=("全員聴牌",)), rule=RULE3)
    assert found == [RoundDrawn(DrawReason.EXHAUSTIVE, None, (0, 1, 2), None, (0, 0, 0))]
    (win,) = wins(a_round(([11], [60]), seats=3, result=("和了", [-1000, 1000, 0, 0], [1, 0, 1, "1000点"])), rule=RULE3)
    assert win.deltas == (-1000, 1000, 0)


@pytest.mark.parametrize(
    ("rule", "seats", "variant", "overrides"),
    [
        ({"disp": "鳳南喰赤", "aka": 1}, 4, "tenhou", {"game_length": "south"}),
        ({"disp": "般東喰赤速", "aka51": 1, "aka52": 1, "aka53": 1}, 4, "tenhou", {"game_length": "east"}),
        ({"disp": "三特南喰赤"}, 3, "tenhou-sanma", {"game_length": "south"}),
        ({"disp": "三鳳東喰赤", "aka51": 0, "aka52": 1, "aka53": 1}, 3, "tenhou-sanma", {"game_length": "east"}),
        (
            {"disp": "上南"},
            4,
            "tenhou",
            {"game_length": "south", "red_fives": "[0, 0, 0]", "tanyao_han": "[0, 1]"},
        ),
        # the numbers are what is played with, the text is what is shown
        ({"disp": "上南喰赤", "aka": 0}, 4, "tenhou", {"game_length": "south", "red_fives": "[0, 0, 0]"}),
        (
            {"disp": "上南喰", "aka51": 1, "aka52": 2, "aka53": 1},
            4,
            "tenhou",
            {"game_length": "south", "red_fives": "[1, 2, 1]"},
        ),
        ({"disp": "三上南喰赤", "aka": 2}, 3, "tenhou-sanma", {"game_length": "south", "red_fives": "[0, 2, 2]"}),
        # another platform's room
        ({"disp": "玉の間南喰赤", "aka51": 1, "aka52": 1, "aka53": 1}, 4, "majsoul", {"game_length": "south"}),
        (
            {"disp": "三金の間赤", "aka51": 0, "aka52": 1, "aka53": 1},
            3,
            "majsoul-sanma",
            {"game_length": "either"},
        ),
        # nothing stated
        ({"disp": "", "aka": 1}, 4, "", {}),
        ({"disp": "", "aka": 0}, 4, "", {"red_fives": "[0, 0, 0]"}),
        ({}, 4, "", {}),
    ],
)
def test_what_the_rules_state(rule: Json, seats: int, variant: str, overrides: dict[str, str]) -> None:
    log = game(a_round(seats=seats), rule=rule)
    assert (log.header.seats, log.header.variant, dict(log.header.overrides)) == (seats, variant, overrides)
    assert log.header.platform == ("majsoul" if "の間" in str(rule) else "tenhou")
    assert log.remarks == []


def test_a_rule_text_nobody_knows_is_remarked_on() -> None:
    log = game(a_round(seats=3), rule={"disp": "三人祭 赤", "aka": 1})
    assert (log.header.variant, log.header.seats) == ("tenhou-sanma", 3)
    text = "rule text '三人祭 赤' states rules of its own, not which"
    assert log.remarks == [Remark(RemarkKind.UNKNOWN_RULES, None, None, None, text)]


def test_the_rounds_say_how_many_players_there_are_where_nothing_else_does() -> None:
    assert game(a_round(seats=3), rule={"disp": ""}).header.seats == 3
    assert game(a_round(seats=4), rule={"disp": ""}).header.seats == 4
    assert game(rule={"disp": ""}).header.seats == 4


@pytest.mark.parametrize("last", [False, True])
def test_members_stand_in_any_order(last: bool) -> None:
    sc: Json = [24000, -6, 26000, 6, 25000, 0, 25000, 0]
    round_ = a_round()
    parts: dict[str, Json] = {"sc": sc, "rule": {"disp": "鳳東喰赤"}, "name": ["A"] * 4, "new": {"x": [1, None]}}
    whole: dict[str, Json] = (
        {"ref": "", **parts, "log": [round_]} if not last else {"ref": "", "log": [round_], **parts}
    )
    log = read(" " + json.dumps(whole, indent=1) + "\n", DIGEST)
    assert log.failure is None
    assert log.header.variant == "tenhou"
    assert log.header.players == (Player("", "A"),) * 4
    assert log.header.game_id == DIGEST[:16]
    end = GameEnd((24000, 26000, 25000, 25000), None, (-60, 60, 0, 0))
    assert log.rounds == [[log.rounds[0][0], DRAWN, end]]


def test_names() -> None:
    assert game(a_round(), name=["A", "B"]).header.players == ()
    assert read(log_text(a_round()).replace('"A"', '"\\ud800"'), DIGEST).header.players[0] == Player("", "?")


def test_disconnections_stand_at_the_start_of_their_round() -> None:
    lost: Json = [{"what": 0, "log": 1, "who": 3, "step": 15}, {"what": 1, "log": 1, "who": 3, "step": 16}]
    text = "seat 3 disconnected at step 15 of the round"
    assert game(a_round(), a_round(), connection=lost).remarks == [Remark(RemarkKind.DISCONNECTED, 1, 0, 3, text)]
    assert game(a_round(), connection=lost).remarks == [Remark(RemarkKind.DISCONNECTED, None, None, 3, text)]


@pytest.mark.parametrize(
    ("head", "known"),
    [
        ('{"title":["",""],"name":["A"],"rule":{"disp":"x"},"log":[[[0,0,0],', True),
        ('\ufeff {\n "ver" : "2.3" , "log" : [ [ [', True),
        ('{"log":[]}', True),
        ('{"log":[', True),
        ('{"log":[[', True),
        ('{"log":[1]}', False),
        ('{"log":[[1]]}', False),
        ('{"log":{}}', False),
        ('{"header":{"gameId":"x"},"events":[]}', False),
        ("[[[0,0,0]]]", False),
        ('<mjloggm ver="2.3">', False),
        ("", False),
    ],
)
def test_recognition(head: str, known: bool) -> None:
    assert looks_like(head) is known
    if not known:
        with pytest.raises(LogError) as caught:
            read(head, DIGEST)
        assert caught.value.place == "byte 0"


F01 = (
    "[[4,0,0],[18600,19000,34000,28400],[25],[],[37,11,32,16,39,51,15,11,12,15,33,26,42],"
    '[42,"11p1111","p424242",43,"c343233",27,17],[39,12,37,60,26,60],'
    '[43,45,45,29,21,43,36,47,46,29,23,45,34],[16,"43p4343",25,"2929p29",35,26,34,"c272526"],'
    "[46,16,34,36,60,23,60,21],[11,28,31,33,24,38,22,41,46,17,29,38,46],"
    '["p464646",11,26,33,22,"c232224",41,39],[11,60,29,41,17,31,60,60],'
    "[47,24,36,28,19,12,42,14,16,32,18,43,24],[19,37,34,44,44,47],[43,42,47,34,37,44],"
    '["和了",[3000,-1000,-1000,-1000],[0,0,0,"30符2飜1000点∀","役牌:場風牌(1飜)","赤ドラ(1飜)"]]]'
)
"""A published round in which a reader that takes the first equal discard for the claimed one goes wrong."""


def test_a_claim_of_the_second_of_two_equal_discards() -> None:
    log = read(f'{{"rule":{{"disp":"南喰赤"}},"log":[{F01}]}}', DIGEST)
    assert log.failure is None
    (first,) = log.rounds
    mine = [index for index, event in enumerate(first) if isinstance(event, Discard) and event == Discard(2, 0, False)]
    passed = [index for index, event in enumerate(first) if isinstance(event, Discard) and event == Discard(2, 0, True)]
    pon = first.index(Pon(0, 2, 0, (0, 0)))
    assert mine[0] < passed[0] == pon - 1
    report = audit(log, choose(log.header, None, None, ()))
    assert [finding.code.id for finding in report.findings] == ["LOG004"]


def test_the_value_of_a_win_is_a_text() -> None:
    bad: Parts = ("和了", [-1000, 1000, 0, 0], [0, 1, 0, 30, 1000, 0])
    failure = read(log_text(a_round(([41], [60]), result=bad)), DIGEST).failure
    assert failure is not None
    assert failure.reason == "a text is expected, not 30"
    assert failure.place.endswith("round 1, result, win 1, value")
    (ron,) = wins(a_round(([41], [60]), result=("和了", [0, 0, 0, 0], [0, 1, 0, "30符1飜1000点", "立直(1飜)"])))
    (tsumo,) = wins(a_round(([41], []), result=("和了", [0, 0, 0, 0], [0, 0, 0, "30符1飜500点∀", "立直(1飜)"])))
    assert (ron.seat, ron.from_seat) == (0, 1)
    assert (tsumo.seat, tsumo.from_seat) == (0, 0)
