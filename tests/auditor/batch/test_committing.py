"""Shards and what was found in them are committed together, once, whatever the database does meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import psycopg
import pytest
from sqlalchemy import Connection, Engine, create_engine, event, func, select, text

from auditor.batch.audits import Request
from auditor.batch.committing import ShardWriter
from auditor.batch.items import Item, Source
from auditor.batch.parts import audit_part
from auditor.batch.shards import digest_of
from auditor.batch.summary import Summary
from auditor.batch.supervision import Audited
from auditor.store.errors import StoreError
from auditor.store.schema import audits, batches, games, quarantine, shards
from auditor.store.shards import begin_work, done_shards, finish, last_batch, summaries
from auditor.store.verify import verify
from tests.auditor.logs import CUT, tenhou_xml

KEEP = Request(keep=True, report=False)
MIDNIGHT = datetime(2026, 11, 28, tzinfo=UTC)


def items_of(number: int) -> list[Item]:
    """Three games, the last of which is cut short."""
    logs = [tenhou_xml(turns=20 + number).encode(), tenhou_xml(turns=20 + number, not_held=5).encode(), CUT]
    return [Source(f"{number}-{place}.xml", log, "tenhou-xml") for place, log in enumerate(logs)]


def audited(number: int) -> Audited:
    return Audited(number, audit_part(items_of(number), KEEP))


def begin(store: Engine) -> int:
    with store.begin() as connection:
        return begin_work(connection, "w" * 64, {"paths": ["night"]}, "1", MIDNIGHT)


def write(store: Engine, batch: int, numbers: list[int], run: str = "first", patience: float = 0) -> ShardWriter:
    """The writer that has written them. Raises StoreError."""
    writer = ShardWriter(store, batch, run, patience, away=lambda reason: None)
    try:
        for number in numbers:
            writer.put(audited(number))
    finally:
        writer.close()
    return writer


def count(store: Engine, what: object) -> int:
    with store.connect() as connection:
        return connection.scalar(select(func.count()).select_from(what)) or 0  # type: ignore[arg-type]


def test_a_shard_is_committed_with_its_games(store: Engine) -> None:
    batch = begin(store)
    writer = write(store, batch, [0, 2, 4])
    assert (writer.games, writer.new_audits, writer.refused) == (9, 7, [])  # the one that is cut short is the same
    with store.connect() as connection:
        assert [(one.number, one.digest) for one in done_shards(connection, batch)] == [
            (number, digest_of(items_of(number))) for number in (0, 2, 4)
        ]
        texts = list(summaries(connection, batch))
        assert verify(connection).problems == []
        counted = connection.execute(select(batches)).one()
        found = last_batch(connection, "w" * 64)
    assert found is not None
    assert (found[0].id, found[0].request, found[1]) == (batch, {"paths": ["night"]}, False)
    assert (counted.games, counted.new_audits, counted.quarantined) == (9, 7, 0)
    whole = Summary()
    for one in texts:
        whole.merge(Summary.from_json(one))
    assert (whole.games, whole.severity("error")) == (9, 6)
    finish(store, batch)
    with store.connect() as connection:
        found = last_batch(connection, "w" * 64)
        assert last_batch(connection, "v" * 64) is None
    assert found is not None
    assert found[1]


def test_what_another_process_has_done_is_not_done_again(store: Engine) -> None:
    batch = begin(store)
    write(store, batch, [0, 1])
    with pytest.raises(StoreError, match=f"another process is at work on batch {batch}: it has committed shard 1"):
        write(store, batch, [1, 2], run="second")
    assert count(store, shards) == 2
    assert count(store, games) == 5


@contextmanager
def refusing(store: Engine, table: str, condition: str) -> Iterator[None]:
    """Rows that meet the condition are refused by the database."""
    if store.dialect.name == "sqlite":
        made = [
            f"CREATE TRIGGER refusing BEFORE INSERT ON {table} WHEN {condition} BEGIN SELECT RAISE(ABORT, 'no'); END"
        ]
        gone = ["DROP TRIGGER refusing"]
    else:
        made = [
            "CREATE FUNCTION refusing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$",
            f"CREATE TRIGGER refusing BEFORE INSERT ON {table} FOR EACH ROW WHEN ({condition}) "
            "EXECUTE FUNCTION refusing()",
        ]
        gone = [f"DROP TRIGGER refusing ON {table}", "DROP FUNCTION refusing"]
    for statements in (made, gone):
        with store.begin() as connection:
            for statement in statements:
                connection.execute(text(statement))
        if statements is made:
            yield


def test_a_game_that_the_database_refuses_goes_into_quarantine_alone(store: Engine) -> None:
    batch = begin(store)
    with refusing(store, "games", "NEW.source = '1-1.xml'"):
        writer = write(store, batch, [0, 1])
    assert writer.refused == [("1-1.xml", "no")]
    assert count(store, shards) == 2
    assert count(store, games) == 4
    with store.connect() as connection:
        kept = connection.execute(select(quarantine)).one()
        assert (kept.source, kept.error, kept.batch) == ("1-1.xml", "no", batch)
        assert verify(connection).problems == []
        _, second = (Summary.from_json(one) for one in summaries(connection, batch))
        assert (second.games, second.crashed, second.quarantined) == (3, 1, [("1-1.xml", 0, "no")])


def test_nothing_of_a_shard_stays_when_its_row_is_refused(store: Engine) -> None:
    batch = begin(store)
    with refusing(store, "shards", "NEW.number = 1"), pytest.raises(StoreError, match=r"cannot be written: no$"):
        write(store, batch, [0, 1])
    assert count(store, shards) == 1
    assert count(store, games) == 3
    write(store, batch, [1], run="second")
    assert count(store, games) == 5


def test_a_full_disk_ends_it_at_once(store: Engine) -> None:
    if store.dialect.name != "sqlite":
        pytest.skip("PostgreSQL has no bound to set on its files")

    @event.listens_for(store, "connect")
    def bound(connection: object, _: object) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]  # type: ignore[attr-defined]
        connection.execute(f"PRAGMA max_page_count = {pages + 12}")  # type: ignore[attr-defined]

    batch = begin(store)
    store.dispose()  # connections from before have no bound
    with pytest.raises(StoreError, match="cannot be written: database or disk is full"):
        write(store, batch, list(range(40)), patience=3600)
    with store.connect() as connection:
        done = done_shards(connection, batch)
        stored = connection.scalar(select(func.count()).select_from(audits).where(audits.c.batch == batch))
    assert 0 < len(done) < 40
    assert stored == 2 * len(done) + 1


def test_a_server_that_goes_away_is_waited_for(store: Engine) -> None:
    if store.dialect.name == "sqlite":
        pytest.skip("SQLite has no server")
    batch = begin(store)
    told: list[str] = []
    watching = create_engine(store.url, isolation_level="AUTOCOMMIT")

    @event.listens_for(store, "begin")
    def gone(connection: object) -> None:
        """At each begin of the first three transactions the server ends all other connections."""
        if len(told) < 3:
            with watching.connect() as other:
                other.execute(
                    text(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                    )
                )

    writer = ShardWriter(store, batch, "first", 60, away=told.append)
    writer.put(audited(0))
    writer.put(audited(1))
    writer.close()
    watching.dispose()
    assert len(told) == 3
    assert all("terminat" in reason or "closed" in reason for reason in told), told
    assert count(store, shards) == 2
    assert count(store, games) == 5


def test_a_commit_that_got_through_unseen_is_not_made_twice(store: Engine) -> None:
    if store.dialect.name == "sqlite":
        pytest.skip("SQLite has no connection that could break")
    batch = begin(store)
    told: list[str] = []

    @event.listens_for(store, "commit")
    def unseen(connection: Connection) -> None:
        """The first commit is made, and the connection breaks before that is known."""
        if not told:
            driver = connection.connection.driver_connection
            assert isinstance(driver, psycopg.Connection)
            driver.commit()
            driver.close()

    writer = ShardWriter(store, batch, "first", 60, away=told.append)
    writer.put(audited(0))
    writer.close()
    assert len(told) == 1
    assert count(store, shards) == 1
    with store.connect() as connection:
        assert connection.execute(select(batches.c.games, batches.c.new_audits)).one() == (3, 3)
