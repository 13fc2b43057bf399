"""Advice: one function for `best`, hints, reasons, reviews and draw answers, with the preferred method."""

import pytest

from ludoteca.engine import Draw, Engine, Limits, Loss, MctsEngine, SearchResult, Win
from ludoteca.engine.scores import win_chance
from ludoteca.games import load
from ludoteca.play.advise import HINT, Adviser, accepts_draw, advise, compare, earliest_draw
from ludoteca.solver import Task, table_for, tables_folder

LIMITS = Limits(nodes=5000)


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path))


@pytest.mark.parametrize(("name", "kind"), [("tic-tackle", Engine), ("hex:size=5", MctsEngine)])
def test_advice_uses_the_preferred_method(name, kind):
    game = load(name)
    adviser = Adviser(game)
    assert isinstance(adviser._engine, kind)
    assert adviser.advise(game.start(), LIMITS).best.move in game.start().legal_moves


def test_a_limit_on_the_depth_holds_whatever_the_preferred_method():
    start = load("hex:size=5").start()
    assert advise(start, Limits(depth=2)).best.depth == 2


def test_advice_uses_the_tablebase_of_a_solved_game():
    game = load("three-mens-morris")
    assert not isinstance(advise(game.start(), Limits(nodes=100)).best.score, Win)
    table_for(game.start(), Task(game.start(), folder=tables_folder()))
    best = advise(game.start(), Limits(nodes=100)).best
    assert best.score == Win(9)


@pytest.mark.parametrize("name", ["tic-tackle", "hex:size=4"])
def test_reasons_and_lines_come_on_request(name):
    start = load(name).start()
    plain, full = advise(start, LIMITS), advise(start, LIMITS, reasons=True, lines=3)
    assert (plain.reasons, plain.lines) == ((), ())
    assert len(full.lines) == 3
    assert plain.best.move == full.best.move
    assert 0 <= full.win_chance <= 1


def test_root_moves_can_be_restricted_and_progress_watched():
    start = load("othello").start()
    reports: list[SearchResult] = []
    found = advise(start, LIMITS, only=start.legal_moves[2:3], watch=reports.append)
    assert found.best.move == start.legal_moves[2]
    assert [one.depth for one in reports] == list(range(1, len(reports) + 1))
    assert reports


def test_a_comparison_searches_both_moves_from_the_same_position():
    game = load("tic-tac-toe")
    position = game.position("oo1/1x1/x2 x")
    good, bad = (compare(position, position.find(move), HINT) for move in ("c3", "a2"))
    assert good.drop == 0
    assert good.best == good.played
    assert (good.best.score, bad.played.score) == (Win(1), Loss(2))
    assert bad.drop == win_chance(Win(1)) == 1


@pytest.mark.parametrize(
    ("position", "score", "sides"),
    [
        ("3/3/3 x", Draw, {"first": False, "second": False}),
        ("xox/1x1/2o o ply=5", Draw, {"first": True, "second": True}),
        ("xx1/oo1/3 x ply=4", Win, {"first": False, "second": True}),
        ("x1o/1o1/x1x o ply=5", Loss, {"first": False, "second": True}),
    ],
)
def test_a_computer_accepts_a_draw_unless_its_side_is_better_off(position, score, sides):
    start = load("tic-tac-toe").position(position)
    assert isinstance(advise(start).best.score, score)
    assert {side: accepts_draw(start, side) for side in sides} == sides


@pytest.mark.parametrize("name", ["tic-tac-toe", "gomoku", "alquerque", "kalah"])
def test_no_draw_is_accepted_in_the_opening(name):
    game = load(name)
    position = game.start()
    assert 4 <= earliest_draw(game) <= 30
    while position.ply < min(4, earliest_draw(game)):
        assert not accepts_draw(position, "first") and not accepts_draw(position, "second")
        position = position.play(position.any_move)
