"""What each Mahjong Soul record becomes, in every form in which records are written."""

from typing import Final

import pytest

from replay.formats.majsoul import looks_like, read
from replay.gamelog import (
    Chi,
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
    Remark,
    RemarkKind,
    Riichi,
    RiichiAccepted,
    RoundDrawn,
    RoundEnd,
    RoundStart,
    WallCommitment,
)
from replay.tiles import CODE_OF_TEXT, NORTH, parse_tiles
from tests.replay.formats.majsoul_texts import (
    DIGEST,
    FORMS,
    HANDS,
    SCORES,
    Data,
    Entry,
    abort,
    call,
    deal,
    discard,
    events_of,
    hule,
    json_text,
    kan,
    log_of,
    new_round,
    no_tile,
    north,
    stating,
    tiles,
    win,
)

THREE_HANDS: Final = ("19m19p19s1234567z4z", "2333555677788p", "2233445566778s")
FIRST: Final = discard(0, "1m")  # ends the dealer's first turn


def code(text: str) -> int:
    return CODE_OF_TEXT[text]


def codes(text: str) -> tuple[int, ...]:
    return tuple(parse_tiles(text))


def discarded(seat: int, tile: str, *, drawn: bool = False) -> Discard:
    return Discard(seat, code(tile), drawn)


def drew(seat: int, tile: str, *, replacement: bool = False) -> Draw:
    return Draw(seat, code(tile), replacement)


AFTER_FIRST: Final = discarded(0, "1m")

