"""The replay engine: feed it the events of a game, in order, and it says what the rules forbid.

`GameReplay.feed` judges one event against the table before it, then applies it. It never stops: after a fault it
follows the log, because that is what happened. `audit` runs a whole log and gives the errors their second look.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from replay.errors import ordinary
from replay.family import Overdue, family_of
from replay.findings import Code, Detail, Docket, Finding
from replay.gamelog import (
    Chi,
    Discard,
    Draw,
    Event,
    FuritenFlag,
    GameEnd,
    GameLog,
    Header,
    HorseDraw,
    Indicator,
    Kan,
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
    Win,
)
from replay.judges import log, offers, proof, scores, turn, wall
from replay.ruleset.ruleset import Ruleset
from replay.ruleset.switches import Family
from replay.second_look import second_look
from replay.settlement.shenzhen import NO_STAKES, Stakes
from replay.table.shown import NOTHING_RECORDED, Recorded, recorded_by
from replay.table.table import OVER, REPLACE, Table
from replay.table.wall import wall_geometry

E = TypeVar("E", bound=Event)

ENGINE_VERSION: Final = "1"
"""Part of the id of every finding and audit: raised when the same log and rules may give other findings than by
the last release, since a store takes an audit of the same game, rules and version for the one it has."""


@ordinary
class NoRoundError(Exception):
    """An event was fed before any round had started."""


@dataclass(frozen=True)
class GameReport:
    """What an audit found. Findings are in the order of the log, those about the log as a whole first."""

    findings: tuple[Finding, ...]
    rounds: int
    events: int


class GameReplay:
    """One game being replayed. `docket.findings` grows as events are fed."""

    def __init__(
        self,
        ruleset: Ruleset,
        start_points: int | None = None,
        stakes: Stakes = NO_STAKES,
        walls: Sequence[tuple[int, ...] | None] = (),
    ) -> None:
        """`start_points`: what every seat has when the first round starts; None: not known, or not the first round.

        `stakes`: those of the table, in Shenzhen. `walls`: the wall of each round as codes where it is known; those
        that are not of the set prove nothing.
        """
        self.switches = ruleset.switches
        self.start_points = start_points
        self.walls = walls
        self.wall = wall_geometry(ruleset.switches)
        self.stakes = stakes
        self.records_offers = False  # the log says what a seat could have done
        self.recorded: Recorded = NOTHING_RECORDED
        self.shows = False  # what the platform showed the seats is to be judged
        self.family = family_of(ruleset.switches)
        self.docket = Docket(self.family.rule_letters)
        self.table: Table | None = None
        self.match = self.family.match(ruleset.switches, stakes)

    def take_header(self, header: Header) -> None:
        """The log's own word on what it records."""
        self.recorded = recorded_by(header)
        self.shows = self.recorded.anything
        self.records_offers = self.records_offers or OfferKind.RON in header.recorded_offers

    def feed(self, event: Event) -> list[Finding]:
        """Judges and applies the next event; the findings it gave. Raises NoRoundError before the first RoundStart."""
        before = len(self.docket.findings)
        self.step(event)
        return self.docket.findings[before:]

    def step(self, event: Event) -> None:
        """As `feed`, leaving the findings in the docket."""
        table = self.table
        docket = self.docket
        if table is None or isinstance(event, RoundStart):
            self._start_round(event)
            return
        docket.event_index += 1
        if self.shows:
            self._judge_shown(table, event)
        table.accepted = False
        family = self.family
        if isinstance(event, Draw):
            faulty = family.draw(table, event, docket)
            if faulty:
                table.doubts.faults.append(docket.event_index)
            elif table.duty:
                self._overdue(table, event)
            table.faulty = faulty
            # The replacement of an act at fault belongs to it: the act after it says how the round goes on.
            table.lenient = faulty or table.accepted or event.seat == table.aside_at_fault
            if table.phase != OVER:  # after the result nothing changes hands
                table.draw(event)
        elif isinstance(event, Discard):
            faulty = table.faulty = family.discard(table, event, docket)
            if faulty:
                table.doubts.faults.append(docket.event_index)
            elif table.duty:
                self._overdue(table, event)
            if table.phase != OVER:
                table.discard(event)
            table.lenient = faulty or table.accepted
        else:
            self._feed_rare(table, event)
        table.events.append(event)

    def remark(self, remark: Remark) -> None:
        """Judges what a reader knows about the event just fed."""
        table = self.table
        if table is not None and remark.kind is RemarkKind.TILE_TWICE:
            wall.physical_twice(table, remark, self.docket)
        elif table is not None and remark.kind is RemarkKind.TILE_NOT_HELD:
            turn.physical_not_held(table, remark, self.docket)
        elif table is not None and remark.kind is RemarkKind.NOT_STATED:
            wall.not_stated(table, remark, self.docket)
        else:
            log.header_remark(remark, self.docket)

    def _start_round(self, event: Event) -> None:
        if not isinstance(event, RoundStart):
            raise NoRoundError(f"{type(event).__name__} before the first round")
        docket = self.docket
        docket.round_index += 1
        docket.event_index = 0
        match = self.match
        if self.table is not None:
            self._close_round(self.table)
            wrong = any(check(match, event, docket) for check in self.family.next_round)
        else:
            wrong = scores.first_round(event, self.start_points, docket)
            match.take_start(self.start_points)
        right_start = match.right_start(event) if wrong else None
        match.start_round()
        table = self.table = Table(self.switches, self.wall, event)
        wall = self.walls[docket.round_index] if docket.round_index < len(self.walls) else None
        if wall is not None:
            table.wall = proof.known_wall(table, event, wall, docket)
        table.stakes = self.stakes
        table.records_offers = self.records_offers
        table.recorded = self.recorded
        if right_start is not None:
            table.doubts.restate(event, right_start)
        table.faulty = _judged(self.family.round_start, table, event, docket)

    def _close_round(self, table: Table) -> None:
        """What follows from the round is known from here on, and what it lacks is reported."""
        for check in self.family.closing:
            check(self.match, table, self.docket)
        if table.has_result or self.match.scores is not None:
            self.match.close_round(table)
        else:
            table.phase = OVER  # said once
            self.match.forget()

    def _overdue(self, table: Table, event: Overdue) -> bool:
        """Reports what was due before an act that is not at fault itself; an act at fault is no deadline. False."""
        for check in self.family.overdue:
            check(table, event, self.docket)
        return False

    def _feed_rare(self, table: Table, event: Event) -> None:
        """Judges and applies every event that is neither draw nor discard."""
        docket = self.docket
        family = self.family
        if isinstance(event, (Chi, Pon)):
            table.faulty = _judged(family.claim, table, event, docket) or self._overdue(table, event)
            if table.faulty:
                table.doubt(event.seat)  # or the act is recorded wrongly
            if table.phase != OVER:
                table.claim(event)
        elif isinstance(event, Kan):
            table.faulty = _judged(family.kan, table, event, docket) or self._overdue(table, event)
            if table.faulty:
                table.doubt(event.seat)  # or the act is recorded wrongly
            if table.phase != OVER:
                table.kan(event)
        elif isinstance(event, North):
            table.faulty = _judged(family.north, table, event, docket) or self._overdue(table, event)
            if table.faulty:
                table.doubt(event.seat)  # or the act is recorded wrongly
            if table.phase != OVER:
                table.north(event)
        elif isinstance(event, Riichi):
            table.faulty = _judged(family.riichi, table, event, docket) or self._overdue(table, event)
            if table.phase != OVER:
                table.riichi(event)
        elif isinstance(event, Win):
            table.await_result()
            table.faulty = _judged(family.win, table, event, docket)
            if table.faulty and table.right_deltas is None:
                self.match.unclear = True
            self.match.take_result(table, event.deltas, in_doubt=table.faulty and table.has_result)
            table.win(event)
        elif isinstance(event, RoundDrawn):
            table.faulty = _judged(family.round_drawn, table, event, docket) or self._overdue(table, event)
            self.match.take_result(table, event.deltas, in_doubt=table.faulty and table.has_result)
            table.close(event)
        else:
            self._feed_side_event(table, event)
            return
        table.lenient = table.faulty or table.accepted
        if table.faulty:
            table.doubts.faults.append(docket.event_index)
            if table.shown.misled:
                docket.withdraw()

    def _feed_side_event(self, table: Table, event: Event) -> None:
        """Judges and applies what is no act of a turn: whether the act before was at fault still counts after it."""
        docket = self.docket
        family = self.family
        faulty = False
        if isinstance(event, Indicator):
            faulty = table.faulty = _judged(family.indicator, table, event, docket)
            if faulty:
                table.doubts.faults.append(docket.event_index)
            table.indicator(event)
        elif isinstance(event, RiichiAccepted):
            faulty = _judged(family.riichi_accepted, table, event, docket)
            table.riichi_accepted(event)
        elif isinstance(event, (KongPayment, HorseDraw)):
            self._feed_money(table, event)
            return
        elif isinstance(event, (FuritenFlag, Offer)):
            self._feed_shown(table, event)
            return
        elif isinstance(event, RoundEnd):
            self._close_round(table)
            faulty = scores.round_end(self.match, event, docket)
        elif isinstance(event, GameEnd):
            self._close_round(table)
            faulty = any(check(self.match, event, docket) for check in family.game_end)
        table.faulty = faulty
        table.lenient = table.lenient or faulty

    def _judge_shown(self, table: Table, event: Event) -> None:
        """Judges what the platform did not show since the last act; the event may be the next act."""
        if isinstance(event, (FuritenFlag, Offer)):
            return
        shown = table.shown
        if shown.to_compare:
            shown.to_compare = False
            if table.recorded.offers:  # by the flags as they were when the offers were made
                offers.denied(table, event, self.family.right, self.docket)
            if table.recorded.furiten:
                for check in self.family.unflagged:
                    check(table, self.docket)
        shown.misled = bool(shown.wrong) and offers.taken(table, event)
        if isinstance(event, (Draw, Discard, Chi, Pon, Kan, North, Riichi)):
            shown.begin_act(self.docket.event_index, event.seat, draws=isinstance(event, Draw))

    def _feed_shown(self, table: Table, event: FuritenFlag | Offer) -> None:
        """Judges and notes what the platform shows: it changes nothing at the table."""
        if not self.shows:
            self.shows = True
        if isinstance(event, Offer):
            self.records_offers = table.records_offers = True
            offers.offer(table, event, self.family.right, self.docket)
            table.shown.offer(event)
            return
        table.shown.flag(event)
        for check in self.family.flag:
            check(table, event, self.docket)

    def _feed_money(self, table: Table, event: KongPayment | HorseDraw) -> None:
        """Judges and applies money that moves at once: it says nothing about whose turn it is."""
        if isinstance(event, HorseDraw):
            faulty = _judged(self.family.horse, table, event, self.docket)
        else:
            faulty = _judged(self.family.kong_payment, table, event, self.docket)
        table.faulty = faulty
        if not table.pays_kongs:
            return
        if faulty and not table.has_result and table.phase != REPLACE:
            table.lenient = True  # the kong or win before it may be missing
        if table.has_result:
            self.match.take_result(table, event.deltas, in_doubt=False)
        elif isinstance(event, HorseDraw):
            table.move(event.deltas)
        if isinstance(event, HorseDraw):
            table.horse(event)
        elif not table.has_result:
            table.kong_payment(event)


