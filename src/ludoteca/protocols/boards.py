"""Boards in the terms of other programs: other sizes of a game, coordinates, stones, the side to move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from ludoteca.errors import LudotecaError
from ludoteca.games import SIDES, Game, Position, load
from ludoteca.protocols.errors import ProtocolError

LARGEST_SIZE = 100


def resized(game: Game, width: int, height: int) -> Game:
    """The same game and variant on another board size. Raises `ProtocolError` if it has none."""
    if game.board_size == (width, height):
        return game
    for name in _other_sizes(game, width, height):
        try:
            found = load(name)
        except LudotecaError:
            continue  # not a value of this parameter
        if found.board_size == (width, height):
            return found
    raise ProtocolError("protocol.board", game=game.title(), width=width, height=height)


def _other_sizes(game: Game, width: int, height: int) -> Iterator[str]:
    """Names with one parameter set to the size, then with two."""
    numbers = [name for name, one in (game.spec.parameters or {}).items() if one.variants is None]
    base = game.address.partition(":")[0]
    if width == height:
        yield from (f"{base}:{number}={width}" for number in numbers)
    yield from (f"{base}:{one}={width},{two}={height}" for one, two in permutations(numbers, 2))


def columns_and_rows(game: Game) -> dict[tuple[int, int], str]:
    """The cells of a square board by column and row, from 0 at the top left."""
    _, height = game.board_size
    return {(round(cell.x), height - 1 - round(cell.y)): cell.name for cell in game.board.cells}


def stones(position: Position) -> list[tuple[str, str, int]]:
    """The pieces on the board: cell, side and kind, in the order of the cells."""
    kinds, cells = position.game.compiled.kinds, position.snapshot.cells
    found = []
    for cell, code in zip(position.game.board.cells, cells, strict=False):
        owner = kinds.who[code] if code else 0
        if owner in (1, 2):
            found.append((cell.name, SIDES[owner - 1], kinds.kind_of[code]))
    return found


def set_up(game: Game, pieces: dict[str, tuple[str, int]], mover: str) -> Position:
    """A position with pieces, each a side and a kind, on cells; nothing in hand is used up."""
    cells = [1 if code == 1 else 0 for code in game.compiled.start.cells]
    for cell, (side, kind) in pieces.items():
        cells[game.board.index[cell]] = game.compiled.kinds.code_of[SIDES.index(side)][kind]
    start = game.compiled.start
    ply = len(pieces) if game.traits.placement_only else 0
    return game.set_up(cells, SIDES.index(mover), start.hands, start.pits, ply)


def with_mover(position: Position, side: str) -> Position:
    """The same position with a given side to move."""
    if position.mover == side:
        return position
    board, _, *fields = position.text.split()
    return position.game.position(" ".join([board, "xo"[SIDES.index(side)], *fields]))