RECORDS: Final[dict[str, tuple[list[Entry], list[Event]]]] = {
    "a draw and a discard": (
        [FIRST, deal(1, "9p"), discard(1, "2p")],
        [AFTER_FIRST, drew(1, "9p"), discarded(1, "2p")],
    ),
    "a discard of the tile drawn": (
        [FIRST, deal(1, "0p"), discard(1, "0p", moqie=True)],
        [AFTER_FIRST, drew(1, "0p"), discarded(1, "0p", drawn=True)],
    ),
    "chi": (
        [FIRST, deal(1, "9s"), discard(1, "9s", moqie=True), call(2, 0, "78s9s", [2, 2, 1])],
        [AFTER_FIRST, drew(1, "9s"), discarded(1, "9s", drawn=True), Chi(2, 1, code("9s"), codes("78s"))],
    ),
    "pon": (
        [FIRST, deal(1, "2s"), discard(1, "2s", moqie=True), call(2, 1, "222s", [2, 2, 1])],
        [AFTER_FIRST, drew(1, "2s"), discarded(1, "2s", drawn=True), Pon(2, 1, code("2s"), codes("22s"))],
    ),
    "the claimed tile is the one from another seat": (
        [FIRST, deal(1, "0s"), discard(1, "0s", moqie=True), call(2, 1, "505s", [2, 1, 2])],
        [AFTER_FIRST, drew(1, "0s"), discarded(1, "0s", drawn=True), Pon(2, 1, code("0s"), codes("55s"))],
    ),
    "an open kan, and its indicator with the discard": (
        [
            FIRST,
            deal(1, "2s"),
            discard(1, "2s", moqie=True),
            call(2, 2, "2222s", [2, 2, 2, 1]),
            deal(2, "9m"),
            discard(2, "9m", moqie=True, doras=tiles("6p9s")),
        ],
        [
            AFTER_FIRST,
            drew(1, "2s"),
            discarded(1, "2s", drawn=True),
            Kan(2, KanType.OPEN, codes("222s"), code("2s"), 1),
            drew(2, "9m", replacement=True),
            Indicator(code("9s")),
            discarded(2, "9m", drawn=True),
        ],
    ),
    "a concealed kan with a red five, and its indicator at once": (
        [FIRST, deal(1, "0p"), kan(1, 3, "5p", doras=tiles("6p9s")), deal(1, "9m")],
        [
            AFTER_FIRST,
            drew(1, "0p"),
            Kan(1, KanType.CONCEALED, codes("5p5p5p0p")),
            Indicator(code("9s")),
            drew(1, "9m", replacement=True),
        ],
    ),
    "an added kan": (
        [
            FIRST,
            deal(1, "2s"),
            discard(1, "2s", moqie=True),
            call(2, 1, "222s", [2, 2, 1]),
            discard(2, "8s"),
            deal(3, "9m"),
            discard(3, "9m", moqie=True),
            deal(0, "2s"),
            discard(0, "9m"),
            deal(1, "9m"),
            discard(1, "9m", moqie=True),
            deal(2, "2s"),
            kan(2, 2, "2s"),
            deal(2, "9p"),
            discard(2, "9p", moqie=True, doras=tiles("6p1z")),
        ],
        [
            AFTER_FIRST,
            drew(1, "2s"),
            discarded(1, "2s", drawn=True),
            Pon(2, 1, code("2s"), codes("22s")),
            discarded(2, "8s"),
            drew(3, "9m"),
            discarded(3, "9m", drawn=True),
            drew(0, "2s"),
            discarded(0, "9m"),
            drew(1, "9m"),
            discarded(1, "9m", drawn=True),
            drew(2, "2s"),
            Kan(2, KanType.ADDED, codes("2s")),
            drew(2, "9p", replacement=True),
            Indicator(code("1z")),
            discarded(2, "9p", drawn=True),
        ],
    ),
    "an indicator before the next replacement": (
        [FIRST, deal(1, "0p"), kan(1, 3, "5p"), deal(1, "3p", doras=tiles("6p9s")), kan(1, 3, "3p"), deal(1, "9s")],
        [
            AFTER_FIRST,
            drew(1, "0p"),
            Kan(1, KanType.CONCEALED, codes("5p5p5p0p")),
            Indicator(code("9s")),
            drew(1, "3p", replacement=True),
            Kan(1, KanType.CONCEALED, (code("3p"),) * 4),
            drew(1, "9s", replacement=True),
        ],
    ),
    "riichi, and the deposit on the record after it": (
        [
            FIRST,
            deal(1, "9m"),
            discard(1, "9m", moqie=True, is_liqi=True),
            deal(2, "9p", liqi={"seat": 1, "score": 24000, "liqibang": 1}),
        ],
        [
            AFTER_FIRST,
            drew(1, "9m"),
            Riichi(1),
            discarded(1, "9m", drawn=True),
            RiichiAccepted(1, (25000, 24000, 25000, 25000)),
            drew(2, "9p"),
        ],
    ),
    "double riichi, and the deposit on a call": (
        [
            discard(0, "2s", is_liqi=True, is_wliqi=True),
            call(2, 1, "222s", [2, 2, 0], liqi={"seat": 0, "score": 24000, "liqibang": 1}),
        ],
        [
            Riichi(0),
            discarded(0, "2s"),
            RiichiAccepted(0, (24000, 25000, 25000, 25000)),
            Pon(2, 0, code("2s"), codes("22s")),
        ],
    ),
    "offers to one seat and to several": (
        [
            discard(
                0,
                "1m",
                operations=[
                    {"seat": 1, "operation_list": [{"type": 2}, {"type": 3}]},
                    {"seat": 2, "operation_list": [{"type": 5}, {"type": 9}]},
                ],
            ),
            deal(1, "9p", operation={"seat": 1, "operation_list": [{"type": 1}, {"type": 4}, {"type": 6}]}),
            discard(1, "9p"),
            deal(
                2, "9p", operation={"seat": 2, "operation_list": [{"type": 7}, {"type": 8}, {"type": 10}, {"type": 11}]}
            ),
            discard(2, "9p", operations=[{"seat": 3, "operation_list": [{"type": 99}]}]),
        ],
        [
            AFTER_FIRST,
            Offer(1, (OfferKind.CHI, OfferKind.PON)),
            Offer(2, (OfferKind.OPEN_KAN, OfferKind.RON)),
            drew(1, "9p"),
            Offer(1, (OfferKind.DISCARD, OfferKind.CONCEALED_KAN, OfferKind.ADDED_KAN)),
            discarded(1, "9p"),
            drew(2, "9p"),
            Offer(2, (OfferKind.RIICHI, OfferKind.TSUMO, OfferKind.NINE_TERMINALS, OfferKind.NORTH)),
            discarded(2, "9p"),
        ],
    ),
    "furiten that comes and goes, after what was offered": (
        [
            discard(0, "1m", zhenting=[False, False, True, False]),
            deal(
                1,
                "9p",
                zhenting=[False, False, True, True],
                operation={"seat": 1, "operation_list": [{"type": 1}]},
            ),
            discard(1, "9p", zhenting=[False, False, False, True]),
            deal(2, "9p"),
            discard(2, "9p", zhenting=[False, False, False, False]),
        ],
        [
            AFTER_FIRST,
            FuritenFlag(2),
            drew(1, "9p"),
            Offer(1, (OfferKind.DISCARD,)),
            FuritenFlag(3),
            discarded(1, "9p"),
            FuritenFlag(2, clear=True),
            drew(2, "9p"),
            discarded(2, "9p"),
            FuritenFlag(3, clear=True),
        ],
    ),
    "an exhaustive draw": (
        [
            FIRST,
            no_tile(
                players=[{"tingpai": True, "hand": tiles("19p")}, {}, {"tingpai": True}, {}],
                scores=[{"old_scores": list(SCORES), "delta_scores": [1500, -1500, 1500, -1500]}],
            ),
        ],
        [
            AFTER_FIRST,
            RoundDrawn(
                DrawReason.EXHAUSTIVE, None, (0, 2), (codes("19p"), None, None, None), (1500, -1500, 1500, -1500)
            ),
        ],
    ),
    "nagashi of two": (
        [
            FIRST,
            no_tile(
                liujumanguan=True,
                players=[{}, {}, {}, {}],
                scores=[
                    {"seat": 1, "delta_scores": [-4000, 8000, -2000, -2000]},
                    {"seat": 2, "delta_scores": [-4000, -2000, 8000, -2000]},
                ],
            ),
        ],
        [AFTER_FIRST, RoundDrawn(DrawReason.NAGASHI, None, (), None, (-8000, 6000, 6000, -4000))],
    ),
    "an exhaustive draw of which nothing is stated": (
        [FIRST, no_tile()],
        [AFTER_FIRST, RoundDrawn(DrawReason.EXHAUSTIVE)],
    ),
    "nine terminals": (
        [FIRST, deal(1, "9p"), abort(1, seat=1, tiles=tiles("19m"))],
        [
            AFTER_FIRST,
            drew(1, "9p"),
            RoundDrawn(DrawReason.NINE_TERMINALS, 1, None, (None, codes("19m"), None, None)),
        ],
    ),
    "four winds": ([FIRST, abort(2)], [AFTER_FIRST, RoundDrawn(DrawReason.FOUR_WINDS)]),
    "four kans": ([FIRST, abort(3)], [AFTER_FIRST, RoundDrawn(DrawReason.FOUR_KANS)]),
    "four riichi, the last deposit on the abort": (
        [
            discard(0, "1m", is_liqi=True),
            abort(4, liqi={"score": 24000, "liqibang": 1}),
        ],
        [
            Riichi(0),
            AFTER_FIRST,
            RiichiAccepted(0, (24000, 25000, 25000, 25000)),
            RoundDrawn(DrawReason.FOUR_RIICHI),
        ],
    ),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", RECORDS)
def test_records(name: str, form: str) -> None:
    entries, events = RECORDS[name]
    log = log_of((new_round(), *entries, new_round(), *STATES_ALL), form)
    assert log.failure is None
    assert log.rounds[0][2:] == events


STATES_ALL: Final[list[Entry]] = [
    discard(0, "1m", is_liqi=True),
    deal(1, "9p", liqi={"seat": 0, "score": 24000, "liqibang": 1}, doras=tiles("6p")),
]
"""Of a second round, so that the record as a whole leaves neither deposits nor indicators out."""


@pytest.mark.parametrize("form", FORMS)
def test_north_with_three_players(form: str) -> None:
    log = log_of(
        [
            new_round(THREE_HANDS, left_tile_count=54),
            north(0, moqie=False, operations=[{"seat": 1, "operation_list": [{"type": 9}]}]),
            deal(0, "5p", doras=tiles("6p")),
            discard(0, "5p", moqie=True),
        ],
        form,
    )
    assert (log.header.seats, log.header.variant) == (3, "majsoul-sanma")
    assert log.header.recorded_offers == tuple(
        kind for kind in OfferKind if kind not in (OfferKind.CHI, OfferKind.NINE_TERMINALS, OfferKind.NORTH)
    )
    assert log.rounds[0][2:] == [
        North(0, NORTH),
        Offer(1, (OfferKind.RON,)),
        drew(0, "5p", replacement=True),
        discarded(0, "5p", drawn=True),
    ]


# Starts of rounds


@pytest.mark.parametrize("form", FORMS)
def test_a_round_start(form: str) -> None:
    hands = (HANDS[1], HANDS[0], HANDS[2], HANDS[3])
    stated: Data = {"chang": 1, "ju": 1, "ben": 2, "liqibang": 3, "scores": [25000, -100, 26000, 49100]}
    log = log_of([stating(new_round(hands), stated), discard(1, "1m")], form)
    dealt = tuple(codes(hand) for hand in (HANDS[1], HANDS[0][:-2], HANDS[2], HANDS[3]))
    assert log.rounds == [
        [
            RoundStart(1, 2, 2, 3, 1, (25000, -100, 26000, 49100), dealt, codes("6p")),
            drew(1, "5z"),
            discarded(1, "1m"),
        ]
    ]


@pytest.mark.parametrize(
    ("then", "drawn", "flag"),
    [
        ([discard(0, "1m")], "5z", False),
        ([discard(0, "5z")], "7z", False),  # 5z twice: the other one may be drawn as well
        ([discard(0, "5z", moqie=True)], "5z", True),
        ([discard(0, "7z", moqie=True)], "7z", True),
        ([kan(0, 3, "1m")], "5z", None),
        ([], "5z", None),
    ],
)
def test_the_dealers_fourteenth_tile(then: list[Entry], drawn: str, flag: bool | None) -> None:
    """It is sorted into the hand: what follows must not say otherwise than what is made of it."""
    events = log_of([new_round(), *then]).rounds[0]
    assert events[1] == drew(0, drawn)
    start = events[0]
    assert isinstance(start, RoundStart)
    assert sorted((*start.hands[0], code(drawn))) == sorted(codes(HANDS[0]))
    if flag is not None:
        assert [event.drawn for event in events if isinstance(event, Discard)] == [flag]


def test_the_dealer_wins_with_his_fourteenth_tile() -> None:
    events = log_of([new_round(), hule(win(0, "7z", "19m19p19s123456z5z", zimo=True))]).rounds[0]
    assert events[1] == drew(0, "7z")


WALL: Final = (
    "".join(tile for kind in range(1, 10) for tile in (f"{kind}m", f"{kind}p", f"{kind}s") * 4) + "1z2z3z4z5z6z7z" * 4
)


def test_a_whole_wall_says_which_it_is() -> None:
    """The 53rd tile that is dealt."""
    known = WALL[104:106]
    hand = f"{known}19p19s1234567z5z1m"
    events = log_of([new_round((hand, *HANDS[1:]), paishan=WALL), discard(0, "5z")]).rounds[0]
    start = events[0]
    assert isinstance(start, RoundStart)
    assert start.wall == tuple(reversed(codes(WALL)))
    assert events[1] == drew(0, known)
    # The record has it as one of the hand, whichever is discarded.
    events = log_of([new_round((hand, *HANDS[1:]), paishan=WALL), discard(0, known)]).rounds[0]
    assert events[2] == discarded(0, known, drawn=True)


def test_thirteen_tiles_of_the_dealer_wait_for_a_draw() -> None:
    entries = [new_round((HANDS[0][:-2], *HANDS[1:])), deal(0, "9p"), discard(0, "9p", moqie=True)]
    assert log_of(entries).rounds[0][1:] == [drew(0, "9p"), discarded(0, "9p", drawn=True)]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("stated", "commitment"),
    [
        ({}, None),
        ({"md5": ""}, None),
        ({"md5": "0a" * 16}, WallCommitment("md5-majsoul", "0a" * 16)),
        ({"md5": "0a" * 16, "salt": "x"}, WallCommitment("md5-majsoul", "0a" * 16)),
        ({"sha256": "0B" * 32, "salt": "grain"}, WallCommitment("sha256-majsoul", "0B" * 32, "", "grain")),
        ({"sha256": "0b" * 32, "md5": "0a" * 16}, WallCommitment("sha256-majsoul", "0b" * 32)),
    ],
)
def test_commitments(stated: Data, commitment: WallCommitment | None, form: str) -> None:
    start = log_of([stating(new_round(), stated), FIRST], form).rounds[0][0]
    assert isinstance(start, RoundStart)
    assert start.commitment == commitment


