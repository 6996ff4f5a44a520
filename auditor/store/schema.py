"""The tables. The migrations in ``migrations/`` build the same; a test compares the two on both databases.

A game is named by the digest of its log, an audit and a finding by ids that follow from what they are about. So writing
the same thing twice meets its own key, and nothing has to be asked before it is written.
"""

from datetime import UTC, datetime
from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
)

REVISION: Final = "0003"
"""The migration this code works with."""

OLDER_REVISIONS: Final[tuple[str, ...]] = ("0001", "0002")
"""Those that `auditor db upgrade` can start from."""

DIGEST: Final = 64  # hex digits of SHA-256
AUDIT_ID: Final = 32
FINDING_ID: Final = 16

METADATA: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    }
)


class Moment(TypeDecorator[datetime]):
    """A moment, in UTC whatever the database keeps. Values need a zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


rulesets = Table(
    "rulesets",
    METADATA,
    Column("digest", String(DIGEST), primary_key=True),
    Column("name", Text, nullable=False, index=True),
    Column("revision", Integer, nullable=False),
    Column("text", Text, nullable=False),  # fully resolved, TOML: an audit can be repeated from it
)

batches = Table(  # one run that wrote games
    "batches",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("started_at", Moment, nullable=False),
    Column("ended_at", Moment),  # null: under way, or it broke off
    Column("engine_version", Text, nullable=False),
    Column("request", Text, nullable=False),  # JSON: the paths and rules that were asked for
    Column("games", Integer, nullable=False),  # committed so far
    Column("new_audits", Integer, nullable=False),  # of these, audits that were not there before
    Column("quarantined", Integer, nullable=False),
    Column("work", String(DIGEST), index=True),  # SHA-256 of the sources it goes through; null: it cannot be resumed
)

shards = Table(  # parts of a batch, committed together with what was found in them
    "shards",
    METADATA,
    Column("batch", Integer, ForeignKey(batches.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # from 0, among all shards of the sources
    Column("digest", String(DIGEST), nullable=False),  # SHA-256 of what was read
    Column("run", String(32), nullable=False),  # of the process that committed it, any text no other process has
    Column("committed_at", Moment, nullable=False),
    Column("games", Integer, nullable=False),
    Column("summary", Text, nullable=False),  # JSON
)

games = Table(
    "games",
    METADATA,
    Column("digest", String(DIGEST), primary_key=True),  # of the canonical log; where there is none, of the source
    Column("game_id", Text, nullable=False),
    Column("platform", Text, nullable=False),
    Column("variant", Text, nullable=False),  # what the log states, empty when it states nothing
    Column("seats", Integer, nullable=False),  # 0: a log so malformed that not even this is known
    Column("rounds", Integer, nullable=False),
    Column("events", Integer, nullable=False),
    Column("played_at", Moment),
    Column("stored_at", Moment, nullable=False, index=True),
    Column("source", Text, nullable=False),  # the path it was first read from, archive members joined by "!"
    Column("source_digest", Text, nullable=False),
    Column("log", LargeBinary),  # the canonical log, zstd; null for a log that has no encoding
    # Names that begin with a text are looked for; other collations than C need this operator class for it.
    Index("ix_games_game_id", "game_id", postgresql_ops={"game_id": "text_pattern_ops"}),
)

players = Table(
    "players",
    METADATA,
    Column("game", String(DIGEST), ForeignKey(games.c.digest), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player_id", Text, nullable=False, index=True),
    Column("name", Text, nullable=False, index=True),
)

audits = Table(
    "audits",
    METADATA,
    Column("id", String(AUDIT_ID), primary_key=True),
    Column("game", String(DIGEST), ForeignKey(games.c.digest), nullable=False, index=True),
    Column("ruleset", String(DIGEST), ForeignKey(rulesets.c.digest), index=True),  # null: it could not be audited
    Column("engine_version", Text, nullable=False),
    Column("audited_at", Moment, nullable=False, index=True),
    Column("batch", Integer, ForeignKey(batches.c.id), index=True),  # that made it; null: the service
    Column("errors", Integer, nullable=False),
    Column("warnings", Integer, nullable=False),
    Column("notices", Integer, nullable=False),
    Column("current", Boolean, nullable=False),  # the audit last asked for; one a game
)
Index(
    "uq_audits_current",
    audits.c.game,
    unique=True,
    sqlite_where=audits.c.current,
    postgresql_where=audits.c.current,
)

findings = Table(
    "findings",
    METADATA,
    Column("id", String(FINDING_ID), primary_key=True),
    Column("audit", String(AUDIT_ID), ForeignKey(audits.c.id), nullable=False),
    Column("position", Integer, nullable=False),  # within the audit, from 0
    Column("code", Text, nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("severity", Text, nullable=False),
    Column("round_index", Integer),
    Column("event_index", Integer),
    Column("seat", Integer),
    Column("message", Text, nullable=False),
    Column("rule", Text, nullable=False),  # JSON, like the three below
    Column("expected", Text),
    Column("observed", Text),
    Column("hinges_on", Text, nullable=False),
    Index("ix_findings_audit_position", "audit", "position"),
)

reviews = Table(  # append-only: a trigger refuses changes
    "reviews",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("finding", String(FINDING_ID), ForeignKey(findings.c.id), nullable=False, index=True),
    Column("at", Moment, nullable=False),
    Column("who", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("note", Text, nullable=False),
)

chain = Table(  # of records, each hashed with the one before; see `auditor.store.chain`
    "chain",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),  # from 1, without gaps
    Column("kind", Text, nullable=False),
    Column("subject", Text, nullable=False),  # the key of what it is about
    Column("content", String(DIGEST), nullable=False),  # SHA-256 of what that says
    Column("hash", String(DIGEST), nullable=False),  # SHA-256 of all this and the hash before
)

quarantine = Table(  # games on which the auditor itself failed
    "quarantine",
    METADATA,
    Column("id", String(AUDIT_ID), primary_key=True),  # of data, number and engine version
    Column("source", Text, nullable=False),
    Column("game_number", Integer, nullable=False),  # within the source, from 0
    Column("at", Moment, nullable=False),
    Column("engine_version", Text, nullable=False),
    Column("batch", Integer, ForeignKey(batches.c.id), index=True),
    Column("data", LargeBinary, nullable=False),  # what was read, zstd
    Column("error", Text, nullable=False),  # traceback
)
