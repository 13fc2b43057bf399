"""Which engine played: the number that `ludoteca bench --signature` counts for one game."""

from __future__ import annotations

from functools import cache

from ludoteca.engine.signature import signature as nodes_of
from ludoteca.games import load


@cache
def signature(game: str) -> str:
    """The nodes of a fixed search of a game; its variants and sizes have the same. It changes only if the
    engine thinks otherwise in that game."""
    return str(nodes_of(load(load(game).id)))