def test_one_dora_of_old_records() -> None:
    name, data = new_round()
    start = log_of([(name, {**data, "doras": [], "dora": "3z"}), FIRST]).rounds[0][0]
    assert isinstance(start, RoundStart)
    assert start.indicators == codes("3z")


def test_hands_of_test_rooms() -> None:
    name, data = new_round()
    renamed = {
        key.replace("tiles", "begin_tiles[") + "]" if key.startswith("tiles") else key: data[key] for key in data
    }
    assert log_of([(name, renamed), FIRST]).rounds == log_of([(name, data), FIRST]).rounds


def test_offers_to_the_dealer_stand_after_his_first_draw() -> None:
    offered: Data = {"operation": {"seat": 0, "operation_list": [{"type": 1}, {"type": 10}]}}
    events = log_of([stating(new_round(), offered), FIRST]).rounds[0]
    assert events[1:3] == [drew(0, "5z"), Offer(0, (OfferKind.DISCARD, OfferKind.NINE_TERMINALS))]


# What records leave out


def test_deposits_that_no_record_states_are_inferred() -> None:
    events = events_of(discard(0, "1m", is_liqi=True), deal(1, "9p"))
    assert events[:3] == [Riichi(0), AFTER_FIRST, RiichiAccepted(0, None, inferred=True)]
    log = log_of([new_round(), discard(0, "1m", is_liqi=True), deal(1, "9p")])
    assert [remark.kind for remark in log.remarks] == [RemarkKind.INFERRED_ORDER]


