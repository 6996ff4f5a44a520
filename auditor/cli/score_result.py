"""What ``auditor score`` says of a won hand: its value and who pays what, as text or as JSON."""

import json
from dataclasses import dataclass
from typing import Final

from auditor.cli.written_tiles import WINDS
from replay.hand.context import WinContext
from replay.hand.fu import FuPart, fu_parts
from replay.hand.shapes import Reading
from replay.hand.value import HandValue, best_reading
from replay.judges.claim import value_text
from replay.ruleset.ruleset import Ruleset
from replay.ruleset.switches import Pao
from replay.settlement.liability import SETS_OF
from replay.settlement.riichi import win_deltas
from replay.table.table import DEPOSIT
from replay.tiles import TEXT_OF, format_tiles

NAMES_OF_WINDS: Final = ("East", "South", "West", "North")


@dataclass(frozen=True)
class Payment:
    """What somebody pays: the discarder, the dealer, or each of the others."""

    payer: str  # "discarder", "dealer", "other"
    seats: int  # how many of them there are
    points: int  # for the hand, each
    honba: int  # points on top of it, each

    @property
    def pays(self) -> int:
        """All that each of them pays."""
        return self.points + self.honba


@dataclass(frozen=True)
class Score:
    """A won hand and what it is worth. Without a value it is not complete; without a yaku nobody pays."""

    rules: Ruleset
    win: WinContext
    honba: int
    deposits: int
    value: HandValue | None
    reading: Reading | None
    payments: tuple[Payment, ...]

    @property
    def wins(self) -> bool:
        """Whether the hand may win."""
        return self.value is not None and self.value.has_yaku

    @property
    def points(self) -> int:
        """All that is paid for the hand, without honba and deposits."""
        return sum(payment.seats * payment.points for payment in self.payments)

    @property
    def collected(self) -> int:
        """All the winner gets."""
        paid = sum(payment.seats * payment.pays for payment in self.payments)
        return paid + (self.deposits * DEPOSIT if self.wins else 0)

    @property
    def fu_parts(self) -> tuple[FuPart, ...]:
        """What the fu are made of, in the reading that counts."""
        return () if self.reading is None else fu_parts(self.win, self.reading)

    @property
    def notes(self) -> tuple[str, ...]:
        """What somebody could miss in the score."""
        notes = []
        if self.win.ura_indicators and not (self.win.riichi and self.win.switches.ura_dora):
            reason = "without riichi" if self.win.switches.ura_dora else f"in {self.rules.name}"
            notes.append(f"ura dora do not count {reason}")
        names = {part.name for part in self.value.yaku} if self.value else set()
        if self.win.switches.pao is not Pao.NONE and not self.win.closed and any(name in names for name, *_ in SETS_OF):
            notes.append("who fed the last set may be liable (pao): not considered here")
        return tuple(notes)


def score_of(win: WinContext, rules: Ruleset, *, honba: int = 0, deposits: int = 0) -> Score:
    """The value of the hand and what is paid for it, by the functions the engine judges wins with."""
    best = best_reading(win)
    if best is None:
        return Score(rules, win, honba, deposits, None, None, ())
    value, reading = best
    paid = _payments(win, value.base, honba) if value.has_yaku else ()
    return Score(rules, win, honba, deposits, value, reading, paid)


def _payments(win: WinContext, base: int, honba: int) -> tuple[Payment, ...]:
    """What is paid, by role. Seats are counted from the dealer, and which of the others discarded does not matter."""
    seats, winner = win.switches.seats, win.seat_wind
    others = [seat for seat in range(seats) if seat != winner]
    from_seat = None if win.self_draw else others[0]

    def lost(honba: int) -> list[int]:
        deltas = win_deltas(base, win.switches, winner=winner, dealer=0, from_seat=from_seat, honba=honba, deposits=0)
        return [-points for points in deltas]

    hand, all_ = lost(0), lost(honba)
    if from_seat is not None:
        groups = [("discarder", [from_seat])]
    else:
        groups = [("dealer", [seat for seat in others if seat == 0]), ("other", [seat for seat in others if seat])]
    return tuple(
        Payment(payer, len(group), hand[group[0]], all_[group[0]] - hand[group[0]]) for payer, group in groups if group
    )


