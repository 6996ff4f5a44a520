"""END: how rounds and games end: drawn rounds, aborts, tenpai, what comes next."""

from typing import Final

from replay.findings import Code, Detail, Docket
from replay.gamelog import Chi, Discard, Draw, DrawReason, GameEnd, Kan, North, Pon, Riichi, RoundDrawn, RoundStart
from replay.hand.waits import tenpai as is_tenpai
from replay.judges import aborts, payments
from replay.ruleset.switches import Bust
from replay.settlement.placing import placement
from replay.table.match import Match, NextRound
from replay.table.table import DRAW, OVER, Table
from replay.tiles import KIND_OF, TERMINALS_AND_HONOURS, format_tiles

NO_RESULT: Final = Code(
    "END001",
    "round-without-result",
    "A round has its result, a win or a draw, before the next one starts.",
    "Without it nobody can say who owed what.",
    "Seat 1 discards, and the next event is the start of another round.",
    (),
)
TOO_EARLY: Final = Code(
    "END002",
    "round-drawn-too-early",
    "An exhaustive draw comes when the live wall is empty and the last discard was not claimed.",
    "Tiles still to be drawn could have decided the round.",
    "The round is drawn with four live tiles left.",
    ("N12",),
    ("dead_wall", "kan_shortens_live_wall", "north_shortens_live_wall"),
)
NOT_TENPAI: Final = Code(
    "END003",
    "tenpai-not-there",
    "A seat that is paid as tenpai at a drawn round is tenpai.",
    "Noten seats pay, they are not paid.",
    "Seat 2 is listed as tenpai with a hand two tiles away.",
    (),
    ("dead_wait",),
)
TENPAI_LEFT_OUT: Final = Code(
    "END004",
    "tenpai-left-out",
    "Every tenpai seat is counted as tenpai at a drawn round.",
    "It is paid, and a tenpai dealer stays on.",
    "Seat 0 waits on 3m and pays as noten.",
    (),
    ("dead_wait",),
)
SHOWN_HAND: Final = Code(
    "END005",
    "shown-hand-not-held",
    "The hands shown at a drawn round are those that were played.",
    "A hand can be tenpai on paper only.",
    "Seat 1 shows 4p where it held 7p.",
    (),
)
ABORT_NOT_LEGAL: Final = Code(
    "END006",
    "abort-not-legal",
    "A round is aborted only for a reason that the ruleset knows and that is there.",
    "An abort takes a hand away from somebody.",
    "Nine terminals are declared with eight kinds.",
    ("K6", "N22"),
    ("nine_terminals", "four_winds", "four_riichi", "four_kans", "triple_ron"),
)
ABORT_MISSED: Final = Code(
    "END007",
    "abort-missed",
    "A round that the rules abort does not go on: four kans by two seats or more, four winds, four riichi.",
    "What follows did not happen by the rules.",
    "Four kans by two seats, the discard passes, and the next seat draws.",
    (),
    ("four_kans", "four_winds", "four_riichi"),
)
NAGASHI_NOT_EARNED: Final = Code(
    "END008",
    "nagashi-not-earned",
    "Nagashi needs a river of terminals and honours only, of which nothing was claimed.",
    "It is paid like a mangan.",
    "A discard of the winner's river was ponned.",
    (),
    ("nagashi",),
)
NAGASHI_LEFT_OUT: Final = Code(
    "END009",
    "nagashi-left-out",
    "A seat that has earned nagashi at an exhaustive draw is paid for it.",
    "It is paid like a mangan.",
    "Seat 2 discarded terminals and honours only, and noten payments are made.",
    (),
    ("nagashi",),
)
NEXT_ROUND: Final = Code(
    "END010",
    "next-round-wrong",
    "The next round follows: the dealer stays on after winning, when tenpai and after an abort, else the deal passes.",
    "Winds and dealership decide what hands are worth.",
    "The dealer wins and the next round has another dealer.",
    ("S2",),
    ("dealer_stays", "east_after_draw"),
)
HONBA: Final = Code(
    "END011",
    "honba-wrong",
    "Honba grow by one after a draw or a dealer's win, and go back to none after another's win.",
    "Each is paid with the next win.",
    "A non-dealer wins and the next round starts with one honba.",
    (),
    ("honba_grows",),
)
GAME_GOES_ON: Final = Code(
    "END012",
    "game-goes-on",
    "No round starts after the game has ended by the rules.",
    "Places were decided already.",
    "A seat is below zero and another round is played.",
    ("S10",),
    ("bust", "game_length", "extension", "dealer_stop", "target_points", "game_end_check"),
)
GAME_ENDS_EARLY: Final = Code(
    "END013",
    "game-ends-early",
    "The game ends only when the rules end it.",
    "Rounds are missing that could have changed the places.",
    "The game ends after South 3 with everybody above zero.",
    ("S10",),
    ("bust", "game_length", "extension", "dealer_stop", "target_points", "early_end"),
)
PLACEMENT: Final = Code(
    "END014",
    "placement-wrong",
    "Places follow the final points; of equal points the seat that the ruleset prefers is better.",
    "Uma is paid by place.",
    "Seats 0 and 2 both have 31,000 points and seat 2 is placed first.",
    (),
    ("ties",),
)

