"""Levels by the numbers that are the same in every game

`level:2` was the second level of its game; now it is the level with that number, if the game has it.
"""

from collections.abc import Callable
from functools import cache

import sqlalchemy as sa
from alembic import op

from ludoteca.errors import LudotecaError
from ludoteca.games import Game, load
from ludoteca.play.opponents import level_by_place, place_by_level

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

GAMES = sa.table("games", sa.column("id"), sa.column("called"), sa.column("file"))
COLUMNS = (("seats", "player"), ("results", "opponent"))
OWN_RULES = sa.select(GAMES.c.id).where(GAMES.c.file.is_not(None))
"""Games by own rules have all eight levels: their numbers stay."""


def upgrade() -> None:
    _renumber(level_by_place)


def downgrade() -> None:
    _renumber(place_by_level)


def _renumber(renumbered: Callable[[str, Game], str]) -> None:
    @cache
    def new(spec: str, called: str) -> str:
        try:
            return renumbered(spec, load(called))
        except LudotecaError:
            return spec  # a game that is no longer in the library

    connection = op.get_bind()
    for name, column in COLUMNS:
        table = sa.table(name, *map(sa.column, ("game", "side", "called", column)))
        game = GAMES.c.called if name == "seats" else table.c.called
        query = sa.select(table.c.game, table.c.side, table.c[column], game)
        if name == "seats":
            query = query.join(GAMES, GAMES.c.id == table.c.game)
        query = query.where(table.c[column].like("level:%"), table.c.game.not_in(OWN_RULES))
        rows = [(key, side, spec, new(spec, called)) for key, side, spec, called in connection.execute(query)]
        changes = [{"key": key, "at": side, "new": now} for key, side, spec, now in rows if now != spec]
        if changes:
            same = (table.c.game == sa.bindparam("key"), table.c.side == sa.bindparam("at"))
            connection.execute(sa.update(table).where(*same).values({column: sa.bindparam("new")}), changes)
