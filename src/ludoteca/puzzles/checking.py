"""Checking puzzles: every one is proved again, and the conditions of the collection are verified."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludoteca.errors import LudotecaError
from ludoteca.games import load
from ludoteca.parallel import Workers, map_in_order, open_pool
from ludoteca.puzzles.collection import Collection
from ludoteca.puzzles.difficulty import is_natural
from ludoteca.puzzles.mining import CHECK_PATIENCE, source_for
from ludoteca.puzzles.proof import prove
from ludoteca.puzzles.puzzle import Puzzle

EASY_SHARE = 0.1
"""The weakest level may solve at most this share of the puzzles of a game."""


@dataclass(frozen=True)
class Problem:
    """What is wrong with a puzzle."""

    number: int
    """Of the puzzle, from 1; 0 for the collection."""
    code: str
    """`illegal`, `not-proved`, `value`, `line`, `refutations`, `natural`, `duplicate` or `easy`."""


def check_puzzles(name: str, puzzles: Sequence[Puzzle], workers: Workers = 0) -> Iterator[Problem | None]:
    """The problems of the puzzles of a game, in order; None for each puzzle that was examined."""
    collection = Collection(load(name))
    tasks = [(name, puzzle) for puzzle in puzzles]
    with open_pool(workers) as pool:
        for number, codes in enumerate(map_in_order(pool, problems_of, tasks), 1):
            yield from (Problem(number, code) for code in codes)
            if "illegal" not in codes and not collection.add(puzzles[number - 1]):
                yield Problem(number, "duplicate")
            yield None
    easy = sum(1 in puzzle.levels for puzzle in puzzles)
    if easy > EASY_SHARE * len(puzzles):
        yield Problem(0, "easy")


def problems_of(task: tuple[str, Puzzle]) -> list[str]:
    """The problems of one puzzle by itself."""
    name, puzzle = task
    source = source_for(name, CHECK_PATIENCE, puzzle.method)
    try:
        position = puzzle.positions(source.game)[0]
    except LudotecaError:
        return ["illegal"]
    if position.mover != puzzle.mover or position.text != puzzle.position:
        return ["illegal"]
    proof = prove(source, position)
    if proof is None:
        return ["not-proved"]
    found = {"value": proof.value == puzzle.value, "line": proof.line == puzzle.line,
             "refutations": proof.steps == puzzle.steps}  # fmt: skip
    problems = [code for code, right in found.items() if not right]
    return problems + (["natural"] if is_natural(position, puzzle.solution) else [])
