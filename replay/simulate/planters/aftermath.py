"""What follows a round with a fault in it: the game played on by chance, or the log's own rounds with other scores."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from replay.gamelog import Event, GameEnd, Riichi, RiichiAccepted, RoundDrawn, RoundEnd, RoundStart, Win
from replay.ruleset.switches import Switches
from replay.settlement.placing import final_results, placement
from replay.simulate.match import Match
from replay.simulate.planters.scene import Edit, Scene, follow
from replay.simulate.results import Outcome
from replay.simulate.round import play_round
from replay.simulate.wall import Wall, shuffled_tiles
from replay.table.match import ABORTS
from replay.table.table import DEPOSIT, Table
from replay.table.wall import wall_geometry


def match_at(start: RoundStart, switches: Switches) -> Match:
    """Where the game stands before the round, by what its start states."""
    match = Match(switches)
    match.scores = start.scores
    match.wind = start.prevailing_wind
    match.number = start.number
    match.honba = start.honba
    match.deposits = start.deposits
    return match


def outcome_of(scene: Scene, events: Sequence[Event]) -> Outcome:
    """What the round leaves behind by what it logs itself."""
    start = events[0]
    assert isinstance(start, RoundStart)
    table = Table(scene.switches, scene.wall, start)
    deltas: list[tuple[int, ...]] = []
    stays = won = aborted = False
    for event in events[1:]:
        follow(table, event)
        if isinstance(event, Win):
            won = True
            stays = stays or event.seat == start.dealer
            deltas.append(event.deltas or ())
        elif isinstance(event, RoundDrawn):
            aborted = event.reason in ABORTS
            stays = aborted or start.dealer in (event.tenpai or ())
            deltas.append(event.deltas or ())
    scores = tuple(map(sum, zip(table.scores, *filter(None, deltas), strict=True)))
    return Outcome(scores, 0 if won else table.deposits, stays, won=won, aborted=aborted, unpaid=False)


def played_from(match: Match, random: Random) -> list[list[Event]]:
    """The rounds of a legal game from where the match stands to its end."""
    switches = match.switches
    rounds: list[list[Event]] = []
    while not match.over:
        wall = Wall(shuffled_tiles(switches, random), switches)
        hands = wall.deal(match.dealer)
        start = RoundStart(
            match.wind,
            match.number,
            match.honba,
            match.deposits,
            match.dealer,
            match.scores,
            hands,
            (wall.indicator(),),
        )
        aims = (None,) * switches.seats
        events, outcome = play_round(switches, wall_geometry(switches), start, wall, aims, random)
        match.advance(outcome)
        rounds.append(events)
    if rounds:
        rounds[-1].append(match.result())
    return rounds


def played_on(
    scene: Scene, events: list[Event], event_index: int, seat: int | None, *, deposits: int | None = None
) -> Edit:
    """The edit in which the game is played on after the round, by what the round logs itself.

    `deposits`: those on the table then, where that is not what follows.
    """
    start = events[0]
    assert isinstance(start, RoundStart)
    match = match_at(start, scene.switches)
    match.advance(outcome_of(scene, events))
    if deposits is not None:
        match.deposits = deposits
    if match.over:
        return Edit([*events, match.result()], event_index, seat, rest=list)
    return Edit(events, event_index, seat, rest=lambda: played_from(match, scene.random))


def followed(
    events: list[Event], event_index: int, seat: int | None, rest: list[list[Event]], *, in_next_round: bool = False
) -> Edit:
    """The edit with these rounds after the round."""
    return Edit(events, event_index, seat, in_next_round=in_next_round, rest=lambda: rest)


def started_otherwise(scene: Scene, match: Match) -> Edit | None:
    """The edit in which the next round starts from the match given, and the game is played on from there."""
    if not scene.has_next or match.over:
        return None
    return Edit(scene.events, 0, None, in_next_round=True, rest=lambda: played_from(match, scene.random))


def match_after(scene: Scene) -> Match:
    """Where the game stands after the scene's round by the rules."""
    match = match_at(scene.start, scene.switches)
    match.advance(outcome_of(scene, scene.events))
    return match


def with_scores_moved(events: Sequence[Event], shift: Sequence[int]) -> list[Event]:
    """The events with every absolute score changed by the shift; GameEnd is left alone."""
    return [_moved(event, shift) for event in events]


