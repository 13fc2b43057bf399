"""Square grids."""

from __future__ import annotations

import pytest

from ludoteca.geometry import GRID_LINES, Board, grid


def edge_count(board: Board) -> int:
    return sum(len(joined) for joined in board.neighbours) // 2


def named_lines(board: Board) -> set[str]:
    return {"-".join(board.cells[n].name for n in line.cells) for line in board.lines}


def neighbours(board: Board, name: str) -> set[str]:
    return {board.cells[n].name for n in board.neighbours[board.index[name]]}


def test_cells_are_numbered_from_a1_row_by_row() -> None:
    board = grid(4, 3)
    assert [cell.name for cell in board.cells][:5] == ["a1", "b1", "c1", "d1", "a2"]
    assert board.index["c2"] == 1 * 4 + 2
    assert (board.cells[6].x, board.cells[6].y) == (2, 1)
    assert board.rows == ((8, 9, 10, 11), (4, 5, 6, 7), (0, 1, 2, 3))


def test_files_after_z_have_two_letters() -> None:
    assert [cell.name for cell in grid(28, 1).cells][25:] == ["z1", "aa1", "ab1"]


def test_the_alquerque_board_has_25_points_16_lines_and_56_edges() -> None:
    board = grid(5, 5, "alquerque")
    assert (len(board.cells), len(board.lines), edge_count(board)) == (25, 16, 56)
    assert sorted(len(line.cells) for line in board.lines) == [3] * 4 + [5] * 12
    assert {"a3-b2-c1", "c1-d2-e3", "a3-b4-c5", "c5-d4-e3", "a1-b2-c3-d4-e5"} <= named_lines(board)
    assert neighbours(board, "b1") == {"a1", "c1", "b2"}
    assert len(neighbours(board, "c3")) == 8


def test_diagonals_may_lie_where_nothing_is_drawn() -> None:
    board = grid(5, 5, "alquerque")
    drawn, wide = set(board.lines), set(board.wide_lines)
    assert drawn < wide
    assert len(wide) == 5 + 5 + 7 + 7


@pytest.mark.parametrize(
    ("lines", "line_count", "edges"),
    [
        ("all", 3 + 3 + 3 + 3, 20),
        ("orthogonal", 6, 12),
        ("diagonal", 6, 8),
        ("alquerque", 8, 16),
        ("alquerque-odd", 10, 16),
        ("long-diagonals", 8, 16),
    ],
)
def test_each_kind_of_lines_on_three_by_three(lines: str, line_count: int, edges: int) -> None:
    board = grid(3, 3, lines)
    assert (len(board.lines), edge_count(board)) == (line_count, edges)
    assert len(board.wide_lines) == 12


def test_nine_by_five_has_alquerque_diagonals() -> None:
    board = grid(9, 5, "alquerque")
    assert edge_count(board) == 8 * 5 + 9 * 4 + 8 * 4
    assert {"a1-b2-c3-d4-e5", "e1-f2-g3-h4-i5", "e5-f4-g3-h2-i1", "g1-h2-i3"} <= named_lines(board)
    assert neighbours(board, "b3") == {"a3", "c3", "b2", "b4"}


def test_only_the_two_long_diagonals() -> None:
    assert named_lines(grid(5, 5, "long-diagonals")) >= {"a1-b2-c3-d4-e5", "a5-b4-c3-d2-e1"}
    assert len(grid(5, 5, "long-diagonals").lines) == 12


def test_dark_cells_alone_are_joined_by_diagonals() -> None:
    board = grid(8, 8, only="dark")
    assert len(board.cells) == 32
    assert board.rows[-1] == (0, None, 1, None, 2, None, 3, None)
    assert neighbours(board, "c3") == {"b2", "d2", "b4", "d4"}
    assert {cell.name for cell in grid(3, 3, only="light").cells} == {"b1", "a2", "c2", "b3"}


def test_holes_break_lines_and_are_not_numbered() -> None:
    cross = grid(7, 7, "alquerque", holes=[file + rank for file in "abfg" for rank in "1267"])
    assert len(cross.cells) == 33
    assert cross.cells[0].name == "c1"
    assert {"c1-d1-e1", "a3-b4-c5-d6-e7"} <= named_lines(cross)
    assert not any(name.startswith("a3-b2") for name in named_lines(cross))
    assert [cross.cells[n].name for n in cross.sides["left"]] == ["a3", "a4", "a5"]


def test_blocks_are_read_from_the_top_left() -> None:
    board = grid(6, 6, block=3)
    first = [board.cells[n].name for n in board.blocks[0]]
    assert first == ["a6", "b6", "c6", "a5", "b5", "c5", "a4", "b4", "c4"]
    assert [board.cells[block[0]].name for block in board.blocks] == ["a6", "d6", "a3", "d3"]


def test_crossings_of_uneven_lines_are_points_unless_said_otherwise() -> None:
    styles = {lines: grid(3, 3, lines).style for lines in GRID_LINES}
    assert {lines for lines, style in styles.items() if style == "points"} == {
        "alquerque",
        "alquerque-odd",
        "long-diagonals",
    }
    assert grid(3, 3, style="points").style == "points"


def test_sides_and_outlines() -> None:
    board = grid(3, 2)
    assert board.sides == {"top": (3, 4, 5), "bottom": (0, 1, 2), "left": (0, 3), "right": (2, 5)}
    assert board.outlines[0] == ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"width": 0, "height": 3}, "not 0 by 3"),
        ({"width": 3, "height": 3, "lines": "diagnal"}, 'no lines called "diagnal"; known: all'),
        ({"width": 3, "height": 3, "style": "dots"}, 'no style called "dots"'),
        ({"width": 3, "height": 3, "only": "black"}, 'no colour of cells called "black"'),
        ({"width": 3, "height": 4, "lines": "long-diagonals"}, "need a square board, not 3 by 4"),
        ({"width": 3, "height": 3, "holes": ["d4"]}, "no such cells to leave out: d4"),
        ({"width": 1, "height": 1, "holes": ["a1"]}, "at least one cell"),
        ({"width": 6, "height": 6, "block": 4}, "cannot be cut into blocks of 4x4"),
        ({"width": 6, "height": 6, "block": 3, "holes": ["a1"]}, "cannot have holes"),
    ],
)
def test_errors_are_named(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        grid(**arguments)  # type: ignore[arg-type]
