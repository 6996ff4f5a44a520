"""Every row of the Kansai table of yaku (K10): logs that claim its han, claim one more, leave it out."""

from dataclasses import dataclass
from typing import Final

import pytest

from replay.findings import Finding, Severity
from replay.rulebook import RULE_IDS, YAKU_TABLE
from tests.notation import Round, situation


@dataclass(frozen=True)
class Claim:
    """A win and the yaku it has, han by name; the row's own yaku first."""

    yaku: str
    events: str  # up to the claim
    hand: str  # of the winner
    keep: str
    winner: int = 1
    others: tuple[tuple[int, str], ...] = ()
    indicators: str = "1z"
    wind: int = 0

    @property
    def name(self) -> str:
        """The row's own yaku."""
        return self.yaku.split()[0]

    @property
    def han(self) -> int:
        """What the log claims for it."""
        return int(self.yaku.split()[1])

    @property
    def opened(self) -> bool:
        """Whether the winner has claimed a discard."""
        return f"; {self.winner} pons " in self.events

    def findings(self, claimed: str) -> list[Finding]:
        """What the audit says, but notices, when the log claims this."""
        hands = {self.winner: self.hand, **dict(self.others)}
        events = f"{self.events}: yaku {claimed}"
        written = situation("kansai", Round(events, hands, indicators=self.indicators, keep=self.keep, wind=self.wind))
        return [finding for finding in written.findings() if finding.severity is not Severity.NOTICE]

    def with_one_more(self) -> str:
        """The claim with one han too many."""
        return " ".join((self.name, str(self.han + 1), *self.yaku.split()[2:]))

    def without(self) -> str:
        """The claim without the row's own yaku; empty where it is the only one."""
        return " ".join(self.yaku.split()[2:])


RIICHI: Final = "go 4; 1 draws 9m; 1 riichi; 1 discards; 1 pays; "
HATSU: Final = "123p456s78s22p666z"  # waits for 6s and 9s


def _riichi(yaku: str, hand: str, tile: str, keep: str, indicators: str = "1z") -> Claim:
    events = f"{RIICHI}go 3; 2 draws {tile}; 2 discards; 1 wins {tile} from 2"
    return Claim(f"{yaku} riichi 1", events, hand, keep, indicators=indicators)


def _open(yaku: str, pon: str, hand: str, tile: str, keep: str) -> Claim:
    """Seat 1 claims a tile it has a pair of, discards the last one of its hand, and wins."""
    events = (
        f"0 draws {pon}; 0 discards; 1 pons {pon} from 0; 1 discards {hand[-2:]}"
        f"; 2 draws {tile}; 2 discards; 1 wins {tile} from 2"
    )
    return Claim(yaku, events, hand, keep)


def _ron(yaku: str, hand: str, winner: int, indicators: str = "1s", wind: int = 0) -> Claim:
    """A ron on 9s of the seat before."""
    turns = {0: 5, 1: 3, 2: 4}[winner]
    seat = turns % 3
    events = f"go {turns}; {seat} draws 9s; {seat} discards; {winner} wins 9s from {seat}"
    return Claim(yaku, events, hand, "369s", winner, indicators=indicators, wind=wind)


