"""Riichi City records: every event, action and end becomes what it means."""

import json

import pytest

from replay.formats.json_values import Json
from replay.formats.riichi_city import RECORDED_OFFERS, looks_like, read
from replay.formats.riichi_city_values import CODE_OF, YAKU_OF, moment, yaku_name
from replay.gamelog import (
    Chi,
    ClaimedYaku,
    Discard,
    Draw,
    DrawReason,
    Event,
    FuritenFlag,
    GameEnd,
    GameLog,
    Indicator,
    Kan,
    KanType,
    North,
    Offer,
    OfferKind,
    Player,
    Pon,
    RemarkKind,
    Riichi,
    RiichiAccepted,
    RoundDrawn,
    RoundStart,
    WallCommitment,
    Win,
)
from replay.hand.names import PREVAILING_WIND, SEAT_WIND
from replay.hand.yaku import YAKU
from replay.tiles import CODES, parse_tiles
from tests.replay.formats.riichi_city_texts import (
    DIGEST,
    GOOD3,
    HANDS,
    Record,
    a_round,
    accepted,
    action,
    calls,
    discard,
    end,
    event,
    game_end,
    indicators,
    numbers,
    record_text,
    tenpai,
    turn,
    waiting,
    won,
)


def game_of(text: str) -> GameLog:
    """The log of the text, which is read to its end."""
    log = read(text, DIGEST)
    assert log.failure is None
    return log


def events_of(*events: Record, **start: str) -> list[Event]:
    """What follows the start of a round and the dealer's first draw."""
    (events_,) = game_of(record_text(a_round(*events, **start))).rounds  # type: ignore[arg-type]
    return events_[2:]


def tiles(text: str) -> tuple[int, ...]:
    return tuple(parse_tiles(text))


def tile(text: str) -> int:
    return parse_tiles(text)[0]


def test_tile_numbers_are_those_of_the_platform() -> None:
    assert sorted(CODE_OF.values()) == list(range(CODES))
    examples = {0x01: "1p", 0x09: "9p", 0x11: "1s", 0x21: "1m", 0x29: "9m", 0x31: "1z", 0x91: "7z", 0x105: "0p"}
    assert {number: tile(text) for number, text in examples.items()} == {number: CODE_OF[number] for number in examples}


def test_every_yaku_has_a_name_the_rules_know() -> None:
    known = {yaku.name for yaku in YAKU} | {"dora", "ura_dora", "red_five", "north_dora"}
    yakuman = {"tenhou", "chiihou", "kokushi", "kokushi_13", "chuuren", "junsei_chuuren", "suuankou", "suukantsu"}
    yakuman |= {"suuankou_tanki", "chinroutou", "tsuuiisou", "daisuushi", "shousuushi", "daisangen", "ryuuiisou"}
    winds = {"seat_wind", "prevailing_wind"}
    assert set(YAKU_OF.values()) - winds <= known | yakuman | {"renhou"}
    assert [yaku_name(11, wind, 0) for wind in range(4)] == list(SEAT_WIND)
    assert [yaku_name(10, 0, wind) for wind in range(4)] == list(PREVAILING_WIND)
    assert yaku_name(99, 0, 0) == ""


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1_665_312_042_959, "2022-10-09T10:40:42Z"),
        (951_782_400_000, "2000-02-29T00:00:00Z"),
        (4_102_444_799_000, "2099-12-31T23:59:59Z"),
        (4_102_444_800_000, ""),
        (1_000, "1970-01-01T00:00:01Z"),
        (0, ""),
        (-1, ""),
        (10**20, ""),
        (True, ""),
        ("1665312042959", ""),
        (None, ""),
    ],
)
def test_a_moment(value: Json, text: str) -> None:
    assert moment(value) == text


def test_the_header() -> None:
    header = game_of(GOOD3).header
    assert header.game_id == "cd1aa9uai08a0i7csbjg"
    assert (header.seats, header.platform, header.variant) == (3, "riichi-city", "riichi-city-sanma")
    assert header.played_at == "2022-10-09T10:40:42Z"
    assert header.overrides == (("game_length", "south"),)
    assert header.players == (Player("101", "P0"), Player("102", "P1"), Player("103", "P2"))
    assert header.start_points == 35_000
    assert header.source_digest == DIGEST
    assert header.recorded_offers == RECORDED_OFFERS
    assert not header.furiten_flags


