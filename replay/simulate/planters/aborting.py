"""Aborts without a reason, and reasons without an abort: END006 and END007."""

from collections.abc import Iterator
from typing import Final

from replay.gamelog import Discard, Draw, DrawReason, RoundDrawn
from replay.ruleset.switches import TileSet
from replay.simulate.planters.aftermath import played_on
from replay.simulate.planters.composed import Play, aborted, exhaustive, resumed
from replay.simulate.planters.scene import Edit, Scene, Way
from replay.simulate.planters.winning import cut, offers, right_win
from replay.table.table import DISCARD, DRAW, FOUR_KANS, Table
from replay.tiles import EAST, KIND_OF, NORTH, TERMINALS_AND_HONOURS

NINE: Final = 9

# END006


def aborted_without_reason(reason: DrawReason) -> Way:
    """The round is aborted for a reason that is not there, when somebody should draw."""

    def way(scene: Scene) -> Iterator[Edit]:
        for index, table, event in scene.moments():
            if isinstance(event, Draw) and table.phase == DRAW and index > 1 and not _has_reason(scene, table, reason):
                yield played_on(scene, cut(scene, index, aborted(scene, reason)), index, None)

    return way


def _has_reason(scene: Scene, table: Table, reason: DrawReason) -> bool:
    """Whether the abort may be there: where that is not plain, True."""
    switches = scene.switches
    if reason is DrawReason.FOUR_WINDS:
        first = {KIND_OF[seat.river[0].tile] if seat.river else -1 for seat in table.seats}
        return switches.four_winds and len(first) == 1 and EAST <= min(first) <= NORTH
    if reason is DrawReason.FOUR_RIICHI:
        return switches.four_riichi and all(seat.riichi for seat in table.seats)
    if reason is DrawReason.FOUR_KANS:
        return switches.four_kans and len(table.kan_owners) >= FOUR_KANS
    return False


def nine_terminals_with_few(scene: Scene) -> Iterator[Edit]:
    """Nine terminals are declared with fewer kinds, in the first turn."""
    yield from _nine_terminals(scene, first_turn=True)


def nine_terminals_late(scene: Scene) -> Iterator[Edit]:
    """Nine terminals are declared after the first turn, or after a call."""
    yield from _nine_terminals(scene, first_turn=False)


def _nine_terminals(scene: Scene, *, first_turn: bool) -> Iterator[Edit]:
    for index, table, _event in scene.moments():
        if table.phase != DISCARD or table.drawn < 0 or table.events[-1] is not table.last_act:
            continue
        holder = table.seats[table.turn]
        counts = holder.counts()
        few = sum(1 for kind in TERMINALS_AND_HONOURS if counts[kind]) < NINE
        early = not holder.river and table.last_call < 0
        if early is first_turn and (few or not early):
            abort = aborted(scene, DrawReason.NINE_TERMINALS, table.turn)
            yield played_on(scene, cut(scene, index, abort), index, table.turn)


def nine_terminals_late_staged(scene: Scene) -> Iterator[Edit]:
    """Nine kinds are there, but it is the second turn, or another has called, or another declares them."""
    seat = scene.random.choice(list(scene.seats))
    other = scene.next_seat(seat)
    for wrong in ("second turn", "called", "another"):
        play = Play(scene, {seat: "19m19p19s1234z", other: "66p"}, "6p", keep="6p")
        play.turns_until(seat)
        if wrong == "second turn":
            play.go_round(seat)
        elif wrong == "called":
            if seat == scene.start.dealer:
                continue
            play = Play(scene, {seat: "19m19p19s1234z", other: "66p"}, "6p", keep="6p")
            play.go("6p")
            if play.offered()[0] == other:
                continue
            play.pon(other)
            play.let_go()
            play.turns_until(seat)
        play.draw()
        declarer = other if wrong == "another" else seat
        yield play.ended_by(aborted(scene, DrawReason.NINE_TERMINALS, declarer), declarer)


def three_rons_that_are_two(scene: Scene) -> Iterator[Edit]:
    """A discard that at most two seats can win on ends the round as if three had."""
    for index, table, source, tile in offers(scene):
        if isinstance(table.last_act, Discard):
            winners = [seat for seat in scene.others(source) if right_win(scene, table, seat, source, tile) is not None]
            if len(winners) < 3:
                yield played_on(scene, cut(scene, index, aborted(scene, DrawReason.TRIPLE_RON)), index, None)