def _judged(checks: tuple[Callable[[Table, E, Docket], bool], ...], table: Table, event: E, docket: Docket) -> bool:
    """Whether one of the checks reported: the first that does ends the judging."""
    for check in checks:
        if check(table, event, docket):
            return True
    return False


def audit(game: GameLog, ruleset: Ruleset, *, prove_walls: bool = True, look_again: bool = True) -> GameReport:
    """Everything the rules forbid in the log, with notices; errors that hinge on an assumed switch are warnings.

    `prove_walls`: compare every tile with the walls that the log's seed or records give. `look_again`: without it
    errors stay errors, whatever they hinge on.
    """
    reason = log.why_no_game(game)
    if reason:
        return refusal(log.MALFORMED, reason)
    stakes = NO_STAKES
    if ruleset.switches.family is Family.SHENZHEN:
        reason = log.why_no_stakes(game.header)
        if reason:
            return refusal(log.NO_STAKES, reason)
        stakes = Stakes(game.header.stake_x or 0, game.header.stake_y or 0)
    replay = GameReplay(ruleset, _start_points(game, ruleset), stakes)
    replay.take_header(game.header)
    docket = replay.docket
    if prove_walls:
        replay.walls = proof.known_walls(game, ruleset.switches, docket)
    if ruleset.switches.family is Family.SHENZHEN:
        log.stakes(game.header, docket)
        replay.records_offers = replay.records_offers or _records_offers(game)
    records_offers = replay.records_offers
    log.completeness(game, docket)
    remarks = _remarks_by_round(game, docket)
    for index, events in enumerate(game.rounds):
        _replay_events(replay, events, remarks.get(index))
    if not docket.findings or not look_again:
        return GameReport(tuple(docket.findings), len(game.rounds), game.events)

    def replay_round(alternative: Ruleset, round_index: int, start_alone: bool) -> list[list[Finding]]:  # noqa: FBT001
        points = _start_points(game, alternative) if round_index == 0 else None
        again = GameReplay(alternative, points, stakes, replay.walls)
        again.take_header(game.header)
        again.records_offers = records_offers
        again.docket.round_index = round_index - 1
        if not start_alone:
            return _findings_by_event(again, game.rounds[round_index], remarks.get(round_index))
        if round_index:
            again.docket.round_index -= 1
            _replay_events(again, game.rounds[round_index - 1], remarks.get(round_index - 1))
        _replay_events(again, game.rounds[round_index][:1], remarks.get(round_index))
        return [again.docket.findings]

    findings = second_look(docket.findings, ruleset, replay_round)
    return GameReport(tuple(findings), len(game.rounds), game.events)


