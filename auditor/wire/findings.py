"""Findings to JSON and to protobuf, with the id that names a finding in every audit."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from google.protobuf.message import DecodeError

from auditor.v1 import finding_pb2 as pb
from auditor.v1.game_log_pb2 import SeatNumbers
from replay.findings import Code, Detail, Finding, Hinge, Severity, YakuHan

JsonValue = None | bool | int | str | list["JsonValue"] | dict[str, "JsonValue"]

SEVERITY_VALUES = {
    severity: pb.Severity.ValueType(pb.Severity.Value(f"SEVERITY_{severity.name}")) for severity in Severity
}
SEVERITIES = {int(value): severity for severity, value in SEVERITY_VALUES.items()}


@dataclass(frozen=True)
class Audit:
    """What the findings of one audit have in common."""

    game_id: str
    variant: str  # name of the ruleset
    log_digest: str  # SHA-256 of the canonical log, hex
    ruleset_digest: str
    engine_version: str


@dataclass(frozen=True)
class FiledFinding:
    """A finding with the id and the game it belongs to."""

    id: str
    game_id: str
    variant: str
    finding: Finding


def finding_id(finding: Finding, audit: Audit) -> str:
    """16 hex digits that are the same whenever this log is audited with this ruleset and engine."""
    # A JSON list cannot be read in two ways, whatever its texts contain.
    parts = [
        audit.log_digest,
        audit.ruleset_digest,
        audit.engine_version,
        finding.code.id,
        finding.round_index,
        finding.event_index,
        finding.seat,
    ]
    return hashlib.sha256(json.dumps(parts).encode("ascii")).hexdigest()[:16]


def file_finding(finding: Finding, audit: Audit) -> FiledFinding:
    """The finding as one of the audit."""
    return FiledFinding(finding_id(finding, audit), audit.game_id, audit.variant, finding)


def finding_json(filed: FiledFinding) -> dict[str, JsonValue]:
    """The finding as a JSON object. Every key is always there, null where it does not apply."""
    finding = filed.finding
    return {
        "id": filed.id,
        "code": finding.code.id,
        "name": finding.code.name,
        "severity": finding.severity.value,
        "game_id": filed.game_id,
        "variant": filed.variant,
        "round_index": finding.round_index,
        "event_index": finding.event_index,
        "seat": finding.seat,
        "message": finding.message,
        "rule": list(finding.rule),
        "expected": None if finding.expected is None else _detail_json(finding.expected, right=True),
        "observed": None if finding.observed is None else _detail_json(finding.observed, right=False),
        "hinges_on": [{"switch": hinge.switch, "value": hinge.value} for hinge in finding.hinges_on],
    }


def _detail_json(detail: Detail, *, right: bool) -> JsonValue:
    """The text alone, or a payout with all its keys; only the right side has the difference."""
    found: dict[str, JsonValue] = {"text": detail.text}
    payout = (detail.yaku, detail.han, detail.fu, detail.limit, detail.payments, detail.difference)
    if any(part is not None for part in payout):
        found["yaku"] = None if detail.yaku is None else [{"name": y.name, "han": y.han} for y in detail.yaku]
        found["han"] = detail.han
        found["fu"] = detail.fu
        found["limit"] = detail.limit
        found["payments"] = None if detail.payments is None else list(detail.payments)
        if right:
            found["difference"] = None if detail.difference is None else list(detail.difference)
    return found


def encode_finding(filed: FiledFinding) -> bytes:
    """The canonical encoding of the finding's message."""
    return finding_message(filed).SerializeToString(deterministic=True)


def finding_message(filed: FiledFinding) -> pb.Finding:
    """The message of the finding."""
    finding = filed.finding
    return pb.Finding(
        id=filed.id,
        code=finding.code.id,
        name=finding.code.name,
        severity=SEVERITY_VALUES[finding.severity],
        game_id=filed.game_id,
        variant=filed.variant,
        round_index=finding.round_index,
        event_index=finding.event_index,
        seat=finding.seat,
        message=finding.message,
        rule=finding.rule,
        expected=None if finding.expected is None else _detail_message(finding.expected),
        observed=None if finding.observed is None else _detail_message(finding.observed),
        hinges_on=[pb.Hinge(switch=hinge.switch, value=hinge.value) for hinge in finding.hinges_on],
    )


def _detail_message(detail: Detail) -> pb.Detail:
    yaku = detail.yaku
    return pb.Detail(
        text=detail.text,
        yaku=None if yaku is None else pb.YakuList(yaku=[pb.YakuHan(name=y.name, han=y.han) for y in yaku]),
        han=detail.han,
        fu=detail.fu,
        limit=detail.limit,
        payments=None if detail.payments is None else SeatNumbers(values=detail.payments),
        difference=None if detail.difference is None else SeatNumbers(values=detail.difference),
    )


def decode_finding(data: bytes, codes: Mapping[str, Code]) -> FiledFinding:
    """The finding of an encoded message; `codes` is the catalogue by id. Raises ValueError when it is malformed."""
    try:
        message = pb.Finding.FromString(data)
    except DecodeError:
        raise ValueError("not an encoded finding") from None
    return finding_of(message, codes)


def finding_of(message: pb.Finding, codes: Mapping[str, Code]) -> FiledFinding:
    """The finding of the message. A code that is not in the catalogue, from a newer engine, has its id and name only.

    Raises ValueError when a part is missing.
    """
    severity = SEVERITIES.get(message.severity)
    if severity is None:
        raise ValueError(f"a finding with the severity {message.severity}")
    if not message.id or not message.code:
        raise ValueError("a finding without its id or code")
    code = codes.get(message.code)
    finding = Finding(
        code or Code(message.code, message.name, "", "", "", (), severity=severity),
        severity,
        message.round_index if message.HasField("round_index") else None,
        message.event_index if message.HasField("event_index") else None,
        message.seat if message.HasField("seat") else None,
        message.message,
        tuple(message.rule),
        _detail_of(message.expected) if message.HasField("expected") else None,
        _detail_of(message.observed) if message.HasField("observed") else None,
        tuple(Hinge(hinge.switch, hinge.value) for hinge in message.hinges_on),
    )
    return FiledFinding(message.id, message.game_id, message.variant, finding)


def _detail_of(detail: pb.Detail) -> Detail:
    return Detail(
        detail.text,
        tuple(YakuHan(y.name, y.han) for y in detail.yaku.yaku) if detail.HasField("yaku") else None,
        detail.han if detail.HasField("han") else None,
        detail.fu if detail.HasField("fu") else None,
        detail.limit if detail.HasField("limit") else None,
        tuple(detail.payments.values) if detail.HasField("payments") else None,
        tuple(detail.difference.values) if detail.HasField("difference") else None,
    )
