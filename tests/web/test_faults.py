"""Failures of server, disk, database and workers: no accepted move is lost, and errors are reported."""

import contextlib
import os
import random
import resource
import signal
import sqlite3
import threading
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path

import httpx2
import pytest
from fastapi.testclient import TestClient

from benchmarks.web_load import children_of
from ludoteca import system
from ludoteca.messages import LANGUAGES, catalogue
from ludoteca.web.app import create_app
from ludoteca.web.settings import Settings
from ludoteca.web.store import database
from ludoteca.web.workers.jobs import answer
from ludoteca.web.workers.runner import worker_pool
from ludoteca.workshop.drafts import copy_of
from tests.waiting import wait_until
from tests.web.conftest import browser
from tests.web.serving import program, running

GAMES = 50
ENOUGH = 100
"""Moves accepted before the server is killed."""
LINE = ("a1-b2", "c1-b1", "b2-a1", "b1-c1", "c2-b2")
"""Moves of Tapatan."""


def begin(client, **wish):
    """A new game: its id, and the headers of each seat."""
    answer = client.post("/api/games", json={"game": "tapatan", "second": "human", **wish})
    assert answer.status_code == 201, answer.text
    body = answer.json()
    seats = {side: {"authorization": f"Bearer {secret}"} for side, secret in body["seats"].items()}
    return body["game"]["id"], seats


def children(pid):
    """The worker processes of a server."""
    line = "parallel.child"
    return [one for one in children_of(pid) if line in Path(f"/proc/{one}/cmdline").read_text()]


def check_told(client, ask, status, word):
    """The request fails with a message in each language, as JSON and as a page."""
    for lang in LANGUAGES:
        answer = ask({"accept-language": lang})
        assert answer.status_code == status, answer.text
        assert answer.headers["retry-after"] == "2"
        assert answer.json()["error"] == {
            "code": word,
            "message": catalogue("web").text(lang, f"error.{word}"),
        }


@pytest.fixture
def app(tmp_path, monkeypatch):
    """A server with a short database timeout."""
    monkeypatch.setattr(database, "_TIMEOUT", 0.2)
    settings = Settings(
        database=f"sqlite:///{tmp_path / 'web.sqlite'}",
        workers=1,
        waiting=2,
        hosts=("testserver",),
        limits="off",
    )
    with TestClient(create_app(settings)) as running:
        yield running


@pytest.fixture
def client(app):
    return browser(app)


# -- the server ---------------------------------------------------------------------------------------


class Crowd:
    """Clients that play many games at once and record every accepted move."""

    def __init__(self, address, number):
        self.accepted: dict[str, dict[int, str]] = defaultdict(dict)
        self.dice = random.Random(4)
        with httpx2.Client(base_url=address, timeout=120) as client:
            players = ("human", "level:1", "human", "random")
            self.games = [
                begin(client, game="tic-tackle", second=players[one % 4], seed=one) for one in range(number)
            ]

    @property
    def moves(self):
        return sum(len(found) for found in self.accepted.values())

    def play(self, address, share):
        """Play some of the games in turn, until the server is gone."""
        dice = random.Random(share)
        with httpx2.Client(base_url=address, timeout=120) as client:
            try:
                while True:
                    for game, seats in self.games[share::4]:
                        self.move(client, game, seats, dice)
            except httpx2.TransportError:
                return

    def move(self, client, game, seats, dice):
        state = client.get(f"/api/games/{game}").json()
        if state["mover"] not in seats or state["outcome"]:
            return False
        wish = {
            "move": dice.choice(client.get(f"/api/games/{game}/legal").json())["move"],
            "ply": state["ply"],
        }
        answer = client.post(f"/api/games/{game}/moves", json=wish, headers=seats[state["mover"]])
        if answer.status_code == 409:  # accepted before the server was killed, but never answered
            return False
        assert answer.status_code == 200, answer.text
        self.accepted[game][state["ply"] + 1] = wish["move"]
        return True