CLAIMS: Final = {
    "riichi": Claim("riichi 1 hatsu 1", f"{RIICHI}go 3; 2 draws 9s; 2 discards; 1 wins 9s from 2", HATSU, "369s"),
    "ippatsu": Claim("ippatsu 1 riichi 1 hatsu 1", f"{RIICHI}2 draws 9s; 2 discards; 1 wins 9s from 2", HATSU, "369s"),
    "menzen tsumo": Claim("menzen_tsumo 1 hatsu 1", "go 4; 1 draws 9s; 1 tsumo", HATSU, "369s"),
    "tanyao closed": _riichi("tanyao 2", "234p345s67s22p777p", "8s", "58s"),
    "tanyao open": _open("tanyao 1", "7p", "234p345s67s22p77p1z", "8s", "58s"),
    "pinfu": _riichi("pinfu 1", "123p456s78s22p789p", "9s", "369s"),
    "iipeikou": _riichi("iipeikou 1", "112233p78s99p777s", "9s", "369s"),
    "ittsu closed": _riichi("ittsu 2 pinfu 1", "123456789p78s22s", "9s", "369s"),
    "ittsu open": _open("ittsu 1 hatsu 1", "6z", "123456789p66z2s1z", "2s", "2s"),
    "white": _riichi("haku 1", "123p456s78s22p555z", "9s", "369s"),
    "green": _riichi("hatsu 1", HATSU, "9s", "369s"),
    "red": _riichi("chun 1", "123p456s78s22p777z", "9s", "369s"),
    "East's own wind": _ron("seat_wind_east 1 prevailing_wind_east 1", "123p456s78s22p111z", 0),
    "South's own wind": _ron("seat_wind_south 1 hatsu 1", "456s78s22p222z666z", 1),
    "West's own wind": _ron("seat_wind_west 1 hatsu 1", "456s78s22p333z666z", 2),
    "the wind of the East round": _ron("prevailing_wind_east 1 hatsu 1", "456s78s22p111z666z", 1),
    "the wind of the South round": _ron("prevailing_wind_south 1 seat_wind_south 1", "123p456s78s22p222z", 1, wind=1),
    "chanta closed": _riichi("chanta 2", "123p789p78s33z111s", "9s", "369s"),
    "chanta open": _open("chanta 1 hatsu 1", "6z", "123p789p78s11s66z3z", "9s", "369s"),
    "rinshan": Claim(
        "rinshan 1 menzen_tsumo 1 prevailing_wind_east 1",
        "go 4; 1 draws 1z; 1 kan 1111z; indicator 1s; 1 draws 9s; 1 tsumo",
        "123p456s78s22p111z",
        "369s",
        indicators="1s",
    ),
    "chankan": Claim(
        "chankan 1 hatsu 1",
        "0 draws 9s; 0 discards; 2 pons 9s from 0; 2 discards 1z; go to 2; 2 draws 9s; 2 adds 9s; 1 wins 9s from 2",
        HATSU,
        "369s",
        others=((2, "99s1z"),),
    ),
    "the last tile": Claim("haitei 1 menzen_tsumo 1 hatsu 1", "go 54; 0 draws 9s; 0 tsumo", HATSU, "369s", winner=0),
    "the last discard": Claim("houtei 1 hatsu 1", "go 54; 0 draws 9s; 0 discards; 1 wins 9s from 0", HATSU, "369s"),
    "seven pairs": _riichi("chiitoitsu 2", "1133p5577s2266s4z", "4z", "4z"),
    "three-coloured triplets closed": _riichi("sanshoku_doukou 2 sanankou 2", "111m111p111s45s22p", "6s", "36s"),
    "three-coloured triplets open": _open("sanshoku_doukou 2", "1s", "111m111p11s45s22p3z", "6s", "36s"),
    "three concealed triplets": _riichi("sanankou 2", "111m333p777s45s22p", "6s", "36s"),
    "all triplets": _open("toitoi 2 hatsu 1", "6z", "111m333p22s99s66z1z", "9s", "29s"),
    "half flush closed": _riichi("honitsu 3 ittsu 2", "123p456p78p33z111p", "9p", "69p"),
    "half flush open": _open("honitsu 2", "9p", "123p234p68p55z99p1s", "7p", "7p"),
    "little dragons": _riichi("shousangen 2 haku 1 hatsu 1", "234p78s555z666z77z", "9s", "369s"),
    "terminals and honours": _open("honroutou 2 toitoi 2 hatsu 1", "6z", "111m111p99s33z66z2z", "9s", "9s3z"),
    "terminals in every set closed": _riichi("junchan 3", "123p789p78s11s999p", "9s", "369s"),
    "terminals in every set open": _open("junchan 2", "9m", "123p789p78s11s99m1z", "9s", "369s"),
    "two double runs": _riichi("ryanpeikou 3", "112233p778899s2p", "2p", "123p"),
    "full flush closed": _riichi("chinitsu 6 tanyao 2", "2234455667p888p", "2p", "123456789p"),
    "full flush open": _open("chinitsu 5", "3p", "1236667899p33p1z", "9p", "123456789p"),
    "North closed": _riichi("north_triplet 1", "123p456s78s22p444z", "9s", "369s"),
    "North open": _open("north_triplet 1", "4z", "123p456s78s22p44z1z", "9s", "369s"),
}
IMPOSSIBLE: Final = {
    "three-coloured runs": Claim(
        "sanshoku_doujun 2 hatsu 1", "go 2; 2 draws 9s; 2 discards; 1 wins 9s from 2", HATSU, "369s"
    )
}


@pytest.mark.parametrize("name", CLAIMS)
def test_right_claim(name: str) -> None:
    claim = CLAIMS[name]
    assert [finding.message for finding in claim.findings(claim.yaku)] == []


@pytest.mark.parametrize("name", CLAIMS)
def test_one_han_too_many(name: str) -> None:
    claim = CLAIMS[name]
    _check(claim.findings(claim.with_one_more()), "WIN009")


@pytest.mark.parametrize("name", [name for name, claim in CLAIMS.items() if claim.without()])
def test_left_out(name: str) -> None:
    claim = CLAIMS[name]
    _check(claim.findings(claim.without()), "WIN008")


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_cannot_be(name: str) -> None:
    claim = IMPOSSIBLE[name]
    _check(claim.findings(claim.yaku), "WIN007")


def _check(found: list[Finding], code: str) -> None:
    assert [finding.code.id for finding in found] == [code], [finding.message for finding in found]
    assert found[0].rule
    assert set(found[0].rule) <= RULE_IDS


def test_claims_have_the_han_of_the_table() -> None:
    rows = {name: row for row in YAKU_TABLE for name in row.names}
    for title, claim in CLAIMS.items():
        row = rows[claim.name]
        assert claim.han == (row.open_han if claim.opened else row.closed_han), title


def test_every_row_is_claimed() -> None:
    claimed = {claim.name for claim in (*CLAIMS.values(), *IMPOSSIBLE.values())}
    assert claimed == {name for row in YAKU_TABLE for name in row.names}
    assert {claim.name for claim in IMPOSSIBLE.values()} == {row.names[0] for row in YAKU_TABLE if row.impossible}


def test_rows_with_two_values_are_claimed_open_and_closed() -> None:
    for row in YAKU_TABLE:
        if not row.impossible and row.open_han not in (0, row.closed_han):
            assert {claim.opened for claim in CLAIMS.values() if claim.name in row.names} == {False, True}, row.title
