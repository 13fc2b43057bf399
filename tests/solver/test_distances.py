"""Distances of forward proofs in a game that ends when nobody can move, compared with plain minimax."""

import random

from ludoteca.games import Position, load
from ludoteca.solver import ExactSource, Value, value_at_end

EMPTY = 6
"""Cells left when a position is compared."""


def minimax(position: Position, known: dict[str, Value]) -> Value:
    """The value for the side to move, with the shortest win and the longest loss."""
    if position.is_over:
        return value_at_end(position)
    if position.text not in known:
        after = [position.after(move) for move in position.legal_moves]
        values = [minimax(one, known).of_move(position, one) for one in after]
        known[position.text] = max(values, key=lambda value: value.rank)
    return known[position.text]


def late_position(rng: random.Random) -> Position:
    """A position of a random game with few empty cells."""
    while True:
        position = load("othello/6x6").start()
        while not position.is_over and position.snapshot.cells[:36].count(0) > EMPTY:
            position = position.after(rng.choice(position.legal_moves))
        if not position.is_over:
            return position


def test_values_and_distances_agree_with_minimax():
    rng, source = random.Random(3), ExactSource(load("othello/6x6"))
    ends_early = 0
    for _ in range(60):
        position = late_position(rng)
        value = minimax(position, {})
        assert source.value(position) == value, position
        assert source.has_value(position, value), position
        ends_early += value.plies is not None and value.plies != EMPTY
    assert ends_early > 5
