"""Results of Shenzhen that the rules forbid, WIN and END; an empty wall; the events of another family."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from replay.gamelog import (
    ClaimedYaku,
    Discard,
    Draw,
    DrawReason,
    Event,
    GameEnd,
    Indicator,
    Riichi,
    RiichiAccepted,
    RoundDrawn,
    RoundStart,
    Win,
)
from replay.hand.shenzhen import is_winning
from replay.settlement.shenzhen import win_deltas
from replay.simulate.planters.scene import Edit, Scene, Way
from replay.table.table import DISCARD, DRAW, Table
from replay.tiles import CODES, KIND_OF, code_counts, kind_counts

OF_RIICHI: Final = frozenset(
    {
        *("indicated", "first_indicated"),
        *("riichi_by_another", "stray_riichi", "riichi_after_discard"),
        *("call_in_riichi", "call_in_riichi_staged", "chi_before_pon"),
        *(
            "fifth_kan_staged",
            "third_kan_of_a_hand_staged",
            "concealed_kan_after_pon_staged",
            "kan_on_empty_wall_staged",
        ),
    }
)
"""Ways of the shared planters that need a riichi, a chi or an indicator."""


def shared(ways: Mapping[str, tuple[Way, ...]]) -> dict[str, tuple[Way, ...]]:
    """Those of the ways that make sense in a Shenzhen game, by code."""
    kept = {code: tuple(way for way in some if _way_name(way) not in OF_RIICHI) for code, some in ways.items()}
    return {code: some for code, some in kept.items() if some}


def _way_name(way: Way) -> str:
    return way.__qualname__.partition(".")[0]


# WAL009


def draw_beyond_the_wall(scene: Scene) -> Iterator[Edit]:
    """A draw instead of the end of the round: all tiles are out, so it is one seen before."""
    place = scene.result_index()
    last = scene.at(place - 1)
    if isinstance(scene.result, RoundDrawn) and isinstance(last, Discard) and scene.wall_runs_out():
        seat = scene.next_seat(last.seat)
        yield Edit(scene.inserted(place, Draw(seat, last.tile, replacement=False)), place, seat)


# WIN


def hand_shown_otherwise(scene: Scene) -> Iterator[Edit]:
    """The winner shows a tile it did not hold."""
    place = scene.result_index()
    win = scene.result
    if not isinstance(win, Win):
        return
    for index, tile in enumerate(win.hand):
        other = scene.spare_tile(but_not=(KIND_OF[tile],))
        if other is not None and tile != win.tile:
            hand = (*win.hand[:index], other, *win.hand[index + 1 :])
            yield Edit(scene.replaced(place, replace(win, hand=hand)), place, win.seat)


def winning_tile_otherwise(scene: Scene) -> Iterator[Edit]:
    """The win is logged on another tile of the hand."""
    place = scene.result_index()
    win = scene.result
    if isinstance(win, Win):
        for tile in sorted(set(win.hand) - {win.tile}):
            yield Edit(scene.replaced(place, replace(win, tile=tile)), place, win.seat)


def incomplete_hand(scene: Scene) -> Iterator[Edit]:
    """Somebody wins with the tile just drawn or discarded, which does not complete the hand; the log ends there."""
    for index, table, _ in scene.moments():
        for seat in scene.seats:
            win = _win_now(scene, table, seat)
            if win is not None and not _wins(scene, table, win):
                yield Edit([*scene.events[:index], win], index, seat, last_round=True)


def _win_now(scene: Scene, table: Table, seat: int) -> Win | None:
    """A win of the seat with the tile that is on offer to it, whatever its hand is."""
    held = tuple(code for code in range(CODES) for _ in range(table.seats[seat].tiles[code]))
    seats = scene.switches.seats
    if table.phase == DISCARD and seat == table.turn:
        deltas = win_deltas(seat, seat, scene.stakes, seats, robbed=False)
        return Win(seat, seat, table.drawn, held, deltas=deltas)
    last = table.last_discard
    if table.phase != DRAW or last is None or last.seat == seat:
        return None
    deltas = win_deltas(seat, last.seat, scene.stakes, seats, robbed=False)
    return Win(seat, last.seat, last.tile, (*held, last.tile), deltas=deltas)


def _wins(scene: Scene, table: Table, win: Win) -> bool:
    """Whether the hand is complete, by any reading."""
    return is_winning(kind_counts(code_counts(win.hand)), len(table.seats[win.seat].melds), quads_as_pairs=True)


def value_claimed(scene: Scene) -> Iterator[Edit]:
    """The log counts yaku, han or fu."""
    place = scene.result_index()
    win = scene.result
    if isinstance(win, Win):
        for claimed in (
            replace(win, yaku=(ClaimedYaku("tanyao", 1),), han=1),
            replace(win, han=3, fu=40),
            replace(win, yaku=(ClaimedYaku("kokushi", 13),)),
        ):
            yield Edit(scene.replaced(place, claimed), place, win.seat)


def points_claimed(scene: Scene) -> Iterator[Edit]:
    """The log claims what the win does not bring."""
    place = scene.result_index()
    win = scene.result
    if isinstance(win, Win) and win.deltas is not None:
        for points in (win.deltas[win.seat] + scene.stakes.x, 0):
            yield Edit(scene.replaced(place, replace(win, points=points)), place, win.seat)


# END


def result_lost(scene: Scene) -> Iterator[Edit]:
    """The round has no result."""
    place = scene.result_index()
    if scene.has_next and place < len(scene.events) and not isinstance(scene.at(place - 1), (Draw, Riichi)):
        yield Edit(scene.events[:place], 0, None, in_next_round=True)


def drawn_too_early(scene: Scene) -> Iterator[Edit]:
    """The round is drawn after a discard with tiles left; the log ends there."""
    for index, table, _ in scene.moments():
        if table.phase == DRAW and table.last_discard is not None and table.live > 0:
            nothing = (0,) * scene.switches.seats
            yield Edit(
                [*scene.events[:index], RoundDrawn(DrawReason.EXHAUSTIVE, deltas=nothing)], index, None, last_round=True
            )


def aborted(scene: Scene) -> Iterator[Edit]:
    """The round is aborted after a discard; the log ends there."""
    for index, table, _ in scene.moments():
        if table.phase == DRAW and table.last_discard is not None:
            for reason in (DrawReason.FOUR_WINDS, DrawReason.FOUR_KANS, DrawReason.TRIPLE_RON):
                events: list[Event] = [*scene.events[:index], RoundDrawn(reason)]
                yield Edit(events, index, None, last_round=True)


def other_east(scene: Scene) -> Iterator[Edit]:
    """The next round names another East than the one that plays it."""
    if not scene.later:
        return
    start = scene.later[0][0]
    if isinstance(start, RoundStart):
        for seat in scene.others(start.dealer):
            later = [[replace(start, dealer=seat), *scene.later[0][1:]], *scene.later[1:]]
            yield _in_next(scene, seat, later)


def _in_next(scene: Scene, seat: int | None, later: list[list[Event]]) -> Edit:
    return Edit(list(scene.events), 0, seat, in_next_round=True, rest=lambda: later)


def game_goes_on(scene: Scene) -> Iterator[Edit]:
    """Another round starts where the game has ended."""
    end = scene.events[-1]
    win = scene.result
    if isinstance(end, GameEnd) and isinstance(win, Win):
        start = replace(scene.start, number=scene.start.number + 1, dealer=win.seat, scores=end.scores)
        yield Edit(scene.events[:-1], 0, None, in_next_round=True, rest=lambda: [[start]])


def game_ends_early(scene: Scene) -> Iterator[Edit]:
    """The game ends though everybody can go on."""
    start = scene.later[0][0] if scene.later else None
    if isinstance(start, RoundStart) and not scene.switches.early_end:
        yield Edit([*scene.events, GameEnd(start.scores)], len(scene.events), None, last_round=True)


def places_swapped(scene: Scene) -> Iterator[Edit]:
    """First and last have each other's places."""
    place = len(scene.events) - 1
    end = scene.events[place]
    if isinstance(end, GameEnd) and end.placement is not None:
        places = list(end.placement)
        first, last = places.index(1), places.index(max(places))
        places[first], places[last] = places[last], places[first]
        yield Edit(scene.replaced(place, replace(end, placement=tuple(places))), place, min(first, last))


