"""The evaluation of connection games with several goals: the stones that each side still needs."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import combinations

import pytest

from ludoteca.games import Game, load
from ludoteca.geometry import region
from ludoteca.kernel import Evaluator, Searcher
from tests.diagrams import board
from tests.walking import walked


def stones_needed(game: Game, marks: str, own: str, goals: list[set[int]], wanted: int) -> int:
    """The least number of empty cells of a chain between `wanted` goals: Dijkstra, one meeting cell."""
    near = game.board.neighbours
    costs = {cell: int(mark == ".") for cell, mark in enumerate(marks) if mark in (own, ".")}
    distances = []
    for goal in goals:
        found: dict[int, int] = {}
        waiting = [(costs[cell], cell) for cell in sorted(goal & costs.keys())]
        while waiting:
            so_far, cell = heappop(waiting)
            if cell in found:
                continue
            found[cell] = so_far
            for other in near[cell] & costs.keys() - found.keys():
                heappush(waiting, (so_far + costs[other], other))
        distances.append(found)
    return min(
        (
            sum(found[cell] for found in some) - (wanted - 1) * costs[cell]
            for cell in costs
            for some in combinations(distances, wanted)
            if all(cell in found for found in some)
        ),
        default=200,
    )


def ring_needed(game: Game, marks: str, own: str) -> int:
    """The least number of empty cells of a ring of six."""
    rings = [around for around in game.board.neighbours if len(around) == 6]
    free = [[marks[cell] for cell in around] for around in rings]
    return min((around.count(".") for around in free if set(around) <= {own, "."}), default=200)


@pytest.mark.parametrize("name", ["y:size=5", "y:size=8", "havannah:size=4", "havannah:size=5"])
def test_the_distance_to_the_nearest_win(name: str):
    game = load(name)
    terms = game.compiled.eval_terms
    searcher = Searcher(game.rules, 0)
    link = terms.eval_weights({**dict.fromkeys(terms.weights, 0), "link": 1})
    searcher.set_evaluator(Evaluator(game.rules, link))
    corners = set(region(game.board, "corners"))
    sides = [set(cells) for cells in game.board.sides.values()]
    for seed in range(40):
        position = walked(game, seed, seed)
        if position.is_over:
            continue
        marks = "".join(board(position))
        needed = {}
        for own in "xo":
            if name.startswith("y"):
                needed[own] = stones_needed(game, marks, own, sides, 3)
            else:
                needed[own] = min(
                    stones_needed(game, marks, own, [{cell} for cell in sorted(corners)], 2),
                    stones_needed(game, marks, own, [side - corners for side in sides], 3),
                    ring_needed(game, marks, own),
                )
        mine, theirs = ("x", "o") if position.mover == "first" else ("o", "x")
        assert searcher.evaluate(position.snapshot) == needed[theirs] - needed[mine], position.text
