"""Regions by phrase."""

from __future__ import annotations

import pytest

from ludoteca.geometry import Board, UnknownRegion, graph, grid, hexagon, pits, region, rhombus, wheel

FIVE = grid(5, 5, "alquerque")


def cells(phrase: str, board: Board = FIVE, forward: str = "up", **named: str) -> str:
    """The names of a region's cells, in board order."""
    known = {name.replace("_", " "): region(board, text) for name, text in named.items()}
    return " ".join(board.cells[n].name for n in sorted(region(board, phrase, forward, known)))


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("c3", "c3"),
        ("a1 e5", "a1 e5"),
        ("a1-c1", "a1 b1 c1"),
        ("e5-c3", "c3 d4 e5"),
        ("far row", "a5 b5 c5 d5 e5"),
        ("near row", "a1 b1 c1 d1 e1"),
        ("far rows 2", "a4 b4 c4 d4 e4 a5 b5 c5 d5 e5"),
        ("row 2", "a2 b2 c2 d2 e2"),
        ("rows 1-2 and a3 e3", "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 e3"),
        ("column c", "c1 c2 c3 c4 c5"),
        ("columns d-e, a1", "a1 d1 e1 d2 e2 d3 e3 d4 e4 d5 e5"),
        ("corners", "a1 e1 a5 e5"),
        ("centre", "c3"),
        ("not edge", "b2 c2 d2 b3 c3 d3 b4 c4 d4"),
        ("not rows 2-5", "a1 b1 c1 d1 e1"),
    ],
)
def test_phrases_on_squares(phrase: str, expected: str) -> None:
    assert cells(phrase) == expected


def test_far_and_near_depend_on_the_way_forward() -> None:
    assert cells("far row", forward="down") == cells("row 1")
    assert cells("near rows 2", forward="down") == cells("rows 4-5")
    assert cells("far row", forward="right") == cells("column e")


def test_regions_may_have_names() -> None:
    assert cells("camp and e5", camp="a1-c1") == "a1 b1 c1 e5"
    assert cells("not enemy camp", enemy_camp="rows 1-4") == "a5 b5 c5 d5 e5"


def test_an_even_board_has_four_middle_cells() -> None:
    assert cells("centre", grid(8, 8)) == "d4 e4 d5 e5"


def test_a_run_skips_the_cells_that_are_not_there() -> None:
    assert cells("a1-g1", grid(8, 8, only="dark")) == "a1 c1 e1 g1"


def test_hexagonal_boards_count_rows_from_the_top() -> None:
    board = rhombus(3, 3)
    assert cells("row 1", board) == "a1 b1 c1"
    assert cells("near row", board) == "a3 b3 c3"
    assert cells("column b", board) == "b1 b2 b3"
    assert cells("c1-a3", board) == "c1 b2 a3"
    assert cells("corners", board) == "a1 c1 a3 c3"
    assert cells("corners", hexagon(3)) == "a1 c1 a3 e3 a5 c5"


def test_other_boards() -> None:
    assert cells("row 1", pits(3)) == "1 2 3"
    assert cells("centre", wheel(8)) == "c"
    triangle = graph({"L": (0, 0), "R": (2, 0), "T": (1, 2)}, [["L", "R"], ["L", "T"], ["R", "T"]])
    assert cells("far row and column a", triangle) == "L T"


@pytest.mark.parametrize(
    ("phrase", "message"),
    [
        ("", "a region needs at least one word. Known: all, centre"),
        ("not", "a region needs at least one word"),
        ("fra row", 'no region or cell called "fra". Did you mean "far"?'),
        ("cornres", 'Did you mean "corners"? Known: all'),
        ("far side", 'after "far" comes "row" or "rows N", not "side"'),
        ("camo", 'Did you mean "camp"?'),
        ("a1-b3", "a1 and b3 are not on one straight line"),
        ("a1-f9", 'no region or cell called "a1-f9"'),
        ("row 9", 'no row "9"; known: 1 to 5'),
        ("columns a-z", 'no column "a-z"; known: a to e'),
        ("far rows x", '"far rows" needs a number from 1, not "x"'),
        ("far", 'something is missing after "far"'),
    ],
)
def test_errors_are_named(phrase: str, message: str) -> None:
    with pytest.raises(UnknownRegion) as caught:
        region(FIVE, phrase, "up", {"camp": frozenset([0])})
    assert message in str(caught.value)
    assert str(caught.value).startswith(f'"{phrase}"')


def test_a_way_forward_must_be_known() -> None:
    with pytest.raises(ValueError, match='no forward direction called "north"'):
        region(FIVE, "far row", "north")
