"""An audited game as it is filed: one encoding of the log gives its digest, the ids of its findings and what is stored.

What could not be audited is filed too. A log that has no canonical encoding (it is too malformed, or too large) is
named by the digest of its source, and its log is not kept.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256

from auditor import wire
from auditor.store.records import AuditRecord, FindingRecord, GameRecord, RulesetRecord, packed
from auditor.wire.findings import JsonValue
from replay.engine import ENGINE_VERSION
from replay.findings import Code, Detail, Finding, Hinge, Severity, YakuHan
from replay.gamelog import GameLog, LogError
from replay.ruleset.ruleset import Ruleset


class FiledGame:
    """One game, the rules it was judged by, and what was found."""

    def __init__(self, log: GameLog, rules: Ruleset | None, findings: tuple[Finding, ...]) -> None:
        """`rules` None: it could not be audited."""
        self.log = log
        self.rules = rules
        self.encoded: bytes | None = None
        if log.header.seats:
            with suppress(LogError):  # it says what our encoding has no room for; then its source stands for it
                self.encoded = wire.encode_game(log)
        name, ruleset = (rules.name, rules.digest) if rules else ("", "")
        self.audit = wire.Audit(log.header.game_id, name, self._digest(), ruleset, ENGINE_VERSION)
        self.findings = tuple([wire.file_finding(finding, self.audit) for finding in findings])

    def _digest(self) -> str:
        if self.encoded is not None:
            return sha256(self.encoded).hexdigest()
        return self.log.header.source_digest or wire.log_digest(self.log)


def audit_record(game: FiledGame, source: str, at: datetime) -> AuditRecord:
    """What the store keeps of the game. `source` is where it was read from."""
    log = game.log
    header = log.header
    record = GameRecord(
        game.audit.log_digest,
        header.game_id,
        header.platform,
        header.variant,
        header.seats,
        len(log.rounds),
        log.events,
        moment(header.played_at),
        source,
        header.source_digest,
        None if game.encoded is None else packed(game.encoded),
        tuple([(player.id, player.name) for player in header.players]),
    )
    ruleset = _ruleset_record(game.rules) if game.rules else None
    return AuditRecord(record, ruleset, ENGINE_VERSION, at, tuple(map(finding_record, game.findings)))


@lru_cache(maxsize=64)
def _ruleset_record(rules: Ruleset) -> RulesetRecord:
    return RulesetRecord(rules.digest, rules.name, rules.revision, rules.to_toml())


def moment(text: str) -> datetime | None:
    """The moment of an RFC 3339 text, in UTC; None when it is none, or has no zone."""
    try:
        found = datetime.fromisoformat(text)
        return None if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def finding_record(filed: wire.FiledFinding) -> FindingRecord:
    """The finding as the store keeps it."""
    found = wire.finding_json(filed)
    finding = filed.finding
    return FindingRecord(
        filed.id,
        finding.code.id,
        finding.code.name,
        finding.severity.value,
        finding.round_index,
        finding.event_index,
        finding.seat,
        finding.message,
        _json(found["rule"]),
        None if found["expected"] is None else _json(found["expected"]),
        None if found["observed"] is None else _json(found["observed"]),
        _json(found["hinges_on"]),
    )


def _json(value: JsonValue) -> str:
    return json.dumps(value, separators=(",", ":"))


def filed_finding(record: FindingRecord, game_id: str, variant: str, codes: Mapping[str, Code]) -> wire.FiledFinding:
    """The finding of a record; `codes` is the catalogue by id.

    A code that is not in the catalogue has its id and name only. Raises ValueError when the record is damaged.
    """
    severity = Severity(record.severity)
    code = codes.get(record.code) or Code(record.code, record.name, "", "", "", (), severity=severity)
    finding = Finding(
        code,
        severity,
        record.round_index,
        record.event_index,
        record.seat,
        record.message,
        tuple(json.loads(record.rule)),
        _detail(record.expected),
        _detail(record.observed),
        tuple(Hinge(hinge["switch"], hinge["value"]) for hinge in json.loads(record.hinges_on)),
    )
    return wire.FiledFinding(record.id, game_id, variant, finding)


def _detail(text: str | None) -> Detail | None:
    if text is None:
        return None
    stated = json.loads(text)
    yaku, payments, difference = (stated.get(name) for name in ("yaku", "payments", "difference"))
    return Detail(
        stated["text"],
        None if yaku is None else tuple(YakuHan(one["name"], one["han"]) for one in yaku),
        stated.get("han"),
        stated.get("fu"),
        stated.get("limit"),
        None if payments is None else tuple(payments),
        None if difference is None else tuple(difference),
    )
