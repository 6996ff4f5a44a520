"""Whether the reason for which a round is aborted is there (rows aborts of RULES §6)."""

from typing import Final

from replay.gamelog import DrawReason, RoundDrawn, Win
from replay.hand.value import hand_value
from replay.hand.waits import waits
from replay.ruleset.switches import Switches
from replay.table.furiten import furiten
from replay.table.table import DISCARD, DRAW, FOUR_KANS, REPLACE, Table
from replay.table.winner import held_hand, win_context
from replay.tiles import KIND_OF, TERMINALS_AND_HONOURS

NINE: Final = 9
RONS_OF_AN_ABORT: Final = 3


def abort_rule(reason: DrawReason, switches: Switches) -> tuple[str, ...]:
    """What forbids the abort."""
    if reason is DrawReason.FOUR_RIICHI and switches.seats == 3:
        return ("K6",)
    if reason is DrawReason.FOUR_WINDS and switches.seats == 3:
        return ("N22", reason.value)
    return (reason.value,)


def abort_is_legal(table: Table, event: RoundDrawn) -> bool:
    """Whether the ruleset knows the reason and it is there, as far as an earlier fault leaves that known."""
    switches = table.switches
    reason = event.reason
    in_doubt = bool(table.doubts.faults)
    if reason is DrawReason.NINE_TERMINALS:
        here = event.seat in (None, table.turn) and has_nine_terminals(table, table.turn)
        return switches.nine_terminals and (in_doubt or here)
    if reason is DrawReason.TRIPLE_RON:
        return switches.triple_ron and table.phase in (DRAW, REPLACE) and (in_doubt or _three_may_win(table))
    if reason is DrawReason.FOUR_KANS:
        kans = table.kan_owners
        return switches.four_kans and (in_doubt or (len(kans) >= FOUR_KANS and len(set(kans)) > 1))
    if reason is DrawReason.FOUR_WINDS:
        return switches.four_winds and (in_doubt or table.abort_due is reason)
    return switches.four_riichi and (in_doubt or table.abort_due is reason)


def has_nine_terminals(table: Table, who: int) -> bool:
    """Nine kinds of terminals and honours in the first drawn hand, before anything interrupted the go-round."""
    seat = table.seats[who]
    if table.phase != DISCARD or who != table.turn or seat.river or table.last_call >= 0:
        return False
    counts = seat.counts()
    return seat.unsure or sum(1 for kind in TERMINALS_AND_HONOURS if counts[kind]) >= NINE


def _three_may_win(table: Table) -> bool:
    """Whether three seats could win by ron on the tile that is offered."""
    return sum(_may_win(table, seat) for seat in range(table.switches.seats)) >= RONS_OF_AN_ABORT


def _may_win(table: Table, seat: int) -> bool:
    """Whether the seat could win on the last discard; a hand that is not known could."""
    last = table.last_discard
    if last is None or last.seat == seat:
        return False
    holder = table.seats[seat]
    if holder.unsure or table.phase == REPLACE:
        return True
    waiting = waits(holder.counts(), len(holder.melds))
    if KIND_OF[last.tile] not in waiting or furiten(table, seat, waiting, last.tile) is not None:
        return False
    win = Win(seat, last.seat, last.tile, ())
    value = hand_value(win_context(table, win, held_hand(table, win)))
    return value is not None and value.has_yaku
