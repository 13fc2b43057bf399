"""Parallel search: threads find what one thread finds, and the first to finish a depth gives its result."""

import pytest

from ludoteca.engine import Draw, Engine, Limits, Loss, Win
from ludoteca.games import load
from ludoteca.kernel import Iteration, Searcher
from tests.waiting import wait_until
from tests.walking import walked


@pytest.mark.parametrize(
    "name", ["tic-tac-toe", "connect-four:width=5,height=4", "rastros:size=5", "hex:size=4"]
)
def test_threads_change_no_proved_value(name: str):
    game = load(name)
    alone = Engine(game, 16).best(game.start(), Limits(depth=60)).score
    together = Engine(game, 16, threads=3).best(game.start(), Limits(depth=60)).score
    assert type(alone) is type(together)
    assert isinstance(alone, Win | Draw | Loss)


@pytest.mark.parametrize(
    "name", ["tic-tackle", "kalah", "pentago", "hex:size=7", "amazons/6x6", "breakthrough"]
)
def test_the_principal_variation_of_threads_is_legal(name: str):
    game = load(name)
    best = Engine(game, 16, threads=4).best(game.start(), Limits(depth=4))
    assert best.depth == 4
    assert best.continuation[0] == best.move
    position = game.start()
    for move in best.continuation:
        assert move in position.legal_moves
        position = position.play(move)


@pytest.mark.parametrize(
    "name",
    [
        "connect-four:width=5,height=4",
        "hex:size=5",
        "rastros:size=5",
        "tapatan",
        "dodgem",
        "amazons/alquerque-5x5",
    ],
)
def test_threads_never_contradict_a_proof_of_one_thread(name: str):
    game = load(name)
    both_proved = 0
    for seed in range(6):
        position = walked(game, 8 + seed % 3, seed)
        alone, together = (
            Engine(game, 4, threads=threads).best(position, Limits(nodes=60_000)).score for threads in (1, 4)
        )
        if isinstance(alone, Win | Draw | Loss) and isinstance(together, Win | Draw | Loss):
            both_proved += 1
            assert type(alone) is type(together)
    assert both_proved


class _Blocked:
    """A searcher whose depth never ends unless it is stopped."""

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher
        self.stopped = 0
        self._is_stopped = False

    def stop(self) -> None:
        self._is_stopped = True
        self._searcher.stop()

    def resume(self) -> None:
        self._is_stopped = False
        self._searcher.resume()

    def search(self, depth: int) -> None:
        wait_until(lambda: self._is_stopped)
        self.stopped += 1

    def __getattr__(self, name: str) -> object:
        return getattr(self._searcher, name)


@pytest.mark.parametrize("which", ["first", "second"])
def test_the_first_thread_to_finish_gives_the_result(which: str):
    game = load("tic-tackle")
    engine = Engine(game, 1, threads=2)
    threads = engine._threads
    blocked = _Blocked(threads.main if which == "first" else threads._helpers[0])
    if which == "first":
        threads.main = blocked  # type: ignore[assignment]
    else:
        threads._helpers = [blocked]  # type: ignore[list-item]
    best = engine.best(game.start(), Limits(depth=3))
    assert best.depth == 3
    assert blocked.stopped == 3


class _Interrupted(_Blocked):
    """A searcher whose depth ends in an exception."""

    def search(self, depth: int) -> None:
        raise KeyboardInterrupt


def test_helpers_stop_when_the_main_thread_is_interrupted():
    game = load("tic-tackle")
    engine = Engine(game, 1, threads=2)
    threads = engine._threads
    threads.main = _Interrupted(threads.main)  # type: ignore[assignment]
    blocked = _Blocked(threads._helpers[0])
    threads._helpers = [blocked]  # type: ignore[list-item]
    with pytest.raises(KeyboardInterrupt):
        engine.best(game.start(), Limits(depth=3))
    assert blocked.stopped == 1


class _Truncated(_Blocked):
    """A searcher whose PV from the third depth on ends within the first move."""

    def search(self, depth: int) -> Iteration | None:  # type: ignore[override]
        found = self._searcher.search(depth)
        if found is None or depth < 3:
            return found
        return found._replace(pv=found.pv[:1])


def test_an_incomplete_move_is_not_a_result():
    game = load("amazons/6x6")
    engine = Engine(game, 1)
    engine._threads.main = _Truncated(engine._searcher)  # type: ignore[assignment]
    best = engine.best(game.start(), Limits(depth=3))
    assert best.move in game.start().legal_moves
    assert best.depth == 2


def test_threads_respect_the_restriction_of_root_moves():
    game = load("othello")
    position = game.start()
    moves = position.legal_moves
    engine = Engine(game, 1, threads=3)
    assert engine.best(position, Limits(depth=5), only=moves[2:3]).move == moves[2]
    lines = engine.lines(position, Limits(depth=5), count=4)
    assert {line.move for line in lines} == set(moves)


def test_threads_can_be_stopped_between_depths():
    game = load("gomoku")
    engine = Engine(game, 1, threads=2)
    reports = []

    def stop(best: object) -> None:
        reports.append(best)
        engine.stop()

    engine.best(game.start(), Limits(depth=50), watch=stop)
    assert len(reports) == 1


def test_helpers_can_be_freed_in_any_order():
    game = load("tic-tackle")
    owner = Searcher(game.rules, 1)
    helpers = [Searcher(game.rules, 0, None, owner) for _ in range(70)]
    del helpers[1::2]
    owner.begin(game.start().snapshot, 2**40)
    for depth in range(1, 7):
        found = owner.search(depth)
        assert found is not None
        assert not found.stopped
    del helpers
    owner.begin(game.start().snapshot, 2**40)
    assert owner.search(6) is not None


def test_a_confirmation_keeps_its_node_limit_and_the_search_continues():
    game = load("hex:size=7")
    searcher = Searcher(game.rules, 1)
    searcher.begin(game.start().snapshot, 2**40)
    assert searcher.search(3) is not None
    before = searcher.nodes
    assert searcher.verify(0, 40, 5_000) is None
    assert 5_000 <= searcher.nodes - before < 5_100
    found = searcher.search(4)
    assert found is not None
    assert not found.stopped
