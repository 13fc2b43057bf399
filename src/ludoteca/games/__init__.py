"""Games as data: the rules language, its compiler, and immutable games and positions."""

from ludoteca.games.game import Game, Perft, Playouts
from ludoteca.games.library import aliases, all_names, ids, load, loads, variants
from ludoteca.games.notation import Move
from ludoteca.games.position import SIDES, Outcome, Position

__all__ = [
    "SIDES", "Game", "Move", "Outcome", "Perft", "Playouts", "Position", "aliases",
    "all_names", "ids", "load", "loads", "variants",
]  # fmt: skip
