"""Migration of databases of revisions 0002 to 0004, as those versions of the server wrote them."""

import sqlite3
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, Table, create_engine, delete, inspect, select, text

from ludoteca.games import SIDES, Outcome
from ludoteca.play.clock import Clock
from ludoteca.play.results import Tally, tallies
from ludoteca.play.session import Offer, Seat
from ludoteca.web.game_cache import GameCache
from ludoteca.web.games.commands import GameCommands
from ludoteca.web.games.events import EventBus
from ludoteca.web.games.repository import GameRepository
from ludoteca.web.games.seats import Guest, digest
from ludoteca.web.games.steady_clock import SteadyClock
from ludoteca.web.players import name_of
from ludoteca.web.store.database import MIGRATIONS, Database
from ludoteca.web.store.puzzles import record_solved
from ludoteca.web.store.results import VisitorResults
from ludoteca.web.store.schema import (
    Base,
    BudgetRow,
    ClassRow,
    ClassTournamentRow,
    EntrantRow,
    ExperimentRow,
    MemberRow,
    ResultRow,
    SharedAnalysisRow,
    TaskRow,
    TournamentGameRow,
    TournamentRow,
    TurnRow,
    now,
)
from tests.web.postgresql import cluster

DATA = Path(__file__).parent / "data"
ANA, BIA = digest("ana"), digest("bia")


@pytest.fixture(scope="module")
def old(tmp_path_factory):
    """The old database, as SQLite holds it."""
    return from_dump("0002", tmp_path_factory.mktemp("old"))


def from_dump(revision: str, folder: Path) -> Path:
    file = folder / "old.sqlite"
    with sqlite3.connect(file) as connection:
        connection.executescript((DATA / f"database_{revision}.sql").read_text("utf-8"))
    return file


@pytest.fixture(scope="module")
def postgresql():
    with cluster() as server:
        yield server.url


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path, old):
    """The old database, not yet migrated."""
    if request.param == "sqlite":
        file = tmp_path / "web.sqlite"
        file.write_bytes(old.read_bytes())
        found = Database(f"sqlite:///{file}")
    else:
        found = Database(request.getfixturevalue("postgresql"))
        with found.engine.begin() as connection:
            connection.execute(text("drop schema public cascade"))
            connection.execute(text("create schema public"))
        migrate(found, "0002")
        copy_rows(old, found)
    yield found
    found.close()


def migrate(database: Database, revision: str, step=command.upgrade) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with database.engine.execution_options(ludoteca_writes=True).begin() as connection:
        config.attributes["connection"] = connection
        step(config, revision)


def copy_rows(source: Path, target: Database) -> None:
    origin = create_engine(f"sqlite:///{source}")
    with origin.connect() as reading, target.engine.begin() as writing:
        for name in ("games", "moves", "results", "analyses", "visitors", "drafts"):
            table = Table(name, MetaData(), autoload_with=target.engine)
            writing.execute(table.insert(), [dict(row._mapping) for row in reading.execute(select(table))])
    origin.dispose()


def rows(database: Database) -> dict[str, list[tuple[object, ...]]]:
    """Everything that a database holds."""
    with database.engine.connect() as connection:
        found = {}
        for name in sorted(set(inspect(connection).get_table_names()) - {"alembic_version"}):
            table = Table(name, MetaData(), autoload_with=connection)
            columns = sorted(table.columns, key=lambda column: column.name)
            found[name] = sorted(map(tuple, connection.execute(select(*columns))), key=str)
        return found


def test_every_game_has_its_seats_moves_offer_and_clock(database):
    database.migrate()
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    then = SteadyClock(lambda: 1_790_000_013.0)
    games = GameRepository(database, GameCache(), then)
    finished, hinted, waiting, timed, resigned, watched, branch, program, trial = (
        games.get(f"game{number:02}") for number in range(9)
    )
    assert finished.texts == ("a1", "a2", "b1", "b2", "c1")
    assert finished.outcome == Outcome("first", "align")
    assert finished.session.seats == {"first": Seat("human", "Ana"), "second": Seat("human", "Bia")}
    assert (hinted.texts, hinted.session.undone) == (("a1-b1", "c1-b2"), ("b1-c1",))
    assert (hinted.row.hinted, hinted.row.seed, hinted.player("second")) == (True, 7, "level:8")
    assert games.search_log(hinted)[1]["thinking"]["nodes"] == 64
    assert waiting.is_open and Guest(bearer=digest("secret-0")).sides(waiting.row) == ("second",)
    assert waiting.session.clock == Clock({"first": 300.0, "second": 300.0}, 2.0)
    assert (timed.session.offer, timed.session.asks_for_undo) == (Offer("draw", "first"), True)
    assert timed.session.clock == Clock({"first": 53.5, "second": 56.0}, 1.0, 1_790_000_012.5)
    assert [Guest(one).sides(timed.row) for one in (ANA, BIA)] == [("first",), ("second",)]
    assert resigned.outcome == Outcome("first", "resignation")
    assert (watched.session.paused, watched.row.pace, watched.people) == (True, 0.15, ())
    assert (branch.row.parent, branch.row.parent_ply, branch.texts) == ("game00", 2, ("a1", "a2"))
    assert Guest(bearer=digest("secret-3")).sides(program.row) == ("second",)
    assert trial.row.file is not None and trial.row.based_on == "tapatan"


