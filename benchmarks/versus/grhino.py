"""`gtp-rhino` (Debian's grhino) as a player of Othello: UGI in front, GTP behind.

    ludoteca match othello engine:seconds=0.3 -n 60 \\
        'ugi:command=".venv/bin/python benchmarks/versus/grhino.py /usr/games/gtp-rhino",seconds=1,margin=10'

It knows whole seconds only and gets `time_settings 0 1 1`. The time that it really used is written to the
file of `--log`, a line for each move, so that ours can be given the mean. Its board is compared with ours at
every ply.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2]))

from benchmarks.versus.ugi_server import Asked, serve
from ludoteca import load
from ludoteca.games import Game, Position

COLOURS = {"first": "black", "second": "white"}
LONGEST_OPENING = 6


class Disagreement(Exception):
    """The program disagrees about the game."""


class Grhino:
    """Drives one engine process."""

    name = "gtp-rhino"

    def __init__(self, command: list[str], log: str) -> None:
        self._child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self._log = Path(log) if log else None
        self._told: list[str] = []
        self._game: Game | None = None

    def _ask(self, command: str) -> str:
        """The answer to a GTP command, which ends with an empty line."""
        assert self._child.stdin
        assert self._child.stdout
        self._child.stdin.write(command + "\n")
        self._child.stdin.flush()
        lines: list[str] = []
        for line in self._child.stdout:
            if not line.strip() and lines:
                break
            if line.strip():
                lines.append(line.rstrip("\n"))
        if not lines or not lines[0].startswith("="):
            raise Disagreement(f"{command}: {lines}")
        return "\n".join([lines[0][1:].strip(), *lines[1:]]).strip()

    def new_game(self, address: str) -> None:
        if address != "othello":
            raise Disagreement("gtp-rhino plays Othello only")
        self._game = load(address)
        self._ask("clear_board")
        self._ask("time_settings 0 1 1")
        self._told = []

    def best(self, asked: Asked) -> str:
        if self._game is None:
            raise Disagreement("no game was chosen")
        moves = [*self._opening(asked.start), *asked.moves]
        if moves[: len(self._told)] != self._told:
            raise Disagreement("the game went on elsewhere")
        position = self._game.start()
        for number, text in enumerate(moves):
            if number >= len(self._told):
                self._ask(f"play {COLOURS[position.mover]} {text}")
            position = position.play(text)
        self._compare(position)
        started = time.perf_counter()
        move = position.find(self._ask(f"genmove {COLOURS[position.mover]}").lower())
        if self._log:
            with self._log.open("a", encoding="ascii") as log:
                log.write(f"{time.perf_counter() - started:.3f}\n")
        self._told = [*moves, move.text]
        return move.text

    def _opening(self, text: str) -> list[str]:
        """The moves that lead to a position near the start: GTP has no positions."""
        assert self._game
        waiting: list[tuple[Position, list[str]]] = [(self._game.start(), [])]
        while text and waiting and waiting[0][0].text != text:
            position, moves = waiting.pop(0)
            if len(moves) < LONGEST_OPENING:
                waiting += [(position.play(move), [*moves, move.text]) for move in position.legal_moves]
        if not waiting:
            raise Disagreement(f"{text}: no opening of {LONGEST_OPENING} plies leads there")
        return waiting[0][1] if text else []

    def _compare(self, position: Position) -> None:
        """Compare the boards; its first row is our rank 1."""
        shown = re.findall(r"^ *\d ((?:[.XO] ?){8})", self._ask("showboard"), re.MULTILINE)
        theirs = [row.replace(" ", "").translate(str.maketrans("XO", "xo")) for row in reversed(shown)]
        rows = position.text.split()[0].split("/")
        ours = [re.sub(r"\d+", lambda run: "." * int(run[0]), row) for row in rows]
        if ours != theirs:
            raise Disagreement(f"{position.text}: the board there is {theirs}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="gtp-rhino as a UGI engine.")
    parser.add_argument("--log", default="", help="the file for the seconds of its moves")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="the engine and its arguments")
    asked_for = parser.parse_args()
    serve(Grhino(asked_for.command, asked_for.log))
