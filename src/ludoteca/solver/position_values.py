"""The exact values of all moves of a position, where they can be had within seconds.

`Position.values` finds this module by its name, because the solver is in a higher layer."""

from __future__ import annotations

from functools import lru_cache

from ludoteca.errors import Unsolvable
from ludoteca.games import Game, Position
from ludoteca.solver.exact import ExactSource
from ludoteca.solver.retrograde.tables import tables_folder
from ludoteca.solver.values import Value

SECONDS = 10.0
"""The largest estimate of a table or a proof that is made on demand."""
_INDICES = 8_000_000
"""Of a table that takes at most so long, and much less than 200 megabytes."""


@lru_cache(maxsize=4)
def source_of(game: Game) -> ExactSource:
    """The source of a game's values, each within the limits."""
    return ExactSource(game, _INDICES, _INDICES, SECONDS, 1.0, tables_folder())


@lru_cache(maxsize=256)
def has_values(game: Game) -> bool:
    """Whether the values of all positions of a game can be had; no table is made to find out."""
    return source_of(game).is_within_limits(game.start())


def values_of(position: Position) -> dict[str, Value]:
    """Every legal move with its value for the side to move, in move order. Raises `Unsolvable`."""
    source = source_of(position.game)
    found = source.moves(position) if source.is_within_limits(position) else None
    if found is None:
        name = position.game.name
        raise Unsolvable(name, [("retrograde", "retrograde.no-table", {"game": name})])
    return {move.text: value for move, value in found}
