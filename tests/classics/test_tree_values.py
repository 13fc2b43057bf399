"""Values of the reports in a displayed tree: the same as those of their players."""

from typing import Any

import pytest

from ludoteca.classics.kernel_codes import Unfit
from ludoteca.classics.plans import UTILITIES
from ludoteca.classics.players import Expectiminimax, Minimax
from ludoteca.classics.tree_values import ENGINE, fitting, scorer_for
from ludoteca.engine.tree import ALGORITHMS, grow
from ludoteca.games import load

CASES = [
    ("tic-tac-toe", "xo1/1x1/2o x", "ternary", 4),
    ("tic-tac-toe", "xo1/1x1/2o x", "weighted", 4),
    ("tic-tac-toe", "xo1/1x1/2o x", "graded", 3),
    ("tic-tac-toe", "xox/xoo/1x1 o", "delayed", 3),
    ("kalah:pits=3,seeds=2", None, "kalah-2017", 5),
    ("hex:size=3", None, "hex-2004", 2),
    ("hex:size=3", None, "hex-rows", 2),
    ("tapatan", None, "graded", 3),
]


def options(name: str) -> dict[str, Any]:
    return {"utility": name} if name in UTILITIES else {"evaluator": name}


@pytest.mark.parametrize(("game", "text", "values", "depth"), CASES)
def test_the_root_has_the_score_of_the_player(game, text, values, depth):
    rules = load(game)
    position = rules.position(text) if text else rules.start()
    score = (
        Minimax(depth=depth, order="canonical", merge=0, window=0, **options(values)).search(position).score
    )
    for algorithm in ("minimax", "negamax", "alphabeta", "breadth-first"):
        tree = grow(position, depth, algorithm=algorithm, scorer=scorer_for(rules, values))
        assert tree.root.value == pytest.approx(score), algorithm
    random = Expectiminimax(depth=depth, order="canonical", merge=0, window=0, **options(values)).search(
        position
    )
    tree = grow(position, depth, algorithm="expectiminimax", scorer=scorer_for(rules, values))
    assert tree.root.value == pytest.approx(random.score)


def test_only_values_that_fit_are_offered():
    assert fitting(load("kalah")) == [ENGINE, "ternary", "weighted", "delayed", "kalah-2017", "terms"]
    assert "graded" in fitting(load("tapatan"))
    assert "hex-resistance" in fitting(load("hex:size=5"))
    assert scorer_for(load("kalah"), ENGINE) is None
    for name in ("hex-2004", "no-such-values"):
        with pytest.raises(Unfit):
            scorer_for(load("kalah"), name)


def test_every_algorithm_is_recorded_step_by_step():
    position = load("kalah:pits=3,seeds=2").start()
    for algorithm in ALGORITHMS:
        tree = grow(position, 3, algorithm=algorithm)
        steps = tree.record.steps
        assert steps[0].kind == "enter"
        assert steps[-1].node == 0
        assert steps[-1].value == tree.root.value
        assert sum(step.kind == "leaf" for step in steps) == tree.record.leaves
