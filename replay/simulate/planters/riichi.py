"""Faults of riichi: RII, without those of deposits."""

from collections.abc import Iterator
from typing import Final

from replay.gamelog import Discard, Draw, North, Pon, Riichi, RiichiAccepted, Win
from replay.hand.waits import tenpai_discards
from replay.simulate.planters.scene import Edit, Scene, Way, with_dealt
from replay.simulate.planters.staging import Stage, rich_seat
from replay.table.table import DISCARD, Table
from replay.table.table import RIICHI as DECLARED
from replay.tiles import KIND_OF, parse_tiles
from replay.tiles import NORTH as NORTH_TILE


def _keeps_tenpai(scene: Scene, table: Table, seat_index: int) -> tuple[int, ...]:
    """The kinds the seat can discard and be tenpai."""
    seat = table.seats[seat_index]
    return tenpai_discards(seat.counts(), len(seat.melds), seat.meld_kinds(), scene.switches.dead_wait)


def _may_declare(scene: Scene, table: Table, seat: int) -> bool:
    """Whether points and tiles allow a riichi."""
    enough = table.scores[seat] >= scene.switches.riichi_points
    return enough and table.live >= scene.switches.riichi_live_tiles and not table.seats[seat].riichi


# RII001, RII002, RII003


def open_riichi(scene: Scene) -> Iterator[Edit]:
    """A seat with an open tenpai hand declares riichi, without a deposit."""
    for index, table, event in scene.moments():
        if isinstance(event, Discard) and table.phase == DISCARD and not table.seats[event.seat].closed:
            if _may_declare(scene, table, event.seat) and KIND_OF[event.tile] in _keeps_tenpai(
                scene, table, event.seat
            ):
                yield Edit(scene.inserted(index, Riichi(event.seat)), index, event.seat)


def open_riichi_staged(scene: Scene) -> Iterator[Edit]:
    """A seat pons, draws and declares riichi."""
    seat = rich_seat(scene)
    if seat < 0:
        return
    one = parse_tiles("1s")[0]
    stage = Stage(scene, {seat: "11s777z555z99s78p1z"}, "1s")
    other = scene.random.choice(scene.others(seat))
    stage.turns_until(other)
    stage.draw("1s")
    stage.discard()
    stage.add(Pon(seat, other, one, (one, one)))
    stage.discard("1z")
    stage.turns_until(seat)
    stage.draw()
    stage.plant(Riichi(seat), seat)
    yield stage.edit()


def noten_riichi(scene: Scene) -> Iterator[Edit]:
    """A seat with a closed hand far from tenpai declares riichi, without a deposit."""
    for index, table, event in scene.moments():
        if isinstance(event, Discard) and table.phase == DISCARD and table.seats[event.seat].closed:
            if _may_declare(scene, table, event.seat) and not _keeps_tenpai(scene, table, event.seat):
                yield Edit(scene.inserted(index, Riichi(event.seat)), index, event.seat)


def dealt_tile_altered(scene: Scene) -> Iterator[Edit]:
    """A seat that declares riichi was dealt another tile than the one it has, and so is not tenpai."""
    tile = scene.spare_tile()
    for index, table, event in scene.moments():
        if tile is None or not isinstance(event, Riichi):
            continue
        seat = table.seats[event.seat]
        played = [discard.tile for discard in seat.river]
        hand = scene.start.hands[event.seat]
        for place, code in enumerate(hand):
            if code in played or seat.tiles[code] != hand.count(code) or seat.melds or seat.norths:
                continue
            seat.tiles[code] -= 1
            seat.tiles[tile] += 1
            noten = not _keeps_tenpai(scene, table, event.seat)
            seat.tiles[code] += 1
            seat.tiles[tile] -= 1
            discard = scene.at(index + 1)
            if noten and isinstance(discard, Discard) and discard.tile != code:
                dealt = with_dealt(scene.start, event.seat, place, tile)
                yield Edit(scene.replaced(0, dealt), index, event.seat)


def discard_breaks_tenpai(scene: Scene) -> Iterator[Edit]:
    """The discard of a riichi is another tile, which leaves the hand noten."""
    if not scene.is_ordinary():
        return
    for index, table, event in scene.moments():
        if isinstance(event, Discard) and table.phase == DECLARED:
            keeping = _keeps_tenpai(scene, table, event.seat)
            for code in scene.quiet_held(table, event.seat, but_not=keeping):
                discard = Discard(event.seat, code, code == table.drawn)
                yield Edit(scene.replaced(index, discard), index, event.seat)


# RII004, RII005


def riichi_without_points_staged(scene: Scene) -> Iterator[Edit]:
    """A seat with too few points declares riichi. The log starts there, so that nothing says whose points they were."""
    start = scene.start
    if scene.switches.riichi_points <= 100 or (start.prevailing_wind, start.number, start.honba) == (0, 1, 0):
        return
    for seat in scene.seats:
        scores = list(start.scores)
        scores[scene.next_seat(seat)] += scores[seat] - 100
        scores[seat] = 100
        stage = Stage(scene, {seat: "777z555z123s99s11p"}, "9s", scores=tuple(scores))
        stage.turns_until(seat)
        stage.draw()
        stage.plant(Riichi(seat), seat)
        yield stage.edit(first_round=True)


