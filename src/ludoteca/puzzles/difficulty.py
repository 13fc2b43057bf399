"""How hard a puzzle is: whether a quick look finds the move, and which levels do."""

from __future__ import annotations

from ludoteca.engine import Engine, Limits
from ludoteca.engine.skill import profile_of
from ludoteca.games import Position
from ludoteca.play.opponents import Level, LevelPlayer, offered

NATURAL_TRIES, NATURAL_HITS = 12, 2
"""How often the weakest level tries, and how often it may find the move by luck."""
_TRIES = 3
"""How often a level that overlooks moves tries; it solves a puzzle if it mostly finds the move."""


def is_natural(position: Position, solution: str) -> bool:
    """Whether the move is found without looking ahead: by a search of depth 1 or by the weakest level.

    A learnt evaluation sees more than a first look does, and changes with every training: it is left out."""
    if (
        Engine(position.game, megabytes=1, evaluation="tuned").best(position, Limits(depth=1)).move.text
        == solution
    ):
        return True
    weakest = offered(position.game).levels[0]
    hits = 0
    for seed in range(NATURAL_TRIES):
        hits += _choice(position, weakest, seed) == solution
        if hits > NATURAL_HITS:
            return True
    return False


def solving_levels(position: Position, solution: str) -> tuple[tuple[int, ...], int]:
    """The levels that find the move, and the difficulty: the lowest level from which on all find it."""
    levels = offered(position.game).levels
    solving = [level.number for level in levels if _solves(position, solution, level)]
    difficulty = levels[-1].number + 1
    for level in reversed(levels):
        if level.number not in solving:
            break
        difficulty = level.number
    return tuple(solving), difficulty


def _solves(position: Position, solution: str, level: Level) -> bool:
    tries = 1 if profile_of(level.skill, level.nodes).has_full_attention else _TRIES
    return 2 * sum(_choice(position, level, seed) == solution for seed in range(tries)) > tries


def _choice(position: Position, level: Level, seed: int) -> str:
    return LevelPlayer(level.number, seed=seed).choose(position).text
