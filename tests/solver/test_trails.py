"""Proofs of games with trails and arrows, against plain minimax and a program written for them alone."""

from __future__ import annotations

import random

import pytest

from ludoteca import load
from ludoteca.games import Game, Position
from ludoteca.kernel import Hunter, Prover, Rules
from ludoteca.solver import Task
from ludoteca.solver.proving import AlphaBeta
from ludoteca.solver.proving.convergence import rules_without_counters
from ludoteca.solver.proving.search import Proofs
from ludoteca.solver.proving.work import Work
from ludoteca.solver.symmetry import symmetry_of
from ludoteca.solver.values import Value, value_at_end


def plain_value(position: Position, known: dict[str, Value]) -> Value:
    """What a position is worth for its mover, by looking at everything."""
    if position.is_over:
        return value_at_end(position)
    if position.text not in known:
        known[position.text] = max(
            (plain_value(position.play(move), known).before() for move in position.legal_moves),
            key=lambda value: value.rank,
        )
    return known[position.text]


def late_positions(game: Game, count: int, empty: int) -> list[Position]:
    """Positions of random games with at most so many empty cells."""
    dice = random.Random(game.name)
    found: list[Position] = []
    while len(found) < count:
        position = game.start()
        while not position.is_over:
            if position.snapshot.cells[: len(game.board.cells)].count(0) <= empty:
                found.append(position)
                break
            position = position.play(dice.choice(position.legal_moves))
    return found


LATE = [("rastros:size=4", 14), ("rastros", 13), ("rastros/7x7:size=4", 12), ("rastros/7x7:size=5", 11)]


@pytest.mark.parametrize(("name", "empty"), LATE)
def test_late_positions_are_worth_what_plain_minimax_says(name: str, empty: int) -> None:
    game = load(name)
    images = symmetry_of(game).images
    rules = Rules(rules_without_counters(game))
    proofs = Proofs(Work(Prover(rules, images, 4 << 20), Task(game.start()), AlphaBeta.name))
    hunter = Hunter(rules, images, 4 << 20, mobility=1)
    known: dict[str, Value] = {}
    for position in late_positions(game, 25, empty):
        value = plain_value(position, known)
        assert proofs.value(position) == value, position.text
        hunter.begin(position.snapshot)
        assert hunter.ask(0) == (value.for_first(position.mover) == "win"), position.text


def test_slimetrail_on_six_by_six_cells() -> None:
    answer = AlphaBeta().solve(Task(load("rastros/7x7:size=6").start(), memory=256 << 20))
    assert {one.move for one in answer.moves if one.value == "win"} == {"d4-c3", "d4-d3", "d4-c4"}
    assert answer.plies == len(answer.example_moves) == 29
