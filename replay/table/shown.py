"""What the platform showed the seats, where the log records it: the choices it offered, and who it holds to be furiten.

Nothing of it moves the table. It is kept beside it, for the judges of the platform.
"""

from typing import Final, final

from replay.gamelog import FuritenFlag, Header, Offer, OfferKind

NO_OFFER: Final[tuple[OfferKind, ...]] = ()


@final
class Recorded:
    """What a log says it records completely: what is not there did not happen."""

    def __init__(self, offers: tuple[OfferKind, ...] = (), *, furiten: bool = False) -> None:
        self.offers = offers  # in the order in which they are judged
        self.furiten = furiten
        self.anything = bool(offers) or furiten


NOTHING_RECORDED: Final = Recorded()


def recorded_by(header: Header) -> Recorded:
    """What the header says is recorded."""
    stated = header.recorded_offers
    return Recorded(tuple([kind for kind in OfferKind if kind in stated]), furiten=header.furiten_flags)


@final
class Shown:
    """What was shown in a round so far."""

    def __init__(self, seats: int) -> None:
        self.offered = [NO_OFFER for _ in range(seats)]  # to each seat since the last act
        self.wrong: set[tuple[int, OfferKind]] = set()  # those of them that were reported
        self.no_wins: set[int] = set()  # events that offered a win by ron where there was none
        self.misled = False  # the act being judged does what was wrongly offered: that was reported
        self.furiten = [False for _ in range(seats)]  # whom the platform holds to be
        self.reported = [False for _ in range(seats)]  # that this is wrong: said once until it is right
        self.waits: list[tuple[int, ...] | None] = [None for _ in range(seats)]  # kinds; None: to be worked out
        self.furiten_now: list[bool | None] = [None for _ in range(seats)]  # by the rules; None: to be worked out
        self.act = 0  # the event of the last act
        self.to_compare = True  # what the act gave rise to was not compared yet

    def offer(self, event: Offer) -> None:
        before = self.offered[event.seat]
        self.offered[event.seat] = before + tuple([kind for kind in event.kinds if kind not in before])

    def flag(self, event: FuritenFlag) -> None:
        self.furiten[event.seat] = not event.clear

    def begin_act(self, event_index: int, seat: int, *, draws: bool) -> None:
        """The seat draws, discards, calls, sets tiles aside or declares riichi: new choices arise."""
        if not draws:
            self.waits[seat] = None
        for seat in range(len(self.offered)):
            self.offered[seat] = NO_OFFER
            self.furiten_now[seat] = None
        self.wrong = set()
        self.act = event_index
        self.to_compare = True
