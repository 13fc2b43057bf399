"""Evaluation terms, traps in drawn positions, and quiescence search."""

import random
import re

import pytest

from ludoteca.engine import Draw, Engine, Estimate, Limits, SearchResult
from ludoteca.engine.scores import PROVED
from ludoteca.games import load
from ludoteca.kernel import Evaluator, Searcher
from tests.walking import walked


@pytest.mark.parametrize("name", ["line", "turned"])
@pytest.mark.parametrize("lack", range(5))
def test_open_windows_are_counted_correctly_under_rotations(name: str, lack: int) -> None:
    game = load("pentago")
    terms, windows = game.compiled.eval_terms, game.compiled.data.windows
    weight = {f"{name}-{lack}": 1, f"{name}-{lack}-waiting": 100}
    searcher = Searcher(game.rules, 0)
    searcher.set_evaluator(
        Evaluator(game.rules, terms.eval_weights({**dict.fromkeys(terms.weights, 0), **weight}))
    )
    (cells,) = (windows[number].cells for number, kind, _ in terms.lines if kind == name)
    met = 0
    for seed in range(30):
        position = walked(game, seed, seed)
        rows = re.sub(r"\d", lambda run: "." * int(run[0]), position.text.split()[0]).split("/")
        pieces = "".join(reversed(rows))
        open_to = {"x": 0, "o": 0}
        for at in range(0, len(cells), 5):
            inside = [pieces[cell] for cell in cells[at : at + 5]]
            for side in "xo":
                open_to[side] += inside.count(side) == 5 - lack and inside.count(".") == lack
        mine, theirs = (open_to[side] for side in ("xo" if position.mover == "first" else "ox"))
        assert searcher.evaluate(position.snapshot) == mine - 100 * theirs
        met += bool(mine or theirs)
    assert met or (name, lack) == ("line", 0)


def squeeze(text: str) -> int:
    """The value of the column-parity weight in a drop game, for the mover."""
    game = load("connect-four")
    terms = game.compiled.eval_terms
    row = terms.eval_weights({**dict.fromkeys(terms.weights, 0), "squeeze": 100})
    searcher = Searcher(game.rules, 0)
    searcher.set_evaluator(Evaluator(game.rules, row))
    return searcher.evaluate(game.position(text).snapshot) // 100


def neighbour_pairs(text: str) -> int:
    """The pairs of neighbours of the mover minus those of the opponent."""
    game = load("clobber")
    terms = game.compiled.eval_terms
    row = terms.eval_weights({**dict.fromkeys(terms.weights, 0), "company-0": 100, "company-0-waiting": 100})
    searcher = Searcher(game.rules, 0)
    searcher.set_evaluator(Evaluator(game.rules, row))
    return searcher.evaluate(game.position(text).snapshot) // 100


def test_pairs_of_own_neighbours_are_counted() -> None:
    assert neighbour_pairs(load("clobber").start().text) == 0
    assert neighbour_pairs("xx3/xo3/5/5/5/5 x") == 2
    assert neighbour_pairs("xx3/xo3/5/5/5/5 o") == -2
    assert neighbour_pairs("xx1oo/x2oo/5/5/5/5 x") == -2


def test_neighbour_pairs_are_useful_where_every_move_captures() -> None:
    """Where both sides always have the same moves, it beats an engine without evaluation."""
    game = load("clobber")
    blind = {"company-0": 0, "company-0-waiting": 0}
    points = 0
    for number in range(12):
        engines = [Engine(game, 4), Engine(game, 4, weights=blind)]
        seeing = number % 2
        chance = random.Random(number // 2)
        position = game.start()
        for _ in range(2):
            position = position.play(chance.choice(position.legal_moves))
        while not position.is_over:
            engine = engines[(position.mover == "second") ^ seeing]
            position = position.play(engine.best(position, Limits(nodes=3000)).move)
        assert position.outcome
        points += position.outcome.winner == ("second" if seeing else "first")
    assert points >= 8


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        # Second's row lacks a2 and e2. One is stopped; then the first player must open a.
        ("7/7/7/1x5/1ooo3/1xoxx2 x", -1),
        # First's row lacks a3 and e3: of the cells below, each gets one.
        ("7/7/7/1xxx3/1oxo3/1xoxo1o x", 1),
        # Both hang in the same columns: the lower cell comes first.
        ("7/7/7/1xxx3/1ooo3/1xox3 o", -1),
        ("7/7/7/1xxx3/1ooo3/1xox2o x", -1),
        # With one cell less elsewhere it is the second player who must go on, and both let their rows go.
        ("7/7/7/1xxx3/1ooo3/1xox3 x", 0),
        # Nothing lacks one cell only.
        ("7/7/7/7/7/1xox3 o", 0),
    ],
)
def test_column_parity_decides_drop_games(text: str, verdict: int) -> None:
    mover = 1 if text.endswith("x") else -1
    assert squeeze(text) == mover * verdict