def _start_points(game: GameLog, ruleset: Ruleset) -> int | None:
    """The points everybody starts with: the log's word, else the ruleset's; None for a log that starts later."""
    if not log.starts_at_the_beginning(game):
        return None
    return game.header.start_points if game.header.start_points is not None else ruleset.switches.start_points


def _records_offers(game: GameLog) -> bool:
    """Whether the log says anywhere what a seat could have done."""
    return any(isinstance(event, Offer) for events in game.rounds for event in events)


def _remarks_by_round(game: GameLog, docket: Docket) -> dict[int, dict[int, list[Remark]]]:
    """The remarks by round and event; those about the log as a whole are reported at once."""
    placed: dict[int, dict[int, list[Remark]]] = {}
    for remark in game.remarks:
        if remark.round_index is None or remark.event_index is None:
            log.header_remark(remark, docket)
        else:
            placed.setdefault(remark.round_index, {}).setdefault(remark.event_index, []).append(remark)
    return placed


def _replay_events(replay: GameReplay, events: Sequence[Event], remarks: dict[int, list[Remark]] | None) -> None:
    if remarks is None:
        for event in events:
            replay.step(event)
        return
    for index, event in enumerate(events):
        replay.step(event)
        for remark in remarks.get(index, ()):
            replay.remark(remark)


def _findings_by_event(
    replay: GameReplay, events: Sequence[Event], remarks: dict[int, list[Remark]] | None
) -> list[list[Finding]]:
    """Replays the events; the findings that each gave."""
    found: list[list[Finding]] = []
    for index, event in enumerate(events):
        before = len(replay.docket.findings)
        replay.step(event)
        for remark in (remarks or {}).get(index, ()):
            replay.remark(remark)
        found.append(replay.docket.findings[before:])
    return found


def refusal(code: Code, message: str) -> GameReport:
    """The report of a log that cannot be audited at all: one finding about the log."""
    docket = Docket()
    docket.report(code, None, message, rule=code.rules, observed=Detail(message))
    return GameReport(tuple(docket.findings), 0, 0)
