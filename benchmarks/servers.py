"""Two servers on one PostgreSQL: how soon a move is shown by the other one, and what sharing costs.

python -m benchmarks.servers [--moves N]

Needs PostgreSQL and Chromium. The times include what a loaded machine adds: run it alone.
"""

from __future__ import annotations

import argparse
import json
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx2
from playwright.sync_api import sync_playwright
from sqlalchemy import event

from ludoteca.web.budgets import PROFILES, REQUESTS, Budgets, Client, LocalBudgets
from ludoteca.web.game_cache import GameCache
from ludoteca.web.games.commands import GameCommands
from ludoteca.web.games.events import EventBus
from ludoteca.web.games.new_game import GameSetup
from ludoteca.web.games.repository import GameRepository
from ludoteca.web.games.seats import Guest, digest
from ludoteca.web.games.server_group import ServerGroup
from ludoteca.web.store.database import Database
from ludoteca.web.store.shared_budgets import SharedBudgets
from tests.web.browser.conftest import browser_path
from tests.web.postgresql import cluster
from tests.web.serving import program

LINE = ("a1-b2", "c1-b1", "b2-a1", "b1-c1")
"""Moves of Tapatan that repeat the position."""
VISITOR = digest("benchmark")
_SHOWN = """version => new Promise(done => {
  const look = () => Number(document.querySelector("[data-version]").dataset.version) >= version
    ? done() : setTimeout(look, 2);
  look();
})"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--moves", type=int, default=40)
    asked = parser.parse_args()
    with cluster() as found:
        database = Database(found.url)
        database.migrate()
        with ExitStack() as stack:
            one, other = (stack.enter_context(program(found.url)).address for _ in range(2))
            _show("event on the other server", _event_times(one, other, asked.moves))
            _show("shown by a browser on the other server", _browser_times(one, other, asked.moves))
        _budget_costs(database)
        _move_costs(database)
        database.close()


def _show(what: str, seconds: list[float]) -> None:
    print(f"{what}: median {1000 * statistics.median(seconds):.0f} ms, longest {1000 * max(seconds):.0f} ms")


# -- how soon a move is shown -----------------------------------------------------------------------------


def _games(client: httpx2.Client, moves: int) -> Iterator[tuple[str, Callable[[], int]]]:
    """Games, each with a function that makes its next move and returns the version after it."""
    for _ in range(0, moves, len(LINE)):
        answer = client.post("/api/games", json={"game": "tapatan", "second": "human"}).json()
        game, line = answer["game"]["id"], iter(enumerate(LINE))

        def play(game: str = game, seats: dict[str, str] = answer["seats"], line: Any = line) -> int:
            ply, move = next(line)
            headers = {"authorization": f"Bearer {seats[('first', 'second')[ply % 2]]}"}
            sent = client.post(f"/api/games/{game}/moves", json={"move": move}, headers=headers)
            return int(sent.json()["version"])

        yield game, play


def _event_times(one: str, other: str, moves: int) -> list[float]:
    found = []
    with httpx2.Client(base_url=one) as client, httpx2.Client(base_url=other, timeout=60) as watcher:
        for game, play in _games(client, moves):
            with watcher.stream("GET", f"/api/games/{game}/events") as stream:
                lines = (json.loads(line[6:]) for line in stream.iter_lines() if line.startswith("data: "))
                next(lines)
                for _ in LINE:
                    start = time.perf_counter()
                    threading.Thread(target=play).start()
                    next(lines)
                    found.append(time.perf_counter() - start)
    return found


def _browser_times(one: str, other: str, moves: int) -> list[float]:
    found = []
    with sync_playwright() as tool, httpx2.Client(base_url=one) as client:
        browser = tool.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        page = browser.new_page()
        for game, play in _games(client, moves):
            page.goto(f"{other}/g/{game}?anim=0")
            page.wait_for_timeout(300)
            for _ in LINE:
                start = time.perf_counter()
                page.evaluate(_SHOWN, play())
                found.append(time.perf_counter() - start)
        browser.close()
    return found


# -- what sharing costs -----------------------------------------------------------------------------------


def _budget_costs(database: Database, requests: int = 2000) -> None:
    """The time to charge a request, with clients that send up to fifty requests each."""
    profile = PROFILES["school"]
    shared = SharedBudgets(profile, database)
    queries = 0

    def count(*_: Any) -> None:
        nonlocal queries
        queries += 1

    event.listen(shared._engine, "before_cursor_execute", count)
    for name, budgets in (("one process", LocalBudgets(profile)), ("shared", shared)):
        micro = 1e6 * _charging_seconds(budgets, requests) / requests
        print(f"charging a request, {name}: {micro:.0f} µs")
    print(f"queries for {requests} requests: {queries}")
    shared.close()


def _charging_seconds(budgets: Budgets, requests: int) -> float:
    start = time.perf_counter()
    for number in range(requests):
        visitor = f"visitor{number // 50}"
        budgets.spend(budgets.client(f"192.0.2.{number // 500}", visitor), REQUESTS)
        budgets.spend(Client("192.0.2.1", visitor), REQUESTS)
    return (time.perf_counter() - start) / 2


@contextmanager
def _commands(database: Database, shared: bool) -> Iterator[GameCommands]:
    events = EventBus()
    group = ServerGroup(database, events) if shared else None
    games = GameRepository(database, GameCache(), turns=group.leases if group else None)
    yield GameCommands(games, events)


def _move_costs(database: Database, moves: int = 400) -> None:
    """The median time of the transaction of a move, with and without its message and the record of a turn."""
    for name, second in (("between people", "human"), ("against a computer", "random")):
        times: dict[bool, list[float]] = {False: [], True: []}
        for _ in range(0, moves, len(LINE)):
            for shared, found in times.items():
                with _commands(database, shared) as commands:
                    found += _move_times(commands, second)
        alone, together = (1000 * statistics.median(times[shared]) for shared in (False, True))
        print(f"a move {name}: {alone:.2f} ms alone, {together:.2f} ms with its message and lease")


def _move_times(commands: GameCommands, second: str) -> list[float]:
    found, guest = [], Guest(VISITOR)
    setup = GameSetup(called="tapatan", kind="shared" if second == "human" else "computer", second=second)
    game = commands.begin(setup, VISITOR, ("first", "second")).row.id
    for move in LINE if second == "human" else LINE[:1] * len(LINE):
        start = time.perf_counter()
        commands.play(game, move, guest)
        found.append(time.perf_counter() - start)
        if second != "human":
            commands.undo(game, guest)
    return found


if __name__ == "__main__":
    main()
