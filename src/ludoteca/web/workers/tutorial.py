"""The steps of a game's tutorial: small tasks, each with all its solutions."""

from __future__ import annotations

import random
from collections import deque
from typing import Any

from ludoteca.games import SIDES, Game, Move, Position
from ludoteca.play.examples import find_examples, is_unequal, verbs_of
from ludoteca.play.sampling import Step, one_sided_game, random_game

_MOVES = 4
"""The most kinds of moves that are taught."""
_MOVES_OF_SIDE = 3
"""The most for each side, where the sides play differently."""
_GAMES, _ONE_SIDED_GAMES = 40, 12


def tutorial_steps(game: Game) -> list[dict[str, Any]]:
    """A move of each kind, then a win in one. Where the sides differ, both of each side."""
    if not is_unequal(game):
        win = _win_at_hand(game, SIDES)
        return [*_moves(game, SIDES)[:_MOVES], *([win] if win else [])]
    steps = []
    for side in SIDES:
        win = _win_at_hand(game, (side,))
        steps += [*_moves(game, (side,))[:_MOVES_OF_SIDE], *([win] if win else [])]
    return steps


def _moves(game: Game, sides: tuple[str, ...]) -> list[dict[str, Any]]:
    tasks = []
    for one in find_examples(game, games=10, moves=1500, sides=sides).moves:
        solved = [move.text for move in one.before.legal_moves if _verbs(one.before, move) == one.verbs]
        tasks.append({
            "task": "move", "verbs": list(one.verbs), "position": one.before.text, "mover": one.before.mover,
            "solutions": solved,
        })  # fmt: skip
    return tasks


def _verbs(position: Position, move: Move) -> tuple[str, ...]:
    return verbs_of(Step(position, move.actions, position.after(move)))


def _win_at_hand(game: Game, sides: tuple[str, ...]) -> dict[str, Any] | None:
    """A position with a win in one, preferably by one move only: from a random game, or if such games are not
    won by these sides, from one against a random player."""
    dice = random.Random(5)
    best: dict[str, Any] | None = None
    for number in range(_GAMES + _ONE_SIDED_GAMES):
        if best and number >= _GAMES:
            break
        is_random = number < _GAMES
        steps = (
            random_game(game, dice) if is_random else one_sided_game(game, dice, sides[number % len(sides)])
        )
        last = next(iter(deque(steps, maxlen=1)), None)
        if last is None:
            continue
        ended, before = last.after.outcome, last.before
        if ended is None or ended.winner != before.mover or before.mover not in sides:
            continue
        if len(before.legal_moves) > 400:
            continue
        wins = [m.text for m in before.legal_moves if _wins(before.after(m), before.mover)]
        if (
            wins
            and len(wins) < len(before.legal_moves)
            and (best is None or len(wins) < len(best["solutions"]))
        ):
            best = {
                "task": "win", "verbs": [], "position": before.text, "mover": before.mover,
                "solutions": wins,
            }  # fmt: skip
            if len(wins) == 1:
                break
    return best


def _wins(after: Position, side: str) -> bool:
    return after.outcome is not None and after.outcome.winner == side
