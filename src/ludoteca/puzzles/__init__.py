"""Puzzles: positions with exactly one good move, with their proofs and their difficulty."""

from ludoteca.puzzles.checking import Problem, check_puzzles
from ludoteca.puzzles.collection import Collection
from ludoteca.puzzles.mining import mine
from ludoteca.puzzles.puzzle import (
    BadPuzzles,
    Puzzle,
    Refutation,
    Step,
    games_with_puzzles,
    puzzles_path,
    read_puzzles,
    write_puzzles,
)

__all__ = [
    "BadPuzzles", "Collection", "Problem", "Puzzle", "Refutation", "Step", "check_puzzles",
    "games_with_puzzles", "mine", "puzzles_path", "read_puzzles", "write_puzzles",
]  # fmt: skip
