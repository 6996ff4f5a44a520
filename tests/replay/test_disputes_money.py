"""Disputes over what a win is worth and who pays what, as whole rounds; ids are those of the collection of disputes.

Some are told of Mahjong Soul. They stand here where Tenhou's rule is the same (RULES §6: A03, A07), or with the switch
in which the two differ (D05, D07). D21 is about a hand declared dead, which no log of ours can say.
"""

from typing import Final

import pytest

from tests.disputes import Dispute, four, three
from tests.notation import Round

# A closed dealer's hand that waits for 3p only.
WAITS_2P_5P: Final = "34p234m678s22s345s"
CLOSED_WAIT: Final = "24p456s678s22p777p"
RIICHI_OF_0: Final = (
    "0 draws 4z; 0 north; 0 draws 1z; 0 riichi; 0 discards; 0 pays; go to 0; go 2; 2 draws 3p; 2 discards"
)


def _honba_of_three(result: str, **switches: str) -> Dispute:
    return three(Round(f"{RIICHI_OF_0}; {result}", {0: CLOSED_WAIT}, indicators="1z", keep="3p", honba=1), **switches)


def _wrapped_dora(result: str) -> Dispute:
    events = f"go 4; 1 draws 1z; 1 riichi; 1 discards; 1 pays; go to 1; go 1; 2 draws 3p; 2 discards; {result}"
    return three(Round(events, {1: "999m24p456s678s22p"}, indicators="1m", keep="34p"))


def _north_replaced(result: str) -> Dispute:
    events = f"go 1; 1 draws 4z; 1 north; 1 draws 9s; 1 tsumo: {result}"
    return three(Round(events, {1: "123p456s78s22p777p"}, indicators="1z", keep="69s"))


# Seat 1 sets a North aside before seat 2 has had its first turn.
NORTH_FIRST: Final = "0 draws 1z; 0 discards; 1 draws 4z; 1 north; 1 draws 9s; 1 discards"


def _after_a_north(events: str) -> Dispute:
    return three(Round(f"{NORTH_FIRST}; {events}", {2: "123p456s678s22p77p"}, indicators="1z", keep="7p 2p"))


WINS: Final[dict[str, Dispute]] = {
    "A03 two opponents pay 200 a honba": _honba_of_three(
        "0 wins 3p from 2: yaku riichi 1 tanyao 1 dora 1, han 3, fu 40, points 7700, moves 8900 0 -7900"
    ),
    "A03 not 300": _honba_of_three(
        "0 wins 3p from 2: yaku riichi 1 tanyao 1 dora 1, han 3, fu 40, points 7700, moves 9000 0 -8000"
        " <- PAY003 seat 0"
    ),
    "A25 where a house pays 300": _honba_of_three("0 wins 3p from 2: moves 9000 0 -8000", honba_ron="300"),
    "A25 where a house pays 1000": _honba_of_three("0 wins 3p from 2: moves 9700 0 -8700", honba_ron="1000"),
    "A25 but not half of it": _honba_of_three(
        "0 wins 3p from 2: moves 9200 0 -8200 <- PAY003 seat 0", honba_ron="1000"
    ),
    "A05 after 1m comes 9m": _wrapped_dora(
        "1 wins 3p from 2: yaku riichi 1 dora 3, han 4, fu 40, points 8000, moves 0 9000 -8000"
    ),
    "A05 not 2m": _wrapped_dora(
        "1 wins 3p from 2: yaku riichi 1, han 1, fu 40, points 1300, moves 0 2300 -1300 <- WIN010 seat 1"
    ),
    "A15 the replacement of a North is rinshan": _north_replaced(
        "yaku menzen_tsumo 1 rinshan 1 dora 1, han 3, fu 30, points 3000, moves -2000 3000 -1000"
    ),
    "A15 left out": _north_replaced(
        "yaku menzen_tsumo 1 dora 1, han 2, fu 30, points 1500, moves -1000 1500 -500 <- WIN008 seat 1"
    ),
    "A15 no share of a missing player": _north_replaced(
        "yaku menzen_tsumo 1 rinshan 1 dora 1, han 3, fu 30, points 3000, moves -2500 4000 -1500 <- PAY002 seat 1"
    ),
    "A07 after a North a riichi is not double": _after_a_north(
        """
        2 draws 9m; 2 riichi; 2 discards; 2 pays; go to 2; 2 draws 1z; 2 discards; 0 draws 7p; 0 discards
        2 wins 7p from 0: yaku riichi 1, han 1, fu 40, points 1300, moves -1300 0 2300
        """
    ),
    "A07 counted as double": _after_a_north(
        """
        2 draws 9m; 2 riichi; 2 discards; 2 pays; go to 2; 2 draws 1z; 2 discards; 0 draws 7p; 0 discards
        2 wins 7p from 0: yaku double_riichi 2, han 2, fu 40, points 2600, moves -2600 0 3600 <- WIN007 seat 2
        """
    ),
    "A07 nor is a win then chiihou": _after_a_north(
        "2 draws 7p; 2 tsumo: yaku menzen_tsumo 1, han 1, fu 30, points 800, moves -500 -300 800"
    ),
    "A07 counted as chiihou": _after_a_north(
        "2 draws 7p; 2 tsumo: yaku chiihou 13, han 13, points 24000, moves -16000 -8000 24000 <- WIN007 seat 2"
    ),
}

