"""Rounds that a source lets be read in several ways: which reading is the one to audit.

The only reading without a fault wins. Otherwise the first wins, among those without a fault if there are any, and a
remark says so.
"""

from collections.abc import Callable

from replay.gamelog import Event, GameLog, Remark, RemarkKind

Faulty = Callable[[int, list[Event]], bool]
"""Whether these events, as the round of that index, have a fault."""


def settled(game: GameLog, faulty: Faulty) -> GameLog:
    """The log with one reading a round, and a remark on each round in which the choice was not forced."""
    rounds = list(game.rounds)
    remarks = list(game.remarks)
    for index, others in sorted(game.other_readings.items()):
        readings = [rounds[index], *others]
        sound = [events for events in readings if not faulty(index, events)]
        left = sound or readings
        rounds[index] = left[0]
        if len(left) > 1:
            text = f"ambiguous: the round can be read in {len(left)} ways, the first was taken"
            remarks.append(Remark(RemarkKind.INFERRED_ORDER, index, _parting(left), None, text))
    return GameLog(game.header, rounds, remarks, game.failure)


def _parting(readings: list[list[Event]]) -> int:
    """Index of the first event that is not the same in every reading."""
    shortest = min(len(events) for events in readings)
    return next(
        (index for index in range(shortest) if any(events[index] != readings[0][index] for events in readings)),
        shortest - 1,
    )
