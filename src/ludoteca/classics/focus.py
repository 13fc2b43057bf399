"""A window of the board around the last move, and the distance of moves from it."""

from __future__ import annotations

from ludoteca.classics.alignment import alignments, lines_for
from ludoteca.classics.kernel_codes import Unfit
from ludoteca.games import Game, Move, Position
from ludoteca.games.notation import NO_CELL


def places(game: Game) -> list[tuple[int, int]]:
    """Each cell's column and row, in units of the cell spacing."""
    if game.board.shape == "pits":
        return []
    apart = game.board.spacing
    return [(round(cell.x / apart), round(cell.y / apart)) for cell in game.board.cells]


def arrival(move: Move) -> int | None:
    """The first target cell of a move."""
    target = move.actions[0][2]
    return None if target == NO_CELL else target


def last_target(position: Position) -> int | None:
    """The target of the last move, if it is known."""
    return arrival(position.last) if position.last else None


RULES = ("last", "threats")


def focus(position: Position, side: int, rule: str) -> list[int]:
    """The cells that a search looks at: `side` x `side` of them, by one of the rules."""
    return window(position, side) if rule == "last" else most_threatened(position, side * side)


def most_threatened(position: Position, number: int) -> list[int]:
    """The empty cells with the most stones on their lines, wherever they are; the nearest to the last move
    among equals. Only lines on which a row is still possible count, four times as much for each stone."""
    found = [when for when in alignments(position.game) if when.align]
    at, last = places(position.game), last_target(position)
    if not found or not at:
        raise Unfit("evaluator.focus-needs-lines")
    if last is None:
        return window(position, round(number**0.5))
    who, cells = position.game.compiled.kinds.who, position.snapshot.cells
    worth = [0] * len(at)
    for when in found:
        length = when.align or 0
        for line in lines_for(position.game, when, length):
            owners = [who[cells[cell]] for cell in line]
            for start in range(len(line) - length + 1):
                stones = [owner for owner in owners[start : start + length] if owner]
                if stones and len(set(stones)) == 1:
                    for cell in line[start : start + length]:
                        worth[cell] += 4 ** len(stones)
    empty = [cell for cell in range(len(at)) if not who[cells[cell]]]
    near = {cell: sum((a - b) ** 2 for a, b in zip(at[cell], at[last], strict=True)) for cell in empty}
    return sorted(sorted(empty, key=lambda cell: (-worth[cell], near[cell]))[:number])


def window(position: Position, side: int) -> list[int]:
    """The cells of a square window around the last move, or around the centre before the first move. At the
    edges the window is shifted inwards and keeps its size."""
    at = places(position.game)
    if not at:
        raise Unfit("evaluator.window-needs-cells")
    last = last_target(position)
    left, bottom = (
        _window_start([place[axis] for place in at], None if last is None else at[last][axis], side)
        for axis in range(2)
    )
    return [cell for cell, (x, y) in enumerate(at) if left <= x < left + side and bottom <= y < bottom + side]


def _window_start(numbers: list[int], around: int | None, side: int) -> int:
    least, most = min(numbers), max(numbers)
    middle = (least + most + 1 - side) // 2 if around is None else around - side // 2
    return max(least, min(middle, most + 1 - side))


def nearest_first(moves: list[Move], position: Position) -> list[Move]:
    """The moves sorted by distance from the last move; the sort is stable."""
    at, last = places(position.game), last_target(position)
    if not at or last is None:
        return moves

    def distance(move: Move) -> int:
        cell = arrival(move)
        return 10**6 if cell is None else sum((a - b) ** 2 for a, b in zip(at[cell], at[last], strict=True))

    return sorted(moves, key=distance)
