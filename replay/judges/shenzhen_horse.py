"""PAY: the horse, the tile drawn after a self-drawn win (S8, S14)."""

from typing import Final

from replay.findings import Code, Detail, Docket
from replay.gamelog import HorseDraw
from replay.judges import wall
from replay.judges.names import tile_text
from replay.judges.shenzhen_cash import notice_below_zero, paid, signed
from replay.ruleset.switches import HorseWithoutWall
from replay.settlement.shenzhen import horse_deltas, is_horse, within_means
from replay.table.match import Match
from replay.table.table import Table

HORSE_PAID: Final = Code(
    "PAY015",
    "horse-paid-wrong",
    "A horse of the winner's wind brings another Y from each other player, any other tile nothing.",
    "It doubles the win.",
    "East wins by self-draw, the horse is 5s, and nothing is paid for it.",
    ("S8", "S14"),
    ("horse_wind", "horse_suits", "score_floor"),
)
HORSE_MISSING: Final = Code(
    "PAY016",
    "horse-missing",
    "After a win by self-draw the winner draws the next tile of the wall.",
    "It may double the win.",
    "Seat 3 wins by self-draw with forty tiles left, and the next round starts.",
    ("S8",),
)
HORSE_NOT_DUE: Final = Code(
    "PAY017",
    "horse-not-due",
    "A horse is drawn once, after a win by self-draw, and only while the wall has tiles: not after robbing a kong.",
    "It may cost three players money they do not owe.",
    "Seat 0 robs a kong and draws a horse.",
    ("S8",),
    ("horse_without_wall",),
)

CODES: Final[tuple[Code, ...]] = (HORSE_PAID, HORSE_MISSING, HORSE_NOT_DUE)

WINDS: Final = ("East", "South", "West", "North")


def horse(table: Table, event: HorseDraw, docket: Docket) -> bool:
    """Judges that a horse is to be drawn, its tile, and what it moves."""
    if not table.money.horse and not table.money.horse_optional:
        return _not_due(table, event, docket)
    win = table.wins[-1]
    seats = table.switches.seats
    wind = (win.seat - table.start.dealer) % seats
    hit = is_horse(event.tile, wind, table.switches)
    cash = _cash(table)
    right = horse_deltas(win.seat, table.stakes, seats, hit=hit)
    if table.switches.score_floor:
        right = within_means(right, cash)
    table.right_deltas = right
    if table.live <= 0 and not table.doubts.live and event.tile != win.tile:
        return _not_due(table, event, docket)
    if table.live > 0 and table.seen[event.tile] >= table.limits[event.tile]:
        return wall.too_many(table, event.tile, win.seat, f"seat {win.seat} draws the horse", docket)
    notice_below_zero(table, cash, event.deltas, docket)
    accepted = [right]
    if table.doubts.winds or not table.money.horse:
        accepted += [horse_deltas(win.seat, table.stakes, seats, hit=not hit)]
    if event.deltas in accepted:
        return False
    whose = "is" if hit else "is not"
    return docket.report(
        HORSE_PAID,
        win.seat,
        f"seat {win.seat} draws {tile_text(event.tile)}, which {whose} a horse of {WINDS[wind]}:"
        f" it moves {signed(event.deltas)} instead of {signed(right)}",
        expected=paid(right, event.deltas),
        observed=Detail(signed(event.deltas), payments=event.deltas),
    )


def _cash(table: Table) -> list[int]:
    """What every seat has after the wins."""
    cash = list(table.scores)
    for win in table.wins:
        for seat, delta in enumerate(win.deltas or ()):
            cash[seat] += delta
    return cash


def _not_due(table: Table, event: HorseDraw, docket: Docket) -> bool:
    nothing = (0,) * table.switches.seats
    table.right_deltas = nothing
    if not table.has_result and table.doubts.other_scores is None:
        table.doubts.other_scores = list(table.scores)
    win = table.wins[-1] if table.wins else None
    return docket.report(
        HORSE_NOT_DUE,
        None if win is None else win.seat,
        f"a horse is drawn, and {_why_not(table)}",
        rule=("horse_without_wall",) if table.live <= 0 and _self_drawn(table) else ("S8",),
        expected=Detail("no horse", payments=nothing, difference=tuple(-delta for delta in event.deltas)),
        observed=Detail(tile_text(event.tile), payments=event.deltas),
    )


def _self_drawn(table: Table) -> bool:
    return bool(table.wins) and table.wins[-1].seat == table.wins[-1].from_seat


def _why_not(table: Table) -> str:
    if not table.wins:
        return "nobody has won"
    if table.robbed is not None:
        return "the win robs a kong"
    if not _self_drawn(table):
        return "the win is on a discard"
    return "the wall is empty" if table.live <= 0 else "it was drawn already"


def missing(match: Match, table: Table, docket: Docket) -> bool:
    """Reports that a self-drawn win had no horse when the round is over."""
    is_won_tile = table.live <= 0 and table.switches.horse_without_wall is HorseWithoutWall.WINNING_TILE
    if not table.money.horse or is_won_tile:
        return False
    table.money.horse = False
    win = table.wins[-1]
    if match.scores is not None:
        # Which tile it was is not known: it may have been paid.
        brings = horse_deltas(win.seat, table.stakes, table.switches.seats, hit=True)
        match.other_scores += [
            tuple(score + delta for score, delta in zip(scores, brings, strict=True))
            for scores in (match.scores, *match.other_scores)
        ]
    return docket.report(
        HORSE_MISSING,
        win.seat,
        f"seat {win.seat} wins by self-draw and draws no horse",
        expected=Detail("a horse"),
        observed=Detail("none"),
    )