def test_visitors_find_their_games_and_results(database):
    database.migrate()
    games = GameRepository(database, GameCache())
    mine = {visitor: {one.id for one in games.games_of(visitor)} for visitor in (ANA, BIA)}
    assert mine[ANA] == {"game00", "game01", "game02", "game03", "game05", "game08"}
    assert mine[BIA] == {"game03", "game04", "game06"}
    with database.reading() as session:
        assert tallies(VisitorResults(session, ANA)) == [
            Tally("Ana", "tic-tac-toe", "first", 1, 0, 0),
            Tally("Bia", "tic-tac-toe", "second", 0, 0, 1),
        ]


def test_games_continue_after_the_migration(database):
    database.migrate()
    commands = GameCommands(GameRepository(database, GameCache()), EventBus(), lambda: 1_790_000_020.0)
    assert commands.answer("game03", Guest(BIA), True, 0).row.result == "draw"
    assert commands.redo("game01", Guest(ANA)).session.plies == 3
    assert commands.sit_down("game02", "secret-0", BIA, "Bia") == "second"
    assert commands.play("game02", "a1", Guest(ANA)).session.seats["second"].name == "Bia"


def test_a_downgrade_restores_every_row(database):
    before = rows(database)
    database.migrate()
    migrate(database, "0002", command.downgrade)
    assert rows(database) == before


def test_from_revision_0003_results_outlive_their_game(database):
    """Only the foreign key of `results` goes: every row stays, and the cascade to the other tables."""
    migrate(database, "0003")
    before = rows(database)
    with database.engine.connect() as connection:
        assert [one["referred_table"] for one in inspect(connection).get_foreign_keys("results")] == ["games"]
    migrate(database, "0004")
    assert rows(database) == before
    with database.writing() as session:
        session.execute(text("delete from games"))
    after = rows(database)
    assert after["results"] == before["results"] != []
    assert after["drafts"] == before["drafts"] != []
    assert [after[name] for name in ("games", "seats", "moves", "analyses")] == [[], [], [], []]


def test_a_downgrade_to_0003_drops_only_results_without_their_game(database):
    migrate(database, "0004")
    with database.writing() as session:
        session.execute(text("delete from games where id = 'game00'"))
    before = rows(database)
    migrate(database, "0003", command.downgrade)
    after = rows(database)
    assert {name: after[name] for name in before if name != "results"} == {
        name: before[name] for name in before if name != "results"
    }
    assert len(after["results"]) < len(before["results"])
    with database.writing() as session:
        session.execute(text("delete from games"))
    assert rows(database)["results"] == []


def test_levels_stay_the_same_animals(tmp_path):
    """Until 0004, `level:2` was the second level of a game: Quati, the third of all, in Tic-Tac-Toe."""
    database = Database(f"sqlite:///{from_dump('0004', tmp_path)}")
    before = rows(database)
    database.migrate()
    games = GameRepository(database, GameCache())
    opponents = {
        one.id: (one.player(side), name_of(one.player(side), one.game))
        for one in games.games_of(ANA)
        for side in SIDES
        if one.player(side).startswith("level")
    }
    assert opponents == {
        "game00": ("level:6", "Jaguatirica"),
        "game01": ("level:3", "Quati"),
        "game02": ("level:4", "Coruja"),
        "game03": ("level:3", "Quati"),  # a variant without calibrated levels
        "game04": ("level:5", "Graxaim"),
        "game05": ("level:2", "Tatu"),  # own rules
        "game06": ("level:3", "Quati"),
    }
    with database.reading() as session:
        found = {row.game: row.opponent for row in session.scalars(select(ResultRow))}
    assert found == {"game01": "level:3", "game99": "level:8"}
    commands = GameCommands(games, EventBus())
    assert commands.play("game02", games.get("game02").position.legal_moves[0].text, Guest(ANA)).texts
    migrate(database, "0004", command.downgrade)
    assert rows(database)["results"] == before["results"]
    database.close()