DRAGONS: Final = "556677z78s99m123z"  # three dragons called, then a wait for 6s 9s
BIG_THREE: Final = "yaku daisangen 13, han 13, points 32000"


def _dragons(events: str, winner: int, *, dealer: int = 0, honba: int = 0, **switches: str) -> Dispute:
    hand = {winner: DRAGONS}
    return four(Round(events, hand, dealer=dealer, number=dealer + 1, honba=honba, keep="69s"), **switches)


# Dealer 0; seat 1 calls white from 0, green from 2, and red from 3; seat 2 discards 9s.
FED_BY_3: Final = """
    0 draws 5z; 0 discards; 1 pons 5z from 0; 1 discards 1z; 2 draws 6z; 2 discards; 1 pons 6z from 2; 1 discards 2z
    go 1; 3 draws 7z; 3 discards; 1 pons 7z from 3; 1 discards 3z
"""
# Dealer 0; seat 1 calls white from 0, green from 3, and red from 2; seat 0 discards 9s.
FED_BY_2: Final = """
    0 draws 5z; 0 discards; 1 pons 5z from 0; 1 discards 1z; go 1; 3 draws 6z; 3 discards; 1 pons 6z from 3
    1 discards 2z; 2 draws 7z; 2 discards; 1 pons 7z from 2; 1 discards 3z; go to 0; 0 draws 9s; 0 discards
"""
# Dealer 1; seat 0 calls white from 1, green from 3, and red from 2, and adds the fourth white.
ADDED: Final = """
    1 draws 5z; 1 discards; 0 pons 5z from 1; 0 discards 1z; go 2; 3 draws 6z; 3 discards; 0 pons 6z from 3
    0 discards 2z; go 1; 2 draws 7z; 2 discards; 0 pons 7z from 2; 0 discards 3z; go to 0; 0 draws 5z; 0 adds 5z
    0 draws 4z; indicator; 0 discards; go 2
"""

# Seat 1 has only honours: white from 0, green from 2, red from 3.
ONLY_HONOURS: Final = "556677z22z44z1m1p9m"


def _only_honours(moves: str, *, honba: int, mark: str = "", **switches: str) -> Dispute:
    events = f"""
        0 draws 5z; 0 discards; 1 pons 5z from 0; 1 discards 1m; go 1; 3 draws 6z; 3 discards; 1 pons 6z from 3
        1 discards 1p; 2 draws 7z; 2 discards; 1 pons 7z from 2; 1 discards 9m; go to 1; 1 draws 4z
        1 tsumo: yaku daisangen 13 tsuuiisou 13, han 26, points 64000, moves {moves}{mark}
    """
    return four(Round(events, {1: ONLY_HONOURS}, honba=honba, keep="24z"), **switches)


