"""The first tables"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("called", sa.String(length=200), nullable=False),
        sa.Column("rules", sa.String(length=80), nullable=False),
        sa.Column("file", sa.Text(), nullable=True),
        sa.Column("based_on", sa.String(length=200), nullable=False),
        sa.Column("start", sa.Text(), nullable=False),
        sa.Column("parent", sa.String(length=24), nullable=True),
        sa.Column("parent_ply", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("first_player", sa.String(length=200), nullable=False),
        sa.Column("second_player", sa.String(length=200), nullable=False),
        sa.Column("first_name", sa.String(length=60), nullable=False),
        sa.Column("second_name", sa.String(length=60), nullable=False),
        sa.Column("first_seat", sa.String(length=64), nullable=True),
        sa.Column("second_seat", sa.String(length=64), nullable=True),
        sa.Column("first_owner", sa.String(length=64), nullable=True),
        sa.Column("second_owner", sa.String(length=64), nullable=True),
        sa.Column("plies", sa.Integer(), nullable=False),
        sa.Column("result", sa.String(length=8), nullable=True),
        sa.Column("reason", sa.String(length=40), nullable=False),
        sa.Column("offer", sa.String(length=16), nullable=False),
        sa.Column("undone", sa.Text(), nullable=False),
        sa.Column("hinted", sa.Boolean(), nullable=False),
        sa.Column("turning", sa.Boolean(), nullable=False),
        sa.Column("paused", sa.Boolean(), nullable=False),
        sa.Column("pace", sa.Float(), nullable=False),
        sa.Column("clock", sa.Float(), nullable=True),
        sa.Column("increment", sa.Float(), nullable=False),
        sa.Column("first_left", sa.Float(), nullable=False),
        sa.Column("second_left", sa.Float(), nullable=False),
        sa.Column("turned", sa.Float(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.create_index("games_of_first", ["first_owner", "changed"], unique=False)
        batch_op.create_index("games_of_second", ["second_owner", "changed"], unique=False)
        batch_op.create_index(batch_op.f("ix_games_parent"), ["parent"], unique=False)

    op.create_table(
        "visitors",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "analyses",
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("found", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game"),
    )
    op.create_table(
        "moves",
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("move", sa.String(length=200), nullable=False),
        sa.Column("by", sa.String(length=8), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("thinking", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "number"),
    )
    op.create_table(
        "results",
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("side", sa.String(length=8), nullable=False),
        sa.Column("visitor", sa.String(length=64), nullable=False),
        sa.Column("player", sa.String(length=60), nullable=False),
        sa.Column("opponent", sa.String(length=60), nullable=False),
        sa.Column("called", sa.String(length=200), nullable=False),
        sa.Column("result", sa.String(length=8), nullable=False),
        sa.Column("reason", sa.String(length=40), nullable=False),
        sa.Column("plies", sa.Integer(), nullable=False),
        sa.Column("day", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "side"),
    )
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.create_index("results_of_visitor", ["visitor", "player", "called"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.drop_index("results_of_visitor")

    op.drop_table("results")
    op.drop_table("moves")
    op.drop_table("analyses")
    op.drop_table("visitors")
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_games_parent"))
        batch_op.drop_index("games_of_second")
        batch_op.drop_index("games_of_first")

    op.drop_table("games")
