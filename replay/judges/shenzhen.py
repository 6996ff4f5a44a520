"""The judges of Shenzhen's results: wins, drawn rounds, what comes next (RULES §4).

Codes are those of the other families where they mean the same; what only Shenzhen knows stands in the modules beside
this one.
"""

from replay.findings import Detail, Docket
from replay.gamelog import (
    Chi,
    Discard,
    Draw,
    DrawReason,
    GameEnd,
    Kan,
    KanType,
    North,
    Pon,
    Riichi,
    RoundDrawn,
    RoundStart,
    Win,
)
from replay.hand.shenzhen import is_winning
from replay.judges import shenzhen_declined
from replay.judges.ending import (
    ABORT_NOT_LEGAL,
    GAME_ENDS_EARLY,
    GAME_GOES_ON,
    NEXT_ROUND,
    TOO_EARLY,
    no_result,
    shown_hands,
)
from replay.judges.payments import NOTEN_PAID, RON_PAID, TSUMO_PAID
from replay.judges.shenzhen_cash import notice_below_zero, paid, signed
from replay.judges.shenzhen_kongs import paid_though_robbed
from replay.judges.win import INVENTED, POINTS
from replay.judges.won_hand import NOT_COMPLETE, ROBBED, too_many, wrong_hand, wrong_tile
from replay.ruleset.switches import GameEndCheck
from replay.settlement.shenzhen import win_deltas, within_means
from replay.table.match import Match
from replay.table.table import Table
from replay.table.winner import held_hand, robbed_act
from replay.tiles import TERMINALS_AND_HONOURS, code_counts, format_tiles, kind_counts


def win(table: Table, event: Win, docket: Docket) -> bool:
    """Judges a win whose moment is right: the hand, that it may win, what is claimed and what is paid for it."""
    table.await_result()
    if _play_went_on(table):
        table.doubts.deposits = True  # which of the wins was paid
        return False
    if too_many(table, event, docket):
        return True
    winner = table.seats[event.seat]
    if not winner.unsure:
        if wrong_tile(table, event, docket) or wrong_hand(table, event, docket):
            return True
        if not winner.unsure and (_illegal(table, event, docket) or _robs_wrongly(table, event, docket)):
            return True
        if shenzhen_declined.win_on_discard(table, event, docket):
            return True
    robs = event.seat != event.from_seat and robbed_act(table) is not None
    right = _right(table, event, robs=robs)
    table.right_deltas = right
    wrong = _paid(table, event, right, robs=robs, wrong_claim=_claims(table, event, right, docket), docket=docket)
    if not robs or wrong:
        return wrong
    return paid_though_robbed(table, event.from_seat, docket)


def _play_went_on(table: Table) -> bool:
    """Whether somebody has won and the round was played on: that was reported, and hands are not known any more."""
    since = len(table.events) - 1
    while since > 0 and not isinstance(table.events[since], Win):
        since -= 1
    return since > 0 and any(isinstance(event, (Draw, Discard)) for event in table.events[since:])


def _illegal(table: Table, event: Win, docket: Docket) -> bool:
    """Judges that the hand is complete (S11)."""
    hand = held_hand(table, event)
    if is_complete(table, event.seat, hand):
        return False
    return docket.report(
        NOT_COMPLETE,
        event.seat,
        f"seat {event.seat} wins with {format_tiles(hand)}, which is not complete",
        expected=Detail("four sets and a pair, seven pairs or thirteen orphans"),
        observed=Detail(format_tiles(hand)),
    )


def is_complete(table: Table, seat: int, hand: tuple[int, ...]) -> bool:
    """Whether the concealed tiles, the winning one among them, make a winning hand of the seat (S11)."""
    melds = len(table.seats[seat].melds)
    return is_winning(kind_counts(code_counts(hand)), melds, quads_as_pairs=table.switches.quads_as_pairs)


