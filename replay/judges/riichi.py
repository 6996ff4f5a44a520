"""RII: the declaration of riichi, its deposit, and the discards after it."""

from typing import Final

from replay.findings import Code, Detail, Docket
from replay.gamelog import Chi, Discard, Draw, DrawReason, Kan, North, Pon, Riichi, RiichiAccepted, RoundDrawn, Win
from replay.hand.waits import tenpai_discards
from replay.judges.names import tile_text, tiles_text
from replay.ruleset.switches import NorthTiming
from replay.table.table import DEPOSIT, DRAW, NOBODY, OVER, RIICHI, Table
from replay.tiles import KIND_OF, format_tiles

OPEN_HAND: Final = Code(
    "RII001",
    "riichi-with-open-hand",
    "Riichi is declared with a closed hand: concealed kans and Norths set aside do not open it.",
    "An open riichi takes a han and a bonus that are not there.",
    "Seat 2 has called a pon and declares riichi.",
    ("N9",),
)
NOT_TENPAI: Final = Code(
    "RII002",
    "riichi-not-tenpai",
    "Some discard of the hand that declares riichi leaves it tenpai.",
    "A riichi without tenpai deceives the table.",
    "Seat 1 declares riichi with a hand two tiles away from winning.",
    (),
    ("dead_wait",),
)
DISCARD_BREAKS: Final = Code(
    "RII003",
    "riichi-discard-leaves-noten",
    "The discard of the declaration leaves the hand tenpai.",
    "A riichi without tenpai deceives the table.",
    "Seat 0 declares riichi, could discard 3m or 8m, and discards 1p.",
    (),
    ("dead_wait",),
)
POINTS: Final = Code(
    "RII004",
    "riichi-without-points",
    "The declarer has the points for the deposit.",
    "A deposit that cannot be paid is missing from the pot.",
    "Seat 3 has 900 points and declares riichi.",
    (),
    ("riichi_points",),
)
FEW_TILES: Final = Code(
    "RII005",
    "riichi-with-few-tiles",
    "Enough live tiles are left for another turn.",
    "A riichi without a further draw is a bet without risk.",
    "Two live tiles are left and seat 1 declares riichi in a three-player game.",
    (),
    ("riichi_live_tiles",),
)
TWICE: Final = Code(
    "RII006",
    "riichi-twice",
    "Riichi is declared once a round.",
    "A second declaration would take a second deposit.",
    "Seat 2 is in riichi and declares it again.",
    (),
)
DISCARD_MISSING: Final = Code(
    "RII007",
    "riichi-discard-missing",
    "The declarer's discard is the next act after the declaration.",
    "Between declaration and discard there is no kan, no North and no win.",
    "Seat 1 declares riichi and sets a North aside before its discard.",
    ("N1",),
    ("north_timing",),
)
DEPOSIT_MISSING: Final = Code(
    "RII008",
    "riichi-deposit-missing",
    "The deposit is paid as soon as the declaration's discard was not won.",
    "The pot is a thousand points short.",
    "Seat 0 declares riichi and discards, nobody wins, and seat 1 draws before the deposit is paid.",
    (),
)
DEPOSIT_NOT_DUE: Final = Code(
    "RII009",
    "riichi-deposit-not-due",
    "A deposit is paid only for a declaration whose discard was not won, once, by the declarer.",
    "A player pays a thousand points that are not owed.",
    "Seat 2's riichi discard is won and the log takes its deposit.",
    (),
    ("riichi_deposit_when_ronned",),
)
DEPOSIT_AMOUNT: Final = Code(
    "RII010",
    "riichi-deposit-wrong",
    "The deposit takes 1000 points from the declarer and from nobody else.",
    "Scores after a riichi that do not add up make every later score wrong.",
    "Seat 1 had 25,000 points and has 23,500 after its riichi.",
    (),
)
HAND_CHANGED: Final = Code(
    "RII011",
    "discard-after-riichi-not-drawn",
    "After riichi every discard is the tile just drawn.",
    "The hand behind a riichi may not change.",
    "Seat 3 is in riichi, draws 9p and discards 3s from its hand.",
    (),
)

CODES: Final[tuple[Code, ...]] = (
    OPEN_HAND,
    NOT_TENPAI,
    DISCARD_BREAKS,
    POINTS,
    FEW_TILES,
    TWICE,
    DISCARD_MISSING,
    DEPOSIT_MISSING,
    DEPOSIT_NOT_DUE,
    DEPOSIT_AMOUNT,
    HAND_CHANGED,
)


