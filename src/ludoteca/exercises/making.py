"""Make an exercise: choose a small tree below a position, then search it.

A tree shows a few moves of each position, chosen by the seed. Several choices are tried; the one that asks
most of the reader is kept: different values, and cuts where the kind needs them. All is bounded in nodes.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from ludoteca.engine.recording import Node, Recorder
from ludoteca.engine.static_eval import StaticEvaluator
from ludoteca.exercises.exercise import Exercise
from ludoteca.exercises.exercise_tree import KINDS, SIZES, ExerciseError, ExerciseNode
from ludoteca.games import Move, Position
from ludoteca.messages import Alternatives

ATTEMPTS = 16
"""How many choices of moves are compared."""
_EXTRA_LEVELS = 5
"""How many levels may be added where moves are forced."""
_FEWEST_LEAVES = 4
_MOST_LISTED = 20_000
"""No further choice is tried after this many moves have been generated."""
_LARGEST_LEAF = 9
"""Evaluations are scaled to at most this, if there are not more of them."""


def make_exercise(position: Position, kind: str, *, seed: int = 0, size: str = "small") -> Exercise:
    """An exercise of a kind (`values`, `cuts`, `window`) on a small tree of a position.

    Raises `ExerciseError` if the game is over, if the next moves are all forced or end the game, or if no cut
    is possible."""
    if kind not in KINDS:
        raise ExerciseError("exercise.kind", kind=kind, known=Alternatives(KINDS))
    if size not in SIZES:
        raise ExerciseError("exercise.size", size=size, known=Alternatives(SIZES))
    if position.is_over:
        raise ExerciseError("exercise.game-over")
    trees = _Trees(position, f"{seed} {size} {position.text}")
    best = _most_interesting(trees.attempts(size), kind)
    if len(best.leaves) < 2:
        raise ExerciseError("exercise.forced")
    if kind == "cuts" and not best.cuts:
        best = _with_cuts(trees, size)
    exercise = _exercise(position, kind, seed, size, best)
    if not any(node.asked for node in exercise.nodes):
        raise ExerciseError("exercise.short")
    return exercise


def _most_interesting(trees: Iterable[_Branch], kind: str) -> _Searched:
    return max((_searched(tree) for tree in trees), key=lambda one: one.interest(kind))


def _with_cuts(trees: _Trees, size: str) -> _Searched:
    """A tree with the best moves first, which gives the most cuts; a larger one if need be."""
    names = list(SIZES)
    for larger in names[names.index(size) :]:
        found = [_searched(tree) for tree in trees.attempts(larger)]
        best = _most_interesting((one.tree.best_first() for one in found), "cuts")
        if best.cuts:
            return best
    raise ExerciseError("exercise.no-cuts")


@dataclass
class _Branch:
    """A position in the tree."""

    position: Position
    move: Move | None = None
    children: list[_Branch] = field(default_factory=list)
    units: int = 0
    """The static evaluation of a leaf, for the side of the root."""
    id: int = 0
    value: int = 0

    def walk(self) -> list[_Branch]:
        """This position and those below it, in preorder."""
        return [self, *(below for child in self.children for below in child.walk())]

    def best_first(self) -> _Branch:
        """The same tree with the best move of each position first, which gives alpha-beta the most cuts."""
        side = self.position.mover
        return _best_first(self, side)


def _best_first(branch: _Branch, side: str) -> _Branch:
    is_max = branch.position.mover == side
    children = sorted(
        (_best_first(child, side) for child in branch.children), key=lambda one: one.value, reverse=is_max
    )
    return replace(branch, children=children)


_Row = list[tuple[_Branch, tuple[str, ...]]]
"""Branches of one level, with the moves that lead to them."""


class _Trees:
    """Trees below a position. Positions that several trees share are made once."""

    def __init__(self, position: Position, seed: str) -> None:
        self.position, self.seed = position, seed
        self.evaluator = StaticEvaluator(position.game)
        self.known: dict[tuple[str, ...], Position] = {}
        self.expanded: set[tuple[str, ...]] = set()
        self.listed = 0
        """Moves generated so far."""

    def attempts(self, size: str) -> list[_Branch]:
        """Trees with different choices of moves; fewer where positions have very many moves."""
        trees: list[_Branch] = []
        while len(trees) < ATTEMPTS and (not trees or self.listed < _MOST_LISTED):
            trees.append(self._tree(SIZES[size].branching, len(trees)))
        return trees

    def _tree(self, branching: Sequence[int], number: int) -> _Branch:
        """A tree that grows level by level; while it has too few leaves, it becomes deeper."""
        rng = random.Random(f"{self.seed} {number}")
        root = _Branch(self.position)
        row: _Row = [(root, ())]
        for width in branching:
            row = self._grow(row, width, rng)
        for _ in range(_EXTRA_LEVELS):
            if sum(not one.children for one in root.walk()) >= _FEWEST_LEAVES:
                break
            row = self._grow(row, 2, rng)
        for one, _ in row:
            if not one.position.is_over:
                one.units = self.evaluator.units(one.position, self.position.mover)
        return root

    def _grow(self, row: _Row, width: int, rng: random.Random) -> _Row:
        """Add a level; returns its branches, each with the moves that lead to it."""
        grown: _Row = []
        for branch, path in row:
            if branch.position.is_over:
                continue
            moves = branch.position.legal_moves
            self.listed += len(moves) if path not in self.expanded else 0
            self.expanded.add(path)
            chosen = sorted(rng.sample(range(len(moves)), min(width, len(moves))))
            for move in (moves[index] for index in chosen):
                key = (*path, move.text)
                if key not in self.known:
                    self.known[key] = branch.position.after(move)
                child = _Branch(self.known[key], move)
                branch.children.append(child)
                grown.append((child, key))
        return grown


@dataclass
class _Searched:
    """A tree with its values, windows and cuts."""

    tree: _Branch
    win: int
    visited: dict[int, Node]
    """What alpha-beta visits, by number."""
    cuts: set[int]
    """The branches that it cuts off."""

    @property
    def leaves(self) -> list[_Branch]:
        return [one for one in self.tree.walk() if not one.children]

    def interest(self, kind: str) -> tuple[int, ...]:
        """How much the tree asks of the reader; the first of the greatest is chosen."""
        inner = [one for one in self.tree.walk() if one.children]
        different = len({one.value for one in self.leaves})
        turning = len({one.value for one in inner})
        windows = len({(node.alpha, node.beta) for node in self.visited.values() if node.children})
        cuts = min(len(self.cuts), 3)
        if kind == "values":
            return (turning, different)
        if kind == "cuts":
            # Some branches are cut and some inner nodes are not.
            stays = sum(len(self.visited[one.id].children) > 1 for one in inner if one.id in self.visited)
            return (cuts, min(stays, 3), different)
        return (windows, cuts, different)


class _Given:
    """A given tree as a search space."""

    def __init__(self, tree: _Branch) -> None:
        self.at = {one.id: one for one in tree.walk()}

    def branches(self, node: Node, ply: int) -> Sequence[_Branch]:
        return self.at[node.id].children

    def child(self, node: Node, branch: _Branch) -> Node:
        return Node(branch.move, branch.position, 0, 0, id=branch.id)

    def move(self, branch: _Branch) -> Move:
        assert branch.move is not None
        return branch.move

    def value(self, node: Node, ply: int) -> float:
        return self.at[node.id].value

    def search(self, algorithm: str) -> Node:
        root = self.at[0]
        recorder = Recorder(self, algorithm, infinity=inf, renumber=False)
        return recorder.run(Node(None, root.position, 0, 0, id=0)).root


def _searched(tree: _Branch) -> _Searched:
    """Value a tree by minimax, and search it by alpha-beta."""
    order = tree.walk()
    for number, one in enumerate(order):
        one.id = number
    win = _set_leaf_values([one for one in order if not one.children], tree.position.mover)
    space = _Given(tree)
    for node in space.search("minimax").walk():
        space.at[node.id].value = int(node.value)
    visited = {node.id: node for node in space.search("alphabeta").walk()}
    cuts = {
        child.id
        for one in order
        if one.id in visited
        for child in one.children[len(visited[one.id].children) :]
    }
    return _Searched(tree, win, visited, cuts)


# -- values of leaves ---------------------------------------------------------------------------------


def _set_leaf_values(leaves: list[_Branch], side: str) -> int:
    """Small whole numbers in the order of the evaluations, with their signs; returns the value of a win."""
    going_on = [one.units for one in leaves if not one.position.is_over]
    small = _small_numbers(going_on)
    win = max([_LARGEST_LEAF, *map(abs, small.values())]) + 1
    for one in leaves:
        outcome = one.position.outcome
        if outcome is None:
            one.value = small[one.units]
        else:
            one.value = 0 if outcome.winner is None else win if outcome.winner == side else -win
    return win


def _small_numbers(units: Sequence[int]) -> dict[int, int]:
    """A small number for each evaluation: in the same order, with the same sign, 0 for 0."""
    positive = sorted({one for one in units if one > 0})
    negative = sorted({-one for one in units if one < 0})
    top = max([*positive, *negative], default=1)
    found = {0: 0}
    found |= dict(zip(positive, _spread(positive, top), strict=True))
    found |= {-one: -number for one, number in zip(negative, _spread(negative, top), strict=True)}
    return found


def _spread(units: list[int], top: int) -> list[int]:
    """Increasing numbers in proportion to increasing evaluations, as near as whole numbers allow."""
    largest = max(_LARGEST_LEAF, len(units))
    numbers: list[int] = []
    for one in units:
        numbers.append(max(round(_LARGEST_LEAF * one / top), numbers[-1] + 1 if numbers else 1))
    return [min(number, largest - (len(units) - 1 - index)) for index, number in enumerate(numbers)]


# -- the exercise -------------------------------------------------------------------------------------


def _exercise(position: Position, kind: str, seed: int, size: str, found: _Searched) -> Exercise:
    order = found.tree.walk()
    parents = {child.id: one.id for one in order for child in one.children}
    letters = _letters(found.tree)
    nodes = tuple(_node(one, kind, parents.get(one.id), letters[one.id], found) for one in order)
    return Exercise(
        game=position.game.name,
        start=position.text,
        kind=kind,
        seed=seed,
        size=size,
        perspective=position.mover,
        win=found.win,
        nodes=nodes,
        positions=tuple(one.position for one in order),
    )


def _node(branch: _Branch, kind: str, parent: int | None, letter: str, found: _Searched) -> ExerciseNode:
    node = found.visited.get(branch.id)
    position, is_inner = branch.position, bool(branch.children)
    asked = {
        "values": ("value",) if is_inner else (),
        "cuts": ("cut",) if parent is not None else (),
        "window": ("alpha", "beta") if is_inner and node is not None and parent is not None else (),
    }[kind]
    return ExerciseNode(
        id=branch.id,
        parent=parent,
        children=tuple(child.id for child in branch.children),
        letter=letter,
        move=branch.move.text if branch.move else "",
        omitted=len(position.legal_moves) - len(branch.children) if is_inner else 0,
        position=position.text,
        mover=position.mover,
        kind=_kind(branch, found.tree.position.mover),
        value=branch.value,
        is_visited=node is not None,
        alpha=node.alpha if node else None,
        beta=node.beta if node else None,
        returned=int(node.value) if node else None,
        bound=node.bound if node else "exact",
        cut=branch.id in found.cuts,
        asked=asked,
    )


def _kind(branch: _Branch, side: str) -> str:
    outcome = branch.position.outcome
    if outcome:
        return "drawn" if outcome.winner is None else "won" if outcome.winner == side else "lost"
    return "leaf" if not branch.children else "max" if branch.position.mover == side else "min"


def _letters(tree: _Branch) -> dict[int, str]:
    """A, B, C… level by level; after Z come AA, AB, AC…"""
    found: dict[int, str] = {}
    row = [tree]
    while row:
        for one in row:
            number = len(found)
            found[one.id] = chr(65 + number) if number < 26 else "A" + chr(65 + number - 26)
        row = [child for one in row for child in one.children]
    return found
