"""In which order the turns of a round followed each other: there is one way at most.

Read forwards the lists look ambiguous. A draw that was skipped is simply absent, so of two equal discards either may be
the one that was claimed, and a reader that takes the first goes wrong. Read backwards they are not: every turn names
the seat whose turn it followed, a claim the seat it claims from, a draw the seat before. The last turn of the round is
that of the seat which is followed once less than it has turns; before it came the last turn of the seat it followed,
and so on to the dealer's first draw. No tile has to be looked at, so that a claim of a tile nobody discarded can be
read too.
"""

from replay.formats.tenhou_json_turns import SeatTurns
from replay.gamelog import LogError


def turn_order(plays: list[SeatTurns], dealer: int) -> list[int]:
    """The seats in the order of their turns. Raises LogError when the turns do not follow each other."""
    left = [len(play.turns) for play in plays]
    if not any(left):
        return []
    if not left[dealer] or plays[dealer].turns[0].claims:
        raise LogError("the round does not start with a draw of the dealer", f"seat {dealer}, draw 1")
    order = [_last(plays, dealer)]
    left[order[0]] -= 1
    while order[-1] != dealer or left[dealer]:
        # There is one: a seat is followed no more often than it has turns.
        seat = plays[order[-1]].turns[left[order[-1]]].follows
        left[seat] -= 1
        order.append(seat)
    for seat, unused in enumerate(left):
        if unused:
            raise LogError("no turn leads to it", plays[seat].turns[unused - 1].place)
    order.reverse()
    return order


def _last(plays: list[SeatTurns], dealer: int) -> int:
    """The seat with the last turn of the round: it is followed once less than it has turns, all others as often."""
    followed = [0] * len(plays)
    for play in plays:
        for turn in play.turns:
            followed[turn.follows] += 1
    followed[plays[dealer].turns[0].follows] -= 1  # nothing comes before the first draw
    for seat, play in enumerate(plays):
        if followed[seat] > len(play.turns):
            raise LogError(f"{followed[seat]} draws and claims follow its {len(play.turns)} turns", f"seat {seat}")
    return next(seat for seat, play in enumerate(plays) if followed[seat] < len(play.turns))
