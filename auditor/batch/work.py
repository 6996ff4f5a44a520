"""What a batch was asked to do, and whether one that broke off is the one that is asked for now."""

import json
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final, NamedTuple

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from auditor.batch.audits import Request
from auditor.batch.items import Limits, printable
from auditor.batch.manifest import Seen, difference
from auditor.batch.shards import CUT, Portion, Shard, digest_of
from auditor.store.engine import WRITING, reason_of, shown_url
from auditor.store.errors import StoreError
from auditor.store.shards import Batch, DoneShard, begin_work, done_shards, last_batch
from replay.engine import ENGINE_VERSION
from replay.ruleset.loader import PRESETS, preset

ANEW: Final = "without --resume a new batch begins"


class CannotResumeError(Exception):
    """The batch that broke off is not the one that is asked for now; the text says in what."""


class Plan(NamedTuple):
    """What is to be done. All of it is text and numbers, and stored with the batch."""

    paths: list[str]
    stored: dict[str, str | None] | None  # which games of the store instead: since, until, variant
    portion: Portion
    variant: str
    rules: str  # text
    origin: str
    settings: list[list[str]]  # switch, value text
    format: str
    column: str  # of Parquet files
    presets: str  # digest over all there are
    limits: list[int]
    cut: str
    manifest: list[Seen]

    @property
    def work(self) -> str:
        """Digest of what is gone through, whatever the rules: batches with the same can be resumed by one another."""
        return sha256(json.dumps([self.paths, self.stored, self.portion]).encode("ascii")).hexdigest()


class Opened(NamedTuple):
    """A batch that is under way."""

    id: int
    started_at: datetime
    done: list[DoneShard]  # committed by those who worked on it before
    resumed: bool
    note: str  # what an operator who asked to resume should know; empty: nothing


def plan_of(
    paths: Sequence[str],
    stored: dict[str, str | None] | None,
    portion: Portion,
    request: Request,
    log_format: str,
    column: str,
    limits: Limits,
    manifest: list[Seen],
) -> Plan:
    """The plan for what the options say."""
    known = sha256(json.dumps([[name, preset(name).digest] for name in PRESETS]).encode("ascii")).hexdigest()
    return Plan(
        [printable(path) for path in paths],
        stored,
        portion,
        request.variant,
        request.rules,
        printable(request.origin),
        [list(pair) for pair in request.settings],
        log_format,
        column,
        known,
        [limits.file_bytes, limits.expansion],
        CUT,
        manifest,
    )


def opened(engine: Engine, plan: Plan, *, resume: bool) -> Opened:
    """The batch that broke off, if it is to be resumed and there is one, else a new one.

    Raises CannotResumeError, StoreError.
    """
    try:
        with engine.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
            last = last_batch(connection, plan.work) if resume else None
            if last is not None and not last[1]:
                before = last[0]
                reason = misfit(before, plan)
                if reason:
                    raise CannotResumeError(f"batch {before.id} cannot be resumed: {reason}; {ANEW}")
                return Opened(before.id, before.started_at, done_shards(connection, before.id), True, "")
            now = datetime.now(UTC)
            batch = begin_work(connection, plan.work, {"command": "batch", **plan._asdict()}, ENGINE_VERSION, now)
            note = ""
            if resume:
                why = f"batch {last[0].id} is complete" if last else "no batch of these sources broke off"
                note = f"there is nothing to resume, {why}; batch {batch} begins"
            return Opened(batch, now, [], False, note)
    except DBAPIError as error:
        raise StoreError(f"{shown_url(engine)} cannot be written: {reason_of(error)}") from error


def misfit(batch: Batch, plan: Plan) -> str:
    """In words, why the batch is not the one that is planned; empty when it is."""
    if batch.engine_version != ENGINE_VERSION:
        return f"it was begun with engine version {batch.engine_version}, this one is {ENGINE_VERSION}"
    before = batch.request
    now: dict[str, object] = json.loads(json.dumps(plan._asdict()))
    for name, words in (
        ("variant", "--variant was {0}"),
        ("origin", "--rules was {0}"),
        ("rules", "the text of --rules was another"),
        ("settings", "--set was another"),
        ("format", "--format was {0}"),
        ("column", "--log-column was {0}"),
        ("presets", "the presets were others than those of this auditor"),
        ("limits", "AUDITOR_MAX_FILE_BYTES or AUDITOR_MAX_EXPANSION was another"),
        ("cut", "its shards were cut otherwise"),
    ):
        if before.get(name) != now[name]:
            return words.format(before.get(name) or "not given")
    was = before.get("manifest")
    if isinstance(was, list) and len(was) == len(plan.manifest):
        for old, new in zip(was, plan.manifest, strict=True):
            if changed := difference(Seen(*old), new):
                return changed
        return ""
    return "what is stored about its sources is damaged"


def left(shards: Iterable[Shard], portion: Portion, done: Sequence[DoneShard]) -> Iterator[Shard]:
    """The shards of the portion that are not done. Raises CannotResumeError where what was done is no longer so."""
    committed = deque(done)
    for shard in shards:
        if not portion.has(shard.number):
            continue
        if not committed:
            yield shard
            continue
        one = committed.popleft()
        if (one.number, one.digest) != (shard.number, digest_of(shard.items)):
            raise CannotResumeError(
                f"the sources are no longer what was audited: shard {shard.number}, which begins with "
                f"{printable(shard.items[0].name)}, was another; {ANEW}"
            )
    if committed:
        raise CannotResumeError(
            f"the sources are no longer what was audited: they end before shard {committed[0].number}; {ANEW}"
        )
