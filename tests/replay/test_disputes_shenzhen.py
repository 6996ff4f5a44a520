"""Disputes over Shenzhen as rounds, by the ids they are collected under. The stakes are X = 1 and Y = 2."""

from typing import Final

import pytest

from tests.disputes import Dispute
from tests.notation import Round

CASH: Final = (100, 100, 100, 100)
READY: Final = "123m456m789m11z46p"  # waits for 5p
PUNG: Final = "go 2; 2 draws 5p; 2 discards; 0 may pon; 0 pons 5p from 2; 0 discards 1z; go to 0; 0 draws 5p; 0 adds 5p"


def at_table(events: str, **hands: str) -> Dispute:
    """One round; hands by seat, as `seat0`."""
    dealt = {int(seat.removeprefix("seat")): hand for seat, hand in hands.items()}
    return Dispute("shenzhen", (Round(events, dealt, scores=CASH, keep="5p"),))


DISPUTES: Final = {
    "G01 the fourth tile to an exposed pung brings X from each": at_table(
        f"{PUNG}; kong paid: moves 3 -1 -1 -1; 0 draws; 0 discards", seat0="55p1z"
    ),
    "G01 not Y from whoever gave the pung": at_table(
        f"{PUNG}\nkong paid: moves 2 0 -2 0 <- PAY012 seat 0\n0 draws; 0 discards", seat0="55p1z"
    ),
    "G03 a claimed kong brings X and Y from the discarder only": at_table(
        "go 2; 2 draws 1z; 2 discards; 0 kans 1z from 2; kong paid: moves 3 0 -3 0; 0 draws; 0 discards", seat0="111z"
    ),
    "G03 not from the others": at_table(
        "go 2; 2 draws 1z; 2 discards; 0 kans 1z from 2\nkong paid: moves 9 -3 -3 -3 <- PAY012 seat 0\n"
        "0 draws; 0 discards",
        seat0="111z",
    ),
    "G05 the robbed player pays for all": at_table(
        f"{PUNG}; 1 wins 5p from 0: moves -6 6 0 0", seat0="55p1z", seat1=READY
    ),
    "G05 the others pay nothing": at_table(
        f"{PUNG}\n1 wins 5p from 0: moves -2 6 -2 -2 <- PAY003 seat 1", seat0="55p1z", seat1=READY
    ),
    "G07 East with 5s has another Y from each": at_table(
        "0 draws 5p; 0 tsumo: moves 6 -2 -2 -2; horse 5s: moves 6 -2 -2 -2", seat0=READY
    ),
    "G07 South with 5s has not": at_table("go 1; 1 draws 5p; 1 tsumo: moves -2 6 -2 -2; horse 5s", seat1=READY),
    "G07 South is paid for it as East would be": at_table(
        "go 1; 1 draws 5p; 1 tsumo: moves -2 6 -2 -2\nhorse 5s: moves -2 6 -2 -2 <- PAY015 seat 1 warning", seat1=READY
    ),
    "G09 a discard completes a run only to win": at_table(
        "go 1; 1 draws 3p; 1 discards\n2 chis 3p from 1 with 24p <- CAL002 seat 2\n2 discards 9s", seat2="24p9s"
    ),
    "G09 and then it does": at_table("0 draws 5p; 0 discards; 1 wins 5p from 0: moves -2 2 0 0", seat1=READY),
}


@pytest.mark.parametrize("dispute", DISPUTES.values(), ids=DISPUTES.keys())
def test_dispute(dispute: Dispute) -> None:
    dispute.check()
