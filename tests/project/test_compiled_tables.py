"""Only the compiler decides what kind of game it has; other modules read `Game.traits`."""

from __future__ import annotations

import ast
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "ludoteca"

READERS = {
    "classics/connection.py": "the edges of a connection end",
    "games/deciding_cells.py": "the cells of the end that fired",
    "games/game.py": "hands the tables to the kernel",
    "games/illegal_moves.py": "whether the current stage forces captures",
    "games/learnt.py": "compares the kinds of ends of two games",
    "games/notation.py": "the kinds of piece that can be placed",
    "games/position_text.py": "the names of stages",
    "games/steps.py": "the order in which pits are sown",
    "play/counters.py": "what the ends of a game count",
    "play/endings.py": "the end that fired, to word it",
    "solver/proving/convergence.py": "the rules of a proof, without move counters",
    "solver/proving/lines.py": "the number of winning lines",
    "solver/proving/margins.py": "which ends of a game a margin of seeds allows",
    "solver/proving/pairing.py": "the winning lines",
    "solver/retrograde/material.py": "the effect of each rule on the material",
    "solver/symmetry.py": "maps and compares every table",
}
"""Modules outside the compiler that read the compiled tables, and what for."""


def reads_tables(file: Path) -> bool:
    """Whether a module reads `compiled.data`."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr == "data":
            owner = node.value
            name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
            if name == "compiled":
                return True
    return False


def test_only_listed_modules_read_the_compiled_tables():
    outside = [file for file in SOURCE.rglob("*.py") if "compiler" not in file.parts]
    found = {file.relative_to(SOURCE).as_posix() for file in outside if reads_tables(file)}
    assert found == READERS.keys()
