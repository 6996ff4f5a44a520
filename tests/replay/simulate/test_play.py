"""Simulated games: the same for the same seed, legal, complete, and varied."""

from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from replay.engine import audit
from replay.gamelog import (
    Draw,
    Event,
    GameEnd,
    GameLog,
    Indicator,
    Kan,
    North,
    RiichiAccepted,
    RoundDrawn,
    RoundStart,
    Win,
)
from replay.ruleset.loader import PRESETS, preset
from replay.ruleset.switches import Family
from replay.simulate.play import play_game, play_games
from replay.table.wall import wall_geometry
from replay.tiles import code_counts

RIICHI_PRESETS = [name for name in PRESETS if preset(name).switches.family is Family.RIICHI]
MANY = 300
FEW = 80  # of presets whose variety is tested elsewhere


@cache
def games(name: str) -> tuple[GameLog, ...]:
    return tuple(play_games(preset(name), MANY if name in OF_PRESET else FEW, 20))


def start_of(events: list[Event]) -> RoundStart:
    start = events[0]
    assert isinstance(start, RoundStart)
    return start


@pytest.mark.parametrize("name", RIICHI_PRESETS)
def test_same_seed_same_log(name: str) -> None:
    rules = preset(name)
    game = play_game(rules, 7)
    assert repr(game) == repr(play_game(rules, 7))
    assert repr(game) != repr(play_game(rules, 8))
    assert [repr(other) for other in play_games(rules, 3, 1)] == [repr(other) for other in play_games(rules, 3, 1)]
    assert len({other.header.game_id for other in play_games(rules, 20, 1)}) == 20


@pytest.mark.parametrize("name", RIICHI_PRESETS)
def test_a_game_of_many_is_found_again_by_its_id(name: str) -> None:
    rules = preset(name)
    for game in play_games(rules, 3, 4):
        seed = int(game.header.game_id.rpartition("-")[2], 16)
        assert repr(play_game(rules, seed)) == repr(game)


@pytest.mark.parametrize("name", RIICHI_PRESETS)
def test_the_wall_is_shown_only_when_asked_for(name: str) -> None:
    rules = preset(name)
    plain, shown = play_game(rules, 3), play_game(rules, 3, with_wall=True)
    assert all(start_of(events).wall is None for events in plain.rounds)
    limits = wall_geometry(rules.switches).limits
    for without, events in zip(plain.rounds, shown.rounds, strict=True):
        assert without[1:] == events[1:]
        wall = start_of(events).wall
        assert wall is not None
        assert tuple(code_counts(wall)) == limits


def test_tenhou_walls_are_taken_as_tenhou_takes_them() -> None:
    """Dealt from the far end, replacements 1, 0, 3, 2, indicators 5, 7, 9 and ura 4, 6, 8."""
    replaced = 0
    for game in play_games(preset("tenhou"), 20, 11, with_wall=True):
        for events in game.rounds:
            start = start_of(events)
            wall = start.wall
            assert wall is not None
            order = wall[::-1]
            dealt: list[list[int]] = [[], [], [], []]
            for taken in range(52):
                place = taken // 4 % 4 if taken < 48 else taken - 48
                dealt[(start.dealer + place) % 4].append(order[taken])
            assert start.hands == tuple(tuple(sorted(hand)) for hand in dealt)
            draws = [event for event in events if isinstance(event, Draw)]
            live = [draw.tile for draw in draws if not draw.replacement]
            assert tuple(live) == order[52 : 52 + len(live)]
            replacements = [draw.tile for draw in draws if draw.replacement]
            assert replacements == [wall[place] for place in (1, 0, 3, 2)][: len(replacements)]
            replaced += len(replacements)
            indicators = [*start.indicators, *(event.tile for event in events if isinstance(event, Indicator))]
            assert indicators == [wall[place] for place in (5, 7, 9, 11, 13)][: len(indicators)]
            for win in events:
                if isinstance(win, Win) and win.ura_indicators is not None:
                    assert list(win.ura_indicators) == [wall[place] for place in (4, 6, 8, 10, 12)][: len(indicators)]
    assert replaced > 20


@pytest.mark.parametrize("name", RIICHI_PRESETS)
def test_nothing_is_found_in_a_legal_game(name: str) -> None:
    rules = preset(name)
    found = [(game.header.game_id, finding) for game in games(name)[:100] for finding in audit(game, rules).findings]
    assert found == []


OTHER_RULES = {
    "like Kansai": (
        "tenhou-sanma",
        "dead_wall=18 north_shortens_live_wall=false kan_indicator=at_once several_rons=nearest pao=none nagashi=false "
        "score_floor=true bust=unpaid chanpei=dora kokushi_robs_concealed_kan=true replacement_order=straight "
        "ura_offset=1 red_fives=[0,2,1] tanyao_han=[1,2] extension=false dealer_stop=false "
        "target_points=none nine_terminals=false north_triplet_yaku=true kuikae=allowed start_points=none "
        "final_return=none uma=[] double_wind_pair_fu=2 four_winds=true",
    ),
    "four players": (
        "tenhou",
        "several_rons=all triple_ron=false pao=its_yakuman double_yakuman=true kiriage=true kan_indicator=at_once "
        "kuikae=same_tile last_discard_calls=true last_tile_kan=true honba_grows=dealer_stays dealer_stays=win "
        "renhou=true riichi_kan=forbidden dead_wait=noten kan_ura=false game_length=east riichi_points=0 "
        "riichi_live_tiles=0 last_replacement_is_haitei=true bust=never",
    ),
    "three players": (
        "tenhou-sanma",
        "tsumo_split=halved north_last_tile=true riichi_deposit_when_ronned=true north_breaks_first_round=false "
        "north_replacement_rinshan=false chanpei=yaku kan_dora=false four_riichi=true ura_dora=false "
        "pinfu_tsumo=false rinshan_tsumo_fu=false chankan_yaku=false counted_yakuman=false deposits_to_first=false "
        "final_rounding=false score_floor=true bust=unpaid dead_wait=tenpai",
    ),
}


