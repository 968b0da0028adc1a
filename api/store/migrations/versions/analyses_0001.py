"""Analyses."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    op.create_table(
        "analyses",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("engine", sa.String(80), nullable=False),
        sa.Column("is_complete", sa.Boolean(), nullable=False),
        sa.Column("n_proved", sa.Integer(), nullable=False),
        sa.Column("n_samples", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("log", sa.LargeBinary(), nullable=False),
        sa.Column("answers", sa.LargeBinary(), nullable=False),
    )


def downgrade() -> None:
    """To the one before."""
    op.drop_table("analyses")
