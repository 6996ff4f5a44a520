"""Faults planted in legal games, one at a time, each with a label that says where it must be found.

The label is the first event whose prefix proves the fault (DESIGN §4), not the edited one; a thing left out stands at
the event before which it was due. How each code is planted stands in `replay.simulate.planters`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from replay.catalogue import CATALOGUE
from replay.engine import audit
from replay.findings import Finding, Severity
from replay.gamelog import Event, GameLog, RoundStart
from replay.judges.log import starts_at_the_beginning
from replay.ruleset.ruleset import Ruleset
from replay.ruleset.switches import Family, KanIndicator, Kuikae, RiichiKan, SeveralRons, Switches
from replay.settlement.shenzhen import Stakes
from replay.simulate.planters import (
    aborting,
    call_rights,
    calls,
    claims,
    course,
    deposits,
    drawn,
    ending,
    furiten,
    indicators,
    kans,
    liability,
    north,
    payments,
    possession,
    proof,
    record,
    riichi,
    scores,
    shenzhen_money,
    shenzhen_results,
    shown,
    turn,
    wall,
    win,
)
from replay.simulate.planters.scene import Edit, Scene, Way
from replay.simulate.recording import with_offers
from replay.table.wall import wall_geometry
from replay.tiles import KINDS

WAYS: Final[dict[str, tuple[Way, ...]]] = {
    **wall.WAYS,
    **indicators.WAYS,
    **proof.WAYS,
    **record.WAYS,
    **turn.WAYS,
    **possession.WAYS,
    **calls.WAYS,
    **call_rights.WAYS,
    **kans.WAYS,
    **north.WAYS,
    **riichi.WAYS,
    **deposits.WAYS,
    **furiten.WAYS,
    **win.WAYS,
    **claims.WAYS,
    **payments.WAYS,
    **liability.WAYS,
    **drawn.WAYS,
    **scores.WAYS,
    **ending.WAYS,
    **aborting.WAYS,
    **course.WAYS,
    **shown.WAYS,
}
"""The ways to plant each code in a riichi game."""

SHENZHEN_WAYS: Final[dict[str, tuple[Way, ...]]] = {
    **shenzhen_results.shared(wall.WAYS),
    **proof.WAYS,
    **record.WAYS,
    **shenzhen_results.shared(turn.WAYS),
    **possession.WAYS,
    **calls.WAYS,
    **shenzhen_results.shared(call_rights.WAYS),
    **shenzhen_results.shared(kans.WAYS),
    **shenzhen_money.WAYS,
    **shenzhen_results.WAYS,
    **shown.OF_BOTH,
}
"""The ways to plant each code in a Shenzhen game."""


def ways_of(switches: Switches) -> dict[str, tuple[Way, ...]]:
    """The ways to plant each code in a game by these rules."""
    return SHENZHEN_WAYS if switches.family is Family.SHENZHEN else WAYS


_PLANTED: Final = WAYS.keys() | SHENZHEN_WAYS.keys()

PROVEN_BY_WALLS: Final = frozenset((*proof.WAYS, *record.WAYS))
"""Codes of faults that only show in a game whose walls are known."""

OF_THE_PLATFORM: Final = frozenset(shown.WAYS)
"""Codes of faults of what a platform shows its players: the games they are planted in have it all."""


@dataclass
class Planted:
    """A game with one fault, and where its finding belongs."""

    game: GameLog
    code: str
    round_index: int | None  # None: the finding is about the log as a whole
    event_index: int | None
    seat: int | None
    way: str
    origin: int  # the round of the game before that the fault was planted in


def plant_fault(code: str, game: GameLog, ruleset: Ruleset, random: Random) -> Planted | None:
    """The game with exactly one fault of the code, planted by chance; the game itself is not changed.

    None where it offers no place. Raises ValueError where the code cannot be planted at all (see `impossible`).
    """
    reason = impossible(code, ruleset)
    if reason is not None:
        raise ValueError(f"{code} cannot be planted: {reason}")
    ways = list(ways_of(ruleset.switches)[code])
    random.shuffle(ways)
    for way in ways:
        planted = plant_by(way, code, game, ruleset, random)
        if planted is not None:
            return planted
    return None


def plant_by(way: Way, code: str, game: GameLog, ruleset: Ruleset, random: Random) -> Planted | None:
    """As `plant_fault`, in one of the code's ways."""
    switches = ruleset.switches
    geometry = wall_geometry(switches)
    if code in PROVEN_BY_WALLS:
        walled = record.with_known_walls(code, game, switches)
        if walled is None:
            return None
        game = walled
    if code in OF_THE_PLATFORM:
        game = with_offers(game, ruleset)
    stakes = Stakes(game.header.stake_x or 0, game.header.stake_y or 0)
    rounds = list(range(len(game.rounds)))
    random.shuffle(rounds)
    for index in rounds:
        later = game.rounds[index + 1 :]
        opens = index == 0 and starts_at_the_beginning(game)
        scene = Scene(
            game.rounds[index],
            switches,
            geometry,
            random,
            has_next=bool(later),
            later=later,
            opens=opens,
            stakes=stakes,
        )
        edits = list(way(scene))
        if edits:
            return _label(code, game, index, random.choice(edits), way)
    return None


