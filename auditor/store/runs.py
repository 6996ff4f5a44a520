"""What the store says of one run that wrote."""

import json
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, select

from auditor.store.schema import batches


class Run(NamedTuple):
    """A row of `batches`."""

    number: int
    started_at: datetime
    ended_at: datetime | None  # None: it is under way, or broke off
    engine_version: str
    request: dict[str, object]  # what was asked for
    games: int  # committed
    new_audits: int  # of these, audits that were not there before


def find_run(connection: Connection, batch: int) -> Run:
    """The run of that number. Raises LookupError when there is none."""
    row = connection.execute(select(batches).where(batches.c.id == batch)).one_or_none()
    if row is None:
        raise LookupError(f"there is no batch {batch}")
    request = json.loads(row.request)
    return Run(row.id, row.started_at, row.ended_at, row.engine_version, request, row.games, row.new_audits)
