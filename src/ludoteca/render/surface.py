"""The board as SVG: cells, lines, blocks and coordinates."""

from __future__ import annotations

from ludoteca.geometry import Line
from ludoteca.render.board_lines import circle_of, columns, drawn_lines, one_colour, ranks
from ludoteca.render.frame import Frame
from ludoteca.render.markup import Point, label, points, tag
from ludoteca.render.palette import Paint
from ludoteca.render.pits import draw_pits, pit_names
from ludoteca.render.scene import Scene

_MOST_DOTS = 100
"""Boards with more points have dots on a few star points only."""


def surface(scene: Scene, frame: Frame, paint: Paint, small: bool = False) -> str:
    """The static part of a picture. A `small` one has no coordinates, and numbers instead of seeds."""
    match scene.board.style:
        case "pits":
            parts = draw_pits(scene, frame, paint, small)
        case "points":
            parts = [*_specials(scene, frame, paint), *_lines(frame, paint), *_crossings(frame, paint)]
        case _:
            parts = [*_cells(frame, paint), *_specials(scene, frame, paint), *_gaps(frame, paint)]
    if not small:
        parts += pit_names(frame, paint) if scene.board.style == "pits" else _coordinates(frame, paint)
    return tag("g", *parts, class_="surface")


def _cells(frame: Frame, paint: Paint) -> list[str]:
    board = frame.board
    drawn = [_unused_cells(frame, paint)] if one_colour(board) else []
    for number, cell in enumerate(board.cells):
        is_dark = board.shape == "grid" and round(cell.x + cell.y) % 2 == 0
        # The light colour is set on the group, to keep the SVG short.
        fill = paint("cell-dark") if is_dark else None
        area = tag("polygon", points=points(frame.outline(number)), fill=fill)
        drawn.append(tag("g", area, class_="cell", data_cell=cell.name))
    border = {"stroke": paint("line"), "stroke_width": "3" if board.shape == "hex" else "1.5"}
    return [tag("g", *drawn, class_="cells", fill=paint("cell-light"), **border, stroke_linejoin="round")]


def _specials(scene: Scene, frame: Frame, paint: Paint) -> list[str]:
    """A frame in each special cell, a disc under each special point, in its owner's colour."""
    return [_special(frame, cell, side, paint) for cell, side in sorted(scene.special.items())]


def _special(frame: Frame, number: int, side: str, paint: Paint) -> str:
    x, y = frame.cell(number)
    fill = paint(side) if side else paint("cell-dark") if frame.board.style == "points" else "none"
    style = {"fill": fill, "fill_opacity": "0.45" if side else None, "stroke": paint("line")}
    if frame.board.style == "points":
        return tag("circle", class_="special", cx=x, cy=y, r=34, **style, stroke_width=3)
    corners = [(x + 0.76 * (cx - x), y + 0.76 * (cy - y)) for cx, cy in frame.outline(number)]
    return tag("polygon", class_="special", points=points(corners), **style, stroke_width=5)


def _unused_cells(frame: Frame, paint: Paint) -> str:
    """The unused colour of a chequered board."""
    left, top, right, bottom = frame.area
    is_dark = round(frame.board.cells[0].x + frame.board.cells[0].y) % 2 == 0
    return tag(
        "rect", x=left, y=top, width=right - left, height=bottom - top,
        fill=paint("cell-light" if is_dark else "cell-dark"), stroke=paint("line"), stroke_width=3,
    )  # fmt: skip


def _gaps(frame: Frame, paint: Paint) -> list[str]:
    """A groove around each rotating block."""
    drawn = []
    for block in frame.board.blocks:
        corners = [corner for number in block for corner in frame.outline(number)]
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        side = max(x for x, _ in corners) - left
        box = {"x": left, "y": top, "width": side, "height": side}
        drawn.append(tag("rect", **box, rx=4, fill="none", stroke=paint("board"), stroke_width=18))
        inner = {"x": left + 9, "y": top + 9, "width": side - 18, "height": side - 18}
        drawn.append(tag("rect", **inner, rx=10, fill="none", stroke=paint("line"), stroke_width=3))
    return drawn


