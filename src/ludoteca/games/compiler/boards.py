"""The board of a spec, built by the geometry room."""

from __future__ import annotations

from ludoteca import geometry
from ludoteca.games.spec import Board as BoardSpec
from ludoteca.games.words import Problems, listed
from ludoteca.kernel import LIMITS

SHAPES = ("grid", "hex", "hexagon", "pits", "wheel", "points")


def build_board(spec: BoardSpec, problems: Problems) -> geometry.Board | None:
    """The board as a graph, or None with the problem noted."""
    said = [shape for shape in SHAPES if getattr(spec, shape) is not None]
    if len(said) != 1:
        what = "a board needs a shape" if not said else f"one shape is enough, not {listed(said)}"
        problems.add(spec.where, f"{what}: one of {listed(SHAPES)}.")
        return None
    try:
        board = _build(spec, said[0], problems)
    except ValueError as problem:
        problems.add(f"{spec.where}.{said[0]}", f"{problem}.".replace("..", "."))
        return None
    if board is None:
        return None
    if not 2 <= len(board.cells) <= LIMITS["cells"]:
        problems.add(spec.where, f"the board has {len(board.cells)} cells. Allowed: 2 to {LIMITS['cells']}.")
        return None
    return board


def _build(spec: BoardSpec, shape: str, problems: Problems) -> geometry.Board | None:
    if spec.grid is not None:
        return _grid(spec, problems)
    if spec.hex is not None:
        return geometry.rhombus(*spec.hex)
    if spec.hexagon is not None:
        return geometry.hexagon(spec.hexagon)
    if spec.pits is not None:
        return geometry.pits(spec.pits, spec.stores)
    if spec.wheel is not None:
        return geometry.wheel(*spec.wheel)
    points = {name: (float(place[0]), float(place[1])) for name, place in (spec.points or {}).items()}
    return geometry.graph(points, [row.split() for row in spec.joined], [row.split() for row in spec.rings])


def _grid(spec: BoardSpec, problems: Problems) -> geometry.Board | None:
    width, height = spec.grid or (0, 0)
    if spec.block is not None and (width % spec.block or height % spec.block):
        problems.add(f"{spec.where}.block", f"a {width}x{height} board cannot be cut into blocks of {spec.block}.")
        return None
    holes: frozenset[str] = frozenset()
    if spec.holes:
        whole = geometry.grid(width, height)
        try:
            holes = frozenset(whole.cells[i].name for i in geometry.region(whole, spec.holes))
        except geometry.UnknownRegion as problem:
            problems.add(f"{spec.where}.holes", str(problem))
            return None
    if spec.block is not None and (holes or spec.only != "all"):
        problems.add(f"{spec.where}.block", "a board with blocks cannot have holes.")
        return None
    return geometry.grid(width, height, spec.lines, spec.style, spec.only, holes, spec.block)
