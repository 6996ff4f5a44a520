"""Wins and drawn rounds that are paid wrongly: PAY002 to PAY006, PAY011.

Each wrong payment is planted twice: with later scores that follow from it, and with later scores that do not.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from replay.gamelog import DrawReason, RoundDrawn, Win
from replay.hand.points import MANGAN, YAKUMAN, payments
from replay.ruleset.switches import SeveralRons
from replay.settlement.riichi import nagashi_deltas, noten_deltas
from replay.simulate.planters.aftermath import played_on, resettled
from replay.simulate.planters.composed import Play, aborted, exhaustive, nagashi_round
from replay.simulate.planters.scene import Edit, Scene, Way
from replay.simulate.planters.winning import moved, value_of, wins_of, without_end
from replay.table.match import ABORTS
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
                yield from _paid(scene, index, event, deltas, event.seat)

    return way


def _paid(scene: Scene, index: int, event: Win | RoundDrawn, deltas: Deltas, seat: int | None) -> Iterator[Edit]:
    """The edits for the wrong payment, if it is one."""
    if deltas != event.deltas:
        yield resettled(scene, index, replace(event, deltas=deltas), seat, follows=True)
        yield resettled(scene, index, replace(event, deltas=deltas), seat, follows=False)


def _plus(deltas: Deltas, *changes: tuple[int, int]) -> Deltas:
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
    yield _plus(deltas, (event.seat, 1000))
    yield _plus(deltas, (event.seat, -100))
    payer = deltas.index(min(deltas))
    yield _plus(deltas, (payer, -300))


def half(scene: Scene, table: Table, event: Win, base: int) -> Iterator[Deltas]:
    """The payment is that of a hand worth half or twice as much, though the claim is right."""
    if event.liable is None:
        yield moved(scene, table, event, base * 2)
        yield moved(scene, table, event, base // 2)


def deposits_left_lying(*, self_draw: bool) -> Way:
    """The winner is not paid the deposits, and they lie on the table when the next round starts."""

    def way(scene: Scene) -> Iterator[Edit]:
        for index, table, event in wins_of(scene):
            if table.wins or not table.deposits or (event.seat == event.from_seat) is not self_draw:
                continue
            deltas = _plus(event.deltas or (), (event.seat, -DEPOSIT * table.deposits))
            events = without_end(scene.replaced(index, replace(event, deltas=deltas)))
            yield played_on(scene, events, index, event.seat, deposits=table.deposits)

    return way


# Rons


def honba_as_with_others(scene: Scene, table: Table, event: Win, base: int) -> Iterator[Deltas]:
    """A honba of a ron is 300 where it is 200, or 200 where it is 300."""
    each = 300 if scene.switches.honba_ron == 200 else 200
    change = (each - scene.switches.honba_ron) * table.start.honba
    if event.liable is None and not table.wins:
        yield _plus(event.deltas or (), (event.seat, change), (event.from_seat, -change))


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
            yield _plus(event.deltas or (), (event.seat, -less), (event.from_seat, less))


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
            yield from _paid(scene, index, event, _plus(event.deltas, *changes), event.seat)


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
            extra = _plus(two.deltas or (), (second, pot + honba), (source, -honba))
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
        yield _plus(event.deltas or (), *payers, (event.seat, 2 * (share // 2)))
        payers = [(seat, -1000) for seat in scene.others(event.seat)]
        yield _plus(event.deltas or (), *payers, (event.seat, 2000))


def honba_of_a_ron(scene: Scene, table: Table, event: Win, base: int) -> Iterator[Deltas]:
    """Each payer pays the honba of a ron."""
    change = (scene.switches.honba_ron - scene.switches.honba_tsumo) * table.start.honba
    if event.liable is None:
        payers = [(seat, -change) for seat in scene.others(event.seat)]
        yield _plus(event.deltas or (), *payers, (event.seat, change * len(payers)))


def dealer_pays_single(scene: Scene, table: Table, event: Win, base: int) -> Iterator[Deltas]:
    """The dealer pays no more than the others, or another seat the dealer's share."""
    dealer = table.start.dealer
    if event.seat == dealer or event.liable is not None:
        return
    deltas = event.deltas or ()
    other = next(seat for seat in scene.others(event.seat) if seat != dealer)
    less = deltas[other] - deltas[dealer]
    yield _plus(deltas, (dealer, less), (event.seat, -less))
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


# Pao


