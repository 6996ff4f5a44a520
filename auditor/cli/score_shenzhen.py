"""What ``auditor score`` says of a hand won in Shenzhen: who pays what for the win, its horse and its kongs (RULES §4).

Amounts come from `replay.settlement.shenzhen`, as in an audit.
"""

import json
from dataclasses import dataclass
from typing import Final

from auditor.cli.score_result import NAMES_OF_WINDS
from auditor.cli.usage import Usage
from auditor.cli.written_tiles import (
    WINDS,
    check_robbed,
    check_set,
    parts_of,
    sets_of,
    tiles_of,
    wind_of,
    with_winning_tile,
)
from auditor.cli.written_win import WrittenWin
from replay.gamelog import Kan, KanType
from replay.hand.context import WinContext
from replay.hand.meld import Meld, MeldType
from replay.hand.shapes import Form, readings
from replay.hand.shenzhen import is_winning
from replay.ruleset.ruleset import Ruleset
from replay.ruleset.switches import HorseWind, HorseWithoutWall
from replay.settlement.shenzhen import Stakes, horse_deltas, is_horse, kong_deltas, win_deltas
from replay.tiles import TEXT_OF, format_tiles

KONG_OF: Final = {
    MeldType.ADDED_KAN: KanType.ADDED,
    MeldType.CONCEALED_KAN: KanType.CONCEALED,
    MeldType.OPEN_KAN: KanType.OPEN,
}
WORDS_OF: Final = {
    KanType.ADDED: "pung extended to a kong",
    KanType.CONCEALED: "concealed kong",
    KanType.OPEN: "claimed kong",
}
FORMS: Final = {
    Form.SETS: "four sets and a pair",
    Form.SEVEN_PAIRS: "seven pairs",
    Form.ORPHANS: "thirteen orphans",
}
HIGHEST_STAKE: Final = 1_000_000_000


@dataclass(frozen=True)
class Paid:
    """What somebody pays for one thing: the discarder, who was robbed, or each of the others."""

    cause: str  # "win", "horse", "kong"
    text: str  # of the cause, for people
    payer: str  # "discarder", "robbed", "other"
    seats: int  # how many of them there are
    pays: int  # each


@dataclass(frozen=True)
class ShenzhenScore:
    """A hand won in Shenzhen. Without a form it is not complete, and only its kongs were paid."""

    rules: Ruleset
    win: WinContext
    stakes: Stakes
    form: str
    horse: int | None  # the tile; None where none is drawn or none was given
    payments: tuple[Paid, ...]
    notes: tuple[str, ...]

    @property
    def wins(self) -> bool:
        """Whether the hand may win."""
        return bool(self.form)

    @property
    def collected(self) -> int:
        """All the winner gets, for kongs too."""
        return sum(paid.seats * paid.pays for paid in self.payments)

    @property
    def for_kongs(self) -> int:
        """What of it was paid for kongs."""
        return sum(paid.seats * paid.pays for paid in self.payments if paid.cause == "kong")


def shenzhen_score_of(written: WrittenWin, rules: Ruleset) -> ShenzhenScore:
    """The win as it is written, and who pays what for it. Raises Usage naming the part that cannot be."""
    _refuse_riichi(written, rules)
    switches = rules.switches
    stakes = _stakes(written.stakes)
    win = _context(written, rules)
    horse = _horse(written, win)
    parts = [("HAND", list(win.concealed)), *parts_of(win.melds)]
    check_set([*parts, ("--horse", tiles_of("--horse", written.horse))], rules)
    if win.chankan:
        check_robbed(parts, win.winning_kind)
    form = _form(win)
    payments = _for_win(win, stakes) if form else []
    if form and horse is not None:
        payments += _for_horse(win, stakes, horse)
    payments += [paid for meld in win.melds if meld.is_kan for paid in _for_kong(meld, win, stakes)]
    notes = []
    if form and win.self_draw and horse is None and not win.last_tile:
        wind = NAMES_OF_WINDS[win.seat_wind if switches.horse_wind is HorseWind.SEAT else 0]
        notes.append(f"no --horse is given: one of {wind}'s brings another {stakes.y:,} from each")
    if switches.score_floor:
        notes.append("what the payers have left is not considered (score_floor)")
    if win.chankan and switches.robbed_kong_paid:
        notes.append("the robbed kong is paid to its player too (robbed_kong_paid)")
    return ShenzhenScore(rules, win, stakes, form, horse, tuple(payments), tuple(notes))


