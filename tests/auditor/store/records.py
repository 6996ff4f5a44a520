"""Audits ready to be stored, made of games written for the tests."""

from datetime import UTC, datetime, timedelta

from auditor.filing import FiledGame, audit_record
from auditor.store.records import AuditRecord
from replay.engine import audit
from replay.gamelog import GameLog, Header, Player
from replay.ruleset.loader import preset
from replay.ruleset.ruleset import Ruleset
from tests.notation import Round, situation

MIDNIGHT = datetime(2026, 11, 28, tzinfo=UTC)
FAULTY = "0 draws 5p; 0 discards 5p; 1 draws 6s; 1 discards 7z"  # 7z is not held: TRN005


def game(number: int, *, faulty: bool = False, players: tuple[Player, ...] = ()) -> GameLog:
    """A short four-player game that differs from those of other numbers."""
    hands = {1: "123456789m1123p"}
    log = situation("tenhou", Round(FAULTY if faulty else "go 8", hands=hands)).log
    return GameLog(
        Header(f"game{number:04}", 4, "test", f"2026-11-27T{number % 24:02}:00:00Z", "tenhou", players=players),
        log.rounds,
    )


def record(
    log: GameLog, *, minutes: int = 0, rules: Ruleset | None = None, source: str = "night/1.paifu"
) -> AuditRecord:
    """The audit of the log, made so many minutes after midnight."""
    rules = rules or preset(log.header.variant)
    filed = FiledGame(log, rules, audit(log, rules).findings)
    return audit_record(filed, source, MIDNIGHT + timedelta(minutes=minutes))
