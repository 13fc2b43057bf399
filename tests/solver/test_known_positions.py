"""Endgames with published values."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludoteca import load
from ludoteca.games import Game, Position
from ludoteca.kernel import AlphaBetaProver
from ludoteca.solver import Task
from ludoteca.solver.proving.alphabeta import AlphaBeta, ExactValues
from ludoteca.solver.proving.convergence import rules_without_counters
from ludoteca.solver.proving.job import Job
from ludoteca.solver.symmetry import symmetry_of

KNOWN = Path(__file__).parents[1] / "data" / "known_values.jsonl"
WORTH = {"win": 1, "draw": 0, "loss": -1}


def endings(game: Game, most: int) -> list[tuple[Position, int]]:
    """Positions with at most `most` empty cells, and their value for the side to move."""
    found = []
    for line in map(json.loads, KNOWN.read_text(encoding="utf-8").splitlines()):
        if line["game"] == game.id:
            position = game.position(line["position"])
            empty = position.snapshot.cells[: len(game.board.cells)].count(0)
            if empty <= most and not position.is_over:
                found.append((position, int(line["value"])))
    return found


def exact_values(game: Game, images: bool = True) -> ExactValues:
    shared = symmetry_of(game).images if images else symmetry_of(game).images[:1]
    prover = AlphaBetaProver(rules_without_counters(game), shared, 32 << 20)
    return ExactValues(Job(prover, Task(game.start()), AlphaBeta.name))


@pytest.mark.parametrize(("name", "most", "least"), [("pentago", 8, 5), ("connect-four", 14, 10)])
def test_published_endgames(name: str, most: int, least: int) -> None:
    game = load(name)
    known = exact_values(game)
    positions = endings(game, most)
    assert len(positions) >= least
    for position, worth in positions:
        assert WORTH[known.value(position).kind] == worth, position.text


@pytest.mark.parametrize(
    ("name", "images"),
    [
        ("pentago", 8),
        ("connect-four", 2),
        ("rastros", 2),
        ("hex:size=4", 2),
        ("domineering", 4),
        ("amazons/6x6", 8),
    ],
)
def test_number_of_symmetries(name: str, images: int) -> None:
    assert len(symmetry_of(load(name)).images) == images


@pytest.mark.parametrize("name", ["pentago", "connect-four"])
def test_symmetries_do_not_change_values(name: str) -> None:
    game = load(name)
    turned, plain = exact_values(game), exact_values(game, images=False)
    for position, _ in endings(game, 7)[:12]:
        assert turned.value(position) == plain.value(position)