def test_no_deposit_is_inferred_for_a_discard_that_is_won() -> None:
    events = events_of(discard(0, "1m", is_liqi=True), hule(win(1, "1m", HANDS[1])))
    assert [type(event).__name__ for event in events] == ["Riichi", "Discard", "Win"]


def test_indicators_that_no_record_states_are_remarked() -> None:
    log = log_of([new_round(), FIRST, deal(1, "0p"), kan(1, 3, "5p"), deal(1, "9m")])
    told = "the record does not state the indicator of the kan"
    assert log.remarks == [Remark(RemarkKind.NOT_STATED, 0, 4, None, told)]


def test_wins_that_no_record_values_are_remarked() -> None:
    log = log_of([new_round(), FIRST, ("RecordHule", {"hules": [{"seat": 1, "hu_tile": "1m"}]})])
    assert log.remarks == [
        Remark(RemarkKind.NOT_STATED, None, None, None, "the record does not state what wins are worth")
    ]


def test_offers_and_flags_are_recorded_only_where_they_are() -> None:
    header = log_of([new_round(), FIRST]).header
    assert (header.recorded_offers, header.furiten_flags) == ((), False)
    header = log_of([new_round(), discard(0, "1m", zhenting=[False] * 4)]).header
    assert (header.recorded_offers, header.furiten_flags) == ((), True)
    header = log_of([new_round(operation={"operation_list": [{"type": 1}]}), FIRST]).header
    assert OfferKind.RON in header.recorded_offers
    assert OfferKind.NINE_TERMINALS not in header.recorded_offers  # its number was never seen


