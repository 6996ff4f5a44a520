"""The chain of records: what the writer adds, and that every alteration of a row is found."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from hashlib import sha256
from random import Random
from threading import Event, Thread

import pytest
from sqlalchemy import Connection, Engine, Table, delete, insert, select, text, update

from auditor.store.chain import START, Head, chain_everything, content_of, hash_of, head
from auditor.store.engine import WRITING, connect_store, open_store, snapshot
from auditor.store.records import ReviewStatus
from auditor.store.schema import REVISION, audits, chain, findings, games, players, reviews, rulesets
from auditor.store.upgrade import upgrade
from auditor.store.verify import verify
from auditor.store.writer import add_review, begin_batch, write_audits
from replay.gamelog import Player
from replay.ruleset.loader import preset
from replay.ruleset.ruleset import COMMAND_LINE
from tests.auditor.store.records import MIDNIGHT, game, record

PLAYERS = (Player("17", "Anna"), Player("18", "三郎"), Player("19", ""), Player("", "D"))
COVERED: tuple[Table, ...] = (rulesets, games, players, audits, findings, reviews, chain)
ALTERATIONS = 100  # of each database; `python -m tests.auditor.store.test_chain N` makes more of them


@pytest.fixture
def filled(store: Engine) -> Engine:
    fill(store)
    return store


def fill(store: Engine) -> None:
    """Games, one of them with two audits of which the older is current, and reviews."""
    other = preset("tenhou").with_switches((("kiriage", "true"),), COMMAND_LINE)
    with store.begin() as connection:
        batch = begin_batch(connection, {}, "1", MIDNIGHT)
        for number in range(6):
            log = game(number, faulty=number % 2 == 1, players=PLAYERS if number < 3 else ())
            write_audits(connection, [record(log, minutes=number)], batch if number < 4 else None)
        write_audits(connection, [record(game(5, faulty=True), minutes=9, rules=other)], None)
        write_audits(connection, [record(game(5, faulty=True), minutes=10)], None)
        name = connection.scalars(select(findings.c.id).where(findings.c.code == "TRN005")).first()
        assert name is not None
        for number, status in enumerate((ReviewStatus.CONFIRMED, ReviewStatus.SETTLED)):
            at = MIDNIGHT + timedelta(days=1 + number, microseconds=7)
            add_review(connection, name, who="Carla", status=status, note="見た", at=at)


def problems(store: Engine, *heads: str) -> list[str]:
    with store.connect() as connection:
        return verify(connection, heads).problems


def test_what_is_written_is_in_the_chain(filled: Engine) -> None:
    with filled.connect() as connection:
        kinds = list(connection.scalars(select(chain.c.kind).order_by(chain.c.number)))
        found = verify(connection, (head(connection).hash,))
    assert found.problems == []
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "ruleset": 2,
        "game": 6,
        "audit": 7,
        "finding": 6 + 3 + 2,
        "current": 1,
        "review": 2,
    }
    assert found.head.number == len(kinds)


def test_writing_again_adds_nothing(filled: Engine) -> None:
    with filled.begin() as connection:
        before = head(connection)
        write_audits(connection, [record(game(0, players=PLAYERS), minutes=77)], None)
        assert head(connection) == before


def test_a_store_can_be_looked_through_while_it_is_written(filled: Engine) -> None:
    done = Event()

    def write() -> None:
        numbers = iter(range(100, 1000))
        while not done.is_set():
            with filled.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
                write_audits(connection, [record(game(next(numbers)))], None)

    writer = Thread(target=write)
    writer.start()
    try:
        for _ in range(20):
            with snapshot(filled) as connection:
                assert verify(connection).problems == []
    finally:
        done.set()
        writer.join()


def test_an_empty_store_has_no_head(store: Engine) -> None:
    with store.connect() as connection:
        assert head(connection) == Head(0, START)
    assert problems(store) == []


def test_what_is_older_than_the_chain_is_added_by_an_upgrade(database: str) -> None:
    engine = open_store(database, create=True)
    fill(engine)
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE chain"))
        connection.execute(text("DROP TABLE shards"))
        connection.execute(text("DROP INDEX ix_batches_work"))
        connection.execute(text("ALTER TABLE batches DROP COLUMN work"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    engine.dispose()
    engine = connect_store(database, create=False)
    assert upgrade(engine) == REVISION
    assert problems(engine) == []
    with engine.connect() as connection:
        assert head(connection).number == 2 + 6 + 7 + 11 + 6 + 2
    engine.dispose()


def test_a_chain_that_was_cut_or_written_anew_has_not_the_kept_head(filled: Engine) -> None:
    with filled.begin() as connection:
        kept = head(connection).hash
        with unguarded(connection):
            connection.execute(delete(reviews).where(reviews.c.status == "settled"))
        connection.execute(delete(chain).where(chain.c.number == head(connection).number))
    assert problems(filled) == []  # nobody can see this without the head
    assert problems(filled, kept) == [
        f"the kept head {kept} is not in the chain: its end was removed, or it was written anew"
    ]
    with filled.begin() as connection:
        connection.execute(delete(chain))
        chain_everything(connection)
    assert problems(filled) == []
    assert len(problems(filled, kept)) == 1


class unguarded:  # noqa: N801 - a context
    """The trigger that refuses changes of reviews is away, as it is for whoever tampers with the file."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._made: list[str] = []

    def __enter__(self) -> None:
        if self._connection.dialect.name == "postgresql":
            self._connection.exec_driver_sql("ALTER TABLE reviews DISABLE TRIGGER USER")
            return
        rows = self._connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all()
        for name, made in rows:
            self._made.append(made)
            self._connection.exec_driver_sql(f"DROP TRIGGER {name}")

    def __exit__(self, *_: object) -> None:
        if self._connection.dialect.name == "postgresql":
            self._connection.exec_driver_sql("ALTER TABLE reviews ENABLE TRIGGER USER")
        for made in self._made:
            self._connection.exec_driver_sql(made)