def four_kans_of_one_staged(scene: Scene) -> Iterator[Edit]:
    """Four kans of one seat end the round."""
    play = _kans(scene, {scene.start.dealer: "1111222233334p"}, "4p4p4p", ("1p", "2p", "3p", "4p"))
    play.replacement()
    play.discard()
    yield play.ended_by(aborted(scene, DrawReason.FOUR_KANS), None)


def _kans(scene: Scene, hands: dict[int, str], draws: str, kans: tuple[str, ...]) -> Play:
    """A round in which the dealer declares these kans on end, drawing what is on order."""
    play = Play(scene, hands, draws)
    left = [draws[place : place + 2] for place in range(0, len(draws), 2)]
    play.draw(left.pop() if left else "")
    for place, tile in enumerate(kans):
        if place:
            play.replacement(left.pop() if left else "")
        play.concealed_kan(tile)
    return play


# END007


def abort_ignored(scene: Scene) -> Iterator[Edit]:
    """A round that has to be aborted goes on until the wall is empty."""
    index = scene.result_index()
    event = scene.result
    if isinstance(event, RoundDrawn) and event.reason in (
        DrawReason.FOUR_WINDS,
        DrawReason.FOUR_RIICHI,
        DrawReason.FOUR_KANS,
    ):
        yield from _played_out(resumed(scene, index), index)


def _played_out(play: Play, index: int) -> Iterator[Edit]:
    """The round drawn on to its end; with an empty wall both ends of it are due, and neither is ignored."""
    if play.table.live > 0:
        play.exhausted()
        events = [*play.table.events, exhaustive(play.scene, play.table)]
        yield played_on(play.scene, events, index, None)


def four_winds_ignored_staged(scene: Scene) -> Iterator[Edit]:
    """Everybody discards the same wind first, and the round goes on."""
    if scene.switches.four_winds:
        wind = scene.random.choice(("1z", "2z", "3z", "4z"))
        play = Play(scene, {}, wind * scene.switches.seats)
        play.go(*[wind] * scene.switches.seats)
        yield from _played_out(play, len(play.table.events))


READY_HANDS: Final = ("123456m123p11z23s", "789m456789p22z23s", "123456789s33z78p", "777z555z888m777m4z")
READY_HANDS_OF_THREE: Final = ("123456p789s11z23s", "123456p789s22z23s", "789p789p789s33z23s")  # without 2m-8m


def four_riichi_ignored_staged(scene: Scene) -> Iterator[Edit]:
    """Everybody is in riichi, and the round goes on."""
    switches = scene.switches
    if switches.four_riichi and min(scene.start.scores) >= switches.riichi_points:
        hands = READY_HANDS if switches.tiles is TileSet.FULL else READY_HANDS_OF_THREE
        play = Play(scene, dict(zip(scene.seats, hands, strict=False)))
        for _ in scene.seats:
            play.declared_riichi()
        yield from _played_out(play, len(play.table.events))


def four_kans_ignored_staged(scene: Scene) -> Iterator[Edit]:
    """Two seats have declared four kans, and the round goes on."""
    if scene.switches.four_kans:
        first = scene.start.dealer
        second = scene.next_seat(first)
        play = _kans(scene, {first: "11112222p", second: "11112222s"}, "", ("1p", "2p"))
        play.replacement()
        play.discard()
        play.draw()
        for tile in ("1s", "2s"):
            play.concealed_kan(tile)
            play.replacement()
        play.discard()
        yield from _played_out(play, len(play.table.events))


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "END006": (
        aborted_without_reason(DrawReason.FOUR_WINDS),
        aborted_without_reason(DrawReason.FOUR_RIICHI),
        aborted_without_reason(DrawReason.FOUR_KANS),
        nine_terminals_with_few,
        nine_terminals_late,
        nine_terminals_late_staged,
        three_rons_that_are_two,
        four_kans_of_one_staged,
    ),
    "END007": (
        abort_ignored,
        four_winds_ignored_staged,
        four_riichi_ignored_staged,
        four_kans_ignored_staged,
    ),
}
"""The ways of each code."""
