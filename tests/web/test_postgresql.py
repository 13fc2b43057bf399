"""PostgreSQL: the same schema and commands, and several servers at once."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx2
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect, text

from ludoteca.messages import LANGUAGES, catalogue
from ludoteca.web.settings import Settings
from ludoteca.web.store.database import CannotStore, Database, UnstorableValue
from ludoteca.web.store.schema import Base, GameRow
from tests.waiting import wait_until
from tests.web.postgresql import cluster
from tests.web.serving import running
from tests.web.test_faults import LINE, begin


@pytest.fixture(scope="module")
def server():
    with cluster() as found:
        yield found


@pytest.fixture(scope="module")
def postgresql(server):
    return server.url


@pytest.fixture(scope="module")
def settings(postgresql):
    return Settings(database=postgresql, workers=1, hosts=("testserver",))


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request, tmp_path):
    """An empty database."""
    if request.param == "sqlite":
        database = Database(f"sqlite:///{tmp_path / 'web.sqlite'}")
    else:
        server = Database(request.getfixturevalue("postgresql"))
        with server.engine.connect() as connection:
            connection = connection.execution_options(isolation_level="AUTOCOMMIT")
            connection.execute(text("drop database if exists fresh"))
            connection.execute(text("create database fresh"))
        server.close()
        database = Database(request.getfixturevalue("postgresql").replace("/postgres", "/fresh"))
    yield database
    database.close()


def test_the_migrations_create_exactly_the_tables_of_the_schema(empty):
    empty.migrate()
    empty.migrate()
    with empty.engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) == {*Base.metadata.tables, "alembic_version"}
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


def test_servers_that_start_together_can_all_migrate(empty):
    with ThreadPoolExecutor(4) as threads:
        others = [Database(empty.url.render_as_string(hide_password=False)) for _ in range(4)]
        for one in [threads.submit(other.migrate) for other in others]:
            one.result(60)
        for other in others:
            other.close()


def test_concurrent_connections_to_a_new_file_retry(tmp_path):
    """SQLite fails to change the journal mode while another connection does: so it is retried."""
    for number in range(12):
        others = [Database(f"sqlite:///{tmp_path / str(number)}.sqlite") for _ in range(8)]
        with ThreadPoolExecutor(8) as threads:
            for one in [threads.submit(other.migrate) for other in others]:
                one.result(60)
        for other in others:
            other.close()


def test_a_game_is_stored_finished_and_counted(client):
    answer = client.post("/start", data={"game": "tic-tac-toe", "kind": "shared"}, follow_redirects=False)
    there = answer.headers["location"]
    for ply, move in enumerate(("a1", "a2", "b1", "b2", "c1")):
        answer = client.post(f"{there}/move", data={"text": move, "ply": str(ply)})
        assert answer.status_code == 200
    state = client.get(f"/api/games/{there.rsplit('/', 1)[-1]}").json()
    assert state["outcome"] == {"winner": "first", "reason": "align"}
    assert {(one["side"], one["wins"], one["losses"]) for one in client.get("/api/results").json()} == {
        ("first", 1, 0),
        ("second", 0, 1),
    }
    assert client.get("/mine").status_code == 200


def test_the_computer_answers(client):
    game, seats = begin(client, second="level:1", seed=3)
    client.post(f"/api/games/{game}/moves", json={"move": "a1-b2"}, headers=seats["first"])
    wait_until(lambda: client.get(f"/api/games/{game}").json()["ply"] == 2)


def test_undo_and_redo(client):
    there = client.post("/start", data={"game": "tapatan", "kind": "shared"}, follow_redirects=False)
    there = there.headers["location"]
    for command, data in (("move", {"text": "a1-b2"}), ("undo", {}), ("redo", {})):
        assert client.post(f"{there}/{command}", data=data).status_code == 200
    assert client.get(f"/api/games/{there.rsplit('/', 1)[-1]}").json()["ply"] == 1


@pytest.mark.parametrize("path", ["/g/%00", "/api/games/%00", "/api/games/a%00b/legal", "/workshop/%00"])
def test_an_id_that_no_database_can_store_is_not_found(client, path):
    assert client.get(path).status_code == 404


def test_two_servers_share_a_game_and_only_one_move_counts(postgresql):
    settings = Settings(database=postgresql, workers=1)
    with ExitStack() as stack:
        servers = [stack.enter_context(running(settings)) for _ in range(2)]
        clients = [stack.enter_context(httpx2.Client(base_url=one, timeout=120)) for one in servers]
        threads = stack.enter_context(ThreadPoolExecutor(6))
        game, seats = begin(clients[0])
        for ply, move in enumerate(LINE):
            wish, seat = {"move": move, "ply": ply}, seats[("first", "second")[ply % 2]]
            said = [
                threads.submit(clients[n % 2].post, f"/api/games/{game}/moves", json=wish, headers=seat)
                for n in range(6)
            ]
            assert sorted(one.result().status_code for one in said) == [200] + [409] * 5
        states = [client.get(f"/api/games/{game}").json() for client in clients]
        assert [one["move"] for one in states[1]["moves"]] == list(LINE)
        assert states[0] == states[1]


def test_a_lost_database_is_reported_and_reconnected(server, client):
    game, seats = begin(client)
    server.stop()
    try:
        for lang in LANGUAGES:
            answer = client.get(f"/api/games/{game}", headers={"accept-language": lang})
            assert answer.status_code == 503
            assert answer.json()["error"]["message"] == catalogue("web").text(lang, "error.cannot-store")
        with pytest.raises(CannotStore):
            Database(server.url).migrate()
    finally:
        server.start()
    answer = client.post(f"/api/games/{game}/moves", json={"move": "a1-b2"}, headers=seats["first"])
    assert answer.json()["ply"] == 1


def test_an_unstorable_value_is_not_reported_as_a_database_failure(app):
    with pytest.raises(UnstorableValue), app.app.state.services.database.reading() as session:
        session.get(GameRow, "\0")
