"""The engine's signature: the node count of a fixed search, which changes whenever the search changes."""

from __future__ import annotations

from ludoteca.games import Game
from ludoteca.kernel import Searcher

_ENOUGH = 2_000
_MAX_DEPTH = 12


def signature(game: Game) -> int:
    """Nodes of the first depth that takes more than a few thousand. Equal on every machine."""
    searcher = Searcher(game.rules, 4)
    searcher.begin(game.start().snapshot, 2**62)
    for depth in range(1, _MAX_DEPTH + 1):
        searcher.search(depth)
        if searcher.nodes > _ENOUGH:
            break
    return searcher.nodes