def test_a_killed_server_loses_no_accepted_move_and_every_game_continues(tmp_path):
    url = f"sqlite:///{tmp_path / 'web.sqlite'}"
    with program(url) as server:
        crowd = Crowd(server.address, GAMES)
        threads = [threading.Thread(target=crowd.play, args=(server.address, n)) for n in range(4)]
        for thread in threads:
            thread.start()
        wait_until(lambda: crowd.moves >= ENOUGH)
        server.kill()
        for thread in threads:
            thread.join(120)
            assert not thread.is_alive()
    with program(url) as server, httpx2.Client(base_url=server.address, timeout=120) as client:
        for game, seats in crowd.games:
            state = client.get(f"/api/games/{game}").json()
            kept = {one["number"]: one["move"] for one in state["moves"]}
            assert crowd.accepted[game].items() <= kept.items()
            assert sorted(kept) == list(range(1, state["ply"] + 1))
            if not state["outcome"]:
                wait_until(lambda: crowd.move(client, game, seats, crowd.dice))  # noqa: B023


@pytest.mark.slow
def test_many_kills_of_server_and_workers_lose_and_double_nothing(tmp_path):
    """Fifty games and the sandbox through twenty kills at random moments."""
    url, dice, crowd = f"sqlite:///{tmp_path / 'web.sqlite'}", random.Random(20), None
    statuses: set[int] = set()
    kills = {"server": 0, "worker": 0}
    while sum(kills.values()) < 20:
        with program(url, workers=2) as server:
            crowd = crowd or Crowd(server.address, GAMES)
            tasks = [partial(crowd.play, server.address, n) for n in range(4)]
            tasks.append(partial(check_rules, server.address, statuses))
            threads = [threading.Thread(target=task) for task in tasks]
            for thread in threads:
                thread.start()
            for _ in range(dice.randrange(1, 4)):
                time.sleep(dice.uniform(0.2, 2.0))
                os.kill(dice.choice(wait_until(lambda: children(server.process.pid))), signal.SIGKILL)
                kills["worker"] += 1
            time.sleep(dice.uniform(0.2, 2.0))
            server.kill()
            kills["server"] += 1
            for thread in threads:
                thread.join(120)
                assert not thread.is_alive()
    assert crowd is not None and min(kills.values()) > 4 and crowd.moves > ENOUGH
    assert statuses <= {200, 422, 503}
    with program(url) as server, httpx2.Client(base_url=server.address, timeout=120) as client:
        for game, _ in crowd.games:
            state = client.get(f"/api/games/{game}").json()
            kept = {one["number"]: one["move"] for one in state["moves"]}
            assert crowd.accepted[game].items() <= kept.items()
            assert sorted(kept) == list(range(1, state["ply"] + 1))
            place = {"game": "tic-tackle", "moves": [kept[n] for n in sorted(kept)]}
            assert client.post("/api/position", json=place).json()["position"] == state["position"]


def check_rules(address, statuses):
    """Use the sandbox until the server is gone."""
    with httpx2.Client(base_url=address, timeout=120) as client:
        try:
            for number in count():
                body = {"text": copy_of("tapatan", f"Mine {number}").text, "name": f"mine-{number}"}
                statuses.add(client.post("/api/workshop/look", json=body).status_code)
        except httpx2.TransportError:
            return


def test_workers_end_with_a_killed_server(tmp_path):
    with program(f"sqlite:///{tmp_path / 'web.sqlite'}") as server:
        with httpx2.Client(base_url=server.address, timeout=120) as client:
            begin(client, first="level:1", second="level:1")
        (child,) = wait_until(lambda: children(server.process.pid))
        server.kill()
        wait_until(lambda: not Path(f"/proc/{child}/exe").exists())


# -- disk and database --------------------------------------------------------------------------------


