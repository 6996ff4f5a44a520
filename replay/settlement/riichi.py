"""Who owes whom what in riichi: wins with honba, deposits and pao, drawn rounds, nagashi.

Every function gives one signed amount a seat, in points; what is taken from the table (deposits) makes a sum above
zero. Values of hands come from `replay.hand`.
"""

from collections.abc import Sequence

from replay.hand.points import MANGAN, payments, ron_points
from replay.ruleset.switches import NotenPayment, Switches


def win_deltas(
    base: int,
    switches: Switches,
    *,
    winner: int,
    dealer: int,
    from_seat: int | None,
    honba: int,
    deposits: int,
    liable: int | None = None,
    liable_base: int = 0,
) -> tuple[int, ...]:
    """What a win moves: `base` points of the hand, honba (switches `honba_tsumo`, `honba_ron`), deposits in points.

    `from_seat` is the discarder, None on a self-draw. Of several rons only the nearest to the discarder gets honba
    and deposits: give 0 for the others. `liable` pays for `liable_base` of the base points (pao): alone on a
    self-draw, half each with the discarder on a ron, and all of the honba.
    """
    if liable is None or liable in (winner, from_seat):
        liable, liable_base = None, 0
    deltas = [0] * switches.seats
    own = payments(base - liable_base, switches, winner=winner, dealer=dealer, payer=from_seat)
    for seat, due in enumerate(own):
        deltas[seat] -= due
    if liable is not None:
        value = ron_points(liable_base, dealer=winner == dealer)
        if from_seat is None:
            value = sum(payments(liable_base, switches, winner=winner, dealer=dealer, payer=None))
            deltas[liable] -= value
        else:
            deltas[liable] -= value // 2
            deltas[from_seat] -= value - value // 2
    if from_seat is not None:
        deltas[from_seat if liable is None else liable] -= switches.honba_ron * honba
    elif liable is not None:
        deltas[liable] -= switches.honba_tsumo * honba * (switches.seats - 1)
    else:
        for seat in range(switches.seats):
            if seat != winner:
                deltas[seat] -= switches.honba_tsumo * honba
    deltas[winner] = deposits - sum(deltas)
    return tuple(deltas)


def within_means(deltas: tuple[int, ...], scores: Sequence[int], *, deposits: int = 0) -> tuple[int, ...]:
    """The same payments with no seat paying more than it has (K9, switch `score_floor`).

    What is missing the winner does not get; at a drawn round the seats that are paid go short alike. `deposits` are
    points that come from the table and not from a payer.
    """
    paid = [max(delta, -max(score, 0)) if delta < 0 else delta for delta, score in zip(deltas, scores, strict=True)]
    missing = sum(paid) - deposits
    winners = [seat for seat, delta in enumerate(deltas) if delta > 0]
    for place, seat in enumerate(winners):
        paid[seat] -= missing // len(winners) + (place < missing % len(winners))
    return tuple(paid)


def noten_deltas(tenpai: Sequence[int], switches: Switches) -> tuple[int, ...]:
    """What the noten seats pay the `tenpai` ones at an exhaustive draw (switches `noten_pool`, `noten_payment`)."""
    seats = switches.seats
    if not tenpai or len(tenpai) == seats:
        return (0,) * seats
    paid = switches.noten_pool
    if switches.noten_payment is NotenPayment.EACH:
        paid *= len(tenpai)
    gain = paid // len(tenpai)
    loss = paid // (seats - len(tenpai))
    return tuple(gain if seat in tenpai else -loss for seat in range(seats))


def nagashi_deltas(nagashi: Sequence[int], switches: Switches, *, dealer: int) -> tuple[int, ...]:
    """What nagashi moves: each is paid like a mangan by self-draw, without honba; several add up."""
    deltas = [0] * switches.seats
    for winner in nagashi:
        for seat, due in enumerate(payments(MANGAN, switches, winner=winner, dealer=dealer, payer=None)):
            deltas[seat] -= due
            deltas[winner] += due
    return tuple(deltas)
