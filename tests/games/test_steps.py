"""Steps of moves: they lead to the position that the kernel reaches, and half-moves are their beginnings."""

import random

import pytest

from ludoteca.games import ids, load
from ludoteca.games.steps import MOVE, REMOVE, SOW, TURN, half_moves, marks_of, steps_of, turned
from ludoteca.web.move_tree import MANY


def board_after(cells, steps):
    """The contents of the cells after steps."""
    now = list(cells)
    for step in steps:
        if step.kind == MOVE:
            code = now[step.cells[0]]
            now[step.cells[0]] = 0
            now[step.cells[1]] = code
        elif step.kind == TURN:
            then = list(now)
            for start, end in turned(step).items():
                then[end] = now[start]
            now = then
        elif step.kind != SOW:
            now[step.cells[0]] = step.code
    return now


def some_moves(name, number=40):
    """Positions of a random game, each with a legal move."""
    rng, position = random.Random(name), load(name).start()
    for _ in range(number):
        if position.is_over:
            return
        move = rng.choice(position.legal_moves)
        yield position, move
        position = position.after(move)


@pytest.mark.parametrize("name", ids())
def test_steps_lead_to_the_next_position(name):
    for position, move in some_moves(name):
        steps = steps_of(position.game, position.snapshot, move)
        after = position.after(move)
        assert board_after(position.snapshot.cells, steps) == list(after.snapshot.cells)
        clicks = [step.clicks for step in steps]
        assert clicks == sorted(clicks)
        assert all(1 <= number <= len(move.path) for number in clicks)
        marks = marks_of(after)
        assert not set(marks.left) & set(marks.reached)


@pytest.mark.parametrize("name", ids())
def test_half_moves_are_beginnings_of_moves(name):
    for position, move in some_moves(name, 25):
        many = position.move_count > MANY
        moves = position.moves_along(move.path[:1]) if many else position.legal_moves
        paths = {one.path[:n] for one in moves for n in range(1, len(one.path))}
        halves = half_moves(position, moves)
        assert set(halves) <= paths
        for one in moves:
            steps = steps_of(position.game, position.snapshot, one)
            for n in range(1, len(one.path)):
                seen = [step for step in steps if step.clicks <= n]
                if seen and [step.kind for step in seen] == [s.kind for s in halves[one.path[:n]].steps]:
                    assert list(halves[one.path[:n]].steps) == seen
                elif seen:
                    assert one.path[:n] in halves


@pytest.mark.parametrize("name", ["kalah", "oware"])
def test_every_seed_of_a_sowing_has_a_place(name):
    for position, move in some_moves(name):
        (step,) = steps_of(position.game, position.snapshot, move)
        pits = position.game.pits
        assert len(step.cells) - 1 == position.snapshot.pits[pits.pit(step.cells[0])]
        assert marks_of(position.after(move)).reached == step.cells[-1:]


def test_a_turned_block_carries_the_mark_along():
    position = load("pentago").start().play("a1/3+")
    (reached,) = marks_of(position).reached
    assert position.game.board.cells[reached].name == "a3"
    assert position.snapshot.cells[reached]


def test_words_for_the_next_step():
    cases = {"pentago": "rotate", "amazons": "shoot", "isola": "block", "domineering": "second-cell"}
    for name, word in cases.items():
        position = load(name).start()
        moves = position.moves_along(position.legal_moves[0].path[:1])
        assert {half.next for half in half_moves(position, moves).values()} == {word}


def test_captures_of_a_chain_follow_their_hops():
    """Each hop is followed by what it captures."""
    position = load("draughts").position("8/8/8/4o3/8/2o5/1x6/8 x")
    (move,) = [one for one in position.legal_moves if len(one.path) == 3]
    steps = steps_of(position.game, position.snapshot, move)
    assert [step.kind for step in steps] == [MOVE, REMOVE, MOVE, REMOVE]
