"""Scores of different positions made comparable: as chances to win, and seen one move earlier."""

from __future__ import annotations

from ludoteca.engine.scores import Draw, Estimate, Loss, Score, Win
from ludoteca.games import Position


def chance(score: Score) -> float:
    """From 0 to 1, a draw counting half; what is proved is certain."""
    if isinstance(score, Estimate):
        return score.win_chance
    return 1.0 if isinstance(score, Win) else 0.0 if isinstance(score, Loss) else 0.5


def merit(score: Score) -> tuple[float, int]:
    """What to sort scores by: chances first, then the nearer win and the later loss."""
    if isinstance(score, Estimate):
        return score.win_chance, score.units
    far = -score.plies if isinstance(score, Win) else score.plies if isinstance(score, Loss) else 0
    return chance(score), far


def is_proved(score: Score) -> bool:
    return not isinstance(score, Estimate)


def turned(score: Score) -> Score:
    """The same in the other side's eyes."""
    if isinstance(score, Estimate):
        return Estimate(round(1 - score.win_chance, 4), -score.units)
    if isinstance(score, Draw):
        return score
    return Loss(score.plies) if isinstance(score, Win) else Win(score.plies)


def one_move_earlier(score: Score, before: Position, after: Position) -> Score:
    """What a score after a move says of the position before it, if that move is made, in its mover's eyes."""
    seen = score if after.mover == before.mover else turned(score)
    return seen if isinstance(seen, Estimate) else type(seen)(seen.plies + 1)


def of_ended(position: Position) -> Score:
    """A finished game, in the eyes of the side whose turn it would be."""
    ended = position.outcome
    assert ended is not None
    if ended.winner is None:
        return Draw(0)
    return Win(0) if ended.winner == position.mover else Loss(0)
