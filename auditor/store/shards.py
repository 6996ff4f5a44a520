"""What a batch has committed so far: a row a shard, written in the transaction of what was found in it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from sqlalchemy import Connection, Engine, insert, select, update
from sqlalchemy.exc import DatabaseError, DBAPIError

from auditor.store.engine import WRITING, is_down, reason_of, shown_url
from auditor.store.errors import StoreError
from auditor.store.records import AuditRecord, QuarantineRecord
from auditor.store.schema import batches, shards
from auditor.store.writer import begin_batch, count_batch, end_batch, write_audits, write_quarantine

ROWS_AT_ONCE: Final = 200


class Batch(NamedTuple):
    """A batch that can be resumed."""

    id: int
    started_at: datetime
    engine_version: str
    request: dict[str, object]


class ShardRow(NamedTuple):
    """A shard that is to be committed."""

    number: int
    digest: str
    run: str  # any text that no other process has
    games: int  # stored
    summary: str  # JSON


class DoneShard(NamedTuple):
    """A shard that is committed."""

    number: int
    digest: str


class Written(NamedTuple):
    """What became of the records of a shard."""

    new_audits: int
    refused: tuple[tuple[AuditRecord, str], ...] = ()  # by the database, and why


def begin_work(
    connection: Connection, work: str, request: Mapping[str, object], engine_version: str, at: datetime
) -> int:
    """The number of a new batch that goes through the sources with the digest `work`."""
    batch = begin_batch(connection, request, engine_version, at)
    connection.execute(update(batches).where(batches.c.id == batch).values(work=work))
    return batch


def last_batch(connection: Connection, work: str) -> tuple[Batch, bool] | None:
    """The last batch through these sources, and whether it is complete."""
    row = connection.execute(
        select(batches).where(batches.c.work == work).order_by(batches.c.id.desc()).limit(1)
    ).first()
    if row is None:
        return None
    batch = Batch(row.id, row.started_at, row.engine_version, json.loads(row.request))
    return batch, row.ended_at is not None


def done_shards(connection: Connection, batch: int) -> list[DoneShard]:
    """What is committed of the batch, in order."""
    rows = connection.execute(
        select(shards.c.number, shards.c.digest).where(shards.c.batch == batch).order_by(shards.c.number)
    )
    return [DoneShard(*row) for row in rows]


def summaries(connection: Connection, batch: int) -> Iterator[str]:
    """The summaries of the shards, in order, some at a time."""
    ordered = select(shards.c.summary).where(shards.c.batch == batch).order_by(shards.c.number)
    with connection.execution_options(yield_per=ROWS_AT_ONCE).execute(ordered) as rows:
        for row in rows:
            yield str(row.summary)


def run_of(connection: Connection, batch: int, number: int) -> str | None:
    """Which process has committed the shard; None: it is not committed."""
    found = connection.scalar(select(shards.c.run).where(shards.c.batch == batch, shards.c.number == number))
    return None if found is None else str(found)


def write_singly(connection: Connection, batch: int, records: Sequence[AuditRecord]) -> Written:
    """Writes what the database takes of the records, each in a transaction of its own within the one of the shard.

    Raises DatabaseError when it is the database that fails.
    """
    new = 0
    refused = []
    for record in records:
        try:
            with connection.begin_nested():
                new += write_audits(connection, [record], batch)
        except DatabaseError as error:
            if is_down(error):
                raise
            refused.append((record, reason_of(error)))
    return Written(new, tuple(refused))


def write_shard(
    connection: Connection,
    batch: int,
    shard: ShardRow,
    at: datetime,
    *,
    new_audits: int,
    failed: Sequence[QuarantineRecord],
) -> None:
    """The shard is complete, in the transaction that wrote its records."""
    write_quarantine(connection, failed, batch)
    connection.execute(insert(shards), {"batch": batch, "committed_at": at, **shard._asdict()})
    count_batch(connection, batch, games=shard.games, new_audits=new_audits, quarantined=len(failed))


def finish(engine: Engine, batch: int) -> None:
    """The batch is complete. Raises StoreError."""
    try:
        with engine.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
            end_batch(connection, batch, datetime.now(UTC))
    except DBAPIError as error:
        raise StoreError(f"{shown_url(engine)} cannot be written: {reason_of(error)}") from error


def quarantine_of(record: AuditRecord, reason: str) -> QuarantineRecord:
    """What is kept of a game that the database refuses."""
    game = record.game
    return QuarantineRecord(game.source, 0, record.engine_version, datetime.now(UTC), game.log or b"", reason)
