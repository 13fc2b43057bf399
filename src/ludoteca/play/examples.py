"""Positions that show how a game is played, found in its rules by random play."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from ludoteca.games import Game, Move, Position
from ludoteca.games.compiler.codes import PASS_RULE, SWAP_RULE

Clock = Callable[[], float]


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


def find_examples(
    game: Game, games: int = 30, seed: int = 1, seconds: float = 1.0, clock: Clock = time.perf_counter
) -> Examples:
    """A move of each kind and an ending of each kind, as far as random games show them in that time."""
    dice, until = random.Random(seed), clock() + seconds
    moves: dict[tuple[str, ...], Example] = {}
    endings: dict[str, Position] = {}
    for _ in range(games):
        position = game.start()
        while not position.is_over and clock() < until:
            move = dice.choice(position.legal_moves)
            after = position.play(move)
            verbs = verbs_of(position, move, after)
            if verbs not in moves:
                moves[verbs] = Example(verbs, position, move, after)
            position = after
        if position.outcome:
            _keep_ending(endings, position)
        if clock() >= until:
            break
    return Examples(list(moves.values()), _decided_first(list(endings.values())))


def _keep_ending(endings: dict[str, Position], position: Position) -> None:
    """The shortest game of each reason: it is the easiest to read."""
    assert position.outcome is not None
    known = endings.get(position.outcome.reason)
    if known is None or position.ply < known.ply:
        endings[position.outcome.reason] = position


def _decided_first(endings: list[Position]) -> list[Position]:
    return sorted(endings, key=lambda position: position.outcome is None or position.outcome.winner is None)


def verbs_of(before: Position, move: Move, after: Position) -> tuple[str, ...]:
    """The verbs of a move, each once, and `capture` or `flip` if it cost the other side a piece."""
    made = before.game.compiled.made
    special = {PASS_RULE: "pass", SWAP_RULE: "swap"}
    verbs = [special.get(action[0]) or made[action[0]].action.verb for action in move.actions]
    mover = before.snapshot.mover
    if _pieces(after, 1 - mover) < _pieces(before, 1 - mover) and not {"swap", "remove"} & set(verbs):
        won = _pieces(after, mover) - _pieces(before, mover)
        verbs.append("flip" if won > ("place" in verbs) else "capture")
    return tuple(dict.fromkeys(verbs))


def _pieces(position: Position, side: int) -> int:
    """How many pieces a side has on the board."""
    who = position.game.compiled.kinds.who
    return sum(who[code] == side + 1 for code in position.snapshot.cells[: len(position.game.board.cells)])
