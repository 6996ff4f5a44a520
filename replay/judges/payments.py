"""PAY: what wins and drawn rounds move in riichi, and the final result."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from replay.findings import Code, Detail, Docket
from replay.gamelog import YAKUMAN_HAN, DrawReason, GameEnd, RoundDrawn, Win
from replay.hand.value import HandValue, bases_with_more_dora
from replay.judges import claim, log
from replay.ruleset.switches import Pao
from replay.settlement.liability import liable_seat
from replay.settlement.placing import final_results, placement, results_by_places, results_of_other_rooms
from replay.settlement.riichi import nagashi_deltas, noten_deltas, win_deltas, within_means
from replay.table.match import Match
from replay.table.table import DEPOSIT, Table
from replay.table.winner import win_context

MOST_DORA: Final = 13
"""Looked at where indicators are left out: more do not make a hand worth more."""

MOST_HONBA: Final = 100
"""Looked at for what was paid instead: a log may state any number, and hostile ones do."""

TSUMO_PAID: Final = Code(
    "PAY002",
    "tsumo-paid-wrong",
    "A win by self-draw is paid by every other seat: its share, the dealer double, honba; deposits go to the winner.",
    "Every point of it is money.",
    "A three-player mangan by self-draw moves 8,000 points though the missing player's share is not paid.",
    ("K7", "S12"),
    ("tsumo_split", "honba_tsumo", "pao", "score_floor"),
)
RON_PAID: Final = Code(
    "PAY003",
    "ron-paid-wrong",
    "A ron is paid by the discarder, with honba and deposits for the winner nearest to it, and pao where it applies.",
    "Every point of it is money.",
    "A hand worth 5,200 with one honba moves 5,500 in a three-player game, where a honba is 200 on a ron.",
    ("S12", "S13"),
    ("honba_ron", "several_rons", "pao", "score_floor"),
)
NOTEN_PAID: Final = Code(
    "PAY004",
    "noten-payment-wrong",
    "At an exhaustive draw the noten seats pay the tenpai ones the pool of the ruleset.",
    "Every point of it is money.",
    "Two tenpai seats of three get 500 each where the pool is 2,000.",
    ("S7",),
    ("noten_pool", "noten_payment", "kong_kept"),
)
NAGASHI_PAID: Final = Code(
    "PAY005",
    "nagashi-paid-wrong",
    "Nagashi is paid like a mangan by self-draw, without honba, and replaces the noten payments.",
    "Every point of it is money.",
    "A dealer's nagashi moves 8,000 points with four players.",
    (),
    ("nagashi", "tsumo_split"),
)
ABORT_PAID: Final = Code(
    "PAY006",
    "abort-moves-points",
    "An aborted round moves no points.",
    "An abort settles nothing.",
    "Nine terminals end the round and seat 1 loses 1,000 points.",
    (),
)
FINAL_RESULT: Final = Code(
    "PAY009",
    "final-result-wrong",
    "The final result follows from the final points: return, rounding, uma; first takes what makes the sum zero.",
    "This is what is paid out.",
    "Second place gets +10.0 where the uma is zero.",
    (),
    ("final_return", "final_rounding", "uma"),
)
LIABLE: Final = Code(
    "PAY011",
    "liable-seat-wrong",
    "The seat named as liable (pao) is the one whose discard completed the third dragon or fourth wind set.",
    "It pays for a hand it did not play.",
    "Seat 3 is named, but seat 2's discard was called for the third dragon set.",
    (),
    ("pao",),
)

CODES: Final[tuple[Code, ...]] = (
    TSUMO_PAID,
    RON_PAID,
    NOTEN_PAID,
    NAGASHI_PAID,
    ABORT_PAID,
    FINAL_RESULT,
    LIABLE,
)


class Settlement:
    """What a win has to move by the rules, worked out from the hand's value."""

    due: tuple[int, ...]  # the last amount worked out by moves(), whether the payers have it or not

    def __init__(self, table: Table, event: Win, value: HandValue) -> None:
        self.table = table
        self.event = event
        self.value = value
        self.claim_is_wrong = False
        self.liable, self.liable_base = _pao(table, event, value)
        self.scores = _scores_before(table)[0]
        self.takes_pot = _is_nearest(table, event)
        self.deltas = self.moves(value.base)
        table.unpaid = table.unpaid or self.deltas != self.due

    def moves(
        self,
        base: int,
        *,
        honba: int | None = None,
        deposits: int | None = None,
        pao: bool = True,
        takes_pot: bool | None = None,
    ) -> tuple[int, ...]:
        """What a hand of that many base points moves at this table; `takes_pot`: with honba and deposits."""
        liable_base = min(self.liable_base, base)
        if self.liable_base == self.value.base:
            liable_base = base
        return self._moves(
            base,
            self.table.start.honba if honba is None else honba,
            self.table.deposits if deposits is None else deposits,
            self.liable if pao else None,
            liable_base if pao else 0,
            takes_pot=self.takes_pot if takes_pot is None else takes_pot,
        )

    def moves_if_liable(self, base: int, seat: int) -> tuple[int, ...]:
        """What the win would move if that seat were liable for all of it."""
        table = self.table
        return self._moves(base, table.start.honba, table.deposits, seat, base, takes_pot=self.takes_pot)

    def _moves(
        self, base: int, honba: int, deposits: int, liable: int | None, liable_base: int, *, takes_pot: bool
    ) -> tuple[int, ...]:
        table, event = self.table, self.event
        pot = deposits * DEPOSIT if takes_pot else 0
        due = win_deltas(
            base,
            table.switches,
            winner=event.seat,
            dealer=table.start.dealer,
            from_seat=None if event.seat == event.from_seat else event.from_seat,
            honba=honba if takes_pot else 0,
            deposits=pot,
            liable=liable,
            liable_base=liable_base,
        )
        self.due = due
        return within_means(due, self.scores, deposits=pot) if table.switches.score_floor else due

    def expected(self, text: str) -> Detail:
        """The right side of a finding, with what each seat lost or gained by the wrong one."""
        logged = self.event.deltas
        difference = None
        if logged is not None:
            difference = tuple(right - moved for right, moved in zip(self.deltas, logged, strict=True))
        return claim.value_detail(text, self.value, self.deltas, difference)


