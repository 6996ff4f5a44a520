"""CAL: what every call and kan makes is a set, of tiles that are held; a riichi closes the hand."""

from typing import Final

from replay.findings import Code, Detail, Docket
from replay.gamelog import Chi, Kan, KanType, Pon
from replay.judges.names import tile_text
from replay.table.table import Table
from replay.tiles import KIND_OF, format_tiles

MELD_NOT_HELD: Final = Code(
    "CAL004",
    "meld-tiles-not-held",
    "The tiles that a call or kan takes from the hand are in its concealed part.",
    "A meld of tiles that were never there proves a wrong record.",
    "Seat 3 pons 6z holding one 6z.",
    (),
)
MELD_SHAPE: Final = Code(
    "CAL005",
    "meld-shape-wrong",
    "A chi is a run of one suit, a pon three and a kan four tiles of one kind.",
    "Anything else is not a set.",
    "Seat 1 chis 5s with 6s8s.",
    (),
)
CALL_IN_RIICHI: Final = Code(
    "CAL011",
    "call-in-riichi",
    "A player in riichi calls nothing and adds nothing to a meld.",
    "The hand behind a riichi may not change.",
    "Seat 1 is in riichi and pons 7z.",
    (),
)

CODES: Final[tuple[Code, ...]] = (
    MELD_NOT_HELD,
    MELD_SHAPE,
    CALL_IN_RIICHI,
)


def no_set_of_own_tiles(table: Table, event: Chi | Pon | Kan, what: str, docket: Docket) -> bool:
    """Reports a meld that is no set, or whose own tiles the seat does not hold."""
    seat = table.seats[event.seat]
    tiles = event.tiles if event.claimed is None else (*event.tiles, event.claimed)
    if not _is_set(event, tiles):
        table.doubt(event.seat)
        return docket.report(
            MELD_SHAPE,
            event.seat,
            f"seat {event.seat} {what} with {format_tiles(event.tiles)}, which is no such set",
            expected=Detail("a run of one suit" if isinstance(event, Chi) else "tiles of one kind"),
            observed=Detail(format_tiles(tiles)),
        )
    if not seat.unsure and not seat.holds(event.tiles):
        table.doubt(event.seat)
        if table.may_be_with_another(seat.missing(event.tiles), event.seat):
            return False
        missing = format_tiles(seat.missing(event.tiles))
        return docket.report(
            MELD_NOT_HELD,
            event.seat,
            f"seat {event.seat} {what} with {format_tiles(event.tiles)}, without holding {missing}",
            expected=Detail(f"{format_tiles(event.tiles)} in the hand"),
            observed=Detail(f"{missing} missing"),
        )
    return False


def _is_set(event: Chi | Pon | Kan, tiles: tuple[int, ...]) -> bool:
    kinds = sorted(KIND_OF[code] for code in tiles)
    if isinstance(event, Chi):
        low = kinds[0]
        return low < 27 and low % 9 <= 6 and kinds == [low, low + 1, low + 2]
    expected = 3 if isinstance(event, Pon) else 1 if event.type is KanType.ADDED else 4
    return len(tiles) == expected and kinds[0] == kinds[-1]


def act_text(event: Chi | Pon | Kan) -> str:
    """What the seat does, for messages: ``pons 7z``."""
    if isinstance(event, Chi):
        return f"chis {tile_text(event.claimed)}"
    if isinstance(event, Pon):
        return f"pons {tile_text(event.claimed)}"
    return f"declares a {event.type.value} kan of {tile_text(event.tiles[0])}"
