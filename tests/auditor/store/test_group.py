"""Group commit: what a future says, what one bad record does, and that no committed record is lost by a kill."""

import subprocess
import sys
from concurrent.futures import wait

import pytest
from sqlalchemy import Engine, func, select
from sqlalchemy.exc import DatabaseError

from auditor.store.engine import open_store
from auditor.store.errors import StoreError
from auditor.store.group import GroupWriter
from auditor.store.records import QuarantineRecord
from auditor.store.schema import audits, batches, games
from auditor.store.writer import begin_batch
from tests.auditor.store.records import MIDNIGHT, game, record


def stored(store: Engine) -> int:
    with store.connect() as connection:
        return connection.scalar(select(func.count()).select_from(games)) or 0


def test_a_future_is_done_when_its_record_is_committed(store: Engine) -> None:
    with store.begin() as connection:
        batch = begin_batch(connection, {"paths": ["night"]}, "1", MIDNIGHT)
    writer = GroupWriter(store, batch=batch)
    for number in range(20):
        writer.submit(record(game(number))).result(timeout=20)
        assert stored(store) == number + 1
    futures = [writer.submit(record(game(number))) for number in range(100, 160)]
    futures.append(writer.submit(QuarantineRecord("x", 0, "1", MIDNIGHT, b"", "ours")))
    assert not wait(futures, timeout=20).not_done
    writer.close()
    assert (writer.audits, writer.new_audits, writer.quarantined) == (80, 80, 1)
    with store.connect() as connection:
        counted = connection.execute(select(batches)).one()
        assert (counted.games, counted.new_audits, counted.quarantined) == (80, 80, 1)
        assert counted.ended_at is None
        assert connection.scalar(select(func.count()).where(audits.c.batch == batch)) == 80


def test_those_who_linger_are_written_at_the_end(store: Engine) -> None:
    writer = GroupWriter(store, linger=60)
    future = writer.submit(record(game(1)))
    writer.close()
    assert future.done()
    assert stored(store) == 1
    with pytest.raises(StoreError, match="closed"):
        writer.submit(record(game(2)))


def test_a_record_the_database_refuses_fails_alone(store: Engine) -> None:
    good, bad, other = record(game(1)), record(game(2)), record(game(3))
    bad = bad._replace(game=bad.game._replace(game_id=None))  # type: ignore[arg-type]
    bad = bad._replace(game=bad.game._replace(rounds=None))  # type: ignore[arg-type]
    writer = GroupWriter(store, linger=0.2)
    futures = [writer.submit(one) for one in (good, bad, other)]
    wait(futures, timeout=20)
    assert futures[0].exception() is futures[2].exception() is None
    assert isinstance(futures[1].exception(), DatabaseError)
    writer.close()
    assert stored(store) == 2


def test_a_database_that_fails_is_told_to_all(store: Engine) -> None:
    writer = GroupWriter(store, linger=0.2)
    with store.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE games RENAME TO gone")
    # SQLite takes a missing table for trouble of the database, PostgreSQL for a bad statement.
    futures = [writer.submit(record(game(number))) for number in range(3)]
    wait(futures, timeout=20)
    assert all(isinstance(future.exception(), (StoreError, DatabaseError)) for future in futures)
    if store.dialect.name == "sqlite":
        with pytest.raises(StoreError, match=r"cannot be written: no such table: (main\.)?games"):
            writer.submit(record(game(4)))
        with pytest.raises(StoreError):
            writer.close()
    else:
        writer.close()


WRITE_FOR_EVER = """
import sys
from itertools import count
from auditor.store.engine import open_store
from auditor.store.group import GroupWriter
from tests.auditor.store.records import game, record

writer = GroupWriter(open_store(sys.argv[1], create=True))
for number in count():
    futures = [writer.submit(record(game(10 * number + one))) for one in range(10)]
    for future in futures:
        future.result()
    print(10 * number + 10, flush=True)
"""


def test_a_kill_loses_nothing_that_was_committed(database: str) -> None:
    for _ in range(3):
        process = subprocess.Popen([sys.executable, "-c", WRITE_FOR_EVER, database], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        for _ in range(4):
            acknowledged = int(process.stdout.readline())
        process.kill()
        rest = process.stdout.read().split()
        process.stdout.close()
        process.wait(timeout=20)
        acknowledged = int(rest[-1]) if rest else acknowledged
        engine = open_store(database, create=False)
        assert stored(engine) >= acknowledged
        with engine.connect() as connection:
            # No half of a group: every game has its audit.
            assert stored(engine) == connection.scalar(select(func.count()).where(audits.c.current))
        engine.dispose()
