"""Tables of solved positions for those who search: what is known of a game is no longer an opinion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.errors import BadTable
from ludoteca.games import Game
from ludoteca.solver import Tablebase, find_table, tables_folder

if TYPE_CHECKING:
    from pathlib import Path

LARGEST = 1 << 30
"""Positions of a table that is still read into memory."""

_known: dict[tuple[str, float], Tablebase] = {}


def knowledge_of(game: Game) -> Tablebase | None:
    """The table of a game, if one was made and is sound; read once and kept."""
    try:
        table = find_table(game.start(), tables_folder())
    except BadTable:
        return None  # an opinion is better than a wrong fact
    if table is None or table.header["indices"] > LARGEST:
        return None
    key = _key(table.path)
    if key not in _known:
        try:
            _known[key] = table.knowledge()
        except BadTable:
            return None
    return _known[key]


def _key(path: Path) -> tuple[str, float]:
    return str(path), path.stat().st_mtime