@pytest.mark.parametrize(
    ("said", "overrides", "told"),
    [
        ({"round": 1}, (("game_length", "east"),), ""),
        ({"round": 3}, (), "round 3"),
        ({"isKaiLiZhi": True, "isGeMu": True}, (("game_length", "south"),), "isKaiLiZhi, isGeMu"),
        ({"fangFu": 1}, (("game_length", "south"),), ""),
        ({"fangFu": 2}, (("game_length", "south"),), "fangFu 2"),
        ({"northOperateType": 0}, (("game_length", "south"),), ""),
        ({"northOperateType": 1}, (("game_length", "south"),), "northOperateType 1"),
    ],
)
def test_the_rules_of_the_room(said: dict[str, Json], overrides: tuple[tuple[str, str], ...], told: str) -> None:
    log = game_of(record_text(a_round(), **said))
    assert log.header.overrides == overrides
    texts = [remark.text for remark in log.remarks if remark.kind is RemarkKind.UNKNOWN_RULES]
    assert texts == ([f"the record states rules of its own: {told}"] if told else [])


def test_the_answer_of_the_platform_holds_the_record() -> None:
    answer = f'{{"code":0,"data":{GOOD3},"message":"ok"}}'
    assert looks_like(answer)
    assert game_of(answer) == game_of(GOOD3)
    assert game_of("\ufeff " + GOOD3) == game_of(GOOD3)


def test_events_unpacked_by_a_tool_are_the_same() -> None:
    record = json.loads(GOOD3)
    for one in record["handRecord"]:
        for entry in one["handEventRecord"]:
            entry["data"] = json.loads(entry["data"])
    assert game_of(json.dumps(record)) == game_of(GOOD3)


def test_a_record_without_an_id_or_rounds() -> None:
    assert game_of(record_text(a_round(), keyValue="")).header.game_id == DIGEST[:16]
    assert game_of(record_text()).rounds == []


def test_the_start_of_a_round() -> None:
    wall = "19m5z0p0s1234567z"
    record = record_text(
        a_round(wind=1, number=1, honba=2, deposits=1, points=(30_000, 40_000, 34_000), wall=wall), initPoints=30_000
    )
    start = game_of(record).rounds[0][0]
    assert isinstance(start, RoundStart)
    assert (start.prevailing_wind, start.number, start.honba, start.deposits, start.dealer) == (1, 1, 2, 1, 0)
    assert start.scores == (30_000, 40_000, 34_000)
    assert start.hands == (tiles("19m19p19s1234567z"), tiles(HANDS[1]), tiles(HANDS[2]))
    assert start.indicators == (tile("8p"),)
    assert start.wall == tiles(wall)
    digest = json.loads(record)["handRecord"][0]["handCardsSHA256"]
    assert start.commitment == WallCommitment("sha256-riichi-city", digest)
    assert game_of(record).rounds[0][1] == Draw(0, tile("5z"), False)


def test_seat_0_deals_first_wherever_it_sits() -> None:
    log = game_of(record_text(a_round(dealer=2, points=(10, 20, 30))))
    assert [player.id for player in log.header.players] == ["103", "101", "102"]
    start = log.rounds[0][0]
    assert isinstance(start, RoundStart)
    assert (start.dealer, start.scores) == (0, (30, 10, 20))
    assert start.hands[0] == tiles(HANDS[2])
    later = game_of(record_text(a_round(dealer=2, number=2)))
    assert [player.id for player in later.header.players] == ["102", "103", "101"]


def test_turns_and_discards() -> None:
    assert events_of(
        turn(0),
        discard(0, "5z", 14),
        turn(1, "5p"),
        discard(1, "5p", 3),
        turn(2, "0p"),
        action(2, 11, "0p"),
        end(7),
    ) == [
        Discard(0, tile("5z"), True),
        Draw(1, tile("5p"), False),
        Discard(1, tile("5p"), False),
        Draw(2, tile("0p"), False),
        Discard(2, tile("0p"), True),
        RoundDrawn(DrawReason.EXHAUSTIVE, None, (), (None, None, None), (0, 0, 0)),
    ]


