"""Several servers on one PostgreSQL database."""

import json
import signal
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2
import psycopg
import pytest
from sqlalchemy import text

from ludoteca.web.app import create_app
from ludoteca.web.budgets import Client
from ludoteca.web.games.commands import COMPUTER
from ludoteca.web.games.errors import StaleGame
from ludoteca.web.games.seats import Guest, digest
from ludoteca.web.games.server_group import ServerGroup
from ludoteca.web.services import Services
from ludoteca.web.settings import Settings
from ludoteca.web.store.database import Database
from ludoteca.web.store.turn_leases import ExpiredTurn, SharedTurns
from tests.waiting import wait_until
from tests.web.postgresql import cluster
from tests.web.serving import program, running
from tests.web.test_faults import LINE, begin

SLOW = "engine:seconds=1"
"""A computer that thinks that long."""


@pytest.fixture(scope="module")
def postgresql():
    with cluster() as found:
        yield found.url


@pytest.fixture
def database(postgresql):
    """The database of the servers, empty."""
    found = Database(postgresql)
    found.migrate()
    with found.writing() as session:
        session.execute(text("truncate games, seats, moves, turns, budgets cascade"))
    yield found
    found.close()


@dataclass
class Member:
    """A server in a thread of this process."""

    address: str
    services: Services
    client: httpx2.Client


@contextmanager
def members(database: Database, count: int = 2) -> Iterator[list[Member]]:
    url = database.url.render_as_string(hide_password=False)
    with ExitStack() as stack:
        found = []
        for _ in range(count):
            settings = Settings(database=url, workers=1, limits="off")
            app = create_app(settings)
            address = stack.enter_context(running(settings, app))
            client = stack.enter_context(httpx2.Client(base_url=address, timeout=120))
            found.append(Member(address, app.state.services, client))
            wait_until(app.state.services.group.notifications.listening.is_set)
        yield found


def group_of(member: Member) -> ServerGroup:
    assert member.services.group is not None
    return member.services.group


@dataclass
class Watcher:
    """Reads the events of a game until the stream ends."""

    events: list[tuple[str, Any]] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)

    def read(self, response: httpx2.Response) -> None:
        kind = ""
        try:
            for line in response.iter_lines():
                if line.startswith("event: "):
                    kind = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    self.events.append((kind, json.loads(line.removeprefix("data: "))))
            self.ended.set()
        except httpx2.HTTPError:
            pass  # closed by the test

    def saw(self, *event: object) -> bool:
        return tuple(event) in list(self.events)

    @property
    def changes(self) -> list[int]:
        return [value for kind, value in list(self.events) if kind in ("hello", "changed")]


@contextmanager
def watching(address: str, game: str) -> Iterator[Watcher]:
    watcher = Watcher()
    client = httpx2.Client(base_url=address, timeout=120)
    with client, client.stream("GET", f"/api/games/{game}/events") as response:
        thread = threading.Thread(target=watcher.read, args=[response], daemon=True)
        thread.start()
        wait_until(lambda: watcher.events)
        yield watcher
        response.close()


def play(client, game, seats, move, ply):
    side = ("first", "second")[ply % 2]
    answer = client.post(f"/api/games/{game}/moves", json={"move": move, "ply": ply}, headers=seats[side])
    assert answer.status_code == 200, answer.text
    return answer.json()


# -- events -------------------------------------------------------------------------------------------


def test_every_change_is_told_once_and_in_order_on_every_server(database):
    with members(database) as (one, other):
        game, seats = begin(one.client)
        with watching(one.address, game) as here, watching(other.address, game) as there:
            first = here.changes[0]
            wanted = [first]
            for ply, move in enumerate(LINE):
                play((one, other)[ply % 2].client, game, seats, move, ply)
                wanted.append(first + ply + 1)  # a later change that comes first would stand for this one
                wait_until(lambda: here.changes[-1] == there.changes[-1] == wanted[-1])
            assert here.changes == there.changes == wanted


def test_progress_of_a_search_is_told_on_every_server(database):
    with members(database) as (one, other):
        game, seats = begin(one.client, game="gomoku", second=SLOW)
        with watching(other.address, game) as there:
            play(one.client, game, seats, "h8", 0)
            wait_until(lambda: any(kind == "thinking" for kind, _ in list(there.events)))


@pytest.fixture
def gate(monkeypatch):
    """While it is closed, listening connections cannot be opened."""
    opened, connect = threading.Event(), psycopg.connect
    opened.set()

    def gated(*args, **more):
        if not opened.is_set():
            raise psycopg.OperationalError("the gate is closed")
        return connect(*args, **more)

    monkeypatch.setattr(psycopg, "connect", gated)
    return opened


