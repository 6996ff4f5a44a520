"""Faults of chi, pon and what is discarded after them: CAL001 to CAL007."""

from collections.abc import Iterator
from typing import Final

from replay.gamelog import Chi, Discard, Draw, Event, Kan, KanType, Pon
from replay.hand.meld import MeldType
from replay.simulate.planters.scene import Edit, Scene, Way, rewritten
from replay.simulate.planters.staging import Stage
from replay.table.table import CLAIMED, DRAW, REPLACE, Table, kuikae_kinds
from replay.tiles import KIND_OF, RED_OF, parse_tiles

# Tiles of the hand for a claim


def run_partners(table: Table, seat: int, kind: int) -> list[tuple[int, int]]:
    """Pairs of tiles the seat holds that make a run with the kind."""
    found: list[tuple[int, int]] = []
    if kind >= 27:
        return found
    for low in (kind - 2, kind - 1, kind):
        if low // 9 != kind // 9 or low < 0 or low % 9 > 6:
            continue
        first, second = [other for other in (low, low + 1, low + 2) if other != kind]
        one, other = held_of_kind(table, seat, first), held_of_kind(table, seat, second)
        if one and other:
            found.append((one[0], other[0]))
    return found


def held_of_kind(table: Table, seat: int, kind: int) -> list[int]:
    """The tiles of the kind that the seat holds."""
    tiles = table.seats[seat].tiles
    held = [kind] * tiles[kind]
    red = RED_OF[kind]
    return held + ([red] * tiles[red] if red >= 0 else [])


# CAL001, CAL002


def pon_becomes_chi(scene: Scene) -> Iterator[Edit]:
    """A pon is a chi instead, with tiles that the seat holds; where there is chi, of a seat that is not next."""
    for index, table, event in scene.moments():
        if isinstance(event, Pon) and (event.seat != table.turn or not scene.switches.chi):
            for tiles in run_partners(table, event.seat, KIND_OF[event.claimed]):
                chi = Chi(event.seat, event.from_seat, event.claimed, tiles)
                yield Edit(scene.replaced(index, chi), index, event.seat)


def chi_by_another(scene: Scene) -> Iterator[Edit]:
    """A chi is that of a seat that is not next."""
    for index, _, event in scene.moments():
        if isinstance(event, Chi):
            for other in scene.others(event.from_seat):
                if other != event.seat:
                    chi = Chi(other, event.from_seat, event.claimed, event.tiles)
                    yield Edit(scene.replaced(index, chi), index, other)


def chi_recorded(scene: Scene) -> Iterator[Edit]:
    """A chi is recorded that nothing follows from: the round goes on as if it had not been."""
    for index, table, event in scene.moments():
        last = table.last_discard
        if isinstance(event, Draw) and table.phase == DRAW and last is not None:
            for seat in scene.others(last.seat):
                if (seat != table.turn or not scene.switches.chi) and not table.seats[seat].riichi:
                    for tiles in run_partners(table, seat, KIND_OF[last.tile]):
                        yield Edit(scene.inserted(index, Chi(seat, last.seat, last.tile, tiles)), index, seat)


def draw_becomes_chi(scene: Scene) -> Iterator[Edit]:
    """A seat has a chi instead of its draw, and discards what it discarded."""
    if scene.wall_runs_out():
        return  # one tile would be left
    for index, table, event in scene.moments():
        last, discard = table.last_discard, scene.at(index + 1)
        if _is_discard_from_hand(event, discard) and table.phase == DRAW and last is not None:
            assert isinstance(event, Draw)
            assert isinstance(discard, Discard)
            for tiles in run_partners(table, event.seat, KIND_OF[last.tile]):
                if discard.tile not in tiles:
                    chi = Chi(event.seat, last.seat, last.tile, tiles)
                    yield Edit(scene.replaced(index, chi), index, event.seat)


def _is_discard_from_hand(event: Event, follower: Event | None) -> bool:
    return isinstance(event, Draw) and isinstance(follower, Discard) and not follower.drawn


# CAL003


