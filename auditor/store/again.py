"""Stored games, to be audited again: the same ones in the same order, also while they are audited again."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Engine, Select, and_, exists, func, or_, select
from sqlalchemy.exc import DBAPIError

from auditor.store.engine import reason_of, shown_url
from auditor.store.errors import StoreError
from auditor.store.queries import played
from auditor.store.schema import audits, games, rulesets

ROWS_AT_ONCE: Final = 200


class Wanted(NamedTuple):
    """Which stored games; None: all."""

    stored_before: datetime  # when the work began: what is stored meanwhile does not count
    since: datetime | None = None  # played, or stored where the log does not say when it was played
    before: datetime | None = None  # the same
    variant: str | None = None  # audited by rules of this name


class StoredGame(NamedTuple):
    digest: str
    stored_at: datetime
    source: str
    log: bytes | None  # packed; None: it has no encoding
    rules: str | None  # TOML text of those of its current audit; None: it could not be audited


def how_many(engine: Engine, wanted: Wanted) -> int:
    """The number of these games. Raises StoreError."""
    with _reading(engine) as connection:
        return int(connection.scalar(_matching(select(func.count()).select_from(games), wanted)) or 0)


@contextmanager
def _reading(engine: Engine) -> Iterator[Connection]:
    try:
        with engine.connect() as connection:
            yield connection
    except DBAPIError as error:
        raise StoreError(f"{shown_url(engine)} cannot be read: {reason_of(error)}") from error


def stored_games(engine: Engine, wanted: Wanted) -> Iterator[StoredGame]:
    """The games, those stored first first. No transaction is open between two pages: others write meanwhile.

    Raises StoreError.
    """
    columns = (games.c.digest, games.c.stored_at, games.c.source, games.c.log, rulesets.c.text)
    current = games.outerjoin(audits, and_(audits.c.game == games.c.digest, audits.c.current)).outerjoin(
        rulesets, rulesets.c.digest == audits.c.ruleset
    )
    ordered = _matching(select(*columns).select_from(current), wanted).order_by(games.c.stored_at, games.c.digest)
    texts: dict[str, str] = {}  # the same rules are one text, which is sent to a worker once
    page = ordered.limit(ROWS_AT_ONCE)
    while True:
        with _reading(engine) as connection:
            rows = connection.execute(page).all()
        for row in rows:
            text = None if row.text is None else texts.setdefault(row.text, row.text)
            yield StoredGame(row.digest, row.stored_at, row.source, row.log, text)
        if len(rows) < ROWS_AT_ONCE:
            return
        if len(texts) > ROWS_AT_ONCE:
            texts.clear()
        last = rows[-1]
        behind = or_(
            games.c.stored_at > last.stored_at,
            and_(games.c.stored_at == last.stored_at, games.c.digest > last.digest),
        )
        page = ordered.where(behind).limit(ROWS_AT_ONCE)


def _matching(statement: Select[Any], wanted: Wanted) -> Select[Any]:
    statement = statement.where(games.c.stored_at < wanted.stored_before)
    for condition in played(wanted.since, wanted.before):
        statement = statement.where(condition)
    if wanted.variant is not None:
        # Not the current audit alone: this very work may make another one current, by other rules.
        by_name = select(audits.c.id).join(rulesets, rulesets.c.digest == audits.c.ruleset)
        mine = and_(
            audits.c.game == games.c.digest,
            audits.c.audited_at < wanted.stored_before,
            rulesets.c.name == wanted.variant,
        )
        statement = statement.where(exists(by_name.where(mine).correlate(games)))
    return statement
