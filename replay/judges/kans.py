"""CAL: concealed and added kans, and how many kans a round may have; an open kan is a claim (`replay.judges.calls`)."""

from typing import Final

from replay.findings import Code, Detail, Docket
from replay.gamelog import Kan, KanType
from replay.hand.meld import MeldType
from replay.hand.waits import kan_keeps_tenpai, kan_keeps_waits
from replay.judges import turn
from replay.judges.melds import CALL_IN_RIICHI, act_text, no_set_of_own_tiles
from replay.judges.names import tile_text
from replay.ruleset.switches import RiichiKan
from replay.table.seat import Seat
from replay.table.table import CLAIMED, Table
from replay.tiles import KIND_OF, TEXT_OF

LAST_TILE_KAN: Final = Code(
    "CAL009",
    "kan-on-empty-wall",
    "No kan is declared when the live wall is empty.",
    "No tile is left to make up for the replacement.",
    "Seat 2 draws the last live tile and declares a concealed kan.",
    ("N21",),
    ("last_tile_kan", "last_replacement_acts"),
)
KAN_LIMIT: Final = Code(
    "CAL010",
    "kan-beyond-limit",
    "No kan is declared beyond the number the rules allow in a round.",
    "A fifth kan has no replacement tile and no indicator.",
    "Four kans are on the table and a riichi player declares another.",
    (),
    ("kan_limit",),
)
RIICHI_KAN_DRAWN: Final = Code(
    "CAL012",
    "riichi-kan-not-drawn",
    "A player in riichi declares a concealed kan only with the tile just drawn.",
    "A kan of tiles held all along could have been declared before the riichi.",
    "Seat 0 held 1111m at its riichi and declares them after drawing 9p.",
    (),
    ("riichi_kan",),
)
RIICHI_KAN_WAITS: Final = Code(
    "CAL013",
    "riichi-kan-changes-waits",
    "A concealed kan in riichi leaves the waits as they were.",
    "The hand behind a riichi may not change.",
    "In riichi with 3335666s555z777z, seat 2 draws 6s and declares 6666s.",
    (),
    ("riichi_kan",),
)
KAN_AFTER_CALL: Final = Code(
    "CAL014",
    "kan-after-call",
    "A concealed or added kan follows a draw of the seat, not a call.",
    "After a chi or pon the seat must discard.",
    "Seat 3 pons 2z and declares a concealed kan before discarding.",
    (),
)
ADDED_WITHOUT_PON: Final = Code(
    "CAL015",
    "added-kan-without-pon",
    "A tile is added to a pon of the same kind.",
    "Without the pon there is nothing to extend.",
    "Seat 1 adds a 5s to a pon it never called.",
    (),
)

CODES: Final[tuple[Code, ...]] = (
    LAST_TILE_KAN,
    KAN_LIMIT,
    RIICHI_KAN_DRAWN,
    RIICHI_KAN_WAITS,
    KAN_AFTER_CALL,
    ADDED_WITHOUT_PON,
)


def own_kan(table: Table, event: Kan, docket: Docket) -> bool:
    """Judges a concealed or an added kan."""
    if event.type is KanType.OPEN:
        return False
    seat = table.seats[event.seat]
    what = act_text(event)
    if table.phase == CLAIMED and not table.lenient:
        return docket.report(
            KAN_AFTER_CALL,
            event.seat,
            f"seat {event.seat} {what} right after a call",
            expected=Detail("a discard"),
            observed=Detail(what),
        )
    if past_last_tile(table, event, what, docket):
        return True
    if beyond_limit(table, event, docket):
        return True
    if event.type is KanType.ADDED and seat.in_riichi:
        return docket.report(
            CALL_IN_RIICHI,
            event.seat,
            f"seat {event.seat} {what} while in riichi",
            expected=Detail("no added kan in riichi"),
            observed=Detail(what),
        )
    if no_set_of_own_tiles(table, event, what, docket):
        return True
    kind = KIND_OF[event.tiles[0]]
    if event.type is KanType.ADDED:
        if seat.unsure or _has_pon(seat, kind):
            return False
        table.doubt(event.seat)
        return docket.report(
            ADDED_WITHOUT_PON,
            event.seat,
            f"seat {event.seat} {what}, but has no pon of it",
            expected=Detail(f"a pon of {TEXT_OF[kind]}"),
            observed=Detail("none"),
        )
    return seat.in_riichi and not seat.unsure and _in_riichi(table, event, kind, docket)