def claim_from_another(scene: Scene) -> Iterator[Edit]:
    """A claim names another discarder, the claiming seat itself perhaps."""
    for index, _, event in scene.moments():
        if isinstance(event, (Chi, Pon, Kan)) and event.from_seat is not None:
            for other in scene.others(event.from_seat):
                yield Edit(scene.replaced(index, _claim(event, other, event.claimed)), index, event.seat)


def claim_of_other_colour(scene: Scene) -> Iterator[Edit]:
    """A claim takes a red five where an ordinary one was discarded, or the other way."""
    for index, table, event in scene.moments():
        if isinstance(event, (Chi, Pon, Kan)) and event.claimed is not None and event.from_seat is not None:
            kind = KIND_OF[event.claimed]
            other = kind if event.claimed != kind else RED_OF[kind]
            if other >= 0 and table.limits[other]:
                yield Edit(scene.replaced(index, _claim(event, event.from_seat, other)), index, event.seat)


def _claim(event: Chi | Pon | Kan, from_seat: int, claimed: int | None) -> Event:
    if isinstance(event, Kan):
        return Kan(event.seat, event.type, event.tiles, claimed, from_seat)
    assert claimed is not None
    return type(event)(event.seat, from_seat, claimed, event.tiles)


def claim_too_late(scene: Scene) -> Iterator[Edit]:
    """A discard is claimed after the next seat has drawn."""
    tile = scene.spare_tile()
    for index, table, event in scene.moments():
        if tile is not None and isinstance(event, (Chi, Pon)) and scene.room(index) > 0:
            yield Edit(scene.inserted(index, Draw(table.turn, tile, False)), index + 1, event.seat)


def own_discard_called(scene: Scene) -> Iterator[Edit]:
    """A seat calls its own discard and discards another tile."""
    if not scene.is_ordinary():
        return
    for index, table, event in scene.moments():
        last = table.last_discard
        if isinstance(event, Draw) and table.phase == DRAW and last is not None:
            held = held_of_kind(table, last.seat, KIND_OF[last.tile])
            tiles = scene.quiet_held(table, last.seat, but_not=(KIND_OF[last.tile],))
            if len(held) >= 2 and tiles and not table.seats[last.seat].riichi:
                pon = Pon(last.seat, last.seat, last.tile, (held[0], held[1]))
                discard = Discard(last.seat, scene.random.choice(tiles), False)
                yield Edit(scene.inserted(index, pon, discard), index, last.seat)


def kan_tile_called(scene: Scene) -> Iterator[Edit]:
    """The tile of a kan is called; the round goes on as if it had not been."""
    for index, table, event in scene.moments():
        if isinstance(event, Draw) and table.phase == REPLACE and isinstance(table.last_act, Kan):
            tile = table.last_act.tiles[0]
            for other in scene.others(event.seat):
                if not table.seats[other].riichi:
                    yield Edit(scene.inserted(index, Pon(other, event.seat, tile, (tile, tile))), index, other)


def claim_twice(scene: Scene) -> Iterator[Edit]:
    """A claim is recorded twice."""
    for index, _, event in scene.moments():
        if isinstance(event, (Chi, Pon)):
            yield Edit(scene.inserted(index + 1, event), index + 1, event.seat)


# CAL004


def pon_by_another(scene: Scene) -> Iterator[Edit]:
    """A pon or open kan is that of a seat without the tiles."""
    for index, table, event in scene.moments():
        if isinstance(event, (Pon, Kan)) and event.claimed is not None and event.from_seat is not None:
            for other in scene.others(event.seat):
                seat = table.seats[other]
                if other != event.from_seat and not seat.riichi and not seat.holds(event.tiles):
                    if isinstance(event, Pon):
                        claim: Event = Pon(other, event.from_seat, event.claimed, event.tiles)
                    else:
                        claim = Kan(other, event.type, event.tiles, event.claimed, event.from_seat)
                    yield Edit(scene.replaced(index, claim), index, other)