def _refuse_riichi(written: WrittenWin, rules: Ruleset) -> None:
    for given, option in (
        (written.riichi, "--riichi"),
        (written.double_riichi, "--double-riichi"),
        (written.ippatsu, "--ippatsu"),
        (written.first_turn, "--first-turn"),
        (bool(written.indicators), "--indicator"),
        (bool(written.ura), "--ura"),
        (written.norths > 0, "--north"),
        (written.north_ron, "--north-ron"),
        (written.honba > 0, "--honba"),
        (written.deposits > 0, "--deposits"),
    ):
        if given:
            raise Usage(f"{option}: there is nothing of that kind in {rules.name}")


def _stakes(text: str) -> Stakes:
    """The stakes of ``X`` or ``X,Y``; Y is twice X (S1)."""
    if not text:
        raise Usage("what is played for? Give the table's stake X with --stakes; Y is twice X")
    x, _, y = text.partition(",")
    numbers = [int(part) if part.isascii() and part.isdigit() and len(part) <= 10 else 0 for part in (x, y or x)]
    if not 0 < min(numbers) <= max(numbers) <= HIGHEST_STAKE:
        raise Usage(f"--stakes {text}: expected X or X,Y, whole numbers above zero")
    if y and numbers[1] != 2 * numbers[0]:
        raise Usage(f"--stakes {text}: Y is twice X, so {2 * numbers[0]}")
    return Stakes(numbers[0], 2 * numbers[0])


def _context(written: WrittenWin, rules: Ruleset) -> WinContext:
    melds = sets_of(written.melds, written.added_kans, written.kans, rules.switches)
    hand, winning = with_winning_tile(tiles_of("HAND", written.hand), written.win, len(melds))
    if written.chankan and written.tsumo:
        raise Usage("--chankan: a win on the tile of a kong is by --ron")
    if written.chankan and written.last_tile and not rules.switches.last_tile_kan:
        raise Usage("--last-tile: there is no kong then to rob")
    if written.rinshan and not (written.tsumo and any(meld.is_kan for meld in melds)):
        raise Usage("--rinshan: a replacement tile is drawn after a kong, and the win is by --tsumo")
    return WinContext(
        tuple(hand),
        winning,
        rules.switches,
        seat_wind=wind_of("--seat", written.seat),
        prevailing_wind=0,
        self_draw=written.tsumo,
        melds=tuple(melds),
        chankan=written.chankan,
        last_tile=written.last_tile,
    )


def _horse(written: WrittenWin, win: WinContext) -> int | None:
    """The horse: the tile that was drawn, or what counts as it on an empty wall."""
    tiles = tiles_of("--horse", written.horse)
    if written.horse and len(tiles) != 1:
        raise Usage(f"--horse {written.horse}: expected one tile")
    if tiles and not win.self_draw:
        raise Usage("--horse: it is drawn after a win by --tsumo only (S8)")
    if tiles and win.last_tile:
        raise Usage("--horse: with --last-tile there is no tile left to draw")
    if tiles:
        return tiles[0]
    counts = win.self_draw and win.last_tile and win.switches.horse_without_wall is HorseWithoutWall.WINNING_TILE
    return win.winning_tile if counts else None


def _form(win: WinContext) -> str:
    """What the hand is (S11), empty if it is not complete; a hand of several forms is that of sets."""
    if not is_winning(win.counts, len(win.melds), quads_as_pairs=win.switches.quads_as_pairs):
        return ""
    forms = [reading.form for reading in readings(win)]
    return FORMS[forms[0] if forms else Form.SEVEN_PAIRS]


