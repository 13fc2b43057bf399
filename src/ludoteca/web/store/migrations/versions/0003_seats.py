"""Seats as a table of their own instead of paired columns in `games`"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

SIDES = ("first", "second")
COLUMNS = (
    ("player", "player", sa.String(length=200), False),
    ("name", "name", sa.String(length=60), False),
    ("invitation", "seat", sa.String(length=64), True),
    ("owner", "owner", sa.String(length=64), True),
    ("remaining", "left", sa.Float(), False),
)
"""The columns of `seats`, and what followed `first_` and `second_` in `games`."""


def upgrade() -> None:
    op.create_table(
        "seats",
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("side", sa.String(length=8), nullable=False),
        *(sa.Column(name, kind, nullable=nullable) for name, _, kind, nullable in COLUMNS),
        sa.ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "side"),
    )
    op.create_index("seats_of_owner", "seats", ["owner"])
    new = ", ".join(name for name, *_ in COLUMNS)
    for side in SIDES:
        old = ", ".join(f"{side}_{suffix}" for _, suffix, *_ in COLUMNS)
        op.execute(f"insert into seats (game, side, {new}) select id, '{side}', {old} from games")
    # Not in batch mode: on SQLite that drops and recreates `games`, and the cascade deletes every move.
    for side in SIDES:
        op.drop_index(f"games_of_{side}", "games")
        for _, suffix, *_ in COLUMNS:
            op.drop_column("games", f"{side}_{suffix}")


def downgrade() -> None:
    for side in SIDES:
        for name, suffix, kind, nullable in COLUMNS:
            default = None if nullable else "0" if isinstance(kind, sa.Float) else ""
            column = sa.Column(f"{side}_{suffix}", kind, nullable=nullable, server_default=default)
            op.add_column("games", column)
            op.execute(
                f"update games set {side}_{suffix} = (select {name} from seats"
                f" where seats.game = games.id and seats.side = '{side}')"
            )
        op.create_index(f"games_of_{side}", "games", [f"{side}_owner", "changed"])
    op.drop_index("seats_of_owner", "seats")
    op.drop_table("seats")
