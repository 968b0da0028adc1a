"""The bank of puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """To this revision."""
    # Step 1. Puzzles.
    op.create_table(
        "puzzles",
        sa.Column("number", _NUMBER, primary_key=True),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("rules_digest", sa.String(16), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("tricks_left", sa.Integer(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("prior", sa.Integer(), nullable=False),
        sa.Column("n_tries", sa.Integer(), nullable=False),
        sa.Column("n_solved", sa.Integer(), nullable=False),
        sa.Column("up", sa.Integer(), nullable=False),
        sa.Column("down", sa.Integer(), nullable=False),
        sa.Column("shuffle", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("proved_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("source", sa.String(120), nullable=False),
        sa.Column("engine", sa.String(80), nullable=False),
        sa.Column("themes", sa.String(400), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.UniqueConstraint("id"),
    )
    # Step 2. The keys that puzzles are found by, and how many puzzles have each.
    op.create_table(
        "puzzle_themes",
        sa.Column("theme", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(60), primary_key=True),
        sa.Column("rating", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("shuffle", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("number", _NUMBER, _of_puzzle(), primary_key=True, autoincrement=False),
        sa.Column("signature", sa.BigInteger(), primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_puzzle_themes_number", "puzzle_themes", ["theme", "game", "number"])
    op.create_table(
        "puzzle_counts",
        sa.Column("theme", sa.String(81), primary_key=True),
        sa.Column("game", sa.String(60), primary_key=True),
        sa.Column("n", sa.Integer(), nullable=False),
    )
    # Step 3. What solvers do with them.
    op.create_table(
        "puzzle_solvers",
        sa.Column("owner", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("n_tries", sa.Integer(), nullable=False),
        sa.Column("n_solved", sa.Integer(), nullable=False),
    )
    op.create_table(
        "attempts",
        sa.Column("number", _NUMBER, _of_puzzle(), primary_key=True, autoincrement=False),
        sa.Column("owner", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("state", sa.String(8), nullable=True),
        sa.Column("is_helped", sa.Boolean(), nullable=False),
        sa.Column("is_rated", sa.Boolean(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "votes",
        sa.Column("number", _NUMBER, _of_puzzle(), primary_key=True, autoincrement=False),
        sa.Column("owner", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("is_up", sa.Boolean(), nullable=False),
    )
    # Step 4. The puzzles of days, and the files that were loaded.
    op.create_table(
        "daily",
        sa.Column("day", sa.Date(), primary_key=True),
        sa.Column("game", sa.String(60), primary_key=True),
        sa.Column("number", _NUMBER, _of_puzzle(), nullable=False),
        sa.UniqueConstraint("number"),
    )
    op.create_table(
        "puzzle_loads",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("n_lines", sa.Integer(), nullable=False),
        sa.Column("is_done", sa.Boolean(), nullable=False),
        sa.Column("free_at", sa.Double(), nullable=False),
    )


def downgrade() -> None:
    """To the one before."""
    for table in ("puzzle_loads", "daily", "votes", "attempts", "puzzle_solvers", "puzzle_counts"):
        op.drop_table(table)
    op.drop_index("ix_puzzle_themes_number", "puzzle_themes")
    op.drop_table("puzzle_themes")
    op.drop_table("puzzles")


def _of_puzzle() -> sa.ForeignKey:
    return sa.ForeignKey("puzzles.number", ondelete="CASCADE")
