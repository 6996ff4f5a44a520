"""Disputes over furiten and over what may be won, as whole rounds; ids are those of the collection of disputes.

A01, A07 and A11 are told of Mahjong Soul, whose rules are Tenhou's in what they are about (RULES §6).
"""

from typing import Final

import pytest

from tests.disputes import Dispute, four, three
from tests.notation import Round

WAITS_2P_5P: Final = "34p234m678s22s345s"
WAITS_3P_6P: Final = "45p234m678s22s345s"

# Seat 0 has ponned 5p and draws the fourth one, seat 1 waits on 2p and 5p. (As told in B01 the passed tile comes again
# from another seat. A fifth 5p there is not, so here the other wait comes.)
FIVES: Final = {0: "55p1z", 1: WAITS_2P_5P, 2: "99s2p"}
PON_OF_5P: Final = "go 3; 3 draws 5p; 3 discards; 0 pons 5p from 3; 0 discards 1z"
FOURTH_5P: Final = f"{PON_OF_5P}; go to 0; 0 draws 0p"


def _fives(events: str) -> Dispute:
    return four(Round(events, FIVES, indicators="9m", keep="2p 5p"))


B: Final[dict[str, Dispute]] = {
    "B01 the tile of an added kan may be won": _fives(
        f"""{FOURTH_5P}; 0 adds 0p
        1 wins 0p from 0: yaku chankan 1 pinfu 1 tanyao 1 red_five 1, han 4, fu 30, points 7700, moves -7700 7700 0 0
        """
    ),
    "B01 who lets it pass may not win the other wait at once": _fives(
        f"""{FOURTH_5P}; 0 adds 0p; 0 draws 2p; indicator; 0 discards
        1 wins 2p from 0 <- FUR002 seat 1
        """
    ),
    "B01 nor from another seat": _fives(
        f"""{FOURTH_5P}; 0 adds 0p; 0 draws 9s; indicator; 0 discards; 2 pons 9s from 0; 2 discards 2p
        1 wins 2p from 2 <- FUR002 seat 1
        """
    ),
    "B01 after the own discard it may": _fives(
        f"""{FOURTH_5P}; 0 adds 0p; 0 draws 9s; indicator; 0 discards; 1 draws; 1 discards; 2 draws 2p; 2 discards
        1 wins 2p from 2: yaku pinfu 1 tanyao 1, han 2, fu 30, points 2000, moves 0 2000 -2000 0
        """
    ),
    "B01 in riichi not even then": _fives(
        f"""{PON_OF_5P}; 1 draws 1z; 1 riichi; 1 discards; 1 pays; go to 0; 0 draws 0p
        0 adds 0p; 0 draws 9s; indicator; 0 discards; 1 draws; 1 discards; 2 draws 2p; 2 discards
        1 wins 2p from 2 <- FUR003 seat 1
        """
    ),
    "B01 in riichi by self-draw it may": _fives(
        f"""{PON_OF_5P}; 1 draws 1z; 1 riichi; 1 discards; 1 pays; go to 0; 0 draws 0p
        0 adds 0p; 0 draws 9s; indicator; 0 discards; 1 draws 2p
        1 tsumo: yaku menzen_tsumo 1 riichi 1 pinfu 1 tanyao 1, han 4, fu 20, points 5200, moves -2600 6200 -1300 -1300
        """
    ),
    "B03 a black five in the river": four(
        Round(
            """
            go 1; 1 draws 5p; 1 discards; go to 0; 0 draws 2p; 0 discards
            1 wins 2p from 0 <- FUR001 seat 1
            """,
            {1: WAITS_2P_5P},
            keep="2p 5p",
        )
    ),
    "B03 a red five in the river": four(
        Round(
            """
            go 1; 1 draws 0p; 1 discards; go to 0; 0 draws 2p; 0 discards
            1 wins 2p from 0 <- FUR001 seat 1
            """,
            {1: WAITS_2P_5P},
            keep="2p 5p",
        )
    ),
    "B03 another tile in the river": four(
        Round(
            "go 1; 1 draws 8p; 1 discards; go to 0; 0 draws 2p; 0 discards; 1 wins 2p from 0",
            {1: WAITS_2P_5P},
            keep="2p 5p",
        )
    ),
    "B03 a discard that was claimed": four(
        Round(
            """
            go 1; 1 draws 5p; 1 discards; 3 pons 5p from 1; 3 discards 9m; 0 draws 2p; 0 discards
            1 wins 2p from 0 <- FUR001 seat 1
            """,
            {1: WAITS_2P_5P, 3: "55p9m"},
            keep="2p 5p",
        )
    ),
    "B05 a third wait in the river": four(
        Round(
            """
            go 1; 1 draws 7s; 1 discards; go to 0; 0 draws 4s; 0 discards
            1 wins 4s from 0 <- FUR001 seat 1
            """,
            {1: "11m23456s234p678p"},
            keep="147s",
        )
    ),
    "B05 by self-draw": four(
        Round(
            "go 1; 1 draws 7s; 1 discards; go to 1; 1 draws 4s; 1 tsumo",
            {1: "11m23456s234p678p"},
            keep="147s",
        )
    ),
    "B07 a self-draw in furiten": four(
        Round("go 1; 1 draws 4m; 1 discards; go to 1; 1 draws 1m; 1 tsumo", {1: "23m678s345s88p567p"}, keep="14m")
    ),
    "B07 a ron in furiten": four(
        Round(
            "go 1; 1 draws 4m; 1 discards; go 1; 3 draws 1m; 3 discards; 1 wins 1m from 3 <- FUR001 seat 1",
            {1: "23m678s345s88p567p"},
            keep="14m",
        )
    ),
    "B09 thirteen waits": four(
        Round(
            "go 1; 1 draws 1z; 1 discards; go 1; 3 draws 9p; 3 discards; 1 wins 9p from 3 <- FUR001 seat 1",
            {1: "19m19p19s1234567z"},
            keep="19m19p19s1234567z",
        )
    ),
    "B09 nothing of them in the river": four(
        Round(
            """
            go 1; 1 draws 5p; 1 discards; go 1; 3 draws 9p; 3 discards
            1 wins 9p from 3: yaku kokushi_13 13, han 13, points 32000, moves 0 32000 0 -32000
            """,
            {1: "19m19p19s1234567z"},
            keep="19m19p19s1234567z",
        )
    ),
    "B09 by self-draw": four(
        Round(
            """
            go 1; 1 draws 1z; 1 discards; go to 1; 1 draws 9p
            1 tsumo: yaku kokushi_13 13, han 13, points 32000, moves -16000 32000 -8000 -8000
            """,
            {1: "19m19p19s1234567z"},
            keep="19m19p19s1234567z",
        )
    ),
    "B11 one tile missed in riichi": four(
        Round(
            """
            0 draws 1z; 0 riichi; 0 discards; 0 pays; go 1; 2 draws 6p; 2 discards; go 1; 0 draws; 0 discards
            1 draws 3p; 1 discards; 0 wins 3p from 1 <- FUR003 seat 0
            """,
            {0: WAITS_3P_6P},
            keep="36p",
        )
    ),
    "B11 nothing missed": four(
        Round(
            """
            0 draws 1z; 0 riichi; 0 discards; 0 pays; go 3; 0 draws; 0 discards
            1 draws 3p; 1 discards; 0 wins 3p from 1
            """,
            {0: WAITS_3P_6P},
            keep="36p",
        )
    ),
    "B11 missed before the riichi": four(
        Round(
            """
            go 2; 2 draws 6p; 2 discards; go 1; 0 draws 1z; 0 riichi; 0 discards; 0 pays
            1 draws 3p; 1 discards; 0 wins 3p from 1
            """,
            {0: WAITS_3P_6P},
            keep="36p",
        )
    ),
    "B11 by self-draw": four(
        Round(
            """
            0 draws 1z; 0 riichi; 0 discards; 0 pays; go 1; 2 draws 6p; 2 discards; go 1; 0 draws 3p; 0 tsumo
            """,
            {0: WAITS_3P_6P},
            keep="36p",
        )
    ),
    "B15 a ron on the discard": four(
        Round("0 draws 0p; 0 discards; 1 wins 0p from 0", {1: WAITS_2P_5P, 2: "555p"}, keep="2p")
    ),
    "B15 not on the open kan made of it": four(
        Round(
            "0 draws 0p; 0 discards; 2 kans 0p from 0; 1 wins 0p from 2 <- WIN005 seat 1",
            {1: WAITS_2P_5P, 2: "555p"},
            keep="2p",
        )
    ),
    "B15 not even with thirteen orphans": four(
        Round(
            "0 draws 5z; 0 discards; 2 kans 5z from 0; 1 wins 5z from 2 <- WIN005 seat 1",
            {1: "19m19p19s1234677z", 2: "555z"},
        )
    ),
    "B15 the ron goes before the kan": four(
        Round(
            "0 draws 0p; 0 discards; 2 kans 0p from 0; 1 wins 0p from 0 <- CAL016 seat 1",
            {1: WAITS_2P_5P, 2: "555p"},
            keep="2p",
        )
    ),
}

