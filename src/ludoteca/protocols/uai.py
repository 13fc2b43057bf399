"""UAI, the Universal Ataxx Interface: UCI with the positions and moves of Ataxx.

A single step is the cell it comes to, `g2`; a jump is both cells, `a1c3`; a pass is `0000`. Positions are
rows from the top with `x`, `o`, digits and `-` for blocked squares, the side to move, and two counters.
"""

from __future__ import annotations

from ludoteca.games import Move, Position
from ludoteca.protocols.errors import ProtocolError
from ludoteca.protocols.ugi import UciLike, UciLikeClient

PASS = "0000"


def write_move(move: Move) -> str:
    return PASS if move.path == ("pass",) else "".join(move.path)


def read_move(position: Position, text: str) -> Move:
    """The legal move that a text means. Raises `IllegalMove`."""
    for move in position.legal_moves:
        if write_move(move) == text:
            return move
    return position.find("pass" if text == PASS else text)


def write_position(position: Position) -> str:
    board, mover = position.text.split()[:2]
    return f"{board.replace('#', '-')} {mover} 0 {position.ply // 2 + 1}"


class Server(UciLike):
    """Our engine behind UAI. The counters of a position are not read."""

    protocol = "uai"
    sides = ("b", "w")

    def read_position(self, text: str) -> Position:
        words = text.split()
        if len(words) < 2:
            raise ProtocolError("protocol.incomplete", example="position fen x5o/7/7/7/7/7/o5x x 0 1")
        return self.host.game.position(f"{words[0].replace('-', '#')} {words[1]}")

    def read_move(self, position: Position, text: str) -> Move:
        return read_move(position, text)

    def write_move(self, move: Move) -> str:
        return write_move(move)


class Client(UciLikeClient):
    """Drives an engine that speaks UAI."""

    protocol = "uai"

    def write_position(self, position: Position) -> str:
        return write_position(position)

    def write_move(self, move: Move) -> str:
        return write_move(move)

    def read_move(self, position: Position, text: str) -> Move:
        return read_move(position, text)