def fed_dragons(scene: Scene, *, self_draw: bool) -> tuple[Play, int, Win] | None:
    """A round up to a win with three called dragon sets, its winner, and the win with its right payments.

    The seat after the winner has given all three sets; of a ron another discards.
    """
    winner = scene.random.choice(list(scene.seats))
    feeder = scene.next_seat(winner)
    play = Play(scene, {winner: "556677z123z789s9p"}, "567z9p", keep="567z9p")
    for dragon, wind in (("5z", "1z"), ("6z", "2z"), ("7z", "3z")):
        play.turns_until(feeder)
        play.go(dragon)
        play.pon(winner)
        play.discard(wind)
    if self_draw:
        play.turns_until(winner)
        play.draw("9p")
    else:
        play.turns_until(scene.next_seat(feeder))
        play.go("9p")
    win = play.right_win(winner)
    return None if win is None or win.liable is None else (play, winner, win)


def pao_ignored_staged(*, self_draw: bool) -> Way:
    """The seat that gave the last dragon set is not liable: the discarder, or everybody, pays."""

    def way(scene: Scene) -> Iterator[Edit]:
        staged = fed_dragons(scene, self_draw=self_draw)
        if staged is not None:
            play, winner, win = staged
            plain = moved(scene, play.table, win, YAKUMAN)
            yield play.ended_by(replace(win, deltas=plain, liable=None), winner)

    return way


def another_liable_staged(*, self_draw: bool) -> Way:
    """Another seat is named as liable, and pays, or does not pay."""

    def way(scene: Scene) -> Iterator[Edit]:
        staged = fed_dragons(scene, self_draw=self_draw)
        if staged is not None:
            play, winner, win = staged
            for seat in scene.others(winner):
                if seat not in (win.liable, win.from_seat):
                    wrong = replace(win, liable=seat)
                    yield play.ended_by(wrong, winner)
                    paid = moved(scene, play.table, win, YAKUMAN, liable=seat, liable_base=YAKUMAN)
                    yield play.ended_by(replace(wrong, deltas=paid), winner)

    return way


def somebody_liable(scene: Scene) -> Iterator[Edit]:
    """A seat is named as liable for a hand that makes nobody liable."""
    for index, table, event in wins_of(scene):
        value = value_of(table, event)
        if value is None or event.liable is not None:
            continue
        for seat in scene.others(event.seat):
            if seat != event.from_seat:
                yield resettled(scene, index, replace(event, liable=seat), event.seat, follows=False)
                paid = moved(scene, table, event, value.base, liable=seat, liable_base=value.base)
                wrong = replace(event, liable=seat, deltas=paid)
                yield resettled(scene, index, wrong, event.seat, follows=True)


# Drawn rounds


def noten_mispaid(scene: Scene) -> Iterator[Edit]:
    """The noten payments are of another pool, of another split, the wrong way round, or not made at all."""
    index = scene.result_index()
    event = scene.result
    if not isinstance(event, RoundDrawn) or event.reason is not DrawReason.EXHAUSTIVE or event.deltas is None:
        return
    tenpai = event.tenpai or ()
    noten = [seat for seat in scene.seats if seat not in tenpai]
    pools = [noten_deltas(tenpai, replace(scene.switches, noten_pool=pool)) for pool in (1000, 2000, 3000, 4000, 6000)]
    others = [tuple(-delta for delta in event.deltas), (0,) * scene.switches.seats]
    if tenpai and noten:
        others.append(_plus(event.deltas, (noten[0], -1000)))
        others.append(_plus(event.deltas, (tenpai[0], 500), (tenpai[-1], -500)))
    else:
        others.append(_plus(event.deltas, (0, 1000), (1, -1000)))
    for deltas in (*pools, *others):
        yield from _paid(scene, index, event, deltas, None)


def nagashi_mispaid(scene: Scene) -> Iterator[Edit]:
    """Nagashi is paid with honba, with noten payments, as for another dealer, as a ron, or not at all."""
    index = scene.result_index()
    event = scene.result
    if isinstance(event, RoundDrawn) and event.reason is DrawReason.NAGASHI and event.deltas is not None:
        for deltas in _wrong_nagashi(scene, event):
            yield from _paid(scene, index, event, deltas, None)


