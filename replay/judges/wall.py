"""WAL: the deal, conservation of tiles, the live wall, replacement draws and indicators."""

from typing import Final

from replay.findings import Code, Detail, Docket
from replay.gamelog import (
    Chi,
    Discard,
    Draw,
    DrawReason,
    Indicator,
    Kan,
    North,
    Pon,
    Remark,
    Riichi,
    RoundDrawn,
    RoundStart,
    Win,
)
from replay.judges import log
from replay.judges.names import tile_text
from replay.table.table import DISCARD, DRAW, REPLACE, Table
from replay.table.wall import DEALT
from replay.tiles import KINDS

DEAL_SIZE: Final = Code(
    "WAL001",
    "deal-size-wrong",
    "Every seat is dealt thirteen tiles.",
    "A hand of another size can neither win nor be judged.",
    "Seat 2 starts with twelve tiles.",
    (),
)
NOT_IN_SET: Final = Code(
    "WAL002",
    "tile-not-in-set",
    "Only tiles of the variant's set appear: no 2m-8m with three players, red fives only where the table has them.",
    "A tile from outside the set proves a wrong set or a wrong record.",
    "A 4m is drawn in a three-player game.",
    ("K2", "R1"),
    ("tiles", "red_fives"),
)
FIFTH_COPY: Final = Code(
    "WAL003",
    "fifth-copy",
    "No tile comes out of the wall more often than the set holds it: four of a kind.",
    "A fifth copy means that a hand was recorded wrongly or tiles were added.",
    "Four 3s lie in the rivers and a fifth is drawn.",
    (),
    ("tiles",),
)
RED_TWICE: Final = Code(
    "WAL004",
    "red-five-too-often",
    "No red five appears more often than the set holds it.",
    "Every red five is a han.",
    "0p is drawn a second time.",
    ("R1",),
    ("red_fives",),
)
PHYSICAL_TWICE: Final = Code(
    "WAL005",
    "physical-tile-twice",
    "Where the log numbers each physical tile, none appears twice.",
    "The same piece cannot be in two places: a draw or a deal was recorded wrongly.",
    "Tile 57 is dealt to seat 0 and later drawn by seat 2.",
    (),
)
INDICATOR_MISSING: Final = Code(
    "WAL006",
    "indicator-missing",
    "After a kan its dora indicator is turned in time: at once, or for open and added kans with the next discard.",
    "A missing indicator changes the dora of every winner.",
    "Seat 1 declares a concealed kan and draws the replacement; no indicator was turned.",
    (),
    ("kan_dora", "kan_indicator"),
)
INDICATOR_NOT_DUE: Final = Code(
    "WAL007",
    "indicator-not-due",
    "An indicator is turned only for a kan, and the round starts with exactly one.",
    "An extra indicator adds dora nobody should have.",
    "An indicator is turned after an ordinary draw.",
    (),
    ("kan_dora",),
)
INDICATOR_EARLY: Final = Code(
    "WAL008",
    "indicator-too-early",
    "The indicator of an open or added kan is not turned before its replacement is drawn, nor before a win on it.",
    "A win on the replacement would count a dora that was not yet turned.",
    "Seat 3 claims an open kan and the indicator is turned before the replacement draw.",
    (),
    ("kan_indicator",),
)
LIVE_WALL_EMPTY: Final = Code(
    "WAL009",
    "live-wall-empty",
    "Nobody draws from the live wall when it is empty.",
    "The round had to be drawn: what follows did not happen by the rules.",
    "Seventy tiles have been drawn in a four-player round without kans and a seventy-first is drawn.",
    ("N12",),
    ("dead_wall", "kan_shortens_live_wall", "north_shortens_live_wall"),
)
REPLACEMENT_MISSING: Final = Code(
    "WAL010",
    "replacement-missing",
    "After a kan the seat draws its replacement before it does anything else.",
    "The hand is a tile short from then on.",
    "Seat 0 declares a kan and discards without drawing.",
    (),
)
WRONG_WALL: Final = Code(
    "WAL011",
    "draw-from-wrong-wall",
    "A replacement is drawn from the dead wall exactly when a kan owes one; every other draw is from the live wall.",
    "A draw from the other end of the wall is another tile, and shifts all later ones.",
    "Seat 2 draws from the dead wall in an ordinary turn.",
    (),
)

CODES: Final[tuple[Code, ...]] = (
    DEAL_SIZE,
    NOT_IN_SET,
    FIFTH_COPY,
    RED_TWICE,
    PHYSICAL_TWICE,
    INDICATOR_MISSING,
    INDICATOR_NOT_DUE,
    INDICATOR_EARLY,
    LIVE_WALL_EMPTY,
    REPLACEMENT_MISSING,
    WRONG_WALL,
)