NORTH_AND_WHITE: Final = "123p456789s4455z"

A: Final[dict[str, Dispute]] = {
    "A11 a North that completes no yaku is passed all the same": three(
        Round(
            "0 draws 4z; 0 north; 0 draws 5z; 0 discards; 1 wins 5z from 0 <- FUR002 seat 1",
            {1: NORTH_AND_WHITE},
            keep="45z",
        )
    ),
    "A11 it may not be won": three(
        Round("0 draws 4z; 0 north; 1 wins 4z from 0 <- WIN004 seat 1", {1: NORTH_AND_WHITE}, keep="45z")
    ),
    "A11 no North": three(
        Round(
            "0 draws 5z; 0 discards; 1 wins 5z from 0: yaku haku 1, han 1, fu 40, points 1300, moves -1300 1300 0",
            {1: NORTH_AND_WHITE},
            indicators="1z",
            keep="45z",
        )
    ),
    "A11 after the own discard": three(
        Round(
            "0 draws 4z; 0 north; 0 draws; 0 discards; go 1; 2 draws 5z; 2 discards; 1 wins 5z from 2",
            {1: NORTH_AND_WHITE},
            keep="45z",
        )
    ),
    "A19 Norths alone do not win": three(
        Round(
            """
            go 1; 1 draws 4z; 1 north; 1 draws 4z; 1 north; 1 draws 4z; 1 north; 1 draws; 1 discards
            2 draws 9s; 2 discards; 1 wins 9s from 2 <- WIN004 seat 1
            """,
            {1: "123p456s78s22p777p"},
            keep="69s",
        )
    ),
    "A19 in riichi they count": three(
        Round(
            """
            go 1; 1 draws 4z; 1 north; 1 draws 4z; 1 north; 1 draws 4z; 1 north; 1 draws 1z; 1 riichi
            1 discards; 1 pays; go to 1; 1 draws; 1 discards; 2 draws 9s; 2 discards
            1 wins 9s from 2: yaku riichi 1 dora 3, han 4, fu 40, points 8000, moves 0 9000 -8000
            """,
            {1: "123p456s78s22p777p"},
            indicators="1z",
            keep="69s",
        )
    ),
    "C45 whoever robs a kan holds no copy of its tile": four(
        Round(
            """
            go 3; 3 draws 4s; 3 discards; 0 pons 4s from 3; 0 discards 1z; go 3
            0 draws 4s <- WAL003 seat 0
            0 adds 4s; 1 wins 4s from 0: yaku chankan 1 tanyao 1
            """,
            {0: "44s1z", 1: "4s234m567m345p678p"},
        )
    ),
    "C45 a run may be completed": four(
        Round(
            """
            go 3; 3 draws 1s; 3 discards; 0 pons 1s from 3; 0 discards 9p; go 3; 0 draws 1s
            0 adds 1s; 1 wins 1s from 0: yaku chankan 1, han 1, fu 40, points 1300, moves -1300 1300 0 0
            """,
            {0: "11s9p", 1: "23444s234456m66p"},
            indicators="1z",
            keep="1z 14s6p",
        )
    ),
}

DISPUTES: Final = {**B, **A}


@pytest.mark.parametrize("name", DISPUTES)
def test_dispute(name: str) -> None:
    DISPUTES[name].check()
