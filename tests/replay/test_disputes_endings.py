"""Disputes over how rounds and games end, as whole rounds; ids are those of the collection of disputes.

Told of Mahjong Soul, with the same rule in Tenhou (RULES §6): D27, D29.
"""

from typing import Final

import pytest

from tests.disputes import Dispute, four
from tests.notation import Round

TENPAI: Final = "123m789m789p11z23s"  # waits for 1s 4s
TERMINALS: Final = [kind + suit for suit in "mps" for kind in "19"] + [f"{wind}z" for wind in "1234567"]


def _whole_round(nagashi: tuple[int, ...], dealer: int) -> str:
    """All turns of a four-player round in which the seats draw and discard only terminals and honours."""
    draws = iter(TERMINALS * 3)
    turns = [(dealer + turn) % 4 for turn in range(70)]
    return "; ".join(f"{seat} draws {next(draws)}; {seat} discards" if seat in nagashi else "go 1" for seat in turns)


def _nagashi(seats: tuple[int, ...], result: str, then: Round, hands: dict[int, str] | None = None) -> Dispute:
    return four(Round(f"{_whole_round(seats, 0)}; {result}", hands or {}, keep="14s"), then)


DEALER_TENPAI: Final = {0: "234m678p345p77s23s"}

NAGASHI: Final[dict[str, Dispute]] = {
    "D17 the tenpai dealer stays on": _nagashi(
        (2,),
        "drawn nagashi: tenpai 0, moves -4000 -2000 8000 -2000",
        Round("go 1", honba=1, scores=(21000, 23000, 33000, 23000)),
        DEALER_TENPAI,
    ),
    "D17 he does not pass the deal": _nagashi(
        (2,),
        "drawn nagashi: tenpai 0, moves -4000 -2000 8000 -2000",
        Round("deal <- END010 seat 1; go 1", dealer=1, number=2, honba=1, scores=(21000, 23000, 33000, 23000)),
        DEALER_TENPAI,
    ),
    "D17 no noten payments beside it": _nagashi(
        (2,),
        "drawn nagashi: tenpai 0, moves -1000 -3000 7000 -3000 <- PAY005",
        Round("go 1", honba=1, scores=(24000, 22000, 32000, 22000)),
        DEALER_TENPAI,
    ),
    "D17 the noten dealer does not stay on for his own": _nagashi(
        (0,),
        "drawn nagashi: tenpai , moves 12000 -4000 -4000 -4000",
        Round("go 1", dealer=1, number=2, honba=1, scores=(37000, 21000, 21000, 21000)),
    ),
    "D17 he stays on": _nagashi(
        (0,),
        "drawn nagashi: tenpai , moves 12000 -4000 -4000 -4000",
        Round("deal <- END010 seat 0; go 1", honba=1, scores=(37000, 21000, 21000, 21000)),
    ),
    "D17 honba grow": _nagashi(
        (2,),
        "drawn nagashi: tenpai 0, moves -4000 -2000 8000 -2000",
        Round("deal <- END011; go 1", honba=0, scores=(21000, 23000, 33000, 23000)),
        DEALER_TENPAI,
    ),
    "D19 two in one round": _nagashi(
        (1, 2),
        "drawn nagashi: tenpai , moves -8000 6000 6000 -4000",
        Round("go 1", dealer=1, number=2, honba=1, scores=(17000, 31000, 31000, 21000)),
    ),
    "D19 only one of them": _nagashi(
        (1, 2),
        "drawn nagashi: tenpai , moves -4000 8000 -2000 -2000 <- PAY005",
        Round("go 1", dealer=1, number=2, honba=1, scores=(21000, 33000, 23000, 23000)),
    ),
}


def _last_round(result: str, scores: tuple[int, ...], *then: Round, deposits: int = 0, tenpai: bool = False) -> Dispute:
    """South 4, drawn with nobody or only the dealer tenpai."""
    hands = {3: TENPAI} if tenpai else {}
    paid = "tenpai 3, moves -1000 -1000 -1000 3000" if tenpai else "tenpai , moves 0 0 0 0"
    text = f"go until live 0; drawn exhaustive: {paid}; {result}"
    south_4 = Round(text, hands, dealer=3, wind=1, number=4, deposits=deposits, scores=scores, keep="14s")
    return four(south_4, *then)


