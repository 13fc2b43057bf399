"""easyAI's Negamax as a child process with the JSON line protocol of `openspiel_bot.py`.

This file runs on its own, under whichever interpreter has `easyAI`. The games are easyAI's own examples. They
are given what its manual recommends for speed (a transposition table, moves taken back instead of boards
copied) and, in Reversi, the passing that its example leaves out "for simplicity".
"""

from __future__ import annotations

import time
from typing import Any

import numpy
from easyAI import AI_Player, Negamax, TranspositionTable  # type: ignore[import-not-found]
from easyAI.games.ConnectFour import ConnectFour  # type: ignore[import-not-found]
from easyAI.games.Reversi import Reversi, to_array  # type: ignore[import-not-found]

from benchmarks.versus.json_lines import serve

PASS = "pass"
MAX_DEPTH = 60


class Four(ConnectFour):  # type: ignore[misc]
    def unmake_move(self, column: int) -> None:
        filled = numpy.flatnonzero(self.board[:, column])
        self.board[filled[-1], column] = 0

    def ttentry(self) -> tuple[bytes, int]:
        return self.board.tobytes(), self.current_player

    def left(self) -> int:
        return int((self.board == 0).sum())

    def number(self, move: int) -> int:
        return move

    def move(self, number: int) -> int:
        return number

    def winner(self) -> int | None:
        return self.opponent_index - 1 if self.lose() else None

    def rows(self) -> list[str]:
        return ["".join(".xo"[cell] for cell in row) for row in reversed(self.board.tolist())]


class Othello(Reversi):  # type: ignore[misc]
    """Reversi with passes; the game ends when neither side can move."""

    def __init__(self, players: list[Any]) -> None:
        super().__init__(players)
        self.past: list[Any] = []

    def possible_moves(self) -> list[str]:
        own = super().possible_moves()
        return own or ([PASS] if self.others_move() else [])

    def others_move(self) -> bool:
        self.switch_player()
        found = bool(super().possible_moves())
        self.switch_player()
        return found

    def make_move(self, place: str) -> None:
        self.past.append(self.board.copy())
        if place != PASS:
            super().make_move(place)

    def unmake_move(self, place: str) -> None:
        self.board = self.past.pop()

    def is_over(self) -> bool:
        return self.possible_moves() == []

    def ttentry(self) -> tuple[bytes, int]:
        return self.board.tobytes(), self.current_player

    def left(self) -> int:
        return 2 * int((self.board == 0).sum()) + 1

    def number(self, move: str) -> int:
        if move == PASS:
            return 64
        row, column = to_array(move)
        return int(row * 8 + column)

    def move(self, number: int) -> str:
        return PASS if number == 64 else "ABCDEFGH"[number // 8] + str(number % 8 + 1)

    def winner(self) -> int | None:
        first, second = int((self.board == 1).sum()), int((self.board == 2).sum())
        return None if first == second else 0 if first > second else 1

    def rows(self) -> list[str]:
        return ["".join(".xo"[cell] for cell in row) for row in self.board.tolist()]


GAMES = {"ConnectFour": Four, "Reversi": Othello}


class Side:
    """One game and its search."""

    def start(self, asked: dict[str, Any]) -> dict[str, Any]:
        self.game = GAMES[asked["game"]]([AI_Player(None), AI_Player(None)])
        return {}

    def look(self, _: dict[str, Any]) -> dict[str, Any]:
        over = self.game.is_over()
        return {
            "moves": [] if over else [[self.game.number(move)] for move in self.game.possible_moves()],
            "board": "\n".join(self.game.rows()),
            "over": over,
            "winner": self.game.winner() if over else None,
            "mover": -1 if over else self.game.current_player - 1,
        }

    def play(self, asked: dict[str, Any]) -> dict[str, Any]:
        self.game.make_move(self.game.move(asked["move"][0]))
        self.game.switch_player()
        return {}

    def choose(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Iterative deepening; the last depth is finished, so that it never gets less than its time."""
        table = TranspositionTable()
        started = time.perf_counter()
        depth, best = 0, self.game.possible_moves()[0]
        while time.perf_counter() - started < asked["seconds"] and depth < min(MAX_DEPTH, self.game.left()):
            depth += 1
            best = Negamax(depth, tt=table)(self.game)
        seconds = time.perf_counter() - started
        return {"move": [self.game.number(best)], "seconds": seconds, "proved": seconds < asked["seconds"]}


if __name__ == "__main__":
    serve(Side())
