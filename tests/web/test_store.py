"""The database: schema, concurrency, failures; on SQLite and PostgreSQL."""

import threading

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text

from ludoteca.play.results import tallies
from ludoteca.play.session import GameIsOver
from ludoteca.web.game_cache import GameCache
from ludoteca.web.games.commands import GameCommands
from ludoteca.web.games.errors import StaleGame
from ludoteca.web.games.events import EventBus
from ludoteca.web.games.new_game import GameSetup
from ludoteca.web.games.repository import GameRepository
from ludoteca.web.games.seats import Guest, digest
from ludoteca.web.store.database import CannotStore, Database
from ludoteca.web.store.results import VisitorResults
from ludoteca.web.store.schema import Base
from tests.web.postgresql import cluster

VISITOR = digest("somebody")


@pytest.fixture(scope="module")
def postgresql():
    with cluster() as server:
        yield server.url


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    url = (
        request.getfixturevalue("postgresql")
        if request.param == "postgresql"
        else f"sqlite:///{tmp_path / 'x.sqlite'}"
    )
    opened = Database(url)
    opened.migrate()
    yield opened
    opened.close()


@pytest.fixture
def commands(database):
    return GameCommands(GameRepository(database, GameCache()), EventBus())


def begin(commands, game="tic-tac-toe", **more):
    setup = GameSetup(called=game, kind="shared", first="human", second="human", first_name="Ana", **more)
    return commands.begin(setup, VISITOR, ("first", "second")).row.id


def test_the_migrations_create_the_tables_of_the_schema(database):
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    database.migrate()  # again: no change


def test_a_game_is_stored_move_by_move_and_counted_at_its_end(commands):
    game, guest = begin(commands), Guest(VISITOR)
    for number, move in enumerate(("a1", "a2", "b1", "b2", "c1")):
        commands.play(game, move, guest, number)
    table = commands.games.get(game)
    assert table.texts == ("a1", "a2", "b1", "b2", "c1")
    assert table.row.result == "first"
    with commands.games.database.reading() as session:
        found = tallies(VisitorResults(session, VISITOR), "Ana", "tic-tac-toe")
    assert sum(one.wins for one in found) >= 1
    with pytest.raises(GameIsOver):
        commands.undo(game, guest)
    assert commands.games.get(game).row.result == "first"


def test_two_windows_cannot_both_make_the_next_move(commands):
    """Ten threads play the same ply: one succeeds, the others get `StaleGame`."""
    game, guest = begin(commands), Guest(VISITOR)
    told = []

    def try_it(move):
        try:
            commands.play(game, move, guest, 0)
            told.append("made")
        except StaleGame:
            told.append("late")

    threads = [threading.Thread(target=try_it, args=(move,)) for move in ("a1", "a2", "a3", "b1", "b2") * 2]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(told) == ["late"] * 9 + ["made"]
    assert commands.games.get(game).row.plies == len(commands.games.get(game).moves) == 1


def test_a_locked_database_is_reported_and_nothing_is_half_done(tmp_path):
    database = Database(f"sqlite:///{tmp_path / 'x.sqlite'}")
    database.migrate()
    commands = GameCommands(GameRepository(database, GameCache()), EventBus())
    game = begin(commands)
    other = Database(f"sqlite:///{tmp_path / 'x.sqlite'}")
    with other.writing() as session:
        session.execute(text("update games set version = version + 1"))
        with pytest.raises(CannotStore, match="locked"):
            commands.play(game, "a1", Guest(VISITOR), 0)
    assert commands.games.get(game).row.plies == 0
    assert commands.play(game, "a1", Guest(VISITOR), 0).row.plies == 1


def test_a_folder_that_cannot_be_created_is_reported(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(CannotStore):
        Database(f"sqlite:///{tmp_path / 'file' / 'x.sqlite'}").migrate()
