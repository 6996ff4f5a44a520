"""CAL: chi, pon, the three kans, what may be discarded after them, and who goes first."""

from typing import Final

from replay.findings import Code, Detail, Docket
from replay.gamelog import Chi, Discard, Kan, KanType, North, Pon, Win
from replay.hand.meld import MeldType
from replay.hand.waits import kan_keeps_tenpai, kan_keeps_waits
from replay.judges.names import tile_text
from replay.judges.turn import past_last_tile
from replay.ruleset.switches import RiichiKan
from replay.table.seat import Seat
from replay.table.table import CLAIMED, DISCARD, DRAW, REPLACE, RIICHI, Table, kuikae_kinds
from replay.tiles import CODES as TILE_CODES
from replay.tiles import KIND_OF, TEXT_OF, format_tiles

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
CALL_IN_RIICHI: Final = Code(
    "CAL011",
    "call-in-riichi",
    "A player in riichi calls nothing and adds nothing to a meld.",
    "The hand behind a riichi may not change.",
    "Seat 1 is in riichi and pons 7z.",
    (),
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
    MELD_NOT_HELD,
    MELD_SHAPE,
    KUIKAE,
    NO_LEGAL_DISCARD,
    LAST_DISCARD,
    LAST_TILE_KAN,
    KAN_LIMIT,
    CALL_IN_RIICHI,
    RIICHI_KAN_DRAWN,
    RIICHI_KAN_WAITS,
    KAN_AFTER_CALL,
    ADDED_WITHOUT_PON,
    PRECEDENCE,
)


def claim(table: Table, event: Chi | Pon | Kan, docket: Docket) -> bool:
    """Judges a chi, a pon or an open kan."""
    seat = table.seats[event.seat]
    is_chi = isinstance(event, Chi)
    what = _name(event)
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
    if isinstance(event, Kan) and table.switches.last_discard_calls and _kan_past_last_tile(table, event, what, docket):
        return True
    if is_last_discard(table):
        return docket.report(
            LAST_DISCARD,
            event.seat,
            f"seat {event.seat} {what}, the last discard of the round",
            expected=Detail("only a win on the last discard"),
            observed=Detail(what),
        )
    if isinstance(event, Kan) and _too_many_kans(table, event, docket):
        return True
    if _shape_or_possession(table, event, what, docket):
        return True
    return not isinstance(event, Kan) and _no_discard_left(table, event, what, docket)


def is_last_discard(table: Table) -> bool:
    """Whether the last discard is the round's last, which the rules let nobody call."""
    return table.live <= 0 and not table.live_unsure and not table.switches.last_discard_calls


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
        table.live_unsure = True
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
        observed=Detail(f"seat {earlier.seat} {_name(earlier)} first"),
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


def _shape_or_possession(table: Table, event: Chi | Pon | Kan, what: str, docket: Docket) -> bool:
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
        observed=Detail(f"only {format_tiles([c for c in range(TILE_CODES) for _ in range(left[c])])} left"),
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


def kan(table: Table, event: Kan, docket: Docket) -> bool:
    """Judges a kan of any type."""
    if event.type is KanType.OPEN:
        return claim(table, event, docket)
    seat = table.seats[event.seat]
    what = _name(event)
    if table.phase == CLAIMED and not table.lenient:
        return docket.report(
            KAN_AFTER_CALL,
            event.seat,
            f"seat {event.seat} {what} right after a call",
            expected=Detail("a discard"),
            observed=Detail(what),
        )
    if _kan_past_last_tile(table, event, what, docket):
        return True
    if _too_many_kans(table, event, docket):
        return True
    if event.type is KanType.ADDED and seat.in_riichi:
        return docket.report(
            CALL_IN_RIICHI,
            event.seat,
            f"seat {event.seat} {what} while in riichi",
            expected=Detail("no added kan in riichi"),
            observed=Detail(what),
        )
    if _shape_or_possession(table, event, what, docket):
        return True
    kind = KIND_OF[event.tiles[0]]
    if event.type is KanType.ADDED:
        if seat.unsure or has_pon(seat, kind):
            return False
        table.doubt(event.seat)
        return docket.report(
            ADDED_WITHOUT_PON,
            event.seat,
            f"seat {event.seat} {what}, but has no pon of it",
            expected=Detail(f"a pon of {TEXT_OF[kind]}"),
            observed=Detail("none"),
        )
    return seat.in_riichi and not seat.unsure and _riichi_kan(table, event, kind, docket)


def has_pon(seat: Seat, kind: int) -> bool:
    """Whether the seat has called a pon of the kind, to which a fourth tile can be added."""
    return any(meld.type is MeldType.PON and meld.kind == kind for meld in seat.melds)


def _kan_past_last_tile(table: Table, event: Kan, what: str, docket: Docket) -> bool:
    return past_last_tile(table, allowed=table.switches.last_tile_kan) and docket.report(
        LAST_TILE_KAN,
        event.seat,
        f"seat {event.seat} {what} on an empty live wall",
        expected=Detail("no kan"),
        observed=Detail(what),
    )


def _riichi_kan(table: Table, event: Kan, kind: int, docket: Docket) -> bool:
    what = _name(event)
    obstacle = riichi_kan_obstacle(table, event.seat, kind)
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


def riichi_kan_obstacle(table: Table, who: int, kind: int) -> Code | None:
    """What a concealed kan of the kind by a seat in riichi, which holds the four tiles, would break."""
    seat = table.seats[who]
    if table.switches.riichi_kan is RiichiKan.FORBIDDEN:
        return CALL_IN_RIICHI
    if table.drawn < 0 or KIND_OF[table.drawn] != kind:
        return RIICHI_KAN_DRAWN
    before = seat.counts()
    before[kind] -= 1
    return None if _kan_keeps(before, len(seat.melds), kind, table.switches.riichi_kan) else RIICHI_KAN_WAITS


def _kan_keeps(counts: list[int], melds: int, kind: int, riichi_kan: RiichiKan) -> bool:
    """Whether a concealed kan of the drawn kind leaves what the switch `riichi_kan` wants left."""
    if riichi_kan is RiichiKan.DRAWN_TILE:
        return kan_keeps_tenpai(counts, melds, kind)
    return kan_keeps_waits(counts, melds, kind)


def _too_many_kans(table: Table, event: Kan, docket: Docket) -> bool:
    limit = table.switches.kan_limit
    return kan_limit_reached(table) and docket.report(
        KAN_LIMIT,
        event.seat,
        f"seat {event.seat} {_name(event)}, with {len(table.kan_owners)} kans declared already",
        expected=Detail(f"at most {limit} kans a round"),
        observed=Detail(f"kan {len(table.kan_owners) + 1}"),
    )


def kan_limit_reached(table: Table) -> bool:
    """Whether the round has all the kans it may have."""
    return len(table.kan_owners) >= table.switches.kan_limit


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


def _name(event: Chi | Pon | Kan) -> str:
    if isinstance(event, Chi):
        return f"chis {tile_text(event.claimed)}"
    if isinstance(event, Pon):
        return f"pons {tile_text(event.claimed)}"
    return f"declares a {event.type.value} kan of {tile_text(event.tiles[0])}"
