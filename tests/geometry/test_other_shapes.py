"""Hexagons, pits, wheels and graphs."""

from __future__ import annotations

from math import dist

import pytest

from ludoteca.geometry import Board, graph, hexagon, is_store, pits, rhombus, wheel


def neighbours(board: Board, name: str) -> set[str]:
    return {board.cells[n].name for n in board.neighbours[board.index[name]]}


def test_a_rhombus_is_numbered_from_the_top_left() -> None:
    board = rhombus(11, 11)
    assert board.cells[0].name == "a1"
    assert board.index["c2"] == 13
    assert board.cells[0].y > board.cells[11].y
    assert board.cells[11].x == 0.5
    assert board.sides["top"][0] == 0
    assert board.sides["bottom"][-1] == 120
    assert board.sides["left"] == tuple(range(110, -1, -11))


def test_hexagons_have_six_neighbours_one_unit_away() -> None:
    board = rhombus(5, 5)
    assert neighbours(board, "c3") == {"b3", "d3", "c2", "c4", "b4", "d2"}
    assert neighbours(board, "a1") == {"b1", "a2"}
    assert neighbours(board, "e1") == {"d1", "d2", "e2"}
    middle = board.cells[board.index["c3"]]
    for number in board.neighbours[board.index["c3"]]:
        cell = board.cells[number]
        assert dist((middle.x, middle.y), (cell.x, cell.y)) == pytest.approx(1)


def test_neighbouring_hexagons_share_an_edge() -> None:
    board = rhombus(3, 3)
    corners = [{(round(x, 6), round(y, 6)) for x, y in outline} for outline in board.outlines]
    for a, joined in enumerate(board.neighbours):
        for b in range(len(board.cells)):
            assert (len(corners[a] & corners[b]) == 2) == (b in joined)


def test_a_hexagon_of_hexagons() -> None:
    board = hexagon(3)
    assert [len(row) for row in board.rows] == [3, 4, 5, 4, 3]
    assert len(board.lines) == 15
    assert neighbours(board, "c3") == {"b3", "d3", "b2", "c2", "b4", "c4"}
    assert neighbours(board, "a1") == {"b1", "a2", "b2"}
    assert [board.cells[n].name for n in board.sides["top-right"]] == ["c1", "d2", "e3"]


def test_pits_go_round_against_the_clock() -> None:
    board = pits(6)
    assert [cell.name for cell in board.cells][5:9] == ["6", "store", "1'", "2'"]
    assert board.rows == ((12, 11, 10, 9, 8, 7), (0, 1, 2, 3, 4, 5))
    # Opposite pits add up to twelve.
    assert all(board.cells[n].x == board.cells[12 - n].x for n in range(6))
    assert [n for n, cell in enumerate(board.cells) if is_store(cell)] == [6, 13]
    assert board.cells[6].x > board.cells[5].x
    assert board.cells[13].x < board.cells[0].x
    assert board.lines == ()


def test_pits_without_stores() -> None:
    board = pits(6, stores=False)
    assert len(board.cells) == 12
    assert board.cells[6].name == "1'"
    assert not any(is_store(cell) for cell in board.cells)


def test_a_wheel_has_lines_from_rim_to_rim_and_a_ring() -> None:
    board = wheel(8)
    assert [cell.name for cell in board.cells] == ["c", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"]
    assert [line.cells for line in board.lines if not line.closed] == [(n, 0, n + 4) for n in (1, 2, 3, 4)]
    assert [line.cells for line in board.lines if line.closed] == [tuple(range(1, 9))]
    assert len(board.neighbours[0]) == 8
    assert neighbours(board, "a1") == {"c", "a2", "a8"}
    assert (board.cells[3].x, round(board.cells[3].y, 9)) == (1, 0)


def test_a_wheel_of_three_rings_and_six_rays() -> None:
    board = wheel(6, rings=3)
    assert len(board.cells) == 19
    lines = [[board.cells[n].name for n in line.cells] for line in board.lines]
    assert lines[0] == ["c1", "b1", "a1", "c", "a4", "b4", "c4"]
    assert sum(line.closed for line in board.lines) == 3


def test_wheels_without_a_straight_way_through() -> None:
    assert [len(line.cells) for line in wheel(5).lines] == [2] * 5 + [5]
    hollow = wheel(4, rings=2, centre=False)
    assert [len(line.cells) for line in hollow.lines] == [2] * 4 + [4] * 2


TRIANGLE = {"top": (1.0, 2.0), "left": (0.0, 0.0), "mid": (1.0, 0.0), "right": (2.0, 0.0)}


def test_a_graph_keeps_the_order_of_its_points() -> None:
    board = graph(TRIANGLE, [["left", "mid", "right"], ["top", "mid"]], rings=[["top", "right", "left"]])
    assert [cell.name for cell in board.cells] == list(TRIANGLE)
    assert board.rows == ((0,), (1, 2, 3))
    assert board.wide_lines == board.lines
    assert neighbours(board, "left") == {"mid", "top", "right"}
    assert board.style == "points"


@pytest.mark.parametrize(
    ("lines", "rings", "message"),
    [
        ([["left", "centre"]], [], "line left centre: no point called centre"),
        ([["left"]], [], "needs 2 or more points, each once"),
        ([], [["left", "right", "left"]], "ring left right left: needs 3 or more points, each once"),
    ],
)
def test_errors_in_a_graph_are_named(lines: list[list[str]], rings: list[list[str]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        graph(TRIANGLE, lines, rings)


def test_two_points_cannot_stand_on_one_spot() -> None:
    with pytest.raises(ValueError, match="points p and q are in the same place"):
        graph({"p": (0, 0), "q": (0, 0)}, [])


@pytest.mark.parametrize(
    "build",
    [
        lambda: rhombus(0, 3),
        lambda: hexagon(0),
        lambda: pits(0),
        lambda: wheel(2),
        lambda: graph({}, []),
    ],
)
def test_boards_without_cells_are_refused(build: object) -> None:
    with pytest.raises(ValueError, match="needs at least"):
        build()  # type: ignore[operator]


def test_spacing_is_the_least_distance() -> None:
    assert rhombus(4, 4).spacing == pytest.approx(1)
    assert graph({"p": (0, 0), "q": (3, 4), "r": (3, 10)}, []).spacing == 5
    assert graph({"p": (0, 0)}, []).spacing == 1
