from pathlib import Path

from ludoteca.games import Game
from ludoteca.games.library import SHELF
from ludoteca.games.tuned import tuned_path


def place_for(called: str, game: Game) -> Path:
    return tuned_path(SHELF / f"{game.id}.toml")
