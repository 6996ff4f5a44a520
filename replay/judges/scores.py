"""PAY: the score chain from round to round, and the points at the start and the end of a game: of every family."""

from collections.abc import Sequence
from typing import Final

from replay.findings import Code, Detail, Docket
from replay.gamelog import GameEnd, RoundEnd, RoundStart
from replay.table.match import Match

SCORE_CHAIN: Final = Code(
    "PAY001",
    "score-chain-broken",
    "The scores a round starts with are those the round before ended with, deposits included.",
    "Points that appear or vanish between rounds belong to somebody.",
    "Seat 2 ends a round with 31,200 points and starts the next with 30,200.",
    (),
)
DEPOSITS_CARRIED: Final = Code(
    "PAY007",
    "deposits-carried-wrong",
    "The deposits on the table at the start of a round are those that nobody has won.",
    "A deposit that vanishes is missing from the next winner's hand.",
    "Two riichi are declared, the round is drawn, and the next starts with one deposit.",
    (),
)
FINAL_POINTS: Final = Code(
    "PAY008",
    "final-points-wrong",
    "The final points are those after the last round, deposits left over going to first.",
    "They decide the places.",
    "One deposit is left over and first place does not get it.",
    (),
    ("deposits_to_first",),
)
START_POINTS: Final = Code(
    "PAY010",
    "start-points-wrong",
    "Every seat starts the game with the points of the ruleset.",
    "Places depend on an equal start.",
    "Seat 3 starts with 24,000 points.",
    (),
    ("start_points",),
)

CODES: Final[tuple[Code, ...]] = (SCORE_CHAIN, DEPOSITS_CARRIED, FINAL_POINTS, START_POINTS)


def round_start(match: Match, event: RoundStart, docket: Docket) -> bool:
    """Judges scores and deposits against the round before."""
    if match.scores is None:
        return False
    if event.scores != match.scores and event.scores not in match.other_scores:
        if match.in_doubt:
            return False
        return docket.report(
            SCORE_CHAIN,
            None,
            f"the round starts with {plain(event.scores)}, the one before ended with {plain(match.scores)}",
            expected=_chain(match.scores, event.scores),
            observed=Detail(plain(event.scores), payments=event.scores),
        )
    carried = event.deposits == match.deposits or event.deposits in match.other_deposits
    if not carried and not match.in_doubt:
        return docket.report(
            DEPOSITS_CARRIED,
            None,
            f"the round starts with {event.deposits} deposits, {match.deposits} were left",
            expected=Detail(f"{match.deposits} deposits"),
            observed=Detail(f"{event.deposits} deposits"),
        )
    return False


def first_round(event: RoundStart, start_points: int | None, docket: Docket) -> bool:
    """Judges the points everybody starts with. `start_points` None: the rules do not fix them."""
    if start_points is None or all(score == start_points for score in event.scores):
        return False
    seat = next(seat for seat, score in enumerate(event.scores) if score != start_points)
    return docket.report(
        START_POINTS,
        seat,
        f"the game starts with {plain(event.scores)}, every seat should have {start_points:,}",
        expected=Detail(f"{start_points:,} a seat"),
        observed=Detail(plain(event.scores)),
    )


def round_end(match: Match, event: RoundEnd, docket: Docket) -> bool:
    """Judges the scores a log states after a round."""
    if match.scores is None or event.scores == match.scores or event.scores in match.other_scores or match.in_doubt:
        return False
    match.other_scores.append(event.scores)
    return docket.report(
        SCORE_CHAIN,
        None,
        f"the round ends with {plain(event.scores)}, its payments give {plain(match.scores)}",
        expected=_chain(match.scores, event.scores),
        observed=Detail(plain(event.scores), payments=event.scores),
    )


def final_points(match: Match, event: GameEnd, docket: Docket) -> bool:
    """Judges the final points."""
    if match.scores is None or match.in_doubt:
        return False
    possible = match.final_scores()
    right = possible[0]
    return event.scores not in possible and docket.report(
        FINAL_POINTS,
        None,
        f"the final points are {plain(event.scores)} instead of {plain(right)}",
        expected=_chain(right, event.scores),
        observed=Detail(plain(event.scores), payments=event.scores),
    )


def _chain(right: tuple[int, ...], logged: tuple[int, ...]) -> Detail:
    difference = tuple(due - stated for due, stated in zip(right, logged, strict=True))
    return Detail(plain(right), payments=right, difference=difference)


def plain(points: Sequence[int]) -> str:
    """The points a seat, as messages have them."""
    return " ".join(f"{amount:,}" for amount in points)
