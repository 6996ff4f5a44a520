"""Findings as the lines an operator reads: JSON lines for programs, text for people."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from replay.engine import ENGINE_VERSION
from replay.findings import Detail, Finding
from replay.gamelog import GameLog, LogError, RoundStart
from replay.ruleset.ruleset import Ruleset

if TYPE_CHECKING:
    from auditor import wire


class Game(NamedTuple):
    """One audited game."""

    log: GameLog
    rules: Ruleset | None  # None: it could not be audited
    findings: tuple[Finding, ...]


def json_lines(file: str, game: Game) -> Iterator[str]:
    """One JSON object a finding: `file`, then the keys every finding has."""
    if not game.findings:
        return
    from auditor import wire  # protobuf, only where there is something to say

    audit = _audit(game)
    for finding in game.findings:
        found = wire.finding_json(wire.file_finding(finding, audit))
        found["variant"] = found["variant"] or None
        yield json.dumps({"file": file, **found}, separators=(",", ":"))


def _audit(game: Game) -> "wire.Audit":
    from auditor import wire

    try:
        digest = wire.log_digest(game.log)
    except LogError:  # it says what our encoding has no room for; then its source stands for it
        digest = game.log.header.source_digest
    rules = game.rules
    return wire.Audit(
        game.log.header.game_id,
        rules.name if rules else "",
        digest,
        rules.digest if rules else "",
        ENGINE_VERSION,
    )


def text_lines(file: str, game: Game) -> Iterator[str]:
    """A heading with the file and the game, then a paragraph a finding."""
    if not game.findings:
        return
    from auditor import wire

    audit = _audit(game)
    yield shown(f"{file}  game {audit.game_id}  {audit.variant or 'not audited'}")
    for finding in game.findings:
        yield shown(f"  {finding.severity.value} {finding.code.id} {finding.code.name}{_place(finding, game.log)}")
        yield shown(f"    {finding.message}")
        rule = ", ".join(finding.rule)
        hinges = ", ".join(f"{hinge.switch} = {hinge.value}" for hinge in finding.hinges_on)
        for label, text in (
            ("rule", rule),
            ("expected", _detail(finding.expected)),
            ("observed", _detail(finding.observed)),
            ("hinges on", hinges),
            ("id", wire.finding_id(finding, audit)),
        ):
            if text and text != finding.message:
                yield shown(f"      {label:<9} {text}")
    yield ""


def _place(finding: Finding, log: GameLog) -> str:
    """Round, event and seat, as far as they apply."""
    parts = []
    if finding.round_index is not None:
        parts.append(f"round {finding.round_index}{_round_name(log, finding.round_index)}")
    if finding.event_index is not None:
        parts.append(f"event {finding.event_index}")
    if finding.seat is not None:
        parts.append(f"seat {finding.seat}")
    return "  " + ", ".join(parts) if parts else ""


def _round_name(log: GameLog, index: int) -> str:
    """What players call the round, such as `` (E1-0)``: prevailing wind, number, honba."""
    start = log.rounds[index][0] if index < len(log.rounds) else None
    if not isinstance(start, RoundStart) or not 0 <= start.prevailing_wind < 4:
        return ""
    return f" ({'ESWN'[start.prevailing_wind]}{start.number}-{start.honba})"


def _detail(detail: Detail | None) -> str:
    """The text, and of a payout the numbers."""
    if detail is None:
        return ""
    parts = [detail.text]
    if detail.yaku is not None:
        parts.append(", ".join(f"{yaku.name} {yaku.han}" for yaku in detail.yaku))
    if detail.payments is not None:
        parts.append(f"payments {_points(detail.payments)}")
    if detail.difference is not None and any(detail.difference):
        parts.append(f"difference {_points(detail.difference)}")
    return "; ".join(filter(None, parts))


def _points(points: tuple[int, ...]) -> str:
    return " / ".join(f"{number:+,}" if number else "0" for number in points)


def shown(text: str) -> str:
    """The text on one line that cannot steer a terminal: other characters are escaped."""
    return text if text.isprintable() else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