PAO: Final[dict[str, Dispute]] = {
    "D01 honba are on the liable seat": _dragons(
        f"{FED_BY_3}; 2 draws 9s; 2 discards; 1 wins 9s from 2: {BIG_THREE}, liable 3, moves 0 32600 -16000 -16600",
        1,
        honba=2,
    ),
    "D01 not on the discarder": _dragons(
        f"""{FED_BY_3}; 2 draws 9s; 2 discards
        1 wins 9s from 2: {BIG_THREE}, liable 3, moves 0 32600 -16600 -16000 <- PAY003 seat 1
        """,
        1,
        honba=2,
    ),
    "D01 the discarder named as liable": _dragons(
        f"""{FED_BY_3}; 2 draws 9s; 2 discards
        1 wins 9s from 2: {BIG_THREE}, liable 2, moves 0 32600 -16000 -16600 <- PAY011 seat 1
        """,
        1,
        honba=2,
    ),
    "D03 half by each, and the honba": _dragons(
        f"{FED_BY_2}; 1 wins 9s from 0: {BIG_THREE}, liable 2, moves -16000 33800 -17800 0", 1, honba=6
    ),
    "D03 the liable seat forgotten": _dragons(
        f"{FED_BY_2}; 1 wins 9s from 0: {BIG_THREE}, moves -16000 33800 0 0 <- PAY003 seat 1", 1, honba=6
    ),
    "D05 D07 in Tenhou the liable seat pays for both yakuman": _only_honours("0 64300 -64300 0", honba=1),
    "D07 not for its own alone": _only_honours("-16100 64300 -40100 -8100", honba=1, mark=" <- PAY002 seat 1"),
    "D07 where only its own counts": _only_honours("-16000 64300 -40300 -8000", honba=1, pao="its_yakuman"),
    "D07 there not for both": _only_honours("0 64300 -64300 0", honba=1, mark=" <- PAY002 seat 1", pao="its_yakuman"),
    "D09 an added kan changes nothing": _dragons(
        f"{ADDED}; 3 draws 9s; 3 discards; 0 wins 9s from 3: {BIG_THREE}, moves 32000 0 -16000 -16000", 0, dealer=1
    ),
    "D09 liability forgotten after it": _dragons(
        f"""{ADDED}; 3 draws 9s; 3 discards
        0 wins 9s from 3: {BIG_THREE}, moves 32000 0 0 -32000 <- PAY003 seat 0
        """,
        0,
        dealer=1,
    ),
    "D09 by self-draw the liable seat pays all": _dragons(
        f"{ADDED}; go 1; 0 draws 9s; 0 tsumo: {BIG_THREE}, moves 32000 0 -32000 0", 0, dealer=1
    ),
    "D09 and nobody else": _dragons(
        f"{ADDED}; go 1; 0 draws 9s; 0 tsumo: {BIG_THREE}, moves 32000 -16000 -8000 -8000 <- PAY002 seat 0", 0, dealer=1
    ),
}


# Both of 3 and 0 wait for 2p and win 5 han: 4m is the indicator, 5m dora.
MANGAN: Final = "34p234p678s234m55m"
OTHER_MANGAN: Final = "34p234s234m456m66s"
WORTH_8000: Final = "han 5, fu 30, points 8000"


def _two_rons(first: str, second: str) -> Dispute:
    return four(
        Round(
            f"""
            go 1; 2 draws 2p; 2 discards
            3 wins 2p from 2: yaku tanyao 1 pinfu 1 iipeikou 1 dora 2, {WORTH_8000}, moves {first}
            0 wins 2p from 2: yaku tanyao 1 pinfu 1 sanshoku_doujun 2 dora 1, {WORTH_8000}, moves {second}
            """,
            {3: MANGAN, 0: OTHER_MANGAN},
            dealer=1,
            number=2,
            honba=1,
            deposits=1,
            indicators="4m",
            keep="25p",
        )
    )


# Seat 0 declares riichi with a 5p that the three others wait for.
THREE_WAIT: Final = {0: "123m789m789p11z23s", 1: WAITS_2P_5P, 2: "46p234m567m88m678s", 3: "67p234s345s88s678m"}
RIICHI_5P: Final = "go 4; 0 draws 5p; 0 riichi; 0 discards"


def _three_rons(events: str, then: Round | None = None) -> Dispute:
    first = Round(f"{RIICHI_5P}; {events}", THREE_WAIT, indicators="1z", keep="258p14s")
    return four(first, then) if then else four(first)


# Told of a real log: seat 3's riichi discard is won by seat 0, one deposit lies on the table.
BEFORE: Final = (1400, 27000, 42600, 28000)


def _riichi_won(events: str, *, scores: tuple[int, ...] = (10400, 27000, 42600, 20000), start: str = "") -> Dispute:
    return four(
        Round(
            f"go 2; 3 draws 2p; 3 riichi; 3 discards; {events}",
            {0: MANGAN, 3: "123m789m789p11z23s"},
            dealer=1,
            number=2,
            deposits=1,
            scores=BEFORE,
            indicators="4m",
            keep="25p14s",
        ),
        Round(f"deal{start}; go 1", dealer=2, number=3, scores=scores),
    )


