"""The table as text: what lies where, what every seat waits for, and why it may not ron. At most 100 columns."""

from collections.abc import Iterator, Sequence
from typing import Final

from replay.hand.meld import Meld, MeldType
from replay.hand.shenzhen import winning_kinds
from replay.hand.waits import waits
from replay.ruleset.switches import Family
from replay.table.declined import declined
from replay.table.furiten import Furiten, FuritenKind, furiten
from replay.table.seat import Seat
from replay.table.table import CLAIMED, DISCARD, NO_TILE, RIICHI, Table
from replay.tiles import TEXT_OF, format_tiles, kind_counts

WINDS: Final = ("East", "South", "West", "North")
LABEL: Final = 9  # columns of a label
CELL: Final = 6
A_LINE: Final = 12  # discards of a line, six and six
LEGEND: Final = "rivers: [3m] riichi discard, (3m) claimed by another seat, 3m' just drawn"


def table_lines(table: Table, names: Sequence[str]) -> Iterator[str]:
    """The table, one paragraph a seat. `names` are the players by seat, empty where they are not known."""
    start = table.start
    live = f"{table.live}{' or so' if table.doubts.live else ''}"
    yield (
        f"live wall {live}   indicators {_tiles(table.indicators) or 'none'}   "
        f"deposits {table.deposits}   honba {start.honba}"
    )
    yield LEGEND
    for index, seat in enumerate(table.seats):
        wind = WINDS[(index - start.dealer) % len(table.seats)]
        name = names[index] if index < len(names) else ""
        riichi = "double riichi" if seat.double_riichi else "riichi" if seat.riichi else ""
        turn = "to move" if index == table.turn and table.phase in (DISCARD, CLAIMED, RIICHI) else ""
        yield ""
        yield "  ".join(filter(None, (f"seat {index}", f"{wind:<5}", f"{table.scores[index]:>7,}", name, riichi, turn)))
        yield from _seat_lines(table, index, seat)


def _seat_lines(table: Table, index: int, seat: Seat) -> Iterator[str]:
    drawn = table.drawn if index == table.turn and table.phase in (DISCARD, RIICHI) else NO_TILE
    yield _line("hand", _hand(seat, drawn))
    if seat.melds:
        yield _line("melds", "   ".join(map(_meld, seat.melds)))
    if seat.norths:
        yield _line("Norths", str(seat.norths))
    for number, row in enumerate(_river(seat)):
        yield _line("" if number else "river", row)
    yield _line("waits", _waits(table, index, seat))


def _line(label: str, text: str) -> str:
    return f"  {label:<{LABEL}}{text}".rstrip()


def _tiles(codes: Sequence[int]) -> str:
    return " ".join(TEXT_OF[code] for code in codes)


def _hand(seat: Seat, drawn: int) -> str:
    """The concealed tiles, the drawn one apart. A tile that was played and not held is owed."""
    counts = list(seat.tiles)
    text = ""
    if drawn != NO_TILE and counts[drawn] > 0:
        counts[drawn] -= 1
        text = f" + {TEXT_OF[drawn]}"
    held = format_tiles([code for code, count in enumerate(counts) for _ in range(count)])
    owed = format_tiles([code for code, count in enumerate(counts) for _ in range(-count)])
    return (held or "none") + text + (f"   played without holding {owed}" if owed else "")


def _meld(meld: Meld) -> str:
    tiles = format_tiles(meld.tiles)
    if meld.type is MeldType.CONCEALED_KAN:
        return f"concealed kan {tiles}"
    if meld.type is MeldType.CHI:
        return f"chi {tiles} ({TEXT_OF[meld.tiles[-1]]} from seat {meld.from_seat})"
    name = {MeldType.PON: "pon", MeldType.OPEN_KAN: "kan", MeldType.ADDED_KAN: "added kan"}[meld.type]
    return f"{name} {tiles} from seat {meld.from_seat}"


