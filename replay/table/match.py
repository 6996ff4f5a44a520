"""The match from round to round: scores and deposits carried on, which round comes next, when the game ends."""

from dataclasses import dataclass

from replay.gamelog import DrawReason, RoundStart
from replay.ruleset.switches import Bust, DealerStays, GameLength, HonbaGrows, Switches
from replay.settlement.placing import placement
from replay.table.table import DEPOSIT, Table

ABORTS = frozenset(DrawReason) - {DrawReason.EXHAUSTIVE, DrawReason.NAGASHI}


@dataclass(frozen=True)
class NextRound:
    """What a round start has to say."""

    prevailing_wind: int
    number: int
    honba: int
    dealer: int


class Match:
    """What is known between two rounds. `scores` None: nothing, because the log starts here or the last is unclear."""

    def __init__(self, switches: Switches) -> None:
        self.switches = switches
        self.scores: tuple[int, ...] | None = None
        self.other_scores: list[tuple[int, ...]] = []  # as good as `scores`: a payment was found wrong
        self.deposits = 0
        self.next_round: NextRound | None = None
        self.over: bool | None = None  # the rules end the game here; None: not known
        self.unpaid = False  # somebody could not pay in full
        self.in_doubt = False  # points may have been moved by acts at fault

    def forget(self) -> None:
        """The round before has no result: nothing follows from it."""
        self.scores = None
        self.other_scores = []
        self.next_round = None
        self.over = None
        self.in_doubt = False

    def start_round(self) -> None:
        """A round starts: its scores are those it states."""
        self.scores = None
        self.unpaid = False

    def take_result(self, table: Table, deltas: tuple[int, ...] | None, *, in_doubt: bool) -> None:
        """Adds what one win or drawn round moves: by the log, and by the rules where they differ.

        `in_doubt`: it follows another result and is at fault, so that it may as well have moved nothing.
        """
        right = table.right_deltas
        if self.scores is None:
            self.scores = tuple(table.scores)
            self.other_scores = []
            self.deposits = table.deposits
            self.in_doubt = table.deposits_in_doubt
        before = (self.scores, *self.other_scores) if in_doubt else ()
        moved = deltas if deltas is not None else right
        self.unpaid = self.unpaid or table.unpaid
        if moved is None:
            self.in_doubt = True
            return
        if right is not None and right != moved:
            self.other_scores = [_sum(scores, right) for scores in (self.scores, *self.other_scores)]
        else:
            self.other_scores = [_sum(scores, moved) for scores in self.other_scores]
        self.other_scores += before
        self.scores = _sum(self.scores, moved)

    def close_round(self, table: Table) -> None:
        """Works out what comes after the round."""
        start = table.start
        if self.scores is None:
            return
        if table.wins:
            self.deposits = 0
        dealer = start.dealer
        drawn = table.drawn_round
        dealer_won = any(win.seat == dealer for win in table.wins)
        abort = drawn is not None and drawn.reason in ABORTS
        stays = dealer_won or abort
        if drawn is not None and not abort and self.switches.dealer_stays is DealerStays.WIN_OR_TENPAI:
            stays = dealer in table.tenpai_seats
        grows = stays or (drawn is not None and self.switches.honba_grows is HonbaGrows.DRAW_OR_DEALER_WIN)
        self.next_round = _following(start, self.switches.seats, stays=stays, honba=start.honba + 1 if grows else 0)
        readings = {
            self._is_over(start, scores, stays=stays, abort=abort) for scores in (self.scores, *self.other_scores)
        }
        self.over = readings.pop() if len(readings) == 1 else None

    def _is_over(self, start: RoundStart, scores: tuple[int, ...], *, stays: bool, abort: bool) -> bool:
        """Whether the game ends after this round (rows bust, game length, end of the last round, extension)."""
        switches = self.switches
        if switches.bust is Bust.BELOW_ZERO and min(scores) < 0:
            return True
        if switches.bust is Bust.UNPAID and self.unpaid:
            return True
        if abort:
            return False
        winds = 1 if switches.game_length is GameLength.EAST else 2
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

    def final_scores(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        """The final points: deposits left on the table go to first (switch `deposits_to_first`)."""
        if not self.deposits or not self.switches.deposits_to_first:
            return scores
        first = placement(scores).index(1)
        return tuple(score + (DEPOSIT * self.deposits if seat == first else 0) for seat, score in enumerate(scores))


def _following(start: RoundStart, seats: int, *, stays: bool, honba: int) -> NextRound:
    if stays:
        return NextRound(start.prevailing_wind, start.number, honba, start.dealer)
    dealer = (start.dealer + 1) % seats
    if start.number == seats:
        return NextRound(start.prevailing_wind + 1, 1, honba, dealer)
    return NextRound(start.prevailing_wind, start.number + 1, honba, dealer)


def _sum(scores: tuple[int, ...], deltas: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(score + delta for score, delta in zip(scores, deltas, strict=True))
