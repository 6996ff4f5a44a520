"""Waits, completeness, tenpai and kans in riichi, by tables and beside a search by hand."""

import random

import pytest

from replay.hand.suits import HONOUR_SUMMARIES, SUMMARIES, honour_summary, readings, summary
from replay.hand.waits import is_complete, kan_keeps_waits, tenpai, tenpai_discards, waits
from replay.ruleset.switches import DeadWait
from replay.tiles import CODE_OF_TEXT, TEXT_OF, code_counts, kind_counts, parse_tiles

ALL_ORPHANS = "19m19p19s1234567z"


def counts_of(text: str) -> list[int]:
    return kind_counts(code_counts(parse_tiles(text)))


def kinds_of(text: str) -> tuple[int, ...]:
    return tuple(parse_tiles(text))


@pytest.mark.parametrize(
    ("hand", "melds", "expected"),
    [
        ("123456789m1122z", 0, "12z"),
        ("123456789m12z", 1, ""),
        ("1112345678999m", 0, "123456789m"),
        ("2233445566778m", 0, "258m"),  # as sets and as seven pairs
        ("1133m5577p2244s6z", 0, "6z"),
        ("1133m5577p2222s6z", 0, ""),  # four of a kind are not two pairs
        ("19m19p19s1234566z", 0, "7z"),
        (ALL_ORPHANS, 0, ALL_ORPHANS),
        ("19m19p19s123456z2p", 0, ""),
        ("1111m", 3, "1m"),  # structural: the fifth one
        ("1m", 4, "1m"),
        ("23m", 4, ""),  # too many tiles
        ("34m456p345s678s99s", 0, "25m"),
        ("067m340567p4468s", 0, "7s"),
        ("066m340567p4468s", 0, ""),
        ("3335666s555z777z", 0, "457s"),
        ("222333m11p79s", 1, "8s"),
        ("1123m", 3, "14m"),
        ("1223m", 3, "2m"),
        ("4m5m6m7m", 3, "47m"),
        ("11122z", 2, ""),  # two tiles short
        ("1112223334455z", 0, "45z"),
    ],
)
def test_waits(hand: str, melds: int, expected: str) -> None:
    assert [TEXT_OF[kind] for kind in waits(counts_of(hand), melds)] == [TEXT_OF[kind] for kind in kinds_of(expected)]


@pytest.mark.parametrize(
    ("hand", "melds", "complete"),
    [
        ("123m456p789s11222z", 0, True),
        ("123m456p789s11222z", 1, False),  # the wrong size
        ("11m", 4, True),
        ("1122334455667z7z", 0, True),
        ("1133m5577p222244s", 0, False),
        (ALL_ORPHANS + "1z", 0, True),
        (ALL_ORPHANS + "5p", 0, False),
        ("11m22m", 4, False),
        ("1111m", 3, False),
        ("11112345678999m", 0, True),
        ("11m11p112233s112z", 0, False),
        ("11m99p11223377s33z", 0, True),  # seven pairs, of which no two suits make sets
        ("44455m", 3, True),
    ],
)
def test_is_complete(hand: str, melds: int, complete: bool) -> None:
    assert is_complete(counts_of(hand), melds) is complete


@pytest.mark.parametrize(
    ("hand", "melds", "meld_tiles", "tenpai_under"),
    [
        ("1111m", 3, "", {DeadWait.TENPAI}),
        # All copies of the wait are in a kan: tenpai online.
        ("13m456p789s11z", 1, "2222m", {DeadWait.TENPAI, DeadWait.CONCEALED_NOTEN}),
        # One in the hand, three in a pon: not all in the concealed part.
        ("2m", 4, "222m345p678s999s", {DeadWait.TENPAI, DeadWait.CONCEALED_NOTEN}),
        ("13m456p789s11z", 1, "333z", set(DeadWait)),
        ("12m345p", 3, "", set()),  # the wrong size
    ],
)
def test_tenpai_by_rule_for_used_up_waits(hand: str, melds: int, meld_tiles: str, tenpai_under: set[DeadWait]) -> None:
    found = {rule for rule in DeadWait if tenpai(counts_of(hand), melds, kinds_of(meld_tiles), rule)}
    assert found == tenpai_under


@pytest.mark.parametrize(
    ("hand", "melds", "discards"),
    [
        ("3578899m234789p6m", 0, "38m"),  # E21
        ("067m340567p4468s6s", 0, "68s"),  # E23
        ("11112345678999m", 0, "123456789m"),
        ("123m", 4, ""),
        ("12m", 4, "12m"),
        ("1234m", 3, ""),
        ("147m258p369s12345z", 0, ""),
        ("1111m2m", 3, "12m"),
    ],
)
def test_tenpai_discards(hand: str, melds: int, discards: str) -> None:
    counts = counts_of(hand)
    before = counts.copy()
    assert tenpai_discards(counts, melds) == tuple(kind for kind in kinds_of(discards))
    assert counts == before


