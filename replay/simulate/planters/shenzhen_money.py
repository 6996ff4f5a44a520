"""The money of Shenzhen: FUR004, PAY001 to PAY004, PAY008, PAY010, PAY012 to PAY017.

Only the payment itself is edited: the scores that follow are those the rules give, which are as good as those the log
moves.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from replay.gamelog import (
    Discard,
    Draw,
    GameEnd,
    HorseDraw,
    Kan,
    KanType,
    KongPayment,
    Offer,
    OfferKind,
    RoundDrawn,
    RoundStart,
    Win,
    WinDeclined,
)
from replay.hand.shenzhen import winning_kinds
from replay.settlement.shenzhen import each_pays, horse_deltas, kong_deltas, one_pays
from replay.simulate.planters.scene import Edit, Scene, Way, rewritten

# FUR004


def _passed_before(scene: Scene) -> Iterator[tuple[int, int, Win]]:
    """Places right after discards that the winner by ron could have won, had it been waiting; the win's place; it.

    None where the log has the offer of that win: then the offer is at fault.
    """
    place = scene.result_index()
    win = scene.result
    if not isinstance(win, Win) or win.seat == win.from_seat:
        return
    won = max(index for index, event in enumerate(scene.events[:place]) if isinstance(event, (Discard, Kan)))
    if any(isinstance(event, Offer) and event.seat == win.seat for event in scene.events[won:place]):
        return
    for index, event in enumerate(scene.events[:won]):
        if isinstance(event, Discard) and event.seat != win.seat:
            yield index + 1, place, win


def decline_before_ron(scene: Scene) -> Iterator[Edit]:
    """The winner on a discard declined an earlier one."""
    for index, place, win in _passed_before(scene):
        yield Edit(scene.inserted(index, WinDeclined(win.seat)), place + 1, win.seat)


def offer_not_taken(scene: Scene) -> Iterator[Edit]:
    """The winner on a discard was offered an earlier one, which is made one that it waited for."""
    waiting: dict[int, tuple[int, ...]] = {}  # of the winner, by the place after a discard of another
    for index, place, win in _passed_before(scene):
        waiting = waiting or _waits_by_place(scene, win.seat)
        if scene.is_taken(index - 1) or isinstance(scene.at(index), (Offer, WinDeclined)):
            continue  # what others are offered hangs on the tile
        for kind in waiting[index]:
            tile = scene.spare_tile(of_kind=kind)
            events = None if tile is None else rewritten(scene, index - 1, tile)
            if events is not None:
                events.insert(index, Offer(win.seat, (OfferKind.RON,)))
                yield Edit(events, place + 1, win.seat)


def _waits_by_place(scene: Scene, seat: int) -> dict[int, tuple[int, ...]]:
    """What the seat waits for before each event, without the tile it has drawn."""
    found: dict[int, tuple[int, ...]] = {}
    for index, table, _ in scene.moments():
        holder = table.seats[seat]
        quads = scene.switches.quads_as_pairs
        found[index] = winning_kinds(holder.counts(), len(holder.melds), quads_as_pairs=quads)
    return found


# Kongs


def _kongs(scene: Scene) -> Iterator[tuple[int, Kan, KongPayment]]:
    """The place of each payment, its kong and it."""
    for index, event in enumerate(scene.events):
        if isinstance(event, KongPayment):
            kan = next(act for act in reversed(scene.events[:index]) if isinstance(act, Kan))
            yield index, kan, event


def kong_paid_otherwise(scene: Scene) -> Iterator[Edit]:
    """The kong is paid with the other stake, like one of another kind, or by another."""
    seats = scene.switches.seats
    for index, kan, payment in _kongs(scene):
        others = [
            each_pays(kan.seat, scene.stakes.x, seats),
            each_pays(kan.seat, scene.stakes.y, seats),
            *(one_pays(kan.seat, seat, scene.stakes.x + scene.stakes.y, seats) for seat in scene.others(kan.seat)),
            (0,) * seats,
        ]
        for deltas in others:
            if deltas != payment.deltas:
                yield Edit(scene.replaced(index, KongPayment(deltas)), index, kan.seat)


def kong_not_paid(scene: Scene) -> Iterator[Edit]:
    """Nothing is paid for the kong."""
    for index, kan, payment in _kongs(scene):
        if any(payment.deltas) and isinstance(scene.at(index + 1), Draw):
            yield Edit(scene.without(index), index, kan.seat)


def kong_paid_late(scene: Scene) -> Iterator[Edit]:
    """The kong is paid after the replacement."""
    for index, kan, payment in _kongs(scene):
        draw = scene.at(index + 1)
        if any(payment.deltas) and isinstance(draw, Draw):
            events = [*scene.events[:index], draw, payment, *scene.events[index + 2 :]]
            yield Edit(events, index, kan.seat)


def kong_paid_twice(scene: Scene) -> Iterator[Edit]:
    """The payment stands in the log twice."""
    for index, kan, payment in _kongs(scene):
        if any(payment.deltas):
            yield Edit(scene.inserted(index + 1, payment), index + 1, kan.seat)


def paid_without_kong(scene: Scene) -> Iterator[Edit]:
    """A kong is paid where none was declared."""
    for index, event in enumerate(scene.events):
        if isinstance(event, Discard):
            deltas = each_pays(event.seat, scene.stakes.y, scene.switches.seats)
            yield Edit(scene.inserted(index, KongPayment(deltas)), index, event.seat)


def robbed_kong_paid(scene: Scene) -> Iterator[Edit]:
    """The kong that is robbed is paid before or after the win."""
    place = scene.result_index()
    win, kan = scene.result, scene.at(place - 1)
    if scene.switches.robbed_kong_paid or not isinstance(win, Win) or not isinstance(kan, Kan):
        return
    if kan.type is KanType.ADDED and win.from_seat == kan.seat != win.seat:
        payment = KongPayment(kong_deltas(kan, scene.stakes, scene.switches, just_drawn=True))
        yield Edit(scene.inserted(place, payment), place + 1, kan.seat)
        yield Edit(scene.inserted(place + 1, payment), place + 1, kan.seat)


# Wins and horses


def win_paid_otherwise(scene: Scene) -> Iterator[Edit]:
    """A win brings X, three times as much or as little, or is paid by another."""
    place = scene.result_index()
    win = scene.result
    if not isinstance(win, Win) or win.deltas is None:
        return
    seats, stakes = scene.switches.seats, scene.stakes
    others = [
        each_pays(win.seat, stakes.x, seats),
        each_pays(win.seat, stakes.y, seats),
        *(one_pays(win.seat, seat, stakes.y, seats) for seat in scene.others(win.seat)),
        *(one_pays(win.seat, seat, 3 * stakes.y, seats) for seat in scene.others(win.seat)),
    ]
    for deltas in others:
        if deltas != win.deltas:
            yield Edit(scene.replaced(place, replace(win, deltas=deltas)), place, win.seat)


def tsumo_paid_otherwise(scene: Scene) -> Iterator[Edit]:
    """A self-drawn win."""
    win = scene.result
    if isinstance(win, Win) and win.seat == win.from_seat:
        yield from win_paid_otherwise(scene)


def ron_paid_otherwise(scene: Scene) -> Iterator[Edit]:
    """A win on a discard or a kong."""
    win = scene.result
    if isinstance(win, Win) and win.seat != win.from_seat:
        yield from win_paid_otherwise(scene)


def _horse(scene: Scene) -> tuple[int, HorseDraw, Win] | None:
    """The horse with its place, and the win it follows."""
    place = scene.result_index() + 1
    horse, win = scene.at(place), scene.result
    return (place, horse, win) if isinstance(horse, HorseDraw) and isinstance(win, Win) else None


def horse_paid_otherwise(scene: Scene) -> Iterator[Edit]:
    """A horse brings nothing, or another tile something."""
    found = _horse(scene)
    if found is None:
        return
    place, horse, win = found
    seats, stakes = scene.switches.seats, scene.stakes
    for deltas in (
        *(horse_deltas(win.seat, stakes, seats, hit=hit) for hit in (False, True)),
        each_pays(win.seat, stakes.x, seats),
    ):
        if deltas != horse.deltas:
            yield Edit(scene.replaced(place, HorseDraw(horse.tile, deltas)), place, win.seat)


def horse_lost(scene: Scene) -> Iterator[Edit]:
    """No horse is drawn."""
    found = _horse(scene)
    if found is None:
        return
    place, _, win = found
    if scene.has_next:
        yield Edit(scene.without(place), 0, win.seat, in_next_round=True)
    elif isinstance(scene.at(place + 1), GameEnd):
        yield Edit(scene.without(place), place, win.seat)


def horse_not_due(scene: Scene) -> Iterator[Edit]:
    """A horse is drawn after a win on a discard, a second time, or before anybody has won."""
    win = scene.result
    tile = scene.spare_tile()
    if tile is None or not isinstance(win, Win):
        return
    seats = scene.switches.seats
    found = _horse(scene)
    place = scene.result_index() + (2 if found else 1)
    for deltas in (horse_deltas(win.seat, scene.stakes, seats, hit=True), (0,) * seats):
        if found is not None or win.seat != win.from_seat:
            yield Edit(scene.inserted(place, HorseDraw(tile, deltas)), place, win.seat)
        discards = [index for index, event in enumerate(scene.events) if isinstance(event, Discard)]
        if discards:
            early = scene.random.choice(discards)
            yield Edit(scene.inserted(early, HorseDraw(tile, deltas)), early, None)


def drawn_round_paid(scene: Scene) -> Iterator[Edit]:
    """A drawn round moves money."""
    place = scene.result_index()
    drawn = scene.result
    if isinstance(drawn, RoundDrawn):
        first, second = scene.random.sample(list(scene.seats), 2)
        deltas = one_pays(first, second, scene.stakes.y, scene.switches.seats)
        yield Edit(scene.replaced(place, replace(drawn, deltas=deltas)), place, None)


# Scores


def _shifted(scene: Scene, scores: tuple[int, ...]) -> tuple[int, ...]:
    first, second = scene.random.sample(list(scene.seats), 2)
    changed = list(scores)
    changed[first] += scene.stakes.x
    changed[second] -= scene.stakes.y
    return tuple(changed)


def start_miswritten(scene: Scene) -> Iterator[Edit]:
    """The next round starts with other money."""
    if not scene.later:
        return
    start = scene.later[0][0]
    if isinstance(start, RoundStart):
        written = replace(start, scores=_shifted(scene, start.scores))
        later = [[written, *scene.later[0][1:]], *scene.later[1:]]
        yield Edit(list(scene.events), 0, None, in_next_round=True, rest=lambda: later)


def final_miswritten(scene: Scene) -> Iterator[Edit]:
    """The game ends with other money."""
    place = len(scene.events) - 1
    end = scene.events[place]
    if isinstance(end, GameEnd):
        yield Edit(scene.replaced(place, replace(end, scores=_shifted(scene, end.scores))), place, None)


def first_start_miswritten(scene: Scene) -> Iterator[Edit]:
    """Not everybody starts with the same."""
    if scene.opens:
        for seat in scene.seats:
            scores = list(scene.start.scores)
            scores[seat] += scene.stakes.y
            yield Edit(scene.replaced(0, replace(scene.start, scores=tuple(scores))), 0, seat, first_round=True)


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "FUR004": (decline_before_ron, offer_not_taken),
    "PAY001": (start_miswritten,),
    "PAY002": (tsumo_paid_otherwise,),
    "PAY003": (ron_paid_otherwise,),
    "PAY004": (drawn_round_paid,),
    "PAY008": (final_miswritten,),
    "PAY010": (first_start_miswritten,),
    "PAY012": (kong_paid_otherwise,),
    "PAY013": (kong_not_paid, kong_paid_late),
    "PAY014": (kong_paid_twice, paid_without_kong, robbed_kong_paid),
    "PAY015": (horse_paid_otherwise,),
    "PAY016": (horse_lost,),
    "PAY017": (horse_not_due,),
}
"""The ways to plant each code in a Shenzhen game."""
