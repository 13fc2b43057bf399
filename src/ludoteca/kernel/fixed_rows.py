"""Rows of the fixed-depth searches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludoteca.kernel.rows import EvalWeights


class FixedEvaluation(NamedTuple):
    """Evaluation of the fixed-depth searches: a FIXED_EVAL constant and its tables. Pairs are by side."""

    kind: int
    lines: Sequence[Sequence[int]] = ()
    line_tables: Sequence[int] = ()
    """Offset of each line's table in `worth`."""
    worth: Sequence[int] = ()
    run_open: Sequence[int] = ()
    """Value of a run by its length, with both ends open."""
    run_half: Sequence[int] = ()
    local: int = 0
    """Only runs in a square of this radius around the last move count; 0 for the whole board."""
    broken: int = 0
    """Length of two runs with a gap of one that count as one run."""
    bands: Sequence[int] = (0, 0)
    band_of: Sequence[Sequence[int]] = ((), ())
    bridges: Sequence[tuple[int, int, int, int]] = ()
    near_edge: Sequence[int] = (0, 0)
    """Regions of the two edges that a side connects."""
    far_edge: Sequence[int] = (0, 0)
    after: Sequence[Sequence[int]] = ()
    """Neighbours of each cell with a greater number."""
    lowest: Sequence[int] = ()
    """The lowest of each cell and its neighbours."""
    width: int = 0
    """Largest difference between the numbers of two neighbours."""
    weights: EvalWeights | None = None
    """Weights of the engine's evaluation."""


class FixedConfig(NamedTuple):
    """Configuration of a fixed-depth search."""

    evaluation: FixedEvaluation
    utility: int
    base: float
    """Bonus of a win."""
    unit: float
    """Unit of the scores."""
    merge: bool
    """Whether moves that lead to the same position are searched once."""
    order: int
    places: Sequence[tuple[int, int]]
    """Coordinates of the cells."""
    negamax: int = 0
    prune: int = 0
    chance: int = 0
    """Whether the opponent moves at random."""
    guarded: int = 0
    """Whether to stop where the number of moves shrinks too evenly, …"""
    threshold: int = 0
    """… from this depth on …"""
    slack: int = 1
    """… by at most this much per ply."""
    table: int = 0
    """Bits of the transposition table; 0 for none."""
