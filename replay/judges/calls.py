"""CAL: chi, pon and open kan, which claim a discard: whose it is, who goes first, what may be discarded after."""

from typing import Final

from replay.findings import Code, Detail, Docket
from replay.gamelog import Chi, Discard, Kan, KanType, North, Pon, Win
from replay.judges import kans
from replay.judges.melds import CALL_IN_RIICHI, act_text, no_set_of_own_tiles
from replay.judges.names import tile_text, tiles_text
from replay.table.table import CLAIMED, DISCARD, DRAW, REPLACE, RIICHI, Table, kuikae_kinds
from replay.tiles import CODES as TILE_CODES
from replay.tiles import KIND_OF, format_tiles

CHI_NOT_FROM_LEFT: Final = Code(
    "CAL001",
    "chi-not-from-left",
    "A chi claims the discard of the player to the left.",
    "A run taken from anybody else is a tile the seat had no right to.",
    "Seat 2 claims a run from seat 0.",
    (),
    ("chi",),
)
CHI_NOT_ALLOWED: Final = Code(
    "CAL002",
    "chi-not-allowed",
    "Where the variant has no chi, no discard is claimed for a run.",
    "With three players, and in Shenzhen, a run can only be completed by winning.",
    "Seat 1 claims a run in a three-player game.",
    ("K4", "S3"),
    ("chi",),
)
CLAIM_NOT_ON_OFFER: Final = Code(
    "CAL003",
    "claimed-tile-not-on-offer",
    "A claim takes the last discard, from the seat that discarded it, before the next draw, and nobody's own.",
    "Only discards can be called, and only at once: a tile of a kan, or of an earlier turn, is out of reach.",
    "Seat 0 discards 4p, seat 1 draws, and seat 2 then claims the 4p.",
    (),
)
KUIKAE: Final = Code(
    "CAL006",
    "kuikae",
    "After a chi or pon the claimed kind, and with suji the other end of the run, is not discarded.",
    "Swapping a tile for the same tile is a free look at the hand.",
    "Seat 2 chis 3m with 4m5m and discards 6m.",
    (),
    ("kuikae",),
)
NO_LEGAL_DISCARD: Final = Code(
    "CAL007",
    "call-leaves-no-discard",
    "A chi or pon leaves at least one tile that may be discarded.",
    "A call that can only be followed by a forbidden discard is itself forbidden.",
    "Seat 1 holds 3456m after three melds and chis 6m with 45m.",
    (),
    ("kuikae",),
)
LAST_DISCARD: Final = Code(
    "CAL008",
    "call-on-last-discard",
    "The last discard of a round is claimed only to win.",
    "There is no further turn for a call to lead to.",
    "The live wall is empty, seat 0 discards and seat 1 pons.",
    (),
    ("last_discard_calls",),
)
PRECEDENCE: Final = Code(
    "CAL016",
    "claim-precedence",
    "Of several claims of one discard the strongest stands: a win before pon and kan, those before chi.",
    "Who was first to press the button does not matter; who had the right does.",
    "Seat 1 chis 4m, and seat 3's pon of the same 4m follows in the log.",
    (),
)

CODES: Final[tuple[Code, ...]] = (
    CHI_NOT_FROM_LEFT,
    CHI_NOT_ALLOWED,
    CLAIM_NOT_ON_OFFER,
    KUIKAE,
    NO_LEGAL_DISCARD,
    LAST_DISCARD,
    PRECEDENCE,
)


def claim(table: Table, event: Chi | Pon | Kan, docket: Docket) -> bool:
    """Judges a chi, a pon or an open kan."""
    seat = table.seats[event.seat]
    is_chi = isinstance(event, Chi)
    what = act_text(event)
    if is_chi and not table.switches.chi:
        table.doubt(event.seat)
        return docket.report(
            CHI_NOT_ALLOWED,
            event.seat,
            f"seat {event.seat} {what}, and this variant has no chi",
            rule=("K4",) if table.switches.seats == 3 else (),
            expected=Detail("no chi"),
            observed=Detail(what),
        )
    if _not_on_offer(table, event, what, docket):
        return True
    if is_chi and event.from_seat is not None and table.after[event.from_seat] != event.seat:
        table.doubt(event.seat)
        return docket.report(
            CHI_NOT_FROM_LEFT,
            event.seat,
            f"seat {event.seat} {what} from seat {event.from_seat}, who is not on its left",
            expected=Detail("chi from the left only"),
            observed=Detail(f"chi from seat {event.from_seat}"),
        )
    if seat.in_riichi:
        return docket.report(
            CALL_IN_RIICHI,
            event.seat,
            f"seat {event.seat} {what} while in riichi",
            expected=Detail("no call in riichi"),
            observed=Detail(what),
        )
    if isinstance(event, Kan) and table.switches.last_discard_calls and kans.past_last_tile(table, event, what, docket):
        return True
    if is_last_discard(table):
        return docket.report(
            LAST_DISCARD,
            event.seat,
            f"seat {event.seat} {what}, the last discard of the round",
            expected=Detail("only a win on the last discard"),
            observed=Detail(what),
        )
    if isinstance(event, Kan) and kans.beyond_limit(table, event, docket):
        return True
    if no_set_of_own_tiles(table, event, what, docket):
        return True
    return not isinstance(event, Kan) and _no_discard_left(table, event, what, docket)


