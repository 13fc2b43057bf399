"""Drawings of positions, graphs and trees as SVG and as text, independent of any game."""

from ludoteca.render.frame import boxes
from ludoteca.render.palette import COLOURS
from ludoteca.render.scene import SHAPES, SIDES, PieceStyle, Scene
from ludoteca.render.svg import svg
from ludoteca.render.text import text

__all__ = ["COLOURS", "SHAPES", "SIDES", "PieceStyle", "Scene", "boxes", "svg", "text"]
