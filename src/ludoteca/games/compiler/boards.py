"""Builds the board of a spec."""

from __future__ import annotations

from dataclasses import replace

from ludoteca import geometry
from ludoteca.games.problems import Problems
from ludoteca.games.spec import SHAPES
from ludoteca.games.spec import Board as BoardSpec
from ludoteca.kernel import LIMITS
from ludoteca.messages import WordList

_KEYS = {
    "board.line-point": "joined", "board.line-short": "joined",
    "board.ring-point": "rings", "board.ring-short": "rings",
}  # fmt: skip
"""The key that a problem of a board's lines is about; other problems are about its shape."""


def build_board(spec: BoardSpec, problems: Problems) -> geometry.Board | None:
    """The board, or None with a problem added."""
    shapes = [shape for shape in SHAPES if getattr(spec, shape) is not None]
    if len(shapes) != 1:
        code = "board.several-shapes" if shapes else "board.no-shape"
        problems.add(spec.where, code, words=WordList(shapes), known=WordList(SHAPES))
        return None
    try:
        board = _build(spec, problems)
    except geometry.BoardError as error:
        key = _KEYS.get(error.code, shapes[0])
        problems.add_message(f"{spec.where}.{key}", error.message)
        return None
    if board is None:
        return None
    if not 2 <= len(board.cells) <= LIMITS["cells"]:
        problems.add(spec.where, "board.size", n=len(board.cells), low=2, high=LIMITS["cells"])
        return None
    return replace(board, loops=_loops(spec, board))


def _loops(spec: BoardSpec, board: geometry.Board) -> tuple[tuple[int, int], ...]:
    """The pairs of cells that each "~" of a track joins."""
    found = []
    for track in spec.tracks:
        names = track.split()
        for before, mark, after in zip(names, names[1:] + names[:1], names[2:] + names[:2], strict=True):
            if mark == "~" and before in board.index and after in board.index:
                found.append((board.index[before], board.index[after]))
    return tuple(found)


def _build(spec: BoardSpec, problems: Problems) -> geometry.Board | None:
    if spec.grid is not None:
        return _grid(spec, problems)
    if spec.hex is not None:
        return geometry.rhombus(*spec.hex)
    if spec.hexagon is not None:
        return geometry.hexagon(spec.hexagon)
    if spec.triangle is not None:
        return geometry.triangle(spec.triangle)
    if spec.pits is not None:
        return geometry.pits(spec.pits, spec.stores)
    if spec.wheel is not None:
        return geometry.wheel(spec.wheel[0], spec.wheel[1])
    _check_points(spec, problems)
    points = {name: (float(place[0]), float(place[1])) for name, place in (spec.points or {}).items()}
    return geometry.graph(points, [row.split() for row in spec.joined], [row.split() for row in spec.rings])


def _check_points(spec: BoardSpec, problems: Problems) -> None:
    """Cell names are read case-insensitively, so they must not differ in case only."""
    seen: dict[str, str] = {}
    for name in spec.points or {}:
        other = seen.setdefault(name.casefold(), name)
        if other != name:
            problems.add(f"{spec.where}.points", "board.same-name", first=other, second=name)


def _grid(spec: BoardSpec, problems: Problems) -> geometry.Board | None:
    width, height = spec.grid or (0, 0)
    if spec.block is not None and not _fits_blocks(
        spec.block, width, height, f"{spec.where}.block", problems
    ):
        return None
    holes: frozenset[str] = frozenset()
    if spec.holes:
        whole = geometry.grid(width, height)
        try:
            holes = frozenset(whole.cells[i].name for i in geometry.region(whole, spec.holes))
        except geometry.UnknownRegion as error:
            problems.add_message(f"{spec.where}.holes", error.message)
            return None
    if spec.block is not None and (holes or spec.only != "all"):
        problems.add(f"{spec.where}.block", "board.block-holes")
        return None
    return geometry.grid(width, height, spec.lines, spec.style, spec.only, holes, spec.block)


def _fits_blocks(side: int, width: int, height: int, where: str, problems: Problems) -> bool:
    number = (width // side) * (height // side)
    if width % side or height % side:
        problems.add(where, "board.block-size", width=width, height=height, side=side)
    elif number > LIMITS["blocks"]:
        problems.add(where, "board.too-many-blocks", found=number, limit=LIMITS["blocks"])
    else:
        return True
    return False
