"""Faults of how rounds end: END001 to END005, END008, END009.

Aborts are planted in `aborting`, what follows a round in `course`.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from replay.gamelog import DRAWS, Discard, Draw, DrawReason, RoundDrawn, Win
from replay.settlement.riichi import nagashi_deltas, noten_deltas
from replay.simulate.planters.aftermath import played_on, resettled
from replay.simulate.planters.composed import (
    Play,
    drawn_round,
    exhaustive,
    has_nagashi,
    held_tiles,
    is_tenpai,
    nagashi_round,
)
from replay.simulate.planters.scene import Edit, Scene, Way
from replay.simulate.planters.winning import cut
from replay.table.table import DRAW, Table
from replay.tiles import KIND_OF

EXHAUSTED: Final = (DrawReason.EXHAUSTIVE, DrawReason.NAGASHI)
NINE: Final = 9

# END001


def result_lost(scene: Scene) -> Iterator[Edit]:
    """The result of a round is not recorded, and the log goes on with the next round or the end of the game."""
    index = scene.result_index()
    count = 0
    while isinstance(scene.at(index + count), (Win, RoundDrawn)):
        count += 1
    if count:
        yield from _without_result(scene, index, count)


def last_turn_lost(scene: Scene) -> Iterator[Edit]:
    """The last turn is not recorded either."""
    index = scene.result_index()
    if isinstance(scene.result, RoundDrawn) and isinstance(scene.at(index - 2), Draw):
        yield from _without_result(scene, index - 2, 3)


def _without_result(scene: Scene, index: int, count: int) -> Iterator[Edit]:
    events = scene.without(index, count)
    if index < len(events):
        yield Edit(events, index, None)
    elif scene.has_next:
        yield Edit(events, 0, None, in_next_round=True)


# END002


def drawn_early(scene: Scene) -> Iterator[Edit]:
    """The round is drawn as if the wall were empty."""
    for index, table, event in scene.moments():
        if isinstance(event, Draw) and table.phase == DRAW and index > 1 and table.abort_due is None:
            yield played_on(scene, cut(scene, index, exhaustive(scene, table)), index, None)


def last_tile_not_drawn(scene: Scene) -> Iterator[Edit]:
    """The last tile is neither drawn nor discarded, which changes nothing else."""
    index = scene.result_index()
    result, discard, draw = scene.result, scene.at(index - 1), scene.at(index - 2)
    if isinstance(result, RoundDrawn) and result.reason is DrawReason.EXHAUSTIVE:
        if isinstance(discard, Discard) and discard.drawn and draw in DRAWS[False][discard.seat]:
            yield Edit(scene.without(index - 2, 2), index - 2, None)


# END003, END004, END005


def _drawn(scene: Scene) -> Iterator[tuple[int, Table, RoundDrawn]]:
    """The end of an exhausted round that says who is tenpai, its place, and the table before it."""
    for index, table, event in scene.moments():
        if isinstance(event, RoundDrawn) and event.reason in EXHAUSTED and event.tenpai is not None:
            yield index, table, event


def _tenpai_otherwise(
    scene: Scene, index: int, event: RoundDrawn, tenpai: tuple[int, ...], seat: int, hand: tuple[int, ...] | None
) -> Iterator[Edit]:
    """The edits in which these seats count as tenpai: said, shown, paid, and carried on."""
    said = replace(event, tenpai=tenpai)
    hands = list(event.hands or [None] * scene.switches.seats)
    hands[seat] = hand
    shown = replace(said, hands=tuple(hands))
    yield Edit(scene.replaced(index, said), index, seat)
    yield Edit(scene.replaced(index, shown), index, seat)
    if event.reason is DrawReason.EXHAUSTIVE:
        paid = replace(shown, deltas=noten_deltas(tenpai, scene.switches))
        yield resettled(scene, index, paid, seat, follows=True)
        yield resettled(scene, index, paid, seat, follows=False)


def noten_counted(scene: Scene) -> Iterator[Edit]:
    """A noten seat counts as tenpai."""
    for index, table, event in _drawn(scene):
        for seat in scene.seats:
            if seat not in (event.tenpai or ()):
                tenpai = tuple(sorted((*(event.tenpai or ()), seat)))
                yield from _tenpai_otherwise(scene, index, event, tenpai, seat, held_tiles(table, seat))


def waiting_for_own_fifth_staged(scene: Scene) -> Iterator[Edit]:
    """A hand that waits only for a fifth copy of the four it holds counts as tenpai."""
    seat = scene.random.choice(list(scene.seats))
    play = Play(scene, {seat: "1111p234567s555z"})
    play.exhausted()
    if is_tenpai(play.table, seat) or any(has_nagashi(play.table, other) for other in scene.seats):
        return
    tenpai = tuple(other for other in scene.seats if other == seat or is_tenpai(play.table, other))
    yield play.ended_by(drawn_round(scene, play.table, tenpai), seat)


def tenpai_not_counted(scene: Scene) -> Iterator[Edit]:
    """A tenpai seat counts as noten."""
    for index, _table, event in _drawn(scene):
        for seat in event.tenpai or ():
            tenpai = tuple(other for other in event.tenpai or () if other != seat)
            yield from _tenpai_otherwise(scene, index, event, tenpai, seat, None)


def shown_hand_otherwise(scene: Scene) -> Iterator[Edit]:
    """A hand is shown with another tile, or with one too few."""
    index = scene.result_index()
    event = scene.result
    if isinstance(event, RoundDrawn) and event.reason in EXHAUSTED:
        for seat, hand in enumerate(event.hands or ()):
            tile = scene.spare_tile()
            if hand is None or tile is None:
                continue
            place = scene.random.randrange(len(hand))
            rest = hand[:place] + hand[place + 1 :]
            for shown in (rest, (*rest, tile)):
                if sorted(shown) != sorted(hand):
                    hands = list(event.hands or ())
                    hands[seat] = tuple(sorted(shown))
                    yield Edit(scene.replaced(index, replace(event, hands=tuple(hands))), index, seat)


def noten_shown_as_tenpai(scene: Scene) -> Iterator[Edit]:
    """A noten hand is shown with another tile that makes it tenpai, and paid for."""
    for index, table, event in _drawn(scene):
        for seat in scene.seats:
            if seat in (event.tenpai or ()) or event.reason is not DrawReason.EXHAUSTIVE:
                continue
            for code in set(held_tiles(table, seat)):
                tile = scene.spare_tile(but_not=(KIND_OF[code],))
                if tile is None:
                    continue
                table.seats[seat].tiles[code] -= 1
                table.seats[seat].tiles[tile] += 1
                hand, waits = held_tiles(table, seat), is_tenpai(table, seat)
                table.seats[seat].tiles[tile] -= 1
                table.seats[seat].tiles[code] += 1
                if waits:
                    tenpai = tuple(sorted((*(event.tenpai or ()), seat)))
                    yield from list(_tenpai_otherwise(scene, index, event, tenpai, seat, hand))[1:]


# END008, END009


def nagashi_unearned(scene: Scene) -> Iterator[Edit]:
    """A seat is paid for nagashi that nobody has earned."""
    for index, table, event in _drawn(scene):
        if event.reason is DrawReason.EXHAUSTIVE and scene.switches.nagashi:
            if not any(has_nagashi(table, seat) for seat in scene.seats):
                for seat in scene.seats:
                    deltas = nagashi_deltas((seat,), scene.switches, dealer=scene.start.dealer)
                    paid = replace(event, reason=DrawReason.NAGASHI, deltas=deltas)
                    yield resettled(scene, index, paid, None, follows=True)
                    yield resettled(scene, index, paid, None, follows=False)


def nagashi_spoiled_staged(scene: Scene) -> Iterator[Edit]:
    """Nagashi is paid though one discard was a simple, or one was claimed."""
    if scene.switches.nagashi:
        for simple in (True, False):
            play, seat = nagashi_round(scene, simple=simple, claimed=not simple)
            if not any(has_nagashi(play.table, other) for other in scene.seats):
                waiting = tuple(other for other in scene.seats if is_tenpai(play.table, other))
                yield play.ended_by(drawn_round(scene, play.table, waiting, (seat,)), None)


def nagashi_ignored(scene: Scene) -> Iterator[Edit]:
    """A seat that has earned nagashi is not paid for it; noten payments are made."""
    for index, table, event in _drawn(scene):
        if event.reason is DrawReason.NAGASHI:
            seat = next(seat for seat in scene.seats if has_nagashi(table, seat))
            plain = drawn_round(scene, table, event.tenpai or ())
            yield resettled(scene, index, plain, seat, follows=True)
            yield resettled(scene, index, plain, seat, follows=False)


def nagashi_ignored_staged(scene: Scene) -> Iterator[Edit]:
    """The same in a round composed for it."""
    if scene.switches.nagashi:
        play, seat = nagashi_round(scene)
        waiting = tuple(other for other in scene.seats if is_tenpai(play.table, other))
        yield play.ended_by(drawn_round(scene, play.table, waiting), seat)


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "END001": (result_lost, last_turn_lost),
    "END002": (drawn_early, last_tile_not_drawn),
    "END003": (noten_counted, waiting_for_own_fifth_staged),
    "END004": (tenpai_not_counted,),
    "END005": (shown_hand_otherwise, noten_shown_as_tenpai),
    "END008": (nagashi_unearned, nagashi_spoiled_staged),
    "END009": (nagashi_ignored, nagashi_ignored_staged),
}
"""The ways of each code."""
