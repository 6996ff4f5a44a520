"""The peers on the same random hands. Their conditions and melds are made before, so that only their work counts."""

import importlib.util
from collections.abc import Callable

from bench import rows
from bench.hands import wins_of
from bench.stage import Stage, timed
from replay.tiles import EAST
from tests.replay.hand.random_wins import RandomWin


def installed(name: str) -> bool:
    """Whether the package can be imported."""
    return importlib.util.find_spec(name) is not None


def riichienv_stages(seats: int, hands: int) -> tuple[str, list[Stage]]:
    """What is measured, and the stages; none without riichienv. Made an evaluator, a hand is parsed by it."""
    if not installed("riichienv"):
        return f"{rows.RIICHIENV}{rows.MISSING}", []
    import riichienv  # type: ignore[import-untyped] # it has no types

    from tests.replay.hand.hand_oracle import RIICHIENV_MELDS

    evaluator = riichienv.HandEvaluator3P if seats == 3 else riichienv.HandEvaluator
    calls = []
    for win in wins_of(seats, hands):
        given = win.context
        conditions = riichienv.Conditions(
            tsumo=given.self_draw,
            riichi=given.riichi,
            double_riichi=given.double_riichi,
            ippatsu=given.ippatsu,
            haitei=given.last_tile and given.self_draw,
            houtei=given.last_tile and not given.self_draw,
            rinshan=given.rinshan,
            chankan=given.chankan,
            tsumo_first_turn=given.first_turn,
            player_wind=given.seat_wind,
            round_wind=given.prevailing_wind,
            kita_count=given.norths,
            is_sanma=seats == 3,
            num_players=seats,
        )
        melds = [
            riichienv.Meld(RIICHIENV_MELDS[meld.type], sorted(tiles), meld.is_open)
            for meld, tiles in zip(given.melds, win.melds, strict=True)
        ]
        waiting = sorted(win.concealed)
        waiting.remove(win.winning_tile)
        calls.append((waiting, melds, win.winning_tile, win.indicators, conditions, win.ura_indicators))
    ready = [evaluator(waiting, melds) for waiting, melds, *_ in calls]

    def score() -> None:
        for waiting, melds, tile, indicators, conditions, ura_indicators in calls:
            evaluator(waiting, melds).calc(tile, indicators, conditions, ura_indicators)

    def find_waits() -> None:
        for waiting, melds, *_ in calls:
            evaluator(waiting, melds).get_waits()

    def find_waits_of_ready() -> None:
        for hand in ready:
            hand.get_waits()

    return f"{hands:,} hands", [
        Stage(rows.SCORING, hands, timed(score)),
        Stage(rows.WAITS, hands, timed(find_waits)),
        Stage(rows.WAITS_READY, hands, timed(find_waits_of_ready)),
    ]


def mahjong_stages(seats: int, hands: int) -> tuple[str, list[Stage]]:
    """What is measured, and the stages; none without `mahjong`."""
    if not installed("mahjong"):
        return f"{rows.MAHJONG}{rows.MISSING}", []
    calls = [_mahjong_call(win, three=seats == 3) for win in wins_of(seats, hands)]

    def score() -> None:
        for call in calls:
            call()

    return f"{hands:,} hands", [Stage(rows.SCORING, hands, timed(score))]


def _mahjong_call(win: RandomWin, *, three: bool) -> Callable[[], None]:
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
    from mahjong.meld import Meld

    from tests.replay.hand.hand_oracle import MAHJONG_MELDS

    given = win.context
    options = OptionalRules(has_open_tanyao=True, has_aka_dora=True, has_double_yakuman=False, is_three_player=three)
    config = HandConfig(
        is_tsumo=given.self_draw,
        is_riichi=given.riichi and not given.double_riichi,
        is_daburu_riichi=given.double_riichi,
        is_ippatsu=given.ippatsu,
        is_rinshan=given.rinshan,
        is_chankan=given.chankan,
        is_haitei=given.last_tile and given.self_draw,
        is_houtei=given.last_tile and not given.self_draw,
        is_tenhou=given.first_turn and given.dealer,
        is_chiihou=given.first_turn and not given.dealer,
        player_wind=EAST + given.seat_wind,
        round_wind=EAST + given.prevailing_wind,
        options=options,
        num_nuki_dora=given.norths,
    )
    melds = [
        Meld(MAHJONG_MELDS[meld.type], tiles, opened=meld.is_open)
        for meld, tiles in zip(given.melds, win.melds, strict=True)
    ]
    tiles = win.concealed + [tile for called in win.melds for tile in called]

    def score() -> None:
        HandCalculator.estimate_hand_value(
            tiles,
            win.winning_tile,
            melds=melds,
            dora_indicators=win.indicators,
            ura_dora_indicators=win.ura_indicators,
            config=config,
        )

    return score
