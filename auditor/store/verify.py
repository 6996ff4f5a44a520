"""Whether the store is what the chain of records says: names what was changed, removed, inserted or reordered."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from sqlalchemy import Connection, Row, func, select

from auditor.store.chain import (
    AUDIT,
    CURRENT,
    GAME,
    REVIEW,
    START,
    TABLES,
    Head,
    content_of,
    hash_of,
)
from auditor.store.records import unpacked
from auditor.store.schema import audits, chain, games, players

AT_ONCE: Final = 500


@dataclass
class Verified:
    """What a look at the whole store gave. `problems` is empty when nothing was tampered with."""

    head: Head
    problems: list[str]


def verify(connection: Connection, heads: Sequence[str] = ()) -> Verified:
    """The chain and everything in it looked through. `heads`: hashes that were kept, which have to be in the chain."""
    walk = _Walk(connection)
    problems = [*walk.chain(), *walk.inserted(), *walk.current()]
    known = walk.hashes_of(heads)
    for one in heads:
        if one not in known:
            problems.append(f"the kept head {one} is not in the chain: its end was removed, or it was written anew")
    return Verified(walk.head, problems)


class _Walk:
    """One pass through the chain, and what it saw."""

    def __init__(self, connection: Connection) -> None:
        self.head = Head(0, START)
        self._connection = connection
        self._seen: dict[str, int] = dict.fromkeys(TABLES, 0)  # subjects that are there
        self._current: dict[str, str] = {}  # the audit that has to be current, by game

    def hashes_of(self, heads: Sequence[str]) -> set[str]:
        """Those of the hashes that are in the chain."""
        return set(self._connection.scalars(select(chain.c.hash).where(chain.c.hash.in_(heads))))

    def chain(self) -> Iterator[str]:
        """What is wrong with the records and with what they are about."""
        last = 0
        while True:
            after = select(chain).where(chain.c.number > last).order_by(chain.c.number).limit(AT_ONCE)
            rows = list(self._connection.execute(after))
            if not rows:
                break
            yield from self._linked(rows)
            yield from self._kept(rows)
            last = rows[-1].number
        yield from self._twice()

    def _linked(self, rows: Sequence[Row[tuple[object, ...]]]) -> Iterator[str]:
        for row in rows:
            number, before = self.head
            what = f"record {row.number} ({row.kind} {row.subject})"
            if row.number != number + 1:
                last = row.number - 1
                gone = f"record {last}" if last == number + 1 else f"records {number + 1} to {last}"
                yield f"{gone}: removed from the chain"
            elif row.hash != hash_of(before, row.number, row.kind, row.subject, row.content):
                yield f"{what}: changed, inserted or in another's place in the chain"
            self.head = Head(row.number, row.hash)

    def _kept(self, rows: Sequence[Row[tuple[object, ...]]]) -> Iterator[str]:
        """What is wrong with the rows the records are about."""
        for kind, table in TABLES.items():
            asked = {row.subject: row.content for row in rows if row.kind == kind}
            if not asked:
                continue
            (key,) = table.primary_key
            names: list[object] = [name for name in asked if kind != REVIEW or name.isdecimal()]
            if kind == REVIEW:
                names = [int(str(name)) for name in names if len(str(name)) < 10]
            found = {
                str(row[key.name]): dict(row)
                for row in self._connection.execute(select(table).where(key.in_(names))).mappings()
            }
            seats = self._seats(list(found)) if kind == GAME else {}
            self._seen[kind] += len(found)
            for subject, content in asked.items():
                stored = found.get(subject)
                if stored is None:
                    yield f"{kind} {subject}: removed"
                elif content_of(kind, stored, seats.get(subject, ())) != content:
                    yield f"{kind} {subject}: changed"
                elif kind == GAME:
                    yield from _log_problem(stored)
        self._order(rows)
        for row in rows:
            if row.kind not in TABLES and row.kind != CURRENT:
                yield f"record {row.number}: there is no kind {row.kind}"

    def _order(self, rows: Sequence[Row[tuple[object, ...]]]) -> None:
        """Which audits are current after these rows is known."""
        wanted = [row.subject for row in rows if row.kind in (AUDIT, CURRENT)]
        of = {
            row.id: row.game
            for row in self._connection.execute(select(audits.c.id, audits.c.game).where(audits.c.id.in_(wanted)))
        }
        for audit in wanted:
            if audit in of:
                self._current[of[audit]] = audit

    def _seats(self, digests: list[str]) -> dict[str, list[dict[str, object]]]:
        seats: dict[str, list[dict[str, object]]] = {}
        ordered = select(players).where(players.c.game.in_(digests)).order_by(players.c.game, players.c.seat)
        for row in self._connection.execute(ordered).mappings():
            seats.setdefault(row["game"], []).append(dict(row))
        return seats

    def _twice(self) -> Iterator[str]:
        again = (
            select(chain.c.kind, chain.c.subject, func.max(chain.c.number))
            .where(chain.c.kind != CURRENT)
            .group_by(chain.c.kind, chain.c.subject)
            .having(func.count() > 1)
        )
        for kind, subject, number in self._connection.execute(again):
            yield f"record {number} ({kind} {subject}): inserted, it is in the chain already"

    def inserted(self) -> Iterator[str]:
        """What is stored and in no record."""
        for kind, table in TABLES.items():
            if self._connection.scalar(select(func.count()).select_from(table)) == self._seen[kind]:
                continue
            (key,) = table.primary_key
            known = set(self._connection.scalars(select(chain.c.subject).where(chain.c.kind == kind)))
            for name in self._connection.scalars(select(key).order_by(key)):
                if str(name) not in known:
                    yield f"{kind} {name}: inserted"
        orphans = select(players.c.game).where(players.c.game.not_in(select(games.c.digest))).distinct()
        for game in self._connection.scalars(orphans):
            yield f"game {game}: players of a game that is not there"

    def current(self) -> Iterator[str]:
        """Games whose current audit is not the one that was last asked for."""
        left = dict(self._current)
        for game, audit in self._connection.execute(select(audits.c.game, audits.c.id).where(audits.c.current)):
            if left.pop(game, audit) != audit:
                yield f"game {game}: audit {audit} is marked as current, and was not the last that was asked for"
        for game, audit in left.items():
            yield f"game {game}: audit {audit} is not marked as current"


def _log_problem(game: dict[str, object]) -> Iterator[str]:
    """Whether the log is the one its digest names."""
    log = game["log"]
    if isinstance(log, (bytes, memoryview)):
        try:
            right = sha256(unpacked(bytes(log))).hexdigest() == game["digest"]
        except ValueError:
            right = False
        if not right:
            yield f"game {game['digest']}: its log is another"
