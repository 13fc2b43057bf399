"""The steps of a game's tutorial: small tasks, each with all its solutions."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from typing import Any

from ludoteca.engine import Engine, Estimate, Limits, Loss, Win
from ludoteca.games import SIDES, Game, Move, Position
from ludoteca.play.examples import find_examples, is_unequal, verbs_of
from ludoteca.play.sampling import Step, one_sided_game, random_game

_MOVES = 4
"""The most kinds of moves that are taught."""
_MOVES_OF_SIDE = 3
"""The most for each side, where the sides play differently."""
_GAMES, _ONE_SIDED_GAMES = 40, 12
_FORCE_GAMES = 10
"""If nobody has won these by a move of their own, forced wins are taught instead."""
_LAST_STEPS = 8
"""The moves at the end of a game among which a win is looked for."""
_MOST_CHOICES = 400
"""The most legal moves of a position in which a win is looked for."""
_MOST_PROVED, _PROOF_NODES = 12, 5_000
"""The most moves that are proved to win or not to win, and the nodes for each."""


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
    won by these sides, from one against a random player. Where nobody wins by a move of their own, as when a
    side loses by its own captures: a position in which only some moves win by force."""
    dice = random.Random(5)
    best: dict[str, Any] | None = None
    for number in range(_GAMES + _ONE_SIDED_GAMES):
        if best and number >= _enough(best):
            break
        is_random = number < _GAMES
        steps = (
            random_game(game, dice) if is_random else one_sided_game(game, dice, sides[number % len(sides)])
        )
        found = _closing_move(list(deque(steps, maxlen=_LAST_STEPS)), sides)
        if found and (best is None or _order(found) < _order(best)):
            best = found
    return best


def _enough(found: dict[str, Any]) -> int:
    """The number of games after which no better task is looked for."""
    if len(found["solutions"]) > 1:
        return _GAMES
    return 0 if found["task"] == "win" else _FORCE_GAMES


def _order(one: dict[str, Any]) -> tuple[bool, int]:
    return one["task"] != "win", len(one["solutions"])


def _closing_move(steps: list[Step], sides: tuple[str, ...]) -> dict[str, Any] | None:
    """The last move of the winner as a task, if a game that ended with these steps was won by these sides."""
    ended = steps[-1].after.outcome if steps else None
    if ended is None or ended.winner not in sides:
        return None
    if steps[-1].before.mover == ended.winner:
        before = steps[-1].before
        moves = before.legal_moves if len(before.legal_moves) <= _MOST_CHOICES else ()
        return _task("win", before, [one for one in moves if _wins(before.after(one), before.mover)])
    ours = [one.before for one in reversed(steps) if one.before.mover == ended.winner]
    found = (_task("force", position, _forced_wins(position)) for position in ours)
    return next((one for one in found if one), None)


def _task(kind: str, before: Position, solved: Sequence[Move]) -> dict[str, Any] | None:
    """A task with all its solutions, if some moves solve it and others do not."""
    if not 0 < len(solved) < len(before.legal_moves):
        return None
    texts = [move.text for move in solved]
    return {"task": kind, "verbs": [], "position": before.text, "mover": before.mover, "solutions": texts}


def _wins(after: Position, side: str) -> bool:
    return after.outcome is not None and after.outcome.winner == side


def _forced_wins(before: Position) -> list[Move]:
    """The moves that win by force, if all moves are proved to win or not to win."""
    if len(before.legal_moves) > _MOST_PROVED:
        return []
    engine, found = Engine(before.game, megabytes=1), []
    for move in before.legal_moves:
        after = before.after(move)
        if after.is_over:
            wins = _wins(after, before.mover)
        else:
            score = engine.best(after, Limits(nodes=_PROOF_NODES)).score
            if isinstance(score, Estimate):
                return []
            wins = isinstance(score, Win if after.mover == before.mover else Loss)
        found += [move] if wins else []
    return found