def _river(seat: Seat) -> Iterator[str]:
    """The discards in rows."""
    cells = []
    for place, discard in enumerate(seat.river):
        text = TEXT_OF[discard.tile]
        if place == seat.riichi_place:
            text = f"[{text}]"
        if place in seat.claimed:
            text = f"({text})"
        cells.append(f"{text}'" if discard.drawn else text)
    half = A_LINE // 2
    for begin in range(0, len(cells), A_LINE):
        sixes = (cells[begin : begin + half], cells[begin + half : begin + A_LINE])
        yield "  ".join("".join(f"{cell:<{CELL}}" for cell in six) for six in sixes)


def _waits(table: Table, index: int, seat: Seat) -> str:
    """What the seat waits for, without the tile it has just drawn, and why it may not ron."""
    if seat.unsure:
        return "not known: a fault left the hand unclear"
    if index == table.turn and table.phase in (CLAIMED, RIICHI):
        return "discards first"
    waiting = waiting_of(table, index, seat) or ()
    barred = bar(table, index, waiting)
    return (_tiles(waiting) or "none") + (f"   {barred}" if barred else "")


def waiting_of(table: Table, index: int, seat: Seat) -> tuple[int, ...] | None:
    """The kinds the seat waits for, without the tile it has just drawn; None where that cannot be said."""
    if seat.unsure or (index == table.turn and table.phase in (CLAIMED, RIICHI)):
        return None
    counts = seat.counts()
    if index == table.turn and table.phase == DISCARD and table.drawn != NO_TILE:
        tiles = list(seat.tiles)
        tiles[table.drawn] -= 1
        counts = kind_counts(tiles)
    return _waiting(table, counts, len(seat.melds)) if min(counts) >= 0 else ()


def _waiting(table: Table, counts: list[int], melds: int) -> tuple[int, ...]:
    """The kinds that complete the hand."""
    switches = table.switches
    if switches.family is Family.SHENZHEN:
        return winning_kinds(counts, melds, quads_as_pairs=switches.quads_as_pairs)
    return waits(counts, melds)


def bar(table: Table, index: int, waiting: tuple[int, ...]) -> str:
    """Why the seat may not ron on its waits; empty when it may."""
    if table.switches.family is Family.SHENZHEN:
        passed = declined(table, index) if waiting else None
        return f"declined {TEXT_OF[passed.tile]} at event {passed.event_index}" if passed else ""
    # Under some rules each wait is barred by its own tile only.
    reasons = {kind: furiten(table, index, waiting, kind) for kind in waiting}
    texts = {kind: _because(reason) for kind, reason in reasons.items() if reason}
    if len(set(texts.values())) == 1 and len(texts) == len(waiting):
        return f"furiten: {texts[waiting[0]]}"
    return "; ".join(f"furiten on {TEXT_OF[kind]}: {text}" for kind, text in texts.items())


def _because(reason: Furiten) -> str:
    tile = TEXT_OF[reason.tile]
    if reason.kind is FuritenKind.OWN_RIVER:
        return f"discarded {tile} itself at event {reason.event_index}"
    if reason.kind is FuritenKind.RIICHI:
        return f"let {tile} pass at event {reason.event_index}, since its riichi"
    return f"let {tile} pass at event {reason.event_index}, and has not discarded since"


def settlement_lines(
    right: Sequence[int] | None, logged: Sequence[int] | None, difference: Sequence[int] | None
) -> Iterator[str]:
    """What each seat should get beside what the log gives it."""
    seats = len(right or logged or ())
    if not seats:
        return
    sign = "+" if min([*(right or ()), *(logged or ())]) < 0 else ""  # scores have none
    yield _line("", "".join(f"{f'seat {seat}':>10}" for seat in range(seats)))
    if difference is None and right is not None and logged is not None:
        difference = [due - moved for due, moved in zip(right, logged, strict=True)]
    for label, row, mark in (("right", right, sign), ("logged", logged, sign), ("owed", difference, "+")):
        if row is not None:
            texts = (f"{number:{mark},}" if number else "0" for number in row)
            yield _line(label, "".join(f"{text:>10}" for text in texts))
