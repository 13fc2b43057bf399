"""Positions with independently known values, and a perfect player from a table."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random

from ludoteca.games import Move, Position, load
from tests.tactics.retrograde import Table

FILE = Path(__file__).parents[2] / "tests" / "data" / "known_values.jsonl"


@cache
def not_lost(game: str) -> tuple[str, ...]:
    """Positions in which the mover at least draws, in a fixed order."""
    lines = map(json.loads, FILE.read_text(encoding="utf-8").splitlines())
    found = [line["position"] for line in lines if line["game"] == game and line["value"] >= 0]
    Random(game).shuffle(found)
    return tuple(found)


@cache
def table_of(game: str, position: str) -> Table:
    return Table(load(game).position(position))


class Perfect:
    """A perfect player."""

    def __init__(self, game: str, seed: int) -> None:
        self.game = game
        self._chance = Random(seed)
        self._table: Table | None = None

    def choose(self, position: Position) -> Move:
        if self._table is None or position not in self._table:
            start = load(self.game).start()
            whole = table_of(self.game, start.text)
            self._table = whole if position in whole else table_of(self.game, position.text)
        table, marks = self._table, dict[Move, int]()
        for move in position.legal_moves:
            value = table.value(position.play(move))
            mine = value.winner == position.mover
            marks[move] = 0 if value.winner is None else 1000 - value.plies if mine else value.plies - 1000
        best = max(marks.values())
        return self._chance.choice([move for move, mark in marks.items() if mark == best])
