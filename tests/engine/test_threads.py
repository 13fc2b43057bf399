"""Several threads at one tree: they find what one finds, and who is first answers for all."""

import pytest

from ludoteca.engine import Draw, Engine, Limits, Loss, Win
from ludoteca.engine.search import Found
from ludoteca.games import load
from ludoteca.kernel import Searcher
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
def test_threads_reach_a_depth_with_a_line_that_can_be_played(name: str):
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
def test_threads_never_contradict_what_one_has_proved(name: str):
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


class _Sleepy:
    """A searcher that begins a depth and never comes to its end by itself."""

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher
        self.woken = 0
        self._told = False

    def stop(self) -> None:
        self._told = True
        self._searcher.stop()

    def resume(self) -> None:
        self._told = False
        self._searcher.resume()

    def search(self, depth: int) -> None:
        wait_until(lambda: self._told)
        self.woken += 1

    def __getattr__(self, name: str) -> object:
        return getattr(self._searcher, name)


@pytest.mark.parametrize("which", ["first", "second"])
def test_who_is_first_answers_for_all(which: str):
    game = load("tic-tackle")
    engine = Engine(game, 1, threads=2)
    sleeper = _Sleepy(engine._searcher if which == "first" else engine._others[0])
    if which == "first":
        engine._searcher = sleeper  # type: ignore[assignment]
    else:
        engine._others = [sleeper]  # type: ignore[list-item]
    best = engine.best(game.start(), Limits(depth=3))
    assert best.depth == 3
    assert sleeper.woken == 3


class _Broken(_Sleepy):
    """A searcher whose depth ends in an error, or in somebody's Ctrl-C."""

    def search(self, depth: int) -> None:
        raise KeyboardInterrupt


def test_nobody_thinks_on_when_the_first_thread_is_broken_off():
    game = load("tic-tackle")
    engine = Engine(game, 1, threads=2)
    engine._searcher = _Broken(engine._searcher)  # type: ignore[assignment]
    sleeper = _Sleepy(engine._others[0])
    engine._others = [sleeper]  # type: ignore[list-item]
    with pytest.raises(KeyboardInterrupt):
        engine.best(game.start(), Limits(depth=3))
    assert sleeper.woken == 1


class _TongueTied(_Sleepy):
    """A searcher that from the third depth on knows only the beginning of its move."""

    def search(self, depth: int) -> Found | None:  # type: ignore[override]
        found = self._searcher.search(depth)
        if found is None or depth < 3:
            return found
        score, exhausted, line, stopped = found
        return score, exhausted, line[:1], stopped


def test_half_a_move_is_no_answer():
    game = load("amazons/6x6")
    engine = Engine(game, 1)
    engine._searcher = _TongueTied(engine._searcher)  # type: ignore[assignment]
    best = engine.best(game.start(), Limits(depth=3))
    assert best.move in game.start().legal_moves
    assert best.depth == 2


def test_threads_keep_to_the_moves_they_may_play():
    game = load("othello")
    position = game.start()
    moves = position.legal_moves
    engine = Engine(game, 1, threads=3)
    assert engine.best(position, Limits(depth=5), only=moves[2:3]).move == moves[2]
    lines = engine.lines(position, Limits(depth=5), count=4)
    assert {line.move for line in lines} == set(moves)


def test_threads_can_be_told_to_stop_between_depths():
    game = load("gomoku")
    engine = Engine(game, 1, threads=2)
    told = []

    def stop(best: object) -> None:
        told.append(best)
        engine.stop()

    engine.best(game.start(), Limits(depth=50), watch=stop)
    assert len(told) == 1


def test_a_helper_may_go_while_the_others_stay():
    game = load("tic-tackle")
    owner = Searcher(game.rules, 1)
    helpers = [Searcher(game.rules, 0, None, owner) for _ in range(70)]
    del helpers[1::2]
    owner.begin(game.start().snapshot, 2**40)
    for depth in range(1, 7):
        found = owner.search(depth)
        assert found is not None
        assert not found[3]
    del helpers
    owner.begin(game.start().snapshot, 2**40)
    assert owner.search(6) is not None


def test_a_confirmation_gives_up_after_its_nodes_and_the_search_goes_on():
    game = load("hex:size=7")
    searcher = Searcher(game.rules, 1)
    searcher.begin(game.start().snapshot, 2**40)
    assert searcher.search(3) is not None
    before = searcher.nodes
    assert searcher.verify(0, 40, 5_000) is None
    assert 5_000 <= searcher.nodes - before < 5_100
    found = searcher.search(4)
    assert found is not None
    assert not found[3]
