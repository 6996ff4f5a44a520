"""Rounds written in a few lines of text, for tests.

A round is its deal and its events. Of the deal a test names what matters: hands may be missing or short, and are filled
from the tiles left, always in the same way, with scattered tiles. Events are texts, one a line or several with ``;``;
a line that ends with a comma goes on in the next one::

    0 draws 5p [live|dead]            without a tile: any tile left; the wall follows from what was before
    0 discards 5p [drawn|from hand]   without a tile: the one just drawn; the mark follows from what was drawn
    2 chis 3m from 1 with 45m         2 pons 5p from 1 [with 05p]         2 kans 5p from 1 [with 055p]
    0 kan 1111m                       0 adds 5p                           0 north [3z]
    0 riichi                          0 pays [leaving 24000 25000 ...]    the declaration and its deposit
    2 wins 5p from 0 [: DETAILS]      0 tsumo [: DETAILS]                 what the log claims, paid and showed:
        hand 123p…, yaku riichi 1 pinfu 1, han 2, fu 30, points 2000, ura 3s, liable 1, moves -2000 0 2000 0
    drawn exhaustive [by 0] [: tenpai 0 2, moves 1500 -1500 1500 -1500, hand0 123p…]
    round ends 25000 ...              game ends 25000 ... [: places 1 2 3 4, results 35.0 ...]
    indicator [3s] [inferred]
    horse 3s [: moves 6 -2 -2 -2]     kong paid [: moves 6 -2 -2 -2]      Shenzhen's money
    0 declines                        0 may ron pon                       what a seat declined, and could have done
    go 12; go to 1; go until live 3   so many turns, to the seat's draw, or to so many live tiles, which may be none;
                                      each time the tile drawn is discarded
    go until live 0 without simples 2     seat 2 draws and discards terminals and honours only, the others simples
    remark disconnected [seat 1] [other 2]        what a reader says of the event before
    deal                              the start of the round, written only to mark it

An event may be marked with what the audit is to find there, ``2 discards 6m <- CAL006 seat 2``: see `tests.places`.
`Round.wall` lets the round carry its wall: see `tests.walls`.
"""

import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

from replay.engine import audit
from replay.findings import Finding
from replay.gamelog import (
    Chi,
    ClaimedYaku,
    Discard,
    Draw,
    DrawReason,
    Event,
    FuritenFlag,
    GameEnd,
    GameLog,
    Header,
    HorseDraw,
    Indicator,
    Kan,
    KanType,
    KongPayment,
    North,
    Offer,
    OfferKind,
    Pon,
    Remark,
    RemarkKind,
    Riichi,
    RiichiAccepted,
    RoundDrawn,
    RoundEnd,
    RoundStart,
    WallCommitment,
    Win,
    WinDeclined,
)
from replay.ruleset.loader import preset
from replay.ruleset.ruleset import Ruleset
from replay.ruleset.switches import Family
from replay.table.wall import DEALT, wall_geometry
from replay.tiles import CODES, KIND_OF, KINDS, NORTH, TERMINALS_AND_HONOURS, code_counts
from tests.event_texts import NotationError, Step, parse, tiles_of
from tests.places import Place, place
from tests.walls import committed, written_wall

_EDGES: Final = frozenset(TERMINALS_AND_HONOURS)
_SIMPLES: Final = frozenset(range(KINDS)) - _EDGES


@dataclass(frozen=True)
class Round:
    """A round as a test writes it. A hand of fewer than 13 tiles is filled, unless its text ends with ``!``."""

    events: str
    hands: Mapping[int, str] = field(default_factory=dict)
    dealer: int = 0
    scores: tuple[int, ...] = ()  # empty: the start points of the preset, 25,000 where it has none
    indicators: str = ""  # empty: one, any tile left; "!": none
    keep: str = ""  # kinds that neither filled hands nor `go` may show
    wind: int = 0
    number: int = 1
    honba: int = 0
    deposits: int = 0
    wall: str = ""  # empty: not recorded


@dataclass(frozen=True)
class Situation:
    """A log ready to be audited, and what its texts say the audit finds."""

    log: GameLog
    ruleset: Ruleset
    marks: tuple[Place, ...]

    def findings(self) -> tuple[Finding, ...]:
        """What the audit finds."""
        return audit(self.log, self.ruleset).findings


