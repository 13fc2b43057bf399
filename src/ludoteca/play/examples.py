"""Example moves and final positions of a game, found by random play."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from ludoteca.games import SIDES, Game, Move, Position
from ludoteca.games.compiler.codes import PASS_RULE, SWAP_RULE
from ludoteca.play.sampling import Step, one_sided_game, random_game

_ONE_SIDED_GAMES = 16
SPECIAL = {PASS_RULE: "pass", SWAP_RULE: "swap"}


def is_unequal(game: Game) -> bool:
    """Whether the sides have different tasks, as in a hunt: then both are taught."""
    return bool(game.traits.hunted) or game.spec.family == "hunt"


@dataclass(frozen=True)
class Example:
    """A move that shows a combination of actions."""

    verbs: tuple[str, ...]
    """The actions in order: `("slide", "shoot")`, `("leap", "capture")`."""
    before: Position
    move: Move
    after: Position


@dataclass(frozen=True)
class Examples:
    moves: list[Example]
    """One move of each kind."""
    endings: list[Position]
    """One final position for each reason."""


def find_examples(
    game: Game, games: int = 30, moves: int = 4000, seed: int = 1, sides: Sequence[str] = SIDES
) -> Examples:
    """A move of each kind, by one of the sides, and a final position for each reason, from a number of random
    games."""
    rng = random.Random(seed)
    steps: dict[tuple[str, ...], Step] = {}
    endings: dict[int, tuple[int, Step]] = {}
    for _ in range(games):
        plies, last = 0, None
        for last in random_game(game, rng):
            plies, moves = plies + 1, moves - 1
            if last.before.mover in sides:
                steps.setdefault(verbs_of(last), last)
        reason = last.after.snapshot.reason if last else -1
        # The shortest game for each reason is the easiest to read.
        if last and (reason not in endings or plies < endings[reason][0]):
            endings[reason] = plies, last
        if moves <= 0:
            break
    shown = [_example(verbs, step) for verbs, step in steps.items()]
    finals = [_example((), step).after for _, step in endings.values()]
    if is_unequal(game):
        finals += _missing_wins(game, rng, finals)
    return Examples(shown, sorted(finals, key=_is_drawn))


def _missing_wins(game: Game, rng: random.Random, finals: list[Position]) -> list[Position]:
    """A final position for each side without a win, if a few games against a random player have one."""
    found = []
    won = {one.outcome.winner for one in finals if one.outcome}
    for side in (side for side in SIDES if side not in won):
        for _ in range(_ONE_SIDED_GAMES):
            last = next(iter(deque(one_sided_game(game, rng, side), maxlen=1)), None)
            if last and last.after.outcome and last.after.outcome.winner == side:
                found.append(_example((), last).after)
                break
    return found


def _example(verbs: tuple[str, ...], step: Step) -> Example:
    """The step with its move in notation."""
    move = next(move for move in step.before.legal_moves if move.actions == step.actions)
    return Example(verbs, step.before, move, step.before.play(move))


def _is_drawn(position: Position) -> bool:
    return position.outcome is None or position.outcome.winner is None


def verbs_of(step: Step) -> tuple[str, ...]:
    """The verbs of a move without repetitions, with `capture` or `flip` if the opponent lost a piece."""
    before, after = step.before, step.after
    made, mover = before.game.compiled.rules, before.snapshot.mover
    verbs = [SPECIAL.get(action[0]) or made[action[0]].action.verb for action in step.actions]
    if _pieces(after, 1 - mover) < _pieces(before, 1 - mover) and not {"swap", "remove"} & set(verbs):
        won = _pieces(after, mover) - _pieces(before, mover)
        verbs.append("flip" if won > ("place" in verbs) else "capture")
    return tuple(dict.fromkeys(verbs))


def _pieces(position: Position, side: int) -> int:
    """The number of a side's pieces on the board."""
    who = position.game.compiled.kinds.who
    return sum(who[code] == side + 1 for code in position.snapshot.cells[: len(position.game.board.cells)])