def test_offers() -> None:
    kinds = OfferKind
    assert events_of(
        turn(0, is_zi_mo=True, gang_cards=numbers("1z"), bu_gang_cards=numbers("2z"), is_can_lizhi=True),
        turn(0, is_nine_cards=True, is_pull_north=True),
        calls(1, "1p", 2, 3, 4, 5, 6, 7),
        calls(2, "1p"),
    ) == [
        Offer(0, (kinds.TSUMO, kinds.CONCEALED_KAN, kinds.ADDED_KAN, kinds.RIICHI)),
        Offer(0, (kinds.NINE_TERMINALS, kinds.NORTH)),
        Offer(1, (kinds.CHI, kinds.PON, kinds.OPEN_KAN, kinds.RON)),
    ]


def test_a_turn_of_older_records_says_nothing_of_norths() -> None:
    older = json.loads(str(turn(0, is_can_lizhi=True)["data"]))
    del older["is_pull_north"]
    assert events_of(event(2, older, 0)) == [Offer(0, (OfferKind.RIICHI,))]


def test_calls_kans_and_norths() -> None:
    assert events_of(
        discard(0, "1z"),
        action(1, 5, "1z", group_cards=numbers("11z")),
        discard(1, "2p"),
        action(2, 3, "2p", group_cards=numbers("13p")),
        discard(2, "4s"),
        action(0, 6, "4s", group_cards=numbers("444s")),
        indicators("1m"),
        turn(0, "9m", is_gang_incard=True),
        action(0, 9, "7z"),
        indicators("19m"),
        turn(0, "4z", is_gang_incard=True),
        action(0, 13, "4z"),
        turn(0, "0s", is_gang_incard=True),
        action(0, 8, "5s", group_cards=numbers("055s")),
        indicators("199m"),
    ) == [
        Discard(0, tile("1z"), False),
        Pon(1, 0, tile("1z"), tiles("11z")),
        Discard(1, tile("2p"), False),
        Chi(2, 1, tile("2p"), tiles("13p")),
        Discard(2, tile("4s"), False),
        Kan(0, KanType.OPEN, tiles("444s"), tile("4s"), 2),
        Indicator(tile("1m")),
        Draw(0, tile("9m"), True),
        Kan(0, KanType.ADDED, tiles("7z")),
        Indicator(tile("9m")),
        Draw(0, tile("4z"), True),
        North(0, tile("4z")),
        Draw(0, tile("0s"), True),
        Kan(0, KanType.CONCEALED, tiles("055s5s")),
        Indicator(tile("9m")),
    ]


def test_after_a_call_nothing_was_drawn() -> None:
    found = events_of(
        discard(0, "1z"),
        action(1, 5, "1z", group_cards=numbers("11z")),
        discard(1, "7p", 11),
        turn(2, "1s"),
        discard(2, "1s", 14),
        turn(0, "1s"),
        discard(0, "1s", 14),
        turn(1, "9s"),
        discard(1, "9s", 11),
    )
    assert [one.drawn for one in found if isinstance(one, Discard)] == [False, False, True, True, True]


@pytest.mark.parametrize("between", [[], [calls(2, "1z", 5)]])
@pytest.mark.parametrize(
    ("call", "turned"),
    [
        (action(1, 5, "1z", group_cards=numbers("11z")), []),
        (action(1, 6, "1z", group_cards=numbers("111z")), [indicators("1m")]),
    ],
)
def test_a_deposit_comes_before_the_claim_that_it_is_stated_behind(
    between: list[Record], call: Record, turned: list[Record]
) -> None:
    riichi = discard(0, "1z", is_li_zhi=True, li_zhi_type=1)
    found = events_of(riichi, *between, call, *turned, accepted(0), tenpai(0, False))
    kinds = [type(one) for one in found]
    assert kinds == [
        Riichi,
        Discard,
        *([Offer] if between else []),
        RiichiAccepted,
        Kan if turned else Pon,
        *([Indicator] if turned else []),
    ]


