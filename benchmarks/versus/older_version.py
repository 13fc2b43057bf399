"""Another version of Ludoteca as a player: a UGI engine for the interpreter of its own environment.

    ludoteca match othello engine:seconds=0.5 -n 60 --openings any \\
        'ugi:command="OTHER/.venv/bin/python benchmarks/versus/older_version.py",seconds=0.5'

The other version needs `ludoteca.load` and `ludoteca.engine.engine_for`. With `--method search` or
`--method mcts` it uses that method instead of the one it prefers.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:] = [folder for folder in sys.path if Path(folder or ".").resolve() != HERE]
sys.path.append(str(HERE.parents[1]))  # for `benchmarks`; `ludoteca` is that of the interpreter

from benchmarks.versus.ugi_server import Asked, serve  # noqa: E402


class OlderVersion:
    """The engine of this interpreter's Ludoteca."""

    def __init__(self, method: str) -> None:
        import ludoteca

        self.name = f"Ludoteca {ludoteca.__version__}"
        self._method = method
        self._game: Any = None
        self._engine: Any = None

    def new_game(self, address: str) -> None:
        from ludoteca import load
        from ludoteca.engine import engine_for

        self._game = load(address)
        self._engine = engine_for(self._game, method=self._method)

    def best(self, asked: Asked) -> str:
        from ludoteca.engine import Limits

        position = self._game.position(asked.start) if asked.start else self._game.start()
        for text in asked.moves:
            position = position.play(text)
        limits = Limits(seconds=asked.seconds, nodes=asked.nodes, depth=asked.depth)
        return str(self._engine.best(position, limits).move.text)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description="Another version of Ludoteca as a UGI engine.")
    options.add_argument("--method", choices=("preferred", "search", "mcts"), default="preferred")
    serve(OlderVersion(options.parse_args().method))