# The head

ACCOUNTS: Final[list[Data]] = [
    {"account_id": 100 + seat, **({"seat": seat} if seat else {}), "nickname": f"p{seat}"} for seat in range(4)
]


def head(config: Data | None = None, **stated: object) -> Data:
    found: Data = {"uuid": "210815-6da08e40", "start_time": 1629039063, "accounts": list(ACCOUNTS)}
    return {**found, "config": config or {"category": 2, "mode": {"mode": 2}}, **stated}  # type: ignore[dict-item]


def headed(stated: Data, entries: tuple[Entry, ...] = (new_round(), FIRST)) -> GameLog:
    return read(json_text(entries, head=stated).encode(), DIGEST)


def test_the_head() -> None:
    header = headed(head()).header
    assert header.game_id == "210815-6da08e40"
    assert header.platform == "majsoul"
    assert header.played_at == "2021-08-15T14:51:03Z"
    assert header.players == tuple(Player(str(100 + seat), f"p{seat}") for seat in range(4))
    assert header.overrides == ()
    assert header.source_digest == DIGEST


def test_without_a_head() -> None:
    header = log_of([new_round(), FIRST]).header
    assert header.game_id == DIGEST[:16]
    assert (header.players, header.played_at, header.start_points) == ((), "", None)
    assert header.overrides == (("game_length", "either"),)