def _wrong_nagashi(scene: Scene, event: RoundDrawn) -> Iterator[Deltas]:
    deltas = event.deltas or ()
    tenpai = event.tenpai or ()
    noten = noten_deltas(tenpai, scene.switches)
    winner = deltas.index(max(deltas))
    honba = scene.switches.honba_tsumo * scene.start.honba
    yield _plus(deltas, *enumerate(noten))
    yield noten
    yield _plus(deltas, *((seat, -honba) for seat in scene.others(winner)), (winner, honba * len(scene.others(winner))))
    yield nagashi_deltas((winner,), scene.switches, dealer=scene.next_seat(scene.start.dealer))
    yield nagashi_deltas((scene.next_seat(winner),), scene.switches, dealer=scene.start.dealer)
    yield _plus(deltas, (winner, DEPOSIT * scene.start.deposits))
    yield tuple(2 * delta for delta in deltas)
    if scene.switches.seats == 3:
        yield _plus(deltas, *((seat, -MANGAN // 2) for seat in scene.others(winner)), (winner, MANGAN))


def nagashi_mispaid_staged(scene: Scene) -> Iterator[Edit]:
    """The same in a round composed for it."""
    if scene.switches.nagashi:
        play, _seat = nagashi_round(scene)
        event = exhaustive(scene, play.table)
        for deltas in _wrong_nagashi(scene, event):
            if deltas != event.deltas:
                yield play.ended_by(replace(event, deltas=deltas), None)


def abort_mispaid(scene: Scene) -> Iterator[Edit]:
    """An abort moves points: the declarer's, noten payments, or returned deposits."""
    index = scene.result_index()
    event = scene.result
    if isinstance(event, RoundDrawn) and event.reason in ABORTS and event.deltas is not None:
        for deltas in _wrong_abort(scene):
            yield from _paid(scene, index, event, deltas, None)


def _wrong_abort(scene: Scene) -> Iterator[Deltas]:
    seat = scene.random.choice(list(scene.seats))
    zeros = (0,) * scene.switches.seats
    yield _plus(zeros, (seat, -1000))
    yield noten_deltas((seat,), scene.switches)
    yield _plus(zeros, (seat, 1000), (scene.next_seat(seat), -1000))
    yield (DEPOSIT,) * scene.switches.seats


def deposits_returned_staged(scene: Scene) -> Iterator[Edit]:
    """An abort gives a deposit back to whoever paid it, and the next round starts without it."""
    seats = [seat for seat in scene.seats if seat != scene.start.dealer]
    if scene.switches.nine_terminals and scene.start.scores[scene.start.dealer] >= scene.switches.riichi_points:
        seat = scene.random.choice(seats)
        play = Play(scene, {scene.start.dealer: "123p456p789s11s23s", seat: "19p19s12345z"}, keep="14s")
        play.riichi()
        play.turns_until(seat)
        play.draw()
        back = tuple(DEPOSIT if other == scene.start.dealer else 0 for other in scene.seats)
        event = replace(aborted(scene, DrawReason.NINE_TERMINALS, seat), deltas=back)
        events = [*play.table.events, event]
        yield played_on(scene, events, len(events) - 1, None, deposits=scene.start.deposits)


def nine_terminals_mispaid_staged(scene: Scene) -> Iterator[Edit]:
    """The same when nine terminals are declared."""
    if scene.switches.nine_terminals:
        seat = scene.random.choice(list(scene.seats))
        play = Play(scene, {seat: "19p19s12345z"})
        play.turns_until(seat)
        play.draw()
        for deltas in _wrong_abort(scene):
            yield play.ended_by(replace(aborted(scene, DrawReason.NINE_TERMINALS, seat), deltas=deltas), None)


ANY_WIN: Final = (other_honba, other_deposits, one_sided, half)
RONS: Final = (*ANY_WIN, honba_as_with_others, another_pays, all_pay, rounded_down, as_dealer)
DRAWS: Final = (*ANY_WIN, missing_share_paid, honba_of_a_ron, dealer_pays_single, one_pays, as_dealer)

WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "PAY002": (
        *(mispaid(wrong, self_draw=True) for wrong in DRAWS),
        deposits_left_lying(self_draw=True),
        pao_ignored_staged(self_draw=True),
    ),
    "PAY003": (
        *(mispaid(wrong, self_draw=False) for wrong in RONS),
        deposits_left_lying(self_draw=False),
        second_gets_extras,
        two_rons_staged,
        extras_to_farther_staged,
        pao_ignored_staged(self_draw=False),
    ),
    "PAY004": (noten_mispaid,),
    "PAY005": (nagashi_mispaid, nagashi_mispaid_staged),
    "PAY006": (abort_mispaid, nine_terminals_mispaid_staged, deposits_returned_staged),
    "PAY011": (
        another_liable_staged(self_draw=True),
        another_liable_staged(self_draw=False),
        somebody_liable,
    ),
}
"""The ways of each code."""
