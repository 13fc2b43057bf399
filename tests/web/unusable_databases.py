"""SQLite files that cannot be used: damaged in different ways, of another version, of another program."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

from ludoteca.web.game_cache import GameCache
from ludoteca.web.games.commands import GameCommands
from ludoteca.web.games.events import EventBus
from ludoteca.web.games.new_game import GameSetup
from ludoteca.web.games.repository import GameRepository
from ludoteca.web.games.seats import Guest, digest
from ludoteca.web.store.database import Database

VISITOR = digest("somebody")
PAGE = 4096


def write_games(file: Path, games: int = 30) -> None:
    """A database with some games, closed cleanly."""
    database = Database(f"sqlite:///{file}")
    database.migrate()
    commands = GameCommands(GameRepository(database, GameCache()), EventBus())
    for _ in range(games):
        setup = GameSetup(called="tic-tac-toe", kind="shared", second="human", first_name="Ana")
        game = commands.begin(setup, VISITOR, ("first", "second")).row.id
        for move in ("a1", "a2", "b1", "b2", "c1"):
            commands.play(game, move, Guest(VISITOR))
    database.close()


def truncate(file: Path) -> None:
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])


def overwrite_pages(file: Path) -> None:
    """Random bytes in place of every page but the first."""
    content = bytearray(file.read_bytes())
    content[PAGE:] = random.Random(1).randbytes(len(content) - PAGE)
    file.write_bytes(content)


def overwrite_one_page(file: Path) -> None:
    """Zeros in place of one page in the middle, which nothing reads at the start."""
    content = bytearray(file.read_bytes())
    with sqlite3.connect(file) as connection:
        (page,) = connection.execute("select rootpage from sqlite_master where name = 'moves'").fetchone()
    connection.close()
    content[(page - 1) * PAGE : page * PAGE] = bytes(PAGE)
    file.write_bytes(content)


def overwrite_header(file: Path) -> None:
    content = file.read_bytes()
    file.write_bytes(b"not a database!\0" + content[16:])


def random_bytes(file: Path) -> None:
    file.write_bytes(random.Random(2).randbytes(50_000))


def other_text(file: Path) -> None:
    file.write_text("game,player\nhex,Ana\n" * 200)


def folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def newer_version(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("update alembic_version set version_num = '9999'")
    connection.close()


def other_program(file: Path) -> None:
    file.unlink()
    with sqlite3.connect(file) as connection:
        connection.execute("create table bookmarks (address text)")
    connection.close()


def two_revisions(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("insert into alembic_version values ('9999')")
    connection.close()


DAMAGE: dict[Callable[[Path], None], str] = {
    truncate: "database.damaged",
    overwrite_pages: "database.damaged",
    overwrite_one_page: "database.damaged",
    overwrite_header: "database.damaged",
    random_bytes: "database.damaged",
    other_text: "database.damaged",
    folder: "database.directory",
    newer_version: "database.newer",
    two_revisions: "database.newer",
    other_program: "database.foreign",
}
"""How a file is made unusable, and the code of the error."""