def test_watchers_catch_up_after_a_lost_connection(database, gate):
    with members(database) as (one, other):
        game, seats = begin(one.client)
        with watching(other.address, game) as there:
            first = there.changes[0]
            gate.clear()
            with database.writing() as session:
                query = "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %'"
                assert session.execute(text(query)).all() == [(True,), (True,)]
            listening = group_of(other).notifications.listening
            wait_until(lambda: not listening.is_set())
            play(one.client, game, seats, LINE[0], 0)
            assert there.changes == [first]
            gate.set()
            wait_until(lambda: there.saw("changed", first + 1))
            play(one.client, game, seats, LINE[1], 1)
            wait_until(lambda: there.saw("changed", first + 2))
            assert there.changes == [first, first + 1, first + 2]


STRANGE = (
    "hello", "", "5", "[]", "{}", '["x","changed","g"]', '["x","continue","g",3]', '["x","queue","",[1]]',
    '["x","queue","",["x",{"client":1}]]', '["x","dance","",null]', '["x","changed",[],null]',
)  # fmt: skip


def test_a_message_of_another_program_is_ignored(database):
    with members(database, 1) as (one,):
        game, seats = begin(one.client)
        with watching(one.address, game) as here:
            with database.writing() as session:
                for payload in STRANGE:
                    session.execute(text("select pg_notify('ludoteca', :one)"), {"one": payload})
            play(one.client, game, seats, LINE[0], 0)
            wait_until(lambda: len(here.changes) == 2)
            assert group_of(one).notifications.listening.is_set()


def test_two_computers_play_on_where_somebody_watches(database):
    """The first server computes a move that only the second one's visitor watches."""
    with members(database) as (one, other):
        game, seats = begin(one.client, first="random", second="random")
        one.client.patch(f"/api/games/{game}", json={"pace": 0.15}, headers=seats["first"])
        with watching(other.address, game):
            wait_until(lambda: other.client.get(f"/api/games/{game}").json()["ply"] >= 3)
            assert not one.services.events.subscribers(game)
            one.services.ai_turns.request_move(one.services.games.get(game), step=True)
            before = other.client.get(f"/api/games/{game}").json()["ply"]
            wait_until(
                lambda: (
                    (state := other.client.get(f"/api/games/{game}").json())["ply"] > before + 3
                    or state["outcome"]
                )
            )


# -- leases -------------------------------------------------------------------------------------------


def test_a_turn_has_one_server_until_its_lease_expires(database):
    one, other = SharedTurns(database, "one"), SharedTurns(database, "other")
    ana = Client("192.0.2.1", "ana")
    assert one.claim("game", 4, ana, False)
    assert one.claim("game", 4, ana, False)
    assert not other.claim("game", 4, None, False)
    assert other.take_expired(9) == []
    one.release()
    assert other.take_expired(9) == [ExpiredTurn("game", 4, False, ana)]
    assert not one.claim("game", 4, ana, False)
    one.drop("game", 4)  # it is not its own any more
    assert not one.claim("game", 4, ana, False)
    assert one.claim("game", 5, None, True), "another turn"
    one.release()
    assert other.take_expired(9) == [ExpiredTurn("game", 5, True, ana)]
    other.drop("game", 5)
    assert one.take_expired(9) == other.take_expired(9) == []


def test_a_lease_that_is_not_renewed_expires(database):
    one, other = SharedTurns(database, "one", 0.0), SharedTurns(database, "other")
    assert one.claim("game", 1, None, False)
    assert other.claim("game", 1, None, False)
    one.renew(["game"])  # too late
    assert one.take_expired(9) == []


def test_only_one_server_takes_up_an_expired_turn(database):
    dead = SharedTurns(database, "dead", 0.0)
    for number in range(40):
        assert dead.claim(f"game{number}", 1, None, False)
    living = [SharedTurns(database, f"server{number}") for number in range(4)]
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda one: [one.take_expired(7) for _ in range(8)], living))
    games = [turn.game for parts in found for part in parts for turn in part]
    assert sorted(games) == sorted({f"game{number}" for number in range(40)})


def turns(database):
    with database.reading() as session:
        return session.execute(text("select game, ply from turns order by game")).all()


def test_a_turn_is_recorded_with_the_move_that_makes_it_due(database):
    """Nobody has asked for the computer's move yet: a server that dies now does not lose it."""
    with members(database, 1) as (one,):
        game, seats = begin(one.client, second="random")
        services = one.services
        services.ai_turns.close()
        first = Guest(bearer=digest(seats["first"]["authorization"].removeprefix("Bearer ")))
        services.commands.play(game, "a1-b2", first)
        assert turns(database) == [(game, 1)]
        services.commands.undo(game, first)
        assert turns(database) == []
        services.commands.play(game, "a1-b2", first)
        services.commands.resign(game, first)
        assert turns(database) == []


def test_the_turn_of_a_deleted_game_is_dropped(database):
    with members(database, 1) as (one,):
        dead = SharedTurns(database, "dead", 0.0)
        assert dead.claim("no-such-game", 1, None, False)
        wait_until(lambda: turns(database) == [])
        assert one.client.get("/").status_code == 200


