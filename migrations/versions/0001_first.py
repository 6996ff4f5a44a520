"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """The tables of the first revision."""
    op.create_table(
        "rulesets",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_rulesets"),
    )
    op.create_index("ix_rulesets_name", "rulesets", ["name"])
    op.create_table(
        "batches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT),
        sa.Column("engine_version", sa.Text(), nullable=False),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("new_audits", sa.Integer(), nullable=False),
        sa.Column("quarantined", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_batches"),
    )
    op.create_table(
        "games",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("events", sa.Integer(), nullable=False),
        sa.Column("played_at", MOMENT),
        sa.Column("stored_at", MOMENT, nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("source_digest", sa.Text(), nullable=False),
        sa.Column("log", sa.LargeBinary()),
        sa.PrimaryKeyConstraint("digest", name="pk_games"),
    )
    op.create_index("ix_games_game_id", "games", ["game_id"], postgresql_ops={"game_id": "text_pattern_ops"})
    op.create_index("ix_games_stored_at", "games", ["stored_at"])
    op.create_table(
        "players",
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_players"),
        sa.ForeignKeyConstraint(["game"], ["games.digest"], name="fk_players_game"),
    )
    op.create_index("ix_players_player_id", "players", ["player_id"])
    op.create_index("ix_players_name", "players", ["name"])
    op.create_table(
        "audits",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("ruleset", sa.String(64)),
        sa.Column("engine_version", sa.Text(), nullable=False),
        sa.Column("audited_at", MOMENT, nullable=False),
        sa.Column("batch", sa.Integer()),
        sa.Column("errors", sa.Integer(), nullable=False),
        sa.Column("warnings", sa.Integer(), nullable=False),
        sa.Column("notices", sa.Integer(), nullable=False),
        sa.Column("current", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audits"),
        sa.ForeignKeyConstraint(["game"], ["games.digest"], name="fk_audits_game"),
        sa.ForeignKeyConstraint(["ruleset"], ["rulesets.digest"], name="fk_audits_ruleset"),
        sa.ForeignKeyConstraint(["batch"], ["batches.id"], name="fk_audits_batch"),
    )
    for column in ("game", "ruleset", "audited_at", "batch"):
        op.create_index(f"ix_audits_{column}", "audits", [column])
    current = sa.text("current")
    op.create_index(
        "uq_audits_current", "audits", ["game"], unique=True, sqlite_where=current, postgresql_where=current
    )
    op.create_table(
        "findings",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("audit", sa.String(32), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("severity", sa.Text(), nullable=False),
        sa.Column("round_index", sa.Integer()),
        sa.Column("event_index", sa.Integer()),
        sa.Column("seat", sa.Integer()),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("expected", sa.Text()),
        sa.Column("observed", sa.Text()),
        sa.Column("hinges_on", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_findings"),
        sa.ForeignKeyConstraint(["audit"], ["audits.id"], name="fk_findings_audit"),
    )
    op.create_index("ix_findings_code", "findings", ["code"])
    op.create_index("ix_findings_audit_position", "findings", ["audit", "position"])
    op.create_table(
        "reviews",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("finding", sa.String(16), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reviews"),
        sa.ForeignKeyConstraint(["finding"], ["findings.id"], name="fk_reviews_finding"),
    )
    op.create_index("ix_reviews_finding", "reviews", ["finding"])
    op.create_table(
        "quarantine",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("game_number", sa.Integer(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("engine_version", sa.Text(), nullable=False),
        sa.Column("batch", sa.Integer()),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_quarantine"),
        sa.ForeignKeyConstraint(["batch"], ["batches.id"], name="fk_quarantine_batch"),
    )
    op.create_index("ix_quarantine_batch", "quarantine", ["batch"])
    _reviews_are_only_added()


def _reviews_are_only_added() -> None:
    """A decision about a dispute is never changed: a later one stands beside it."""
    if op.get_bind().dialect.name == "sqlite":
        for act in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER reviews_no_{act.lower()} BEFORE {act} ON reviews "
                "BEGIN SELECT RAISE(ABORT, 'reviews are only added'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION reviews_only_added() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'reviews are only added'; END $$"
    )
    op.execute(
        "CREATE TRIGGER reviews_only_added BEFORE UPDATE OR DELETE ON reviews "
        "FOR EACH ROW EXECUTE FUNCTION reviews_only_added()"
    )
