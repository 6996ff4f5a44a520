"""What a seat may do, in the situations of RULES §8 and at the edges of the switches."""

from random import Random

import pytest

from replay.gamelog import Chi, Discard, Kan, KanType, Pon, RoundStart
from replay.ruleset.loader import preset
from replay.ruleset.ruleset import Ruleset
from replay.simulate import legal
from replay.simulate.position import Position
from replay.simulate.themes import THEMES, loaded
from replay.simulate.wall import Wall, shuffled_tiles
from replay.table.wall import wall_geometry
from replay.tiles import NORTH, code_counts, format_tiles, parse_tiles

SANMA = preset("tenhou-sanma")
TENHOU = preset("tenhou")
POINTS = 35000


def position(rules: Ruleset, hands: dict[int, str], draws: str = "", replacements: str = "") -> Position:
    """A position before the first draw. Seat 0 deals; seats without a hand get tiles nobody else has asked for."""
    switches = rules.switches
    geometry = wall_geometry(switches)
    left = [code for code, copies in enumerate(geometry.limits) for _ in range(copies)]
    for code in [tile for text in (*hands.values(), draws) for tile in parse_tiles(text)]:
        left.remove(code)
    first, later = parse_tiles(replacements), parse_tiles(draws)
    for code in first:
        left.remove(code)
    dealt = []
    for seat in range(switches.seats):
        hand = parse_tiles(hands[seat]) if seat in hands else [left.pop(3 * place) for place in range(13)]
        assert len(hand) == 13
        dealt.append(tuple(hand))
    swapped = [first[place ^ 1] if place ^ 1 < len(first) else first[place] for place in range(len(first))]
    live = [tile for hand in dealt for tile in hand] + later
    wall = Wall((*swapped, *left, *reversed(live)), switches)
    wall.end -= 13 * switches.seats
    start = RoundStart(0, 1, 0, 0, 0, (POINTS,) * switches.seats, tuple(dealt), (wall.indicator(),))
    return Position(switches, geometry, start, wall)


def discards(at: Position, seat: int, tile: str) -> Discard:
    return at.discard(seat, parse_tiles(tile)[0], drawn=False)


def test_a_discarded_north_is_furiten_and_one_set_aside_is_not() -> None:
    """T5, T6."""
    for aside in (True, False):
        at = position(SANMA, {0: "123456789p55s44z", 1: "19m19p19s1235674z"}, "4z1z", "5z")
        at.draw()
        if aside:
            at.north(0)
            at.draw_replacement()
            discards(at, 0, "5z")
        else:
            discards(at, 0, "4z")
        assert at.furiten(0, NORTH) is (not aside and NORTH in at.waits[0])


def test_no_north_and_no_kan_on_the_last_tile() -> None:
    """T7, T8."""
    at = position(SANMA, {0: "1111p2345678s44z"}, "4z")
    at.draw()
    counts = at.table.seats[0].counts()
    assert legal.may_set_north_aside(at, 0)
    assert [kan.type for kan in legal.own_kans(at, 0, counts)] == [KanType.CONCEALED]
    at.table.live = 1
    assert legal.may_set_north_aside(at, 0)
    at.table.live = 0
    assert not legal.may_set_north_aside(at, 0)
    assert legal.own_kans(at, 0, counts) == []


def test_the_last_discard_is_not_called() -> None:
    at = position(TENHOU, {1: "55m55p123789s115z"}, "5m")
    at.draw()
    discards(at, 0, "5m")
    assert legal.may_claim(at, 1)
    at.table.live = 0
    assert not legal.may_claim(at, 1)


def test_a_north_after_a_pon_has_to_wait_for_a_draw() -> None:
    at = position(SANMA, {0: "123456789p1s555z", 1: "55s4z123456789p1z"}, "5s")
    at.draw()
    discard = discards(at, 0, "5s")
    (pon,) = legal.pons(at, 1, discard)
    at.claim(pon)
    assert not legal.may_set_north_aside(at, 1)


def test_furiten_of_a_passed_tile_ends_at_the_own_discard() -> None:
    """T14, T16: also when the shape had no yaku."""
    at = position(TENHOU, {0: "5s19m19p19s123567z", 1: "234m123p789s55s44z"}, "7z7z")
    at.draw()
    discard = discards(at, 0, "5s")
    assert legal.ron_value(at, 1, discard.tile, None) is None  # no yaku
    at.miss(1)
    assert at.furiten(1, discard.tile)
    at.draw()
    assert at.furiten(1, discard.tile)
    discards(at, 1, "7z")
    assert not at.furiten(1, discard.tile)


def test_furiten_in_riichi_stays() -> None:
    """T15."""
    at = position(TENHOU, {0: "123456789p55s44z"}, "7z7z7z7z1m")
    at.draw()
    at.riichi(0)
    discards(at, 0, "7z")
    at.accept_riichi()
    assert not at.furiten(0, NORTH)
    at.miss(0)
    for seat in (1, 2, 3):
        at.draw()
        discards(at, seat, "7z")
    at.draw()
    discards(at, 0, "1m")
    assert at.furiten(0, NORTH)


