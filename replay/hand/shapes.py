"""All readings of a complete hand: how its tiles form sets, and which of the sets the winning tile completed."""

from enum import Enum

from replay.hand.context import WinContext
from replay.hand.suits import Reading as SuitReading
from replay.hand.suits import readings as suit_readings
from replay.hand.waits import is_complete
from replay.tiles import EAST, TERMINALS_AND_HONOURS


class Form(Enum):
    SETS = "sets"  # four sets and a pair
    SEVEN_PAIRS = "seven_pairs"
    ORPHANS = "orphans"  # thirteen orphans


class Wait(Enum):
    """What the winning tile completed."""

    TWO_SIDED = "two_sided"
    CLOSED = "closed"
    EDGE = "edge"
    TRIPLET = "triplet"
    PAIR = "pair"


class Reading:
    """One reading of a hand. `runs` are lowest kinds. Seven pairs and thirteen orphans have no sets."""

    def __init__(
        self,
        form: Form,
        wait: Wait,
        pair: int = -1,
        own_runs: tuple[int, ...] = (),
        own_triplets: tuple[int, ...] = (),
        called_runs: tuple[int, ...] = (),
        called_triplets: tuple[int, ...] = (),
        concealed_triplets: int = 0,
    ) -> None:
        self.form = form
        self.wait = wait
        self.pair = pair  # -1 where there is no single pair
        self.own_triplets = own_triplets  # of the concealed part
        self.runs = own_runs + called_runs
        self.triplets = own_triplets + called_triplets  # kans too
        self.concealed_triplets = concealed_triplets  # concealed kans too; a triplet completed by ron is open


def readings(win: WinContext) -> list[Reading]:
    """All readings of the hand, each with every set that may hold the winning tile; none if it is not complete."""
    counts = win.counts
    found: list[Reading] = []
    if not is_complete(counts, len(win.melds)):
        return found
    # Seven pairs too are complete, and their suits may each have a pair; `_add_sets` wants one pair in all.
    for m in suit_readings(tuple(counts[0:9])):
        for p in suit_readings(tuple(counts[9:18])):
            for s in suit_readings(tuple(counts[18:27])):
                for z in suit_readings(tuple(counts[27:34])):
                    _add_sets(win, m, p, s, z, found)
    if not win.melds:
        if counts.count(2) == 7:
            found.append(Reading(Form.SEVEN_PAIRS, Wait.PAIR))
        elif all(counts[kind] for kind in TERMINALS_AND_HONOURS):
            found.append(Reading(Form.ORPHANS, Wait.PAIR))
    return found


def _add_sets(
    win: WinContext, m: SuitReading, p: SuitReading, s: SuitReading, z: SuitReading, found: list[Reading]
) -> None:
    """Adds the readings that these readings of the suits give together: one for each place of the winning tile."""
    pair = -1
    runs: tuple[int, ...] = ()
    triplets: tuple[int, ...] = ()
    for first, suit in ((0, m), (9, p), (18, s), (EAST, z)):
        if suit.pair >= 0:
            if pair >= 0:
                return
            pair = first + suit.pair
        if suit.runs:
            runs += tuple([first + kind for kind in suit.runs])
        if suit.triplets:
            triplets += tuple([first + kind for kind in suit.triplets])
    kind = win.winning_kind
    waits: list[Wait] = []
    if pair == kind:
        waits.append(Wait.PAIR)
    if kind in triplets:
        waits.append(Wait.TRIPLET)
    for run in runs:
        if run <= kind <= run + 2:
            wait = _wait_of_run(run, kind)
            if wait not in waits:
                waits.append(wait)
    for wait in waits:
        concealed = len(triplets) + win.concealed_kans
        if wait is Wait.TRIPLET and not win.self_draw:
            concealed -= 1
        found.append(Reading(Form.SETS, wait, pair, runs, triplets, win.called_runs, win.called_triplets, concealed))


def _wait_of_run(run: int, kind: int) -> Wait:
    """How the run was waited for."""
    if kind == run + 1:
        return Wait.CLOSED
    lowest = run % 9
    if (lowest == 0 and kind == run + 2) or (lowest == 6 and kind == run):
        return Wait.EDGE
    return Wait.TWO_SIDED