def _is_nearest(table: Table, event: Win) -> bool:
    """Whether the winner is nearer to the discarder than those before it: honba and deposits are the nearest's."""
    seats = table.switches.seats
    steps = (event.seat - event.from_seat) % seats
    return all(steps < (win.seat - win.from_seat) % seats for win in table.wins)


def _scores_before(table: Table) -> list[tuple[int, ...]]:
    """The scores before this win: deposits are paid, and wins on the same tile before it.

    More than one, the likeliest first, where scores were found wrong; only who cannot pay in full feels it.
    """
    readings = [list(table.scores)]
    if table.switches.score_floor and table.doubts.other_scores is not None:
        readings.append(list(table.doubts.other_scores))
    if table.switches.score_floor and table.doubts.right_start is not None:
        changes = zip(table.scores, table.doubts.right_start.scores, table.start.scores, strict=True)
        readings.append([score + right - stated for score, right, stated in changes])
    for scores in readings:
        for win in table.wins:
            for seat, delta in enumerate(win.deltas or ()):
                scores[seat] += delta
    return [tuple(scores) for scores in readings]


def _pao(table: Table, event: Win, value: HandValue) -> tuple[int | None, int]:
    """Who is liable for the hand, and for how many of its base points."""
    names = {yaku.name: yaku.han for yaku in value.yaku}
    liable = liable_seat(names, table.seats[event.seat].melds) if table.switches.pao is not Pao.NONE else None
    if liable is None:
        return None, 0
    seat, name = liable
    if table.switches.pao is Pao.WHOLE_HAND:
        return seat, value.base
    return seat, value.base // value.yakuman * (names[name] // YAKUMAN_HAN)