def test_a_full_disk_is_reported_and_the_game_continues_when_there_is_room(tmp_path):
    with (
        program(f"sqlite:///{tmp_path / 'web.sqlite'}") as server,
        httpx2.Client(base_url=server.address, timeout=120) as client,
    ):
        game, seats = begin(client)
        pid, free = server.process.pid, resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)

        def ask(headers):
            wish = {"move": "a1-b2", "ply": 0}
            return client.post(f"/api/games/{game}/moves", json=wish, headers=seats["first"] | headers)

        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, free[1]))
        check_told(client, ask, 503, "cannot-store")
        page = client.post("/start", data={"game": "tapatan"}, headers={"accept-language": "pt-BR"})
        assert page.status_code == 503
        assert catalogue("web").text("pt-BR", "error.cannot-store") in page.text
        assert client.get(f"/api/games/{game}").json()["ply"] == 0
        resource.prlimit(pid, resource.RLIMIT_FSIZE, free)
        assert ask({}).status_code == 200


def test_a_full_database_is_reported(app, client):
    game, _ = begin(client)
    engine = app.app.state.services.database.engine
    with engine.connect() as connection:
        pages = connection.exec_driver_sql("pragma page_count").scalar()
        connection.exec_driver_sql(f"pragma max_page_count = {pages}")

    def ask(headers):
        return client.post("/api/games", json={"game": "tapatan"}, headers=headers)

    wait_until(lambda: ask({}).status_code == 503)
    check_told(client, ask, 503, "cannot-store")
    assert client.get(f"/api/games/{game}").status_code == 200


def test_a_locked_database_is_reported_and_can_still_be_read(client, tmp_path):
    game, seats = begin(client)

    def ask(headers):
        return client.post(
            f"/api/games/{game}/moves", json={"move": "a1-b2"}, headers=seats["first"] | headers
        )

    other = sqlite3.connect(tmp_path / "web.sqlite", isolation_level=None)
    other.execute("begin immediate")
    check_told(client, ask, 503, "cannot-store")
    assert client.get(f"/api/games/{game}").json()["ply"] == 0
    assert client.get(f"/g/{game}").status_code == 200
    other.execute("rollback")
    other.close()
    assert ask({}).json()["ply"] == 1


def test_the_computers_move_is_requested_again_after_a_lock(client, tmp_path):
    game, seats = begin(client, second="level:1")
    with sqlite3.connect(tmp_path / "web.sqlite", isolation_level=None) as other:
        client.post(f"/api/games/{game}/moves", json={"move": "a1-b2"}, headers=seats["first"])
        other.execute("begin immediate")
        # Whether the answer came before or after the lock, the game gets its second move.
        time.sleep(0.5)
        other.execute("rollback")
    other.close()
    wait_until(lambda: client.get(f"/api/games/{game}").json()["ply"] == 2)


def test_a_review_that_cannot_be_stored_is_reported_and_can_be_retried(client, tmp_path):
    moves = ["a1", "a2", "b1", "b2", "c1"]
    answer = client.post("/api/games", json={"game": "tic-tac-toe", "second": "human", "moves": moves})
    review = f"/api/games/{answer.json()['game']['id']}/analysis"
    other = sqlite3.connect(tmp_path / "web.sqlite", isolation_level=None)
    other.execute("begin immediate")
    refused = wait_until(lambda: (found := client.get(review)).status_code != 202 and found)
    assert refused.json()["error"]["code"] == "cannot-store"
    other.execute("rollback")
    other.close()
    wait_until(lambda: client.get(review).status_code == 200)


def test_an_unwritable_folder_is_reported_before_the_server_starts(tmp_path, capsys):
    from ludoteca.cli.main import main

    (tmp_path / "file").write_text("not a folder")
    assert main(["serve", "--no-browser", "--database", f"sqlite:///{tmp_path / 'file' / 'web.sqlite'}"]) == 2
    assert "file" in capsys.readouterr().err


# -- the workers --------------------------------------------------------------------------------------