def test_only_thirteen_orphans_rob_a_concealed_kan() -> None:
    orphans = "19m19p19s1123456z"
    hands = {0: "777z123456789p1s", 1: orphans, 2: "789p123456s55s66z"}
    for rules, robbed in ((SANMA, False), (SANMA.with_switch("kokushi_robs_concealed_kan", "true", "operator"), True)):
        at = position(rules, hands, "7z")
        at.draw()
        kan = Kan(0, KanType.CONCEALED, tuple(parse_tiles("7777z")))
        at.kan(kan)
        assert (legal.ron_value(at, 1, parse_tiles("7z")[0], kan) is not None) is robbed
        assert legal.may_be_robbed(at, kan, 2) is False


def test_ippatsu_stands_until_a_kan_or_north_was_not_robbed() -> None:
    """T2, T3."""
    at = position(SANMA, {0: "123456789p55s44z", 1: "4z19m19p19s123567z"}, "7z1z")
    at.draw()
    at.riichi(0)
    discards(at, 0, "7z")
    at.accept_riichi()
    at.draw()
    north = at.north(1)
    value = legal.ron_value(at, 0, NORTH, north)
    assert value is not None
    assert {part.name for part in value.yaku} >= {"double_riichi", "ippatsu", "ittsu"}
    at.interrupt()
    value = legal.ron_value(at, 0, NORTH, north)
    assert value is not None
    assert "ippatsu" not in {part.name for part in value.yaku}


@pytest.mark.parametrize(
    ("hand", "tile", "expected"),
    [
        ("340567m123p1112z", "2m", ["34m"]),
        ("23m11122233344z", "1m", ["23m"]),
        ("055m1112223334z", "4m", []),
        ("0556m111222333z", "4m", ["06m", "56m"]),
        ("0556m111222333z", "7m", ["06m", "56m"]),
        ("89m11122233344z", "1p", []),
        ("9p12s1112223334z", "9p", []),
    ],
)
def test_chis(hand: str, tile: str, expected: list[str]) -> None:
    at = position(TENHOU, {1: hand}, tile)
    at.draw()
    discard = discards(at, 0, tile)
    assert sorted(format_tiles(chi.tiles) for chi in legal.chis(at, 1, discard)) == expected
    assert legal.chis(at, 2, discard) == []


def test_a_call_must_leave_a_discard() -> None:
    """Of 2345s a chi of 5s with 34s leaves 2s and 5s, which kuikae both forbids."""
    at = position(TENHOU, {1: "111222333z2345s"}, "5s")
    at.table.seats[1].tiles = code_counts(parse_tiles("2345s"))
    at.draw()
    discard = discards(at, 0, "5s")
    assert legal.chis(at, 1, discard) == []
    at.table.seats[1].tiles = code_counts(parse_tiles("2345s9m"))
    assert [format_tiles(chi.tiles) for chi in legal.chis(at, 1, discard)] == ["34s"]


def test_pons_choose_between_red_and_ordinary() -> None:
    at = position(TENHOU, {1: "055p123456789s1z"}, "5p")
    at.draw()
    discard = discards(at, 0, "5p")
    assert [format_tiles(pon.tiles) for pon in legal.pons(at, 1, discard)] == ["55p", "05p"]
    kan = legal.open_kan(at, 1, discard)
    assert kan is not None
    assert format_tiles(kan.tiles) == "055p"


def test_kuikae_holds_for_the_discard_after_the_call_only() -> None:
    at = position(TENHOU, {1: "34m123p123456s11z"}, "2m")
    at.draw()
    discard = discards(at, 0, "2m")
    at.claim(Chi(1, 0, discard.tile, tuple(parse_tiles("34m"))))
    assert format_tiles(legal.forbidden_kinds(at)) == "25m"
    discards(at, 1, "1z")
    assert legal.forbidden_kinds(at) == ()


def test_a_kan_in_riichi_keeps_the_waits() -> None:
    for hand, draw, kans in (("111p234567s55z99p", "1p", 1), ("11123p456789s55z", "1p", 0)):
        at = position(TENHOU, {0: hand}, f"7z7z7z7z{draw}")
        at.draw()
        at.riichi(0)
        discards(at, 0, "7z")
        at.accept_riichi()
        for seat in (1, 2, 3):
            at.draw()
            discards(at, seat, "7z")
        at.draw()
        assert len(legal.own_kans(at, 0, at.table.seats[0].counts())) == kans


def test_who_gives_the_third_dragon_is_liable() -> None:
    """T17."""
    at = position(TENHOU, {0: "567z123456789s1p", 1: "556677z123p123s1m"}, "1p")
    at.draw()
    for number, dragon in enumerate(("5z", "6z", "7z")):
        discard = discards(at, 0, dragon)
        at.claim(Pon(1, 0, discard.tile, (discard.tile, discard.tile)))
        assert at.dragons_fed_by[1] == (0 if number == 2 else -1)


@pytest.mark.parametrize("rules", [SANMA, TENHOU], ids=["sanma", "tenhou"])
def test_loaded_walls_hold_the_same_tiles(rules: Ruleset) -> None:
    switches = rules.switches
    found = 0
    for seed in range(4 * len(THEMES)):
        rng = Random(seed)
        tiles = shuffled_tiles(switches, rng)
        load = loaded(tiles, switches, 1, rng)
        if load is not None:
            found += 1
            assert sorted(load.tiles) == sorted(tiles)
            assert load.tiles != tiles
    assert found > 3 * len(THEMES)