def _won_at_the_end(result: str) -> Dispute:
    """South 4, two deposits lie on the table, and seat 0 wins them with a hand of 2000 points."""
    return four(
        Round(
            f"go 2; 1 draws 2p; 1 discards; 0 wins 2p from 1: moves 4000 -2000 0 0; {result}",
            {0: "34p234m678s22s345s"},
            dealer=3,
            wind=1,
            number=4,
            deposits=2,
            scores=(31000, 27000, 22000, 18000),
            indicators="1z",
            keep="25p",
        )
    )


def _again(scores: tuple[int, ...], text: str = "go 1") -> Round:
    return Round(text, dealer=3, wind=1, number=4, honba=1, scores=scores)


LEFT_OVER: Final = (31000, 27000, 22000, 18000)
TIED: Final = (31000, 21000, 21000, 27000)
FIRST: Final = (30000, 21000, 20000, 29000)
FIRST_BELOW: Final = (24000, 25000, 25000, 26000)


def _west_1(then: Round) -> Dispute:
    """West 1: the dealer alone is tenpai, and still nobody has 30,000."""
    drawn = "drawn exhaustive: tenpai 0, moves 3000 -1000 -1000 -1000"
    scores = (24000, 26000, 25000, 25000)
    return four(Round(f"go until live 0; {drawn}", {0: TENPAI}, wind=2, scores=scores, keep="14s"), then)


AFTER_WEST_1: Final = (27000, 25000, 24000, 24000)

ENDS: Final[dict[str, Dispute]] = {
    "D25 deposits left over go to first": _last_round("game ends 33000 27000 22000 18000", LEFT_OVER, deposits=2),
    "D25 they vanish": _last_round("game ends 31000 27000 22000 18000 <- PAY008", LEFT_OVER, deposits=2),
    "D25 not after a win": _won_at_the_end("game ends 35000 25000 22000 18000"),
    "D25 not a second time after a win": _won_at_the_end("game ends 37000 25000 22000 18000 <- PAY008"),
    "D27 a tied dealer is not first": _last_round("", TIED, _again((30000, 20000, 20000, 30000)), tenpai=True),
    "D27 the game ends all the same": _last_round("game ends 30000 20000 20000 30000 <- END013", TIED, tenpai=True),
    "D27 alone on top with the target": _last_round(
        "game ends 29000 20000 19000 32000: places 2 3 4 1", FIRST, tenpai=True
    ),
    "D27 the game goes on all the same": _last_round(
        "", FIRST, _again((29000, 20000, 19000, 32000), "deal <- END012; go 1"), tenpai=True
    ),
    "D27 alone on top below the target": _last_round(
        "", FIRST_BELOW, _again((23000, 24000, 24000, 29000)), tenpai=True
    ),
    "D27 the game ends below the target": _last_round(
        "game ends 23000 24000 24000 29000 <- END013", FIRST_BELOW, tenpai=True
    ),
    "D29 the dealer stays on in the extension too": _west_1(Round("go 1", wind=2, honba=1, scores=AFTER_WEST_1)),
    "D29 the deal passes": _west_1(
        Round("deal <- END010 seat 1; go 1", wind=2, number=2, dealer=1, honba=1, scores=AFTER_WEST_1)
    ),
    "D31 who ends where the game began": _last_round(
        "game ends 32000 27000 22000 19000: results 42.0 7.0 -18.0 -31.0", (32000, 27000, 22000, 19000)
    ),
    "D31 first takes the 20,000 a second time": _last_round(
        "game ends 32000 27000 22000 19000: results 62.0 7.0 -18.0 -31.0 <- PAY009 seat 0", (32000, 27000, 22000, 19000)
    ),
}

DISPUTES: Final = {**NAGASHI, **ENDS}


@pytest.mark.parametrize("name", DISPUTES)
def test_dispute(name: str) -> None:
    DISPUTES[name].check()
