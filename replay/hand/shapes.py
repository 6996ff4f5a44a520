"""All readings of a complete hand: how its tiles form sets, and which of the sets the winning tile completed."""

from enum import Enum
from typing import Final

from replay.hand.context import WinContext
from replay.hand.suits import Reading as SuitReading
from replay.hand.suits import readings as suit_readings
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


# Compiled, a constant is at hand where a member of an Enum is looked up each time.
SETS: Final = Form.SETS
SEVEN_PAIRS: Final = Form.SEVEN_PAIRS
ORPHANS: Final = Form.ORPHANS
TWO_SIDED: Final = Wait.TWO_SIDED
CLOSED_WAIT: Final = Wait.CLOSED
EDGE_WAIT: Final = Wait.EDGE
TRIPLET_WAIT: Final = Wait.TRIPLET
PAIR_WAIT: Final = Wait.PAIR


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
    found: list[Reading] = []
    if len(win.concealed) != 14 - 3 * len(win.melds):
        return found
    counts = win.counts
    key = bytes(counts)
    # A suit of nothing but sets has no pair, and every other has one: only one may.
    for m in suit_readings(key[0:9], 0):
        for p in suit_readings(key[9:18], 9):
            for s in suit_readings(key[18:27], 18):
                for z in suit_readings(key[27:34], EAST):
                    if (m.pair >= 0) + (p.pair >= 0) + (s.pair >= 0) + (z.pair >= 0) == 1:
                        _add_sets(win, m, p, s, z, found)
    if not win.melds:
        if counts.count(2) == 7:
            found.append(Reading(SEVEN_PAIRS, PAIR_WAIT))
        elif not found and win.edges == win.tiles and all(counts[kind] for kind in TERMINALS_AND_HONOURS):
            found.append(Reading(ORPHANS, PAIR_WAIT))
    return found


def _add_sets(
    win: WinContext, m: SuitReading, p: SuitReading, s: SuitReading, z: SuitReading, found: list[Reading]
) -> None:
    """Adds what these readings of the suits, with one pair, give: a reading for each place of the winning tile."""
    pair = max(m.pair, p.pair, s.pair, z.pair)
    runs = m.runs + p.runs + s.runs
    triplets = m.triplets + p.triplets + s.triplets + z.triplets
    kind = win.winning_kind
    waits: list[Wait] = []
    if pair == kind:
        waits.append(PAIR_WAIT)
    if kind in triplets:
        waits.append(TRIPLET_WAIT)
    for run in runs:
        if run <= kind <= run + 2:
            wait = _wait_of_run(run, kind)
            if wait not in waits:
                waits.append(wait)
    for wait in waits:
        concealed = len(triplets) + win.concealed_kans
        if wait is TRIPLET_WAIT and not win.self_draw:
            concealed -= 1
        found.append(Reading(SETS, wait, pair, runs, triplets, win.called_runs, win.called_triplets, concealed))


def _wait_of_run(run: int, kind: int) -> Wait:
    """How the run was waited for."""
    if kind == run + 1:
        return CLOSED_WAIT
    lowest = run % 9
    if (lowest == 0 and kind == run + 2) or (lowest == 6 and kind == run):
        return EDGE_WAIT
    return TWO_SIDED
