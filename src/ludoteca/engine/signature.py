"""One number for how the engine thinks: the nodes of fixed searches. Another number, another engine."""

from __future__ import annotations

from ludoteca.games import Game
from ludoteca.kernel import Searcher

_ENOUGH = 2_000
_DEEPEST = 12


def signature(game: Game) -> int:
    """Nodes until a depth is complete that took more than a few thousand. The same on every machine."""
    searcher = Searcher(game.rules, 4)
    searcher.begin(game.start().snapshot, 2**62)
    for depth in range(1, _DEEPEST + 1):
        searcher.search(depth)
        if searcher.nodes > _ENOUGH:
            break
    return searcher.nodes