WON: Final = f"0 wins 2p from 3: yaku tanyao 1 pinfu 1 iipeikou 1 dora 2, {WORTH_8000}"

# The dealer wins a mangan by self-draw.
DEALERS_MANGAN: Final = {0: "34p678p678s234m55m"}
SELF_DRAWN: Final = "go 4; 0 draws 2p; 0 tsumo: yaku menzen_tsumo 1 tanyao 1 pinfu 1 dora 2, han 5, fu 20, points 12000"


def _dealer_wins(second: str, after: tuple[int, ...], start: str = "") -> Dispute:
    def won(moves: str, honba: int, scores: tuple[int, ...] = ()) -> Round:
        events = f"{SELF_DRAWN}, moves {moves}"
        return Round(events, DEALERS_MANGAN, honba=honba, scores=scores, indicators="4m", keep="25p")

    return four(
        won("12000 -4000 -4000 -4000", 0),
        won(second, 1, (37000, 21000, 21000, 21000)),
        Round(f"deal{start}; go 1", honba=2, scores=after),
    )


def _riichi_with(points: int, events: str) -> Dispute:
    scores = (points, 33000, 33000, 33100) if points < 1000 else (points, 33000, 33000, 33000)
    return four(Round(f"go 4; 0 draws 1z; {events}", {0: "123m789m789p11z23s"}, honba=1, scores=scores, keep="14s1z"))


PAYMENTS: Final[dict[str, Dispute]] = {
    "D11 honba and deposits go to the nearest": _two_rons("0 0 -8300 9300", "8000 0 -8000 0"),
    "D11 honba not to both": _two_rons("0 0 -8300 9300", "8300 0 -8300 0 <- PAY003 seat 0"),
    "D11 the deposit not to both": _two_rons("0 0 -8300 9300", "9000 0 -8000 0 <- PAY003 seat 0"),
    "D11 not to the other": _two_rons("0 0 -8000 8000 <- PAY003 seat 3", "8000 0 -8000 0"),
    "D13 three rons are an abort": _three_rons("drawn triple_ron: moves 0 0 0 0", Round("go 1", honba=1)),
    "D13 three are paid": _three_rons("1 wins 5p from 0; 2 wins 5p from 0; 3 wins 5p from 0 <- WIN006 seat 3"),
    "D13 the deposit is paid": _three_rons("0 pays; drawn triple_ron: moves 0 0 0 0 <- RII009 seat 0"),
    "D13 the deposit is on the table": _three_rons(
        "drawn triple_ron: moves 0 0 0 0",
        Round("deal <- PAY001; go 1", honba=1, deposits=1, scores=(24000, 25000, 25000, 25000)),
    ),
    "D13 the deal passes": _three_rons(
        "drawn triple_ron: moves 0 0 0 0", Round("deal <- END010 seat 1; go 1", honba=1, dealer=1, number=2)
    ),
    "D15 no deposit for a riichi that is won": _riichi_won(f"{WON}, moves 9000 0 0 -8000"),
    "D15 it is paid": _riichi_won(f"3 pays; {WON}, moves 10000 0 0 -8000 <- RII009 seat 3"),
    "D15 it is collected all the same": _riichi_won(
        f"{WON}, moves 10000 0 0 -8000 <- PAY003 seat 0", scores=(11400, 27000, 42600, 20000)
    ),
    "D15 it is missing in the next round": _riichi_won(
        f"{WON}, moves 9000 0 0 -8000", scores=(10400, 27000, 42600, 19000), start=" <- PAY001"
    ),
    "D23 honba of a dealer's win": _dealer_wins("12300 -4100 -4100 -4100", (49300, 16900, 16900, 16900)),
    "D23 left out": _dealer_wins("12000 -4000 -4000 -4000 <- PAY002 seat 0", (49000, 17000, 17000, 17000)),
    "D23 not in the next round": _dealer_wins("12300 -4100 -4100 -4100", (49000, 17000, 17000, 17000), " <- PAY001"),
    "D33 900 points": _riichi_with(900, "0 riichi <- RII004 seat 0\n 0 discards"),
    "D33 1000 points": _riichi_with(1000, "0 riichi; 0 discards; 0 pays leaving 0 33000 33000 33000"),
}

DISPUTES: Final = {**WINS, **PAO, **PAYMENTS}


@pytest.mark.parametrize("name", DISPUTES)
def test_dispute(name: str) -> None:
    DISPUTES[name].check()
