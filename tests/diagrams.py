"""Boards as a reader sees them: text diagrams to positions and back."""

from __future__ import annotations

from ludoteca.games import Game, Position
from tests.games.catalogue import opened


def set_up(game: str | Game, diagram: str, mover: str = "x", **fields: object) -> Position:
    """The position in a diagram: rows from the top, a dot for an empty cell, spaces as one likes.

    Further fields are those of a position's text: `hand="x3,o2"`, `ply=40`.
    """
    opened_game = opened(game) if isinstance(game, str) else game
    said = "".join(f" {key}={value}" for key, value in fields.items())
    return opened_game.position(f"{'/'.join(rows(diagram))} {mover}{said}")


def rows(diagram: str) -> list[str]:
    """The rows of a diagram without its spaces."""
    return ["".join(line.split()) for line in diagram.strip().splitlines() if line.strip()]


def board(position: Position) -> list[str]:
    """The rows of a position, as `rows` gives those of a diagram."""
    written = position.text.split()[0].split("/")
    return ["".join("." * int(run) if run.isdigit() else run for run in _runs(row)) for row in written]


def _runs(row: str) -> list[str]:
    """Numbers whole, letters one by one."""
    found: list[str] = []
    for mark in row:
        if mark.isdigit() and found and found[-1].isdigit():
            found[-1] += mark
        else:
            found.append(mark)
    return found


def moves(position: Position) -> set[str]:
    return {move.text for move in position.legal_moves}


def legal(game: str | Game, diagram: str, mover: str = "x", **fields: object) -> set[str]:
    """The legal moves in a diagram."""
    return moves(set_up(game, diagram, mover, **fields))


def outcome(position: Position) -> tuple[str | None, str] | None:
    """The winner (None for a draw) and the reason, or None while the game goes on."""
    return (position.outcome.winner, position.outcome.reason) if position.outcome else None


def standing(game: str, x: str = "", o: str = "", mover: str = "x", **fields: object) -> Position:
    """The position with plain pieces of the sides on these cells: for boards that are no rows and columns."""
    index = opened(game).board.index
    pieces = {index[name]: mark for mark, names in (("x", x), ("o", o)) for name in names.split()}
    lines = [
        "".join("." if n is None else pieces.get(n, ".") for n in row) for row in opened(game).board.rows
    ]
    return set_up(game, "\n".join(lines), mover, **fields)
