"""Rows of the retrograde solver's ranking of positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class SliceRow(NamedTuple):
    """A slice of a game's positions: fixed material, hands and side to move."""

    counts: Sequence[int]
    hands: Sequence[Sequence[int]]
    mover: int
    order: Sequence[int]
    """Piece codes in the order of ranking, the lead first."""
    outside: int
    """Whether moves lead to slices that are solved before."""
    stalled: int
    clock: int


class RankingTables(NamedTuple):
    """Symmetries and slices of a game's positions."""

    images: Sequence[Sequence[int]]
    swap: Sequence[int] | None
    partner: Sequence[int]
    after: Sequence[Sequence[int]]
    inverse: Sequence[int]
    slices: Sequence[SliceRow]
    clock: int
