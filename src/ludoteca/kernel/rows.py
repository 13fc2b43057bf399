"""Rows that Python hands to the compiled kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class NetworkRow(NamedTuple):
    """A quantised evaluation network."""

    bias: Sequence[int]
    """Of each hidden unit."""
    output: Sequence[int]
    """Output weight of each hidden unit."""
    inputs: bytes
    """Input weights by window, window feature and unit: one signed byte each."""


class EvalWeights(NamedTuple):
    """Weights of the static evaluation of one game. Weights by side have the first player's first."""

    windows: Sequence[tuple[int, Sequence[int], Sequence[int]]]
    """Window sets: index, then weights of open windows by the cells they lack, for mover and opponent."""
    alone: Sequence[int]
    """For each of them the class whose pieces alone count, 0 for both."""
    cells: Sequence[Sequence[int]]
    """Piece-square tables by piece code, from the first player's point of view."""
    hands: Sequence[int]
    """A piece in hand, by piece code."""
    races: Sequence[tuple[int, Sequence[Sequence[int]]]]
    """Ends that are races: index and the distance of each cell to the goal, by side."""
    furthest: int
    """The largest such distance."""
    captures: bool
    """Whether the game has captures: the quiescence search plays them out."""
    turned: int
    """Which of the window sets holds the lines that a block rotation completes, 0 for none."""
    hanging: Sequence[Sequence[int]]
    """Drop games: winning cells that cannot be played yet, by side, in odd and even rows."""
    mobility: Sequence[int]
    room: Sequence[int]
    tempo: int
    squeeze: int
    foremost: int
    link: int
    group: int
    store: int
    seeds: int
    territory: int
    nearness: int
    network: NetworkRow | None = None