def situation(
    variant: str,
    *rounds: Round,
    switches: Mapping[str, str] | None = None,
    stakes: tuple[int | None, int | None] = (1, 2),
    commitment: WallCommitment | None = None,
    offers: Sequence[str] = (),
    flags: bool = False,
) -> Situation:
    """The rounds under the preset, some of its switches set differently; `stakes` in Shenzhen. Raises NotationError.

    `commitment`: the header's; its digest may be ``right``. `offers`: the kinds that are recorded completely;
    `flags`: so are the flags of furiten.
    """
    ruleset = _rules(variant, tuple((switches or {}).items()))
    in_shenzhen = ruleset.switches.family is Family.SHENZHEN
    x, y = stakes if in_shenzhen else (None, None)
    header = Header("test", ruleset.switches.seats, variant=variant, stake_x=x, stake_y=y)
    recorded = tuple([OfferKind(name) for name in offers])
    log = GameLog(replace(header, recorded_offers=recorded, furiten_flags=flags))
    marks: list[Place] = []
    for index, text in enumerate(rounds):
        written = _Written(ruleset, text, index)
        log.rounds.append(written.events)
        log.remarks.extend(written.remarks)
        marks.extend(written.marks)
    if commitment is not None:
        log.header = replace(log.header, commitment=committed(commitment, log.rounds))
    return Situation(log, ruleset, tuple(marks))


@cache
def _rules(variant: str, settings: tuple[tuple[str, str], ...]) -> Ruleset:
    return preset(variant).with_switches(settings, "test")


class _Left:
    """The tiles nobody has asked for, in a scattered order that is always the same; red fives come last."""

    def __init__(self, limits: tuple[int, ...], asked: list[int], keep: tuple[int, ...]) -> None:
        kept = {KIND_OF[code] for code in keep}
        self.counts = [max(0, limit - count) for limit, count in zip(limits, asked, strict=True)]
        kinds = [kind for kind in range(KINDS) if limits[kind] and kind not in kept]
        stride = next(stride for stride in (5, 7, 11, 13) if len(kinds) % stride)
        self.order = [kinds[stride * place % len(kinds)] for place in range(len(kinds))]
        self.order_of_reds = [code for code in range(KINDS, CODES) if KIND_OF[code] not in kept]
        self.next = 0

    def take(self, text: str, preferred: Container[int] = range(KINDS)) -> int:
        """One of them, of the preferred kinds if there is one. Raises NotationError, naming the text that asks."""
        for kinds in (preferred, range(KINDS)):
            for _ in self.order:
                code = self.order[self.next]
                self.next = (self.next + 1) % len(self.order)
                if self.counts[code] and code in kinds:
                    self.counts[code] -= 1
                    return code
            for code in self.order_of_reds:
                if self.counts[code] and KIND_OF[code] in kinds:
                    self.counts[code] -= 1
                    return code
        raise NotationError(text, "no tile is left")