def open_kan(table: Table, event: Kan, docket: Docket) -> bool:
    """Judges an open kan."""
    return event.type is KanType.OPEN and claim(table, event, docket)


def is_last_discard(table: Table) -> bool:
    """Whether the last discard is the round's last, which the rules let nobody call."""
    return table.live <= 0 and not table.doubts.live and not table.switches.last_discard_calls


def _not_on_offer(table: Table, event: Chi | Pon | Kan, what: str, docket: Docket) -> bool:
    """The claimed tile must be the last discard; a stronger claim of a tile already claimed is about precedence."""
    last = table.last_discard
    matches = (
        last is not None
        and last.seat == event.from_seat
        and last.tile == event.claimed
        and last.seat != event.seat
        and (table.phase == DRAW)
    )
    if matches:
        return False
    if table.lenient:
        table.accepted = True
        return False
    if table.phase == RIICHI:
        return False  # the riichi judge knows what is missing
    if isinstance(table.last_act, North) and table.phase == REPLACE:
        return False  # the North judge's (N14)
    table.doubt(event.seat)
    earlier = table.last_act
    if (
        table.phase in (CLAIMED, REPLACE)
        and isinstance(earlier, (Chi, Pon, Kan))
        and last is not None
        and earlier.claimed == event.claimed
        and earlier.from_seat == event.from_seat == last.seat
        and not isinstance(event, Chi)
        and isinstance(earlier, Chi)
    ):
        return _precedence(table, event.seat, earlier, what, docket)
    offered = "nothing is on offer"
    if table.phase == DRAW and last is not None:
        offered = f"the last discard is seat {last.seat}'s {tile_text(last.tile)}"
    elif table.phase == DISCARD and last is not None and last.seat == event.from_seat:
        offered = f"seat {table.turn} has already drawn"
        table.doubt(table.turn)  # or the draw goes back to the wall
        table.doubts.live = True
    return docket.report(
        CLAIM_NOT_ON_OFFER,
        event.seat,
        f"seat {event.seat} {what} from seat {event.from_seat}, but {offered}",
        expected=Detail(offered),
        observed=Detail(f"{what} from seat {event.from_seat}"),
    )


def _precedence(table: Table, seat: int, earlier: Chi | Pon | Kan, what: str, docket: Docket) -> bool:
    table.doubt(earlier.seat)
    weaker = table.seats[earlier.seat]
    weaker.closed = not any(meld.is_open for meld in weaker.melds[:-1])  # without the call that has to give way
    return docket.report(
        PRECEDENCE,
        seat,
        f"seat {seat} {what}, which seat {earlier.seat} had been given: the weaker claim does not stand",
        expected=Detail(f"seat {earlier.seat}'s claim gives way"),
        observed=Detail(f"seat {earlier.seat} {act_text(earlier)} first"),
    )


def win(table: Table, event: Win, docket: Docket) -> bool:
    """Judges that no call was carried out on a discard that is won."""
    earlier = table.last_act
    last = table.last_discard
    if (
        table.phase in (CLAIMED, REPLACE)
        and isinstance(earlier, (Chi, Pon, Kan))
        and last is not None
        and not table.lenient
        and event.seat != event.from_seat
        and event.from_seat == earlier.from_seat == last.seat
        and event.tile == earlier.claimed
    ):
        return _precedence(table, event.seat, earlier, f"wins on {tile_text(event.tile)}", docket)
    return False


def _no_discard_left(table: Table, event: Chi | Pon, what: str, docket: Docket) -> bool:
    seat = table.seats[event.seat]
    if seat.unsure or leaves_a_discard(table, event):
        return False
    left = _left_after(table, event)
    return docket.report(
        NO_LEGAL_DISCARD,
        event.seat,
        f"seat {event.seat} {what} and can then discard only what kuikae forbids",
        expected=Detail("a tile that may be discarded"),
        observed=Detail(f"only {tiles_text(left)} left"),
    )


def leaves_a_discard(table: Table, event: Chi | Pon) -> bool:
    """Whether kuikae leaves the caller, who holds the tiles, something to discard."""
    forbidden = kuikae_kinds(event, table.switches.kuikae)
    if not forbidden:
        return True
    return any(count > 0 and KIND_OF[code] not in forbidden for code, count in enumerate(_left_after(table, event)))


def _left_after(table: Table, event: Chi | Pon) -> list[int]:
    """37 counts of what the caller holds after the call."""
    seat = table.seats[event.seat]
    return [seat.tiles[code] - event.tiles.count(code) for code in range(TILE_CODES)]


def discard(table: Table, event: Discard, docket: Docket) -> bool:
    """Judges the discard after a chi or pon."""
    if table.phase != CLAIMED or table.lenient or KIND_OF[event.tile] not in table.forbidden:
        return False
    table.doubt(event.seat)  # or the discard is recorded wrongly
    return docket.report(
        KUIKAE,
        event.seat,
        f"seat {event.seat} discards {tile_text(event.tile)} right after its {_name_of_last(table)}",
        expected=Detail("not " + format_tiles(table.forbidden)),
        observed=Detail(tile_text(event.tile)),
    )


def _name_of_last(table: Table) -> str:
    last = table.last_act
    if isinstance(last, (Chi, Pon)):
        return f"{'chi' if isinstance(last, Chi) else 'pon'} of {tile_text(last.claimed)}"
    return "call"
