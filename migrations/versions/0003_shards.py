"""What a batch has committed, a shard a row, and by what a batch that broke off is found again."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The table of shards; batches have the key of what they were asked for."""
    op.add_column("batches", sa.Column("work", sa.String(64)))
    op.create_index("ix_batches_work", "batches", ["work"])
    op.create_table(
        "shards",
        sa.Column("batch", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("run", sa.String(32), nullable=False),
        sa.Column("committed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("batch", "number", name="pk_shards"),
        sa.ForeignKeyConstraint(["batch"], ["batches.id"], name="fk_shards_batch"),
    )
