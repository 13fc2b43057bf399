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


class MctsOptions(NamedTuple):
    """Parameters of the Monte Carlo tree search."""

    exploration: float = 0.7
    """The exploration constant of UCT."""
    rave_bias: float = 0.0
    """The RAVE bias: how soon a move's own results outweigh its AMAF results; 0 switches AMAF off."""
    eval_weight: float = 0.0
    """The weight of the static evaluation in the value of a move."""
    eval_scale: float = 250.0
    """Evaluation units per logit."""
    rollout_cutoff: int = -1
    """Rollout plies after which the static evaluation is used; -1 plays to the end."""
    expand_after: int = 8
    """Visits after which a leaf is expanded."""
    amaf_prior: int = 0
    """The most AMAF results that a new child starts with."""
    use_policy: bool = True
    """Whether rollouts follow the rollout policy that the rules imply."""
