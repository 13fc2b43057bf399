"""What a lesson needs that takes time to find: puzzles with proofs, example moves, and numbers.

It depends on the rules alone and is the same in every language."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludoteca.engine import Engine, Limits
from ludoteca.exercises import Exercise, ExerciseError, make_exercise
from ludoteca.games import Game, Position
from ludoteca.play.examples import is_unequal
from ludoteca.play.figures import example_data
from ludoteca.puzzles import Puzzle
from ludoteca.puzzles.quick import ShortPuzzle, easy_puzzle, of_puzzle, quick_puzzles
from ludoteca.solver.symmetry import symmetry_of

PUZZLES = 3
SECONDS = 20.0
"""The time that the searches take at most, where a game has no stored puzzles."""
_LONGEST_GAME = 200
_LENGTH_GAMES = 6
_LENGTH_SHARE = 0.15
"""The share of the time for the games whose length is measured."""
_RANDOM_MOVES = 0.2
_QUICK = Limits(nodes=150)
_SHORT_SEARCH = Limits(nodes=5000)
_MOST_PAIRS = 5_000_000
"""The ways to play two moves are counted if there are about as many at most."""
_EASY_SECONDS = 3.0
_TREES = ("values", "cuts")
_SIZE = "small"
_DIFFERENT = 4
"""Different values that the leaves of a good tree have."""
_FROM_END = 4
"""Moves before the end of a game of the second position that a tree may start from."""
_MOST_COMPARED = 300
"""First moves that are compared under the symmetries of the board."""

Watch = Callable[[str], None]
"""Told each step as it begins: `examples`, `numbers`, `puzzles`, `trees`."""


@dataclass(frozen=True)
class Discussion:
    """A position without a proved answer."""

    position: str
    move: str
    """What a short search prefers."""


@dataclass(frozen=True)
class TreeTask:
    """The arguments of an exercise on a search tree."""

    kind: str
    position: str
    seed: int
    size: str


@dataclass(frozen=True)
class LessonContent:
    """The searched parts of a lesson, as plain values."""

    examples: dict[str, Any]
    """What `play.figures.rule_figures` draws."""
    puzzles: tuple[ShortPuzzle, ...]
    discussion: Discussion | None
    """If there are fewer puzzles than `PUZZLES`."""
    length: int
    """The mean number of moves of a game; 0 if none was finished."""
    first_moves: int
    two_moves: int
    """The ways to play two moves; 0 if they were not counted."""
    different: int
    """First moves that no symmetry of the board maps to each other; 0 if they were not compared."""
    trees: tuple[TreeTask, ...]
    """A tree to fill in, and one to cut; fewer if the game has no position for it."""

    def exercises(self, game: Game) -> list[Exercise]:
        """The search trees."""
        return [
            make_exercise(game.position(one.position), one.kind, seed=one.seed, size=one.size)
            for one in self.trees
        ]


@dataclass
class _Clock:
    until: float
    now: Callable[[], float] = field(default=time.monotonic)

    @property
    def left(self) -> float:
        return max(0.0, self.until - self.now())


def make_content(
    game: Game, stored: Sequence[Puzzle] = (), seconds: float = SECONDS, seed: int = 1,
    watch: Watch = lambda step: None,
) -> LessonContent:  # fmt: skip
    """Search the parts of a lesson. `stored` are the puzzles of the game's file, which cost no time.

    With the same seed the result is the same, unless the time runs out."""
    clock = _Clock(time.monotonic() + seconds)
    watch("examples")
    examples = example_data(game)
    watch("numbers")
    length, middle = _games(game, seed, seconds * _LENGTH_SHARE)
    first, two, different = _counts(game)
    watch("puzzles")
    puzzles = _puzzles(game, stored, clock, seed)
    discussion = _discussion(game, middle[0]) if len(puzzles) < PUZZLES else None
    watch("trees")
    trees = _trees(game, middle, seed)
    return LessonContent(examples, puzzles, discussion, length, first, two, different, trees)


def _puzzles(game: Game, stored: Sequence[Puzzle], clock: _Clock, seed: int) -> tuple[ShortPuzzle, ...]:
    """An easy puzzle and the shortest stored ones, for both sides if there are such; else new ones."""
    if len(stored) < PUZZLES:
        return tuple(quick_puzzles(game, PUZZLES, clock.left, seed, is_unequal(game)))
    easy = easy_puzzle(game, min(_EASY_SECONDS, clock.left), seed)
    shortest = sorted(map(of_puzzle, stored), key=lambda one: one.moves)
    chosen = shortest[: PUZZLES - (1 if easy else 0)]
    if len({one.mover for one in chosen}) == 1:
        other = next((one for one in shortest if one.mover != chosen[0].mover), None)
        chosen = [*chosen[:-1], other] if other else chosen
    return (*([easy] if easy else []), *chosen)


# -- trees --------------------------------------------------------------------------------------------


def _trees(game: Game, positions: Sequence[Position], seed: int) -> tuple[TreeTask, ...]:
    """A tree for each kind of exercise, from the first position that gives leaves of enough different values,
    else from the one that gives most."""
    tasks = []
    for kind in _TREES:
        best: tuple[int, TreeTask] | None = None
        for position in (*positions, game.start()):
            found = _tree(game, position, kind, seed)
            best = max(best or found, found, key=lambda one: one[0]) if found else best
            if best and best[0] >= _DIFFERENT:
                break
        tasks += [best[1]] if best and best[0] > 1 else []
    return tuple(tasks)


def _tree(game: Game, position: Position, kind: str, seed: int) -> tuple[int, TreeTask] | None:
    """The number of different values of the leaves, and the arguments; None if there is no such exercise."""
    try:
        made = make_exercise(game.position(position.text), kind, seed=seed, size=_SIZE)
    except ExerciseError:
        return None
    values = {node.value for node in made.nodes if not node.children}
    return len(values), TreeTask(kind, position.text, seed, _SIZE)


# -- numbers ------------------------------------------------------------------------------------------


def _games(game: Game, seed: int, seconds: float) -> tuple[int, list[Position]]:
    """The mean length of some games of quick moves, and positions from the middle of each, then from near
    the end."""
    rng, engine, until = random.Random(seed), Engine(game, megabytes=1), time.monotonic() + seconds
    lengths: list[int] = []
    middle: list[Position] = []
    late: list[Position] = []
    for _ in range(_LENGTH_GAMES):
        positions = _played(game, engine, rng, until)
        middle.append(_open(positions, len(positions) // 2))
        late.append(_open(positions, len(positions) - _FROM_END))
        if positions[-1].is_over or len(positions) > _LONGEST_GAME:
            lengths.append(len(positions) - 1)
        if time.monotonic() > until:
            break
    return round(sum(lengths) / len(lengths)) if lengths else 0, middle + late


def _played(game: Game, engine: Engine, rng: random.Random, until: float) -> list[Position]:
    positions = [game.start()]
    while not positions[-1].is_over and len(positions) <= _LONGEST_GAME and time.monotonic() < until:
        position = positions[-1]
        is_random = rng.random() < _RANDOM_MOVES
        move = rng.choice(position.legal_moves) if is_random else engine.best(position, _QUICK).move
        positions.append(position.after(move))
    return positions


def _open(positions: list[Position], wanted: int) -> Position:
    """The position nearest to a number in which there is a choice."""
    nearest = sorted(range(len(positions)), key=lambda number: abs(number - wanted))
    found = (positions[n] for n in nearest if not positions[n].is_over and len(positions[n].legal_moves) > 2)
    return next(found, positions[0])


def _counts(game: Game) -> tuple[int, int, int]:
    """First moves, ways to play two moves, and first moves that are different under symmetry."""
    start = game.start()
    moves = start.legal_moves
    two = game.perft(2).counts[-1] if len(moves) ** 2 <= _MOST_PAIRS else 0
    images = symmetry_of(game).images
    different = 0
    if len(moves) <= _MOST_COMPARED and len(images) > 1:
        different = len({_canonical(start.after(move), images) for move in moves})
    return len(moves), two, different


def _canonical(position: Position, images: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The smallest arrangement of the pieces under the symmetries of the rules."""
    cells = position.snapshot.cells
    return min(tuple(cells[image[cell]] for cell in range(len(image))) for image in images)


def _discussion(game: Game, middle: Position) -> Discussion | None:
    if middle.is_over:
        return None
    position = game.position(middle.text)
    return Discussion(position.text, Engine(game, megabytes=4).best(position, _SHORT_SEARCH).move.text)
