"""Objects for one thread refuse a second one; values may be shared."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest

from ludoteca.engine import Engine, Limits, MctsEngine
from ludoteca.errors import ConcurrentUse, LudotecaError
from ludoteca.games import Position, load
from ludoteca.kernel import (
    AlphaBetaProver,
    ConnectionProver,
    DfpnProver,
    LineProver,
    MctsOptions,
    MctsSearcher,
    MutablePosition,
    Searcher,
)
from ludoteca.solver.symmetry import symmetry_of

Calls = list[Callable[[Any], object]]
Case = tuple[Any, Calls, Calls]
"""An object, calls that take long, and calls that are refused meanwhile."""
FOREVER = 2**62
GAME = load("hex:size=7")
START = GAME.start().snapshot
IMAGES = symmetry_of(GAME).images
LINES = load("mnk:width=7,height=7,in-a-row=5")


def position() -> Case:
    made = MutablePosition(GAME.rules)
    made.load(START)
    refused = [
        lambda one: one.load(START), lambda one: one.actions(), lambda one: one.snapshot(),
        lambda one: one.make(GAME.start().legal_moves[0].actions[0]), lambda one: one.unmake(),
        lambda one: one.resolve(), lambda one: one.perft(1, True), lambda one: one.random_action(),
        lambda one: one.playouts(1, 0, START),
    ]  # fmt: skip
    long = [lambda one: one.playouts(2**31 - 1, 0, START), lambda one: (one.load(START), one.perft(30, True))]
    return made, long, refused


def searcher() -> Case:
    made = Searcher(GAME.rules, 1)
    made.begin(START, FOREVER)
    refused = [
        lambda one: one.search(1), lambda one: one.begin(START, 1), lambda one: one.evaluate(START),
        lambda one: one.clear_hash(), lambda one: one.disable(()), lambda one: one.set_tablebase(None),
        lambda one: one.restrict((), (), 0), lambda one: Searcher(GAME.rules, 0, None, one),
    ]  # fmt: skip
    return made, [lambda one: one.search(60)], refused


def mcts() -> Case:
    made = MctsSearcher(GAME.rules, 1)
    made.begin(START, 0, MctsOptions())
    refused = [
        lambda one: one.simulate(1), lambda one: one.begin(START, 0, MctsOptions()), lambda one: one.best(),
        lambda one: one.root_children(), lambda one: one.restrict([]),
    ]  # fmt: skip
    return made, [lambda one: one.simulate(FOREVER)], refused


def prover(made: Any, snapshot: Any) -> Case:
    made.begin(snapshot)
    refused = [
        lambda one: one.prove(1), lambda one: one.begin(snapshot), lambda one: one.save(100),
        lambda one: one.restore(b""),
    ]  # fmt: skip
    return made, [lambda one: one.prove(1)], refused


OBJECTS = {
    "position": position,
    "searcher": searcher,
    "mcts": mcts,
    "alpha-beta prover": lambda: prover(AlphaBetaProver(GAME.rules, IMAGES, 1 << 20), START),
    "df-pn prover": lambda: prover(DfpnProver(GAME.rules, IMAGES, 1 << 20), START),
    "connection prover": lambda: prover(ConnectionProver(GAME.rules, IMAGES, 1 << 20), START),
    "line prover": lambda: prover(
        LineProver(LINES.rules, symmetry_of(LINES).images, 1 << 20), LINES.start().snapshot
    ),
}


@pytest.mark.parametrize("name", OBJECTS)
def test_a_second_thread_is_refused(name: str):
    made, long, refused = OBJECTS[name]()
    for run in long:
        with ThreadPoolExecutor(1) as pool:
            running = pool.submit(run, made)
            try:
                while not running.done() and not is_running(made):
                    time.sleep(0.001)
                for call in refused:
                    with pytest.raises(ConcurrentUse):
                        call(made)
            finally:
                while not running.done():
                    made.stop()
                    time.sleep(0.001)
            running.result()


def is_running(made: Any) -> bool:
    """Whether another thread has begun to compute."""
    if not isinstance(made, MutablePosition):
        return bool(made.playouts if isinstance(made, MctsSearcher) else made.nodes)
    try:
        made.resolve()
    except ConcurrentUse:
        return True
    return False


def test_one_position_used_by_many_threads():
    """Calls are refused or answered, whatever other threads do with the same kernel position."""
    game = load("amazons")
    start, shared = game.start(), MutablePosition(game.rules)
    actions = [move.actions[0] for move in start.legal_moves[:50]]

    def use(seed: int) -> None:
        for n in range(200):
            with suppress(LudotecaError, ValueError):
                shared.load(start.snapshot)
                shared.make(actions[(seed + n) % len(actions)])
                shared.actions()
                shared.perft(1, False)
                shared.unmake()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(use, range(8)))
    shared.load(start.snapshot)
    assert shared.snapshot().same(start.snapshot)


@pytest.mark.parametrize("name", ["tic-tackle", "hex:size=5", "draughts", "kalah"])
def test_eight_threads_share_a_position(name: str):
    game = load(name)
    expected = _seen(game.start())
    position = game.start()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: _seen(position), range(24)))
    assert found == [expected] * 24


def _seen(position: Position) -> tuple[object, ...]:
    """What a front end asks of a position."""
    moves = position.legal_moves
    return [str(move) for move in moves], [str(position.play(move)) for move in moves[:5]], position.svg()


@pytest.mark.parametrize("made", [Engine, MctsEngine])
def test_an_engine_searches_for_one_thread(made: type[Engine] | type[MctsEngine]):
    engine, position = made(GAME, 1), GAME.start()
    began, seen = threading.Event(), threading.Event()

    def watch(_: object) -> None:
        began.set()
        seen.wait()

    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(engine.best, position, Limits(nodes=20_000), watch)
        began.wait()
        try:
            with pytest.raises(ConcurrentUse):
                engine.best(position, Limits(nodes=10))
            if isinstance(engine, Engine):
                for call in (
                    engine.clear_hash,
                    lambda: engine.evaluate(position),
                    lambda: engine.lines(position),
                ):
                    with pytest.raises(ConcurrentUse):
                        call()
        finally:
            seen.set()
        assert running.result().move in position.legal_moves
    assert engine.best(position, Limits(nodes=100)).move in position.legal_moves


def test_a_helper_may_go_while_another_searches():
    owner = Searcher(GAME.rules, 1)
    helpers = [Searcher(GAME.rules, 0, None, owner) for _ in range(4)]
    for one in (owner, *helpers):
        one.begin(START, FOREVER)
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(owner.search, 60)
        while not owner.nodes:
            time.sleep(0.001)
        with pytest.raises(ConcurrentUse):
            helpers[0].clear_hash()
        helpers.clear()
        time.sleep(0.05)
        owner.stop()
        running.result()
    owner.resume()
    owner.begin(START, FOREVER)
    assert owner.search(2) is not None
