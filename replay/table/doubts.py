"""What the faults of a round leave in doubt (ADR 8). A hand that is unknown is `Seat.unsure`."""

from replay.gamelog import RoundStart


class Doubts:
    """From where something is in doubt until the round ends, the log is taken at its word about it."""

    def __init__(self) -> None:
        self.faults: list[int] = []  # places in the round's events: what hangs on the order of acts is in doubt
        self.turn = False  # a draw out of turn: until the order fits again, the log says whose turn it is
        self.live = False  # how many tiles the live wall holds: a draw is missing, or is one too many
        self.indicators = False  # which were turned: dora are taken from the log
        self.deposits = False  # whether one was paid
        self.winds = False  # the prevailing wind or the dealer may be another
        self.made_up = False  # deal and record were found not to be of one set

        # What is as good as what the log says, or the table by it, because that was found wrong
        self.right_start: RoundStart | None = None
        self.other_scores: list[int] | None = None
        self.other_tenpai: tuple[int, ...] | None = None
        self.pot_unpaid = False  # the first of several winners was not paid honba and deposits

    def restate(self, start: RoundStart, right: RoundStart) -> None:
        """The start was found wrong: what it had to say is as good as what it says."""
        self.right_start = right
        self.other_scores = None if right.scores == start.scores else list(right.scores)
        self.winds = (right.prevailing_wind, right.dealer) != (start.prevailing_wind, start.dealer)
