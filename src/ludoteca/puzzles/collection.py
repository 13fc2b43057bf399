"""A collection of puzzles of one game, no two of which are alike."""

from __future__ import annotations

from collections.abc import Iterable

from ludoteca.games import Game
from ludoteca.puzzles.canonical import Key, canonical_key
from ludoteca.puzzles.puzzle import Puzzle


class Collection:
    """Puzzles of one game, no two of which are alike."""

    def __init__(self, game: Game, puzzles: Iterable[Puzzle] = ()) -> None:
        self.game = game
        self._starts: set[Key] = set()
        self._continuations: set[Key] = set()
        for puzzle in puzzles:
            self.add(puzzle)

    def __len__(self) -> int:
        return len(self._starts)

    def add(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle is new: neither equal to another one nor a continuation of one."""
        start, *later = [canonical_key(position) for position in puzzle.positions(self.game)]
        if start in self._starts or start in self._continuations or self._starts.intersection(later):
            return False
        self._starts.add(start)
        self._continuations.update(later)
        return True