CODES: Final[tuple[Code, ...]] = (
    NO_RESULT,
    TOO_EARLY,
    NOT_TENPAI,
    TENPAI_LEFT_OUT,
    SHOWN_HAND,
    ABORT_NOT_LEGAL,
    ABORT_MISSED,
    NAGASHI_NOT_EARNED,
    NAGASHI_LEFT_OUT,
    NEXT_ROUND,
    HONBA,
    GAME_GOES_ON,
    GAME_ENDS_EARLY,
    PLACEMENT,
)

NINE: Final = 9


def round_drawn(table: Table, event: RoundDrawn, docket: Docket) -> bool:
    """Judges a drawn round: its reason, the tenpai seats, and what it moves."""
    if event.reason in (DrawReason.EXHAUSTIVE, DrawReason.NAGASHI):
        return _exhaustive(table, event, docket)
    table.tenpai_seats = ()
    if not table.lenient and not aborts.abort_is_legal(table, event):
        return docket.report(
            ABORT_NOT_LEGAL,
            event.seat,
            f"the round is aborted ({event.reason.value.replace('_', ' ')}), which the rules do not allow here",
            rule=aborts.abort_rule(event.reason, table.switches),
            expected=Detail("the round goes on"),
            observed=Detail(event.reason.value.replace("_", " ")),
        )
    return payments.drawn_round(table, event, (), (), docket, known=True)


def abort_missed(
    table: Table, event: Draw | Discard | Chi | Pon | Kan | North | Riichi | RoundDrawn, docket: Docket
) -> None:
    """Reports an act after the moment at which the round had to be aborted."""
    due = table.abort_due
    if due is None or isinstance(event, RoundDrawn):
        return
    if due is DrawReason.FOUR_KANS and (isinstance(event, Discard) or table.phase != DRAW):
        return  # the turn of the fourth kan comes to its end first
    if due is DrawReason.FOUR_RIICHI and table.acceptance >= 0:
        return
    table.abort_due = None
    table.note_duty()
    if not table.lenient and not table.doubts.faults:
        docket.report(
            ABORT_MISSED,
            None,
            f"the round goes on, though {due.value.replace('_', ' ')} end it",
            rule=(due.value,),
            expected=Detail(due.value.replace("_", " ")),
            observed=Detail("the round goes on"),
        )


def _exhaustive(table: Table, event: RoundDrawn, docket: Docket) -> bool:
    tenpai = tuple(index for index in range(len(table.seats)) if _counts_as_tenpai(table, event, index))
    known = not any(seat.unsure for seat in table.seats)
    if not known and event.tenpai is None:
        tenpai = payments.tenpai_paid(table, event, tenpai)
    table.tenpai_seats = tenpai
    if table.live > 0 and not table.doubts.live and not table.lenient:
        return docket.report(
            TOO_EARLY,
            None,
            f"the round is drawn with {table.live} live tiles left",
            expected=Detail("an empty live wall"),
            observed=Detail(f"{table.live} live tiles"),
        )
    nagashi = tuple(index for index in range(len(table.seats)) if _has_nagashi(table, index))
    if table.doubts.faults and event.reason is DrawReason.NAGASHI:
        nagashi = payments.nagashi_paid(table, event) or nagashi  # an act at fault may have ended or made one
    table.right_deltas = payments.right_draw(table, tenpai, nagashi)
    if _wrong_nagashi(table, event, nagashi, docket) or shown_hands(table, event, docket):
        return True
    if event.tenpai is not None and event.tenpai != tenpai:
        return _wrong_tenpai(event, tenpai, docket)
    return payments.drawn_round(table, event, tenpai, nagashi, docket, known=known)


def _counts_as_tenpai(table: Table, event: RoundDrawn, index: int) -> bool:
    """Whether the seat is tenpai; for a hand that is not known, what the log says."""
    seat = table.seats[index]
    if seat.unsure:
        return event.tenpai is not None and index in event.tenpai
    return is_tenpai(seat.counts(), len(seat.melds), seat.meld_kinds(), table.switches.dead_wait)


def _wrong_tenpai(event: RoundDrawn, tenpai: tuple[int, ...], docket: Docket) -> bool:
    claimed = event.tenpai or ()
    for seat in claimed:
        if seat not in tenpai:
            return docket.report(
                NOT_TENPAI,
                seat,
                f"seat {seat} is counted as tenpai and is noten",
                expected=Detail(_seats(tenpai)),
                observed=Detail(_seats(claimed)),
            )
    seat = next(seat for seat in tenpai if seat not in claimed)
    return docket.report(
        TENPAI_LEFT_OUT,
        seat,
        f"seat {seat} is tenpai and is counted as noten",
        expected=Detail(_seats(tenpai)),
        observed=Detail(_seats(claimed)),
    )