def test_the_id_beside_the_bytes() -> None:
    assert log_of([new_round(), FIRST], "wire as hex").header.game_id == "a-1"


def test_computer_players() -> None:
    robots: list[Data] = [{"seat": 3, "nickname": "CPU"}]
    header = headed(head(accounts=ACCOUNTS[:3], robots=robots)).header
    assert header.players[3] == Player("", "CPU")
    assert headed(head(accounts=ACCOUNTS[:3])).header.players == ()


@pytest.mark.parametrize(
    ("config", "overrides", "start_points", "unknown"),
    [
        ({"category": 2, "mode": {"mode": 1}}, {"game_length": "east"}, None, ""),
        ({"category": 2, "mode": {"mode": 2, "detail_rule": {}}}, {}, None, ""),
        ({"category": 2, "mode": {}}, {"game_length": "either"}, None, "mode 0"),
        ({"category": 4, "mode": {"mode": 2}}, {"uma": "[]"}, None, "a tournament's own rules"),
        (
            {
                "category": 1,
                "mode": {
                    "mode": 2,
                    "detail_rule": {"init_point": 30000, "fandian": 35000, "dora_count": 3, "shiduan": 1},
                },
            },
            {"final_return": "30000", "target_points": "35000"},
            30000,
            "",
        ),
        (
            {"category": 1, "mode": {"mode": 2, "detail_rule": {"init_point": 25000, "fandian": 30000}}},
            {"final_return": "25000", "red_fives": "[0, 0, 0]", "tanyao_han": "[0, 1]"},
            25000,
            "",
        ),
        (
            {"category": 1, "mode": {"mode": 2, "detail_rule": {"dora_count": 0, "shiduan": 0, "time_add": 20}}},
            {"red_fives": "[0, 0, 0]", "tanyao_han": "[0, 1]"},
            None,
            "",
        ),
        ({"category": 1, "mode": {"mode": 2, "detail_rule": {"dora_count": 3, "shiduan": 1}}}, {}, None, ""),
        ({"category": 1, "mode": {"mode": 2, "detail_rule": {"dora_count": 4}}}, {"red_fives": "[1, 2, 1]"}, None, ""),
        ({"category": 1, "mode": {"mode": 2, "detail_rule": {"dora_count": 5}}}, {}, None, "dora_count 5"),
        ({"category": 1, "mode": {"mode": 2, "detail_rule": {"fanfu": 4}}}, {}, None, "at least 4 han to win"),
        (
            {"category": 1, "mode": {"mode": 2, "detail_rule": {"guyi_mode": 1}}},
            {"renhou": "true"},
            None,
            "old local yaku",
        ),
        (
            {"category": 1, "mode": {"mode": 2, "detail_rule": {"shunweima_2": 10, "have_toutiao": True, "x": 0}}},
            {"uma": "[]"},
            None,
            "have_toutiao, shunweima_2",
        ),
        (
            {"category": 1, "mode": {"mode": 2, "testing_environment": {"paixing": 3}}},
            {},
            None,
            "a test room, where walls may be made up",
        ),
        ({"category": 2, "mode": {"mode": 2, "detail_rule": {"have_toutiao": True}}}, {}, None, ""),
    ],
)
def test_rules(config: Data, overrides: dict[str, str], start_points: int | None, unknown: str) -> None:
    log = headed(head(config))
    assert log.failure is None
    assert dict(log.header.overrides) == overrides
    assert log.header.start_points == start_points
    told = f"the record states rules that are not known here: {unknown}"
    assert log.remarks == ([Remark(RemarkKind.UNKNOWN_RULES, None, None, None, told)] if unknown else [])


