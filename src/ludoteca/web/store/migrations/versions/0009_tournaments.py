"""Tournaments"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=False),
        sa.Column("title", sa.String(length=80), nullable=False),
        sa.Column("called", sa.String(length=200), nullable=False),
        sa.Column("rules", sa.String(length=80), nullable=False),
        sa.Column("format", sa.String(length=16), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=True),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("tournaments_of_owner", "tournaments", ["owner"])
    op.create_index("tournaments_by_change", "tournaments", ["changed"])
    op.create_table(
        "entrants",
        sa.Column("tournament", sa.String(length=24), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(length=200), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("invitation", sa.String(length=64), nullable=True),
        sa.Column("owner", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("tournament", "number"),
    )
    op.create_index("entrants_of_owner", "entrants", ["owner"])
    op.create_table(
        "tournament_games",
        sa.Column("tournament", sa.String(length=24), nullable=False),
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("points", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("tournament", "key"),
    )
    op.create_index("tournament_games_by_game", "tournament_games", ["game"])


def downgrade() -> None:
    op.drop_table("tournament_games")
    op.drop_table("entrants")
    op.drop_table("tournaments")
