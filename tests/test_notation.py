"""The notation of rounds in tests: what its texts mean, that what it fills in is harmless, and its errors."""

import pytest

from replay.gamelog import (
    ClaimedYaku,
    Discard,
    Draw,
    DrawReason,
    GameEnd,
    Kan,
    KanType,
    North,
    Pon,
    RoundDrawn,
    RoundStart,
    Win,
)
from replay.hand.waits import waits
from replay.ruleset.loader import preset
from replay.table.wall import wall_geometry
from replay.tiles import code_counts, kind_counts, parse_tiles
from tests.event_texts import GRAMMAR, NotationError
from tests.notation import _WRITERS, Round, situation
from tests.places import Place, place

VARIANTS = ("tenhou", "tenhou-sanma")


@pytest.mark.parametrize("variant", VARIANTS)
def test_filled_hands_are_legal_and_wait_for_nothing(variant: str) -> None:
    start = situation(variant, Round("")).log.rounds[0][0]
    assert isinstance(start, RoundStart)
    for hand in start.hands:
        assert len(hand) == 13
        assert waits(kind_counts(code_counts(hand)), 0) == ()
    assert not situation(variant, Round("")).findings()[1:]  # beside the notice that the log is open


@pytest.mark.parametrize(("variant", "live"), [("tenhou", 70), ("tenhou-sanma", 55)])
def test_a_whole_round_of_harmless_turns(variant: str, live: int) -> None:
    written = situation(variant, Round(f"go {live}; drawn exhaustive"))
    assert [finding.code.id for finding in written.findings()] == ["LOG004"]
    assert len(written.log.rounds[0]) == 2 * live + 2
    again = Round("go to 2; go until live 1; go 1; drawn exhaustive")
    assert written.log.rounds == situation(variant, again).log.rounds
    shown = code_counts([event.tile for event in written.log.rounds[0] if isinstance(event, Draw)])
    limits = wall_geometry(preset(variant).switches).limits
    assert all(count <= limit for count, limit in zip(shown, limits, strict=True))


def test_named_tiles_are_not_used_to_fill() -> None:
    written = situation("tenhou", Round("0 draws 1m; 0 discards; go 60", {0: "111m"}, keep="5p 9s"))
    start, *events = written.log.rounds[0]
    assert isinstance(start, RoundStart)
    assert start.hands[0][:3] == tuple(parse_tiles("111m"))
    shown = [code for hand in start.hands for code in hand]
    shown.extend(event.tile for event in events if isinstance(event, Draw))
    assert shown.count(0) == 4
    assert not {*parse_tiles("5p0p9s")} & {*shown}


def test_what_follows_from_what_was_before() -> None:
    text = """
        0 draws 5p; 0 discards; 1 pons 5p from 0   # the red one is left in the hand
        1 discards 9m; 2 draws 1z; 2 kan 1111z; 2 draws 2z; 2 discards 3z
    """
    hands = {1: "0555p 9m", 2: "111z 3z"}
    events = situation("tenhou", Round(text, hands)).log.rounds[0][1:]
    five, nine, *winds = parse_tiles("5p9m1z2z3z")
    assert events == [
        Draw(0, five, False),
        Discard(0, five, True),
        Pon(1, 0, five, (five, five)),
        Discard(1, nine, False),
        Draw(2, winds[0], False),
        Kan(2, KanType.CONCEALED, (winds[0],) * 4),
        Draw(2, winds[1], True),
        Discard(2, winds[2], False),
    ]


def test_norths_and_wins() -> None:
    events = situation("tenhou-sanma", Round("0 draws 4z; 0 north; 0 draws 9p; 0 tsumo", {0: "123p!"})).log.rounds[0]
    assert events[2:4] == [North(0, 30), Draw(0, 17, True)]
    assert events[4] == Win(0, 0, 17, (9, 10, 11, 17))
    ron = situation("tenhou-sanma", Round("0 draws 9p; 0 discards; 1 wins 9p from 0", {1: "99p!"})).log.rounds[0]
    assert ron[-1] == Win(1, 0, 17, (17, 17, 17))


def test_details_of_results() -> None:
    claim = "hand 11p, yaku riichi 1 double_riichi 2, han 3, fu 40, points 5200, ura 3s, liable 1, moves -5200 5200 0 0"
    hands = {1: "99p!"}
    events = situation("tenhou", Round(f"0 draws 9p; 0 discards; 1 wins 9p from 0: {claim}", hands)).log.rounds[0]
    yaku = (ClaimedYaku("riichi", 1), ClaimedYaku("double_riichi", 2))
    assert events[-1] == Win(1, 0, 17, (9, 9), yaku, 3, 40, 5200, (20,), 1, (-5200, 5200, 0, 0))
    text = """
        drawn exhaustive: tenpai 1, hand1 99p, moves -1000 3000 -1000 -1000
        game ends 1 2 3: places 3 2 1, results 3.5 0 -3.5
    """
    drawn, end = situation("tenhou", Round(text, hands)).log.rounds[0][1:]
    shown = (None, (17, 17), None, None)
    assert drawn == RoundDrawn(DrawReason.EXHAUSTIVE, None, (1,), shown, (-1000, 3000, -1000, -1000))
    assert end == GameEnd((1, 2, 3), (3, 2, 1), (35, 0, -35))


def test_marks_say_where_a_finding_is_expected() -> None:
    written = situation("tenhou", Round("go 2"), Round("deal <- END001\n 0 draws 5p <- TRN001 seat 0 <- WAL009"))
    assert written.marks == (
        Place("END001", "error", 1, 0, None),
        Place("TRN001", "error", 1, 1, 0),
        Place("WAL009", "error", 1, 1, None),
    )
    assert place("LOG005 round 2 event 7 seat 1") == Place("LOG005", "notice", 2, 7, 1)
    assert place("CAL009 warning", 0, 4) == Place("CAL009", "warning", 0, 4, None)


def test_every_verb_has_a_meaning() -> None:
    assert set(_WRITERS) == set(GRAMMAR)


@pytest.mark.parametrize(
    ("events", "reason"),
    [
        ("0 jumps", r"'0 jumps': no such event; there are: deal, draws, "),
        ("0 draws 5p 6p", r"expected: SEAT draws \[TILE\] \[live\|dead\]"),
        ("0 draws 8z", "there is no tile 8z"),
        ("4 draws 1m", "there is no seat 4"),
        ("1 pons 5p from 7", "there is no seat 7"),
        ("2 chis 3m from 1 with 4m5", "suit letter missing after '5'"),
        ("0 discards", "which tile"),
        ("0 draws 1m; go 3", "seat 0 has to discard first"),
        ("go 71; go until live 3", "-1 tiles are live, seat 3 is to draw"),
        ("go 90", "no tile is left"),
        ("go 3 <- WAL009", "cannot be marked"),
        ("0 draws 1m <- XYZ001", "there is no finding XYZ001"),
        ("0 draws 1m <- here", "expected: CODE"),
        ("drawn out", "reasons are exhaustive, "),
        ("remark nonsense", "remarks are tile_twice, "),
        ("0 tsumo 1m: points many", "points is in numbers, not 'many'"),
        ("0 tsumo 1m: points 8000, place 1", "'place 1': no such detail; there are: hand, yaku, "),
        ("0 draws 1m: points 8000", "draws has none"),
        ("go 1; deal", "the round has begun already"),
    ],
)
def test_errors_name_the_text_and_the_reason(events: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        situation("tenhou", Round(events))


def test_a_wrong_hand_is_named() -> None:
    with pytest.raises(NotationError, match="hand 12x"):
        situation("tenhou", Round("", {2: "12x"}))
