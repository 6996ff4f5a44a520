"""Drawn rounds that are paid wrongly: PAY004 to PAY006."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from replay.gamelog import DrawReason, RoundDrawn
from replay.hand.points import MANGAN
from replay.settlement.riichi import nagashi_deltas, noten_deltas
from replay.simulate.planters.aftermath import played_on
from replay.simulate.planters.composed import Play, aborted, exhaustive, nagashi_round
from replay.simulate.planters.payments import Deltas, paid_wrongly, plus
from replay.simulate.planters.scene import Edit, Scene, Way
from replay.table.match import ABORTS
from replay.table.table import DEPOSIT


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
        others.append(plus(event.deltas, (noten[0], -1000)))
        others.append(plus(event.deltas, (tenpai[0], 500), (tenpai[-1], -500)))
    else:
        others.append(plus(event.deltas, (0, 1000), (1, -1000)))
    for deltas in (*pools, *others):
        yield from paid_wrongly(scene, index, event, deltas, None)


def nagashi_mispaid(scene: Scene) -> Iterator[Edit]:
    """Nagashi is paid with honba, with noten payments, as for another dealer, as a ron, or not at all."""
    index = scene.result_index()
    event = scene.result
    if isinstance(event, RoundDrawn) and event.reason is DrawReason.NAGASHI and event.deltas is not None:
        for deltas in _wrong_nagashi(scene, event):
            yield from paid_wrongly(scene, index, event, deltas, None)


def _wrong_nagashi(scene: Scene, event: RoundDrawn) -> Iterator[Deltas]:
    deltas = event.deltas or ()
    tenpai = event.tenpai or ()
    noten = noten_deltas(tenpai, scene.switches)
    winner = deltas.index(max(deltas))
    honba = scene.switches.honba_tsumo * scene.start.honba
    yield plus(deltas, *enumerate(noten))
    yield noten
    yield plus(deltas, *((seat, -honba) for seat in scene.others(winner)), (winner, honba * len(scene.others(winner))))
    yield nagashi_deltas((winner,), scene.switches, dealer=scene.next_seat(scene.start.dealer))
    yield nagashi_deltas((scene.next_seat(winner),), scene.switches, dealer=scene.start.dealer)
    yield plus(deltas, (winner, DEPOSIT * scene.start.deposits))
    yield tuple(2 * delta for delta in deltas)
    if scene.switches.seats == 3:
        yield plus(deltas, *((seat, -MANGAN // 2) for seat in scene.others(winner)), (winner, MANGAN))


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
            yield from paid_wrongly(scene, index, event, deltas, None)


def _wrong_abort(scene: Scene) -> Iterator[Deltas]:
    seat = scene.random.choice(list(scene.seats))
    zeros = (0,) * scene.switches.seats
    yield plus(zeros, (seat, -1000))
    yield noten_deltas((seat,), scene.switches)
    yield plus(zeros, (seat, 1000), (scene.next_seat(seat), -1000))
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


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "PAY004": (noten_mispaid,),
    "PAY005": (nagashi_mispaid, nagashi_mispaid_staged),
    "PAY006": (abort_mispaid, nine_terminals_mispaid_staged, deposits_returned_staged),
}
"""The ways of each code."""
