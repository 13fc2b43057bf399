"""Puzzles that visitors have tried"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "puzzles",
        sa.Column("visitor", sa.String(length=64), nullable=False),
        sa.Column("game", sa.String(length=200), nullable=False),
        sa.Column("puzzle", sa.String(length=16), nullable=False),
        sa.Column("errors", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("daily", sa.String(length=10), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("visitor", "game", "puzzle"),
    )
    op.create_index("puzzles_by_change", "puzzles", ["changed"])


def downgrade() -> None:
    op.drop_table("puzzles")
