"""Several servers: leases of computers' turns, and shared budgets"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "turns",
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("server", sa.String(length=32), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.Column("step", sa.Boolean(), nullable=False),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("visitor", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("game"),
    )
    op.create_index("turns_by_expiry", "turns", ["expires"])
    # Written with many requests, and of no use after a crash: without a write-ahead log.
    unlogged = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "budgets",
        sa.Column("owner", sa.String(length=64), nullable=False),
        sa.Column("resource", sa.String(length=16), nullable=False),
        sa.Column("level", sa.Float(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("owner", "resource"),
        prefixes=unlogged,
    )
    op.create_index("budgets_by_change", "budgets", ["since"])


def downgrade() -> None:
    op.drop_table("budgets")
    op.drop_table("turns")
