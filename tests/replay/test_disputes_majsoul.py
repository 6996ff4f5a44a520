"""Disputes at a table of Mahjong Soul: those told of Tenhou hold there too, but for some in which the rules differ.

Some were told of Mahjong Soul in the first place (A01 A03 A07 A11 A13 A21 C03 C19 D05 D13 D27 D29 E23 E29 E31 E35); its
records (F07 F15 F19) are at the end.
"""

from typing import Any, Final

import pytest

from replay.gamelog import Discard, DrawReason, Indicator, RoundDrawn
from tests.case_files import Case, by_preset, cases_of, stated_and_found
from tests.disputes import Dispute
from tests.notation import Round
from tests.replay.formats.majsoul_texts import abort, call, deal, discard, events_of, kan, tiles
from tests.replay.test_disputes import DISPUTES
from tests.replay.test_disputes_endings import DISPUTES as ENDINGS
from tests.replay.test_disputes_furiten import DISPUTES as FURITEN
from tests.replay.test_disputes_money import DISPUTES as MONEY
from tests.replay.test_disputes_money import THREE_WAIT

SAME_TABLE: Final = {"tenhou": "majsoul", "tenhou-sanma": "majsoul-sanma"}

DIFFERENT: Final = {
    "B09 nothing of them in the river": "the thirteen-sided wait counts twice",
    "B09 by self-draw": "the thirteen-sided wait counts twice",
    "D05 D07 in Tenhou the liable seat pays for both yakuman": "it pays for its own only",
    "D13 three rons are an abort": "all three are paid",
    "D13 three are paid": "all three are paid",
    "D13 the deposit is on the table": "all three are paid",
    "D13 the deal passes": "all three are paid",
    "D13 a riichi discard won three times over takes no deposit, and nothing is paid": "all three are paid",
    "D31 who ends where the game began": "another return and uma",
}
"""What is told of Tenhou and is otherwise here, and why."""

TOLD: Final = {**MONEY, **ENDINGS, **FURITEN}


@pytest.mark.parametrize("name", [name for name, one in TOLD.items() if one.preset in SAME_TABLE])
def test_a_dispute_of_tenhou(name: str) -> None:
    told = TOLD[name]
    here = Dispute(SAME_TABLE[told.preset], told.rounds, told.switches)
    if name not in DIFFERENT:
        here.check()
        return
    with pytest.raises(AssertionError):
        here.check()


def _written() -> list[Any]:
    return [
        pytest.param({**case, "preset": SAME_TABLE[case["preset"]]}, id=f"{case['id']} {case['name']}")
        for path in sorted(DISPUTES.glob("*.yaml"))
        for written in cases_of(path)
        for case in by_preset(written)
        if case["preset"] in SAME_TABLE
    ]


@pytest.mark.parametrize("case", _written())
def test_a_written_dispute_of_tenhou(case: Case) -> None:
    stated, found = stated_and_found(case)
    same = [there for there in found if there.severity != "notice"] == stated
    assert same is (f"{case['id']} {case['name']}" not in DIFFERENT)


# Where Mahjong Soul differs

THREE_RONS: Final = """
    go 4; 0 draws 5p; 0 riichi; 0 discards
    1 wins 5p from 0: yaku pinfu 1 tanyao 1, han 2, fu 30, points 2000, moves -2000 2000 0 0
    2 wins 5p from 0: yaku tanyao 1, han 1, fu 40, points 1300, moves -1300 0 1300 0
    3 wins 5p from 0: yaku tanyao 1 pinfu 1, han 2, fu 30, points 2000, moves -2000 0 0 2000
"""

# The dealer calls white from 1, green from 3, and red from 2, and has only honours.
HONOURS: Final = """
    0 draws 1m; 0 discards; 1 draws 5z; 1 discards; 0 pons 5z from 1; 0 discards 1p; go 2; 3 draws 6z; 3 discards
    0 pons 6z from 3; 0 discards 9m; go 1; 2 draws 7z; 2 discards; 0 pons 7z from 2; 0 discards 9s; go to 0; 0 draws 4z
    0 tsumo: yaku daisangen 13 tsuuiisou 13, han 26, points 96000, moves
"""


def _of_honours(moves: str) -> Dispute:
    return Dispute("majsoul", (Round(f"{HONOURS.strip()} {moves}", {0: "556677z22z44z1p9m9s"}, keep="24z"),))


def _ron(hand: str, tile: str, value: str) -> Dispute:
    events = f"go 1; 1 draws 1p; 1 discards; go to 0; 0 draws {tile}; 0 discards; 1 wins {tile} from 0: {value}"
    return Dispute("majsoul", (Round(events, {1: hand}, indicators="1s", keep="123456789m4z"),))


