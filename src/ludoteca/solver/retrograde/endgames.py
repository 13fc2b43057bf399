"""Endgames: all positions of a game with few pieces left, for tablebases of games too large to solve.

Pieces leave the board and none enter it, so that the positions with at most n pieces lead only to each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ludoteca.errors import Unsolvable
from ludoteca.games import Game
from ludoteca.solver.retrograde.material import Material, Slice, TooManySlices, clock_of, slice_of
from ludoteca.solver.retrograde.space import Space, why_not_indexable

MOST_INDICES = 10_000_000
"""Size of the tables that are made on demand: about half a minute on one core, 20 MB of memory."""
MOST_PIECES = 8
"""Pieces of the largest endgames that are considered."""


def why_no_endgames(game: Game) -> str | None:
    """The reason why the endgames of a game cannot be tabulated apart; None if they can."""
    traits = game.traits
    if reason := why_not_indexable(game):
        return reason
    if not traits.captures and not traits.removes_pieces:
        return "no-captures"
    if traits.converts or traits.shared_pieces:
        return "conversion"
    return None


def endgame_space(game: Game, pieces: int) -> Space:
    """The endgames with at most this many pieces. Raises `Unsolvable`."""
    if reason := why_no_endgames(game):
        raise _unsolvable(game, reason)
    starts = list(_slices(game, pieces))
    if not starts:
        raise _unsolvable(game, "few-pieces")
    try:
        space = Space(game, starts, pieces=pieces)
    except TooManySlices:
        raise _unsolvable(game, "slices") from None
    if any(sum(one.counts) > pieces for one in space.slices.successors):
        raise _unsolvable(game, "entering")
    return space


def largest_endgame_space(game: Game, most: int = MOST_INDICES) -> Space:
    """The endgames with as many pieces as fit into a number of indices, not the whole game. Raises
    `Unsolvable`."""
    found, start = None, slice_of(game.start())
    whole = sum(start.counts) + sum(map(sum, start.hands))
    for pieces in range(2, min(MOST_PIECES, whole - 1) + 1):
        try:
            space = endgame_space(game, pieces)
        except Unsolvable:
            if found is not None:
                break
            continue
        if space.indices > most:
            break
        found = space
    if found is None:
        raise _unsolvable(game, why_no_endgames(game) or "few-pieces")
    return found


def _unsolvable(game: Game, reason: str) -> Unsolvable:
    return Unsolvable(game.name, [("retrograde", f"retrograde.{reason}", {})])


def _slices(game: Game, pieces: int) -> Iterator[Slice]:
    """The slices with at most this many pieces on the board, some of each side, and empty hands."""
    material = Material(game)
    start = slice_of(game.start())
    hands = tuple(tuple(0 for _ in hand) for hand in start.hands)
    whole = [material.pieces_of(start, side) for side in (0, 1)]
    ranges = [range(min(material.most(start, code), pieces) + 1) for code in range(len(material.who))]
    for counts in product(*ranges):
        sides = [material.pieces_on_board(counts, side) for side in (0, 1)]
        if sum(sides) > pieces or not all(0 < n <= most for n, most in zip(sides, whole, strict=True)):
            continue
        for mover in (0, 1):
            one = Slice(counts, (hands[0], hands[1]), mover, 0, clock_of(game))
            if not material.is_over(one):
                yield one
