"""Results that outlive their game, and indexes for expiry"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

COLUMNS = (
    ("game", sa.String(length=24)),
    ("side", sa.String(length=8)),
    ("visitor", sa.String(length=64)),
    ("player", sa.String(length=60)),
    ("opponent", sa.String(length=60)),
    ("called", sa.String(length=200)),
    ("result", sa.String(length=8)),
    ("reason", sa.String(length=40)),
    ("plies", sa.Integer()),
    ("day", sa.DateTime(timezone=True)),
)


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        _rebuild_results()
    else:
        op.drop_constraint("results_game_fkey", "results", type_="foreignkey")
    op.create_index("games_by_change", "games", ["changed"])
    op.create_index("drafts_by_change", "drafts", ["changed"])


def downgrade() -> None:
    op.drop_index("drafts_by_change", "drafts")
    op.drop_index("games_by_change", "games")
    op.execute("delete from results where game not in (select id from games)")
    if op.get_bind().dialect.name == "sqlite":
        _rebuild_results(sa.ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"))
    else:
        op.create_foreign_key("results_game_fkey", "results", "games", ["game"], ["id"], ondelete="CASCADE")


def _rebuild_results(*constraints: sa.Constraint) -> None:
    """SQLite cannot drop or add a foreign key. No table refers to this one, so that none is cascaded to."""
    names = ", ".join(name for name, _ in COLUMNS)
    op.create_table(
        "new_results",
        *(sa.Column(name, kind, nullable=False) for name, kind in COLUMNS),
        sa.PrimaryKeyConstraint("game", "side"),
        *constraints,
    )
    op.execute(f"insert into new_results ({names}) select {names} from results")
    op.drop_index("results_of_visitor", "results")
    op.drop_table("results")
    op.rename_table("new_results", "results")
    op.create_index("results_of_visitor", "results", ["visitor", "player", "called"])