@pytest.fixture
def worker(app):
    """The id of the worker process, which is ready for jobs."""
    app.app.state.services.jobs.run({"kind": "examples", "called": "tapatan"}, 30)
    (process,) = app.app.state.services.pool.processes
    return process


def test_a_dead_worker_is_replaced_and_its_job_retried(client, worker):
    game, seats = begin(client, game="gomoku", second="engine:seconds=1")  # it takes that long
    client.post(f"/api/games/{game}/moves", json={"move": "h8"}, headers=seats["first"])
    os.kill(worker, signal.SIGKILL)
    assert wait_until(lambda: client.get(f"/api/games/{game}").json()["ply"] == 2)


def test_a_worker_that_dies_twice_is_reported_and_can_be_retried(app, client, worker):
    game, seats = begin(client, game="gomoku", second="engine:seconds=3")  # it takes that long
    first = browser(app)
    client.post(f"/api/games/{game}/moves", json={"move": "h8"}, headers=seats["first"])
    services = app.app.state.services

    def failure_after_kills():  # a worker killed before it has the job does not count
        for process in services.pool.processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        return services.ai_turns.failure(game)

    wait_until(failure_after_kills)
    for lang in LANGUAGES:
        said = catalogue("web").text(lang, "error.worker-died")
        assert said in first.get(f"/g/{game}", headers={"accept-language": lang}).text
    assert client.post(f"/api/games/{game}/think", headers=seats["first"]).status_code == 200
    wait_until(lambda: client.get(f"/api/games/{game}").json()["ply"] == 2)


@pytest.fixture
def asleep(worker):
    """Keeps the only worker busy."""
    os.kill(worker, signal.SIGSTOP)
    yield worker
    os.kill(worker, signal.SIGCONT)


def watched(client):
    """A new game between two computers: its path and its id."""
    begun = client.post(
        "/start", data={"game": "tapatan", "kind": "watch", "level": "1"}, follow_redirects=False
    )
    there = begun.headers["location"]
    return there, there.split("/")[-1]


def test_a_step_requested_during_a_search_is_played(app, client, asleep):
    """A pause discards the move of a running search; a step plays it all the same."""
    there, game = watched(client)
    ai_turns, games = app.app.state.services.ai_turns, app.app.state.services.games
    ai_turns.request_move(games.get(game))
    assert ai_turns.is_thinking(games.get(game))
    for command in ("pause", "step"):
        assert client.post(f"{there}/{command}").status_code == 200
    assert games.get(game).row.plies == 0
    os.kill(asleep, signal.SIGCONT)
    wait_until(lambda: games.get(game).row.plies == 1)
    assert not ai_turns.is_thinking(games.get(game))


def test_a_pause_discards_the_move_of_a_running_search(app, client, asleep):
    there, game = watched(client)
    ai_turns, games = app.app.state.services.ai_turns, app.app.state.services.games
    ai_turns.request_move(games.get(game))
    assert client.post(f"{there}/pause").status_code == 200
    os.kill(asleep, signal.SIGCONT)
    wait_until(lambda: not ai_turns.is_thinking(games.get(game)))
    # The answer has arrived by now, and was not played.
    app.app.state.services.jobs.run({"kind": "examples", "called": "tapatan"}, 30)
    assert games.get(game).row.plies == 0


def test_a_full_queue_is_reported_as_busy(app, client, asleep):
    games = [begin(client, second="level:1", begins="second") for _ in range(4)]
    states = [client.get(f"/api/games/{game}").json() for game, _ in games]
    assert [one["trouble"] and one["trouble"]["code"] for one in states] == [None, None, None, "busy"]
    check_told(
        client,
        lambda headers: client.post("/api/best", json={"game": "tapatan"}, headers=headers),
        503,
        "busy",
    )
    late = games[3][0]
    for lang in LANGUAGES:
        page = client.get(f"/g/{late}", headers={"accept-language": lang})
        assert catalogue("web").text(lang, "error.busy") in page.text
    os.kill(asleep, signal.SIGCONT)
    for game, _ in games:
        wait_until(lambda: client.get(f"/api/games/{game}").json()["ply"] == 1)  # noqa: B023