def meld_tile_altered(scene: Scene) -> Iterator[Edit]:
    """A call shows another set than the seat has: of other tiles in a run, or a five of another colour."""
    for index, table, event in scene.moments():
        if isinstance(event, (Chi, Pon)):
            for place, code in enumerate(event.tiles):
                kind = KIND_OF[code]
                other = kind if code != kind else RED_OF[kind]
                if other >= 0 and table.limits[other]:
                    yield from _with_meld_tiles(scene, index, table, event, place, other)
        if isinstance(event, Chi):
            kind = KIND_OF[event.claimed]
            low = min(kind, *[KIND_OF[code] for code in event.tiles])
            for start in (low - 1, low + 1):
                if start // 9 == kind // 9 and start >= 0 and start % 9 <= 6 and start <= kind <= start + 2:
                    tiles = tuple(other for other in (start, start + 1, start + 2) if other != kind)
                    if not table.seats[event.seat].holds(tiles):
                        yield Edit(
                            scene.replaced(index, Chi(event.seat, event.from_seat, event.claimed, tiles)),
                            index,
                            event.seat,
                        )


def _with_meld_tiles(
    scene: Scene, index: int, table: Table, event: Chi | Pon, place: int, other: int
) -> Iterator[Edit]:
    tiles = (*event.tiles[:place], other, *event.tiles[place + 1 :])
    if not table.seats[event.seat].holds(tiles):
        call = type(event)(event.seat, event.from_seat, event.claimed, tiles)
        yield Edit(scene.replaced(index, call), index, event.seat)


def draw_becomes_pon(scene: Scene) -> Iterator[Edit]:
    """A seat has a pon instead of its draw, of a kind it holds one tile of, and discards what it discarded."""
    if scene.wall_runs_out():
        return  # one tile would be left
    for index, table, event in scene.moments():
        last, discard = table.last_discard, scene.at(index + 1)
        if _is_discard_from_hand(event, discard) and table.phase == DRAW and last is not None:
            assert isinstance(event, Draw)
            kind = KIND_OF[last.tile]
            if table.seats[event.seat].tiles[kind] == 1:
                pon = Pon(event.seat, last.seat, last.tile, (kind, kind))
                yield Edit(scene.replaced(index, pon), index, event.seat)


def added_tile_not_held(scene: Scene) -> Iterator[Edit]:
    """A tile the seat does not hold is added to its pon; the tile drawn in the log comes as the replacement."""
    for index, table, event in scene.moments():
        if isinstance(event, Draw) and table.phase == DRAW and len(table.kan_owners) < 3 and scene.room(index + 1) > 1:
            seat = table.seats[event.seat]
            for meld in seat.melds:
                tile = scene.spare_tile(of_kind=meld.kind) if meld.type is MeldType.PON else None
                other = scene.spare_tile(but_not=(meld.kind,))
                if tile is not None and other is not None and isinstance(scene.at(index + 1), Discard):
                    events = scene.replaced(
                        index,
                        Draw(event.seat, other, False),
                        Kan(event.seat, KanType.ADDED, (tile,)),
                        Draw(event.seat, event.tile, True),
                    )
                    yield Edit(events, index + 1, event.seat)


# CAL005


def meld_of_no_shape(scene: Scene) -> Iterator[Edit]:
    """A call shows a tile the seat holds that makes no set of it."""
    for index, table, event in scene.moments():
        if isinstance(event, (Chi, Pon)):
            place = scene.random.randrange(2)
            kinds = [KIND_OF[code] for code in (*event.tiles, event.claimed)]
            for code, count in enumerate(table.seats[event.seat].tiles):
                if count and not any(abs(KIND_OF[code] - kind) <= 2 for kind in kinds):
                    tiles = (*event.tiles[:place], code, *event.tiles[place + 1 :])
                    call = type(event)(event.seat, event.from_seat, event.claimed, tiles)
                    yield Edit(scene.replaced(index, call), index, event.seat)
        elif isinstance(event, Kan) and event.type is not KanType.ADDED:
            for code, count in enumerate(table.seats[event.seat].tiles):
                if count and KIND_OF[code] != KIND_OF[event.tiles[0]]:
                    kan = Kan(event.seat, event.type, (*event.tiles[:-1], code), event.claimed, event.from_seat)
                    yield Edit(scene.replaced(index, kan), index, event.seat)