def score_at(name: str, text: str, depth: int, disabled: set[str]) -> int:
    game = load(name)
    searcher = Searcher(game.rules, 8)
    searcher.disable(disabled)
    searcher.begin(game.position(text).snapshot, 10**9)
    found = searcher.search(depth)
    assert found is not None
    return found.score


@pytest.mark.parametrize("name", ["pentago", "pentago/after-rotation"])
def test_windows_find_wins_by_rotation_as_a_search_does(name: str) -> None:
    """For wins, depth one with windows equals depth two without."""
    game, seen = load(name), set()
    engine = Engine(game)
    for seed in range(24):
        chance = random.Random(seed)
        position, before = game.start(), game.start()
        while not position.is_over and (seed % 2 or position.ply < 22 + seed):
            before = position if position.mover == "second" else before
            careful = seed % 2 and position.mover == "first"
            move = (
                engine.best(position, Limits(nodes=400)).move
                if careful
                else chance.choice(position.legal_moves)
            )
            position = position.play(move)
        with_windows = score_at(name, before.text, 1, set())
        without = score_at(name, before.text, 2, {"threats", "pruning", "reductions", "null-move"})
        assert (with_windows > PROVED) == (without > PROVED)
        assert (with_windows < -PROVED) == (without < -PROVED)
        seen.add((without > PROVED) - (without < -PROVED))
    assert seen == {-1, 0, 1}


def test_a_proved_draw_is_not_given_away_for_a_trap() -> None:
    game = load("connect-four")
    moves = "g1 g2 b1 d1 d2 d3 d4 b2 d5 b3 b4 e1 f1 f2 f3 f4 f5 g3 b5 d6 g4 g5 f6 a1"
    best = Engine(game).best(game.start().play_all(moves), Limits(nodes=400_000))
    assert isinstance(best.score, Draw)
    assert str(best.move) == "c1", "every other move loses"


@pytest.mark.parametrize("moves", ["", "a1", "b2 a1", "b2 c1 a1"])
def test_the_principal_variation_begins_with_the_move_played(moves: str) -> None:
    """Also if a trap was preferred among equal moves; and it extends to the end of the game."""
    position = load("tic-tac-toe").start().play_all(moves)
    best = Engine(position.game).best(position, Limits(nodes=60_000))
    assert best.continuation[0] == best.move
    assert isinstance(best.score, Draw)
    for move in best.continuation:
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.winner is None
    assert best.score.plies == len(best.continuation)


def test_quiescence_search_is_limited() -> None:
    """Where every move is a capture, an unlimited quiescence search would be the whole game."""
    best = Engine(load("fanorona")).best(load("fanorona").start(), Limits(nodes=60_000))
    assert best.depth >= 4
    assert isinstance(best.score, Estimate)


def test_no_further_search_starts_after_a_stop() -> None:
    """In a drawn position the trap search would follow, and proved lines would be extended."""
    game = load("three-mens-morris/no-diagonals")
    engine = Engine(game)
    seen: list[int] = []

    def watch(best: SearchResult) -> None:
        engine.stop()
        seen.append(engine.nodes)

    best = engine.best(game.start(), Limits(nodes=10**7), watch)
    assert len(seen) == 1, "no further depth"
    assert best.nodes <= seen[0] + 10
    assert best.depth == 1
