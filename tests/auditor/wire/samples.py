"""Logs that say everything a log can say."""

from replay.gamelog import (
    DISCARDS,
    DRAWS,
    Chi,
    ClaimedYaku,
    DrawReason,
    Event,
    FuritenFlag,
    GameEnd,
    GameLog,
    Header,
    HorseDraw,
    Indicator,
    Kan,
    KanType,
    KongPayment,
    LogError,
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
    Win,
    WinDeclined,
)

HAND = tuple(range(13))
SCORES = (25000, 25000, 24000, -26000)

HEADER = Header(
    game_id="2024010203gm-00a9",
    seats=4,
    platform="tenhou",
    played_at="2024-01-02T03:04:05Z",
    variant="tenhou",
    overrides=(("kiriage", "true"), ("honba_ron", "1500")),
    players=(Player("a", "東"), Player("", "B"), Player("c", ""), Player("d", "D")),
    start_points=0,
    stake_x=10,
    stake_y=20,
    commitment=WallCommitment("sha256", "ab12", "seed", "salt"),
    source_digest="00" * 32,
    recorded_offers=tuple(OfferKind),
    furiten_flags=True,
)

BARE_HEADER = Header(game_id="g", seats=3)

WALL = tuple(range(37)) + (30,) * 99
COMMITMENT = WallCommitment("sha256-majsoul", "cd34", salt="salt")
START = RoundStart(0, 1, 0, 0, 0, SCORES, (HAND,) * 4, (36,), WALL, COMMITMENT)

EVENTS: tuple[Event, ...] = (
    DRAWS[False][0][0],
    DRAWS[True][3][36],
    DISCARDS[False][0][0],
    DISCARDS[True][3][36],
    Chi(1, 0, 2, (0, 1)),
    Pon(0, 3, 34, (4, 4)),
    Kan(0, KanType.CONCEALED, (13, 13, 13, 35)),
    Kan(2, KanType.OPEN, (0, 0, 0), 0, 0),
    Kan(3, KanType.ADDED, (33,)),
    North(0, 30),
    Riichi(0),
    RiichiAccepted(0, SCORES),
    RiichiAccepted(3, None, inferred=True),
    Indicator(0),
    Indicator(36, inferred=True),
    Win(0, 0, 0, (0,)),
    Win(0, 0, 0, ()),  # not known
    Win(0, 0, 0, (0,) * 15),  # too many, which is for the audit to say
    Win(
        2,
        0,
        36,
        (*HAND, 36),
        yaku=(ClaimedYaku("riichi", 1), ClaimedYaku("ura", 0), ClaimedYaku("daisuushi", 26)),
        han=0,
        fu=0,
        points=0,
        ura_indicators=(),
        liable=0,
        deltas=(-8000, 0, 9000, -1000),
    ),
    Win(1, 3, 5, HAND, yaku=(), han=13, fu=110, points=48000, ura_indicators=(1, 2), deltas=(0, 0, 0, 0)),
    *(RoundDrawn(reason) for reason in DrawReason),
    RoundDrawn(DrawReason.EXHAUSTIVE, 0, (), (None,) * 4, (0, 0, 0, 0)),
    RoundDrawn(DrawReason.NAGASHI, 3, (3, 0), (HAND, None, (), (36,)), (-3000, 1000, 1000, 1000)),
    KongPayment((-10, 30, -10, -10)),
    HorseDraw(0, (0, 0, 20, -20)),
    WinDeclined(0),
    Offer(0, ()),
    Offer(3, tuple(OfferKind)),
    FuritenFlag(0),
    FuritenFlag(3, clear=True),
    RoundEnd(SCORES),
)

ENDS: tuple[Event, ...] = (
    GameEnd(SCORES),
    GameEnd(SCORES, (1, 1, 3, 4), (0, 500, -200, -300)),
)

REMARKS = (
    *(Remark(kind, None, None, None, "") for kind in RemarkKind),
    Remark(RemarkKind.TILE_TWICE, 0, 0, 0, "seat 0 plays 5p a second time", 0),
    Remark(RemarkKind.DISCONNECTED, 7, 120, 3, "seat 3 left", 3),
    Remark(RemarkKind.INFERRED_ORDER, 2, None, None, ""),
)


def everything() -> GameLog:
    """A log with every event, every remark and a failure."""
    return GameLog(
        HEADER,
        [[START, *EVENTS], [START], [START, *EVENTS, ENDS[1]]],
        list(REMARKS),
        LogError("the last round is cut off", "line 12"),
    )


def three_players(*events: Event) -> GameLog:
    """A three-player log of one round with these events."""
    start = RoundStart(1, 3, 2, 1, 2, (35000, 0, -100), (HAND, (), HAND), ())
    return GameLog(BARE_HEADER, [[start, *events]])


def same(one: GameLog, other: GameLog) -> bool:
    """Whether two logs say the same; failures are compared by what they say."""
    failures = [log.failure and (log.failure.reason, log.failure.place) for log in (one, other)]
    return (one.header, one.rounds, one.remarks, failures[0]) == (
        other.header,
        other.rounds,
        other.remarks,
        failures[1],
    )
