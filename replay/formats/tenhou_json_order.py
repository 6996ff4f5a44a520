"""In which order the turns of a round followed each other.

After a discard either a seat claims it, whose next turn is a claim of that tile from that seat, or the next seat draws.
Both can fit: a draw that was skipped is simply absent, and of two equal discards the lists do not say which was
claimed. So the search tries one after the other, claims first, and keeps every order in which all turns find their
place. Situations that lead nowhere are remembered, which makes the search short; a budget bounds it in any case.
"""

from typing import Final

from replay.formats.tenhou_json_turns import NONE, SeatTurns
from replay.gamelog import LogError
from replay.tiles import TEXT_OF

MAX_READINGS: Final = 8
"""Orders of one round that are kept. No genuine round has more than two."""

MAX_STEPS: Final = 100_000
"""Turns tried in one log. A genuine log has about 80 a round, and few are tried twice."""


class Budget:
    """How many turns may still be tried in the log."""

    def __init__(self) -> None:
        self.steps = MAX_STEPS

    def spend(self) -> None:
        """Raises LogError when nothing is left."""
        self.steps -= 1
        if self.steps < 0:
            raise LogError(f"more than {MAX_STEPS} turns tried: the draws fit together in too many ways", "the draws")


class _Search:
    """The turns put in order so far."""

    def __init__(self, plays: list[SeatTurns], dealer: int, budget: Budget) -> None:
        self.plays = plays
        self.seats = len(plays)
        self.dealer = dealer
        self.budget = budget
        self.turns = sum(len(play.turns) for play in plays)
        self.done = [0] * self.seats
        self.path: list[int] = []
        self.orders: list[list[int]] = []
        self.dead: set[tuple[int, ...]] = set()
        self.furthest: list[int] = []

    def situation(self) -> tuple[int, ...]:
        return (*self.done, self.path[-1] if self.path else NONE)

    def choices(self) -> list[int]:
        """The seats whose next turn may follow, the most preferred last. Empty at a dead end."""
        plays = self.plays
        done = self.done
        if not self.path:
            first = plays[self.dealer].turns
            return [self.dealer] if first and first[0].claimed == NONE else []
        last = self.path[-1]
        discard = plays[last].turns[done[last] - 1].discard
        if discard == NONE:
            return []
        found: list[int] = []
        for step in range(self.seats - 1, 0, -1):
            seat = (last + step) % self.seats
            if done[seat] == len(plays[seat].turns):
                continue
            turn = plays[seat].turns[done[seat]]
            if turn.claimed == NONE:
                if step == 1:
                    found.insert(0, seat)
            elif turn.claimed == discard and turn.from_seat == last:
                found.append(seat)
        return found

    def run(self) -> None:
        """Finds the orders, at most MAX_READINGS. Raises LogError when the budget is spent."""
        waiting: list[list[int]] = [self.choices()]
        before: list[int] = [0]
        while waiting:
            if not waiting[-1]:
                waiting.pop()
                if before.pop() == len(self.orders):
                    self.dead.add(self.situation())
                if self.path:
                    self.done[self.path.pop()] -= 1
                continue
            seat = waiting[-1].pop()
            self.budget.spend()
            self.path.append(seat)
            self.done[seat] += 1
            if len(self.path) > len(self.furthest):
                self.furthest = self.path[:]
            if len(self.path) == self.turns:
                self.orders.append(self.path[:])
                if len(self.orders) == MAX_READINGS:
                    return
            elif self.situation() not in self.dead:
                waiting.append(self.choices())
                before.append(len(self.orders))
                continue
            self.done[self.path.pop()] -= 1


def find_orders(plays: list[SeatTurns], dealer: int, budget: Budget) -> list[list[int]]:
    """The possible orders of the turns, as the seats that have them, claims as early as possible first.

    Raises LogError with the place where no order goes on.
    """
    search = _Search(plays, dealer, budget)
    if not search.turns:
        return [[]]
    search.run()
    if not search.orders:
        raise _dead_end(search)
    return search.orders


def _dead_end(search: _Search) -> LogError:
    """Why the order that came furthest does not go on."""
    order = search.furthest
    done = [order.count(seat) for seat in range(search.seats)]
    if order:
        last = order[-1]
        discard = search.plays[last].turns[done[last] - 1].discard
        if discard == NONE:
            after = f"seat {last} ends the round"
            rest = next(seat for seat in range(search.seats) if done[seat] < len(search.plays[seat].turns))
            return LogError(f"left over when {after}", search.plays[rest].turns[done[rest]].place)
        seat = (last + 1) % search.seats
        after = f"after seat {last}'s discard {TEXT_OF[discard]}"
    else:
        seat = search.dealer
        after = "at the start of the round"
    turns = search.plays[seat].turns
    if done[seat] == len(turns):
        return LogError(f"nobody goes on {after}: seat {seat} has no draw left", f"seat {seat}, draw {len(turns) + 1}")
    return LogError(f"nobody goes on {after}: this claim of seat {seat} does not fit", turns[done[seat]].place)
