"""Rons in furiten: FUR."""

from collections.abc import Iterator
from typing import Final

from replay.gamelog import Chi, Discard, Event, Kan, KanType, North, Pon, Win
from replay.ruleset.switches import NorthRon
from replay.simulate.planters.aftermath import played_on
from replay.simulate.planters.composed import Play
from replay.simulate.planters.scene import Edit, Scene, Way, rewritten
from replay.simulate.planters.staging import rich_seat
from replay.simulate.planters.winning import cut, offers, right_win, waiting, wins_of
from replay.table.furiten import FuritenKind
from replay.table.table import Table
from replay.tiles import EAST, KIND_OF, NORTH, RED_5P, parse_tiles

# Reasons, worked out anew so that the judge has no word in it


def reasons(table: Table, seat: int, waits: tuple[int, ...]) -> set[FuritenKind]:
    """Every reason why the seat may not win by ron on the tile that is offered last."""
    holder = table.seats[seat]
    found: set[FuritenKind] = set()
    if any(KIND_OF[event.tile] in waits for event in holder.river):
        found.add(FuritenKind.OWN_RIVER)
    last = 0
    for place, event in enumerate(table.events):
        if isinstance(event, Discard) and event.seat == seat:
            last = place
    since = holder.riichi_event if holder.riichi else last
    for event in table.events[since + 1 : -1]:
        if _passed(event, seat) in waits:
            found.add(FuritenKind.RIICHI if holder.riichi else FuritenKind.SAME_TURN)
    return found


def _passed(event: Event, seat: int) -> int:
    """The kind that the event offered to the seat, -1 for nothing."""
    if isinstance(event, (Discard, North)) and event.seat != seat:
        return KIND_OF[event.tile]
    if isinstance(event, Kan) and event.seat != seat and event.type is KanType.ADDED:
        return KIND_OF[event.tiles[0]]
    return -1


def taken_in_furiten(kind: FuritenKind) -> Way:
    """A player takes a tile that it may not take for this reason alone, and the round ends with it."""

    def way(scene: Scene) -> Iterator[Edit]:
        for index, table, source, tile in offers(scene):
            for seat in scene.others(source):
                waits = waiting(table, seat)
                if KIND_OF[tile] in waits and reasons(table, seat, waits) == {kind}:
                    win = right_win(scene, table, seat, source, tile)
                    if win is not None:
                        yield played_on(scene, cut(scene, index, win), index, seat)

    return way


# A legal ron, and a history in which it is furiten


class _Ron:
    """The only win of a round, by ron."""

    def __init__(self, index: int, table: Table, win: Win) -> None:
        holder = table.seats[win.seat]
        self.index = index
        self.seat = win.seat
        self.riichi = holder.riichi
        self.waits = waiting(table, win.seat)
        self.events = list(table.events)
        own = [place for place, event in enumerate(self.events) if _is_discard_of(event, win.seat)]
        self.since = holder.riichi_event if holder.riichi else own[-1] if own else 0


def _is_discard_of(event: Event, seat: int) -> bool:
    return isinstance(event, Discard) and event.seat == seat


def _rons(scene: Scene) -> list[_Ron]:
    """The only win of the round if it is a ron."""
    found = [_Ron(index, table, win) for index, table, win in wins_of(scene) if win.seat != win.from_seat]
    return found if len(found) == 1 else []


def wait_in_own_river(scene: Scene) -> Iterator[Edit]:
    """The winner of a ron has discarded one of its waits before."""
    for ron in _rons(scene):
        for place, event in enumerate(ron.events):
            if _is_discard_of(event, ron.seat) and not scene.is_taken(place):
                yield from _of_the_waits(scene, ron, place)


def wait_passed(kind: FuritenKind) -> Way:
    """Before a ron somebody discards a tile that the winner could have taken."""

    def way(scene: Scene) -> Iterator[Edit]:
        for ron in _rons(scene):
            if ron.riichi is not (kind is FuritenKind.RIICHI):
                continue
            for place in range(ron.since + 1, ron.index - 1):
                event = ron.events[place]
                if isinstance(event, Discard) and event.seat != ron.seat and not scene.is_taken(place):
                    yield from _of_the_waits(scene, ron, place)

    return way


def _of_the_waits(scene: Scene, ron: _Ron, place: int) -> Iterator[Edit]:
    """The round in which the discard there is one of the waits; no wind in an opening, which might abort the round."""
    discard = scene.events[place]
    assert isinstance(discard, Discard)
    if isinstance(ron.events[place - 1], (Chi, Pon)):
        return  # kuikae may forbid it
    opening = not any(_is_discard_of(event, discard.seat) for event in ron.events[:place])
    for kind in ron.waits:
        tile = scene.spare_tile(of_kind=kind)
        if tile is None or (opening and EAST <= kind <= NORTH):
            continue
        events = rewritten(scene, place, tile)
        if events is not None:
            yield Edit(events, ron.index, ron.seat)


# Rounds to order. The hand waits for 6p and 9p and has a yaku by its white dragons.

WAITS: Final = "69p"
HAND: Final = "555z234s345p78p99p"


def _anybody(scene: Scene) -> int:
    return scene.random.choice(list(scene.seats))


def _won(play: Play, winner: int) -> Iterator[Edit]:
    """The winner takes the tile on offer."""
    win = play.right_win(winner)
    if win is not None:
        yield play.ended_by(win, winner)