def riichi(table: Table, event: Riichi, docket: Docket) -> bool:
    """Judges the declaration."""
    who = event.seat
    seat = table.seats[who]
    switches = table.switches
    broken = obstacle(table, who)
    if broken is TWICE:
        return docket.report(
            TWICE,
            who,
            f"seat {who} declares riichi a second time",
            expected=Detail("one declaration a round"),
            observed=Detail("second declaration"),
        )
    if broken is OPEN_HAND:
        return docket.report(
            OPEN_HAND,
            who,
            f"seat {who} declares riichi with an open hand",
            expected=Detail("a closed hand"),
            observed=Detail("open melds: " + " ".join(format_tiles(m.tiles) for m in seat.melds if m.is_open)),
        )
    if broken is POINTS:
        return docket.report(
            POINTS,
            who,
            f"seat {who} declares riichi with {table.scores[who]:,} points",
            expected=Detail(f"at least {switches.riichi_points:,} points"),
            observed=Detail(f"{table.scores[who]:,} points"),
        )
    if broken is FEW_TILES:
        return docket.report(
            FEW_TILES,
            who,
            f"seat {who} declares riichi with {table.live} live tiles left",
            expected=Detail(f"at least {switches.riichi_live_tiles} live tiles"),
            observed=Detail(f"{table.live} live tiles"),
        )
    if seat.unsure:
        table.riichi_discards = ()
        return False
    table.riichi_discards = tenpai_after_discard(table, who)
    if table.riichi_discards:
        return False
    held = tiles_text(seat.tiles)
    table.doubt(who)  # or the hand is recorded wrongly
    return docket.report(
        NOT_TENPAI,
        who,
        f"seat {who} declares riichi, and no discard leaves its hand tenpai",
        expected=Detail("a hand that some discard leaves tenpai"),
        observed=Detail(held),
    )


def obstacle(table: Table, who: int) -> Code | None:
    """What a declaration by the seat, in its turn, would break whatever its tiles are; None: nothing."""
    seat = table.seats[who]
    if seat.in_riichi:
        return TWICE
    if not seat.closed:
        return OPEN_HAND
    if max(table.scores[who], (table.doubts.other_scores or table.scores)[who]) < table.switches.riichi_points:
        return POINTS
    if table.live < table.switches.riichi_live_tiles and not table.doubts.live:
        return FEW_TILES
    return None


def tenpai_after_discard(table: Table, who: int) -> tuple[int, ...]:
    """The kinds whose discard leaves the seat tenpai."""
    seat = table.seats[who]
    return tenpai_discards(seat.counts(), len(seat.melds), seat.meld_kinds(), table.switches.dead_wait)


def discard(table: Table, event: Discard, docket: Docket) -> bool:
    """Judges the discard of the declaration and every one after it."""
    seat = table.seats[event.seat]
    if not seat.riichi or seat.unsure or seat.riichi_void or table.lenient:
        return False
    if table.phase == RIICHI:
        keeping = table.riichi_discards
        if isinstance(table.last_act, Draw):  # a North went before it
            keeping = tenpai_after_discard(table, event.seat)
        elif not keeping:
            return False
        if KIND_OF[event.tile] in keeping:
            return False
        seat.riichi_void = True
        table.doubt(event.seat)  # or the discard is recorded wrongly
        return docket.report(
            DISCARD_BREAKS,
            event.seat,
            f"seat {event.seat} discards {tile_text(event.tile)} with its riichi, which leaves its hand noten",
            expected=Detail(f"discard of {format_tiles(keeping)}" if keeping else "a hand that stays tenpai"),
            observed=Detail(f"discard of {tile_text(event.tile)}"),
        )
    if event.drawn:
        return False
    drawn = tile_text(table.drawn) if table.drawn >= 0 else "nothing"
    table.doubt(event.seat)  # or the discard is recorded wrongly
    return docket.report(
        HAND_CHANGED,
        event.seat,
        f"seat {event.seat} is in riichi and discards {tile_text(event.tile)} from its hand, having drawn {drawn}",
        expected=Detail(f"discard of the drawn {drawn}"),
        observed=Detail(f"discard of {tile_text(event.tile)}, from the hand"),
    )


def draw(table: Table, event: Draw, docket: Docket) -> bool:
    """Judges that no discard of a declaration is missing before a draw."""
    return table.phase == RIICHI and discard_due(table, event, docket)


def discard_due(
    table: Table, event: Draw | Chi | Pon | Kan | North | Riichi | RoundDrawn | Win, docket: Docket
) -> bool:
    """Reports an act between the declaration and its discard."""
    if table.phase != RIICHI or table.lenient:
        return False
    who = table.turn
    before_discard = table.switches.north_timing is NorthTiming.BEFORE_RIICHI_DISCARD
    if before_discard and isinstance(event, North) and event.seat == who:
        return False
    table.doubt(who)
    table.seats[who].riichi_void = True
    table.acceptance_optional = who
    if isinstance(event, Win) and event.from_seat == who:
        table.last_discard = None  # what it wins on is what is missing
    return docket.report(
        DISCARD_MISSING,
        who,
        f"seat {who} has declared riichi and not discarded when {_act_text(event)}",
        expected=Detail(f"discard by seat {who}"),
        observed=Detail(_act_text(event)),
    )


