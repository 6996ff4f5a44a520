"""Faults of kans: CAL009, CAL010, CAL012 to CAL015."""

from collections.abc import Iterator
from typing import Final

from replay.gamelog import Discard, Draw, Kan, KanType, Pon
from replay.hand.meld import MeldType
from replay.simulate.planters.scene import Edit, Scene, Way, rewritten
from replay.simulate.planters.staging import Stage, last_drawer, rich_seat
from replay.table.table import CLAIMED, DRAW
from replay.tiles import KIND_OF, parse_tiles

FEW_KANS: Final = 2
"""Kans in a round up to which one more does not bring the end of the round near."""


def four_of(text: str) -> tuple[int, ...]:
    """Four tiles of the kind the text names."""
    return tuple(parse_tiles(text) * 4)


# CAL009


def added_kan_on_empty_wall(scene: Scene) -> Iterator[Edit]:
    """The last live tile is added to a pon, and the tile drawn in the log comes as the replacement."""
    for index, table, event in scene.moments():
        if isinstance(event, Draw) and table.phase == DRAW and table.live == 1 and len(table.kan_owners) <= FEW_KANS:
            for meld in table.seats[event.seat].melds:
                tile = scene.spare_tile(of_kind=meld.kind) if meld.type is MeldType.PON else None
                if tile is not None and isinstance(scene.at(index + 1), Discard):
                    events = scene.replaced(
                        index,
                        Draw(event.seat, tile, False),
                        Kan(event.seat, KanType.ADDED, (tile,)),
                        Draw(event.seat, event.tile, True),
                    )
                    yield Edit(events, index + 1, event.seat)


def kan_on_empty_wall_staged(scene: Scene) -> Iterator[Edit]:
    """The last live tile makes a concealed kan."""
    seat = last_drawer(scene)
    stage = Stage(scene, {seat: "111s"}, "1s")
    while stage.live > 1:
        stage.draw()
        stage.discard()
    stage.draw("1s")
    stage.plant(Kan(seat, KanType.CONCEALED, four_of("1s")), seat)
    yield stage.edit()


# CAL010


def fifth_kan_staged(scene: Scene) -> Iterator[Edit]:
    """A seat declares a kan after another has declared four."""
    first = scene.start.dealer
    second = scene.next_seat(first)
    stage = Stage(scene, {first: "1111222233334p", second: "1111s"}, "444p")
    stage.draw("4p")
    for text, replacement in (("1p", "4p"), ("2p", "4p"), ("3p", ""), ("4p", "")):
        stage.kan(Kan(first, KanType.CONCEALED, four_of(text)))
        stage.draw(replacement)
    stage.discard()
    stage.draw()
    stage.plant(Kan(second, KanType.CONCEALED, four_of("1s")), second)
    yield stage.edit()


def third_kan_of_a_hand_staged(scene: Scene) -> Iterator[Edit]:
    """A seat declares three kans on end after another has declared two."""
    first = scene.start.dealer
    second = scene.next_seat(first)
    stage = Stage(scene, {first: "11112222p", second: "111122223333s"})
    stage.draw()
    for text in ("1p", "2p"):
        stage.kan(Kan(first, KanType.CONCEALED, four_of(text)))
        stage.draw()
    stage.discard()
    stage.draw()
    for text in ("1s", "2s"):
        stage.kan(Kan(second, KanType.CONCEALED, four_of(text)))
        stage.draw()
    stage.plant(Kan(second, KanType.CONCEALED, four_of("3s")), second)
    yield stage.edit()


# CAL012, CAL013


def held_kan_in_riichi_staged(scene: Scene) -> Iterator[Edit]:
    """A seat in riichi declares four tiles it has held all along."""
    seat = rich_seat(scene)
    if seat < 0:
        return
    stage = Stage(scene, {seat: "111123p777z555z9s"})
    stage.turns_until(seat)
    stage.riichi()
    stage.turns_until(seat)
    stage.draw()
    stage.plant(Kan(seat, KanType.CONCEALED, four_of("1p")), seat)
    yield stage.edit()


