"""Classes"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "classes",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("code", sa.String(length=12), nullable=True),
        sa.Column("code_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("title", sa.String(length=80), nullable=False),
        sa.Column("projected", sa.String(length=24), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("classes_by_expiry", "classes", ["expires"])
    op.create_index("classes_by_code", "classes", ["code"], unique=True)
    op.create_table(
        "class_members",
        sa.Column("classroom", sa.String(length=24), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("visitor", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=8), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("animal", sa.String(length=24), nullable=False),
        sa.Column("code", sa.String(length=64), nullable=True),
        sa.Column("code_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("joined", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["classroom"], ["classes.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("classroom", "number"),
    )
    op.create_index("class_members_by_visitor", "class_members", ["visitor"])
    op.create_table(
        "class_tasks",
        sa.Column("classroom", sa.String(length=24), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("called", sa.String(length=200), nullable=False),
        sa.Column("detail", sa.String(length=16), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["classroom"], ["classes.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("classroom", "number"),
    )
    op.create_table(
        "class_tournaments",
        sa.Column("classroom", sa.String(length=24), nullable=False),
        sa.Column("tournament", sa.String(length=24), nullable=False),
        sa.ForeignKeyConstraint(["classroom"], ["classes.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("classroom", "tournament"),
    )
    op.create_table(
        "class_exercises",
        sa.Column("visitor", sa.String(length=64), nullable=False),
        sa.Column("game", sa.String(length=200), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("exercise", sa.String(length=64), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("visitor", "game", "kind", "exercise"),
    )


def downgrade() -> None:
    op.drop_table("class_exercises")
    op.drop_table("class_tournaments")
    op.drop_table("class_tasks")
    op.drop_table("class_members")
    op.drop_table("classes")
