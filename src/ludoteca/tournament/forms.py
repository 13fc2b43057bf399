"""Which patterns a game's evaluation may use: candidates, from the board alone."""

from __future__ import annotations

from ludoteca.games import Game
from ludoteca.games.patterns import PatternBoard

_LARGE = 100
"""On boards with more cells, places all over the board share their tables."""


def candidate_forms(game: Game) -> list[str]:
    """Forms that may suit a game, the usual one first."""
    board = PatternBoard(game.compiled)
    if board.pits:
        return ["pits", "pits plain"]
    has = {name: bool(board.family(name)) for name in ("lines", "blocks", "diamonds", "stars", "hands")}
    if board.cells > _LARGE:
        sets = [("lines:6", "blocks"), ("lines:5",), ("blocks",)]
        ends = [("shared",), ("shared", "plain")]
    else:
        second = "blocks" if has["blocks"] else "diamonds" if has["diamonds"] else "stars"
        sets = [("lines", second), ("lines", second, "stars:5"), (second,)]
        ends = [(), ("plain",)]
    found = []
    for end in ends:
        for words in sets:
            families = [word for word in words if has[word.partition(":")[0]]]
            hands = ["hands"] if has["hands"] else []
            found.append(" ".join([*families, *hands, *end]))
    # Weights of cells and scalar terms alone: the fastest.
    return [*dict.fromkeys(found), ""]
