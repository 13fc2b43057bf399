"""Engines answer with legal moves of the position they were given."""

from __future__ import annotations

import pytest

from ludoteca.engine import Engine, Limits, MctsEngine
from ludoteca.errors import BadPosition, IllegalMove
from ludoteca.games import Move, load
from ludoteca.kernel import Searcher

GAME = load("tic-tackle")
FEW = Limits(nodes=200)
ENGINES = [Engine, MctsEngine]


@pytest.mark.parametrize("made", ENGINES)
def test_a_root_move_of_another_game_is_refused(made: type[Engine] | type[MctsEngine]):
    engine, foreign = made(GAME, 1), load("hex").start().legal_moves[-1]
    with pytest.raises(IllegalMove):
        engine.best(GAME.start(), FEW, only=[foreign])
    with pytest.raises(IllegalMove):
        engine.best(GAME.start(), FEW, only=[GAME.start().legal_moves[0], foreign])


@pytest.mark.parametrize("made", ENGINES)
def test_a_root_move_that_is_not_legal_is_refused(made: type[Engine] | type[MctsEngine]):
    later = GAME.start().play("a1-a2").legal_moves[0]
    with pytest.raises(IllegalMove):
        made(GAME, 1).best(GAME.start(), FEW, only=[later])


@pytest.mark.parametrize("made", ENGINES)
def test_a_forged_root_move_becomes_the_legal_one(made: type[Engine] | type[MctsEngine]):
    legal = GAME.start().legal_moves[3]
    forged = Move(legal.text, legal.path, ((255, 65535, 65535, 255, (), ()),))
    assert made(GAME, 1).best(GAME.start(), FEW, only=[forged]).move == legal


@pytest.mark.parametrize("made", ENGINES)
def test_a_position_of_another_game_is_refused(made: type[Engine] | type[MctsEngine]):
    with pytest.raises(BadPosition):
        made(GAME, 1).best(load("hex").start(), FEW)


def test_the_kernel_refuses_illegal_root_moves():
    searcher, start = Searcher(GAME.rules, 1), GAME.start()
    searcher.begin(start.snapshot, 1000)
    illegal = start.play("a1-a2").legal_moves[0].actions
    with pytest.raises(ValueError, match="not legal"):
        searcher.restrict([illegal], (), 0)
    with pytest.raises(ValueError, match="not legal"):
        searcher.restrict((), [illegal], 0)
    searcher.restrict([start.legal_moves[2].actions], (), 0)
    found = searcher.search(3)
    assert found is not None and found.pv[0] == start.legal_moves[2].actions[0]


def test_at_least_one_line():
    with pytest.raises(ValueError, match="at least one"):
        Engine(GAME, 1).lines(GAME.start(), FEW, count=0)


@pytest.mark.parametrize("threads", [-1, 0, 10**9])
def test_a_number_of_threads_out_of_range(threads: int):
    with pytest.raises(ValueError, match="threads"):
        Engine(GAME, 1, threads=threads)
