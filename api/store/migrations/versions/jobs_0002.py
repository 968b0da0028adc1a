"""Jobs, their chunks and their results."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    # Step 1. Jobs, with their counts and times in seconds since 1970.
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("state", sa.String(12), nullable=False, index=True),
        sa.Column("options", sa.LargeBinary(), nullable=False),
        sa.Column("idempotency", sa.String(64), nullable=True),
        sa.Column("request", sa.String(64), nullable=True),
        sa.Column("n_items", sa.Integer(), nullable=False),
        sa.Column("n_done", sa.Integer(), nullable=False),
        sa.Column("n_refused", sa.Integer(), nullable=False),
        sa.Column("n_failed", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("started_at", sa.Double(), nullable=True),
        sa.Column("ended_at", sa.Double(), nullable=True),
        sa.Column("expires_at", sa.Double(), nullable=True, index=True),
        sa.UniqueConstraint("idempotency"),
    )
    # Step 2. Chunks: parts of the logs, each under the claim of the process that works on it.
    op.create_table(
        "job_chunks",
        sa.Column("job_id", sa.String(32), sa.ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("n_items", sa.Integer(), nullable=False),
        sa.Column("is_done", sa.Boolean(), nullable=False),
        sa.Column("free_at", sa.Double(), nullable=False),
        sa.Column("claim", sa.String(32), nullable=True),
        sa.Column("n_tries", sa.Integer(), nullable=False),
        sa.Column("error", sa.String(400), nullable=True),
        sa.Column("items", sa.LargeBinary(), nullable=False),
        sa.UniqueConstraint("claim"),
    )
    # Step 3. An index of the chunks that are left, as the next one is looked for all the time.
    is_open = sa.column("is_done") == sa.false()
    op.create_index(
        "ix_job_chunks_open",
        "job_chunks",
        ["job_id", "number"],
        sqlite_where=is_open,
        postgresql_where=is_open,
    )
    # Step 4. Results, one for each log.
    op.create_table(
        "job_results",
        sa.Column("job_id", sa.String(32), sa.ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("outcome", sa.String(8), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
    )


def downgrade() -> None:
    """To the one before."""
    op.drop_table("job_results")
    op.drop_table("job_chunks")
    op.drop_table("jobs")