def _moved(event: Event, shift: Sequence[int]) -> Event:
    if isinstance(event, RoundStart):
        return replace(event, scores=_sum(event.scores, shift))
    if isinstance(event, RiichiAccepted) and event.scores is not None:
        return replace(event, scores=_sum(event.scores, shift))
    if isinstance(event, RoundEnd):
        return replace(event, scores=_sum(event.scores, shift))
    return event


def rest_moved(
    scene: Scene, shift: Sequence[int], later: Sequence[list[Event]] | None = None
) -> list[list[Event]] | None:
    """The rounds that follow, or those given, with all scores changed by the shift, the end of the game recomputed.

    None where the rules would then have ended the game at another time, or forbidden a riichi.
    """
    rounds: list[list[Event]] = []
    for events in scene.later if later is None else later:
        moved = with_scores_moved(events, shift)
        if not _may_follow(scene, events, moved):
            return None
        if isinstance(moved[-1], GameEnd):
            moved[-1] = end_of_game(scene, moved)
        rounds.append(moved)
    return rounds


def _may_follow(scene: Scene, events: Sequence[Event], moved: Sequence[Event]) -> bool:
    """Whether the moved round is legal where the round itself is, and the game ends after it just as well."""
    start = moved[0]
    assert isinstance(start, RoundStart)
    for event in moved:
        # Nobody pays or is paid before the own riichi; a declaration whose discard is won has no deposit.
        if isinstance(event, Riichi) and start.scores[event.seat] < scene.switches.riichi_points:
            return False
    if may_be_short(scene, events) or may_be_short(scene, moved):
        return False
    return ends_after(scene, events) == ends_after(scene, moved)


def may_be_short(scene: Scene, events: Sequence[Event]) -> bool:
    """Whether somebody may have paid all there was after the round, and not all that was due (K9)."""
    return scene.switches.score_floor and min(outcome_of(scene, events).scores) <= 0


def ends_after(scene: Scene, events: Sequence[Event]) -> bool:
    """Whether the game ends after the round by the rules."""
    start = events[0]
    assert isinstance(start, RoundStart)
    match = match_at(start, scene.switches)
    match.advance(outcome_of(scene, events))
    return match.over


def end_of_game(scene: Scene, events: Sequence[Event]) -> GameEnd:
    """The end of the game after the round, stating what the log's own states."""
    start, stated = events[0], events[-1]
    assert isinstance(start, RoundStart)
    assert isinstance(stated, GameEnd)
    return ended(scene, outcome_of(scene, events[:-1]), stated)


def ended(scene: Scene, outcome: Outcome, stated: GameEnd) -> GameEnd:
    """The end of the game after that outcome; places and results only where `stated` has them."""
    switches = scene.switches
    scores = list(outcome.scores)
    if switches.deposits_to_first:
        scores[placement(scores).index(1)] += outcome.deposits * DEPOSIT
    return GameEnd(
        tuple(scores),
        None if stated.placement is None else placement(scores),
        None if stated.results is None else final_results(scores, switches),
    )


def resettled(scene: Scene, index: int, event: Win | RoundDrawn, seat: int | None, *, follows: bool) -> Edit:
    """The edit with another result at `index`, where its fault is proven.

    `follows`: later scores follow from what it moves; otherwise they stay what they were.
    """
    events = scene.replaced(index, event)
    if not follows:
        return Edit(events, index, seat)
    old = scene.events[index]
    assert isinstance(old, (Win, RoundDrawn))
    shift = tuple(new - was for new, was in zip(event.deltas or (), old.deltas or (), strict=True))
    ends = isinstance(events[-1], GameEnd)
    if outcome_of(scene, events).dealer_stays == outcome_of(scene, scene.events).dealer_stays:
        if ends_after(scene, events) == ends_after(scene, scene.events):
            rest = rest_moved(scene, shift)
            if rest is not None:
                if ends:
                    events[-1] = end_of_game(scene, events)
                return followed(events, index, seat, rest)
    return played_on(scene, events[:-1] if ends else events, index, seat)


def _sum(scores: Sequence[int], shift: Sequence[int]) -> tuple[int, ...]:
    return tuple(score + change for score, change in zip(scores, shift, strict=True))
