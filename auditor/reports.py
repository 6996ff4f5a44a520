"""Findings as the lines an operator reads: JSON lines for programs, text for people."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from replay.findings import Detail, Finding
from replay.gamelog import GameLog, RoundStart

if TYPE_CHECKING:
    from auditor.filing import FiledGame
    from auditor.wire import FiledFinding


def json_lines(file: str, game: "FiledGame") -> Iterator[str]:
    """One JSON object a finding: `file`, then the keys every finding has."""
    for filed in game.findings:
        yield json_line(file, filed)


def json_line(file: str, filed: "FiledFinding") -> str:
    """The JSON object of one finding."""
    from auditor.wire import finding_json

    found = finding_json(filed)
    found["variant"] = found["variant"] or None
    return json.dumps({"file": file, **found}, separators=(",", ":"))


def text_lines(file: str, game: "FiledGame") -> Iterator[str]:
    """A heading with the file and the game, then a paragraph a finding."""
    if not game.findings:
        return
    yield heading(file, game.audit.game_id, game.audit.variant)
    for filed in game.findings:
        index = filed.finding.round_index
        yield from finding_lines(filed, "" if index is None else round_name(game.log, index))
    yield ""


def heading(file: str, game_id: str, variant: str) -> str:
    """What stands over the findings of a game."""
    return shown(f"{file}  game {game_id}  {variant or 'not audited'}")


def finding_lines(filed: "FiledFinding", round_name: str) -> Iterator[str]:
    """A paragraph about the finding. `round_name` is empty when it is not known."""
    finding = filed.finding
    place = _place(finding, f" ({round_name})" if round_name else "")
    yield shown(f"  {finding.severity.value} {finding.code.id} {finding.code.name}{place}")
    yield shown(f"    {finding.message}")
    rule = ", ".join(finding.rule)
    hinges = ", ".join(f"{hinge.switch} = {hinge.value}" for hinge in finding.hinges_on)
    for label, text in (
        ("rule", rule),
        ("expected", _detail(finding.expected)),
        ("observed", _detail(finding.observed)),
        ("hinges on", hinges),
        ("id", filed.id),
    ):
        if text and text != finding.message:
            yield shown(f"      {label:<9} {text}")


def _place(finding: Finding, round_name: str) -> str:
    """Round, event and seat, as far as they apply."""
    parts = []
    if finding.round_index is not None:
        parts.append(f"round {finding.round_index}{round_name}")
    if finding.event_index is not None:
        parts.append(f"event {finding.event_index}")
    if finding.seat is not None:
        parts.append(f"seat {finding.seat}")
    return "  " + ", ".join(parts) if parts else ""


def round_name(log: GameLog, index: int) -> str:
    """What players call the round, such as ``E1-0``: prevailing wind, number, honba."""
    start = log.rounds[index][0] if index < len(log.rounds) else None
    if not isinstance(start, RoundStart) or not 0 <= start.prevailing_wind < 4:
        return ""
    return f"{'ESWN'[start.prevailing_wind]}{start.number}-{start.honba}"


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