def shown_hands(table: Table, event: RoundDrawn, docket: Docket) -> bool:
    """Judges that the hands shown are those that were played."""
    for index, shown in enumerate(event.hands or ()):
        seat = table.seats[index]
        if shown is None or seat.unsure:
            continue
        held = [code for code, count in enumerate(seat.tiles) for _ in range(count)]
        if sorted(shown) != held:
            missing = tuple(code for code in sorted(set(shown)) if shown.count(code) > held.count(code))
            if table.may_be_with_another(missing, index):
                table.doubt(index)
                continue
            return docket.report(
                SHOWN_HAND,
                index,
                f"seat {index} shows {format_tiles(shown)}, it held {format_tiles(held)}",
                expected=Detail(format_tiles(held)),
                observed=Detail(format_tiles(shown)),
            )
    return False


def _has_nagashi(table: Table, index: int) -> bool:
    if not table.switches.nagashi:
        return False
    seat = table.seats[index]
    if seat.claimed or not seat.river:
        return False
    return all(KIND_OF[discard.tile] in TERMINALS_AND_HONOURS for discard in seat.river)


def _wrong_nagashi(table: Table, event: RoundDrawn, nagashi: tuple[int, ...], docket: Docket) -> bool:
    if table.doubts.faults:
        return False
    if event.reason is DrawReason.NAGASHI and not nagashi:
        return docket.report(
            NAGASHI_NOT_EARNED,
            None,
            "nagashi is paid, and no seat has earned it",
            expected=Detail("noten payments"),
            observed=Detail("nagashi"),
        )
    if event.reason is DrawReason.EXHAUSTIVE and nagashi:
        return docket.report(
            NAGASHI_LEFT_OUT,
            nagashi[0],
            f"seat {nagashi[0]} has earned nagashi, and the round is drawn without it",
            expected=Detail("nagashi"),
            observed=Detail("exhaustive draw"),
        )
    return False


def no_result(match: Match, table: Table, docket: Docket) -> bool:
    """Reports that the round has no result when another starts or the game ends. `table` is that round."""
    if table.has_result or table.lenient or table.phase == OVER:
        return False
    return docket.report(
        NO_RESULT,
        None,
        "the round before has no result",
        expected=Detail("a win or a drawn round"),
        observed=Detail("the next round starts"),
    )


def next_round(match: Match, event: RoundStart, docket: Docket) -> bool:
    """Judges that the round that starts is the one that has to follow."""
    right = match.next_round
    if right is None:
        return False
    if match.over and not match.in_doubt and not match.past_end:
        match.past_end = True
        return docket.report(
            GAME_GOES_ON,
            None,
            "the game has ended by the rules, and another round starts",
            rule=("K9",) if match.unpaid and match.switches.bust is Bust.UNPAID else (),
            expected=Detail("the end of the game"),
            observed=Detail("another round"),
        )
    stated = NextRound(event.prevailing_wind, event.number, event.honba, event.dealer)
    if stated.is_as(right) or any(map(stated.is_as, match.other_rounds)):
        return False
    if stated.honba != right.honba and (stated.number, stated.dealer) == (right.number, right.dealer):
        return docket.report(
            HONBA,
            None,
            f"the round starts with {stated.honba} honba instead of {right.honba}",
            expected=Detail(f"{right.honba} honba"),
            observed=Detail(f"{stated.honba} honba"),
        )
    return docket.report(
        NEXT_ROUND,
        event.dealer,
        f"{_round(stated)} starts where {_round(right)} follows",
        expected=Detail(_round(right)),
        observed=Detail(_round(stated)),
    )


def ends_early(match: Match, event: GameEnd, docket: Docket) -> bool:
    """Judges that the game ends where the rules end it."""
    if match.over is not False or match.in_doubt or match.past_end:
        return False
    return docket.report(
        GAME_ENDS_EARLY,
        None,
        "the game ends, and by the rules it goes on",
        rule=("K9",) if match.switches.bust is Bust.UNPAID and min(event.scores) <= 0 else (),
        expected=Detail("another round"),
        observed=Detail("the end of the game"),
    )


def places(match: Match, event: GameEnd, docket: Docket) -> bool:
    """Judges the places of the game's end, where the log states them."""
    if event.placement is None:
        return False
    right = placement(event.scores, match.switches.ties)
    if event.placement == right:
        return False
    seat = next(seat for seat, place in enumerate(right) if place != event.placement[seat])
    return docket.report(
        PLACEMENT,
        seat,
        f"the places are {event.placement} instead of {right}",
        expected=Detail(" ".join(map(str, right))),
        observed=Detail(" ".join(map(str, event.placement))),
    )


def _round(round_: NextRound) -> str:
    return f"{'ESWN'[round_.prevailing_wind % 4]}{round_.number}-{round_.honba} (dealer: seat {round_.dealer})"


def _seats(seats: tuple[int, ...]) -> str:
    return "tenpai: " + (", ".join(f"seat {seat}" for seat in seats) or "nobody")
