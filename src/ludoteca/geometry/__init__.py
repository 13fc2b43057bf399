"""Board shapes as graphs: cells, directions, lines, regions, symmetries, and outlines to draw."""

from ludoteca.geometry.board import Board, BoardError, Cell, Line, line_steps
from ludoteca.geometry.directions import STEP_WORDS, all_rays, rays, step_words
from ludoteca.geometry.graphs import graph, wheel
from ludoteca.geometry.grids import GRID_COLOURS, GRID_LINES, GRID_STYLES, grid
from ludoteca.geometry.hexes import hex_rings, hexagon, rhombus, triangle
from ludoteca.geometry.pits import is_store, pits
from ludoteca.geometry.regions import REGION_WORDS, UnknownRegion, region
from ludoteca.geometry.symmetry import Permutation, symmetries

__all__ = [
    "GRID_COLOURS",
    "GRID_LINES",
    "GRID_STYLES",
    "REGION_WORDS",
    "STEP_WORDS",
    "Board",
    "BoardError",
    "Cell",
    "Line",
    "Permutation",
    "UnknownRegion",
    "all_rays",
    "graph",
    "grid",
    "hex_rings",
    "hexagon",
    "is_store",
    "line_steps",
    "pits",
    "rays",
    "region",
    "rhombus",
    "step_words",
    "symmetries",
    "triangle",
    "wheel",
]
