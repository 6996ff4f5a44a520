"""What a store says, without when it was written: two runs over the same games have to agree in it."""

from typing import Final

from sqlalchemy import Connection, select

from auditor.store.chain import FINDING
from auditor.store.schema import audits, chain, findings, games, players, quarantine, rulesets

TIMES: Final = ("stored_at", "audited_at", "at", "batch")


def contents(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
    """The rows of each table, ordered by key, and of the chain in the order of its records."""
    said: dict[str, list[tuple[object, ...]]] = {}
    for table in (rulesets, games, players, audits, findings, quarantine):
        columns = [column for column in table.columns if column.name not in TIMES]
        ordered = select(*columns).order_by(*table.primary_key)
        said[table.name] = [tuple(row) for row in connection.execute(ordered)]
    # The content of a finding's record has no time in it, that of others has.
    said["chain"] = [
        (row.kind, row.subject, row.content if row.kind == FINDING else "")
        for row in connection.execute(select(chain).order_by(chain.c.number))
    ]
    return said


def differences(before: dict[str, list[tuple[object, ...]]], now: dict[str, list[tuple[object, ...]]]) -> list[str]:
    """In words, in which tables the two differ."""
    return [
        f"{name}: {len(rows):,} rows, {len(now[name]):,} rows, first difference: "
        f"{next((pair for pair in zip(rows, now[name], strict=False) if pair[0] != pair[1]), 'in their number')}"[:400]
        for name, rows in before.items()
        if rows != now[name]
    ]
