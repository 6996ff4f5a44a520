"""A game replayed to a point: the table as it was there."""

from replay.engine import GameReplay
from replay.gamelog import GameLog, Offer, Remark
from replay.ruleset.ruleset import Ruleset
from replay.settlement.shenzhen import Stakes
from replay.table.table import Table


def table_before(log: GameLog, rules: Ruleset, round_index: int, event_index: int) -> Table:
    """The table before the event; of a RoundStart, which has nothing before it, the table after it.

    Raises IndexError when there is no such event.
    """
    replay = _replayed(log, rules, round_index, max(event_index, 1))
    assert replay.table is not None
    return replay.table


def right_deltas(log: GameLog, rules: Ruleset, round_index: int, event_index: int) -> tuple[int, ...] | None:
    """What the result that the event is moves by the rules; None when that is not known, or it is no result."""
    replay = _replayed(log, rules, round_index, event_index)
    assert replay.table is not None
    replay.table.right_deltas = None
    replay.step(log.rounds[round_index][event_index])
    return replay.table.right_deltas


def _replayed(log: GameLog, rules: Ruleset, round_index: int, events: int) -> GameReplay:
    """The game replayed over the rounds before and so many events of this one."""
    if not 0 <= round_index < len(log.rounds) or not 0 < events <= len(log.rounds[round_index]):
        raise IndexError
    remarks: dict[tuple[int | None, int | None], list[Remark]] = {}
    for remark in log.remarks:
        remarks.setdefault((remark.round_index, remark.event_index), []).append(remark)
    header = log.header
    replay = GameReplay(rules, stakes=Stakes(header.stake_x or 0, header.stake_y or 0))
    replay.take_header(header)
    replay.records_offers |= any(isinstance(event, Offer) for played in log.rounds for event in played)
    for index in range(round_index + 1):
        played = log.rounds[index]
        for place, event in enumerate(played[:events] if index == round_index else played):
            replay.step(event)
            for remark in remarks.get((index, place), ()):
                replay.remark(remark)
    return replay
