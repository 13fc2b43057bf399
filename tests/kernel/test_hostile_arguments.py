"""No argument of the public interface crashes: see `hostile_child`, which runs in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludoteca
from ludoteca import kernel
from ludoteca.errors import BadPosition, IllegalMove
from ludoteca.games import load
from ludoteca.kernel import MutablePosition, Snapshot
from ludoteca.kernel._kernel import Prover
from tests.kernel.hostile_methods import METHODS

ROOT = Path(__file__).parents[2]
GAMES = (
    "tic-tackle",
    "kalah",
    "hex:size=4",
    "amazons",
    "pentago",
    "draughts",
    "rastros",
    "three-mens-morris",
)
EXAMPLES = "120"
INHERITED = {name for base in (object, Prover) for name in dir(base)}


def run(scenario: str, game: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.kernel.hostile_child", scenario, game, EXAMPLES],
        cwd=ROOT, env=os.environ, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-4000:]


@pytest.mark.parametrize("game", GAMES)
def test_every_method_with_any_argument(game: str):
    run("loaded", game)


@pytest.mark.parametrize("game", GAMES)
def test_every_method_before_a_position_is_loaded(game: str):
    run("unloaded", game)


@pytest.mark.parametrize("game", GAMES)
def test_forged_actions_are_refused_or_lead_to_positions(game: str):
    run("forged_actions", game)


@pytest.mark.parametrize("game", GAMES)
def test_forged_moves_are_refused_or_lead_to_positions(game: str):
    run("forged_moves", game)


@pytest.mark.parametrize("game", GAMES)
def test_moves_of_other_games_are_refused_or_lead_to_positions(game: str):
    run("foreign_moves", game)


@pytest.mark.parametrize("game", ("tic-tackle", "pentago", "three-mens-morris"))
def test_wrong_evaluation_weights(game: str):
    run("evaluators", game)


@pytest.mark.parametrize("game", ("tic-tackle", "kalah", "hex:size=4", "three-mens-morris"))
def test_constructors_with_any_argument(game: str):
    run("constructors", game)


def test_the_list_of_methods_is_complete():
    for name in kernel.__all__:
        made = getattr(kernel, name)
        if not isinstance(made, type) or made.__module__ != Snapshot.__module__:
            continue
        methods = {one for one in dir(made) if callable(getattr(made, one)) and not one.startswith("__")}
        assert methods == set(METHODS[name]), name


def test_an_index_off_the_board():
    with load("tic-tackle").worker() as worker:
        worker.load(load("tic-tackle").start().snapshot)
        for cell in (10**9, 25, -1):
            with pytest.raises(IndexError):
                worker.occupied(cell)


def test_a_side_that_is_not_there():
    with pytest.raises(ValueError, match="a side must be from 0 to 1"):
        load("tic-tackle").start().snapshot.hand(10**6)


def test_a_move_of_another_game_is_not_made():
    start = load("tic-tackle").start()
    with pytest.raises(IllegalMove):
        start.after(load("hex").start().legal_moves[-1])
    with pytest.raises(IllegalMove):
        start.after(ludoteca.Move("a1-a2", ("a1", "a2"), ()))


def test_a_text_is_not_a_move():
    with pytest.raises(TypeError, match="a Move is needed"):
        load("tic-tackle").start().after("a1-a2")  # type: ignore[arg-type]


def test_half_a_move_is_not_made():
    start = load("amazons").start()
    move = start.legal_moves[0]
    with pytest.raises(IllegalMove):
        start.after(ludoteca.Move(move.text, move.path, move.actions[:1]))


def test_a_position_of_other_rules_is_not_loaded():
    foreign = load("hex").start().snapshot
    with load("tic-tackle").worker() as worker, pytest.raises(BadPosition) as caught:
        worker.load(foreign)
    assert caught.value.code == "position.other-rules"


def test_an_evaluator_of_other_rules_is_refused():
    searcher = kernel.Searcher(load("tic-tackle").rules, 1)
    for call in (searcher.set_evaluator, lambda other: kernel.MctsSearcher(load("tapatan").rules, 1, other)):
        with pytest.raises(ValueError, match="other rules"):
            call(kernel.Evaluator(load("hex").rules))


def test_a_position_of_equal_rules_is_loaded():
    one, other = load("tic-tackle"), load("tic-tackle")
    with one.worker() as worker:
        worker.load(other.start().snapshot)
        assert worker.snapshot().same(one.start().snapshot)


def test_a_new_kernel_position_has_none_loaded():
    with pytest.raises(ValueError, match="no position is loaded"):
        MutablePosition(load("tic-tackle").rules).actions()


def test_a_position_that_was_not_set_up_is_not_loaded():
    game = load("tic-tackle")
    worker = MutablePosition(game.rules)
    worker.load(game.start().snapshot)
    with pytest.raises(IndexError):
        worker.set_up([0] * 25, 0, ([], []), [], 0, (0, 0), -1, 0, 0, 0)
    with pytest.raises(ValueError, match="no position is loaded"):
        worker.snapshot()


def test_a_shot_without_the_moved_piece():
    game = load("amazons")
    board = str(game.start()).split()[0]
    with pytest.raises(BadPosition) as caught:
        game.position(f"{board} x stage=shoot")
    assert caught.value.code == "position.moved"
    with pytest.raises(ValueError, match="moved piece"):
        game.set_up(game.compiled.start.cells, 0, game.compiled.start.hands, [], 0, stage=1)


def test_the_buffer_of_a_tablebase_cannot_shrink():
    from ludoteca.solver.retrograde.space import Space

    ranking = Space.after(load("three-mens-morris").start()).ranking
    values = bytearray(2 * ranking.total)
    table = kernel.Tablebase(ranking, values)
    with pytest.raises(BufferError):
        values.clear()
    assert table.ranking is ranking
