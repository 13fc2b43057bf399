"""SVG drawings of every board shape."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from ludoteca.geometry import graph, grid, hexagon, pits, rhombus, wheel
from ludoteca.render import COLOURS, SHAPES, SIDES, PieceStyle, Scene, boxes, svg

NAMESPACE = "{http://www.w3.org/2000/svg}"
FIRST, SECOND = PieceStyle("first"), PieceStyle("second")

SCENES = {
    "points": Scene(grid(5, 5, "alquerque"), {0: FIRST, 24: SECOND}, last=(0, 6), targets=(7, 24)),
    "many points": Scene(grid(15, 15, style="points"), {112: FIRST}),
    "cells": Scene(grid(8, 8, only="dark"), {0: PieceStyle("first", "crowned")}, arrows=((0, 4),)),
    "blocks": Scene(grid(6, 6, block=3), {0: FIRST}),
    "rhombus": Scene(rhombus(11, 11), {60: SECOND}, edges={"top": "first", "left": "second"}),
    "hexagon": Scene(hexagon(3), {9: FIRST}),
    "pits": Scene(pits(6), counts={0: 4, 6: 30}, last=(0,), targets=(1,)),
    "wheel": Scene(wheel(8), {1: FIRST}, hands=("2 in hand", "3 in hand")),
    "loops": Scene(replace(grid(4, 4, style="points"), loops=((13, 8), (14, 11))), {1: FIRST}),
    "special": Scene(grid(3, 3), {0: FIRST}, special={0: "", 4: "first", 8: "second"}),
    "special points": Scene(grid(3, 3, style="points"), special={0: "", 4: "first", 8: "second"}),
    "graph": Scene(graph({"p": (0, 0), "q": (4, 1)}, [["p", "q"]]), {1: SECOND}),
}


def parse(scene: Scene, **options: object) -> ElementTree.Element:
    return ElementTree.fromstring(svg(scene, **options))  # type: ignore[arg-type]


def of_class(root: ElementTree.Element, word: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if word in element.get("class", "").split()]


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES.keys())
def test_every_picture_is_one_accessible_image_without_scripts(scene: Scene, flipped: bool) -> None:
    root = parse(replace(scene, title="A < B", description="x on a1 & more", flipped=flipped))
    assert (root.tag, root.get("role")) == (f"{NAMESPACE}svg", "img")
    assert root.findtext(f"{NAMESPACE}title") == "A < B"
    assert root.findtext(f"{NAMESPACE}desc") == "x on a1 & more"
    assert not list(root.iter(f"{NAMESPACE}script"))
    attributes = [key for element in root.iter() for key in element.attrib]
    assert not any(key.startswith("on") or key.endswith("href") for key in attributes)


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES.keys())
def test_every_cell_and_piece_says_its_name(scene: Scene) -> None:
    root = parse(scene)
    names = [cell.name for cell in scene.board.cells]
    assert [cell.get("data-cell") for cell in of_class(root, "cell")] == names
    pieces = {piece.get("data-cell"): piece.get("class", "").split()[1] for piece in of_class(root, "piece")}
    assert pieces == {names[n]: style.side for n, style in scene.pieces.items()}


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES.keys())
def test_every_cell_lies_inside_the_picture(scene: Scene, flipped: bool) -> None:
    places = boxes(replace(scene, flipped=flipped))
    assert len(places) == len(scene.board.cells)
    for left, top, width, height in places.values():
        assert 0 < left < left + width < 1
        assert 0 < top < top + height < 1


def test_the_same_scene_gives_the_same_text() -> None:
    assert svg(SCENES["pits"]) == svg(SCENES["pits"])


def test_a_flipped_board_is_turned_by_half_a_turn() -> None:
    scene = SCENES["cells"]
    upright, turned = boxes(scene), boxes(replace(scene, flipped=True))
    for number, (left, top, width, height) in upright.items():
        assert turned[number] == pytest.approx((1 - left - width, 1 - top - height, width, height))


def test_colours_can_be_themed_or_written_out() -> None:
    themed, plain = svg(SCENES["cells"]), svg(SCENES["cells"], theme=False)
    assert f'fill="var(--board, {COLOURS["board"]})"' in themed
    assert "var(" not in plain
    assert set(re.findall(r"var\(--([a-z-]+),", themed)) <= set(COLOURS)


def test_the_size_is_the_width_in_pixels() -> None:
    root = parse(SCENES["pits"], size=300)
    width, height = (float(value) for value in root.get("viewBox", "").split()[2:])
    assert root.get("width") == "300"
    assert root.get("height") == str(round(300 * height / width))
    assert "width" not in parse(SCENES["pits"]).attrib


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_piece_style_is_drawn(side: str, shape: str) -> None:
    scene = Scene(grid(1, 1), {0: PieceStyle(side, shape, "K")})
    (piece,) = of_class(parse(scene), "piece")
    assert piece.get("class") == f"piece {side} {shape}"
    assert len(piece) >= 2


def test_the_sides_differ_by_more_than_colour() -> None:
    def shapes(side: str) -> list[tuple[str | None, ...]]:
        (piece,) = of_class(parse(Scene(grid(1, 1), {0: PieceStyle(side)})), "piece")
        return [(part.tag, part.get("r"), part.get("points")) for part in piece]

    drawings = [shapes(side) for side in SIDES]
    assert all(drawings.count(drawing) == 1 for drawing in drawings)


def test_pits_show_their_number_and_at_most_a_dozen_seeds() -> None:
    """A pit without a count has no number."""
    board = pits(2)
    root = parse(Scene(board, counts={0: 3, 1: 25, board.index["1'"]: 0}))
    shown = {
        cell.get("data-cell"): (len(of_class(cell, "seed")), *(one.text for one in of_class(cell, "count")))
        for cell in of_class(root, "cell")
    }
    assert shown["1"] == (3, "3")
    assert shown["2"] == (12, "25")
    assert shown["1'"] == (0, "0")
    assert shown["2'"] == (0,)


def test_marks_are_drawn_once_for_each_cell() -> None:
    root = parse(replace(SCENES["points"], last=(0, 6, 0)))
    assert len(of_class(root, "last")) == 2
    assert [mark.get("stroke-dasharray") for mark in of_class(root, "target")] == [None, "14 9"]


def test_owned_edges_meet_halfway_at_a_shared_corner() -> None:
    edges = {"top": "first", "bottom": "first", "left": "second", "right": "second"}
    root = parse(Scene(rhombus(3, 3), edges=edges))
    bands = {band.get("data-edge"): [part.get("points") for part in band] for band in of_class(root, "edge")}
    assert set(bands) == set(edges)
    assert not set(bands["top"]) & set(bands["right"])
    assert len(bands["top"]) == 2 * 6


def test_rings_are_round_and_squares_square() -> None:
    (lines,) = of_class(parse(SCENES["wheel"]), "lines")
    assert [line.tag.removeprefix(NAMESPACE) for line in lines] == ["polyline"] * 4 + ["circle"]
    square = graph({"p": (0, 0), "q": (1, 0), "r": (1, 1), "s": (0, 1)}, [], rings=[["p", "q", "r", "s"]])
    (lines,) = of_class(parse(Scene(square)), "lines")
    assert [line.tag.removeprefix(NAMESPACE) for line in lines] == ["polygon"]


def test_loops_run_outside_the_board_and_inside_the_picture() -> None:
    """From the second column round the corner to the second row: three quarters of a circle."""
    root = parse(SCENES["loops"], size=400)
    (lines,) = of_class(root, "lines")
    loop = [tuple(map(float, point.split(","))) for point in lines[-2].get("points", "").split()]
    assert (loop[0], loop[-1]) == ((100, -300), (0, -200))
    assert min(x for x, _ in loop) == -100
    assert min(y for _, y in loop) == -400
    left, top = map(float, root.get("viewBox", "").split()[:2])
    assert left < -100
    assert top < -400


@pytest.mark.parametrize("name", ["special", "special points"])
def test_special_cells_are_marked_below_the_pieces(name: str) -> None:
    root = parse(SCENES[name], theme=False)
    marks = of_class(root, "special")
    assert [mark.get("fill") for mark in marks][1:] == [COLOURS["light"], COLOURS["dark"]]
    everything = list(root.iter())
    (pieces,) = of_class(root, "pieces")
    assert all(everything.index(mark) < everything.index(pieces) for mark in marks)


def test_where_every_diagonal_is_a_line_only_rows_and_columns_are_drawn() -> None:
    (lines,) = of_class(parse(SCENES["many points"]), "lines")
    assert len(lines) == 30


def test_piece_styles_are_validated() -> None:
    with pytest.raises(ValueError, match='no side called "white"; known: first'):
        PieceStyle("white")
    with pytest.raises(ValueError, match='no shape called "cube"; known: disc'):
        PieceStyle("first", "cube")
