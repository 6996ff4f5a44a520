"""The report as JSON lines: each has a `kind`, and keys that are always there for that kind."""

import json
from collections.abc import Iterator
from typing import Final

from auditor.batch.summary import Summary
from auditor.batch.summary_text import NAMES, variants_of
from auditor.store.runs import Run
from replay.findings import Severity

OF_TIME: Final = ("batch", "time", "slow", "pace")
"""The kinds in which two runs over the same games never agree; all other lines are the same, byte for byte."""


def report_lines(summary: Summary, run: Run) -> Iterator[str]:
    """The lines, with their ends."""
    for kind, keys in _rows(summary, run):
        yield json.dumps({"kind": kind, **keys}, separators=(",", ":")) + "\n"


def _rows(summary: Summary, run: Run) -> Iterator[tuple[str, dict[str, object]]]:
    ended = None if run.ended_at is None else run.ended_at.isoformat()
    yield (
        "batch",
        {
            "batch": run.number,
            "started_at": run.started_at.isoformat(),
            "ended_at": ended,
            "new_audits": run.new_audits,
            "engine_version": run.engine_version,
            "request": run.request,
        },
    )
    yield (
        "total",
        {
            "games": summary.games,
            "rounds": summary.rounds,
            "events": summary.events,
            **{f"{one.value}s": summary.severity(one.value) for one in Severity},
            "skipped": summary.skipped,
            "unreadable": summary.unreadable,
            "refused": summary.refused,
            "quarantined": summary.crashed,
        },
    )
    for variant, games, counts in variants_of(summary):
        by_severity = {f"{one.value}s": counts.get(one.value, 0) for one in Severity}
        yield "variant", {"variant": variant or None, "games": games, **by_severity}
    for found, count in sorted(summary.findings.items()):
        keys = {"code": found.code, "name": NAMES.get(found.code), "severity": found.severity}
        yield "findings", {**keys, "variant": found.variant or None, "count": count}
    for examples in dict(sorted(summary.examples.items())).values():
        for one in examples:
            yield "example", {**one._asdict(), "variant": one.variant or None}
    for player, account in summary.owed.rows():
        yield (
            "owed",
            {
                "variant": player.variant or None,
                "platform": player.platform,
                "player_id": player.id,
                "name": account.name,
                "owed": account.owed,
                "doubtful": account.doubtful,
                "findings": account.findings,
            },
        )
    yield "owed_rest", dict(summary.owed.rest._asdict())
    for game in summary.quarantined:
        yield "quarantined", dict(game._asdict())
    for name, reason in summary.unread:
        yield "unreadable", {"name": name, "reason": reason}
    for reason, games in sorted(summary.refusals.items()):
        yield "refused", {"reason": reason, "games": games}
    timing = summary.timing
    yield "time", {"worker_seconds": round(timing.seconds, 3)}
    for slow in timing.slowest:
        yield "slow", {"seconds": round(slow.seconds, 6), "source": slow.source, "game_id": slow.game_id or None}
    width = timing.pace.width
    for part, games in sorted(timing.pace.games.items()):
        yield "pace", {"since": part * width, "seconds": width, "games": games}
