"""The match from round to round: scores and deposits carried on, which round comes next, when the game ends."""

from abc import ABC, abstractmethod
from typing import Final

from replay.gamelog import DrawReason, RoundStart
from replay.ruleset.switches import Bust, DealerStays, GameLength, HonbaGrows, Switches
from replay.settlement.placing import placement
from replay.table.table import DEPOSIT, Table

WINDS_OF: Final[dict[GameLength, tuple[int, ...]]] = {
    GameLength.EAST: (1,),
    GameLength.SOUTH: (2,),
    GameLength.EITHER: (1, 2),
}
"""How many winds a game may have."""

MOST_READINGS: Final = 64
"""Of the scores after a round with faults: three wins at fault give fewer."""

ABORTS: Final = frozenset(DrawReason) - {DrawReason.EXHAUSTIVE, DrawReason.NAGASHI}


class NextRound:
    """What a round start has to say."""

    def __init__(self, prevailing_wind: int, number: int, honba: int, dealer: int) -> None:
        self.prevailing_wind: Final = prevailing_wind
        self.number: Final = number
        self.honba: Final = honba
        self.dealer: Final = dealer

    def is_as(self, other: "NextRound") -> bool:
        """Whether it says the same."""
        return (
            self.number == other.number
            and self.dealer == other.dealer
            and self.honba == other.honba
            and self.prevailing_wind == other.prevailing_wind
        )


class Match(ABC):
    """What is known between two rounds. `scores` None: nothing, because the log starts here or the last is unclear.

    What follows from a round differs by family: see `RiichiMatch` and `replay.table.shenzhen_match`.
    """

    def __init__(self, switches: Switches) -> None:
        self.switches = switches
        self.scores: tuple[int, ...] | None = None
        self.other_scores: list[tuple[int, ...]] = []  # as good as `scores`: a payment was found wrong
        self.deposits = 0
        self.other_deposits: list[int] = []  # as good as `deposits`
        self.unmoved = 0  # points that by the rules had to move to somebody and did not
        self.next_round: NextRound | None = None
        self.other_rounds: list[NextRound] = []  # as good as `next_round`
        self.over: bool | None = None  # the rules end the game here; None: not known
        self.unpaid = False  # somebody could not pay in full
        self.unpaid_in_doubt = False  # what was due is not known
        self.unclear = False  # who won what is not known: neither is the next round
        self.in_doubt = False  # points may have been moved by acts at fault
        self.past_end = False  # a round after the end of the game was found: no later one is new

    def forget(self) -> None:
        """The round before has no result: nothing follows from it."""
        self.scores = None
        self.other_scores = []
        self.other_deposits = []
        self.next_round = None
        self.other_rounds = []
        self.over = None
        self.in_doubt = False

    def take_start(self, points: int | None) -> None:
        """The first round starts with so many points a seat by the rules, None: not known."""
        self.scores = None if points is None else (points,) * self.switches.seats

    def start_round(self) -> None:
        """A round starts: its scores are those it states."""
        self.scores = None
        self.unpaid = self.unpaid_in_doubt = False
        self.unclear = False

    def take_result(self, table: Table, deltas: tuple[int, ...] | None, *, in_doubt: bool) -> None:
        """Adds what one win or drawn round moves: by the log, and by the rules where they differ.

        `in_doubt`: it follows another result and is at fault, so that it may as well have moved nothing.
        """
        right = table.right_deltas
        if self.scores is None:
            self.scores = tuple(table.scores)
            self.other_scores = [] if table.doubts.other_scores is None else [tuple(table.doubts.other_scores)]
            self.deposits = table.deposits
            self.unmoved = 0
            self.in_doubt = False
        self.in_doubt = self.in_doubt or table.doubts.deposits
        before = (self.scores, *self.other_scores) if in_doubt else ()
        moved = deltas if deltas is not None else right
        self.unpaid = self.unpaid or table.unpaid
        self.unpaid_in_doubt = self.unpaid_in_doubt or right != moved
        if moved is None:
            self.in_doubt = True
            return
        others = [_sum(scores, moved) for scores in self.other_scores]
        if right is not None and right != moved:
            others += [_sum(scores, right) for scores in (self.scores, *self.other_scores)]
            self.unmoved += sum(right) - sum(moved)
        # Each fault doubles them, and only a log that is no game has many.
        self.other_scores = list(dict.fromkeys((*others, *before)))[:MOST_READINGS]
        self.scores = _sum(self.scores, moved)

    @abstractmethod
    def close_round(self, table: Table) -> None:
        """Works out what comes after the round: each family its own way."""

    def right_start(self, stated: RoundStart) -> RoundStart:
        """What the start of a round had to say, as far as that is known."""
        right = self.next_round
        return RoundStart(
            stated.prevailing_wind if right is None else right.prevailing_wind,
            stated.number if right is None else right.number,
            stated.honba if right is None else right.honba,
            self.deposits,
            stated.dealer if right is None else right.dealer,
            stated.scores if self.scores is None else self.scores,
            stated.hands,
            stated.indicators,
            stated.wall,
        )

    def final_scores(self) -> list[tuple[int, ...]]:
        """The final points that may be, the likeliest first: deposits left over go to first (`deposits_to_first`)."""
        if self.scores is None:
            return []
        return [
            self._with_pot(scores, deposits)
            for deposits in (self.deposits, *self.other_deposits)
            for scores in (self.scores, *self.other_scores)
        ]

    def _with_pot(self, scores: tuple[int, ...], deposits: int) -> tuple[int, ...]:
        if not deposits or not self.switches.deposits_to_first:
            return scores
        first = placement(scores).index(1)
        return tuple(score + (DEPOSIT * deposits if seat == first else 0) for seat, score in enumerate(scores))