def test_rules_of_three_players() -> None:
    log = headed(head({"category": 2, "mode": {"mode": 11}}, accounts=[]), (new_round(THREE_HANDS), discard(0, "1m")))
    assert (log.header.variant, log.header.overrides) == ("majsoul-sanma", (("game_length", "east"),))


RESULT: Final[Data] = {
    "players": [
        {"seat": 2, "total_point": 30500, "part_point_1": 40500},
        {"total_point": 19500, "part_point_1": 39500},
        {"seat": 3, "total_point": -6400, "part_point_1": 23600},
        {"seat": 1, "total_point": -43600, "part_point_1": -3600},
    ]
}


def test_the_final_result() -> None:
    log = headed(head(result=RESULT))
    assert log.rounds[-1][-1] == GameEnd((39500, -3600, 40500, 23600), (2, 4, 1, 3), (195, -436, 305, -64))


def test_a_final_result_of_some_seats_is_none() -> None:
    log = headed(head(result={"players": RESULT["players"][:3]}))  # type: ignore[index]
    assert log.failure is None
    assert not isinstance(log.rounds[-1][-1], GameEnd)


# Recognised by content


@pytest.mark.parametrize("form", FORMS)
def test_looks_like_a_record(form: str) -> None:
    source = FORMS[form]([new_round(), FIRST])
    assert looks_like(source[:4096])


@pytest.mark.parametrize(
    "text", ['{"head": {"uuid": "x"', '\ufeff {"head":{"uuid":"x"', '{"name":".lq.GameDetailRecords"']
)
def test_looks_like_the_beginning_of_one(text: str) -> None:
    assert looks_like(text.encode())


@pytest.mark.parametrize(
    "head_", [b"", b"{", b'{"head": {', b"<mjloggm", b'{"log": [[', b"\x0a\x15.lq.GameDetailRecord", b"[1]"]
)
def test_looks_like_something_else(head_: bytes) -> None:
    assert not looks_like(head_)


def test_round_end_after_wins() -> None:
    events = events_of(
        FIRST, hule(win(1, "1m", HANDS[1]), deltas=[-1000, 1000, 0, 0], scores=[24000, 26000, 25000, 25000])
    )
    assert events[-1] == RoundEnd((24000, 26000, 25000, 25000))