@pytest.mark.parametrize("name", list(OTHER_RULES))
def test_nothing_is_found_under_other_rules(name: str) -> None:
    base, settings = OTHER_RULES[name]
    pairs = [(switch, value) for switch, _, value in (text.partition("=") for text in settings.split())]
    rules = preset(base).with_switches(pairs, "operator")
    for game in play_games(rules, 60, 5):
        assert audit(game, rules).findings == ()


@pytest.mark.parametrize("name", RIICHI_PRESETS)
def test_points_are_neither_made_nor_lost(name: str) -> None:
    """Scores and deposits add up to the start, and each round starts with what the one before left."""
    for game in games(name):
        switches = preset(name).switches
        assert game.header.start_points is not None
        total = game.header.start_points * switches.seats
        expected = (game.header.start_points,) * switches.seats
        deposits = 0
        for events in game.rounds:
            start = start_of(events)
            assert start.scores == expected
            assert start.deposits == deposits
            scores = list(start.scores)
            for event in events:
                if isinstance(event, RiichiAccepted):
                    scores[event.seat] -= 1000
                    deposits += 1
                    assert event.scores == tuple(scores)
                elif isinstance(event, (Win, RoundDrawn)):
                    assert event.deltas is not None
                    scores = [points + change for points, change in zip(scores, event.deltas, strict=True)]
                    deposits = 0 if isinstance(event, Win) else deposits
            expected = tuple(scores)
            assert sum(expected) + 1000 * deposits == total
        end = game.rounds[-1][-1]
        assert isinstance(end, GameEnd)
        assert sum(end.scores) == total
        assert (end.results is None) is (switches.final_return is None)
        assert sum(end.results or ()) == 0
        assert end.placement is not None
        assert sorted(end.placement) == list(range(1, switches.seats + 1))


def occurrences(name: str) -> Counter[str]:
    """How often each kind of event, draw and yaku occurs in many games."""
    found: Counter[str] = Counter()
    for game in games(name):
        for events in game.rounds:
            found["rons"] = max(found["rons"], sum(1 for event in events if isinstance(event, Win)))
            for before, event in pairwise(events):
                what = type(event).__name__
                if isinstance(event, Kan):
                    what = f"{event.type.value} kan"
                elif isinstance(event, RoundDrawn):
                    what = event.reason.value
                elif isinstance(event, Win):
                    what = "tsumo" if event.seat == event.from_seat else "ron"
                    found.update(claim.name for claim in event.yaku or ())
                    if event.liable is not None:
                        found["pao"] += 1
                    if isinstance(before, North):
                        found["ron on a North"] += 1
                found[what] += 1
    return found


COMMON = (
    *("ron", "tsumo", "Pon", "concealed kan", "added kan", "open kan", "Indicator", "Riichi", "RiichiAccepted"),
    *("exhaustive", "nagashi", "nine_terminals", "four_kans"),
    *("riichi", "double_riichi", "ippatsu", "menzen_tsumo", "pinfu", "tanyao", "iipeikou", "haku", "hatsu", "chun"),
    *("rinshan", "chankan", "haitei", "houtei", "chiitoitsu", "toitoi", "sanankou", "honitsu", "chinitsu", "ittsu"),
    *("dora", "ura_dora", "red_five", "tenhou", "chiihou", "suuankou", "suuankou_tanki", "kokushi", "kokushi_13"),
    *("shousuushi", "tsuuiisou", "chinroutou", "junsei_chuuren", "ryuuiisou"),
)
OF_PRESET = {
    "tenhou": ("Chi", "four_winds", "four_riichi", "triple_ron", "sanshoku_doujun", "daisuushi"),
    "tenhou-sanma": ("North", "north_dora", "ron on a North", "daisangen"),
}


@pytest.mark.parametrize("name", list(OF_PRESET))
def test_everything_occurs(name: str) -> None:
    found = occurrences(name)
    assert [what for what in (*COMMON, *OF_PRESET[name]) if not found[what]] == []
    assert found["rons"] == 2


@pytest.mark.parametrize("name", list(OF_PRESET))
def test_games_end_in_every_way(name: str) -> None:
    """In the last wind, in the one after it, and with a bust; and the length that a ruleset asks for is kept."""
    last_winds = Counter(start_of(game.rounds[-1]).prevailing_wind for game in games(name))
    assert last_winds[1] > MANY / 2
    assert last_winds[2] > 0
    ends = [game.rounds[-1][-1] for game in games(name)]
    assert 0 < sum(1 for end in ends if isinstance(end, GameEnd) and min(end.scores) < 0) < MANY / 2
    short = preset(name).with_switch("game_length", "east", "operator")
    for game in play_games(short, 10, 1):
        assert start_of(game.rounds[-1]).prevailing_wind <= 1
        assert game.header.overrides == (("game_length", "east"),)
        assert audit(game, short).findings == ()


@pytest.mark.parametrize(("name", "seed"), [("tenhou-sanma", 0x5EAB52958C0A), ("tenhou", 0xA4CC9F8F06F3)])
def test_two_rons_on_one_kan_or_north(name: str, seed: int) -> None:
    ruleset = preset(name)
    assert audit(play_game(ruleset, seed), ruleset).findings == ()
