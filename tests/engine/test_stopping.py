"""Every engine can be stopped, and returns its best move so far."""

import threading
from collections.abc import Callable

import pytest

from ludoteca.engine import Engine, Limits, MctsEngine, SearchResult
from ludoteca.games import Game, load
from tests.waiting import wait_until

ENGINES: dict[str, Callable[[Game], Engine | MctsEngine]] = {
    "search": Engine,
    "three threads": lambda game: Engine(game, threads=3),
    "random games": MctsEngine,
}


@pytest.mark.parametrize("kind", ENGINES)
def test_a_search_can_be_stopped_from_another_thread(kind: str):
    game = load("gomoku")
    engine = ENGINES[kind](game)
    found: list[SearchResult] = []
    endless = Limits(nodes=10**12)
    other = threading.Thread(target=lambda: found.append(engine.best(game.start(), endless)), daemon=True)
    other.start()

    def is_stopped() -> bool:
        engine.stop()  # to be told so before it has begun changes nothing: hence again and again
        return not other.is_alive()

    wait_until(is_stopped)
    assert found[0].move in game.start().legal_moves
