"""What the store found, as messages."""

from datetime import UTC, datetime
from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp

from auditor.filing import filed_finding
from auditor.service.refusals import invalid
from auditor.store.queries import FoundAudit, FoundFinding, FoundGame, FoundReview
from auditor.store.records import ReviewStatus
from auditor.v1 import lookup_service_pb2 as pb
from auditor.v1.game_log_pb2 import Player
from auditor.wire import FiledFinding
from auditor.wire.findings import finding_message
from replay.catalogue import CATALOGUE

CODES: Final = {code.id: code for code in CATALOGUE}
STATUS_VALUES: Final = {
    status: pb.ReviewStatus.ValueType(pb.ReviewStatus.Value(f"REVIEW_STATUS_{status.name}")) for status in ReviewStatus
}
STATUSES: Final = {int(value): status for status, value in STATUS_VALUES.items()}


def timestamp(moment: datetime | None) -> Timestamp | None:
    """The moment as a message."""
    if moment is None:
        return None
    made = Timestamp()
    made.FromDatetime(moment)
    return made


def moment(message: Timestamp, name: str) -> datetime:
    """The moment of a message. Raises Refused."""
    try:
        return message.ToDatetime(UTC)
    except (ValueError, OverflowError):
        raise invalid(f"{name}: there is no such time") from None


def game_message(found: FoundGame) -> pb.StoredGame:
    """The game with its current audit."""
    audited = FoundAudit(
        found.audit,
        found.variant if found.ruleset else "",
        found.ruleset,
        found.engine_version,
        found.audited_at,
        found.errors,
        found.warnings,
        found.notices,
        True,
    )
    return pb.StoredGame(
        game_id=found.game_id,
        log_digest=found.digest,
        platform=found.platform,
        players=[Player(id=player, name=name) for player, name in found.players],
        rounds=found.rounds,
        events=found.events,
        played_at=timestamp(found.played_at),
        stored_at=timestamp(found.stored_at),
        source=found.source,
        audit=audit_message(audited),
    )


def audit_message(found: FoundAudit) -> pb.StoredAudit:
    """The audit."""
    return pb.StoredAudit(
        id=found.id,
        variant=found.variant,
        ruleset_digest=found.ruleset or "",
        engine_version=found.engine_version,
        audited_at=timestamp(found.audited_at),
        errors=found.errors,
        warnings=found.warnings,
        notices=found.notices,
        current=found.current,
    )


def filed(found: FoundFinding) -> FiledFinding:
    """The stored finding as one of the engine."""
    return filed_finding(found.record, found.game_id, found.variant, CODES)


def stored_finding_message(found: FoundFinding) -> pb.StoredFinding:
    """The finding with where it belongs."""
    return pb.StoredFinding(
        finding=finding_message(filed(found)),
        log_digest=found.game,
        audit_id=found.audit,
        current=found.current,
        status=STATUS_VALUES[ReviewStatus(found.status)],
        source=found.source,
        audited_at=timestamp(found.audited_at),
    )


def review_message(found: FoundReview) -> pb.Review:
    """The review."""
    return pb.Review(
        at=timestamp(found.at), who=found.who, status=STATUS_VALUES[ReviewStatus(found.status)], note=found.note
    )