def _lines(frame: Frame, paint: Paint) -> list[str]:
    drawn = [_line(frame, line) for line in drawn_lines(frame.board)]
    drawn += [tag("polyline", points=points(path)) for path in frame.loops]
    width = 3 if len(frame.board.cells) > _MOST_DOTS else 4
    return [tag("g", *drawn, class_="lines", fill="none", stroke=paint("line"), stroke_width=width,
                stroke_linejoin="round", stroke_linecap="round")]  # fmt: skip


def _line(frame: Frame, line: Line) -> str:
    circle = circle_of(frame.board, line)
    if circle:
        x, y = frame.at(circle[0], circle[1])
        return tag("circle", cx=x, cy=y, r=circle[2] * frame.scale)
    path = points(frame.cell(number) for number in line.cells)
    return tag("polygon" if line.closed else "polyline", points=path)


def _crossings(frame: Frame, paint: Paint) -> list[str]:
    board = frame.board
    marked = set(range(len(board.cells))) if len(board.cells) <= _MOST_DOTS else _landmarks(frame)
    drawn = []
    for number, cell in enumerate(board.cells):
        x, y = frame.cell(number)
        dot = tag("circle", cx=x, cy=y, r=7 if number in marked else 2)
        drawn.append(tag("g", dot, class_="cell", data_cell=cell.name))
    return [tag("g", *drawn, class_="cells", fill=paint("line"))]


def _landmarks(frame: Frame) -> set[int]:
    """Star points: the intersections of the fourth lines from each edge and of the middle lines."""
    board = frame.board
    width, height = round(board.width), round(board.height)
    across = {3, width - 3} | ({width // 2} if width % 2 == 0 else set())
    upward = {3, height - 3} | ({height // 2} if height % 2 == 0 else set())
    return {n for n, cell in enumerate(board.cells) if round(cell.x) in across and round(cell.y) in upward}


def _coordinates(frame: Frame, paint: Paint) -> list[str]:
    board, size = frame.board, frame.font
    if board.shape == "graph":
        return []
    if board.shape == "grid":
        labels = _around(frame)
    elif len({len(row) for row in board.rows}) == 1:
        labels = _slanted(frame)
    else:
        # In a hexagon columns are not straight, so every cell is labelled.
        labels, size = [(cell.name, frame.cell(n)) for n, cell in enumerate(board.cells)], 22
    texts = [label(name, at) for name, at in labels]
    if frame.loops:
        # Loops run outside the board: names get a background.
        patches = [tag("circle", cx=x, cy=y, r=size * 0.6) for _, (x, y) in labels]
        texts.insert(0, tag("g", *patches, fill=paint("board")))
    return [tag("g", *texts, class_="coordinates", fill=paint("coordinate"), font_size=size)]


def _around(frame: Frame) -> list[tuple[str, Point]]:
    """Letters below and numbers at the left, in both orientations."""
    left, _, _, bottom = frame.area
    gap = frame.font * (0.95 if frame.board.style == "cells" else 0.45)
    letters = [(name, (frame.at(x, 0)[0], bottom + gap)) for name, x in columns(frame.board)]
    numbers = [(name, (left - gap, frame.at(0, y)[1])) for name, y in ranks(frame.board)]
    return letters + numbers


def _slanted(frame: Frame) -> list[tuple[str, Point]]:
    """Letters before the first row and numbers before the first column of a rhombus."""
    sides, cells = frame.board.sides, frame.board.cells
    letters = [(cells[n].name[:-1], cells[n], -0.6, 1.04) for n in sides["top"]]
    numbers = [(cells[n].name[1:], cells[n], -1.2, 0.0) for n in sides["left"]]
    return [(name, frame.at(cell.x + dx, cell.y + dy)) for name, cell, dx, dy in letters + numbers]