def may_rob(table: Table, kan: Kan, hand: tuple[int, ...]) -> bool:
    """Whether the complete hand wins on the tile of the kong (S13)."""
    if kan.type is KanType.ADDED:
        return True
    counts = kind_counts(code_counts(hand))
    orphans = all(counts[kind] for kind in TERMINALS_AND_HONOURS)
    return kan.type is KanType.CONCEALED and orphans and table.switches.kokushi_robs_concealed_kan


def _robs_wrongly(table: Table, event: Win, docket: Docket) -> bool:
    """Judges that a kong that is robbed is a pung extended (S13)."""
    kan = robbed_act(table)
    if event.seat == event.from_seat or not isinstance(kan, Kan) or kan.type is KanType.ADDED:
        return False
    if any(table.events[place] is kan for place in table.doubts.faults):
        return False  # what was robbed was at fault itself
    if may_rob(table, kan, held_hand(table, event)):
        return False
    return docket.report(
        ROBBED,
        event.seat,
        f"seat {event.seat} robs seat {event.from_seat}'s {kan.type.value} kong",
        expected=Detail("only a pung extended to a kong is robbed"),
        observed=Detail(f"win on the {kan.type.value} kong of {format_tiles(kan.tiles)}"),
    )


def _right(table: Table, event: Win, *, robs: bool) -> tuple[int, ...]:
    """What the win moves by the rules."""
    due = win_deltas(event.seat, event.from_seat, table.stakes, table.switches.seats, robbed=robs)
    return within_means(due, table.scores) if table.switches.score_floor else due


def _claims(table: Table, event: Win, right: tuple[int, ...], docket: Docket) -> bool:
    """Judges what the log claims of a hand's value, where no hand has any (S7)."""
    named = [yaku.name for yaku in event.yaku or () if yaku.han]
    if named or event.han or event.fu:
        what = ", ".join(named) or f"{event.han or 0} han {event.fu or 0} fu"
        return docket.report(
            INVENTED,
            event.seat,
            f"the log counts {what} for seat {event.seat}'s hand, and no hand has a value",
            rule=("S7",),
            expected=paid(right, event.deltas or right),
            observed=Detail(what, payments=event.deltas),
        )
    if event.points is None or event.points == right[event.seat]:
        return False
    return docket.report(
        POINTS,
        event.seat,
        f"the log claims {event.points:,} for seat {event.seat}'s win, it brings {right[event.seat]:,}",
        rule=_rule(table, event),
        expected=paid(right, event.deltas or right),
        observed=Detail(f"{event.points:,}", payments=event.deltas),
    )


def _rule(table: Table, event: Win) -> tuple[str, ...]:
    return ("S13",) if event.seat != event.from_seat and robbed_act(table) is not None else ("S12",)


def _paid(table: Table, event: Win, right: tuple[int, ...], *, robs: bool, wrong_claim: bool, docket: Docket) -> bool:
    """Judges what the win moves (S12, S13)."""
    logged = event.deltas
    notice_below_zero(table, table.scores, right if logged is None else logged, docket)
    if logged is None or logged == right:
        return wrong_claim
    if wrong_claim and event.points is not None and logged[event.seat] == event.points and sum(logged) == 0:
        return True  # it follows what is claimed
    if table.doubts.faults and event.seat != event.from_seat and logged == _right(table, event, robs=not robs):
        return wrong_claim  # whether a kong was robbed hangs on an act at fault
    self_draw = event.seat == event.from_seat
    how = "by self-draw" if self_draw else f"from seat {event.from_seat}"
    return docket.report(
        TSUMO_PAID if self_draw else RON_PAID,
        event.seat,
        f"seat {event.seat} should win {right[event.seat]:,} {how};"
        f" the log moves {logged[event.seat]:,}: {signed(logged)} instead of {signed(right)}",
        rule=_rule(table, event),
        expected=paid(right, logged),
        observed=Detail(signed(logged), payments=logged),
    )


