"""One round of a tenhou.net/6 log -> its events.

A round is ``[[round, honba, deposits], scores, indicators, ura, hand, draws, discards, …, result]``, with four times
hand, draws and discards. The format does not say when an indicator was turned or a deposit paid: both are put where
the rules of Tenhou have them, and marked as inferred. An indicator that no kan accounts for stands before the result.
"""

from dataclasses import replace
from typing import Final

from replay.formats.json_values import Json, integer, items
from replay.formats.tenhou_json_calls import NONE
from replay.formats.tenhou_json_order import turn_order
from replay.formats.tenhou_json_results import Result, read_result
from replay.formats.tenhou_json_turns import SeatTurns, Turn, read_turns
from replay.formats.tenhou_json_values import points, tiles
from replay.gamelog import (
    Discard,
    Event,
    Indicator,
    Kan,
    KanType,
    LogError,
    North,
    Riichi,
    RiichiAccepted,
    RoundStart,
)

_BEFORE_SEATS: Final = 4
_SEAT_PARTS: Final = 3
_PARTS: Final = _BEFORE_SEATS + 4 * _SEAT_PARTS + 1


def read_round(value: Json, seats: int) -> list[Event]:
    """The events of the round. `seats` is 0 when the log has not said it yet. Raises LogError."""
    parts = items(value, "the round")
    if len(parts) != _PARTS:
        raise LogError(f"{len(parts)} parts instead of {_PARTS}", "the round")
    fourth = any(items(part, "seat 3") for part in parts[-1 - _SEAT_PARTS : -1])
    if not seats:
        seats = 4 if fourth else 3
    elif fourth != (seats == 4):
        raise LogError("a fourth hand with three players" if fourth else "no fourth hand with four players", "seat 3")
    start, ura = _start(parts, seats)
    plays = [
        read_turns(
            seat,
            seats,
            start.hands[seat],
            items(parts[_BEFORE_SEATS + _SEAT_PARTS * seat + 1], f"seat {seat}, draws"),
            items(parts[_BEFORE_SEATS + _SEAT_PARTS * seat + 2], f"seat {seat}, discards"),
        )
        for seat in range(seats)
    ]
    result = read_result(parts[-1], seats, start.dealer, start.prevailing_wind)
    order = turn_order(plays, start.dealer)
    turned = tiles(parts[2], "indicators")[1:]
    return _events(start, plays, order, turned, ura, result)


def _start(parts: list[Json], seats: int) -> tuple[RoundStart, tuple[int, ...]]:
    """The start of the round, and the ura indicators shown at its end."""
    numbers = [integer(part, "round, honba, deposits") for part in items(parts[0], "round, honba, deposits")]
    if len(numbers) != 3 or min(numbers) < 0:
        raise LogError("not a round, honba and deposits", "round, honba, deposits")
    deal, honba, deposits = numbers
    if deal >= 16 or deal % 4 >= seats:
        raise LogError(f"there is no round {deal} with {seats} players", "round, honba, deposits")
    hands = [tiles(parts[_BEFORE_SEATS + _SEAT_PARTS * seat], f"seat {seat}, hand") for seat in range(seats)]
    scores = points(parts[1], seats, "scores")
    indicators = tiles(parts[2], "indicators")
    ura = tiles(parts[3], "ura indicators")
    start = RoundStart(deal // 4, deal % 4 + 1, honba, deposits, deal % 4, scores, tuple(hands), indicators[:1])
    return start, ura


def _events(
    start: RoundStart,
    plays: list[SeatTurns],
    order: list[int],
    turned: tuple[int, ...],
    ura: tuple[int, ...],
    result: Result,
) -> list[Event]:
    """The events of the round, its turns in this order."""
    events: list[Event] = [start]
    done = [0] * len(plays)
    shown = owed = 0  # indicators turned; indicators that open and added kans still owe
    turn: Turn | None = None
    for number, seat in enumerate(order):
        turn = plays[seat].turns[done[seat]]
        done[seat] += 1
        for event in turn.events:
            if owed and isinstance(event, (Riichi, Discard, Kan, North)):
                events += [Indicator(tile, inferred=True) for tile in turned[shown : shown + owed]]
                shown += owed
                owed = 0
            events.append(event)
            if isinstance(event, Kan):
                if event.type is KanType.CONCEALED:
                    events += [Indicator(tile, inferred=True) for tile in turned[shown : shown + 1]]
                    shown += 1
                else:
                    owed += 1
        if turn.riichi and not (result.ronned and number + 1 == len(order)):
            events.append(RiichiAccepted(seat, inferred=True))
    events += [Indicator(tile, inferred=True) for tile in turned[shown:]]
    if result.drawn is not None:
        events.append(result.drawn)
        return events
    for win in result.wins:
        play = plays[win.seat]
        self_drawn = win.seat == win.from_seat
        tile = _winning_tile(turn, self_drawn=self_drawn)
        hand = play.concealed()
        if hand and not self_drawn:
            hand = (*hand, tile)
        events.append(replace(win, tile=tile, hand=hand, ura_indicators=ura if play.riichi else None))
    return events


def _winning_tile(last: Turn | None, *, self_drawn: bool) -> int:
    """What the last turn of the round offers: the tile drawn, else the one discarded or set out. Raises LogError."""
    found = NONE
    if last is not None:
        found = last.drawn if self_drawn and last.drawn != NONE else last.offered
    if found == NONE:
        raise LogError("a win without a tile that could be won on", "result")
    return found
