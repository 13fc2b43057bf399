"""The tree of an exercise as data: a few moves of a position, what is given and asked at each node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Any

from ludoteca.errors import LudotecaError
from ludoteca.games import Position

KINDS = ("values", "cuts", "window")
"""`values`: the minimax value of each inner node. `cuts`: the branches that alpha-beta cuts off. `window`:
alpha and beta when alpha-beta enters a node."""


@dataclass(frozen=True)
class Size:
    """How large a tree may be."""

    branching: tuple[int, ...]
    """The most children of a node, level by level."""

    @property
    def depth(self) -> int:
        return len(self.branching)


SIZES = {"small": Size((3, 3)), "medium": Size((3, 2, 2)), "large": Size((2, 2, 2, 2))}


class ExerciseError(LudotecaError):
    """A position from which no exercise of this kind can be made."""


@dataclass(frozen=True)
class ExerciseNode:
    """A node of the tree. Values are for the side to move at the root."""

    id: int
    """Its number in preorder; the root is 0."""
    parent: int | None
    children: tuple[int, ...]
    letter: str
    """Its name on the page, level by level: A is the root."""
    move: str
    """The move that leads here; empty at the root."""
    omitted: int
    """Legal moves of this position that the tree leaves out."""
    position: str
    mover: str
    kind: str
    """`max` or `min` by the side to move; `leaf` at the horizon; `won`, `lost` or `drawn` for the side of the
    root."""
    value: int
    """The minimax value."""
    is_visited: bool
    """Whether alpha-beta enters the node."""
    alpha: float | None
    beta: float | None
    """The window when alpha-beta enters the node; None if it does not."""
    returned: int | None
    """The value that alpha-beta returns: a bound if it cut a branch below."""
    bound: str
    """`exact`, `at least` or `at most`: what `returned` is."""
    cut: bool
    """Whether alpha-beta cuts off the branch to this node."""
    asked: tuple[str, ...]
    """What is asked: `value`, `cut`, `alpha`, `beta`."""

    @property
    def given(self) -> tuple[str, ...]:
        """What the page shows from the beginning."""
        shown = () if self.children else ("value",)
        return (*shown, "alpha", "beta") if self.parent is None else shown


@dataclass(frozen=True)
class ExerciseTree:
    """The tree to work on, with what is asked."""

    game: str
    start: str
    """The position of the root, as text."""
    kind: str
    seed: int
    size: str
    perspective: str
    """The side to move at the root: values are for this side."""
    win: int
    """The value of a won game; a lost one has its negative."""
    nodes: tuple[ExerciseNode, ...]
    positions: tuple[Position, ...] = field(repr=False, compare=False)
    """The position of each node."""

    def __getitem__(self, node: int) -> ExerciseNode:
        return self.nodes[node]

    @property
    def asked(self) -> Iterator[tuple[ExerciseNode, str]]:
        """Every node with each thing that is asked of it, in reading order."""
        return ((node, what) for node in self.reading_order for what in node.asked)

    @property
    def reading_order(self) -> list[ExerciseNode]:
        """The nodes level by level, as they are lettered."""
        return sorted(self.nodes, key=lambda node: (len(node.letter), node.letter))

    def solution(self, node: ExerciseNode, what: str) -> float | bool:
        """The right answer. Raises `KeyError` for what is not asked."""
        if what not in node.asked:
            raise KeyError(what)
        found: float | bool = getattr(node, what)
        return found

    def as_dict(self, solution: bool = True) -> dict[str, Any]:
        """The exercise as JSON; without the solution, only what a pupil may see."""
        return {
            "game": self.game,
            "position": self.start,
            "kind": self.kind,
            "seed": self.seed,
            "size": self.size,
            "eyes": self.perspective,
            "win": self.win,
            "nodes": [self._node_dict(node, solution) for node in self.nodes],
        }

    def _node_dict(self, node: ExerciseNode, solution: bool) -> dict[str, Any]:
        shown: dict[str, Any] = {
            "id": node.id,
            "parent": node.parent,
            "letter": node.letter,
            "move": node.move,
            "omitted": node.omitted,
            "position": node.position,
            "mover": node.mover,
            "kind": node.kind,
            "asked": list(node.asked),
        }
        if solution or "value" in node.given:
            shown["value"] = node.value
        if solution:
            shown |= {"alpha": _bound(node.alpha), "beta": _bound(node.beta), "cut": node.cut}
            shown |= {"returned": node.returned, "bound": node.bound, "visited": node.is_visited}
        return shown


def _bound(value: float | None) -> float | str | None:
    """A bound for JSON, which has no infinity."""
    return {inf: "inf", -inf: "-inf"}.get(value, value) if value is not None else None
