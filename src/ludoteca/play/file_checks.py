"""The `[checks]` of a game file, verified against its rules."""

from __future__ import annotations

from ludoteca.errors import NONE, LudotecaError, Problem
from ludoteca.games import Game
from ludoteca.games.spec import Sample
from ludoteca.messages import Message

MOST_NODES = 2_000_000
"""Larger perft counts are not verified here."""


def failed_checks(game: Game, most_nodes: int = MOST_NODES) -> list[Problem]:
    """Every check that fails. Checks that would take long are skipped."""
    checks = game.spec.checks
    if checks is None:
        return []
    found = _perft(game, checks.perft, f"{checks.where}.perft", None, most_nodes)
    for sample in checks.samples:
        found += _sample(game, sample, sample.where, most_nodes)
    return found


def _perft(
    game: Game, counts: tuple[int, ...], where: str, position: str | None, most_nodes: int
) -> list[Problem]:
    depth = next((n for n, count in enumerate(counts) if count > most_nodes), len(counts))
    if not depth:
        return []
    start = game.position(position) if position is not None else game.start()
    counted = game.perft(depth, position=start).counts
    return [
        _problem(game, f"{where}[{n + 1}]", "checks.perft", stated=expected, length=n + 1, found=counted[n])
        for n, expected in enumerate(counts[:depth])
        if expected != counted[n]
    ]


def _problem(game: Game, key: str, code: str, **params: object) -> Problem:
    return Problem(Message("problems", code, params), game.file, key)


def _sample(game: Game, sample: Sample, where: str, most_nodes: int) -> list[Problem]:
    try:
        position = game.position(sample.position)
    except LudotecaError as error:
        return [Problem(error.message, game.file, f"{where}.position")]
    found = []
    moves = sorted(move.text for move in position.legal_moves)
    if sample.count is not None and sample.count != len(moves):
        problem = _problem(game, f"{where}.count", "checks.count", stated=sample.count, found=len(moves))
        found.append(problem)
    if sample.moves is not None and sorted(sample.moves) != moves:
        found.append(_problem(game, f"{where}.moves", "checks.moves", moves=tuple(moves) or NONE))
    ended = position.outcome
    outcome = "unfinished" if ended is None else ended.winner or "draw"
    if sample.outcome is not None and sample.outcome != outcome:
        found.append(
            _problem(game, f"{where}.outcome", "checks.outcome", stated=sample.outcome, found=outcome)
        )
    return found + _perft(game, sample.perft or (), f"{where}.perft", sample.position, most_nodes)
