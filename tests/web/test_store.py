"""The database: migrations, two windows at once, and a real PostgreSQL."""

import os
import shutil
import socket
import subprocess
import threading
import time
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text

from ludoteca.web.store.database import CannotStore, Database
from ludoteca.web.store.results import tallies
from ludoteca.web.store.schema import Base
from ludoteca.web.tables.desk import Desk
from ludoteca.web.tables.news import News
from ludoteca.web.tables.opening import Opened
from ludoteca.web.tables.orders import Order
from ludoteca.web.tables.refusals import OutOfStep
from ludoteca.web.tables.seats import Guest, digest

VISITOR = digest("somebody")


def postgres_folder() -> Path | None:
    """Where PostgreSQL's programs are."""
    found = shutil.which("initdb")
    places = [Path(found).parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return next((place for place in reversed(places) if (place / "initdb").exists()), None)


@pytest.fixture(scope="module")
def postgresql(tmp_path_factory):
    """A server of our own, on a socket in a temporary folder, gone afterwards."""
    programs = postgres_folder()
    if programs is None:
        pytest.skip(
            "no PostgreSQL here: install it with 'apt-get install postgresql', or run make test as root"
        )
    folder = tmp_path_factory.mktemp("postgresql")
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    if is_root:  # PostgreSQL refuses to run as root
        shutil.chown(folder, "postgres", "postgres")
        for parent in folder.parents:
            if parent.is_relative_to(Path(folder.anchor) / "tmp") and parent != Path(folder.anchor) / "tmp":
                parent.chmod(0o755)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if is_root else []
    data = folder / "data"
    subprocess.run(
        [*user, programs / "initdb", "-D", data, "-U", "ludoteca", "--auth=trust", "-E", "UTF8"],
        check=True, capture_output=True,
    )  # fmt: skip
    server = subprocess.Popen(
        [*user, programs / "postgres", "-D", data, "-p", str(port), "-k", folder,
         "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    url = f"postgresql://ludoteca@127.0.0.1:{port}/postgres"
    try:
        for _ in range(900):
            first = Database(url)
            try:
                first.bring_up_to_date()
                break
            except CannotStore:
                time.sleep(0.1)
            finally:
                first.close()
        yield url
    finally:
        server.terminate()
        server.wait(20)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    url = (
        request.getfixturevalue("postgresql")
        if request.param == "postgresql"
        else f"sqlite:///{tmp_path / 'x.sqlite'}"
    )
    opened = Database(url)
    opened.bring_up_to_date()
    yield opened
    opened.close()


@pytest.fixture
def desk(database):
    return Desk(database, Opened(), News())


def begin(desk, game="tic-tac-toe", **more):
    order = Order(called=game, kind="shared", first="human", second="human", first_name="Ana", **more)
    return desk.begin(order, VISITOR, ("first", "second")).row.id


def test_the_migrations_make_the_tables_as_they_are_described(database):
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    database.bring_up_to_date()  # once more changes nothing


def test_a_game_is_kept_move_by_move_and_counted_at_its_end(desk):
    game, guest = begin(desk), Guest(VISITOR)
    for number, move in enumerate(("a1", "a2", "b1", "b2", "c1")):
        desk.play(game, move, guest, number)
    table = desk.table(game)
    assert table.texts == ("a1", "a2", "b1", "b2", "c1")
    assert table.row.result == "first"
    with desk.database.reading() as session:
        found = [
            one for one in tallies(session, VISITOR) if one.called == "tic-tac-toe" and one.player == "Ana"
        ]
    assert sum(one.wins for one in found) >= 1
    assert desk.undo(game, guest).row.result is None
    assert desk.redo(game, guest).row.result == "first"


def test_two_windows_cannot_both_make_the_next_move(desk):
    """Ten threads try the same ply: one gets it, the others are told, and nothing is lost or doubled."""
    game, guest = begin(desk), Guest(VISITOR)
    told = []

    def try_it(move):
        try:
            desk.play(game, move, guest, 0)
            told.append("made")
        except OutOfStep:
            told.append("late")

    threads = [threading.Thread(target=try_it, args=(move,)) for move in ("a1", "a2", "a3", "b1", "b2") * 2]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(told) == ["late"] * 9 + ["made"]
    assert desk.table(game).row.plies == len(desk.table(game).moves) == 1


def test_a_locked_database_is_told_and_nothing_is_half_done(tmp_path):
    database = Database(f"sqlite:///{tmp_path / 'x.sqlite'}")
    database.bring_up_to_date()
    desk = Desk(database, Opened(), News())
    game = begin(desk)
    other = Database(f"sqlite:///{tmp_path / 'x.sqlite'}")
    with other.writing() as session:
        session.execute(text("update games set version = version + 1"))
        with pytest.raises(CannotStore, match="locked"):
            desk.play(game, "a1", Guest(VISITOR), 0)
    assert desk.table(game).row.plies == 0
    assert desk.play(game, "a1", Guest(VISITOR), 0).row.plies == 1


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(CannotStore):
        Database(f"sqlite:///{tmp_path / 'file' / 'x.sqlite'}").bring_up_to_date()
