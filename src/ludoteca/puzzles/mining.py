"""Mining puzzles: games are played with a mixture of random and sensible moves, and the positions whose
values can be proved are searched for those with exactly one good move that is not the natural one."""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count, islice

from ludoteca.engine import Engine, Limits
from ludoteca.games import Game, Position, load
from ludoteca.parallel import Workers, map_unordered, open_pool
from ludoteca.puzzles.canonical import Key, canonical_key
from ludoteca.puzzles.collection import Collection
from ludoteca.puzzles.difficulty import is_natural, solving_levels
from ludoteca.puzzles.proof import LEAST_STEPS, Proof, prove
from ludoteca.puzzles.puzzle import Puzzle
from ludoteca.puzzles.source import PuzzleSource

CHECK_PATIENCE = 1000.0
"""A check gives a forward proof more time, so that a slow machine proves all that a fast one has found."""
_WALK_SECONDS = 2.0
"""After this time no further position of a game is examined."""
_RANDOM_MOVES = (0.2, 1.0)
"""The range of the share of random moves in a game."""
_SENSIBLE = Limits(nodes=200)
_LONGEST_GAME = 400
_TRIES = 100
"""Positions of one game that are examined."""
_SAMPLED = 100
"""Positions of the tables that are examined with each game."""
_MOST_FOUND = 2
"""Puzzles from one game."""

Watch = Callable[[int, int], None]
"""Called with the puzzles found and the games played."""


@dataclass(frozen=True)
class Walk:
    """One game to be played and searched."""

    game: str
    seed: int
    run: str
    """The call of `mine` that it belongs to."""


def mine(
    name: str, wanted: int, seed: int = 1, seconds: float | None = None, workers: Workers = 0,
    known: Iterable[Puzzle] = (), watch: Watch = lambda found, games: None,
) -> Iterator[Puzzle]:  # fmt: skip
    """New puzzles of a game, as they are found, until there are `wanted` with the known ones or the time is
    up. None equals another one under the board's symmetries, or continues it."""
    until = None if seconds is None else time.monotonic() + seconds
    collection = Collection(load(name), known)
    run = secrets.token_hex(8)
    walks = (Walk(name, seed + number, run) for number in count())
    with open_pool(workers) as pool:
        for games, (_, future) in enumerate(map_unordered(pool, search_game, walks), 1):
            for puzzle in future.result():
                if len(collection) < wanted and collection.add(puzzle):
                    yield puzzle
            watch(len(collection), games)
            if len(collection) >= wanted or (until is not None and time.monotonic() > until):
                return


# -- one game -----------------------------------------------------------------------------------------

_sources: dict[tuple[str, float, str], PuzzleSource] = {}
"""Tables and proofs are kept from one game to the next, in each process."""
_examined: dict[str, set[Key]] = {}
"""The positions that this process has examined in the current run."""


def source_for(name: str, patience: float = 10.0, wanted: str = "") -> PuzzleSource:
    """The source of exact values that mining and checking use."""
    key = name, patience, wanted
    if key not in _sources:
        if name not in {known for known, *_ in _sources}:
            _sources.clear()
        _sources[key] = PuzzleSource(load(name), patience, wanted)
    return _sources[key]


def search_game(walk: Walk) -> list[Puzzle]:
    """Play one game and search its positions for puzzles, the last ones first; then some positions of the
    tables that were needed."""
    source, rng = source_for(walk.game), random.Random(walk.seed)
    played = reversed(played_game(source.game, rng)[: -2 * LEAST_STEPS + 2])
    until = time.monotonic() + _WALK_SECONDS
    found: list[Puzzle] = []
    for positions in (played, source.sampled(rng, _SAMPLED)):
        candidates = _candidates(source, positions, walk.run, until)
        puzzles = (puzzle_at(source, position) for position in candidates)
        found += islice((puzzle for puzzle in puzzles if puzzle is not None), _MOST_FOUND)
        until = time.monotonic() + _WALK_SECONDS
    return found


def played_game(game: Game, rng: random.Random) -> list[Position]:
    """The positions of a game of random and sensible moves; those at the end are sensible."""
    engine, share = Engine(game, megabytes=1), rng.uniform(*_RANDOM_MOVES)
    positions = [game.start()]
    while not positions[-1].is_over and len(positions) < _LONGEST_GAME:
        position = positions[-1]
        if rng.random() < share:
            move = rng.choice(position.legal_moves)
        else:
            move = engine.best(position, _SENSIBLE).move
        positions.append(position.after(move))
    return positions


def _candidates(
    source: PuzzleSource, positions: Iterable[Position], run: str, until: float
) -> Iterator[Position]:
    """Positions that were not examined before, until one cannot be proved."""
    if run not in _examined:
        _examined.clear()
        _examined[run] = set()
    seen, examined = _examined[run], 0
    for given in positions:
        key = canonical_key(given)
        if key in seen or given.is_over:
            continue
        seen.add(key)
        position = source.game.position(given.text)
        examined += 1
        if examined > _TRIES or time.monotonic() > until or not source.covers(position):
            return
        yield position


def puzzle_at(source: PuzzleSource, position: Position) -> Puzzle | None:
    """The puzzle of a position, if it is one and its solution is not the natural move."""
    source.wanted = ""
    source.wanted = source.method(position)  # once: the estimate takes longer than many proofs
    if prove(source, position, lambda solution: not is_natural(position, solution.text)) is None:
        return None
    usual, source.patience = source.patience, CHECK_PATIENCE
    try:
        proof = prove(source, position)  # again without haste: what was given up may have changed the line
    finally:
        source.patience = usual
    return None if proof is None else measured(position, proof)


def measured(position: Position, proof: Proof) -> Puzzle:
    levels, difficulty = solving_levels(position, proof.line[0])
    return Puzzle(
        position.text, position.mover, proof.value, proof.line, proof.steps, levels, difficulty, proof.method
    )