def _label(code: str, game: GameLog, index: int, edit: Edit, way: Way) -> Planted:
    """The edited game. Without its walls, unless they are what proves: else the same fault would be convicted twice."""
    if code in PROVEN_BY_WALLS:
        return _label_with_walls(code, game, index, edit, way)
    first = index if edit.first_round else 0
    last = index + 1 if edit.last_round else len(game.rounds)
    rounds = [_without_wall(events) for events in game.rounds[first:last]]
    rounds[index - first] = _without_wall(edit.events)
    if edit.rest is not None:
        last = index + 1
        rounds[last - first :] = [_without_wall(events) for events in edit.rest()]
    remarks = [
        replace(remark, round_index=None if remark.round_index is None else remark.round_index - first)
        for remark in game.remarks
        if remark.round_index is None or (first <= remark.round_index < last and remark.round_index != index)
    ]
    edited = GameLog(replace(game.header, commitment=None), rounds, remarks, game.failure)
    place = index - first + edit.in_next_round
    return Planted(edited, code, place, edit.event_index, edit.seat, _name(way), index)


def _label_with_walls(code: str, game: GameLog, index: int, edit: Edit, way: Way) -> Planted:
    """The edited game with all its rounds."""
    rounds = [*game.rounds[:index], list(edit.events), *game.rounds[index + 1 :]]
    if edit.commitment is None:
        edited = GameLog(game.header, rounds, game.remarks, game.failure)
        return Planted(edited, code, index, edit.event_index, edit.seat, _name(way), index)
    edited = GameLog(replace(game.header, commitment=edit.commitment), rounds, game.remarks, game.failure)
    return Planted(edited, code, None, None, edit.seat, _name(way), index)


def _name(way: Way) -> str:
    return f"{way.__module__.rpartition('.')[2]}.{way.__qualname__.partition('.')[0]}"


def _without_wall(events: list[Event]) -> list[Event]:
    start = events[0]
    if isinstance(start, RoundStart) and start.wall is not None:
        return [replace(start, wall=None), *events[1:]]
    return list(events)


def impossible(code: str, ruleset: Ruleset) -> str | None:
    """Why no game under these rules can hold a fault of the code, None if one can.

    Raises ValueError for a code nobody plants.
    """
    if code.startswith("LOG"):
        return "it is about the source of a log, not about its events"
    if code == "WAL005":
        return "events do not tell one copy of a tile from another, only some sources do"
    if code not in WAYS and code not in SHENZHEN_WAYS:
        raise ValueError(f"there is no way to plant {code}")
    if code not in ways_of(ruleset.switches):
        return f"it is not of the {ruleset.switches.family.value} family"
    return _excluded(code, ruleset.switches)


