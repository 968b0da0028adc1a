"""The owners of jobs."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision.

    A job of before has no owner where nobody ever had a key.  Of any other it cannot be told any more, as
    no more than a digest was kept: that stays unknown.
    """
    op.add_column("jobs", sa.Column("owner", sa.String(40), nullable=True))
    op.create_index("ix_jobs_owner", "jobs", ["owner", "created_at", "id"])
    op.execute("UPDATE jobs SET owner = '' WHERE NOT EXISTS (SELECT 1 FROM keys)")


def downgrade() -> None:
    """To the one before."""
    op.drop_index("ix_jobs_owner", "jobs")
    op.drop_column("jobs", "owner")
