"""WIN: the tile that is won, the hand that is shown, and how many win: of every family."""

from collections.abc import Sequence
from typing import Final

from replay.findings import Code, Detail, Docket
from replay.gamelog import Win
from replay.judges.names import tile_text
from replay.ruleset.switches import SeveralRons
from replay.table.table import OVER, Table
from replay.table.winner import held_hand, place_on_offer, winning_tile_on_offer
from replay.tiles import format_tiles

SHOWN_HAND: Final = Code(
    "WIN001",
    "shown-hand-wrong",
    "The hand a winner shows is the hand that was played.",
    "A hand that changed on its way to the table is worth what it was, not what is shown.",
    "Seat 2 shows 5p where it held 4p.",
    (),
)
WINNING_TILE: Final = Code(
    "WIN002",
    "winning-tile-wrong",
    "The winning tile is the tile drawn, discarded, or of the robbed kan or North.",
    "The wait decides yaku, fu and furiten.",
    "Seat 0 discards 7s and seat 1's win is logged on 4s.",
    (),
)
NOT_COMPLETE: Final = Code(
    "WIN003",
    "hand-not-complete",
    "A winning hand is four sets and a pair, seven pairs or thirteen orphans.",
    "A win without a complete hand takes money for nothing.",
    "Seat 3 wins with 123m456p789s11z23s.",
    ("S11",),
)
ROBBED: Final = Code(
    "WIN005",
    "robbed-illegally",
    "A concealed kan is robbed only where the rules let thirteen orphans do it, and a North only where they allow it.",
    "The tile of a concealed kan is not on offer.",
    "Seat 2 wins with a run on the tile of seat 0's concealed kan.",
    ("N16", "N23", "S13"),
    ("kokushi_robs_concealed_kan", "any_hand_robs_added_kan", "chanpei"),
)
TOO_MANY: Final = Code(
    "WIN006",
    "too-many-winners",
    "No more players win on one tile than the rules allow.",
    "Where the nearest wins alone, or three rons end the round, a further win takes money that is not owed.",
    "Three seats win by ron on one discard where triple ron ends the round.",
    (),
    ("several_rons", "triple_ron"),
)

CODES: Final[tuple[Code, ...]] = (SHOWN_HAND, WINNING_TILE, NOT_COMPLETE, ROBBED, TOO_MANY)


def too_many(table: Table, event: Win, docket: Docket) -> bool:
    """Judges that no more seats win on one tile than the rules allow."""
    if table.phase != OVER or not table.wins:
        return False
    most = {SeveralRons.NEAREST: 1, SeveralRons.TWO: 2, SeveralRons.ALL: table.switches.seats - 1}[
        table.switches.several_rons
    ]
    if len({won.seat for won in table.wins}) < most:
        return False
    return docket.report(
        TOO_MANY,
        event.seat,
        f"seat {event.seat} wins on the same tile as {len(table.wins)} before it",
        expected=Detail(f"at most {most} winner{'s' if most > 1 else ''} on one tile"),
        observed=Detail(f"{len(table.wins) + 1} winners"),
    )


def wrong_tile(table: Table, event: Win, docket: Docket) -> bool:
    """Judges that the winning tile is the one on offer."""
    offered = winning_tile_on_offer(table, event)
    if offered is None or offered == event.tile:
        return False
    if table.doubts.faults and place_on_offer(table) in table.doubts.faults:
        return False  # the act that offered the tile was at fault itself
    return docket.report(
        WINNING_TILE,
        event.seat,
        f"seat {event.seat}'s win is logged on {tile_text(event.tile)}, the tile is {tile_text(offered)}",
        expected=Detail(tile_text(offered)),
        observed=Detail(tile_text(event.tile)),
    )


def wrong_hand(table: Table, event: Win, docket: Docket) -> bool:
    """Judges that the hand shown is the one that was played."""
    held = held_hand(table, event)
    if sorted(held) == sorted(event.hand):
        return False
    table.doubt(event.seat)
    if table.may_be_with_another(_missing(event.hand, held), event.seat):
        return False
    return docket.report(
        SHOWN_HAND,
        event.seat,
        f"seat {event.seat} shows {format_tiles(event.hand)}, it held {format_tiles(held)}",
        expected=Detail(format_tiles(held)),
        observed=Detail(format_tiles(event.hand)),
    )


def _missing(shown: Sequence[int], held: Sequence[int]) -> tuple[int, ...]:
    """The codes shown more often than held."""
    return tuple(code for code in sorted(set(shown)) if list(shown).count(code) > list(held).count(code))
