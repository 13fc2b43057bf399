"""A player in a Python file, as an engine that speaks UGI. Runs in a process of its own.

The file has a class `Player` with a method `choose(position)`, or a function `choose(position)`. The answer
is one of `position.legal_moves`, or the text of a move. What it prints goes to the error output.
"""

from __future__ import annotations

import os
import runpy
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludoteca.engine import Limits
from ludoteca.errors import LudotecaError
from ludoteca.games import Move, Position
from ludoteca.protocols.dialects import default_game
from ludoteca.protocols.loop import LineWriter, serve
from ludoteca.protocols.names import NATIVE
from ludoteca.protocols.search_host import OnInfo, SearchHost
from ludoteca.protocols.ugi import Server

NAMES = ("Player", "choose")
"""The class or function that a file should have."""


class PythonFileError(LudotecaError):
    """The file has no player, or its code failed."""


class PythonHost(SearchHost):
    """Asks the code of the file for its moves."""

    def __init__(self, file: str, name: str, fail: Callable[[LudotecaError], None]) -> None:
        super().__init__(default_game(NATIVE))
        self._file, self._fail = file, fail
        self._choose = load_player(file, name)

    def choose(self, position: Position, limits: Limits, on_info: OnInfo) -> Move:
        try:
            answer = self._choose(position)
            return position.find(answer if isinstance(answer, Move | str) else str(answer))
        except LudotecaError as error:
            self._fail(error)
        except BaseException as error:
            self._fail(failure(self._file, error))
        raise SystemExit


def load_player(file: str, name: str = "") -> Callable[[Position], Any]:
    """The function that chooses a move. Raises `PythonFileError`."""
    sys.path.insert(0, str(Path(file).parent))
    try:
        found = runpy.run_path(file, run_name="ludoteca_player")
        maker = next((found[one] for one in ([name] if name else NAMES) if one in found), None)
        player = maker() if isinstance(maker, type) else maker
    except BaseException as error:
        raise failure(file, error) from None
    choose = getattr(player, "choose", player)
    if not callable(choose):
        raise PythonFileError("python.no-player", file=Path(file).name, known=NAMES)
    return choose  # type: ignore[no-any-return]


def failure(file: str, error: BaseException) -> PythonFileError:
    """The error of the code in a file, with the last line of the file that it passed."""
    lines = [one.lineno for one in traceback.extract_tb(error.__traceback__) if one.filename == file]
    line = lines[-1] if lines else getattr(error, "lineno", None) or 0
    problem = f"{type(error).__name__}: {error}"
    return PythonFileError("python.failed", file=Path(file).name, line=line, problem=problem)


def main() -> None:
    """Serve the player of the file that the command line names, until the end of the input."""
    file, name = sys.argv[1:3]
    writer = LineWriter(os.fdopen(os.dup(1), "w", encoding="utf-8"))
    os.dup2(2, 1)  # what the player prints

    def fail(error: LudotecaError) -> None:
        writer.line(f"info string error: {error}")
        os._exit(1)

    try:
        host = PythonHost(file, name, fail)
    except LudotecaError as error:
        fail(error)
        return
    serve(Server(host, writer), sys.stdin, writer)
    os._exit(0)  # a player that still thinks cannot be stopped
