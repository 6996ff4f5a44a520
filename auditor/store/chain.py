"""The chain of records: a hash for everything that is stored, over what it says and the hash before.

Rulesets, games with their players, audits, findings, reviews, and every change of the current audit have records. Who
keeps the head, the last hash, can prove later that nothing before it was changed.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final, NamedTuple

from sqlalchemy import Connection, Table, select, text

from auditor.store.adding import add
from auditor.store.schema import audits, chain, findings, games, players, reviews, rulesets

START: Final = "0" * 64
"""What stands before the first record."""
LOCK: Final = 7_265_170_126_904_418_324  # any number nobody else uses, for PostgreSQL's advisory lock

RULESET, GAME, AUDIT, FINDING, REVIEW, CURRENT = "ruleset", "game", "audit", "finding", "review", "current"
TABLES: Final[dict[str, Table]] = {
    RULESET: rulesets,
    GAME: games,
    AUDIT: audits,
    FINDING: findings,
    REVIEW: reviews,
}
"""The table of each kind. CURRENT has none: it says that an audit which is there already became the current one."""

COLUMNS: Final = {
    kind: [column.name for column in table.columns if column.name != "current"] for kind, table in TABLES.items()
}
"""What a record covers. Which audit is current changes, so it has records of its own."""

Row = Mapping[str, object]


class Head(NamedTuple):
    """The end of the chain."""

    number: int  # of records
    hash: str


class Entry(NamedTuple):
    """A record that is to be added."""

    kind: str
    subject: str
    content: str


def content_of(kind: str, row: Row, seats: Sequence[Row] = ()) -> str:
    """The hash of what a row says. `seats`: of a game, the rows of its players by seat."""
    said: list[object] = [_plain(row[name]) for name in COLUMNS[kind]]
    if kind == GAME:
        said.append([[seat[name] for name in ("seat", "player_id", "name")] for seat in seats])
    return sha256(json.dumps(said, ensure_ascii=True).encode("ascii")).hexdigest()


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, (bytes, memoryview)):
        return sha256(value).hexdigest()
    return value


def hash_of(before: str, number: int, kind: str, subject: str, content: str) -> str:
    """The hash of a record behind the one with the hash `before`."""
    return sha256(json.dumps([before, number, kind, subject, content]).encode("ascii")).hexdigest()


def head(connection: Connection) -> Head:
    """The end of the chain as it is now."""
    row = connection.execute(select(chain.c.number, chain.c.hash).order_by(chain.c.number.desc()).limit(1)).first()
    return Head(0, START) if row is None else Head(row.number, row.hash)


def lock(connection: Connection) -> None:
    """Nobody else adds records until the transaction ends. SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})


def extend(connection: Connection, entries: Iterable[Entry]) -> Head:
    """The new head, when the records are added. The transaction holds the lock."""
    number, last = head(connection)
    rows = []
    for entry in entries:
        number += 1
        last = hash_of(last, number, *entry)
        rows.append({"number": number, **entry._asdict(), "hash": last})
    add(connection, chain, rows)
    return Head(number, last)


def entries_of_audit(row: Row, found: Iterable[Row]) -> Iterator[Entry]:
    """The records of a new audit, which is the current one of its game, and of its findings."""
    yield Entry(AUDIT, str(row["id"]), content_of(AUDIT, row))
    for finding in found:
        yield Entry(FINDING, str(finding["id"]), content_of(FINDING, finding))


def chain_everything(connection: Connection) -> Head:
    """The head, when all that was stored before there was a chain is in it. The chain is empty."""
    lock(connection)
    return extend(connection, _everything(connection))


def _everything(connection: Connection) -> Iterator[Entry]:
    for row in connection.execute(select(rulesets).order_by(rulesets.c.digest)).mappings():
        yield Entry(RULESET, row["digest"], content_of(RULESET, dict(row)))
    for row in connection.execute(select(games).order_by(games.c.stored_at, games.c.digest)).mappings():
        seats = connection.execute(select(players).where(players.c.game == row["digest"]).order_by(players.c.seat))
        yield Entry(GAME, row["digest"], content_of(GAME, dict(row), [dict(seat) for seat in seats.mappings()]))
    current = []
    for row in connection.execute(select(audits).order_by(audits.c.audited_at, audits.c.id)).mappings():
        ordered = select(findings).where(findings.c.audit == row["id"]).order_by(findings.c.position)
        yield from entries_of_audit(dict(row), [dict(one) for one in connection.execute(ordered).mappings()])
        if row["current"]:
            current.append(row["id"])
    for audit in current:
        yield Entry(CURRENT, audit, START)
    for row in connection.execute(select(reviews).order_by(reviews.c.id)).mappings():
        yield Entry(REVIEW, str(row["id"]), content_of(REVIEW, dict(row)))