def _has_pon(seat: Seat, kind: int) -> bool:
    """Whether the seat has called a pon of the kind, to which a fourth tile can be added."""
    return any(meld.type is MeldType.PON and meld.kind == kind for meld in seat.melds)


def _in_riichi(table: Table, event: Kan, kind: int, docket: Docket) -> bool:
    what = act_text(event)
    obstacle = riichi_obstacle(table, event.seat, kind)
    if obstacle is CALL_IN_RIICHI:
        return docket.report(
            CALL_IN_RIICHI,
            event.seat,
            f"seat {event.seat} {what} while in riichi",
            rule=("riichi_kan",),
            expected=Detail("no kan in riichi"),
            observed=Detail(what),
        )
    if obstacle is RIICHI_KAN_DRAWN:
        drawn = tile_text(table.drawn) if table.drawn >= 0 else "nothing"
        return docket.report(
            RIICHI_KAN_DRAWN,
            event.seat,
            f"seat {event.seat} {what} in riichi, having drawn {drawn}",
            expected=Detail("a kan of the drawn tile"),
            observed=Detail(f"drawn: {drawn}"),
        )
    if obstacle is RIICHI_KAN_WAITS:
        return docket.report(
            RIICHI_KAN_WAITS,
            event.seat,
            f"seat {event.seat} {what} in riichi, which changes its waits",
            expected=Detail("unchanged waits"),
            observed=Detail("changed waits"),
        )
    return False


def riichi_obstacle(table: Table, who: int, kind: int) -> Code | None:
    """What a concealed kan of the kind by a seat in riichi, which holds the four tiles, would break."""
    seat = table.seats[who]
    if table.switches.riichi_kan is RiichiKan.FORBIDDEN:
        return CALL_IN_RIICHI
    if table.drawn < 0 or KIND_OF[table.drawn] != kind:
        return RIICHI_KAN_DRAWN
    before = seat.counts()
    before[kind] -= 1
    return None if _keeps(before, len(seat.melds), kind, table.switches.riichi_kan) else RIICHI_KAN_WAITS


def _keeps(counts: list[int], melds: int, kind: int, riichi_kan: RiichiKan) -> bool:
    """Whether a concealed kan of the drawn kind leaves what the switch `riichi_kan` wants left."""
    if riichi_kan is RiichiKan.DRAWN_TILE:
        return kan_keeps_tenpai(counts, melds, kind)
    return kan_keeps_waits(counts, melds, kind)


def past_last_tile(table: Table, event: Kan, what: str, docket: Docket) -> bool:
    """Reports a kan of any type after the last tile of the live wall was taken."""
    return turn.past_last_tile(table, allowed=table.switches.last_tile_kan) and docket.report(
        LAST_TILE_KAN,
        event.seat,
        f"seat {event.seat} {what} on an empty live wall",
        expected=Detail("no kan"),
        observed=Detail(what),
    )


def beyond_limit(table: Table, event: Kan, docket: Docket) -> bool:
    """Reports a kan of any type beyond those that the round may have."""
    limit = table.switches.kan_limit
    return limit_reached(table) and docket.report(
        KAN_LIMIT,
        event.seat,
        f"seat {event.seat} {act_text(event)}, with {len(table.kan_owners)} kans declared already",
        expected=Detail(f"at most {limit} kans a round"),
        observed=Detail(f"kan {len(table.kan_owners) + 1}"),
    )


def limit_reached(table: Table) -> bool:
    """Whether the round has all the kans it may have."""
    return len(table.kan_owners) >= table.switches.kan_limit
