"""Rotations and reflections."""

from __future__ import annotations

from time import thread_time

import pytest

from ludoteca.geometry import Board, graph, grid, hexagon, line_steps, pits, rhombus, symmetries, wheel

CORNERS = {"TL": (0.0, 2.0), "TR": (2.0, 2.0), "C": (1.0, 1.0), "BL": (0.0, 0.0), "BR": (2.0, 0.0)}
CROSSED = [["TL", "C", "BR"], ["TR", "C", "BL"]]

BOARDS = {
    "square": (grid(5, 5, "alquerque"), 8),
    "rectangle": (grid(9, 5, "alquerque"), 4),
    "dark cells": (grid(8, 8, only="dark"), 4),
    "blocks": (grid(6, 6, block=3), 8),
    "one row": (grid(4, 1), 2),
    "one cell": (grid(1, 1), 1),
    "a missing corner": (grid(3, 3, holes=["a1"]), 2),
    "rhombus": (rhombus(5, 5), 4),
    "uneven rhombus": (rhombus(4, 5), 2),
    "hexagon": (hexagon(3), 12),
    "wheel": (wheel(8), 16),
    "wheel of five": (wheel(5, rings=2), 10),
    "pits": (pits(6), 2),
    "pits without stores": (pits(6, stores=False), 2),
    "crossed square": (graph(CORNERS, CROSSED), 8),
    "open square": (graph(CORNERS, [*CROSSED, ["TL", "BL"], ["TR", "BR"], ["BL", "BR"]]), 2),
    "closed square": (graph(CORNERS, CROSSED, rings=[["TL", "TR", "BR", "BL"]]), 8),
}


@pytest.mark.parametrize(("board", "count"), BOARDS.values(), ids=BOARDS.keys())
def test_the_number_of_symmetries(board: Board, count: int) -> None:
    assert len(symmetries(board)) == count


@pytest.mark.parametrize("board", [board for board, _ in BOARDS.values()], ids=BOARDS.keys())
def test_symmetries_are_a_group_that_keeps_neighbours(board: Board) -> None:
    found = symmetries(board)
    assert found[0] == tuple(range(len(board.cells)))
    assert {tuple(a[b[n]] for n in found[0]) for a in found for b in found} == set(found)
    steps = {frozenset(step) for line in board.lines for step in line_steps(line)}
    assert all({frozenset(image[n] for n in step) for step in steps} == steps for image in found)


def test_the_half_turn_of_pits_exchanges_the_players() -> None:
    assert symmetries(pits(2))[1] == (3, 4, 5, 0, 1, 2)


def test_symmetries_of_a_large_board_are_quick() -> None:
    board = grid(19, 19)
    start = thread_time()
    assert len(symmetries(board)) == 8
    assert thread_time() - start < 0.5