def deal(table: Table, event: RoundStart, docket: Docket) -> bool:
    """Judges the size of the deal: thirteen tiles a seat."""
    wrong = [seat for seat, hand in enumerate(event.hands) if len(hand) != DEALT]
    if wrong:
        for seat in wrong:
            table.doubt(seat)
        # The tile may be the dealer's first draw, or have gone to another seat: turn and wall start from the next act.
        table.lenient = True
        table.doubts.live = True
        size = len(event.hands[wrong[0]])
        return docket.report(
            DEAL_SIZE,
            wrong[0],
            f"seat {wrong[0]} is dealt {size} tiles",
            expected=Detail(f"{DEALT} tiles"),
            observed=Detail(f"{size} tiles"),
        )
    return False


def first_indicator(table: Table, event: RoundStart, docket: Docket) -> bool:
    """Judges that the round starts with one indicator, and in Shenzhen with none."""
    due = 0 if table.pays_kongs else 1
    if len(event.indicators) != due:
        table.doubts.indicators = True
        return docket.report(
            INDICATOR_MISSING if len(event.indicators) < due else INDICATOR_NOT_DUE,
            None,
            f"the round starts with {len(event.indicators)} indicators",
            expected=Detail("1 indicator" if due else "no indicator"),
            observed=Detail(f"{len(event.indicators)} indicators"),
        )
    return False


def dealt_tiles(table: Table, event: RoundStart, docket: Docket) -> bool:
    """Judges that the deal shows no tile more often than the set holds it."""
    for code, seen in enumerate(table.seen):
        if seen > table.limits[code]:
            table.doubts.indicators = code in event.indicators
            return too_many(table, code, None, "the deal shows", docket)
    return False


def draw(table: Table, event: Draw, docket: Docket) -> bool:
    """Judges where the tile comes from and that the set still holds it."""
    tile = event.tile
    if event.replacement is not (table.phase == REPLACE) and _wrong_wall(table, event, docket):
        return True
    if table.live <= 0 and not event.replacement and not table.doubts.live and table.phase == DRAW:
        table.doubts.live = True
        table.doubt(event.seat)
        return docket.report(
            LIVE_WALL_EMPTY,
            event.seat,
            f"seat {event.seat} draws {tile_text(tile)} from an empty live wall",
            expected=Detail("the round drawn"),
            observed=Detail(f"draw of {tile_text(tile)}"),
        )
    if table.seen[tile] >= table.limits[tile]:
        return too_many(table, tile, event.seat, f"seat {event.seat} draws", docket)
    return False


def _wrong_wall(table: Table, event: Draw, docket: Docket) -> bool:
    if table.lenient:
        # A kan missing from the log would explain a draw from the dead wall.
        table.doubt(event.seat)
        return False
    if table.phase not in (DRAW, REPLACE):
        return False
    if table.phase == REPLACE and isinstance(table.last_act, North):
        return False  # the North judge's (N2)
    if table.phase == REPLACE and not table.switches.replacement_far_end:
        return False  # both are taken from the same end
    dead, live = ("the far end of the wall", "the wall") if table.pays_kongs else ("the dead wall", "the live wall")
    due, given = (dead, live) if table.phase == REPLACE else (live, dead)
    if given == dead:
        # A kan missing from the log would explain this draw, and would turn an indicator.
        table.doubt(event.seat)
        table.indicators_optional += 1
    table.doubts.live = True
    return docket.report(
        WRONG_WALL,
        event.seat,
        f"seat {event.seat} draws {tile_text(event.tile)} from {given}, its draw is from {due}",
        expected=Detail(f"draw from {due}"),
        observed=Detail(f"draw from {given}"),
    )


def too_many(table: Table, tile: int, seat: int | None, what: str, docket: Docket) -> bool:
    """Reports a tile that the set does not hold (any more), unless an unknown hand or a proven wall explains it."""
    if table.doubts.made_up or any(holder.unsure and holder.tiles[tile] > 0 for holder in table.seats):
        return False
    if table.wall is not None and tile in table.wall.early:
        return False  # a copy that the wall has elsewhere was found to be shown instead of another tile
    for index, holder in enumerate(table.seats):
        if holder.tiles[tile] > 0:
            table.doubt(index)
    if seat is not None:
        table.doubt(seat)
    limit = table.limits[tile]
    text = tile_text(tile)
    observed = Detail(f"copy {table.seen[tile] + (seat is not None)} of {text}")
    if limit == 0:
        holders = [index for index, holder in enumerate(table.seats) if holder.tiles[tile] > 0]
        return docket.report(
            NOT_IN_SET,
            seat if seat is not None or len(holders) != 1 else holders[0],
            f"{what} {text}, which the set does not hold",
            rule=("red_fives",) if table.pays_kongs else ("K2",) if tile < KINDS else ("R1",),
            expected=Detail(f"no {text}"),
            observed=Detail(text),
        )
    return docket.report(
        RED_TWICE if tile >= KINDS else FIFTH_COPY,
        seat,
        f"{what} {text} once more than the set holds it",
        rule=("red_fives",) if tile < KINDS and limit < 4 else (),
        expected=Detail(f"at most {limit} of {text}"),
        observed=observed,
    )


