"""Examples of a game's moves and endings, and lessons made of them."""

from __future__ import annotations

import random
from collections import deque
from typing import Any

from ludoteca.games import Game, Move, Position
from ludoteca.play.examples import Example, find_examples, verbs_of
from ludoteca.play.sampling import Step, random_game

_MOST = 8
_LESSONS = 4
_GAMES = 40


def examples(game: Game) -> dict[str, Any]:
    """A move and an ending of each kind."""
    found = find_examples(game, games=20, moves=2500)
    return {
        "moves": [_move(one) for one in found.moves[:_MOST]],
        "endings": [_ending(one) for one in found.endings[:4]],
    }


def _move(one: Example) -> dict[str, Any]:
    return {
        "verbs": list(one.verbs),
        "before": one.before.text,
        "by": one.before.mover,
        "move": one.move.text,
        "path": list(one.move.path),
        "after": one.after.text,
    }


def _ending(position: Position) -> dict[str, Any]:
    ended = position.outcome
    assert ended is not None
    return {"position": position.text, "winner": ended.winner, "reason": ended.reason}


def lessons(game: Game) -> list[dict[str, Any]]:
    """Small tasks: a move of each kind, then a win in one. Each with all its solutions."""
    found = find_examples(game, games=10, moves=1500)
    tasks = []
    for one in found.moves[:_LESSONS]:
        solved = [move.text for move in one.before.legal_moves if _verbs(one.before, move) == one.verbs]
        tasks.append({
            "task": "move", "verbs": list(one.verbs), "position": one.before.text, "mover": one.before.mover,
            "solutions": solved,
        })  # fmt: skip
    win = _win_at_hand(game)
    return [*tasks, win] if win else tasks


def _verbs(position: Position, move: Move) -> tuple[str, ...]:
    return verbs_of(Step(position, move.actions, position.after(move)))


def _win_at_hand(game: Game) -> dict[str, Any] | None:
    """A position from a random game with a win in one, preferably by one move only."""
    dice = random.Random(5)
    best: dict[str, Any] | None = None
    for _ in range(_GAMES):
        last = next(iter(deque(random_game(game, dice), maxlen=1)), None)
        if last is None:
            continue
        ended, before = last.after.outcome, last.before
        if ended is None or ended.winner != before.mover or len(before.legal_moves) > 400:
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
