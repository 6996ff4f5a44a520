"""Faults of who may call when: CAL008, CAL011 and CAL016."""

from collections.abc import Iterator
from typing import Final

from replay.gamelog import Chi, Discard, Draw, Event, Kan, KanType, Pon, RoundDrawn, Win
from replay.hand.waits import tenpai
from replay.simulate.planters.calls import held_of_kind, pon_of, run_partners
from replay.simulate.planters.scene import Edit, Scene, Way, follow
from replay.simulate.planters.staging import Stage, last_drawer, rich_seat
from replay.table.table import DRAW, Table
from replay.tiles import KIND_OF

# CAL008


def last_discard_called(scene: Scene) -> Iterator[Edit]:
    """The last discard of an exhausted round is called by a seat whose hand the log does not show."""
    if not (isinstance(scene.result, RoundDrawn) and scene.is_ordinary()):
        return
    for index, table, event in scene.moments():
        last = table.last_discard
        if not isinstance(event, RoundDrawn) or table.live > 0 or last is None or table.phase != DRAW:
            continue
        kind = KIND_OF[last.tile]
        for seat in scene.others(last.seat):
            if table.seats[seat].riichi or scene.is_shown(seat):
                continue
            held = held_of_kind(table, seat, kind)
            tiles = [code for code in scene.quiet_held(table, seat) if abs(KIND_OF[code] - kind) > 3]
            claims: list[Event] = [Pon(seat, last.seat, last.tile, (held[0], held[1]))] if len(held) > 1 else []
            if scene.switches.chi and seat == table.turn:
                claims += [Chi(seat, last.seat, last.tile, own) for own in run_partners(table, seat, kind)]
            for claim in claims:
                for tile in tiles:
                    events = scene.inserted(index, claim, Discard(seat, tile, False))
                    if not _is_tenpai(scene, events[: index + 2], seat):
                        yield Edit(events, index, seat)


def _is_tenpai(scene: Scene, events: list[Event], seat_index: int) -> bool:
    """Whether the seat is tenpai after these events."""
    table = Table(scene.switches, scene.wall, scene.start)
    for event in events[1:]:
        follow(table, event)
    seat = table.seats[seat_index]
    return tenpai(seat.counts(), len(seat.melds), seat.meld_kinds(), scene.switches.dead_wait)


def last_discard_called_staged(scene: Scene) -> Iterator[Edit]:
    """The same in a round without calls up to its last discard."""
    last = last_drawer(scene)
    seat = scene.random.choice(scene.others(last))
    stage = Stage(scene, {seat: "11s"}, "1s")
    while stage.live > 1:
        stage.draw()
        stage.discard()
    stage.draw("1s")
    stage.discard()
    stage.plant(Pon(seat, last, *pon_of("1s")), seat)
    yield stage.edit()


# CAL011


def call_in_riichi(scene: Scene) -> Iterator[Edit]:
    """A seat in riichi calls a discard with tiles it holds; the round goes on as if it had not."""
    for index, table, event in scene.moments():
        last = table.last_discard
        if isinstance(event, Draw) and table.phase == DRAW and last is not None:
            for seat in scene.others(last.seat):
                if not table.seats[seat].riichi or table.live <= 0:
                    continue
                held = held_of_kind(table, seat, KIND_OF[last.tile])
                claims: list[Event] = []
                if len(held) >= 2:
                    claims.append(Pon(seat, last.seat, last.tile, (held[0], held[1])))
                if len(held) == 3 and len(table.kan_owners) < scene.switches.kan_limit:
                    claims.append(Kan(seat, KanType.OPEN, tuple(held), last.tile, last.seat))
                if scene.switches.chi and seat == table.turn:
                    claims += [
                        Chi(seat, last.seat, last.tile, own) for own in run_partners(table, seat, KIND_OF[last.tile])
                    ]
                for claim in claims:
                    yield Edit(scene.inserted(index, claim), index, seat)


def call_in_riichi_staged(scene: Scene) -> Iterator[Edit]:
    """A seat in riichi pons and discards from its hand."""
    seat = rich_seat(scene)
    if seat < 0:
        return
    stage = Stage(scene, {seat: "777z555z123s99s11p"}, "9s")
    stage.turns_until(seat)
    stage.riichi()
    other = stage.table.turn
    stage.draw("9s")
    stage.discard()
    stage.plant(Pon(seat, other, *pon_of("9s")), seat)
    yield stage.edit()


# CAL016


def chi_before_pon(scene: Scene) -> Iterator[Edit]:
    """A discard that is ponned is first called by the next seat for a run."""
    if not scene.switches.chi:
        return
    for index, table, event in scene.moments():
        if isinstance(event, (Pon, Kan)) and event.claimed is not None and event.from_seat is not None:
            seat = table.turn
            if seat != event.seat and not table.seats[seat].riichi:
                for tiles in run_partners(table, seat, KIND_OF[event.claimed]):
                    chi = Chi(seat, event.from_seat, event.claimed, tiles)
                    yield Edit(scene.inserted(index, chi), index + 1, event.seat)


def call_before_ron(scene: Scene) -> Iterator[Edit]:
    """A discard that is won is first called by another seat."""
    for index, table, event in scene.moments():
        last = table.last_discard
        if not isinstance(event, Win) or table.phase != DRAW or last is None or table.live <= 0:
            continue
        if table.acceptance >= 0:
            continue  # no deposit was paid, so the call would hide another fault
        winners = [win.seat for win in scene.events[index:] if isinstance(win, Win)]
        for seat in scene.others(last.seat):
            if seat in winners or table.seats[seat].riichi:
                continue
            held = held_of_kind(table, seat, KIND_OF[last.tile])
            claims: list[Event] = [Pon(seat, last.seat, last.tile, (held[0], held[1]))] if len(held) > 1 else []
            if scene.switches.chi and seat == table.turn:
                claims += [
                    Chi(seat, last.seat, last.tile, own) for own in run_partners(table, seat, KIND_OF[last.tile])
                ]
            for claim in claims:
                yield Edit(scene.inserted(index, claim), index + 1, event.seat)


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "CAL008": (last_discard_called, last_discard_called_staged),
    "CAL011": (call_in_riichi, call_in_riichi_staged),
    "CAL016": (chi_before_pon, call_before_ron),
}
"""The ways of each code."""
