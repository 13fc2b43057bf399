"""Results that the compiled kernel hands to Python."""

from __future__ import annotations

from typing import NamedTuple

Action = tuple[int, int, int, int, tuple[int, ...], tuple[int, ...]]
"""An action: rule, source, target, extra, path, victims."""


class Iteration(NamedTuple):
    """One iteration of iterative deepening."""

    score: int
    proved: bool
    """Whether the whole game tree was searched, without any evaluation."""
    pv: list[Action]
    """The principal variation."""
    stopped: bool


class TreeResult(NamedTuple):
    """The result of a Monte Carlo tree search."""

    probability: float
    """Winning probability of the first player."""
    outcome: int
    """The proved outcome, 0 if there is none."""
    ply: int
    """The ply at which a proved game ends."""
    pv: list[Action]


class RootChild(NamedTuple):
    """Statistics of a root action in a Monte Carlo tree search."""

    action: Action
    visits: int
    mean: float
    amaf: float
    eval: float
    outcome: int


class ConnectionProof(NamedTuple):
    """What virtual connections, dead and captured cells prove about a position."""

    winner: int
    """1 or 2, 0 if unknown."""
    key: int
    """The winning move of the mover, -1 if there is none or any move wins."""
    carrier: tuple[int, ...]
    """The cells that the winner needs."""
    must_play: tuple[int, ...] | None
    """Cells outside of which every move loses; None if the opponent has no threat."""
    first: tuple[int, ...]
    """Empty cells that the first player captures …"""
    second: tuple[int, ...]
    """… and the second."""
    dead: tuple[int, ...]


class PlayoutCounts(NamedTuple):
    """Results of random games."""

    moves: int
    first: int
    draw: int
    second: int


class PositionState(NamedTuple):
    """A position as plain numbers, as it is pickled. Pairs are by side."""

    cells: bytes
    mover: int
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    pits: bytes
    ply: int
    progress_ply: int
    turns: tuple[int, int]
    stage: int
    phase: int
    mid_move: int
    anchor: int
    stalled: int
    outcome: int
    reason: int
    captured_now: int
    """Whether this move has captured."""
    progressed: int
    """Whether this move has made progress."""
    history: tuple[int, ...]
    """Zobrist keys of the positions that may still repeat."""


class UnrankedPosition(NamedTuple):
    """The position with a given rank."""

    cells: list[int]
    mover: int
    hands: tuple[list[int], list[int]]
    clock: int
    """Moves made, as far as the rules count them."""
