"""Text drawings, compared literally."""

from __future__ import annotations

from textwrap import dedent

import pytest

from ludoteca.geometry import Board, graph, grid, hexagon, pits, rhombus, wheel
from ludoteca.render import PieceStyle, Scene, text

LOOKS = {
    "x": PieceStyle("first"),
    "o": PieceStyle("second"),
    "X": PieceStyle("first", "crowned"),
    "K": PieceStyle("second", "crowned", "K"),
    "#": PieceStyle("neutral", "block"),
    "*": PieceStyle("shared"),
}


def pieces(board: Board, **styles: str) -> dict[int, PieceStyle]:
    return {board.index[name]: LOOKS[style] for name, style in styles.items()}


def check(scene: Scene, expected: str) -> None:
    assert text(scene) == dedent(expected).strip("\n")


def test_points_with_their_lines() -> None:
    board = grid(5, 5, "alquerque")
    on_board = pieces(board, a1="x", b2="X", c3="*", d4="K", e5="o", c4="#")
    last, targets = (board.index["b1"], board.index["b2"]), (board.index["e1"],)
    check(
        Scene(board, on_board, last=last, targets=targets),
        """
        5  ·───·───·───·───o
           │ ╲ │ ╱ │ ╲ │ ╱ │
        4  ·───·───#───K───·
           │ ╱ │ ╲ │ ╱ │ ╲ │
        3  ·───·───*───·───·
           │ ╲ │ ╱ │ ╲ │ ╱ │
        2  ·──[X]──·───·───·
           │ ╱ │ ╲ │ ╱ │ ╲ │
        1  x──[·]──·───·───+
           a   b   c   d   e
        """,
    )


def test_special_cells_show_while_they_are_empty() -> None:
    board = grid(3, 3)
    check(
        Scene(board, pieces(board, a1="x"), special={0: "", 4: "", 8: "second"}),
        """
        3  · · □
        2  · □ ·
        1  x · ·
           a b c
        """,
    )


def test_cells_of_a_flipped_board() -> None:
    board = grid(3, 3)
    scene = Scene(board, pieces(board, a1="x", b1="o"), last=(0, 1), hands=("2 left", ""))
    check(
        scene,
        """
        3  · · ·
        2  · · ·
        1 [x|o]·
           a b c
        x: 2 left
        """,
    )
    check(
        Scene(board, scene.pieces, hands=("2 left", "1 left"), flipped=True),
        """
        x: 2 left
        1  · o x
        2  · · ·
        3  · · ·
           c b a
        o: 1 left
        """,
    )


def test_cells_of_one_colour() -> None:
    board = grid(4, 4, only="dark")
    check(
        Scene(board, pieces(board, a1="x", d4="o")),
        """
        4    ·   o
        3  ·   ·
        2    ·   ·
        1  x   ·
           a b c d
        """,
    )


def test_blocks_have_grooves_between_them() -> None:
    board = grid(4, 4, block=2)
    check(
        Scene(board, pieces(board, a1="x", c3="o")),
        """
        4  · · │ · ·
        3  · · │ o ·
           ────┼────
        2  · · │ · ·
        1  x · │ · ·
           a b   c d
        """,
    )


def test_wide_text_boards_have_no_lines() -> None:
    drawn = text(Scene(grid(15, 15, style="points"))).splitlines()
    assert drawn[0] == "15  " + " ".join("·" * 15)
    assert drawn[-2] == " 1  " + " ".join("·" * 15)
    assert drawn[-1] == "    a b c d e f g h i j k l m n o"


def test_a_rhombus_leans() -> None:
    board = rhombus(3, 3)
    on_board = pieces(board, a1="x", c2="o")
    check(
        Scene(board, on_board, last=(board.index["c2"],)),
        """
          a b c
        1  x · ·
         2  · ·[o]
          3  · · ·
        """,
    )
    check(
        Scene(board, on_board, flipped=True),
        """
          c b a
        3  · · ·
         2  o · ·
          1  · · x
        """,
    )


def test_a_hexagon() -> None:
    check(
        Scene(hexagon(2), {3: LOOKS["x"]}),
        """
         1  · ·
        2  · x ·
         3  · ·
        """,
    )


def test_pits_and_stores() -> None:
    counts = {0: 4, 1: 0, 2: 5, 3: 12, 4: 1, 5: 2, 6: 3, 7: 7}
    check(
        Scene(pits(3), counts=counts, last=(2,)),
        """
               3    2    1
             ( 3) ( 2) ( 1)
        ( 7)                (12)
             ( 4) ( 0) [ 5]
               1    2    3
        """,
    )
    check(
        Scene(pits(3, stores=False), counts=counts, flipped=True),
        """
          3    2    1
        ( 5) ( 0) ( 4)
        (12) ( 1) ( 2)
          1    2    3
        """,
    )


def test_a_graph_with_the_names_of_its_points() -> None:
    points = {"T": (2, 2), "L": (1, 1), "M": (2, 1), "R": (3, 1), "A": (0, 0), "B": (2, 0), "C": (4, 0)}
    board = graph(
        points, [["T", "L", "A"], ["T", "M", "B"], ["T", "R", "C"], ["L", "M", "R"], ["A", "B", "C"]]
    )
    check(
        Scene(board, pieces(board, T="x", C="o"), last=(board.index["C"],)),
        """
                x           T
              ╱ │ ╲
            ·───·───·       L M R
          ╱     │     ╲
        ·───────·──────[o]  A B C
        """,
    )


def test_a_wheel_keeps_its_points_apart() -> None:
    drawn = text(Scene(wheel(8), {0: LOOKS["x"]}))
    assert drawn.count("·") == 8
    assert "a7 c a3" in drawn


def test_letters_are_coloured_only_on_request() -> None:
    scene = Scene(grid(2, 1), {0: LOOKS["x"], 1: LOOKS["o"]})
    assert text(scene) == "1  x o\n   a b"
    assert text(scene, colour=True) == "1  \x1b[1;36mx\x1b[0m \x1b[1;33mo\x1b[0m\n   a b"


@pytest.mark.parametrize("lines", ["all", "orthogonal"])
def test_a_square_network(lines: str) -> None:
    check(
        Scene(grid(2, 2, lines, style="points")),
        """
        2  ·───·
           │   │
        1  ·───·
           a   b
        """,
    )


def test_a_crossing_of_diagonals() -> None:
    check(
        Scene(grid(2, 2, "diagonal", style="points")),
        """
        2  ·   ·
             ╳
        1  ·   ·
           a   b
        """,
    )