def test_another_deposit_stays_where_it_is() -> None:
    call = action(1, 5, "1z", group_cards=numbers("11z"))
    found = events_of(discard(0, "1z", is_li_zhi=True), call, accepted(2))
    assert [type(one) for one in found] == [Riichi, Discard, Pon, RiichiAccepted]
    found = events_of(discard(0, "1z", is_li_zhi=True), call, discard(1, "2p"), accepted(0))
    assert [type(one) for one in found] == [Riichi, Discard, Pon, Discard, RiichiAccepted]


def test_furiten_is_stated_with_a_riichi_only() -> None:
    assert events_of(tenpai(0, False, False), tenpai(1, False, True), tenpai(2)) == [FuritenFlag(1)]


def test_what_says_nothing_is_passed_over() -> None:
    assert events_of(event(9, {"anything": 1}, 0), event(10, [1], 0)) == []


def test_a_self_draw() -> None:
    hand = "2233445566778p8p"
    assert events_of(
        discard(0, "1z"),
        turn(1, "8p", is_zi_mo=True),
        action(1, 10, "8p"),
        end(1, (-4000, 7000, -3000), won(1, hand, (1, 1), (29, 6), (55, 2), all_fu=20, all_point=16_000)),
    )[-1] == Win(
        1,
        1,
        tile("8p"),
        tiles(hand),
        (ClaimedYaku("menzen_tsumo", 1), ClaimedYaku("chinitsu", 6), ClaimedYaku("north_dora", 2)),
        9,
        20,
        16_000,
        None,
        None,
        (-4000, 7000, -3000),
    )


def test_winds_are_those_of_the_winner_and_the_round() -> None:
    text = record_text(
        a_round(
            discard(1, "1z"), end(0, (1, -1, 0), won(0, "1z", (10, 1), (11, 1), (56, 1))), wind=1, dealer=1, number=2
        )
    )
    win = game_of(text).rounds[0][-1]
    assert isinstance(win, Win)
    # Place 0 sits behind the two others when place 1 deals: West.
    assert win.yaku == (
        ClaimedYaku("prevailing_wind_south", 1),
        ClaimedYaku("seat_wind_west", 1),
        ClaimedYaku("north_triplet", 1),
    )


@pytest.mark.parametrize(
    ("yaku", "claimed", "han"),
    [
        ([(45, 1)], [("daisangen", 13)], 13),
        ([(45, 13), (50, 3)], [("daisangen", 13), ("dora", 3)], 13),
        ([(39, 2)], [("suuankou_tanki", 26)], 26),
        ([(39, 26), (42, 13)], [("suuankou_tanki", 26), ("tsuuiisou", 13)], 39),
        ([(29, 6), (0, 1), (50, 6)], [("chinitsu", 6), ("riichi", 1), ("dora", 6)], 13),
    ],
)
def test_yakuman(yaku: list[tuple[int, int]], claimed: list[tuple[str, int]], han: int) -> None:
    win = events_of(discard(0, "1z"), end(0, (-1, 1, 0), won(1, HANDS[1], *yaku)))[-1]
    assert isinstance(win, Win)
    assert win.yaku == tuple(ClaimedYaku(name, value) for name, value in claimed)
    assert win.han == han


@pytest.mark.parametrize(
    "offer", [[action(0, 13, "4z")], [action(0, 9, "4z")], [action(0, 8, "4z", group_cards=numbers("444z"))]]
)
def test_what_is_set_out_may_be_robbed(offer: list[Record]) -> None:
    win = events_of(*offer, end(0, (-1, 1, 0), won(1, HANDS[1], (6, 1))))[-1]
    assert isinstance(win, Win)
    assert (win.from_seat, win.tile) == (0, tile("4z"))


def test_two_rons_share_what_the_end_moves() -> None:
    first, second = won(2, HANDS[2], (13, 1)), won(0, HANDS[1], (14, 1))
    wins = [
        one
        for one in events_of(
            discard(0, "1z"),
            turn(1, "8s"),
            discard(1, "8s", 14),
            # The nearer one is listed last. It gets 2,000 and two deposits, the other 1,000.
            end(0, (1000, -3000, 4000), second, first),
        )
        if isinstance(one, Win)
    ]
    assert [(win.seat, win.from_seat, win.deltas) for win in wins] == [
        (2, 1, (0, -2000, 4000)),
        (0, 1, (1000, -1000, 0)),
    ]
    # What does not add up is the nearest one's.
    wrong = events_of(discard(1, "8s"), end(0, (1000, -3500, 4000), second, first))
    assert [win.deltas for win in wrong if isinstance(win, Win)] == [(0, -2500, 4000), (1000, -1000, 0)]


