"""FUR: rons that furiten forbids."""

from typing import Final

from replay.findings import Code, Detail, Docket
from replay.gamelog import Win
from replay.hand.waits import waits
from replay.judges.names import tile_text
from replay.table.furiten import Furiten, FuritenKind, furiten
from replay.table.table import Table
from replay.tiles import format_tiles

OWN_RIVER: Final = Code(
    "FUR001",
    "ron-in-furiten-own-river",
    "A player does not win by ron while any of the hand's waits lies among the own discards, claimed ones included.",
    "Whoever threw a winning tile away may only win by self-draw; a red five counts as a five.",
    "Seat 1 waits on 2p 5p, discarded 0p in its third turn, and wins by ron on 2p.",
    ("N20", "N19"),
    ("furiten",),
)
SAME_TURN: Final = Code(
    "FUR002",
    "ron-in-furiten-same-turn",
    "A player who let a winning tile pass does not win by ron before the own next discard.",
    "Passed are discards, tiles of added kans and Norths set aside, and shapes without a yaku count.",
    "Seat 2 lets seat 0's 4s pass and wins by ron on seat 1's 7s before discarding.",
    ("N20",),
    ("furiten", "chanpei", "any_hand_robs_added_kan", "kokushi_robs_concealed_kan"),
)
RIICHI: Final = Code(
    "FUR003",
    "ron-in-furiten-riichi",
    "A player in riichi who let a winning tile pass does not win by ron any more.",
    "The choice not to win is final behind a riichi.",
    "Seat 0 is in riichi on 3p 6p, seat 2's 6p passes, and seat 0 wins by ron on 3p two turns later.",
    ("N20",),
    ("furiten", "chanpei", "any_hand_robs_added_kan", "kokushi_robs_concealed_kan"),
)

CODES: Final[tuple[Code, ...]] = (OWN_RIVER, SAME_TURN, RIICHI)

CODE_OF: Final = {
    FuritenKind.OWN_RIVER: OWN_RIVER,
    FuritenKind.SAME_TURN: SAME_TURN,
    FuritenKind.RIICHI: RIICHI,
}


def ron(table: Table, event: Win, docket: Docket) -> bool:
    """Judges a ron by a seat whose hand is known."""
    seat = table.seats[event.seat]
    if event.seat == event.from_seat or seat.unsure:
        return False
    waiting = waits(seat.counts(), len(seat.melds))
    reason = furiten(table, event.seat, waiting, event.tile)
    if reason is None:
        return False
    text = because(reason, event.seat)
    return docket.report(
        CODE_OF[reason.kind],
        event.seat,
        f"seat {event.seat} wins by ron on {tile_text(event.tile)}, waiting on {format_tiles(waiting)}, but {text}",
        expected=Detail("no ron, a win by self-draw only: " + text),
        observed=Detail(f"ron on {tile_text(event.tile)} from seat {event.from_seat}"),
    )


def because(reason: Furiten, seat: int) -> str:
    """What made the seat furiten, in words that follow its name."""
    tile = tile_text(reason.tile)
    if reason.kind is FuritenKind.OWN_RIVER:
        return f"it discarded {tile} itself at event {reason.event_index}"
    since = " since its riichi" if reason.kind is FuritenKind.RIICHI else ""
    return f"it let {tile} pass at event {reason.event_index}{since}"
