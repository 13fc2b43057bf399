"""Fairy-Stockfish as a player: UGI in front, UCI behind.

    ludoteca match breakthrough engine:seconds=0.5 -n 60 \\
        'ugi:command=".venv/bin/python benchmarks/versus/fairy_stockfish.py fairy-stockfish",seconds=0.5'
    … fairy_stockfish.py --time-factor 5 node --no-experimental-fetch …/fairy-stockfish-nnue.wasm/uci.js

A variant that the engine does not list is refused: it would play chess instead. At every ply the engine's
legal moves (`go perft 1`) are compared with ours.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2]))

from benchmarks.versus.ugi_server import Asked, serve
from ludoteca import load
from ludoteca.games import Game, Move, Position

PASS = "0000"
PASSES = re.compile(r"0000|@@@@|([a-z]\d+)\1$")
"""Its notations of a pass."""


class Disagreement(Exception):
    """The program disagrees about the game, or cannot play it."""


@dataclass(frozen=True)
class Variant:
    """One of its variants, and its notation of our moves and positions."""

    name: str
    move: Callable[[str], str]
    pieces: str = "Pp"
    """Its letters of our two sides."""
    upside_down: bool = False
    """Whether its start position is ours upside down."""
    pocket: bool = False
    """Whether pieces are dropped from a pocket: as many as there are empty cells."""

    def fen(self, text: str) -> str:
        """The FEN of a position."""
        board, mover = text.split()[:2]
        rows = board.translate(str.maketrans("xo#", self.pieces + "*")).split("/")
        board = "/".join(reversed(rows) if self.upside_down else rows)
        if self.pocket:
            empty = sum(map(int, re.findall(r"\d+", board)))
            board += f"[{self.pieces[0] * empty}{self.pieces[1] * empty}]"
        return f"{board} {'w' if mover == 'x' else 'b'} - - 0 1"


def steps(text: str) -> str:
    """`a2-a3`, `a2xb3`."""
    return re.sub("[-x]", "", text)


def queens(text: str) -> str:
    """`d1-d7/g7`: the shot names the cell of the shooter."""
    source, target, shot = re.split("[-/]", text)
    return f"{source}{target},{target}{shot}"


def drops(text: str) -> str:
    """Placements as drops; jumps as moves."""
    if text == "pass":
        return PASS
    return steps(text) if re.search("[-x]", text) else f"P@{text}"


def mirrored(ranks: int, move: Callable[[str], str]) -> Callable[[str], str]:
    """For start positions that are ours upside down."""
    return lambda text: move(re.sub(r"\d+", lambda rank: str(ranks + 1 - int(rank[0])), text))


VARIANTS = {
    "breakthrough": Variant("breakthrough", steps),
    "clobber": Variant("clobber", mirrored(6, steps), upside_down=True),
    "ataxx": Variant("ataxx", drops),
    "othello": Variant("flipello", mirrored(8, drops), upside_down=True, pocket=True),
    "amazons": Variant("amazons", queens, "Qq"),
}


class FairyStockfish:
    """Drives one engine process."""

    name = "Fairy-Stockfish"

    def __init__(self, command: list[str], time_factor: float, options: list[str]) -> None:
        self._child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self._factor = time_factor
        self._send("uci")
        listed = self._until("uciok")
        offered = next(line for line in listed if "option name UCI_Variant" in line)
        self._variants = set(re.findall(r"var (\S+)", offered))
        for option in options:
            name, _, value = option.partition("=")
            self._send(f"setoption name {name} value {value}")
        self._game: Game | None = None
        self._variant = VARIANTS["breakthrough"]

    def _send(self, line: str) -> None:
        assert self._child.stdin
        self._child.stdin.write(line + "\n")
        self._child.stdin.flush()

    def _until(self, start: str) -> list[str]:
        """The lines up to one with the given start."""
        assert self._child.stdout
        lines = []
        for line in self._child.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith(start):
                return lines
        raise Disagreement(f"Fairy-Stockfish ended before {start}")

    def new_game(self, address: str) -> None:
        variant = VARIANTS.get(address)
        if variant is None or variant.name not in self._variants:
            raise Disagreement(f"Fairy-Stockfish does not play {address}")
        self._variant = variant
        self._game = load(address)
        self._send(f"setoption name UCI_Variant value {variant.name}")
        self._send("ucinewgame")
        self._send("isready")
        self._until("readyok")

    def best(self, asked: Asked) -> str:
        if self._game is None:
            raise Disagreement("no game was chosen")
        position = self._game.position(asked.start) if asked.start else self._game.start()
        start = f"fen {self._variant.fen(asked.start)}" if asked.start else "startpos"
        told: list[str] = []
        for text in asked.moves:
            move = position.find(text)
            told.append(self._written(start, move, told))
            position = position.play(move)
        self._send_position(start, told)
        theirs = self._compare(position)
        self._send(f"go {self._limits(asked)}")
        answer = self._until("bestmove")[-1].split()[1]
        return theirs[PASS if PASSES.match(answer) else answer].text

    def _send_position(self, start: str, told: list[str]) -> None:
        self._send(f"position {start} moves {' '.join(told)}" if told else f"position {start}")

    def _written(self, start: str, move: Move, told: list[str]) -> str:
        """Its notation of a move. A pass names a cell that only the program knows."""
        text = self._variant.move(move.text)
        if text != PASS:
            return text
        self._send_position(start, told)
        return self._perft()[0]

    def _perft(self) -> list[str]:
        """Its legal moves."""
        self._send("go perft 1")
        lines = self._until("Nodes searched")
        return [match[1] for line in lines if (match := re.match(r"(\S+): 1$", line))]

    def _compare(self, position: Position) -> dict[str, Move]:
        """Our legal moves by its notation. Raises `Disagreement` if it has others."""
        ours = {self._variant.move(move.text): move for move in position.legal_moves}
        listed = {PASS if PASSES.match(move) else move for move in self._perft()}
        if set(ours) != listed:
            here, there = sorted(set(ours) - listed), sorted(listed - set(ours))
            raise Disagreement(f"{position.text}: only here {here}, only there {there}")
        return ours

    def _limits(self, asked: Asked) -> str:
        parts = [f"movetime {round(1000 * asked.seconds * self._factor)}"] if asked.seconds else []
        parts += [f"nodes {asked.nodes}"] if asked.nodes else []
        parts += [f"depth {asked.depth}"] if asked.depth else []
        return " ".join(parts)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Fairy-Stockfish as a UGI engine.")
    parser.add_argument("--time-factor", type=float, default=1.0, help="its time for a second of ours")
    parser.add_argument("--option", action="append", default=[], help="an option of the engine, Name=value")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="the engine and its arguments")
    asked_for = parser.parse_args()
    serve(FairyStockfish(asked_for.command, asked_for.time_factor, asked_for.option))
