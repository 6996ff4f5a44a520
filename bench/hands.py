"""The stages of random won hands. Every input is made before; what an input means is worked out in every call."""

import random
from collections.abc import Callable, Sequence

from bench import rows
from bench.stage import Stage, timed
from replay.hand.context import WinContext
from replay.hand.points import ron_points, tsumo_points
from replay.hand.value import hand_value
from replay.hand.waits import waits
from replay.tiles import kinds_counted
from tests.replay.hand.random_wins import RandomWin, code_of, random_win


def wins_of(seats: int, hands: int) -> list[RandomWin]:
    """The same hands in every process."""
    rng = random.Random(seats)
    return [random_win(rng, seats) for _ in range(hands)]


def hand_stages(seats: int, hands: int) -> tuple[str, list[Stage]]:
    """What is measured, in words, and the stages of our own code."""
    wins = wins_of(seats, hands)
    calls = [_scoring_of(win.context) for win in wins]
    waiting = [(tuple(map(code_of, _without_winning_tile(win))), len(win.melds)) for win in wins]
    ready = [(kinds_counted(codes), melds) for codes, melds in waiting]

    def score() -> None:
        for call in calls:
            call()

    def find_waits() -> None:
        for codes, melds in waiting:
            waits(kinds_counted(codes), melds)

    def find_waits_of_counts() -> None:
        for counts, melds in ready:
            waits(counts, melds)

    return f"{hands:,} random won hands", [
        Stage(rows.SCORING, hands, timed(score)),
        Stage(rows.WAITS, hands, timed(find_waits)),
        Stage(rows.WAITS_READY, hands, timed(find_waits_of_counts)),
    ]


def _without_winning_tile(win: RandomWin) -> Sequence[int]:
    tiles = win.concealed.copy()
    tiles.remove(win.winning_tile)
    return tiles


def _scoring_of(given: WinContext) -> Callable[[], None]:
    """Scores the hand from its tiles and conditions to the points: the peers' answers have them too."""
    switches, dealer, self_draw = given.switches, given.dealer, given.self_draw
    concealed, winning_tile, melds = given.concealed, given.winning_tile, given.melds
    seat_wind, prevailing_wind, norths = given.seat_wind, given.prevailing_wind, given.norths
    riichi, double_riichi, ippatsu = given.riichi, given.double_riichi, given.ippatsu
    rinshan, chankan, last_tile, first_turn = given.rinshan, given.chankan, given.last_tile, given.first_turn
    indicators, ura_indicators = given.indicators, given.ura_indicators

    def score() -> None:
        value = hand_value(
            WinContext(
                concealed,
                winning_tile,
                switches,
                seat_wind=seat_wind,
                prevailing_wind=prevailing_wind,
                self_draw=self_draw,
                melds=melds,
                riichi=riichi,
                double_riichi=double_riichi,
                ippatsu=ippatsu,
                rinshan=rinshan,
                chankan=chankan,
                last_tile=last_tile,
                first_turn=first_turn,
                norths=norths,
                indicators=indicators,
                ura_indicators=ura_indicators,
            )
        )
        if value is None:
            return
        if self_draw:
            tsumo_points(value.base, switches, dealer=dealer)
        else:
            ron_points(value.base, dealer=dealer)

    return score