def win(table: Table, event: Win, right: Settlement, docket: Docket) -> bool:
    """Judges what the win moves: by the right value, or by a claim that was already found wrong."""
    logged = event.deltas
    if logged is None or logged == right.deltas:
        return _liable_named(table, event, right, docket)
    dealer = event.seat == table.start.dealer
    bases = claim.claimed_bases(event, right.value, table.switches, dealer=dealer)
    accepted = [right.value.base]
    if right.claim_is_wrong or _value_in_doubt(table, event):
        accepted += bases
    deposits = [table.deposits]
    if table.doubts.deposits:
        deposits += [table.deposits - 1, table.deposits + 1]
    counters = [table.start.honba]
    if table.doubts.right_start is not None:
        deposits.append(table.deposits + table.doubts.right_start.deposits - table.start.deposits)
        counters.append(table.doubts.right_start.honba)
    for scores in _scores_before(table):
        right.scores = scores
        if any(
            logged == right.moves(base, honba=count, deposits=sticks)
            for base in accepted
            for sticks in deposits
            for count in counters
        ):
            return False
    right.scores = _scores_before(table)[0]
    if table.doubts.pot_unpaid and any(logged == right.moves(base, takes_pot=True) for base in accepted):
        return False
    if right.claim_is_wrong and any(_moves_points(right, event, deposits=sticks) for sticks in deposits):
        return False
    if event.liable is not None and table.seats[event.seat].unsure:
        if any(logged == right.moves_if_liable(base, event.liable) for base in accepted):
            return False  # by the melds the log knows
    if event.liable is not None and logged == right.moves_if_liable(right.value.base, event.liable):
        if _liable_named(table, event, right, docket):
            return True
    if _dora_unknown(table, event):
        # What the log leaves out it may have counted: any number of dora more explains what is paid.
        context = win_context(table, event, event.hand)
        if any(logged == right.moves(base) for base in bases_with_more_dora(context, MOST_DORA)):
            table.right_deltas = logged
            return False
    table.doubts.pot_unpaid = not table.wins and logged == right.moves(right.value.base, takes_pot=False)
    self_draw = event.seat == event.from_seat
    winner = event.seat
    how = "by self-draw" if self_draw else f"from seat {event.from_seat}"
    extras = ""
    if not table.wins:
        extras += f", {table.start.honba} honba" if table.start.honba else ""
        extras += f", {table.deposits} deposit{'s' if table.deposits > 1 else ''}" if table.deposits else ""
    return docket.report(
        TSUMO_PAID if self_draw else RON_PAID,
        winner,
        f"seat {winner} should win {right.deltas[winner]:,} {how} ({claim.value_text(right.value)}{extras});"
        f" the log moves {logged[winner]:,}: {_signed(logged)} instead of {_signed(right.deltas)}",
        rule=_cause(table, event, right, logged),
        expected=right.expected(_signed(right.deltas)),
        observed=claim.claim_detail(_signed(logged), event),
    )


def _dora_unknown(table: Table, event: Win) -> bool:
    """Whether the log leaves out what the hand is worth, and indicators that its value depends on."""
    if event.yaku is not None or event.han is not None or event.points is not None:
        return False
    riichi = table.seats[event.seat].riichi and table.switches.ura_dora
    return table.doubts.indicators or (riichi and event.ura_indicators is None)


def _value_in_doubt(table: Table, event: Win) -> bool:
    """Whether earlier faults of the round leave only the log's word for the hand's value."""
    if table.doubts.faults or table.doubts.indicators or table.doubts.winds or table.doubts.live:
        return True
    return table.seats[event.seat].unsure


def _moves_points(right: Settlement, event: Win, *, deposits: int) -> bool:
    """Whether just the claimed points are paid, be they those of a hand or not, with honba and deposits."""
    if event.points is None or event.deltas is None or right.liable is not None:
        return False
    paid = [moved - extra for moved, extra in zip(event.deltas, right.moves(0, deposits=deposits), strict=True)]
    if paid[event.seat] != event.points or sum(paid) != 0:
        return False
    if event.seat != event.from_seat:
        return paid[event.from_seat] == -event.points
    dealer = right.table.start.dealer
    shares = {share for seat, share in enumerate(paid) if seat not in (event.seat, dealer)}
    return len(shares) <= 1 and all(share <= 0 for seat, share in enumerate(paid) if seat != event.seat)


def _cause(table: Table, event: Win, right: Settlement, logged: tuple[int, ...]) -> tuple[str, ...]:
    """The switch whose neglect would explain the payment, else the code's own rules."""
    base = right.value.base
    self_draw = event.seat == event.from_seat
    if table.unpaid:
        return ("K9",)
    if any(logged == right.moves(base, honba=honba) for honba in range(min(table.start.honba + 3, MOST_HONBA))):
        return ("honba_tsumo" if self_draw else "honba_ron",)
    if right.liable is not None and logged == right.moves(base, pao=False):
        return ("pao",)
    if table.wins and logged in (right.moves(base, takes_pot=True), right.moves(base, takes_pot=False)):
        return ("several_rons",)
    if self_draw and table.switches.seats == 3:
        return ("K7", "tsumo_split")
    return (TSUMO_PAID if self_draw else RON_PAID).switches  # which of them was neglected nobody can say