def _for_win(win: WinContext, stakes: Stakes) -> list[Paid]:
    winner, seats = win.seat_wind, win.switches.seats
    from_seat = winner if win.self_draw else (winner + 1) % seats
    deltas = win_deltas(winner, from_seat, stakes, seats, robbed=win.chankan)
    text = "a robbed kong" if win.chankan else "the self-draw" if win.self_draw else "the win"
    return _paid("win", text, "other" if win.self_draw else "robbed" if win.chankan else "discarder", deltas)


def _for_horse(win: WinContext, stakes: Stakes, horse: int) -> list[Paid]:
    hit = is_horse(horse, win.seat_wind, win.switches)
    deltas = horse_deltas(win.seat_wind, stakes, win.switches.seats, hit=hit)
    return _paid("horse", f"the horse {TEXT_OF[horse]}", "other", deltas)


def _for_kong(meld: Meld, win: WinContext, stakes: Stakes) -> list[Paid]:
    kind = KONG_OF[meld.type]
    winner, seats = win.seat_wind, win.switches.seats
    from_seat = (winner + 1) % seats if kind is KanType.OPEN else None
    kan = Kan(winner, kind, meld.tiles, meld.tiles[0] if kind is KanType.OPEN else None, from_seat)
    deltas = kong_deltas(kan, stakes, win.switches, just_drawn=True)
    text = f"{format_tiles(meld.tiles)}, a {WORDS_OF[kind]},"
    return _paid("kong", text, "discarder" if kind is KanType.OPEN else "other", deltas)


def _paid(cause: str, text: str, payer: str, deltas: tuple[int, ...]) -> list[Paid]:
    """What those who lose something pay, all of them the same."""
    losses = [-delta for delta in deltas if delta < 0]
    return [Paid(cause, text, payer, len(losses), losses[0])] if losses else []


def shenzhen_json(score: ShenzhenScore) -> str:
    """One JSON object. Every key is always there; `form` and `horse` are null where there is none."""
    win = score.win
    horse = score.horse
    told = {
        "variant": score.rules.name,
        "hand": format_tiles(win.concealed),
        "winning_tile": TEXT_OF[win.winning_tile],
        "melds": [{"type": meld.type.value, "tiles": format_tiles(meld.tiles)} for meld in win.melds],
        "self_draw": win.self_draw,
        "robs_kong": win.chankan,
        "seat": WINDS[win.seat_wind],
        "stakes": {"x": score.stakes.x, "y": score.stakes.y},
        "complete": score.wins,
        "form": score.form or None,
        "horse": None if horse is None else TEXT_OF[horse],
        "payments": [
            {"for": paid.cause, "payer": paid.payer, "seats": paid.seats, "pays": paid.pays} for paid in score.payments
        ],
        "collected": score.collected,
        "for_kongs": score.for_kongs,
        "notes": list(score.notes),
    }
    return json.dumps(told, ensure_ascii=False)


def shenzhen_text(score: ShenzhenScore) -> str:
    """Lines for people: the hand, its form, and who pays what."""
    win = score.win
    sets = "".join(f" {format_tiles(meld.tiles)} ({meld.type.value.replace('_', ' ')})" for meld in win.melds)
    how = "self-draw of" if win.self_draw else "robbing a kong of" if win.chankan else "win on"
    lines = [
        f"{score.rules.name}: {format_tiles(win.concealed)}{sets}, {how} {TEXT_OF[win.winning_tile]}"
        f" by {NAMES_OF_WINDS[win.seat_wind]}, stakes {score.stakes.x:,} and {score.stakes.y:,}",
        score.form or "the hand is not complete",
    ]
    lines += [f"for {paid.text} {_who(paid)} {paid.pays:,}" for paid in score.payments]
    if score.horse is not None and not any(paid.cause == "horse" for paid in score.payments) and score.wins:
        lines.append(f"for the horse {TEXT_OF[score.horse]} nobody pays")
    if score.wins:
        kongs = f" ({score.for_kongs:,} of it for kongs)" if score.for_kongs else ""
        lines.append(f"the winner collects {score.collected:,}{kongs}")
    return "\n".join([*lines, *(f"note: {note}" for note in score.notes)])


def _who(paid: Paid) -> str:
    who = {"discarder": "the discarder pays", "robbed": "the robbed player pays for all"}
    return who.get(paid.payer) or f"each of {paid.seats} others pays"
