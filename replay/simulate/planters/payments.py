"""Wins that are paid wrongly: PAY002 and PAY003. Pao is planted in `liability`, drawn rounds in `drawn`.

Each wrong payment is planted twice: with later scores that follow from it, and with later scores that do not.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from replay.gamelog import RoundDrawn, Win
from replay.hand.points import payments
from replay.ruleset.switches import SeveralRons
from replay.simulate.planters.aftermath import may_be_short, played_on, resettled
from replay.simulate.planters.composed import Play
from replay.simulate.planters.liability import pao_ignored_staged
from replay.simulate.planters.scene import Edit, Scene, Way
from replay.simulate.planters.winning import moved, value_of, wins_of, without_end
from replay.table.table import DEPOSIT, Table

Deltas = tuple[int, ...]
Mispayment = Callable[[Scene, Table, Win, int], Iterator[Deltas]]
"""Wrong payments for a win whose hand has that many base points."""


def mispaid(wrong: Mispayment, *, self_draw: bool) -> Way:
    """Wins of one kind that are paid like this."""

    def way(scene: Scene) -> Iterator[Edit]:
        for index, table, event in wins_of(scene):
            value = value_of(table, event)
            if value is None or event.deltas is None or (event.seat == event.from_seat) is not self_draw:
                continue
            for deltas in wrong(scene, table, event, value.base):
                yield from paid_wrongly(scene, index, event, deltas, event.seat)

    return way


def paid_wrongly(scene: Scene, index: int, event: Win | RoundDrawn, deltas: Deltas, seat: int | None) -> Iterator[Edit]:
    """The edits for the wrong payment, if it is one."""
    if deltas != event.deltas:
        yield resettled(scene, index, replace(event, deltas=deltas), seat, follows=True)
        yield resettled(scene, index, replace(event, deltas=deltas), seat, follows=False)


def plus(deltas: Deltas, *changes: tuple[int, int]) -> Deltas:
    """The amounts with some of them changed: seats with what they get more."""
    amounts = list(deltas)
    for seat, change in changes:
        amounts[seat] += change
    return tuple(amounts)


# Any win


def other_honba(scene: Scene, table: Table, event: Win, base: int) -> Iterator[Deltas]:
    """Honba are not paid, or one more or less than there are."""
    if event.liable is None and not table.wins:
        for honba in {0, table.start.honba + 1, max(0, table.start.honba - 1)} - {table.start.honba}:
            yield moved(scene, table, event, base, honba=honba)


def other_deposits(scene: Scene, table: Table, event: Win, base: int) -> Iterator[Deltas]:
    """The deposits are not won, or more than there are."""
    if event.liable is None and not table.wins:
        for deposits in {0, table.deposits + 1} - {table.deposits}:
            yield moved(scene, table, event, base, deposits=deposits)


def one_sided(scene: Scene, table: Table, event: Win, base: int) -> Iterator[Deltas]:
    """The winner gets more or less than is paid, or a payer pays what nobody gets."""
    deltas = event.deltas or ()
    yield plus(deltas, (event.seat, 1000))
    yield plus(deltas, (event.seat, -100))
    payer = deltas.index(min(deltas))
    yield plus(deltas, (payer, -300))


def half(scene: Scene, table: Table, event: Win, base: int) -> Iterator[Deltas]:
    """The payment is that of a hand worth half or twice as much, though the claim is right."""
    if event.liable is None:
        yield moved(scene, table, event, base * 2)
        yield moved(scene, table, event, base // 2)


def unstated(*, self_draw: bool) -> Way:
    """The log does not say what the hand is worth, and moves what another hand would be worth."""

    def way(scene: Scene) -> Iterator[Edit]:
        for index, table, event in wins_of(scene):
            value = value_of(table, event)
            if value is None or event.liable is not None or (event.seat == event.from_seat) is not self_draw:
                continue
            for base in {2 * value.base, value.base // 2, 2000} - {value.base}:
                deltas = moved(scene, table, event, base)
                plain = replace(event, yaku=None, han=None, fu=None, points=None, deltas=deltas)
                yield resettled(scene, index, plain, event.seat, follows=True)
                yield resettled(scene, index, plain, event.seat, follows=False)

    return way


def deposits_left_lying(*, self_draw: bool) -> Way:
    """The winner is not paid the deposits, and they lie on the table when the next round starts."""

    def way(scene: Scene) -> Iterator[Edit]:
        for index, table, event in wins_of(scene):
            if table.wins or not table.deposits or (event.seat == event.from_seat) is not self_draw:
                continue
            deltas = plus(event.deltas or (), (event.seat, -DEPOSIT * table.deposits))
            events = without_end(scene.replaced(index, replace(event, deltas=deltas)))
            if not may_be_short(scene, events):
                yield played_on(scene, events, index, event.seat, deposits=table.deposits)

    return way


# Rons


def honba_as_with_others(scene: Scene, table: Table, event: Win, base: int) -> Iterator[Deltas]:
    """A honba of a ron is 300 where it is 200, or 200 where it is 300."""
    each = 300 if scene.switches.honba_ron == 200 else 200
    change = (each - scene.switches.honba_ron) * table.start.honba
    if event.liable is None and not table.wins:
        yield plus(event.deltas or (), (event.seat, change), (event.from_seat, -change))


def another_pays(scene: Scene, table: Table, event: Win, base: int) -> Iterator[Deltas]:
    """Somebody else than the discarder pays."""
    deltas = list(event.deltas or ())
    for other in scene.others(event.from_seat):
        if other != event.seat:
            swapped = list(deltas)
            swapped[other], swapped[event.from_seat] = deltas[event.from_seat], deltas[other]
            yield tuple(swapped)


def all_pay(scene: Scene, table: Table, event: Win, base: int) -> Iterator[Deltas]:
    """A ron is paid as a self-draw."""
    as_drawn = replace(event, from_seat=event.seat)
    if event.liable is None:
        yield moved(scene, table, as_drawn, base)


def rounded_down(scene: Scene, table: Table, event: Win, base: int) -> Iterator[Deltas]:
    """The payment is rounded down, or not at all."""
    exact = base * (6 if event.seat == table.start.dealer else 4)
    right = payments(base, scene.switches, winner=event.seat, dealer=table.start.dealer, payer=event.from_seat)
    if event.liable is None:
        for due in (exact, exact // 100 * 100):
            less = right[event.from_seat] - due
            yield plus(event.deltas or (), (event.seat, -less), (event.from_seat, less))


def as_dealer(scene: Scene, table: Table, event: Win, base: int) -> Iterator[Deltas]:
    """A dealer is paid as another seat, or another seat as a dealer."""
    start = replace(table.start, dealer=scene.next_seat(event.seat) if event.seat == table.start.dealer else event.seat)
    other = Table(scene.switches, scene.wall, start)
    other.deposits = table.deposits
    other.wins = table.wins
    if event.liable is None:
        yield moved(scene, other, event, base)


def second_gets_extras(scene: Scene) -> Iterator[Edit]:
    """Of two rons the second is paid honba and deposits, as well as the first or instead of it."""
    wins = list(wins_of(scene))
    if len(wins) != 2:
        return
    (first, _, _), (index, table, event) = wins
    value = value_of(table, event)
    if value is None or event.liable is not None or event.deltas is None:
        return
    deposits = sum(_first_deltas(scene, first))
    honba = scene.switches.honba_ron * table.start.honba
    for more in {deposits, 0}:
        for due in {honba, 0}:
            changes = (event.seat, more + due), (event.from_seat, -due)
            yield from paid_wrongly(scene, index, event, plus(event.deltas, *changes), event.seat)


def _first_deltas(scene: Scene, index: int) -> Deltas:
    event = scene.events[index]
    return (event.deltas or ()) if isinstance(event, Win) else ()


def two_rons(scene: Scene) -> tuple[Play, int, int, int]:
    """A round up to a discard that two seats may win on: the discarder, the nearer and the farther of them."""
    source = scene.random.choice(list(scene.seats))
    first = scene.next_seat(source)
    second = scene.next_seat(first)
    hands = {first: "555z234s678s99p57p", second: "666z123s789s11p57p"}
    play = Play(scene, hands, "6p", keep="6p")
    play.turns_until(source)
    play.go("6p")
    return play, source, first, second


def two_rons_staged(scene: Scene) -> Iterator[Edit]:
    """Two rons on one tile with honba and deposits, all of which the second is paid as well."""
    play, source, first, second = two_rons(scene)
    one = play.right_win(first)
    if one is not None and scene.switches.several_rons is not SeveralRons.NEAREST:
        pot = sum(one.deltas or ())
        play.add(one)
        two = play.right_win(second)
        honba = scene.switches.honba_ron * scene.start.honba
        if two is not None and honba + pot:
            extra = plus(two.deltas or (), (second, pot + honba), (source, -honba))
            yield play.ended_by(replace(two, deltas=extra), second)


def extras_to_farther_staged(scene: Scene) -> Iterator[Edit]:
    """Of two rons the farther from the discarder is paid honba and deposits, and stands first or second."""
    for farther_first in (True, False):
        play, _source, first, second = two_rons(scene)
        one = play.right_win(second if farther_first else first)
        if one is None or scene.switches.several_rons is SeveralRons.NEAREST:
            return
        if not sum(one.deltas or ()) + scene.start.honba:
            return
        value = value_of(play.table, one)
        if farther_first:
            play.add(one)
            two = play.right_win(first)
            if two is not None:
                yield play.ended_by(two, first)
        elif value is not None:
            plain = replace(one, deltas=moved(scene, play.table, one, value.base, honba=0, deposits=0))
            index = len(play.table.events)
            two = play.right_win(second)
            if two is not None:
                yield played_on(scene, [*play.table.events, plain, two], index, first)


# Self-draws


def missing_share_paid(scene: Scene, table: Table, event: Win, base: int) -> Iterator[Deltas]:
    """With three players the missing one's share is paid by the others."""
    if scene.switches.seats == 3 and event.liable is None:
        share = base * (2 if event.seat == table.start.dealer else 1)
        payers = [(seat, -(share // 2)) for seat in scene.others(event.seat)]
        yield plus(event.deltas or (), *payers, (event.seat, 2 * (share // 2)))
        payers = [(seat, -1000) for seat in scene.others(event.seat)]
        yield plus(event.deltas or (), *payers, (event.seat, 2000))


def honba_of_a_ron(scene: Scene, table: Table, event: Win, base: int) -> Iterator[Deltas]:
    """Each payer pays the honba of a ron."""
    change = (scene.switches.honba_ron - scene.switches.honba_tsumo) * table.start.honba
    if event.liable is None:
        payers = [(seat, -change) for seat in scene.others(event.seat)]
        yield plus(event.deltas or (), *payers, (event.seat, change * len(payers)))


def dealer_pays_single(scene: Scene, table: Table, event: Win, base: int) -> Iterator[Deltas]:
    """The dealer pays no more than the others, or another seat the dealer's share."""
    dealer = table.start.dealer
    if event.seat == dealer or event.liable is not None:
        return
    deltas = event.deltas or ()
    other = next(seat for seat in scene.others(event.seat) if seat != dealer)
    less = deltas[other] - deltas[dealer]
    yield plus(deltas, (dealer, less), (event.seat, -less))
    swapped = list(deltas)
    swapped[dealer], swapped[other] = deltas[other], deltas[dealer]
    yield tuple(swapped)


def one_pays(scene: Scene, table: Table, event: Win, base: int) -> Iterator[Deltas]:
    """A self-draw is paid by one seat alone."""
    for seat in scene.others(event.seat):
        paid = sum(delta for other, delta in enumerate(event.deltas or ()) if other != event.seat)
        if event.liable is None:
            amounts = [0] * scene.switches.seats
            amounts[event.seat] = (event.deltas or ())[event.seat]
            amounts[seat] = paid
            yield tuple(amounts)


ANY_WIN: Final = (other_honba, other_deposits, one_sided, half)
RONS: Final = (*ANY_WIN, honba_as_with_others, another_pays, all_pay, rounded_down, as_dealer)
DRAWS: Final = (*ANY_WIN, missing_share_paid, honba_of_a_ron, dealer_pays_single, one_pays, as_dealer)

WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "PAY002": (
        *(mispaid(wrong, self_draw=True) for wrong in DRAWS),
        unstated(self_draw=True),
        pao_ignored_staged(self_draw=True),
        deposits_left_lying(self_draw=True),
    ),
    "PAY003": (
        *(mispaid(wrong, self_draw=False) for wrong in RONS),
        unstated(self_draw=False),
        pao_ignored_staged(self_draw=False),
        deposits_left_lying(self_draw=False),
        second_gets_extras,
        two_rons_staged,
        extras_to_farther_staged,
    ),
}
"""The ways of each code."""