def round_drawn(table: Table, event: RoundDrawn, docket: Docket) -> bool:
    """Judges a drawn round: it comes with the empty wall and moves nothing (S7)."""
    table.await_result()
    if event.reason is not DrawReason.EXHAUSTIVE:
        reason = event.reason.value.replace("_", " ")
        return not table.lenient and docket.report(
            ABORT_NOT_LEGAL,
            event.seat,
            f"the round is drawn ({reason}), which Shenzhen does not know",
            rule=(event.reason.value,),
            expected=Detail("the round goes on"),
            observed=Detail(reason),
        )
    right = _drawn_moves(table)
    table.right_deltas = right
    if table.live > 0 and not table.doubts.live and not table.lenient:
        return docket.report(
            TOO_EARLY,
            None,
            f"the round is drawn with {table.live} tiles left",
            expected=Detail("an empty wall"),
            observed=Detail(f"{table.live} tiles"),
        )
    if shown_hands(table, event, docket):
        return True
    if event.deltas is None or event.deltas == right:
        return False
    return docket.report(
        NOTEN_PAID,
        None,
        f"the drawn round moves {signed(event.deltas)} instead of {signed(right)}",
        expected=paid(right, event.deltas),
        observed=Detail(signed(event.deltas), payments=event.deltas),
    )


def _drawn_moves(table: Table) -> tuple[int, ...]:
    """Nothing; where kong money is not kept, all of it back (switch `kong_kept`)."""
    if table.switches.kong_kept:
        return (0,) * table.switches.seats
    return tuple(-moved for moved in table.money.by_kongs)


def played_on(
    table: Table, event: Draw | Discard | Chi | Pon | Kan | North | Riichi | RoundDrawn, docket: Docket
) -> None:
    """Reports an act after the game has ended within a round (switch `game_end_check`)."""
    if not table.money.game_over:
        return
    table.money.game_over = False
    table.note_duty()
    _goes_on(table.turn, docket)


def next_round(match: Match, event: RoundStart, docket: Docket) -> bool:
    """Judges that the game has not ended (S10), and who is East (S2)."""
    right = match.next_round
    if right is None:
        return False
    if match.over and not match.in_doubt and not match.past_end:
        match.past_end = True
        return _goes_on(None, docket)
    if event.dealer == right.dealer or any(event.dealer == other.dealer for other in match.other_rounds):
        return False
    return docket.report(
        NEXT_ROUND,
        event.dealer,
        f"seat {event.dealer} is East where seat {right.dealer} is next",
        expected=Detail(f"East: seat {right.dealer}"),
        observed=Detail(f"East: seat {event.dealer}"),
    )


def _goes_on(seat: int | None, docket: Docket) -> bool:
    return docket.report(
        GAME_GOES_ON,
        seat,
        "the game has ended, a player has less than three times Y, and it goes on",
        expected=Detail("the end of the game"),
        observed=Detail("the game goes on"),
    )


def ends_early(match: Match, event: GameEnd, docket: Docket) -> bool:
    """Judges that the game ends because somebody cannot go on (S10, switch `early_end`)."""
    if match.over is not False or match.in_doubt or match.past_end or match.switches.early_end:
        return False
    return docket.report(
        GAME_ENDS_EARLY,
        None,
        f"the game ends, and everybody has three times Y: the least is {min(event.scores):,}",
        expected=Detail("another round"),
        observed=Detail("the end of the game"),
    )


def unfinished(match: Match, table: Table, docket: Docket) -> bool:
    """Reports a round without a result, unless the game ended within it (switch `game_end_check`)."""
    at_once = match.switches.game_end_check is GameEndCheck.AT_ONCE
    if at_once and not table.has_result and table.money.game_over:
        match.take_result(table, (0,) * match.switches.seats, in_doubt=False)
        return False
    return no_result(match, table, docket)