def test_one_server_computes_and_the_other_says_so(database):
    with members(database) as (one, other):
        game, seats = begin(one.client, game="gomoku", second="engine:seconds=10")
        play(one.client, game, seats, "h8", 0)
        assert one.services.ai_turns.held() == [game]
        stored = other.services.games.get(game)
        other.services.ai_turns.request_move(stored, programs=True)
        assert other.services.ai_turns.held() == []
        assert other.services.ai_turns.is_thinking(stored)


def test_a_move_for_another_position_of_the_same_ply_is_refused(database):
    """Undo and another move: the answer to the first one comes too late."""
    with members(database, 1) as (one,):
        game, seats = begin(one.client, second=SLOW, game="gomoku")
        play(one.client, game, seats, "h8", 0)
        with pytest.raises(StaleGame):
            one.services.commands.play(game, "a1", COMPUTER, 1, after=("h9",))


# -- servers that stop ----------------------------------------------------------------------------------


def moves_of(database):
    with database.reading() as session:
        found = session.execute(text("select game, number, by from moves order by game, number")).all()
    games: dict[str, list[tuple[int, str]]] = {}
    for game, number, by in found:
        games.setdefault(game, []).append((number, by))
    return games


def check_no_move_is_lost_or_doubled(database, games, plies):
    """Every game has all moves up to a ply, each once and by the side whose turn it was."""
    sides = [(number, ("first", "second")[(number - 1) % 2]) for number in range(1, plies + 1)]
    assert moves_of(database) == {game: sides for game, _ in games}
    with database.reading() as session:
        found = session.execute(text("select id, plies from games")).all()
    assert dict(found) == {game: plies for game, _ in games}


def check_that_games_survive(database, count, answered):
    """Kill one of two servers when it has answered some of the games; the other one answers the rest."""
    url = database.url.render_as_string(hide_password=False)
    with program(url) as doomed, program(url) as other:
        with httpx2.Client(base_url=doomed.address, timeout=120) as client:
            games = [begin(client, game="gomoku", second="engine:seconds=0.4") for _ in range(count)]
            for game, seats in games:
                play(client, game, seats, "h8", 0)
        wait_until(lambda: sum(len(found) == 2 for found in moves_of(database).values()) >= answered)
        assert turns(database) != []
        doomed.kill()
        # Nobody watches and nobody asks: the lease alone brings the other server to it.
        wait_until(lambda: turns(database) == [])
        check_no_move_is_lost_or_doubled(database, games, 2)
        with httpx2.Client(base_url=other.address, timeout=120) as client:
            for game, seats in games:
                free = client.get(f"/api/games/{game}/legal").json()[0]["move"]
                play(client, game, seats, free, 2)
            wait_until(lambda: turns(database) == [])
        check_no_move_is_lost_or_doubled(database, games, 4)


def test_another_server_goes_on_when_one_is_killed(database):
    check_that_games_survive(database, 6, 2)


@pytest.mark.slow
@pytest.mark.parametrize("answered", [0, 11, 29])
def test_another_server_goes_on_with_fifty_games(database, answered):
    check_that_games_survive(database, 50, answered)


def test_a_rolling_restart_loses_nothing(database):
    """Each server is stopped while its computers think; the other one takes up their turns and watchers."""
    url = database.url.render_as_string(hide_password=False)
    with ExitStack() as stack:
        old, ply = stack.enter_context(program(url)), 0
        with httpx2.Client(base_url=old.address, timeout=120) as client:
            games = [begin(client, game="gomoku", second="engine:seconds=0.4") for _ in range(4)]
        for _ in range(2):
            new = stack.enter_context(program(url))
            with (
                httpx2.Client(base_url=old.address, timeout=120) as client,
                watching(old.address, games[0][0]) as watcher,
            ):
                for game, seats in games:
                    free = client.get(f"/api/games/{game}/legal").json()[0]["move"]
                    play(client, game, seats, free, ply)
                old.process.send_signal(signal.SIGTERM)
                assert watcher.ended.wait(60), "the stream ends in good order"
            assert old.process.wait(60) in (0, -signal.SIGTERM)
            ply += 2
            wait_until(lambda: turns(database) == [])
            check_no_move_is_lost_or_doubled(database, games, ply)
            with watching(new.address, games[0][0]) as again:
                assert again.changes[0] >= watcher.changes[-1]
            old = new


def test_a_server_that_stops_leaves_no_process(database):
    url = database.url.render_as_string(hide_password=False)
    with program(url, workers=2) as server:
        with httpx2.Client(base_url=server.address, timeout=120) as client:
            game, seats = begin(client, game="gomoku", second="engine:seconds=10")
            play(client, game, seats, "h8", 0)
        server.process.send_signal(signal.SIGINT)
        server.process.wait(60)
    listed = subprocess.run(["ps", "-eo", "ppid="], capture_output=True, text=True, check=True).stdout
    assert str(server.process.pid) not in listed.split()
    assert turns(database) == [(game, 1)], "for the next server"
