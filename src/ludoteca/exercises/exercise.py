"""An exercise: its tree, and how it looks on screen and paper."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.exercises import drawing, paper
from ludoteca.exercises.exercise_tree import ExerciseTree


@dataclass(frozen=True)
class Exercise(ExerciseTree):
    """An exercise. Equal arguments of `make_exercise` give equal exercises."""

    def svg(self, lang: str = "en", solution: bool = False, theme: bool = True) -> str:
        """The tree as a standalone SVG, with blanks or with the solution."""
        return drawing.svg(self, lang, solution, theme)

    def sheet(self, lang: str = "en", solution: bool = False) -> str:
        """A page to print as an HTML fragment, for pages with the style `paper.STYLE`."""
        return paper.sheet(self, lang, solution)

    def html(self, lang: str = "en", solution: bool = True) -> str:
        """A standalone page to print, with the solution on a page of its own."""
        return paper.page(self, lang, solution)
