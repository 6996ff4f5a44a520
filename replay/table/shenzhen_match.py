"""A Shenzhen match from round to round: who is East next (S2), when the game ends (S10)."""

from replay.gamelog import RoundStart
from replay.ruleset.switches import EastAfterDraw, Switches
from replay.settlement.shenzhen import Stakes
from replay.table.match import Match, NextRound
from replay.table.table import Table


class ShenzhenMatch(Match):
    """Nothing but money and East is carried on: winds, numbers and honba of a round are the log's own count."""

    def __init__(self, switches: Switches, stakes: Stakes) -> None:
        super().__init__(switches)
        self.stakes = stakes

    def close_round(self, table: Table) -> None:
        if self.scores is None:
            return
        self.deposits = 0
        self.other_deposits = []
        starts = [table.start] if table.doubts.right_start is None else [table.start, table.doubts.right_start]
        rounds: list[NextRound] = []
        for start in starts:
            for east in self._easts(table, start):
                rounds.append(NextRound(start.prevailing_wind, start.number, start.honba, east))
        self.next_round, self.other_rounds = rounds[0], rounds[1:]
        ends = {min(scores) < self.stakes.to_play_on for scores in (self.scores, *self.other_scores)}
        self.over = ends.pop() if len(ends) == 1 else None
        if self.unclear:
            self.next_round = None
            self.over = None

    def _easts(self, table: Table, start: RoundStart) -> list[int]:
        """Who is East next: the winner; of several, who should have been the only one, and the others."""
        if table.wins:
            return [win.seat for win in table.wins]
        stays = self.switches.east_after_draw is EastAfterDraw.STAYS
        return [start.dealer if stays else table.after[start.dealer]]

    def right_start(self, stated: RoundStart) -> RoundStart:
        right = self.next_round
        return RoundStart(
            stated.prevailing_wind,
            stated.number,
            stated.honba,
            stated.deposits,
            stated.dealer if right is None else right.dealer,
            stated.scores if self.scores is None else self.scores,
            stated.hands,
            stated.indicators,
            stated.wall,
        )