def own_wait_discarded_staged(scene: Scene) -> Iterator[Edit]:
    """A seat declines to win by its own draw, and wins by ron later."""
    winner = _anybody(scene)
    play = Play(scene, {winner: HAND}, "69p", keep=WAITS)
    play.turns_until(winner)
    play.go("9p", "6p")
    yield from _won(play, winner)


def own_wait_claimed_staged(scene: Scene) -> Iterator[Edit]:
    """The wait that the winner discarded was claimed by another."""
    winner = _anybody(scene)
    other = scene.next_seat(winner)
    play = Play(scene, {winner: HAND, other: "66p"}, "69p", keep=WAITS)
    play.turns_until(winner)
    play.go("6p")
    play.pon(other)
    play.let_go()
    if play.table.turn == winner:
        play.go("")
    play.go("9p")
    yield from _won(play, winner)


def red_wait_discarded_staged(scene: Scene) -> Iterator[Edit]:
    """The wait in the own river is a red five, the tile won an ordinary one."""
    if scene.wall.limits[RED_5P]:
        winner = _anybody(scene)
        play = Play(scene, {winner: "555z234s678s46p99p"}, "05p", keep="5p")
        play.turns_until(winner)
        play.go("0p", "5p")
        yield from _won(play, winner)


def north_discarded_staged(scene: Scene) -> Iterator[Edit]:
    """A seat that discarded a North wins on a North that another sets aside (T6)."""
    if scene.switches.north_dora and scene.switches.chanpei is not NorthRon.FORBIDDEN:
        winner = _anybody(scene)
        play = Play(scene, {winner: "555z234s678s44z99p"}, "44z", keep="9p4z")
        play.turns_until(winner)
        play.go("4z")
        play.draw("4z")
        play.add(North(play.table.turn, NORTH))
        yield from _won(play, winner)


def passed_and_ponned_staged(scene: Scene) -> Iterator[Edit]:
    """The passed tile is ponned, which takes the winner's turn away, and the next discard is won (T14)."""
    winner = _anybody(scene)
    first = scene.next_seat(winner)
    second = scene.next_seat(first)
    play = Play(scene, {winner: HAND, second: "669p"}, "6p", keep=WAITS)
    play.turns_until(first)
    play.go("6p")
    play.pon(second)
    play.discard("9p")
    yield from _won(play, winner)


def passed_without_yaku_staged(scene: Scene) -> Iterator[Edit]:
    """The passed tile completes a shape without a yaku, the tile won one with all simples (T16)."""
    winner = _anybody(scene)
    play = Play(scene, {winner: "222s44s678s345p78p"}, "69p", keep=WAITS)
    play.turns_until(scene.next_seat(winner))
    play.go("9p", "6p")
    yield from _won(play, winner)


def north_passed_staged(scene: Scene) -> Iterator[Edit]:
    """The passed tile is a North set aside (T15)."""
    if scene.switches.north_dora and scene.switches.chanpei is not NorthRon.FORBIDDEN:
        winner = _anybody(scene)
        play = Play(scene, {winner: "555z234s678s44z99p"}, "49p4z", keep="9p4z")
        play.turns_until(scene.next_seat(winner))
        play.draw("4z")
        play.add(North(play.table.turn, NORTH))
        play.go("9p")
        yield from _won(play, winner)


def added_kan_passed_staged(scene: Scene) -> Iterator[Edit]:
    """The passed tile is that of an added kan (T15), the tile won the discard after it."""
    winner = _anybody(scene)
    first = scene.next_seat(winner)
    second = scene.next_seat(first)
    play = Play(scene, {winner: HAND, second: "66p"}, "669p", keep=WAITS)
    play.turns_until(first)
    play.go("6p")
    play.pon(second)
    play.let_go()
    play.turns_until(winner)
    play.go("")
    play.turns_until(second)
    play.draw("6p")
    play.kan(Kan(second, KanType.ADDED, tuple(parse_tiles("6p"))))
    play.replacement("9p")
    play.discard()
    yield from _won(play, winner)


def passed_in_riichi_staged(scene: Scene) -> Iterator[Edit]:
    """A seat in riichi lets a tile pass and wins a turn later."""
    winner = rich_seat(scene)
    if winner >= 0:
        play = Play(scene, {winner: HAND}, "69p", keep=WAITS)
        play.turns_until(winner)
        play.riichi()
        play.go("6p")
        play.turns_until(winner)
        play.go("", "9p")
        yield from _won(play, winner)


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "FUR001": (
        taken_in_furiten(FuritenKind.OWN_RIVER),
        wait_in_own_river,
        own_wait_discarded_staged,
        own_wait_claimed_staged,
        red_wait_discarded_staged,
        north_discarded_staged,
    ),
    "FUR002": (
        taken_in_furiten(FuritenKind.SAME_TURN),
        wait_passed(FuritenKind.SAME_TURN),
        passed_and_ponned_staged,
        passed_without_yaku_staged,
        north_passed_staged,
        added_kan_passed_staged,
    ),
    "FUR003": (
        taken_in_furiten(FuritenKind.RIICHI),
        wait_passed(FuritenKind.RIICHI),
        passed_in_riichi_staged,
    ),
}
"""The ways of each code."""
