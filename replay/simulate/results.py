"""How a simulated round ends: the events of its result, and what the next round needs to know."""

from dataclasses import dataclass
from typing import Final

from replay.gamelog import YAKUMAN_HAN, ClaimedYaku, DrawReason, RoundDrawn, Win
from replay.hand.points import YAKUMAN, won_points
from replay.hand.value import HandValue
from replay.ruleset.switches import DealerStays, Pao, SeveralRons
from replay.settlement.riichi import nagashi_deltas, noten_deltas, win_deltas, within_means
from replay.simulate.legal import concealed_tiles, is_tenpai
from replay.simulate.position import NOBODY, Position
from replay.table.table import DEPOSIT
from replay.tiles import KIND_OF, TERMINALS_AND_HONOURS

RONS_OF_AN_ABORT: Final = 3


@dataclass(frozen=True)
class Outcome:
    """What a round leaves behind."""

    scores: tuple[int, ...]
    deposits: int
    dealer_stays: bool
    won: bool
    aborted: bool
    unpaid: bool  # a payer could not pay in full (K9)


@dataclass(frozen=True)
class WonHand:
    """A seat that wins, and the value of its hand."""

    seat: int
    value: HandValue


def settled_by_wins(position: Position, winners: list[WonHand], from_seat: int, tile: int) -> Outcome:
    """The outcome of the wins, nearest to the discarder first; as many of them as the ruleset allows, or its abort.

    On a self-draw `from_seat` is the winner.
    """
    switches = position.switches
    if len(winners) >= RONS_OF_AN_ABORT and switches.triple_ron:
        return drawn_by_triple_ron(position, [winner.seat for winner in winners])
    if switches.several_rons is SeveralRons.NEAREST:
        winners = winners[:1]
    elif switches.several_rons is SeveralRons.TWO:
        winners = winners[:2]
    table = position.table
    if table.acceptance != NOBODY and switches.riichi_deposit_when_ronned:
        position.accept_riichi()
    scores = list(table.scores)
    unpaid = False
    for place, winner in enumerate(winners):
        event, paid_in_full = _win(position, winner, from_seat, tile, scores, first=place == 0)
        table.win(event)
        table.events.append(event)
        unpaid = unpaid or not paid_in_full
    dealer = table.start.dealer
    stays = any(winner.seat == dealer for winner in winners)
    return Outcome(tuple(scores), 0, stays, won=True, aborted=False, unpaid=unpaid)


def _win(
    position: Position, winner: WonHand, from_seat: int, tile: int, scores: list[int], *, first: bool
) -> tuple[Win, bool]:
    """The event of a win and whether it was paid in full; `scores` are changed. Honba and deposits go to the first."""
    switches = position.switches
    table = position.table
    seat, value = winner.seat, winner.value
    holder = table.seats[seat]
    self_draw = from_seat == seat
    dealer = table.start.dealer
    liable, liable_base = _liability(position, winner, from_seat)
    pot = table.deposits * DEPOSIT if first else 0
    due = win_deltas(
        value.base,
        switches,
        winner=seat,
        dealer=dealer,
        from_seat=None if self_draw else from_seat,
        honba=table.start.honba if first else 0,
        deposits=pot,
        liable=liable,
        liable_base=liable_base,
    )
    paid = within_means(due, scores, deposits=pot) if switches.score_floor else due
    for other, change in enumerate(paid):
        scores[other] += change
    event = Win(
        seat,
        from_seat,
        tile,
        concealed_tiles(position, seat, None if self_draw else tile),
        tuple(ClaimedYaku(part.name, part.han) for part in value.yaku),
        value.han,
        value.fu,
        won_points(value.base, switches, dealer=seat == dealer, self_draw=self_draw),
        position.wall.ura() if holder.riichi and switches.ura_dora else None,
        liable,
        paid,
    )
    return event, paid == due


def _liability(position: Position, winner: WonHand, from_seat: int) -> tuple[int | None, int]:
    """Who pays for a set given, and for how many base points (switch `pao`)."""
    if position.switches.pao is Pao.NONE:
        return None, 0
    for part in winner.value.yaku:
        feeder = NOBODY
        if part.name == "daisangen":
            feeder = position.dragons_fed_by[winner.seat]
        elif part.name == "daisuushi":
            feeder = position.winds_fed_by[winner.seat]
        if feeder not in (NOBODY, from_seat):
            whole = position.switches.pao is Pao.WHOLE_HAND
            return feeder, winner.value.base if whole else YAKUMAN * part.han // YAKUMAN_HAN
    return None, 0


def drawn_by_exhaustion(position: Position) -> Outcome:
    """The outcome when the live wall is empty: noten payments, or nagashi instead of them."""
    switches = position.switches
    table = position.table
    dealer = table.start.dealer
    tenpai = tuple(seat for seat in range(position.seats) if is_tenpai(position, seat))
    nagashi = tuple(seat for seat in range(position.seats) if _is_nagashi(position, seat))
    due = nagashi_deltas(nagashi, switches, dealer=dealer) if nagashi else noten_deltas(tenpai, switches)
    paid = within_means(due, table.scores) if switches.score_floor else due
    reason = DrawReason.NAGASHI if nagashi else DrawReason.EXHAUSTIVE
    stays = switches.dealer_stays is DealerStays.WIN_OR_TENPAI and dealer in tenpai
    event = RoundDrawn(reason, None, tenpai, _shown(position, tenpai), paid)
    return _closed(position, event, dealer_stays=stays, aborted=False, unpaid=paid != due)


def _is_nagashi(position: Position, seat: int) -> bool:
    """Whether all the seat's discards were terminals and honours and none was claimed."""
    holder = position.table.seats[seat]
    return (
        position.switches.nagashi
        and bool(holder.river)
        and not holder.claimed
        and all(KIND_OF[event.tile] in TERMINALS_AND_HONOURS for event in holder.river)
    )


def drawn_by_abort(position: Position, reason: DrawReason, *, shown: tuple[int, ...] = ()) -> Outcome:
    """The outcome of an abort. `shown` are the seats that show their hands."""
    declared = shown[0] if reason is DrawReason.NINE_TERMINALS else None
    event = RoundDrawn(reason, declared, None, _shown(position, shown), (0,) * position.seats)
    return _closed(position, event, dealer_stays=True, aborted=True, unpaid=False)


def drawn_by_triple_ron(position: Position, winners: list[int]) -> Outcome:
    """The outcome of three rons on one tile where that is an abort."""
    return drawn_by_abort(position, DrawReason.TRIPLE_RON, shown=tuple(winners))


def _shown(position: Position, seats: tuple[int, ...]) -> tuple[tuple[int, ...] | None, ...]:
    return tuple(concealed_tiles(position, seat, None) if seat in seats else None for seat in range(position.seats))


def _closed(position: Position, event: RoundDrawn, *, dealer_stays: bool, aborted: bool, unpaid: bool) -> Outcome:
    table = position.table
    table.close(event)
    table.events.append(event)
    deltas = event.deltas or (0,) * position.seats
    scores = tuple(points + change for points, change in zip(table.scores, deltas, strict=True))
    return Outcome(scores, table.deposits, dealer_stays, won=False, aborted=aborted, unpaid=unpaid)