def riichi_too_late_staged(scene: Scene) -> Iterator[Edit]:
    """A seat declares riichi in its last turn."""
    seat = rich_seat(scene)
    if seat < 0:
        return
    stage = Stage(scene, {seat: "777z555z123s99s11p"})
    stage.turns_until(seat)
    while stage.live > scene.switches.riichi_live_tiles:
        stage.go_round(seat)
    stage.draw()
    stage.plant(Riichi(seat), seat)
    yield stage.edit()


def riichi_delayed(scene: Scene) -> Iterator[Edit]:
    """A riichi and its deposit come at the declarer's last discard, when too few tiles are left."""
    for index, _, event in scene.moments():
        if isinstance(event, Riichi):
            accepted = scene.at(index + 2)
            late = _late_discard(scene, event.seat)
            if isinstance(accepted, RiichiAccepted) and accepted.scores is not None and late > index + 2:
                if scene.is_taken(late) or any(isinstance(e, RiichiAccepted) for e in scene.events[index + 3 :]):
                    continue
                events = list(scene.events)
                discard = events[late]
                events[late : late + 1] = [event, discard, accepted]
                del events[index + 2]
                del events[index]
                yield Edit(events, late - 2, event.seat)


def _late_discard(scene: Scene, seat: int) -> int:
    """Where the seat discards with too few live tiles for a riichi, 0 if it never does."""
    for index, table, event in scene.moments():
        if isinstance(event, Discard) and event.seat == seat and table.live < scene.switches.riichi_live_tiles:
            return index
    return 0


# RII006, RII007


def riichi_twice(scene: Scene) -> Iterator[Edit]:
    """A seat in riichi declares it again, without a deposit."""
    for index, table, event in scene.moments():
        if isinstance(event, Discard) and table.phase == DISCARD and table.seats[event.seat].riichi:
            yield Edit(scene.inserted(index, Riichi(event.seat)), index, event.seat)


def riichi_recorded_twice(scene: Scene) -> Iterator[Edit]:
    """A riichi is recorded twice on end."""
    for index, _, event in scene.moments():
        if isinstance(event, Riichi):
            yield Edit(scene.inserted(index + 1, event), index + 1, event.seat)


def won_riichi_discard_lost(scene: Scene) -> Iterator[Edit]:
    """The discard of a riichi is not recorded, and it is won."""
    for index, table, event in scene.moments():
        if isinstance(event, Discard) and table.phase == DECLARED and isinstance(scene.at(index + 1), Win):
            yield Edit(scene.without(index), index, event.seat)


def riichi_then_win(scene: Scene) -> Iterator[Edit]:
    """A seat declares riichi and then wins with the tile it has drawn."""
    for index, table, event in scene.moments():
        if isinstance(event, Win) and event.seat == event.from_seat and table.phase == DISCARD:
            if table.seats[event.seat].closed and _may_declare(scene, table, event.seat):
                if _keeps_tenpai(scene, table, event.seat):
                    yield Edit(scene.inserted(index, Riichi(event.seat)), index + 1, event.seat)


def north_after_riichi(scene: Scene) -> Iterator[Edit]:
    """Between riichi and discard a North is set aside; the tile drawn in the log comes as the replacement."""
    tile = scene.spare_tile(of_kind=NORTH_TILE)
    if tile is None or not scene.switches.north_dora:
        return
    for index, table, event in scene.moments():
        riichi, discard = scene.at(index + 1), scene.at(index + 2)
        if isinstance(event, Draw) and isinstance(riichi, Riichi) and isinstance(discard, Discard):
            if discard.drawn and not table.seats[event.seat].tiles[NORTH_TILE] and scene.room(index + 2) > 1:
                events = list(scene.events)
                events[index : index + 2] = [
                    Draw(event.seat, tile, event.replacement),
                    riichi,
                    North(event.seat, tile),
                    Draw(event.seat, event.tile, True),
                ]
                yield Edit(events, index + 2, event.seat)


# RII011


def held_tile_discarded(scene: Scene) -> Iterator[Edit]:
    """A seat in riichi discards another tile than the one it has drawn."""
    if not scene.is_ordinary():
        return
    for index, table, event in scene.moments():
        if isinstance(event, Discard) and table.seats[event.seat].riichi and table.phase == DISCARD:
            for code in scene.quiet_held(table, event.seat, but_not=(KIND_OF[table.drawn],)):
                yield Edit(scene.replaced(index, Discard(event.seat, code, False)), index, event.seat)


def drawn_tile_marked_held(scene: Scene) -> Iterator[Edit]:
    """A seat in riichi discards a tile like the one it has drawn, from its hand."""
    for index, table, event in scene.moments():
        if isinstance(event, Discard) and table.seats[event.seat].riichi and table.phase == DISCARD:
            if table.seats[event.seat].tiles[event.tile] > 1:
                yield Edit(scene.replaced(index, Discard(event.seat, event.tile, False)), index, event.seat)


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "RII001": (open_riichi, open_riichi_staged),
    "RII002": (noten_riichi, dealt_tile_altered),
    "RII003": (discard_breaks_tenpai,),
    "RII004": (riichi_without_points_staged,),
    "RII005": (riichi_too_late_staged, riichi_delayed),
    "RII006": (riichi_twice,),
    "RII007": (won_riichi_discard_lost, riichi_then_win, north_after_riichi, riichi_recorded_twice),
    "RII011": (held_tile_discarded, drawn_tile_marked_held),
}
"""The ways of each code."""