def test_pao() -> None:
    one = events_of(discard(0, "1z"), end(0, (-16_000, 32_000, -16_000), won(1, HANDS[1], (45, 1)), liable=2))[-1]
    assert isinstance(one, Win)
    assert (one.liable, one.deltas) == (2, (-16_000, 32_000, -16_000))
    both = events_of(
        discard(0, "1z"),
        end(0, (-17_000, 32_000, -15_000), won(1, HANDS[1], (45, 1)), won(2, HANDS[2], (13, 1)), liable=2),
    )[-2:]
    # Who paid for which of the two hands is not stated.
    assert [(win.seat, win.liable, win.deltas) for win in both if isinstance(win, Win)] == [
        (1, 2, None),
        (2, None, None),
    ]
    assert events_of(discard(0, "1z"), end(0, (-32_000, 32_000, 0), won(1, HANDS[1], (45, 1)), liable=1))[-1] == Win(
        1,
        0,
        tile("1z"),
        (*tiles(HANDS[1]), tile("1z")),
        (ClaimedYaku("daisangen", 13),),
        13,
        30,
        1000,
        None,
        None,
        (-32_000, 32_000, 0),
    )


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (2, DrawReason.FOUR_WINDS),
        (3, DrawReason.FOUR_KANS),
        (4, DrawReason.FOUR_RIICHI),
        (5, DrawReason.TRIPLE_RON),
        (6, DrawReason.NINE_TERMINALS),
        (1002, DrawReason.FOUR_WINDS),
        (1004, DrawReason.FOUR_RIICHI),
    ],
)
def test_aborts(kind: int, reason: DrawReason) -> None:
    assert events_of(discard(0, "1z"), end(kind)) == [
        Discard(0, tile("1z"), False),
        RoundDrawn(reason, None, None, None, (0, 0, 0)),
    ]


def test_who_declares_nine_terminals() -> None:
    assert events_of(action(0, 12), end(6)) == [RoundDrawn(DrawReason.NINE_TERMINALS, 0, None, None, (0, 0, 0))]


def test_a_drawn_round() -> None:
    found = events_of(end(7, (-4000, 2000, 2000), waiting(2, HANDS[2], "8s"), waiting(1, HANDS[1], "8p")))
    hands = (None, tiles(HANDS[1]), tiles(HANDS[2]))
    assert found == [RoundDrawn(DrawReason.EXHAUSTIVE, None, (1, 2), hands, (-4000, 2000, 2000))]


def test_nagashi() -> None:
    nagashi = won(0, "19m19p19s1234567z", (30, 5))
    found = events_of(end(7, (12_000, -6000, -6000), nagashi, waiting(1, HANDS[1], "8p")))
    assert found == [RoundDrawn(DrawReason.NAGASHI, None, (1,), (None, tiles(HANDS[1]), None), (12_000, -6000, -6000))]


def test_the_end_of_the_game() -> None:
    text = record_text(a_round(end(7), game_end((2, 1, -3), (0, 40_000, 100), (1, 3, -97))))
    assert game_of(text).rounds[0][-1] == GameEnd((40_000, 3, 1), None, (100, -97, -3))


@pytest.mark.parametrize(
    ("head", "it_is"),
    [
        (GOOD3, True),
        ('{"handRecord":[', True),
        ('{"handRecord":', True),
        ('{"code":0,"data":{"fangFu":0,"handRecord" : [{', True),
        ('\ufeff\n{ "fangFu": 0, "handRecord": [', True),
        ('{"handRecord":{', False),
        ('{"log":[[[', False),
        ('[{"handRecord":[', False),
        ('{"header":{}}', False),
        ("", False),
    ],
)
def test_is_recognised(head: str, it_is: bool) -> None:
    assert looks_like(head) is it_is
