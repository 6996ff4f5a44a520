"""Writing rows: what is already there is met by its key and left alone, so everything may be written again."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Select, String, bindparam, insert, select, update

from auditor.store.adding import add_new
from auditor.store.chain import (
    CURRENT,
    GAME,
    REVIEW,
    RULESET,
    START,
    Entry,
    content_of,
    entries_of_audit,
    extend,
    lock,
)
from auditor.store.records import AuditRecord, FindingRecord, QuarantineRecord, ReviewStatus, storable
from auditor.store.schema import audits, batches, findings, games, players, quarantine, reviews, rulesets

Row = dict[str, object]

# Made once: each statement is a net of references that only the collector frees, and all names asked for hang in it.
WANTED: Final = "wanted"
_ANY: Final = bindparam(WANTED, expanding=True, type_=String())
_AUDITS_OF: Final = select(audits.c.id, audits.c.game, audits.c.current).where(audits.c.game.in_(_ANY))
_KNOWN_RULESETS: Final = select(rulesets.c.digest).where(rulesets.c.digest.in_(_ANY))
_KNOWN_GAMES: Final = select(games.c.digest).where(games.c.digest.in_(_ANY))
_SET_CURRENT: Final = update(audits).where(audits.c.id == bindparam(WANTED)).values(current=bindparam("to"))


class UnknownFindingError(LookupError):
    """A review of a finding that is not in the store."""


def write_audits(connection: Connection, records: Sequence[AuditRecord], batch: int | None) -> int:
    """How many of the audits are new, when all of them are written and each is the current one of its game.

    Of several audits of one game the last is the current one. What is new is in the chain of records.
    """
    if records:
        lock(connection)
    return sum(_write_distinct(connection, part, batch) for part in _distinct(records))


def _distinct(records: Sequence[AuditRecord]) -> Iterator[list[AuditRecord]]:
    """The records in runs that have every game once, in the order of their keys so that two writers cannot deadlock."""
    run: dict[str, AuditRecord] = {}
    for record in records:
        digest = record.game.digest
        if digest in run and run[digest].id != record.id:
            yield [run[key] for key in sorted(run)]
            run = {}
        run[digest] = record
    if run:
        yield [run[key] for key in sorted(run)]


def _write_distinct(connection: Connection, records: list[AuditRecord], batch: int | None) -> int:
    ids = {record.game.digest: record.id for record in records}
    known: set[str] = set()
    others: list[str] = []  # current until now
    again: list[str] = []  # there already, not current
    for audit_id, game, current in connection.execute(_AUDITS_OF, {WANTED: list(ids)}):
        if audit_id == ids[game]:
            known.add(audit_id)
            if not current:
                again.append(audit_id)
        elif current:
            others.append(audit_id)
    fresh = [record for record in records if ids[record.game.digest] not in known]
    entries: list[Entry] = []
    if fresh:
        by_digest: dict[str, Row] = {one.ruleset.digest: one.ruleset._asdict() for one in fresh if one.ruleset}
        unknown = _unknown(connection, _KNOWN_RULESETS, by_digest)
        add_new(connection, rulesets, [by_digest[digest] for digest in unknown])
        entries += [Entry(RULESET, digest, content_of(RULESET, by_digest[digest])) for digest in unknown]
        entries += _add_games(connection, {record.game.digest: record for record in fresh})
    _set_current(connection, others, current=False)
    if fresh:
        made = [_audit_row(record, ids[record.game.digest], batch) for record in fresh]
        found = [list(_finding_rows(record, ids[record.game.digest])) for record in fresh]
        add_new(connection, audits, made)
        add_new(connection, findings, [row for rows in found for row in rows])
        for audit, rows in zip(made, found, strict=True):
            entries += entries_of_audit(audit, rows)
    _set_current(connection, again, current=True)
    entries += [Entry(CURRENT, audit, START) for audit in sorted(again)]
    extend(connection, entries)
    return len(fresh)


def _unknown(connection: Connection, known_of: Select[Any], names: Iterable[str]) -> list[str]:
    """Those of the names that are no key yet, in their order."""
    wanted = sorted(names)
    known = set(connection.scalars(known_of, {WANTED: wanted}))
    return [name for name in wanted if name not in known]


def _add_games(connection: Connection, fresh: Mapping[str, AuditRecord]) -> Iterator[Entry]:
    """The games that are not there yet are, with their players; gives their records."""
    unknown = [fresh[digest] for digest in _unknown(connection, _KNOWN_GAMES, fresh)]
    rows = [_game_row(record) for record in unknown]
    seats = [list(_player_rows(record)) for record in unknown]
    add_new(connection, games, rows)
    add_new(connection, players, [seat for seated in seats for seat in seated])
    for row, seated in zip(rows, seats, strict=True):
        yield Entry(GAME, str(row["digest"]), content_of(GAME, row, seated))


def _game_row(record: AuditRecord) -> Row:
    row: Row = record.game._asdict()
    del row["players"]
    for name in ("game_id", "platform", "variant", "source", "source_digest"):
        row[name] = storable(str(row[name]))
    row["stored_at"] = record.at
    return row


def _player_rows(record: AuditRecord) -> Iterator[Row]:
    for seat, (player_id, name) in enumerate(record.game.players):
        yield {
            "game": record.game.digest,
            "seat": seat,
            "player_id": storable(player_id),
            "name": storable(name),
        }


def _audit_row(record: AuditRecord, audit_id: str, batch: int | None) -> Row:
    severities = [finding.severity for finding in distinct_findings(record)]
    return {
        "id": audit_id,
        "game": record.game.digest,
        "ruleset": record.ruleset.digest if record.ruleset else None,
        "engine_version": record.engine_version,
        "audited_at": record.at,
        "batch": batch,
        "errors": severities.count("error"),
        "warnings": severities.count("warning"),
        "notices": severities.count("notice"),
        "current": True,
    }


def distinct_findings(record: AuditRecord) -> tuple[FindingRecord, ...]:
    """The findings without those that say the same of the same place again, and so have the same id."""
    distinct: dict[str, FindingRecord] = {}
    for finding in record.findings:
        distinct.setdefault(finding.id, finding)
    return tuple(distinct.values())


def _finding_rows(record: AuditRecord, audit_id: str) -> Iterator[Row]:
    for position, finding in enumerate(distinct_findings(record)):
        row: Row = finding._asdict()
        row["message"] = storable(finding.message)
        row["audit"] = audit_id
        row["position"] = position
        yield row


def _set_current(connection: Connection, ids: list[str], *, current: bool) -> None:
    if ids:
        connection.execute(_SET_CURRENT, [{WANTED: audit_id, "to": current} for audit_id in sorted(ids)])


def write_quarantine(connection: Connection, records: Sequence[QuarantineRecord], batch: int | None) -> None:
    """The games on which we failed are kept; one that is there already stays as it is."""
    rows: dict[str, Row] = {}
    for record in records:
        row: Row = record._asdict()
        row |= {"source": storable(record.source), "error": storable(record.error), "id": record.id, "batch": batch}
        rows[record.id] = row
    add_new(connection, quarantine, [rows[key] for key in sorted(rows)])


def begin_batch(connection: Connection, request: Mapping[str, object], engine_version: str, at: datetime) -> int:
    """The number of a new batch. `request` says what was asked for, as JSON."""
    row = {
        "started_at": at,
        "engine_version": engine_version,
        "request": json.dumps(request),
        "games": 0,
        "new_audits": 0,
        "quarantined": 0,
    }
    return int(connection.execute(insert(batches).returning(batches.c.id), row).scalar_one())


def count_batch(connection: Connection, batch: int, *, games: int, new_audits: int, quarantined: int) -> None:
    """So much more of the batch is written. Belongs into the transaction that writes it."""
    connection.execute(
        update(batches)
        .where(batches.c.id == batch)
        .values(
            games=batches.c.games + games,
            new_audits=batches.c.new_audits + new_audits,
            quarantined=batches.c.quarantined + quarantined,
        )
    )


def end_batch(connection: Connection, batch: int, at: datetime) -> None:
    """The batch is complete."""
    connection.execute(update(batches).where(batches.c.id == batch).values(ended_at=at))


def add_review(connection: Connection, finding: str, *, who: str, status: ReviewStatus, note: str, at: datetime) -> int:
    """The number of the review that is added. Raises UnknownFindingError."""
    if connection.scalar(select(findings.c.id).where(findings.c.id == finding)) is None:
        raise UnknownFindingError(f"there is no finding {finding}")
    lock(connection)
    row: Row = {"finding": finding, "at": at, "who": storable(who), "status": status.value, "note": storable(note)}
    number = int(connection.execute(insert(reviews).returning(reviews.c.id), row).scalar_one())
    extend(connection, [Entry(REVIEW, str(number), content_of(REVIEW, {"id": number, **row}))])
    return number
