"""The audit of a shard, or of a part of one: what a worker of a batch does, whatever engine runs it.

Everything that costs time is made here and not by the process that commits: records, packed logs, the summary.
"""

import pickle
from datetime import UTC, datetime
from time import perf_counter
from typing import NamedTuple

from auditor.batch.audits import Outcome, Request, audit_source
from auditor.batch.items import Item, Skipped, Source, printable
from auditor.batch.pool import Result
from auditor.batch.shards import digest_of, single_games
from auditor.batch.summary import Summary
from auditor.store.records import AuditRecord, QuarantineRecord, packed
from replay.engine import ENGINE_VERSION


class Crash(NamedTuple):
    """A game on which the auditor itself failed."""

    source: str
    game: int  # number in the file
    trace: str


class Part(NamedTuple):
    """What came of some items. Only bytes, text and numbers: it crosses processes and machines."""

    digest: str
    records: tuple[bytes, ...]  # those of some games each: see `records_of`
    failed: tuple[QuarantineRecord, ...]
    complaints: tuple[tuple[str, str], ...]  # name (empty: it is in the text), and why it is not audited
    crashes: tuple[Crash, ...]
    summary: str  # JSON
    games: int
    errors: int
    warnings: int


def records_of(part: Part) -> list[AuditRecord]:
    """What is to be stored. Until then it stays the bytes it came as: objects of one shard at a time."""
    return [record for some in part.records for record in pickle.loads(some)]


def audit_part(items: list[Item], request: Request) -> Part:
    """The items audited, in their order."""
    results = []
    for item in items:
        begun = perf_counter()
        result = audit_source(item, request) if isinstance(item, Source) else item
        results.append((result, perf_counter() - begun))
    return _part_of(items, results)


def condemned(items: list[Item], fault: str) -> Part:
    """What is kept of items on which workers failed again and again: one game, where games can be told apart.

    `fault`: the traceback, or that the worker died.
    """
    results: list[tuple[Result, float]] = []
    for item in items:
        if isinstance(item, Source):
            results.append((Outcome(item.name, games=item.games, crashes=((item.game, fault),)), 0.0))
        else:
            results.append((item, 0.0))
    return _part_of(items, results)


def _part_of(items: list[Item], results: list[tuple[Result, float]]) -> Part:
    summary = Summary()
    records: list[AuditRecord] = []
    failed: list[QuarantineRecord] = []
    crashes: list[Crash] = []
    complaints: dict[str, str] = {}  # by what is said, with the name of the first
    games = errors = warnings = 0
    for item, (result, seconds) in zip(items, results, strict=True):
        summary.add(result, seconds)
        name = printable(item.name)
        if not isinstance(result, Outcome):
            what = "skipped" if isinstance(result, Skipped) else "cannot be read"
            complaints[f"{name}: {what}: {result.reason}"] = ""
            continue
        games += result.games
        errors += result.errors
        warnings += result.warnings
        records += result.records
        for reason in result.refusals:
            complaints.setdefault(reason, name)
        for number, trace in result.crashes:
            crashes.append(Crash(name, number, trace))
            data = packed(_data_of(item, number))
            failed.append(QuarantineRecord(name, number, ENGINE_VERSION, datetime.now(UTC), data, trace))
    return Part(
        digest_of(items),
        (pickle.dumps(records),),
        tuple(failed),
        tuple((name, reason) for reason, name in complaints.items()),
        tuple(crashes),
        summary.to_json(),
        games,
        errors,
        warnings,
    )


def _data_of(item: Item, number: int) -> bytes:
    """The bytes of the game of that number in the file, of the whole source where games cannot be told apart.

    The same, and so the same row of the quarantine, whatever the games beside it in a piece.
    """
    if not isinstance(item, Source):
        return b""
    for single in single_games(item):
        if isinstance(single, Source) and single.game == number:
            return single.data
    return item.data


def joined(digest: str, parts: list[Part]) -> Part:
    """What came of items with that digest, which were audited in several parts, in the order of these."""
    summary = Summary()
    for part in parts:
        summary.merge(Summary.from_json(part.summary))
    return Part(
        digest,
        tuple(some for part in parts for some in part.records),
        tuple(record for part in parts for record in part.failed),
        tuple(told for part in parts for told in part.complaints),
        tuple(crash for part in parts for crash in part.crashes),
        summary.to_json(),
        sum(part.games for part in parts),
        sum(part.errors for part in parts),
        sum(part.warnings for part in parts),
    )
