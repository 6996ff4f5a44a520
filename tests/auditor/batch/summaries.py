"""Summaries made of records written for the tests, and what a run over them is called."""

import json
from datetime import UTC, datetime, timedelta

from auditor.batch.audits import Outcome
from auditor.batch.items import Skipped, Unreadable
from auditor.batch.summary import Summary
from auditor.store.records import AuditRecord, FindingRecord, GameRecord, RulesetRecord
from auditor.store.runs import Run

MIDNIGHT = datetime(2026, 11, 28, tzinfo=UTC)
ENDED = 1_795_000_000.0  # seconds since 1970
PLAYERS = (("id0", "Ann"), ("id1", "Bo"), ("", "Cleo"), ("", ""))
RUN = Run(
    7,
    datetime(2026, 11, 28, 2, 0, tzinfo=UTC),
    datetime(2026, 11, 28, 2, 30, tzinfo=UTC),
    "1",
    {"paths": ["night/"], "variant": "", "settings": {}},
    200,
    180,
)


def payout(difference: tuple[int, ...], severity: str = "error", code: str = "PAY003") -> FindingRecord:
    expected = json.dumps({"text": "", "payments": list(difference), "difference": list(difference)})
    return FindingRecord("0" * 16, code, "a-name", severity, 0, 1, 0, "wrong", "[]", expected, None, "[]")


def remark(code: str = "LOG004") -> FindingRecord:
    return FindingRecord("1" * 16, code, "a-name", "notice", None, None, None, "open", "[]", None, None, "[]")


def audited(
    *found: FindingRecord,
    players: tuple[tuple[str, str], ...] = PLAYERS,
    rules: str | None = "tenhou",
    game_id: str = "g1",
    after: float = 0.0,
) -> AuditRecord:
    game = GameRecord("d" * 64, game_id, "club", "tenhou", 4, 2, 90, None, "n/1.xml", "", None, players)
    ruleset = None if rules is None else RulesetRecord("r" * 64, rules, 1, "")
    return AuditRecord(game, ruleset, "1", MIDNIGHT + timedelta(seconds=after), found)


def outcome(*records: AuditRecord, name: str = "n/1.xml") -> Outcome:
    return Outcome(name, games=len(records), rounds=2 * len(records), events=90 * len(records), records=records)


def summed(*results: Outcome | Skipped | Unreadable) -> Summary:
    """The summary of the results, each of which took a second."""
    summary = Summary()
    for result in results:
        summary.add(result, 1.0, ended=ENDED)
    return summary


def many_results() -> list[Outcome | Skipped | Unreadable]:
    """Of every kind some, with findings of two severities for players known by id, by name and not at all."""
    found: list[Outcome | Skipped | Unreadable] = []
    for number in range(60):
        players = ((f"p{number % 7}", f"name {number % 7}"), ("", f"n{number % 5}"), ("", ""), ("q", "Q"))
        difference = (100 * number, -50, 0, -number)
        severity = ("error", "warning")[number % 2]
        record = audited(payout(difference, severity), remark(), players=players, game_id=f"g{number}")
        found.append(outcome(record, name=f"n/{number}.xml"))
        if number % 9 == 0:
            found += [Skipped(f"s{number}", "no"), Unreadable(f"u{number}", "bad"), Outcome("c", 1, refusals=("r",))]
            found.append(Outcome(f"c{number}", 1, crashes=((3, "E: x"),)))
    return found