def altered(connection: Connection, random: Random) -> str:
    """One row was changed, removed, inserted or put in another's place; says which."""
    table = random.choice(COVERED)
    rows = [dict(row) for row in connection.execute(select(table)).mappings()]
    row = random.choice(rows)
    here = [column == row[column.name] for column in table.primary_key]
    act = random.choice(("change", "change", "remove", "insert", "swap"))
    if act == "remove":
        connection.execute(delete(table).where(*here))
    elif act == "insert":
        made = {**row, **{column.name: _other(row[column.name], random) for column in table.primary_key}}
        if table is audits:
            made["current"] = False
        connection.execute(insert(table), made)
    elif act == "swap":
        other = random.choice(rows)
        names = [column.name for column in table.columns if not column.primary_key]
        if all(row[name] == other[name] for name in names):
            return ""
        there = [column == other[column.name] for column in table.primary_key]
        kept = {name: row[name] for name in names}
        connection.execute(update(table).where(*here).values({name: other[name] for name in names}))
        connection.execute(update(table).where(*there).values(kept))
    else:
        column = random.choice(list(table.columns))
        connection.execute(update(table).where(*here).values({column.name: _other(row[column.name], random)}))
    return f"{act} {table.name}"


def _other(value: object, random: Random) -> object:
    """Another value of the same kind."""
    if value is None:
        return random.choice((0, 1))
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + random.choice((-1, 1, 7, 100))
    if isinstance(value, datetime):
        return value + timedelta(microseconds=random.choice((1, -1, 10**9)))
    if isinstance(value, bytes):
        place = random.randrange(len(value))
        return value[:place] + bytes([value[place] ^ 1 << random.randrange(8)]) + value[place + 1 :]
    assert isinstance(value, str)
    place = random.randrange(len(value) + 1)
    changed = value[:place] + random.choice("abcdef019") + value[place + 1 :]
    return changed if changed != value else value[:-1]


