"""Puzzles found on the fly: each has exactly one solution, checked here without the code that proves it."""

from __future__ import annotations

import pytest

from ludoteca.games import load, loads
from ludoteca.games.library import LIBRARY_DIR
from ludoteca.puzzles import puzzles_path, read_puzzles
from ludoteca.puzzles.quick import easy_puzzle, of_puzzle, quick_puzzles

GAMES = ("achi", "tic-tac-toe", "brandubh", "coyote", "five-field-kono", "hobak-gonu", "oware", "neutron")


def wins(position, move):
    after = position.after(move)
    return after.outcome is not None and after.outcome.winner == position.mover


def wins_next(position, side):
    """Whether the next move of a side wins, whatever the opponent plays; sides may move twice."""
    if position.is_over:
        return position.outcome.winner == side
    if position.mover == side:
        return any(wins(position, move) for move in position.legal_moves)
    return all(wins_next(position.after(move), side) for move in position.legal_moves)


def wins_in_two(position, move):
    return wins_next(position.after(move), position.mover)


def solutions(position, kind):
    if kind == "at-once":
        return [move.text for move in position.legal_moves if wins(position, move)]
    if kind == "in-two":
        return [move.text for move in position.legal_moves if wins_in_two(position, move)]
    return [move for move, value in position.values().items() if value.kind == kind]


@pytest.mark.parametrize("name", GAMES)
def test_each_puzzle_has_exactly_one_solution(name):
    game = load(name)
    found = quick_puzzles(game, 3, seconds=20)
    assert found
    for puzzle in found:
        position = game.position(puzzle.position)
        assert position.mover == puzzle.mover
        position.play_all(puzzle.line)
        if puzzle.kind in ("at-once", "in-two") or game.id in ("achi", "tic-tac-toe", "hobak-gonu"):
            assert solutions(position, puzzle.kind) == [puzzle.line[0]]
        if puzzle.kind == "draw":
            assert not any(value.kind == "win" for value in position.values().values())


def test_they_grow_harder_and_differ():
    found = quick_puzzles(load("achi"), 3, seconds=60)
    assert found[0].kind == "at-once"
    assert len({one.position for one in found}) == 3
    assert [one.moves for one in found] == sorted(one.moves for one in found)


@pytest.mark.parametrize("name", ["hex", "coyote"])
def test_no_two_are_from_one_game(name):
    """Positions of one game differ by a few pieces."""
    found = quick_puzzles(load(name), 3, seconds=60)
    boards = [load(name).position(one.position).snapshot.cells for one in found]
    for number, first in enumerate(boards):
        for second in boards[:number]:
            assert sum(a != b for a, b in zip(first, second, strict=True)) > 4


def test_equal_seeds_give_equal_puzzles():
    first, second = (quick_puzzles(load("achi"), 3, seconds=60, seed=4) for _ in range(2))
    assert first == second


def test_both_sides_of_a_hunt():
    found = quick_puzzles(load("coyote"), 3, seconds=60, both_sides=True)
    assert {one.mover for one in found} == {"first", "second"}


def test_without_time_there_are_none():
    assert quick_puzzles(load("tapatan"), 3, seconds=0) == []
    assert easy_puzzle(load("tapatan"), seconds=0) is None


def test_an_easy_puzzle_is_won_at_once():
    game = load("tapatan")
    puzzle = easy_puzzle(game, seconds=60)
    assert puzzle and solutions(game.position(puzzle.position), "at-once") == list(puzzle.line)


def test_rules_that_were_just_written():
    text = (LIBRARY_DIR / "tapatan.toml").read_text("utf-8")
    assert quick_puzzles(loads(text, "my-game"), 3, seconds=60)


def test_stored_puzzles_in_the_same_form():
    game = load("felli")
    stored = read_puzzles(puzzles_path("felli"), game)[0]
    short = of_puzzle(stored)
    assert (short.position, short.mover, short.line) == (stored.position, stored.mover, stored.line)
    assert short.kind == stored.value.kind and short.moves >= 2
