"""Many rows at once: the same rows as by single statements, and a bad one is refused alone."""

from concurrent.futures import wait

from sqlalchemy import Engine, func, select
from sqlalchemy.exc import DatabaseError

from auditor.store.adding import ENOUGH
from auditor.store.group import GroupWriter
from auditor.store.schema import METADATA, audits, games
from auditor.store.verify import verify
from auditor.store.writer import write_audits
from replay.gamelog import Player
from tests.auditor.store.records import game, record

PLAYERS = (Player("1", "三郎"), Player("2", 'tab\t"quote"\\N'), Player("3", ""), Player("4", "new\nline"))
COUNT = 2 * ENOUGH


def test_many_rows_are_those_of_one_at_a_time(store: Engine) -> None:
    records = [record(game(number, players=PLAYERS), minutes=number) for number in range(COUNT)]
    with store.begin() as connection:
        assert write_audits(connection, records[:ENOUGH], None) == ENOUGH
        assert write_audits(connection, records, None) == COUNT - ENOUGH  # half of them are there
        assert write_audits(connection, records, None) == 0
    with store.connect() as connection:
        assert verify(connection).problems == []  # what is stored is what was chained when it was written
        many = {table.name: set(connection.execute(select(table))) for table in (games, audits)}
    with store.begin() as connection:
        for table in reversed(METADATA.sorted_tables):
            connection.execute(table.delete())
        for one in records:
            write_audits(connection, [one], None)
    with store.connect() as connection:
        assert {table.name: set(connection.execute(select(table))) for table in (games, audits)} == many


def test_a_bad_record_among_many_is_refused_alone(store: Engine) -> None:
    records = [record(game(number)) for number in range(COUNT)]
    records[7] = records[7]._replace(game=records[7].game._replace(rounds=None))  # type: ignore[arg-type]
    records[9] = records[9]._replace(game=records[9].game._replace(seats=1 << 40))
    writer = GroupWriter(store, linger=0.3)
    futures = [writer.submit(one) for one in records]
    wait(futures, timeout=60)
    writer.close()
    refused = [number for number, future in enumerate(futures) if future.exception() is not None]
    assert all(isinstance(futures[number].exception(), DatabaseError) for number in refused)
    assert refused == ([7, 9] if store.dialect.name == "postgresql" else [7])  # SQLite takes any number
    with store.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(games)) == COUNT - len(refused)