def test_discards_that_leave_only_a_used_up_wait_do_not_count_where_it_is_noten() -> None:
    counts = counts_of("1111m2m")
    assert tenpai_discards(counts, 3, (), DeadWait.CONCEALED_NOTEN) == kinds_of("1m")


@pytest.mark.parametrize(
    ("hand", "drawn", "kept"),
    [
        ("3335666s555z777z", "6s", False),  # E11: 7s is lost
        ("3335666s555z777z", "5z", True),
        ("3335666s555z777z", "7z", True),
        ("3335666s555z777z", "3s", True),
        ("123m456p11789s222z", "2z", False),  # not waiting: nothing to keep
        ("123m456p1189s222z9p", "2z", False),
        ("123m456p1178s222z", "2z", True),
        ("123m456p1178s222z", "1s", False),  # only two of them
        ("1112345678999m", "1m", False),
    ],
)
def test_kan_in_riichi(hand: str, drawn: str, kept: bool) -> None:
    assert kan_keeps_waits(counts_of(hand), 0, CODE_OF_TEXT[drawn]) is kept


def _complete_by_search(counts: list[int], sets: int) -> bool:
    """Whether the tiles are `sets` sets and a pair, by trying everything."""
    if sets == 0:
        return 2 in counts and sum(counts) == 2
    kind = next(kind for kind, count in enumerate(counts) if count)
    for group in ([kind] * 3, [kind, kind + 1, kind + 2], [kind] * 2):
        if group[-1] > 33 or (group[0] != group[-1] and (kind >= 27 or kind % 9 > 6)):
            continue
        rest = counts.copy()
        for member in group:
            rest[member] -= 1
        if min(rest) < 0:
            continue
        if len(group) == 3 and _complete_by_search(rest, sets - 1):
            return True
        if len(group) == 2 and _sets_by_search(rest):
            return True
    return False


def _sets_by_search(counts: list[int]) -> bool:
    if not any(counts):
        return True
    kind = next(kind for kind, count in enumerate(counts) if count)
    for group in ([kind] * 3, [kind, kind + 1, kind + 2]):
        if group[-1] > 33 or (group[0] != group[-1] and (kind >= 27 or kind % 9 > 6)):
            continue
        rest = counts.copy()
        for member in group:
            rest[member] -= 1
        if min(rest) >= 0 and _sets_by_search(rest):
            return True
    return False


@pytest.mark.parametrize("melds", [0, 1, 2, 3, 4])
def test_waits_are_what_a_search_finds(melds: int) -> None:
    rng = random.Random(melds)
    waiting = 0
    for _ in range(800):
        # Few kinds, of two neighbouring suits and one honour: hands that wait are common.
        tiles = rng.sample([kind for kind in (*range(5), 7, 8, 9, 33) for _ in range(4)], 13 - 3 * melds)
        counts = code_counts(tiles)[:34]
        expected = []
        for kind in range(34):
            counts[kind] += 1
            pairs = melds == 0 and counts.count(2) == 7
            if pairs or _complete_by_search(counts, 4 - melds):
                expected.append(kind)
            assert is_complete(counts, melds) is (kind in expected)
            counts[kind] -= 1
        assert waits(counts, melds) == tuple(expected)
        waiting += bool(expected)
    assert waiting > 10


def test_readings_of_a_suit_are_told_once_each() -> None:
    found = readings(bytes((3, 3, 3, 0, 0, 0, 0, 0, 0)), 0)
    assert sorted((reading.pair, reading.triplets, reading.runs) for reading in found) == [
        (-1, (), (0, 0, 0)),
        (-1, (0, 1, 2), ()),
    ]
    both = readings(bytes((3, 1, 1, 1, 1, 1, 1, 1, 4)), 0)
    assert len({(reading.pair, reading.triplets, reading.runs) for reading in both}) == len(both) == 1
    assert readings(bytes((2, 3, 0, 0, 0, 0, 0)), 27)
    assert not readings(bytes((1, 1, 1, 0, 0, 0, 0)), 27)


def test_tables_keep_only_states_that_a_real_hand_can_have() -> None:
    five = bytes((5, 0, 0, 0, 0, 0, 0, 0, 0))
    many = bytes((4, 4, 4, 4, 0, 0, 0, 0, 0))
    honours = bytes((5, 0, 0, 0, 0, 0, 0))
    assert summary(five) == summary(five)
    assert summary(many) == summary(many)
    assert honour_summary(honours) == honour_summary(honours)
    assert five not in SUMMARIES
    assert many not in SUMMARIES
    assert honours not in HONOUR_SUMMARIES
    regular = bytes((1, 1, 1, 0, 0, 0, 0, 0, 0))
    summary(regular)
    assert regular in SUMMARIES


@pytest.mark.parametrize("count", [-1, 256])
def test_a_count_that_no_hand_has(count: int) -> None:
    counts = counts_of("123m456p789s1122z")
    counts[33] = count
    assert waits(counts, 0) == ()
    assert tenpai_discards(counts, 0) == ()
    assert not is_complete(counts, 0)
    assert not kan_keeps_waits(counts, 0, 27)
