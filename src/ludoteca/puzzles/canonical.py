"""Canonical keys of positions: equal for positions that a symmetry of the board maps to each other."""

from __future__ import annotations

from functools import cache

from ludoteca.games import Game, Position
from ludoteca.solver.symmetry import symmetry_of

Key = tuple[object, ...]


@cache
def _symmetry(game: Game) -> tuple[list[tuple[int, ...]], tuple[int, ...] | None, tuple[int, ...]]:
    """All rotations and reflections of the board, even those that the rules lack, and the exchange of the
    sides if the rules have it."""
    found = symmetry_of(game)
    return game.board_symmetries, found.swap, found.partner


def canonical_key(position: Position) -> Key:
    """The smallest description of the position under the symmetries of the board and of the sides."""
    images, swap, partner = _symmetry(position.game)
    at = position.snapshot
    cells = tuple(at.cells[: len(position.game.board.cells)])
    rest: Key = (at.mover, tuple(at.pits), at.hand(0), at.hand(1))
    keys = [(_mapped(cells, image), *rest) for image in images] or [(cells, *rest)]
    if swap is not None:
        other = tuple(partner[code] for code in _mapped(cells, swap))
        swapped: Key = (1 - at.mover, tuple(at.pits), at.hand(1), at.hand(0))
        keys += [(_mapped(other, image), *swapped) for image in images]
    if position.game.spec.board.pits:
        # The other side of the board: each side has its pits, then its store.
        half = position.game.spec.board.pits + 1
        turned = tuple(at.pits[half : 2 * half] + at.pits[:half] + at.pits[2 * half :])
        keys.append((cells, 1 - at.mover, turned, at.hand(1), at.hand(0)))
    return min(keys, key=repr)


def _mapped(cells: tuple[int, ...], image: tuple[int, ...]) -> tuple[int, ...]:
    moved = [0] * len(cells)
    for cell, code in enumerate(cells):
        moved[image[cell]] = code
    return tuple(moved)