def indicator(table: Table, event: Indicator, docket: Docket) -> bool:
    """Judges that a kan owes this indicator, that it is its moment, and that the set still holds the tile."""
    owed = table.indicators_now or (table.indicators_late and table.phase == DISCARD) or table.indicators_optional
    if not owed and not (event.inferred and table.indicators_late):
        text = tile_text(event.tile)
        table.doubts.indicators = True
        if table.indicators_late:
            # Turned too early, it is turned all the same: nothing is missing later.
            return docket.report(
                INDICATOR_EARLY,
                table.turn,
                f"indicator {text} is turned before the replacement of seat {table.turn}'s kan",
                expected=Detail("turned with the next discard, or before the next replacement"),
                observed=Detail("turned before the replacement"),
            )
        table.indicators_ahead += 1
        return docket.report(
            INDICATOR_NOT_DUE,
            None,
            f"indicator {text} is turned, but no kan owes one",
            expected=Detail("no indicator"),
            observed=Detail(f"indicator {text}"),
        )
    if table.seen[event.tile] >= table.limits[event.tile]:
        table.doubts.indicators = True
        return too_many(table, event.tile, None, "the wall shows", docket)
    return False


def win(table: Table, event: Win, docket: Docket) -> bool:
    """Judges that the indicator of an open or added kan was not turned before a win on its replacement."""
    turned = table.events[-1]
    kan = table.replaced
    if (
        not isinstance(turned, Indicator)
        or turned.inferred
        or not isinstance(kan, Kan)
        or event.seat != event.from_seat
        or table.phase != DISCARD
        or table.lenient
        or table.doubts.indicators
    ):
        return False
    table.doubts.indicators = True
    return docket.report(
        INDICATOR_EARLY,
        event.seat,
        f"indicator {tile_text(turned.tile)} is turned before seat {event.seat} wins on the replacement of its kan",
        expected=Detail("turned with the next discard, not before a win on the replacement"),
        observed=Detail("turned before the win"),
    )


def overdue(
    table: Table, event: Draw | Discard | Chi | Pon | Kan | North | Riichi | RoundDrawn, docket: Docket
) -> None:
    """Reports the indicators that were due before this act."""
    missing = 0
    if table.indicators_now and not isinstance(event, RoundDrawn):
        missing = table.indicators_now
        table.indicators_now = 0
    elif table.indicators_late and table.phase != REPLACE and isinstance(event, (Discard, RoundDrawn, Chi, Pon)):
        missing = table.indicators_late
        table.indicators_late = 0
    elif isinstance(event, RoundDrawn):
        table.indicators_now = 0
    table.note_duty()
    if missing:
        table.doubts.indicators = True
    if missing and not table.lenient:
        docket.report(
            INDICATOR_MISSING,
            table.turn,
            f"the indicator of the kan was not turned when seat {table.turn} goes on",
            expected=Detail(f"{missing} more indicator{'s' if missing > 1 else ''}"),
            observed=Detail(f"{len(table.indicators)} indicators"),
        )
    table.indicators_optional += missing


def replacement_due(
    table: Table, event: Discard | Kan | Riichi | North | RoundDrawn | Win | Chi | Pon, docket: Docket
) -> bool:
    """Reports an act of the seat that owes itself the replacement of a kan. A North's is the North judge's."""
    if table.phase != REPLACE or table.lenient or isinstance(table.last_act, North):
        return False
    if isinstance(event, RoundDrawn):
        if event.reason is DrawReason.FOUR_KANS:
            return False
    elif event.seat != table.turn:
        return False
    seat = table.turn
    table.doubt(seat)
    table.doubts.live = True
    if table.indicators_late and isinstance(event, Discard):
        # It was due with this very discard: what is missing is missing together.
        table.indicators_optional += table.indicators_late
        table.indicators_late = 0
        table.doubts.indicators = True
        table.note_duty()
    return docket.report(
        REPLACEMENT_MISSING,
        seat,
        f"seat {seat} goes on without the replacement of its kan",
        expected=Detail(f"replacement draw by seat {seat}"),
        observed=Detail("no replacement"),
    )


def not_stated(table: Table, remark: Remark, docket: Docket) -> None:
    """Reports what the source leaves out. At a kan that is its indicator: none is due, and the dora are not known."""
    if isinstance(table.last_act, Kan):
        table.indicators_now = table.indicators_late = 0
        table.indicators_optional += 1
        table.doubts.indicators = True
        table.note_duty()
    log.header_remark(remark, docket)


def physical_twice(table: Table, remark: Remark, docket: Docket) -> None:
    """Turns a reader's remark that one physical tile appears twice into a finding, unless a known fault explains it."""
    holders = [seat for seat in (remark.seat, remark.other_seat) if seat is not None]
    explained = table.faulty or any(table.seats[seat].unsure for seat in holders)
    for seat in holders:
        table.doubt(seat)
    if not explained:
        docket.report(PHYSICAL_TWICE, remark.seat, remark.text, observed=Detail(remark.text))
