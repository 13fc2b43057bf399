"""Phrases of the language resolved on a board: sets of cells and directions, as each side sees them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ludoteca.geometry import Board, UnknownRegion, region, step_words
from ludoteca.games.words import Problems, listed, nearest

FORWARD = ("up", "down")
"""Where each side's pieces go."""

DIRECTION_WORDS: dict[str, tuple[str, str]] = {
    "all": ("", ""),
    "forward": ("up", "down"),
    "backward": ("down", "up"),
    "sideways": ("level", "level"),
    "vertical": ("upright", "upright"),
    "orthogonal": ("orthogonal", "orthogonal"),
    "diagonal": ("diagonal", "diagonal"),
    "up": ("up", "up"),
    "down": ("down", "down"),
    "left": ("left", "left"),
    "right": ("right", "right"),
}
"""Each word of a direction, as what is true of a step for the first and for the second player."""

_SPOT = re.compile(r"cell (\d{1,3}) (\d{1,3})")

Steps = Callable[[int, int], bool]


class Places:
    """The sets of cells of one game."""

    def __init__(self, board: Board, named: Mapping[str, tuple[str, str]], problems: Problems) -> None:
        self.board = board
        self.named = dict(named)
        self.problems = problems
        self._open: list[tuple[str, int]] = []

    def cells(self, phrase: str, side: int, where: str) -> frozenset[int]:
        """The cells a phrase means to a side: `A but not B`, `A within B`, `enemy A`, or plain words."""
        if " but not " in phrase:
            kept, _, dropped = phrase.partition(" but not ")
            return self.cells(kept, side, where) - self.cells(dropped, side, where)
        if " within " in phrase:
            part, _, whole = phrase.partition(" within ")
            return self.cells(part, side, where) & self.cells(whole, side, where)
        phrase = phrase.strip()
        if phrase.startswith("enemy "):
            return self.cells(phrase.removeprefix("enemy "), 1 - side, where)
        if phrase in ("anywhere", "everywhere"):
            return frozenset(range(len(self.board.cells)))
        if phrase in ("dark", "light"):
            odd = phrase == "light"
            return frozenset(i for i, c in enumerate(self.board.cells) if round(c.x + c.y) % 2 == odd)
        spot = _SPOT.fullmatch(phrase)
        if spot:
            return self._spot(int(spot[1]), int(spot[2]), where)
        if phrase in self.named:
            return self._own(phrase, side, where)
        try:
            named = {name: self._own(name, side, where) for name in self.named if name in phrase}
            return region(self.board, phrase, FORWARD[side], named)
        except UnknownRegion as problem:
            self.problems.add(where, f"{problem}")
            return frozenset()

    def _spot(self, column: int, row: int, where: str) -> frozenset[int]:
        """The cell in a column and row counted from 1 at the bottom left, for boards of a chosen size."""
        found = [i for i, c in enumerate(self.board.cells) if (round(c.x), round(c.y)) == (column - 1, row - 1)]
        if not found or self.board.shape != "grid":
            self.problems.add(where, f'there is no "cell {column} {row}" on this board.')
        return frozenset(found)

    def _own(self, name: str, side: int, where: str) -> frozenset[int]:
        if (name, side) in self._open:
            self.problems.add(where, f'the region "{name}" is explained by itself.')
            return frozenset()
        self._open.append((name, side))
        phrase = self.named[name][side]
        found = frozenset() if phrase is None else self.cells(phrase, side, f"regions.{name}")
        self._open.pop()
        return found

    def steps(self, phrases: tuple[str, ...], side: int, where: str) -> Steps:
        """Whether a step goes in one of the directions named, as a side sees them."""
        wanted = [self._words(phrase, side, where) for phrase in phrases]
        board = self.board

        def fits(start: int, end: int) -> bool:
            true = step_words(board, start, end)
            return any(words <= true for words in wanted)

        if any(not words for words in wanted):
            return lambda start, end: True
        return fits

    def _words(self, phrase: str, side: int, where: str) -> frozenset[str]:
        found = set()
        for one in phrase.split():
            if one not in DIRECTION_WORDS:
                hint = nearest(one, DIRECTION_WORDS)
                self.problems.add(
                    where, f'"{one}" is not a direction.{hint} Known: {listed(DIRECTION_WORDS)}.'
                )
                return frozenset({"none"})
            found.add(DIRECTION_WORDS[one][side])
        return frozenset(found - {""})
