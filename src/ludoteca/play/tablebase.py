"""The tablebases of solved games and of endgames, for probing within a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.errors import BadTable
from ludoteca.games import Game
from ludoteca.solver import Tablebase, find_endgames, find_table, tables_folder

if TYPE_CHECKING:
    from pathlib import Path

LARGEST = 1 << 30
"""The number of positions up to which a table is loaded into memory."""

_loaded: dict[tuple[str, float], Tablebase] = {}


def tablebase_of(game: Game) -> Tablebase | None:
    """The tablebase of a game, or else of its endgames, if there is a valid one; loaded once and cached."""
    try:
        table = find_table(game.start(), tables_folder()) or find_endgames(game, tables_folder())
    except BadTable:
        return None  # a search without a table is better than wrong values
    if table is None or table.header["indices"] > LARGEST:
        return None
    key = _key(table.path)
    if key not in _loaded:
        try:
            _loaded[key] = table.knowledge()
        except BadTable:
            return None
    return _loaded[key]


def _key(path: Path) -> tuple[str, float]:
    return str(path), path.stat().st_mtime
