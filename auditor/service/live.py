"""A game judged while it is played: what its events give at once. The audit at its end sees the whole game."""

import re
from dataclasses import replace
from typing import Final

import grpc

from auditor.judging import RulesChoice, rules_for
from auditor.service.refusals import Refused, invalid
from auditor.service.scanning import Part, fields
from auditor.v1.game_log_pb2 import GameEvent
from auditor.wire import MAX_EVENTS, MAX_GAME_BYTES, FiledFinding, decode_game
from replay.engine import GameReplay
from replay.findings import Finding, Severity
from replay.gamelog import Event, GameEnd, GameLog, Header, LogError, RoundStart
from replay.judges.log import starts_at_the_beginning, why_no_stakes
from replay.ruleset import choose
from replay.ruleset.errors import RulesetError
from replay.ruleset.ruleset import Ruleset
from replay.ruleset.switches import Family
from replay.second_look import MOST_ERRORS, second_look
from replay.settlement.shenzhen import NO_STAKES, Stakes

_PLACE: Final = re.compile(r"^round (\d+), event (\d+)")


class LiveGame:
    """One game that is going on. `log` is its encoding so far."""

    def __init__(self, choice: RulesChoice) -> None:
        self.log = b""
        self.events = 0
        self.ended = False
        self.header: Header | None = None
        self._choice = choice
        self._header_part = b""
        self._rules: Ruleset | None = None  # None: it cannot be judged, and the audit at the end says why
        self._stakes = NO_STAKES
        self._start_points: int | None = None
        self._replay: GameReplay | None = None
        self._rounds: list[list[Event]] = []
        self._start = b""  # the RoundStart of the last round, as it came

    def take(self, part: Part) -> list[FiledFinding]:
        """What the next part of the game gives. Its findings have no ids: those follow from the whole log.

        Raises Refused.
        """
        if self.ended:
            raise invalid("the game has ended; another one needs a stream of its own")
        if (part.header is None) == (not self.log):
            raise invalid("the first request has the header, and only that one")
        if len(self.log) + len(part.log) > MAX_GAME_BYTES:
            raise _refused("GAME_TOO_LARGE", f"the game has more than {MAX_GAME_BYTES:,} bytes")
        if self.events + len(part.events) > MAX_EVENTS:
            raise _refused("TOO_MANY_EVENTS", f"the game has more than {MAX_EVENTS:,} events")
        rounds = self._decoded(part)
        self.log += part.log
        self.events += len(part.events)
        found: list[FiledFinding] = []
        for index, events in enumerate(rounds):
            for event in events if index or not self._start else events[1:]:
                found += self._found(event)
        starts = [whole for whole in part.events if _is_round_start(whole)]
        self._start = starts[-1] if starts else self._start
        self.ended = bool(self._rounds) and isinstance(self._rounds[-1][-1], GameEnd)
        return found

    def _decoded(self, part: Part) -> list[list[Event]]:
        """The rounds of the part; the first goes on with the round that is open, whose RoundStart stands before it."""
        try:
            log = decode_game(self._header_part + self._start + part.log)
        except LogError as error:
            raise _refused("MALFORMED_GAME", f"{error.reason} ({self._placed(error.place)})") from None
        if self.header is None:
            self._begin(log.header, part)
        return log.rounds

    def _placed(self, place: str) -> str:
        """The place in the game of a place in what was decoded."""
        match = _PLACE.match(place)
        if match is None or not self._rounds:
            return place
        index, event = int(match[1]), int(match[2])
        before = len(self._rounds[-1]) - 1 if index == 0 else 0
        return f"round {len(self._rounds) - 1 + index}, event {event + before}"

    def _begin(self, header: Header, part: Part) -> None:
        self.header = header
        self._header_part = part.header or b""
        try:
            self._rules = rules_for(GameLog(header, []), self._choice)
        except choose.Refused:
            return
        except RulesetError as error:
            raise _refused("BAD_RULES", str(error)) from None
        if self._rules.switches.family is Family.SHENZHEN:
            if why_no_stakes(header):
                self._rules = None
            else:
                self._stakes = Stakes(header.stake_x or 0, header.stake_y or 0)

    def _found(self, event: Event) -> list[FiledFinding]:
        replay = self._replay
        if replay is None:
            self._start_points = self._first_points(event)
            replay = self._replay = self._new(self._rules) if self._rules else None
        if replay is None or self._rules is None or self.header is None:
            self._keep(event)
            return []
        found = replay.feed(event)
        self._keep(event)
        if any(one.severity is Severity.ERROR for one in found):
            found = self._looked_at_again(found, self._rules)
        return [FiledFinding("", self.header.game_id, self._rules.name, one) for one in found]

    def _keep(self, event: Event) -> None:
        # The last two rounds are enough: what a RoundStart has to say follows from the round before.
        if isinstance(event, RoundStart):
            self._rounds.append([event])
            if len(self._rounds) > 2:
                self._rounds[-3] = []
        else:
            self._rounds[-1].append(event)

    def _first_points(self, event: Event) -> int | None:
        """What every seat has at the first RoundStart."""
        header, rules = self.header, self._rules
        if header is None or rules is None or not starts_at_the_beginning(GameLog(header, [[event]])):
            return None
        return header.start_points if header.start_points is not None else rules.switches.start_points

    def _new(self, rules: Ruleset, *, first: bool = True) -> GameReplay:
        replay = GameReplay(rules, self._start_points if first else None, self._stakes)
        if self.header is not None:
            replay.take_header(self.header)
        return replay

    def _looked_at_again(self, found: list[Finding], rules: Ruleset) -> list[Finding]:
        """What the last event gave, errors that hinge on assumed switches turned into warnings."""
        assert self._replay is not None
        index = self._replay.docket.round_index
        before = [
            one
            for one in self._replay.docket.findings[: -len(found)]
            if one.round_index is None or one.round_index >= index - 1
        ]
        if sum(one.round_index == index for one in before) >= MOST_ERRORS:
            return found
        # Those before are known, and are not looked at once more.
        known = [replace(one, severity=Severity.NOTICE) for one in before]
        return second_look([*known, *found], rules, self._replay_round)[len(known) :]

    def _replay_round(self, alternative: Ruleset, round_index: int, start_alone: bool) -> list[list[Finding]]:  # noqa: FBT001 - as the engine calls it
        """What each event of the round so far gives under other rules; with `start_alone` the round before too."""
        again = self._new(alternative, first=round_index == 0)
        assert self._replay is not None
        again.records_offers = self._replay.records_offers
        again.docket.round_index = round_index - 1
        if not start_alone:
            return [again.feed(event) for event in self._rounds[round_index]]
        if round_index:
            again.docket.round_index -= 1
            for event in self._rounds[round_index - 1]:
                again.step(event)
        again.step(self._rounds[round_index][0])
        return [again.docket.findings]


def _refused(reason: str, message: str) -> Refused:
    return Refused(grpc.StatusCode.INVALID_ARGUMENT, reason, message)


def _is_round_start(event: bytes) -> bool:
    """Whether the encoded event field is a RoundStart."""
    ((_, value, _),) = fields(event)
    assert isinstance(value, bytes)
    number = GameEvent.ROUND_START_FIELD_NUMBER
    return any(field == number for field, _, _ in fields(value))