def _liable_named(table: Table, event: Win, right: Settlement, docket: Docket) -> bool:
    """Judges the seat the log names as liable, where it names one."""
    if event.liable is None or event.liable == right.liable or table.seats[event.seat].unsure:
        return False
    text = "nobody is liable" if right.liable is None else f"seat {right.liable} is liable"
    return docket.report(
        LIABLE,
        event.seat,
        f"the log names seat {event.liable} as liable for seat {event.seat}'s hand, but {text}",
        expected=Detail(text),
        observed=Detail(f"seat {event.liable} is liable"),
    )


def drawn_round(
    table: Table, event: RoundDrawn, tenpai: Sequence[int], nagashi: Sequence[int], docket: Docket, *, known: bool
) -> bool:
    """Judges what a drawn round moves. `tenpai` and `nagashi` are the seats by the rules; `known`: they are certain."""
    logged = event.deltas
    switches = table.switches
    if event.reason is DrawReason.NAGASHI:
        code, right = NAGASHI_PAID, nagashi_deltas(nagashi, switches, dealer=table.start.dealer)
    elif event.reason is DrawReason.EXHAUSTIVE:
        code, right = NOTEN_PAID, noten_deltas(tenpai, switches)
    else:
        code, right = ABORT_PAID, (0,) * switches.seats
    if switches.score_floor:
        due, right = right, within_means(right, table.scores)
        table.unpaid = due != right
    table.right_deltas = right
    if logged is None or logged == right:
        return False
    if not known and event.reason is DrawReason.EXHAUSTIVE and event.tenpai is not None:
        claimed = noten_deltas(event.tenpai, switches)
        if logged == (within_means(claimed, table.scores) if switches.score_floor else claimed):
            return False
    return docket.report(
        code,
        None,
        f"the drawn round moves {_signed(logged)} instead of {_signed(right)}",
        rule=("K9",) if table.unpaid else (),
        expected=Detail(
            _signed(right),
            payments=right,
            difference=tuple(due - moved for due, moved in zip(right, logged, strict=True)),
        ),
        observed=Detail(_signed(logged), payments=logged),
    )


def right_draw(table: Table, tenpai: Sequence[int], nagashi: Sequence[int]) -> tuple[int, ...]:
    """What an exhausted round moves by the rules."""
    switches = table.switches
    due = nagashi_deltas(nagashi, switches, dealer=table.start.dealer) if nagashi else noten_deltas(tenpai, switches)
    paid = within_means(due, table.scores) if switches.score_floor else due
    table.unpaid = paid != due
    return paid


def tenpai_paid(table: Table, event: RoundDrawn, tenpai: tuple[int, ...]) -> tuple[int, ...]:
    """The tenpai seats, of those that are not known the ones for which the log moves exactly what is due.

    `tenpai` where it fits none.
    """
    unsure = [index for index, seat in enumerate(table.seats) if seat.unsure]
    sure = [index for index in tenpai if index not in unsure]
    for count in range(len(unsure) + 1):
        for others in combinations(unsure, count):
            seats = tuple(sorted([*sure, *others]))
            if event.deltas == right_draw(table, seats, ()):
                return seats
    return tenpai


def nagashi_paid(table: Table, event: RoundDrawn) -> tuple[int, ...]:
    """The seats for whose nagashi the log moves exactly what is due, nobody where it fits none."""
    everybody = range(table.switches.seats)
    for count in range(1, table.switches.seats):
        for seats in combinations(everybody, count):
            if event.deltas == nagashi_deltas(seats, table.switches, dealer=table.start.dealer):
                return seats
    return ()


def final_result(match: Match, event: GameEnd, docket: Docket) -> bool:
    """Judges the final results."""
    switches = match.switches
    results = final_results(event.scores, switches)
    if event.results is None or results is None or event.results == results:
        return False
    if event.placement is not None and event.placement != placement(event.scores, switches.ties):
        if event.results == results_by_places(event.scores, event.placement, switches):
            return False  # it is the places that are wrong
    if event.results in results_of_other_rooms(event.scores, switches):
        text = "the final results are those of a room with another uma or without rounding"
        docket.report(log.UNKNOWN_RULES, None, text, observed=Detail(_tenths(event.results)))
        return False
    seat = next(seat for seat, result in enumerate(results) if result != event.results[seat])
    return docket.report(
        FINAL_RESULT,
        seat,
        f"the final results are {_tenths(event.results)} instead of {_tenths(results)}",
        expected=Detail(_tenths(results)),
        observed=Detail(_tenths(event.results)),
    )


def _signed(points: Sequence[int]) -> str:
    return " ".join(f"{amount:+,}" if amount else "0" for amount in points)


def _tenths(results: Sequence[int]) -> str:
    return " ".join(f"{result / 10:+.1f}" for result in results)