# TRN010


def event_of_riichi(scene: Scene) -> Iterator[Edit]:
    """A riichi, a deposit or an indicator, which Shenzhen does not know."""
    for index, table, event in scene.moments():
        if isinstance(event, Discard) and table.phase == DISCARD:
            yield Edit(scene.inserted(index, Riichi(event.seat)), index, event.seat)
        elif isinstance(event, Draw) and table.phase == DRAW and table.last_discard is not None:
            yield Edit(scene.inserted(index, Indicator(event.tile)), index, None)
            payer = table.last_discard.seat
            yield Edit(scene.inserted(index, RiichiAccepted(payer, tuple(table.scores))), index, payer)


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "WAL009": (draw_beyond_the_wall,),
    "TRN010": (event_of_riichi,),
    "WIN001": (hand_shown_otherwise,),
    "WIN002": (winning_tile_otherwise,),
    "WIN003": (incomplete_hand,),
    "WIN007": (value_claimed,),
    "WIN015": (points_claimed,),
    "END001": (result_lost,),
    "END002": (drawn_too_early,),
    "END006": (aborted,),
    "END010": (other_east,),
    "END012": (game_goes_on,),
    "END013": (game_ends_early,),
    "END014": (places_swapped,),
}
"""The ways to plant each code in a Shenzhen game."""