class _Written:
    """One round turned into events. It follows the texts as they are, right or wrong."""

    def __init__(self, ruleset: Ruleset, text: Round, round_index: int) -> None:
        self.switches = ruleset.switches
        self.round_index = round_index
        self.remarks: list[Remark] = []
        self.marks: list[Place] = []
        self.turn = text.dealer
        self.to_draw = True  # the seat in turn draws next
        self.drawn: int | None = None  # tile just drawn
        self.replacing: Kan | North | None = None  # what the next draw replaces

        steps = parse(text.events, self.switches.seats)
        wall = wall_geometry(self.switches)
        self.live = wall.live
        self.left = _Left(wall.limits, _asked(text, steps), tiles_of(text.keep, "keep"))
        hands = tuple([self._hand(text.hands.get(seat, "")) for seat in range(self.switches.seats)])
        indicators = _exactly(text.indicators, "indicators")
        if not text.indicators and self.switches.family is Family.RIICHI:
            indicators = (self.left.take("the indicator"),)
        self.hands = [list(hand) for hand in hands]
        scores = text.scores or (self.switches.start_points or 25000,) * self.switches.seats
        self.events: list[Event] = [
            RoundStart(text.wind, text.number, text.honba, text.deposits, text.dealer, scores, hands, indicators)
        ]
        for step in steps:
            _WRITERS[step.verb](self, step)
            for mark in step.marks:
                self.marks.append(place(mark, round_index, len(self.events) - 1))
        if text.wall:
            start = self.events[0]
            assert isinstance(start, RoundStart)
            self.events[0] = replace(start, wall=written_wall(text.wall, self.events, self.switches))

    def _hand(self, text: str) -> tuple[int, ...]:
        tiles = _exactly(text, f"hand {text}")
        missing = 0 if text.endswith("!") else DEALT - len(tiles)
        return (*tiles, *[self.left.take(f"hand {text}") for _ in range(missing)])

    # What each verb means

    def deal(self, step: Step) -> None:
        if len(self.events) > 1:
            raise NotationError(step.text, "the round has begun already")

    def draws(self, step: Step) -> None:
        tile = step.optional_tile()
        wall = step.parts["wall"]
        dead = wall == "dead" if wall else self.replacing is not None
        self._draw(step.seat(), self.left.take(step.text) if tile is None else tile, replacement=dead)

    def discards(self, step: Step) -> None:
        tile = self._drawn_or_named(step)
        mark = step.parts["mark"]
        self._discard(step.seat(), tile, drawn=mark == "drawn" if mark else tile == self.drawn)

    def chis(self, step: Step) -> None:
        self._set_out(step.seat(), step.tiles())
        self.events.append(Chi(step.seat(), step.seat("source"), step.tile(), step.tiles()))

    def pons(self, step: Step) -> None:
        own = step.tiles() or self._own(step, 2)
        self._set_out(step.seat(), own)
        self.events.append(Pon(step.seat(), step.seat("source"), step.tile(), own))

    def kans(self, step: Step) -> None:
        own = step.tiles() or self._own(step, 3)
        self._replaced(Kan(step.seat(), KanType.OPEN, own, step.tile(), step.seat("source")), own)

    def kan(self, step: Step) -> None:
        self._replaced(Kan(step.seat(), KanType.CONCEALED, step.tiles()), step.tiles())

    def adds(self, step: Step) -> None:
        self._replaced(Kan(step.seat(), KanType.ADDED, (step.tile(),)), (step.tile(),))

    def north(self, step: Step) -> None:
        tile = step.optional_tile()
        event = North(step.seat(), NORTH if tile is None else tile)
        self._replaced(event, (event.tile,))

    def riichi(self, step: Step) -> None:
        self.events.append(Riichi(step.seat()))

    def pays(self, step: Step) -> None:
        self.events.append(RiichiAccepted(step.seat(), step.points() or None))

    def wins(self, step: Step) -> None:
        self._win(step, step.seat("source"), step.tile(), (*self.hands[step.seat()], step.tile()))

    def tsumo(self, step: Step) -> None:
        self._win(step, step.seat(), self._drawn_or_named(step), tuple(self.hands[step.seat()]))

    def drawn_round(self, step: Step) -> None:
        reasons = {reason.value: reason for reason in DrawReason}
        if step.parts["reason"] not in reasons:
            raise NotationError(step.text, f"reasons are {', '.join(reasons)}")
        shown = tuple(step.detail_tiles(f"hand{seat}") for seat in range(self.switches.seats))
        self.events.append(
            RoundDrawn(
                reasons[step.parts["reason"]],
                step.optional_seat("by"),
                step.numbers("tenpai"),
                shown if any(hand is not None for hand in shown) else None,
                step.numbers("moves"),
            )
        )

    def indicator(self, step: Step) -> None:
        tile = step.optional_tile()
        inferred = step.parts["inferred"] != ""
        self.events.append(Indicator(self.left.take(step.text) if tile is None else tile, inferred))

    def horse(self, step: Step) -> None:
        self.events.append(HorseDraw(step.tile(), self._moves(step)))

    def kong_paid(self, step: Step) -> None:
        self.events.append(KongPayment(self._moves(step)))

    def declines(self, step: Step) -> None:
        self.events.append(WinDeclined(step.seat()))

    def may(self, step: Step) -> None:
        kinds = {kind.value: kind for kind in OfferKind}
        named = step.parts["kinds"].split()
        if not set(named) <= set(kinds):
            raise NotationError(step.text, f"a seat may {', '.join(kinds)}")
        self.events.append(Offer(step.seat(), tuple(kinds[name] for name in named)))

    def furiten(self, step: Step) -> None:
        self.events.append(FuritenFlag(step.seat(), clear=step.parts["over"] != ""))

    def round_ends(self, step: Step) -> None:
        self.events.append(RoundEnd(step.points()))

    def game_ends(self, step: Step) -> None:
        self.events.append(GameEnd(step.points(), step.numbers("places"), step.numbers("results", times=10)))

    def remark(self, step: Step) -> None:
        kinds = {kind.value: kind for kind in RemarkKind}
        if step.parts["kind"] not in kinds:
            raise NotationError(step.text, f"remarks are {', '.join(kinds)}")
        kind, here = kinds[step.parts["kind"]], len(self.events) - 1
        seat, other = step.optional_seat("by"), step.optional_seat("other")
        self.remarks.append(Remark(kind, self.round_index, here, seat, step.text, other))

    def go(self, step: Step) -> None:
        if step.marks:
            raise NotationError(step.text, "is several events: it cannot be marked")
        if not self.to_draw:
            raise NotationError(step.text, f"seat {self.turn} has to discard first")
        if step.parts["by"]:
            turns = (step.seat("by") - self.turn) % self.switches.seats
        else:
            turns = int(step.parts["turns"] or self.live - int(step.parts["live"]))
        if turns < 0:
            raise NotationError(step.text, f"{self.live} tiles are live, seat {self.turn} is to draw")
        edges = step.seats("edges")
        for _ in range(turns):
            seat = self.turn
            kinds: Container[int] = _EDGES if seat in edges else _SIMPLES if edges else range(KINDS)
            tile = self.left.take(step.text, kinds)
            self._draw(seat, tile, replacement=False)
            self._discard(seat, tile, drawn=True)

    # Parts of these

    def _moves(self, step: Step) -> tuple[int, ...]:
        return step.numbers("moves") or (0,) * self.switches.seats

    def _win(self, step: Step, source: int, tile: int, hand: tuple[int, ...]) -> None:
        yaku: tuple[ClaimedYaku, ...] | None = None
        if "yaku" in step.details:
            claims = re.findall(r"(\w+) (\d+)", step.details["yaku"])
            yaku = tuple(ClaimedYaku(name, int(han)) for name, han in claims)
        self.events.append(
            Win(
                step.seat(),
                source,
                tile,
                step.detail_tiles("hand") or hand,
                yaku,
                step.number("han"),
                step.number("fu"),
                step.number("points"),
                step.detail_tiles("ura"),
                step.number("liable"),
                step.numbers("moves"),
            )
        )

    def _draw(self, seat: int, tile: int, *, replacement: bool) -> None:
        by_north = isinstance(self.replacing, North)
        shortens = self.switches.north_shortens_live_wall if by_north else self.switches.kan_shortens_live_wall
        self.live -= 1 if shortens or not replacement else 0
        self.events.append(Draw(seat, tile, replacement))
        self.hands[seat].append(tile)
        self.turn, self.to_draw, self.drawn, self.replacing = seat, False, tile, None

    def _discard(self, seat: int, tile: int, *, drawn: bool) -> None:
        self.events.append(Discard(seat, tile, drawn))
        self._set_out(seat, (tile,))
        self.turn, self.to_draw = (seat + 1) % self.switches.seats, True

    def _replaced(self, event: Kan | North, own: tuple[int, ...]) -> None:
        self.events.append(event)
        self._set_out(event.seat, own)
        self.replacing = event

    def _set_out(self, seat: int, tiles: tuple[int, ...]) -> None:
        """The tiles leave the hand as far as it holds them; it is the seat's turn to discard or replace."""
        for tile in tiles:
            if tile in self.hands[seat]:
                self.hands[seat].remove(tile)
        self.turn, self.to_draw, self.drawn, self.replacing = seat, False, None, None

    def _own(self, step: Step, number: int) -> tuple[int, ...]:
        """The tiles of the hand that go with the claimed one, black before red; black ones for those missing."""
        kind = KIND_OF[step.tile()]
        held = sorted(code for code in self.hands[step.seat()] if KIND_OF[code] == kind)[:number]
        return (*held, *(kind,) * (number - len(held)))

    def _drawn_or_named(self, step: Step) -> int:
        return self.drawn if step.optional_tile() is None and self.drawn is not None else step.tile()


