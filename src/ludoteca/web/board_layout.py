"""The layout of a board on a page: the place of each button, and the arrow keys between cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from math import hypot

from ludoteca.games import Game, Position, scenes
from ludoteca.geometry import Board
from ludoteca.render import Scene, boxes
from ludoteca.render.frame import frame_of

Box = tuple[float, float, float, float]
Point = tuple[float, float]


def board_scene(position: Position, lang: str, flipped: bool = False) -> Scene:
    """The scene without the pieces in hand: a page shows them beside the board, whose size stays the same."""
    return replace(scenes.scene(position, flipped, lang), hands=("", ""))


# -- places -------------------------------------------------------------------------------------------


def stylesheet(game: Game) -> str:
    """The place of each button over the picture, for either seat. The content security policy allows no
    inline styles."""
    lines = []
    for flipped, scope in ((False, ".board"), (True, ".board.flipped")):
        scene = board_scene(game.start(), "en", flipped)
        for number, box in boxes(scene).items():
            lines.append(f'{scope} [data-n="{number}"]{{{_place(box)}}}')
        lines += _turn_buttons(scope, _blocks(scene, boxes(scene)))
    _, _, width, height = frame_of(board_scene(game.start(), "en")).view
    above, below = _strips(_blocks(scene, boxes(scene)))
    lines.append(
        f":root{{--ratio:{width / height:.4f};--cell:{100 / width * 100:.3f};"
        f"--strips-above:{len(above)};--strips-below:{len(below)}}}"
    )
    return "\n".join(lines) + "\n"


def _place(box: Box) -> str:
    names = ("left", "top", "width", "height")
    return ";".join(f"{name}:{100 * value:.3f}%" for name, value in zip(names, box, strict=True))


def _turn_buttons(scope: str, blocks: Mapping[int, Box]) -> list[str]:
    """The places of the buttons that turn blocks: above and below the board, so that they cover no cell."""
    lines = []
    above, below = _strips(blocks)
    for edge, strips in (("top", above[::-1]), ("bottom", below)):
        for number, row in enumerate(strips, 1):
            for block in row:
                left, _, width, _ = blocks[block]
                for sign, x in (("-", left), ("+", left + width / 2)):
                    place = f"left:{100 * x:.3f}%;width:{50 * width:.3f}%;{edge}:calc(var(--strip)*-{number})"
                    lines.append(f'{scope} [data-click="{block}{sign}"].turn{{{place}}}')
    return lines


def _strips(blocks: Mapping[int, Box]) -> tuple[list[list[int]], list[list[int]]]:
    """The rows of blocks, from the top: those whose buttons are above the board, and those below it."""
    rows: dict[float, list[int]] = {}
    for block, (_, top, _, _) in blocks.items():
        rows.setdefault(round(top, 3), []).append(block)
    ordered = [rows[top] for top in sorted(rows)]
    half = (len(ordered) + 1) // 2
    return ordered[:half], ordered[half:]


def _blocks(scene: Scene, places: Mapping[int, Box]) -> dict[int, Box]:
    """The box of each block that can turn, by its number."""
    found = {}
    for number, block in enumerate(scene.board.blocks, 1):
        parts = [places[cell] for cell in block]
        left, top = min(b[0] for b in parts), min(b[1] for b in parts)
        right, bottom = max(b[0] + b[2] for b in parts), max(b[1] + b[3] for b in parts)
        found[number] = (left, top, right - left, bottom - top)
    return found


def rows_of(board: Board) -> list[list[int]]:
    """All cells in rows, from the top; stores, which stand between rows, last."""
    rows = [[n for n in row if n is not None] for row in board.rows]
    rows = [row for row in rows if row]
    seen = {n for row in rows for n in row}
    rest = [n for n in range(len(board.cells)) if n not in seen]
    return [*rows, rest] if rest else rows


# -- arrow keys ---------------------------------------------------------------------------------------

_DIRECTIONS = ((-1, 0), (1, 0), (0, 1), (0, -1))
"""Left, right, up and down."""
Neighbours = list[int | None]


def neighbours(board: Board) -> tuple[str, ...]:
    """For each cell the cells that the arrow keys lead to: left, right, up, down, by number."""
    return _neighbours(tuple((cell.x, cell.y) for cell in board.cells))


@lru_cache(maxsize=128)
def _neighbours(cells: tuple[Point, ...]) -> tuple[str, ...]:
    found = [[_nearest(cells, x, y, dx, dy) for dx, dy in _DIRECTIONS] for x, y in cells]
    for _ in cells:
        unreached = set(range(len(cells))) - _reachable(found)
        if not unreached:
            break
        _connect(min(unreached), cells, found)
    return tuple(",".join("" if cell is None else str(cell) for cell in row) for row in found)


def _nearest(cells: tuple[Point, ...], x: float, y: float, dx: int, dy: int) -> int | None:
    """The nearest cell in a direction; distance across the direction counts 2.5 times."""
    best, least = None, 1e9
    for number, (cx, cy) in enumerate(cells):
        along = (cx - x) * dx + (cy - y) * dy
        across = abs((cx - x) * dy) + abs((cy - y) * dx)
        if along > 1e-6:
            distance = hypot(along, 2.5 * across)
            if distance < least:
                best, least = number, distance
    return best


def _reachable(found: list[Neighbours]) -> set[int]:
    """The cells that arrow keys reach from the first cell."""
    seen, waiting = {0}, [0]
    while waiting:
        for cell in found[waiting.pop()]:
            if cell is not None and cell not in seen:
                seen.add(cell)
                waiting.append(cell)
    return seen


def _connect(unreached: int, cells: tuple[Point, ...], found: list[Neighbours]) -> None:
    """Let an arrow key of a reachable cell lead to an unreached one: preferably a key that leads nowhere, or
    to the same cell as another key."""
    x, y = cells[unreached]
    near = sorted(_reachable(found), key=lambda n: hypot(cells[n][0] - x, cells[n][1] - y))
    for place in near:
        dx, dy = x - cells[place][0], y - cells[place][1]
        fits = [n for n, (ux, uy) in enumerate(_DIRECTIONS) if dx * ux + dy * uy > 1e-6]
        spare = [n for n in fits if found[place][n] is None or found[place].count(found[place][n]) > 1]
        if spare:
            found[place][spare[0]] = unreached
            return
    dx, dy = x - cells[near[0]][0], y - cells[near[0]][1]
    direction = max(range(4), key=lambda n: dx * _DIRECTIONS[n][0] + dy * _DIRECTIONS[n][1])
    found[near[0]][direction] = unreached