def _excluded(code: str, switches: Switches) -> str | None:
    """What the switches say against the code."""
    limits = wall_geometry(switches).limits
    aborts = (switches.four_kans, switches.four_winds, switches.four_riichi)
    reasons: dict[str, tuple[bool, str]] = {
        "WAL002": (all(limits), "the set holds every tile"),
        "WAL004": (not any(limits[KINDS:]), "the set holds no red fives"),
        "WAL008": (
            not switches.kan_dora or switches.kan_indicator is KanIndicator.AT_ONCE,
            "no indicator waits for a replacement",
        ),
        "WAL015": (not switches.ura_dora, "there are no ura indicators"),
        "CAL001": (not switches.chi, "there is no chi"),
        "CAL002": (switches.chi, "there is a chi"),
        "CAL006": (switches.kuikae is Kuikae.ALLOWED, "a called tile may be discarded"),
        "CAL007": (
            switches.kuikae is Kuikae.ALLOWED or not switches.chi,
            "every call leaves a discard: four tiles of a kind are not enough to forbid all",
        ),
        "CAL008": (switches.last_discard_calls, "the last discard may be called"),
        "CAL009": (switches.last_tile_kan, "a kan may be declared on an empty live wall"),
        "CAL012": (switches.riichi_kan is RiichiKan.FORBIDDEN, "no kan may be declared in riichi"),
        "CAL013": (switches.riichi_kan is RiichiKan.FORBIDDEN, "no kan may be declared in riichi"),
        "WIN006": (
            _most_winners(switches) >= switches.seats - 1,
            "everybody but the discarder may win on one tile",
        ),
        "PAY005": (not switches.nagashi, "there is no nagashi"),
        "PAY006": (not any((switches.nine_terminals, *aborts, switches.triple_ron)), "there is no abort"),
        "PAY009": (switches.final_return is None or not switches.uma, "there is no final result"),
        "END007": (not any(aborts), "there is no abort that the rules demand"),
        "END008": (not switches.nagashi, "there is no nagashi"),
        "END009": (not switches.nagashi, "there is no nagashi"),
        "END016": (not switches.nine_terminals, "there is no such abort"),
        "NOR002": (switches.north_dora, "Norths may be set aside"),
        "NOR004": (switches.north_last_tile, "a North may be set aside on an empty live wall"),
        "NOR005": (not switches.north_in_riichi_drawn_only, "in riichi any North may be set aside"),
    }
    if code.startswith("NOR") and code not in ("NOR002", "NOR009") and not switches.north_dora:
        return "no North may be set aside"
    if code == "WAL014" and switches.family is Family.SHENZHEN:
        return "there are no indicators"
    excluded, reason = reasons.get(code, (False, ""))
    return reason if excluded else None


def _most_winners(switches: Switches) -> int:
    """How many seats may win on one tile."""
    return {SeveralRons.NEAREST: 1, SeveralRons.TWO: 2, SeveralRons.ALL: switches.seats}[switches.several_rons]


@dataclass(frozen=True)
class FaultRow:
    """What became of the faults of one code."""

    code: str
    planted: int
    found: int  # that code once, at the right event, and nothing else
    misplaced: int  # that code once and nothing else, at another event or seat
    other: int  # something, but not that code
    extra: int  # that code and more
    impossible: str | None  # why it cannot be planted under the rules

    @property
    def missed(self) -> int:
        """How many were not found at all."""
        return self.planted - self.found - self.misplaced - self.other - self.extra


def fault_table(games: Iterable[GameLog], ruleset: Ruleset, per_code: int, seed: int) -> list[FaultRow]:
    """What the engine makes of up to `per_code` faults of every code, planted in the games in turn, in code order."""
    logs = list(games)
    return [fault_row(code.id, logs, ruleset, per_code, seed) for code in CATALOGUE if code.id in _PLANTED]


def fault_row(code: str, games: Sequence[GameLog], ruleset: Ruleset, per_code: int, seed: int) -> FaultRow:
    """The row of one code. Each fault is planted in a round of its own; what a wall proves, in games with walls."""
    reason = impossible(code, ruleset)
    if reason is not None:
        return FaultRow(code, 0, 0, 0, 0, 0, reason)
    random = Random(f"{code} {seed}")
    counts = {"found": 0, "misplaced": 0, "other": 0, "extra": 0, "missed": 0}
    taken: set[tuple[int, int]] = set()
    for number in range(max(len(games), 3 * per_code) if games else 0):
        if len(taken) == per_code:
            break
        place = number % len(games)
        fault = plant_fault(code, games[place], ruleset, random)
        if fault is not None and (place, fault.origin) not in taken:
            taken.add((place, fault.origin))
            counts[verdict(fault, ruleset)] += 1
    return FaultRow(code, len(taken), counts["found"], counts["misplaced"], counts["other"], counts["extra"], None)


def verdict(fault: Planted, ruleset: Ruleset) -> str:
    """``found``, ``misplaced``, ``other``, ``extra`` or ``missed``: see FaultRow."""
    findings = faults_found(fault.game, ruleset)
    if not findings:
        return "missed"
    right = [finding for finding in findings if finding.code.id == fault.code]
    if not right:
        return "other"
    if len(findings) > 1:
        return "extra"
    place = right[0].round_index, right[0].event_index, right[0].seat
    return "found" if place == (fault.round_index, fault.event_index, fault.seat) else "misplaced"


def faults_found(game: GameLog, ruleset: Ruleset) -> list[Finding]:
    """The findings of an audit without its notices."""
    return [finding for finding in audit(game, ruleset).findings if finding.severity is not Severity.NOTICE]