def win(table: Table, event: Win, docket: Docket) -> bool:
    """Judges that no deposit was paid for a riichi whose discard is won."""
    if event.seat == event.from_seat:
        return False
    return _paid_though_won(table, event.from_seat, f"seat {event.seat} wins", docket)


def triple_ron(table: Table, event: RoundDrawn, docket: Docket) -> bool:
    """Judges that no deposit was paid for a riichi whose discard is won three times over."""
    last = table.last_discard
    if event.reason is not DrawReason.TRIPLE_RON or last is None:
        return False
    return _paid_though_won(table, last.seat, "three seats win", docket)


def _paid_though_won(table: Table, loser: int, who_wins: str, docket: Docket) -> bool:
    paid = table.events[-1]
    if (
        not isinstance(paid, RiichiAccepted)
        or paid.inferred
        or paid.seat != loser
        or table.phase != DRAW
        or table.lenient
        or table.switches.riichi_deposit_when_ronned
    ):
        return False
    table.doubts.deposits = True
    return docket.report(
        DEPOSIT_NOT_DUE,
        loser,
        f"seat {loser} has paid a deposit for its riichi, whose discard {who_wins}",
        expected=Detail("no deposit"),
        observed=Detail(f"deposit of seat {loser}"),
    )


def accepted(table: Table, event: RiichiAccepted, docket: Docket) -> bool:
    """Judges that the deposit is due, and what it does to the scores."""
    who = event.seat
    if who not in (table.acceptance, table.acceptance_optional):
        if table.lenient or table.seats[who].riichi_void:
            return False
        if table.phase == OVER and table.switches.riichi_deposit_when_ronned:
            return False
        table.doubts.deposits = True
        if table.phase == RIICHI and table.turn == who:
            table.seats[who].riichi_void = True  # paid before its discard: it is not due again
        if not table.seats[who].riichi:
            # Its riichi may be missing, or come late.
            table.doubt(who)
            table.seats[who].paid_ahead = True
        return docket.report(
            DEPOSIT_NOT_DUE,
            who,
            f"seat {who} pays a deposit that is not due",
            expected=Detail("no deposit"),
            observed=Detail(f"deposit of seat {who}"),
        )
    right = _less_deposit(table.scores, who)
    other = None if table.doubts.other_scores is None else _less_deposit(table.doubts.other_scores, who)
    table.doubts.other_scores = other
    if event.scores is None or list(event.scores) == right:
        return False
    if list(event.scores) == other:
        table.doubts.other_scores = right
        return False
    table.doubts.other_scores = right
    table.doubts.deposits = True
    return docket.report(
        DEPOSIT_AMOUNT,
        who,
        f"the scores after seat {who}'s deposit are {_points(event.scores)}, not {_points(right)}",
        expected=Detail(_points(right)),
        observed=Detail(_points(event.scores)),
    )


def overdue(
    table: Table, event: Draw | Discard | Chi | Pon | Kan | North | Riichi | RoundDrawn, docket: Docket
) -> None:
    """Reports a deposit that was due before this act."""
    who = table.acceptance
    if who == NOBODY:
        return
    table.acceptance = NOBODY
    table.note_duty()
    if isinstance(event, RoundDrawn) and event.reason is DrawReason.TRIPLE_RON:
        return  # the discard was won three times over: no deposit
    table.doubts.deposits = True
    table.acceptance_optional = who
    other = table.doubts.other_scores
    table.doubts.other_scores = _less_deposit(table.scores if other is None else other, who)
    docket.report(
        DEPOSIT_MISSING,
        who,
        f"seat {who}'s riichi discard was not won, and its deposit is not paid",
        expected=Detail(f"deposit of {DEPOSIT:,} by seat {who}"),
        observed=Detail("no deposit"),
    )


def _less_deposit(scores: list[int], seat: int) -> list[int]:
    """The scores after the seat has paid its deposit."""
    left = list(scores)
    left[seat] -= DEPOSIT
    return left


def _act_text(event: Draw | Chi | Pon | Kan | North | Riichi | RoundDrawn | Win) -> str:
    if isinstance(event, RoundDrawn):
        return "the round is drawn"
    if isinstance(event, Win):
        return f"seat {event.seat} wins"
    if isinstance(event, Draw):
        return f"seat {event.seat} draws"
    if isinstance(event, North):
        return f"seat {event.seat} sets a North aside"
    if isinstance(event, Riichi):
        return f"seat {event.seat} declares riichi"
    return f"seat {event.seat} {'declares a kan' if isinstance(event, Kan) else 'calls'}"


def _points(scores: "tuple[int, ...] | list[int]") -> str:
    return " ".join(f"{points:,}" for points in scores)
