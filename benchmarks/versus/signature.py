"""The signature of the engine for one game, as in `ludoteca bench --signature`."""

from __future__ import annotations

from functools import cache

from ludoteca.engine.signature import signature as nodes_of
from ludoteca.games import load


@cache
def signature(game: str) -> str:
    """The nodes of a fixed search of a game, also for its variants and sizes. It changes only with the search
    of that game."""
    return str(nodes_of(load(load(game).id)))
