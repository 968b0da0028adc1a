"""The table that is written to only to see whether that can be done."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    op.create_table(
        "write_checks",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("filler", sa.LargeBinary(), nullable=False),
    )


def downgrade() -> None:
    """To the one before."""
    op.drop_table("write_checks")
