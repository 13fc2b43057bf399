"""Positions that show how a game is played, found in its rules by random play."""

from __future__ import annotations

import random
from dataclasses import dataclass

from ludoteca.games import Game, Move, Position
from ludoteca.games.compiler.codes import PASS_RULE, SWAP_RULE
from ludoteca.play.sampling import Step, stroll

SPECIAL = {PASS_RULE: "pass", SWAP_RULE: "swap"}


@dataclass(frozen=True)
class Example:
    """A move that shows a kind of action."""

    verbs: tuple[str, ...]
    """What is done, in order: `("slide", "shoot")`, `("leap", "capture")`."""
    before: Position
    move: Move
    after: Position


@dataclass(frozen=True)
class Examples:
    moves: list[Example]
    """One move of each kind."""
    endings: list[Position]
    """One final position for each reason."""


def find_examples(game: Game, games: int = 30, moves: int = 4000, seed: int = 1) -> Examples:
    """A move of each kind and an ending of each kind, as far as so many random games or moves show them."""
    dice = random.Random(seed)
    steps: dict[tuple[str, ...], Step] = {}
    endings: dict[int, tuple[int, Step]] = {}
    for _ in range(games):
        plies, last = 0, None
        for last in stroll(game, dice):
            plies, moves = plies + 1, moves - 1
            steps.setdefault(verbs_of(last), last)
        reason = last.after.snapshot.reason if last else -1
        # The shortest game of each kind is the easiest to read.
        if last and (reason not in endings or plies < endings[reason][0]):
            endings[reason] = plies, last
        if moves <= 0:
            break
    shown = [_example(verbs, step) for verbs, step in steps.items()]
    finals = [_example((), step).after for _, step in endings.values()]
    return Examples(shown, sorted(finals, key=_is_drawn))


def _example(verbs: tuple[str, ...], step: Step) -> Example:
    """The step with its move as players write it."""
    move = next(move for move in step.before.legal_moves if move.actions == step.actions)
    return Example(verbs, step.before, move, step.before.play(move))


def _is_drawn(position: Position) -> bool:
    return position.outcome is None or position.outcome.winner is None


def verbs_of(step: Step) -> tuple[str, ...]:
    """The verbs of a move, each once, and `capture` or `flip` if it cost the other side a piece."""
    before, after = step.before, step.after
    made, mover = before.game.compiled.rules, before.snapshot.mover
    verbs = [SPECIAL.get(action[0]) or made[action[0]].action.verb for action in step.actions]
    if _pieces(after, 1 - mover) < _pieces(before, 1 - mover) and not {"swap", "remove"} & set(verbs):
        won = _pieces(after, mover) - _pieces(before, mover)
        verbs.append("flip" if won > ("place" in verbs) else "capture")
    return tuple(dict.fromkeys(verbs))


def _pieces(position: Position, side: int) -> int:
    """How many pieces a side has on the board."""
    who = position.game.compiled.kinds.who
    return sum(who[code] == side + 1 for code in position.snapshot.cells[: len(position.game.board.cells)])