def kan_changes_waits_staged(scene: Scene) -> Iterator[Edit]:
    """A seat in riichi declares a kan that takes one of its waits away."""
    seat = rich_seat(scene)
    if seat < 0:
        return
    stage = Stage(scene, {seat: "3335666s555z777z"}, "6s")
    stage.turns_until(seat)
    stage.riichi()
    stage.turns_until(seat)
    stage.draw("6s")
    stage.plant(Kan(seat, KanType.CONCEALED, four_of("6s")), seat)
    yield stage.edit()


# CAL014


def added_kan_after_pon(scene: Scene) -> Iterator[Edit]:
    """A seat adds the fourth tile to the pon it has just called, and discards the replacement."""
    for index, table, event in scene.moments():
        last = table.last_act
        if not (isinstance(event, Discard) and table.phase == CLAIMED and isinstance(last, Pon)):
            continue
        if scene.room(index) < 1 or len(table.kan_owners) > FEW_KANS or scene.wins(event.seat):
            continue
        tile = scene.spare_tile(of_kind=KIND_OF[last.claimed])
        events = rewritten(scene, index, tile) if tile is not None else None
        if events is not None and tile is not None:
            kan = Kan(event.seat, KanType.ADDED, (tile,))
            discard = Discard(event.seat, event.tile, True)
            events[index : index + 1] = [kan, Draw(event.seat, event.tile, True), discard]
            yield Edit(events, index, event.seat)


def concealed_kan_after_pon_staged(scene: Scene) -> Iterator[Edit]:
    """A seat declares a concealed kan right after a pon."""
    dealer = scene.start.dealer
    seat = scene.next_seat(dealer)
    stage = Stage(scene, {seat: "11s9999p"}, "1s")
    one = parse_tiles("1s")[0]
    stage.draw("1s")
    stage.discard()
    stage.add(Pon(seat, dealer, one, (one, one)))
    stage.plant(Kan(seat, KanType.CONCEALED, four_of("9p")), seat)
    yield stage.edit()


# CAL015


def concealed_recorded_as_added(scene: Scene) -> Iterator[Edit]:
    """A concealed kan is recorded as one tile added to a pon."""
    for index, table, event in scene.moments():
        if isinstance(event, Kan) and event.type is KanType.CONCEALED and not table.seats[event.seat].riichi:
            kan = Kan(event.seat, KanType.ADDED, event.tiles[:1])
            yield Edit(scene.replaced(index, kan), index, event.seat)


def other_tile_added(scene: Scene) -> Iterator[Edit]:
    """An added kan is of a tile the seat holds but has no pon of."""
    for index, table, event in scene.moments():
        if isinstance(event, Kan) and event.type is KanType.ADDED:
            seat = table.seats[event.seat]
            pons = [meld.kind for meld in seat.melds if meld.type is MeldType.PON]
            for code, count in enumerate(seat.tiles):
                if count and KIND_OF[code] not in pons:
                    yield Edit(scene.replaced(index, Kan(event.seat, KanType.ADDED, (code,))), index, event.seat)


def drawn_tile_added(scene: Scene) -> Iterator[Edit]:
    """A drawn tile is added to a pon there is not, and the tile drawn in the log comes as the replacement."""
    for index, table, event in scene.moments():
        if (
            isinstance(event, Draw)
            and table.phase == DRAW
            and len(table.kan_owners) <= FEW_KANS
            and scene.room(index + 1) > 1
        ):
            seat = table.seats[event.seat]
            tile = scene.spare_tile(but_not=tuple(meld.kind for meld in seat.melds))
            if tile is not None and not seat.riichi and isinstance(scene.at(index + 1), Discard):
                events = scene.replaced(
                    index,
                    Draw(event.seat, tile, False),
                    Kan(event.seat, KanType.ADDED, (tile,)),
                    Draw(event.seat, event.tile, True),
                )
                yield Edit(events, index + 1, event.seat)


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "CAL009": (added_kan_on_empty_wall, kan_on_empty_wall_staged),
    "CAL010": (fifth_kan_staged, third_kan_of_a_hand_staged),
    "CAL012": (held_kan_in_riichi_staged,),
    "CAL013": (kan_changes_waits_staged,),
    "CAL014": (added_kan_after_pon, concealed_kan_after_pon_staged),
    "CAL015": (concealed_recorded_as_added, other_tile_added, drawn_tile_added),
}
"""The ways of each code."""
