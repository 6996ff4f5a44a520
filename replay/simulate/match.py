"""From round to round of a simulated game: dealer, honba, deposits, and when the game ends (RULES §6)."""

from typing import Final

from replay.gamelog import GameEnd
from replay.ruleset.switches import Bust, GameLength, HonbaGrows, Switches
from replay.settlement.placing import final_results, placement
from replay.simulate.results import Outcome
from replay.table.table import DEPOSIT

USUAL_START: Final = {3: 35000, 4: 25000}
"""Points a seat starts with where the ruleset leaves them to the log, by the number of seats."""


def start_points(switches: Switches) -> int:
    """Points everybody starts with."""
    return USUAL_START[switches.seats] if switches.start_points is None else switches.start_points


class Match:
    """Where the game stands before a round."""

    def __init__(self, switches: Switches) -> None:
        self.switches = switches
        self.scores = (start_points(switches),) * switches.seats
        self.wind = 0  # prevailing, 0 East
        self.number = 1  # of the round within the wind
        self.honba = 0
        self.deposits = 0
        self.over = False

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self.number - 1

    def advance(self, outcome: Outcome) -> None:
        """The game stands before the next round, or is over."""
        self.scores = outcome.scores
        self.deposits = outcome.deposits
        self.over = self._ends(outcome)
        if not self.over:
            self._go_on(outcome)

    def go_on(self, outcome: Outcome) -> None:
        """The game is not over after all."""
        self.over = False
        self._go_on(outcome)

    def _go_on(self, outcome: Outcome) -> None:
        drawn_or_kept = outcome.dealer_stays or not outcome.won
        grows = drawn_or_kept if self.switches.honba_grows is HonbaGrows.DRAW_OR_DEALER_WIN else outcome.dealer_stays
        self.honba = self.honba + 1 if grows else 0
        if outcome.dealer_stays:
            return
        self.number += 1
        if self.number > self.switches.seats:
            self.number = 1
            self.wind += 1

    def _ends(self, outcome: Outcome) -> bool:
        switches = self.switches
        if switches.bust is Bust.BELOW_ZERO and min(self.scores) < 0:
            return True
        if switches.bust is Bust.ZERO and min(self.scores) <= 0:
            return True
        if switches.bust is Bust.UNPAID and outcome.unpaid:
            return True
        regular = 0 if switches.game_length is GameLength.EAST else 1
        last_of_wind = self.number == switches.seats
        if self.wind < regular or (self.wind == regular and not last_of_wind) or outcome.aborted:
            return False
        reached = switches.target_points is None or max(self.scores) >= switches.target_points
        if outcome.dealer_stays:
            return switches.dealer_stop and reached and placement(self.scores)[self.dealer] == 1
        return reached or (last_of_wind and self.wind == regular + (1 if switches.extension else 0))

    def result(self) -> GameEnd:
        """The end of the game: scores with the deposits left over, places and final results."""
        scores = list(self.scores)
        if self.switches.deposits_to_first:
            scores[placement(scores).index(1)] += self.deposits * DEPOSIT
        return GameEnd(tuple(scores), placement(scores, self.switches.ties), final_results(scores, self.switches))