def as_json(score: Score) -> str:
    """One JSON object. Every key is always there; those of the value are null when the hand may not win."""
    win = score.win
    told = {
        "variant": score.rules.name,
        "hand": format_tiles(win.concealed),
        "winning_tile": TEXT_OF[win.winning_tile],
        "melds": [{"type": meld.type.value, "tiles": format_tiles(meld.tiles)} for meld in win.melds],
        "self_draw": win.self_draw,
        "seat": WINDS[win.seat_wind],
        "round": WINDS[win.prevailing_wind],
        "honba": score.honba,
        "deposits": score.deposits,
        "complete": score.value is not None,
        "has_yaku": score.wins,
        **_worth(score),
        "notes": list(score.notes),
    }
    return json.dumps(told, ensure_ascii=False)


def _worth(score: Score) -> dict[str, object]:
    """The keys that say what the hand is worth."""
    value = score.value
    if value is None or not value.has_yaku:
        keys = ("yaku", "han", "fu", "fu_parts", "limit", "yakuman", "points", "payments", "collected")
        return dict.fromkeys(keys)
    return {
        "yaku": [{"name": part.name, "han": part.han} for part in value.yaku],
        "han": value.han,
        "fu": value.fu,
        "fu_parts": [{"name": part.name, "fu": part.fu, "tile": _tile_of(part)} for part in score.fu_parts],
        "limit": value.limit,
        "yakuman": value.yakuman,
        "points": score.points,
        "payments": [
            {"payer": one.payer, "seats": one.seats, "points": one.points, "honba": one.honba, "pays": one.pays}
            for one in score.payments
        ],
        "collected": score.collected,
    }


def _tile_of(part: FuPart) -> str | None:
    return TEXT_OF[part.kind] if part.kind >= 0 else None


def as_text(score: Score) -> str:
    """Lines for people: the hand, its yaku, how the fu come about, and who pays what."""
    lines = [_situation(score)]
    value = score.value
    if value is None:
        return "\n".join([*lines, "the hand is not complete"])
    if not value.has_yaku:
        dora = f"; {value.han} han of dora alone do not win" if value.han else ""
        return "\n".join([*lines, f"the hand has no yaku{dora}"])
    width = max(len(part.name) for part in value.yaku)
    lines += [f"  {_words(part.name):{width}} {part.han:2} han" for part in value.yaku]
    if not value.yakuman:
        lines.append(f"fu: {_fu_sum(score.fu_parts, value.fu)}")
    lines.append(f"{value_text(value)}: {score.points:,} points")
    lines += [_payment(payment) for payment in score.payments]
    deposits = f" ({score.deposits * DEPOSIT:,} of it deposits)" if score.deposits else ""
    lines.append(f"the winner collects {score.collected:,}{deposits}")
    return "\n".join([*lines, *(f"note: {note}" for note in score.notes)])


def _situation(score: Score) -> str:
    win = score.win
    sets = "".join(f" {format_tiles(meld.tiles)} ({_words(meld.type.value)})" for meld in win.melds)
    how = "self-draw of" if win.self_draw else "ron on"
    seat, prevailing = NAMES_OF_WINDS[win.seat_wind], NAMES_OF_WINDS[win.prevailing_wind]
    return (
        f"{score.rules.name}: {format_tiles(win.concealed)}{sets}, {how} {TEXT_OF[win.winning_tile]}"
        f" by {seat}{' (dealer)' if win.dealer else ''}, round wind {prevailing}"
    )


def _fu_sum(parts: tuple[FuPart, ...], fu: int) -> str:
    summands = [f"{part.fu} {_words(part.name)}{f' {tile}' if (tile := _tile_of(part)) else ''}" for part in parts]
    exact = sum(part.fu for part in parts)
    return " + ".join(summands) + (f" = {exact}" if len(parts) > 1 else "") + (f", rounded {fu}" if fu != exact else "")


def _payment(payment: Payment) -> str:
    who = {"discarder": "the discarder pays", "dealer": "the dealer pays"}.get(payment.payer, "")
    if not who:
        who = "the other pays" if payment.seats == 1 else f"each of {payment.seats} others pays"
    if not payment.honba:
        return f"{who} {payment.pays:,}"
    return f"{who} {payment.points:,} + {payment.honba:,} honba = {payment.pays:,}"


def _words(name: str) -> str:
    return name.replace("_", " ")
