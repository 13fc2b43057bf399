"""Step properties and rays."""

from __future__ import annotations

from itertools import pairwise
from time import thread_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.geometry import GRID_LINES, Line, all_rays, grid, rays, rhombus, step_words, wheel


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("b2 b3", {"up", "upright", "orthogonal"}),
        ("b2 b1", {"down", "upright", "orthogonal"}),
        ("b2 a2", {"left", "level", "orthogonal"}),
        ("b2 c3", {"up", "right", "diagonal"}),
        ("b2 a1", {"down", "left", "diagonal"}),
    ],
)
def test_words_for_a_step_on_squares(step: str, words: set[str]) -> None:
    board = grid(3, 3)
    start, end = (board.index[name] for name in step.split())
    assert step_words(board, start, end) == words


def test_no_step_is_diagonal_among_hexagons() -> None:
    board = rhombus(3, 3)
    centre = board.index["b2"]
    assert all("orthogonal" in step_words(board, centre, n) for n in board.neighbours[centre])
    assert step_words(board, centre, board.index["b1"]) == {"up", "left", "orthogonal"}


def test_rays_follow_each_line_both_ways() -> None:
    board = grid(5, 5, "alquerque")
    found = [" ".join(board.cells[n].name for n in ray) for ray in rays(board.lines, board.index["b2"])]
    assert found == ["a1", "b1", "c1", "a2", "c2 d2 e2", "a3", "b3 b4 b5", "c3 d4 e5"]


def test_rays_round_a_ring_meet_every_other_cell_once() -> None:
    ring = (Line((0, 1, 2, 3), closed=True),)
    assert rays(ring, 1) == [(0, 3, 2), (2, 3, 0)]


def test_rays_through_the_centre_of_a_wheel() -> None:
    board = wheel(8)
    assert rays(board.lines, 0) == [(n,) for n in range(1, 9)]
    assert (0, 5) in rays(board.lines, 1)


@given(
    st.integers(1, 6), st.integers(1, 6), st.sampled_from([kind for kind in GRID_LINES if "long" not in kind])
)
def test_all_rays_agree_with_rays_and_follow_neighbours(width: int, height: int, lines: str) -> None:
    board = grid(width, height, lines)
    for cell, found in enumerate(all_rays(board.lines, len(board.cells))):
        assert found == rays(board.lines, cell)
        assert {ray[0] for ray in found} == board.neighbours[cell]
        assert all(b in board.neighbours[a] for ray in found for a, b in pairwise((cell, *ray)))


def test_rays_of_a_large_board_are_quick() -> None:
    board = grid(19, 19)
    start = thread_time()
    found = all_rays(board.lines, len(board.cells))
    # The target is 20 ms of CPU time; the margin is for slow machines.
    assert thread_time() - start < 0.5
    assert len(found[board.index["j10"]]) == 8