def alterations(store: Engine, count: int, seed: int) -> Iterator[tuple[str, list[str]]]:
    """So many alterations, each alone and undone afterwards, with what the look at the store said."""
    random = Random(seed)
    made = 0
    while made < count:
        with store.connect() as connection, connection.begin() as transaction:
            if connection.dialect.name == "postgresql":
                connection.exec_driver_sql(
                    "SET LOCAL session_replication_role = replica"
                )  # no constraints, no triggers
                act = _tried(connection, random)
            else:
                connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
                with unguarded(connection):
                    act = _tried(connection, random)
            if act:
                made += 1
                yield act, verify(connection).problems
            transaction.rollback()


def _tried(connection: Connection, random: Random) -> str:
    """As `altered`; empty where the database itself refused, because a key is taken or a value needed."""
    from sqlalchemy.exc import DBAPIError

    attempt = connection.begin_nested()
    try:
        act = altered(connection, random)
    except DBAPIError:
        attempt.rollback()
        return ""
    attempt.commit()
    return act


def test_every_alteration_is_found(filled: Engine) -> None:
    acts = set()
    for act, found in alterations(filled, ALTERATIONS, 1):
        assert found, act
        acts.add(act)
    assert len(acts) > 15
    assert problems(filled) == []


@pytest.mark.parametrize(
    ("table", "act", "told"),
    [
        (findings, "changed", "finding {id}: changed"),
        (findings, "removed", "finding {id}: removed"),
        (games, "changed", "game {digest}: changed"),
        (reviews, "changed", "review {id}: changed"),
    ],
)
def test_what_was_altered_is_named(filled: Engine, table: Table, act: str, told: str) -> None:
    with filled.begin() as connection, unguarded(connection):
        row = dict(next(iter(connection.execute(select(table)).mappings())))
        (key,) = table.primary_key
        if act == "removed":
            connection.execute(delete(reviews).where(reviews.c.finding == row["id"]))
            connection.execute(delete(table).where(key == row[key.name]))
        else:
            column = {findings: "message", games: "source", reviews: "note"}[table]
            connection.execute(update(table).where(key == row[key.name]).values({column: "another"}))
    assert told.format(**row) in problems(filled)


ODD = '\u4e09 "quoted" back\\slash \n \0 \ud800 \U0001f004'


def test_a_hash_covers_what_json_says() -> None:
    """Those of records that are stored must stay what they are, however they are made."""
    before, number, kind, subject = "0" * 64, 7, "game", ODD
    text = json.dumps([before, number, kind, subject, ODD])
    assert hash_of(before, number, kind, subject, ODD) == sha256(text.encode("ascii")).hexdigest()
    row = {
        "id": 3,
        "finding": None,
        "at": datetime(2026, 1, 2, 12, 30, tzinfo=timezone(timedelta(hours=9))),
        "who": ODD,
        "status": True,
        "note": b"\x00\xff",
    }
    plain: list[object] = [3, None, "2026-01-02T03:30:00+00:00", ODD, True, sha256(b"\x00\xff").hexdigest()]
    assert content_of("review", row) == sha256(json.dumps(plain).encode("ascii")).hexdigest()
    game_row = dict.fromkeys((column.name for column in games.columns), 0.5)
    seat = {"game": "x", "seat": 0, "player_id": ODD, "name": ""}
    plain = [*game_row.values(), [[0, ODD, ""], [0, ODD, ""]]]
    assert content_of("game", game_row, [seat, seat]) == sha256(json.dumps(plain).encode("ascii")).hexdigest()


if __name__ == "__main__":
    import sys
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        engine = open_store(sys.argv[2] if len(sys.argv) > 2 else f"sqlite:///{folder}/auditor.db", create=True)
        fill(engine)
        missed = [act for act, found in alterations(engine, int(sys.argv[1]), 7) if not found]
        engine.dispose()
    sys.stdout.write(f"{sys.argv[1]} alterations, {len(missed)} missed: {missed}\n")