HERE: Final[dict[str, Dispute]] = {
    "C03 nine sides count twice, on a 9 too": _ron(
        "1112345678999m", "9m", "yaku junsei_chuuren 26, han 26, points 64000, moves -64000 64000 0 0"
    ),
    "C03 counted once": _ron(
        "1112345678999m",
        "9m",
        "yaku junsei_chuuren 13, han 13, points 32000, moves -32000 32000 0 0 <- WIN009 seat 1",
    ),
    "C19 four winds of honours are three": _ron(
        "1112223334455z", "4z", "yaku daisuushi 26 tsuuiisou 13, han 39, points 96000, moves -96000 96000 0 0"
    ),
    "C19 they are two": _ron(
        "1112223334455z",
        "4z",
        "yaku daisuushi 13 tsuuiisou 13, han 26, points 64000, moves -64000 64000 0 0 <- WIN009 seat 1",
    ),
    "D05 the liable seat pays for its yakuman alone": _of_honours("96000 -16000 -64000 -16000"),
    "D05 it pays for both": _of_honours("96000 0 -96000 0 <- PAY002 seat 0"),
    "D05 nobody is liable": _of_honours("96000 -32000 -32000 -32000 <- PAY002 seat 0"),
    "D13 all three are paid, and no deposit": Dispute(
        "majsoul",
        (
            Round(THREE_RONS, THREE_WAIT, indicators="1z", keep="258p14s"),
            Round("go 1", dealer=1, number=2, scores=(19700, 27000, 26300, 27000)),
        ),
    ),
    "D13 it is no abort": Dispute(
        "majsoul",
        (
            Round(
                "go 4; 0 draws 5p; 0 riichi; 0 discards; drawn triple_ron: moves 0 0 0 0 <- END006",
                THREE_WAIT,
                indicators="1z",
                keep="258p14s",
            ),
        ),
    ),
    "D31 the result is points less 25,000, with 15 and 5": Dispute(
        "majsoul",
        (
            Round(
                "go until live 0; drawn exhaustive: tenpai , moves 0 0 0 0;"
                " game ends 32100 26900 22000 19000: results 22.1 6.9 -8.0 -21.0",
                dealer=3,
                wind=1,
                number=4,
                scores=(32100, 26900, 22000, 19000),
            ),
        ),
    ),
}


@pytest.mark.parametrize("name", HERE)
def test_where_the_rules_differ(name: str) -> None:
    HERE[name].check()


# Records

LAST: Final = discard(0, "1m")


def test_f07_the_list_of_indicators_grows_with_the_discard() -> None:
    """That of an added kan, before another kan with its next record; what an earlier kan turned is not turned again."""
    events = events_of(
        LAST,
        deal(1, "2s"),
        discard(1, "2s", moqie=True),
        call(2, 1, "222s", [2, 2, 1]),
        discard(2, "8s"),
        deal(3, "9m"),
        discard(3, "9m", moqie=True),
        deal(0, "9p"),
        discard(0, "9p", moqie=True),
        deal(1, "0p"),
        kan(1, 3, "5p", doras=tiles("6p8p")),
        deal(1, "9m"),
        discard(1, "9m", moqie=True),
        deal(2, "2s"),
        kan(2, 2, "2s"),
        deal(2, "1s"),
        discard(2, "1s", moqie=True, doras=tiles("6p8p5m")),
    )
    turned = [place for place, event in enumerate(events) if isinstance(event, Indicator)]
    assert [events[place - 1].__class__.__name__ for place in turned] == ["Kan", "Draw"]
    assert len(turned) == 2
    assert isinstance(events[turned[1] + 1], Discard)


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (1, DrawReason.NINE_TERMINALS),
        (2, DrawReason.FOUR_WINDS),
        (3, DrawReason.FOUR_KANS),
        (4, DrawReason.FOUR_RIICHI),
    ],
)
def test_f15_the_record_says_which_abort_it_is(kind: int, reason: DrawReason) -> None:
    (drawn,) = [event for event in events_of(LAST, abort(kind)) if isinstance(event, RoundDrawn)]
    assert drawn.reason is reason


@pytest.mark.parametrize("moqie", [False, True])
def test_f19_the_dealers_first_discard_says_nothing_about_the_tile_drawn(moqie: bool) -> None:
    (discarded,) = events_of(discard(0, "7z", moqie=moqie))
    assert isinstance(discarded, Discard)
    assert discarded.drawn is moqie
