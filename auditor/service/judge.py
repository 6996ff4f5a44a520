"""The audit of some games in a worker process: bytes, strings and numbers go in and out."""

import traceback
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final, NamedTuple

from auditor.filing import FiledGame, audit_record
from auditor.judging import RulesChoice, judged
from auditor.store.records import AuditRecord
from auditor.v1 import audit_service_pb2 as pb
from auditor.wire import MAX_GAME_BYTES, decode_game
from auditor.wire.findings import finding_message
from replay.gamelog import LogError
from replay.ruleset.errors import RulesetError

ANSWER_BYTES: Final = 128 << 10  # of the findings of one game; ListFindings has the others
ID_DIGITS: Final = 16


class Verdict(NamedTuple):
    """What became of one game. One of record, refusal and crash is there."""

    game_id: str
    result: bytes = b""  # encoded GameResult; none after a crash
    record: AuditRecord | None = None
    findings: tuple[tuple[str, str], ...] = ()  # code and severity of each
    refusal: str = ""  # reason
    crash: str = ""  # traceback


def judge_games(games: list[bytes], sources: list[str], choice: RulesChoice) -> list[Verdict]:
    """The verdict on each game; the task of a worker."""
    return [judge_game(game, source, choice) for game, source in zip(games, sources, strict=True)]


def judge_game(data: bytes, source: str, choice: RulesChoice) -> Verdict:
    """The verdict on an encoded game. A fault of ours is in it as a crash."""
    try:
        if len(data) > MAX_GAME_BYTES:
            return refusal("", "GAME_TOO_LARGE", f"the game has {len(data):,} bytes, more than {MAX_GAME_BYTES:,}")
        try:
            log = decode_game(data)
        except LogError as error:
            return refusal("", "MALFORMED_GAME", str(error))
        try:
            rules, report = judged(log, choice)
        except RulesetError as error:
            return refusal(log.header.game_id, "BAD_RULES", str(error))
        game = FiledGame(log, rules, report.findings)
        record = audit_record(game, source, datetime.now(UTC))
        audit = pb.GameAudit(
            game_id=game.audit.game_id,
            log_digest=game.audit.log_digest,
            audit_id=record.id,
            variant=game.audit.variant,
            rounds=len(log.rounds),
            events=log.events,
        )
        room = ANSWER_BYTES
        for filed in game.findings:
            message = finding_message(filed)
            room -= message.ByteSize()
            if room < 0:
                audit.left_off = len(game.findings) - len(audit.findings)
                break
            audit.findings.append(message)
        told = tuple((one.finding.code.id, one.finding.severity.value) for one in game.findings)
        result = pb.GameResult(audit=audit).SerializeToString(deterministic=True)
        return Verdict(log.header.game_id, result, record, told)
    except Exception:  # noqa: BLE001 - whatever it is, it is ours: the game goes into quarantine, the others go on
        return Verdict(sha256(data).hexdigest()[:ID_DIGITS], crash=traceback.format_exc())


def refusal(game_id: str, reason: str, message: str) -> Verdict:
    """The verdict on a game that is not audited: the request is wrong."""
    told = pb.GameResult(refusal=pb.Refusal(reason=reason, message=message))
    return Verdict(game_id, told.SerializeToString(deterministic=True), refusal=reason)