_WRITERS: Final[dict[str, Callable[[_Written, Step], None]]] = {
    "deal": _Written.deal,
    "draws": _Written.draws,
    "discards": _Written.discards,
    "chis": _Written.chis,
    "pons": _Written.pons,
    "kans": _Written.kans,
    "kan": _Written.kan,
    "adds": _Written.adds,
    "north": _Written.north,
    "riichi": _Written.riichi,
    "pays": _Written.pays,
    "wins": _Written.wins,
    "tsumo": _Written.tsumo,
    "drawn": _Written.drawn_round,
    "indicator": _Written.indicator,
    "horse": _Written.horse,
    "kong": _Written.kong_paid,
    "declines": _Written.declines,
    "may": _Written.may,
    "furiten": _Written.furiten,
    "round": _Written.round_ends,
    "game": _Written.game_ends,
    "go": _Written.go,
    "remark": _Written.remark,
}


def _asked(text: Round, steps: list[Step]) -> list[int]:
    """Counts a code of every tile that is named and comes out of the wall."""
    named = [code for hand in text.hands.values() for code in _exactly(hand, f"hand {hand}")]
    named.extend(_exactly(text.indicators, "indicators"))
    named.extend(tile for step in steps if (tile := step.tile_from_wall()) is not None)
    return code_counts(named)


def _exactly(text: str, place: str) -> tuple[int, ...]:
    """The tiles of a text that may end with ``!``."""
    return tiles_of(text.rstrip("!"), place)
