"""Analyses that are too long for a link"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "shared_analyses",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("shared_analyses_of_owner", "shared_analyses", ["owner"])
    op.create_index("shared_analyses_by_change", "shared_analyses", ["changed"])


def downgrade() -> None:
    op.drop_table("shared_analyses")