class RiichiMatch(Match):
    """A riichi match: the deal passes on, honba and deposits are carried."""

    def close_round(self, table: Table) -> None:
        """Works out what comes after the round, by its start as stated and by the right one where that was wrong."""
        if self.scores is None:
            return
        starts = [table.start] if table.doubts.right_start is None else [table.start, table.doubts.right_start]
        if table.wins:
            self.deposits = 0
        self.other_deposits = (
            [] if table.wins else [self.deposits + start.deposits - table.start.deposits for start in starts[1:]]
        )
        if self.unmoved and self.unmoved % DEPOSIT == 0:
            # What the winner did not get may still lie on the table, and what an abort gave back does not.
            self.other_deposits.append(self.deposits + self.unmoved // DEPOSIT)
        drawn = table.drawn_round
        abort = drawn is not None and drawn.reason in ABORTS
        rounds: list[NextRound] = []
        ends: set[bool] = set()
        for start in starts:
            for stays in self._stays(table, start.dealer, abort=abort):
                grows = stays or (drawn is not None and self.switches.honba_grows is HonbaGrows.DRAW_OR_DEALER_WIN)
                honba = start.honba + 1 if grows else 0
                rounds.append(_following(start, self.switches.seats, stays=stays, honba=honba))
                ends |= {
                    self._is_over(start, scores, winds, stays=stays, abort=abort)
                    for scores in (self.scores, *self.other_scores)
                    for winds in WINDS_OF[self.switches.game_length]
                }
        self.next_round, self.other_rounds = rounds[0], rounds[1:]
        self.over = ends.pop() if len(ends) == 1 else None
        if self.unpaid_in_doubt and self.switches.bust is Bust.UNPAID and (self.unpaid or min(self.scores) <= 0):
            self.over = None
        if self.unclear:
            self.next_round = None
            self.over = None

    def _stays(self, table: Table, dealer: int, *, abort: bool) -> list[bool]:
        """Whether the dealer stays on: by what is known, and by the log's word where that is something else."""
        if abort or any(win.seat == dealer for win in table.wins):
            return [True]
        if table.drawn_round is None or self.switches.dealer_stays is not DealerStays.WIN_OR_TENPAI:
            return [False]
        found = [dealer in table.tenpai_seats]
        if table.doubts.other_tenpai is not None and (dealer in table.doubts.other_tenpai) is not found[0]:
            found.append(not found[0])
        return found

    def _is_over(self, start: RoundStart, scores: tuple[int, ...], winds: int, *, stays: bool, abort: bool) -> bool:
        """Whether a game of so many winds ends after this round (rows bust, end of the last round, extension)."""
        switches = self.switches
        if switches.bust is Bust.BELOW_ZERO and min(scores) < 0:
            return True
        if switches.bust is Bust.ZERO and min(scores) <= 0:
            return True
        if switches.bust is Bust.UNPAID and self.unpaid:
            return True
        if abort:
            return False
        last = winds * switches.seats - 1
        position = start.prevailing_wind * switches.seats + start.number - 1
        if position < last:
            return False
        target = switches.target_points
        reached = target is None or max(scores) >= target
        if stays:
            # In the extension too: a dealer who stays on without being first plays on, whoever has the target.
            return switches.dealer_stop and reached and placement(scores)[start.dealer] == 1
        return reached or not switches.extension or position >= last + switches.seats


def _following(start: RoundStart, seats: int, *, stays: bool, honba: int) -> NextRound:
    if stays:
        return NextRound(start.prevailing_wind, start.number, honba, start.dealer)
    dealer = (start.dealer + 1) % seats
    if start.number == seats:
        return NextRound(start.prevailing_wind + 1, 1, honba, dealer)
    return NextRound(start.prevailing_wind, start.number + 1, honba, dealer)


def _sum(scores: tuple[int, ...], deltas: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(score + delta for score, delta in zip(scores, deltas, strict=True))