def meld_of_wrong_size(scene: Scene) -> Iterator[Edit]:
    """A call or kan shows a tile too few or too many, an added kan all four."""
    for index, _, event in scene.moments():
        if isinstance(event, (Chi, Pon)):
            for tiles in (event.tiles[:1], (*event.tiles, event.tiles[-1])):
                call = type(event)(event.seat, event.from_seat, event.claimed, tiles)
                yield Edit(scene.replaced(index, call), index, event.seat)
        elif isinstance(event, Kan):
            tiles = event.tiles * 4 if event.type is KanType.ADDED else event.tiles[:-1]
            kan = Kan(event.seat, event.type, tiles, event.claimed, event.from_seat)
            yield Edit(scene.replaced(index, kan), index, event.seat)


# CAL006, CAL007


def called_tile_discarded(scene: Scene) -> Iterator[Edit]:
    """After a call the seat discards a forbidden tile that it holds."""
    if not scene.is_ordinary():
        return
    for index, table, event in scene.moments():
        if isinstance(event, Discard) and table.phase == CLAIMED:
            for code in scene.quiet_held(table, event.seat):
                if KIND_OF[code] in table.forbidden:
                    yield Edit(scene.replaced(index, Discard(event.seat, code, False)), index, event.seat)


def kept_tile_was_forbidden(scene: Scene) -> Iterator[Edit]:
    """After a call the seat discards a forbidden tile that it has held in the place of the other one all along."""
    if not scene.is_ordinary():
        return
    for index, table, event in scene.moments():
        if isinstance(event, Discard) and table.phase == CLAIMED and not scene.is_taken(index):
            for kind in table.forbidden:
                tile = scene.spare_tile(of_kind=kind, quiet=True)
                events = rewritten(scene, index, tile) if tile is not None and event.tile != tile else None
                if events is not None:
                    yield Edit(events, index, event.seat)


def called_tile_discarded_staged(scene: Scene) -> Iterator[Edit]:
    """A seat with three of a kind pons the fourth and discards the third."""
    dealer = scene.start.dealer
    seat = scene.next_seat(dealer)
    stage = Stage(scene, {seat: "111s"}, "1s")
    stage.draw("1s")
    stage.discard()
    stage.add(Pon(seat, dealer, *pon_of("1s")))
    stage.plant(Discard(seat, parse_tiles("1s")[0], False), seat)
    yield stage.edit()


def pon_of(text: str) -> tuple[int, tuple[int, int]]:
    """The claimed tile and the two own ones of a pon of that tile."""
    code = parse_tiles(text)[0]
    return code, (code, code)


def call_without_discard_staged(scene: Scene) -> Iterator[Edit]:
    """A seat with three called runs calls a fourth and is left with what kuikae forbids."""
    dealer = scene.start.dealer
    seat = scene.next_seat(dealer)
    nine, eight, seven, six = parse_tiles("9876s")
    left = six if six in kuikae_kinds(Chi(seat, dealer, nine, (seven, eight)), scene.switches.kuikae) else nine
    last = "6s" if left == six else "9s"
    stage = Stage(scene, {seat: f"23p23s89p789s{last}123z"}, "1p1s7p9s")
    for tile, own, discard in (("1p", "23p", "1z"), ("1s", "23s", "2z"), ("7p", "89p", "3z")):
        stage.draw(tile)
        stage.discard()
        first, second = parse_tiles(own)
        stage.add(Chi(seat, dealer, parse_tiles(tile)[0], (first, second)))
        stage.discard(discard)
        stage.turns_until(dealer)
    stage.draw("9s")
    stage.discard()
    stage.plant(Chi(seat, dealer, nine, (seven, eight)), seat)
    yield stage.edit()


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "CAL001": (pon_becomes_chi, chi_by_another, chi_recorded),
    "CAL002": (pon_becomes_chi, chi_recorded, draw_becomes_chi),
    "CAL003": (
        claim_from_another,
        claim_of_other_colour,
        claim_too_late,
        own_discard_called,
        kan_tile_called,
        claim_twice,
    ),
    "CAL004": (pon_by_another, meld_tile_altered, draw_becomes_pon, added_tile_not_held),
    "CAL005": (meld_of_no_shape, meld_of_wrong_size),
    "CAL006": (called_tile_discarded, kept_tile_was_forbidden, called_tile_discarded_staged),
    "CAL007": (call_without_discard_staged,),
}
"""The ways of each code."""