def test_pages_are_served_while_many_jobs_wait(tmp_path):
    settings = Settings(database=f"sqlite:///{tmp_path / 'web.sqlite'}", workers=1, waiting=100, limits="off")
    app = create_app(settings)
    with running(settings, app) as address, httpx2.Client(base_url=address, timeout=120) as client:
        question = {"game": "tapatan", "seconds": 0.01}
        client.post("/api/best", json=question)
        (process,) = app.state.services.pool.processes
        os.kill(process, signal.SIGSTOP)
        with ThreadPoolExecutor(60) as crowd:
            try:
                waiting = [crowd.submit(client.post, "/api/best", json=question) for _ in range(60)]
                wait_until(lambda: any(one.done() for one in waiting))
                # Before the blocked requests time out.
                assert client.get("/api/players", timeout=40).status_code == 200
            finally:
                os.kill(process, signal.SIGCONT)
            answers = [one.result(120) for one in waiting]
    assert {one.status_code for one in answers} == {200, 503}


# -- concurrency --------------------------------------------------------------------------------------


def test_of_many_concurrent_moves_one_is_accepted(tmp_path):
    with (
        running(
            Settings(database=f"sqlite:///{tmp_path / 'web.sqlite'}", workers=1, limits="off")
        ) as address,
        httpx2.Client(base_url=address, timeout=120) as client,
        ThreadPoolExecutor(9) as windows,
    ):
        game, seats = begin(client)
        for ply, move in enumerate(LINE):
            side = ("first", "second")[ply % 2]
            said = [
                windows.submit(
                    client.post,
                    f"/api/games/{game}/moves",
                    json={"move": move, "ply": ply},
                    headers=seats[side],
                )
                for _ in range(9)
            ]
            answers = [one.result() for one in said]
            assert sorted(one.status_code for one in answers) == [200] + [409] * 8
            assert {one.json()["error"]["code"] for one in answers if one.is_error} == {"out-of-step"}
        state = client.get(f"/api/games/{game}").json()
        assert [one["move"] for one in state["moves"]] == list(LINE)


def test_concurrent_moves_and_undos_leave_a_consistent_game(tmp_path):
    with (
        running(
            Settings(database=f"sqlite:///{tmp_path / 'web.sqlite'}", workers=1, limits="off")
        ) as address,
        httpx2.Client(base_url=address, timeout=120, headers={"sec-fetch-site": "same-origin"}) as client,
        ThreadPoolExecutor(8) as windows,
    ):
        there = client.post("/start", data={"game": "tapatan", "kind": "shared"}).headers["location"]
        commands = [("move", {"text": move}) for move in LINE] + [("undo", {}), ("redo", {})]
        said = [
            windows.submit(client.post, f"{there}/{command}", data=data) for command, data in commands * 8
        ]
        assert {one.result().status_code for one in said} <= {303, 403, 409, 422}
        state = client.get(f"/api/games/{there.split('/')[-1]}").json()
        place = {"game": "tapatan", "moves": [one["move"] for one in state["moves"]]}
        assert client.post("/api/position", json=place).json()["position"] == state["position"]
        assert [one["number"] for one in state["moves"]] == list(range(1, state["ply"] + 1))


@pytest.mark.skipif(not system.IS_POSIX, reason="without priorities in this system")
def test_workers_run_at_a_lower_priority():
    pool = worker_pool(1, 4)
    try:
        pool.submit(answer, {"kind": "examples", "called": "tapatan"}, None).result(60)
        (child,) = pool.processes
        assert os.getpriority(os.PRIO_PROCESS, child) > os.getpriority(os.PRIO_PROCESS, 0)
        group = Path(f"/proc/{child}/autogroup")
        if group.exists():
            assert group.read_text().split()[-1] == "5"
    finally:
        pool.close()