def test_revision_0009_adds_tournaments_and_changes_nothing_else(database):
    migrate(database, "0008")
    before = rows(database)
    migrate(database, "0009")
    assert rows(database) == before | {"tournaments": [], "entrants": [], "tournament_games": []}
    with database.writing() as session:
        session.add(
            TournamentRow(
                id="cup",
                owner=ANA,
                title="",
                called="hex",
                rules="r",
                format="swiss",
                games=2,
                seed=1,
                state="running",
            )
        )
        session.flush()
        session.add(EntrantRow(tournament="cup", number=0, player="human", owner=ANA))
        session.add(TournamentGameRow(tournament="cup", key="1.1.2.1", game="game01", points=0.5))
    with database.writing() as session:
        session.execute(delete(TournamentRow))
    assert rows(database)["entrants"] == rows(database)["tournament_games"] == []
    migrate(database, "0008", command.downgrade)
    assert rows(database) == before


def test_revision_0011_adds_experiments_and_changes_nothing_else(database):
    earlier = str(ScriptDirectory(str(MIGRATIONS)).get_revision("0011").down_revision)
    migrate(database, earlier)
    before = rows(database)
    migrate(database, "0011")
    assert rows(database) == before | {"experiments": []}
    with database.writing() as session:
        session.add(ExperimentRow(id="run", owner=ANA, name="hex-speed", state="complete"))
    migrate(database, earlier, command.downgrade)
    assert rows(database) == before


def test_revision_0007_adds_stored_analyses_and_changes_nothing_else(database):
    migrate(database, "0006")
    before = rows(database)
    migrate(database, "0007")
    assert rows(database) == before | {"shared_analyses": []}
    with database.writing() as session:
        session.add(SharedAnalysisRow(id="one", owner=ANA, text="x"))
    migrate(database, "0006", command.downgrade)
    assert rows(database) == before


def test_revision_0006_adds_the_puzzles_of_visitors_and_removes_them(database):
    migrate(database, "0005")
    before = rows(database)
    migrate(database, "0006")
    assert rows(database) == {**before, "puzzles": []}
    with database.writing() as session:
        record_solved(session, ANA, "dodgem", "0123456789abcdef", 1_790_000_000.0, "2026-09-21")
    migrate(database, "0005", command.downgrade)
    assert rows(database) == before


def test_revision_0008_adds_tables_that_coordinate_servers_and_changes_nothing_else(database):
    migrate(database, "0007")
    before = rows(database)
    migrate(database, "0008")
    assert rows(database) == before | {"turns": [], "budgets": []}
    with database.writing() as session:
        session.add(TurnRow(game="game00", ply=1, server="one", expires=now(), step=False))
        session.add(BudgetRow(owner="x", resource="requests", level=1.0, since=now()))
    if not database.is_sqlite:
        with database.reading() as session:
            kinds = session.execute(text("select relname, relpersistence from pg_class")).all()
        assert {("budgets", "u"), ("turns", "p")} <= {(name, kind) for name, kind in kinds}
    migrate(database, "0007", command.downgrade)
    assert rows(database) == before


def test_revision_0010_adds_classes_and_changes_nothing_else(database):
    migrate(database, "0009")
    before = rows(database)
    migrate(database, "0010")
    new = ("classes", "class_members", "class_tasks", "class_tournaments", "class_exercises")
    assert rows(database) == before | {name: [] for name in new}
    with database.writing() as session:
        session.add(ClassRow(id="class", code="BCDFGH", title="", expires=now()))
        session.flush()
        session.add(MemberRow(classroom="class", number=0, visitor=ANA, role="teacher"))
        session.add(TaskRow(classroom="class", number=1, kind="puzzles", times=5))
        session.add(ClassTournamentRow(classroom="class", tournament="cup"))
    with database.writing() as session:
        session.execute(delete(ClassRow))
    assert {name: rows(database)[name] for name in new} == {name: [] for name in new}
    migrate(database, "0009", command.downgrade)
    assert rows(database) == before
