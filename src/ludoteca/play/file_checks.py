"""The facts that a game file states about itself in `[checks]`, held against the rules."""

from __future__ import annotations

from ludoteca.errors import LudotecaError
from ludoteca.games import Game
from ludoteca.games.spec import Sample

MOST_NODES = 2_000_000
"""Deeper counts are left to the test suite."""


def failed_checks(game: Game, most_nodes: int = MOST_NODES) -> list[str]:
    """Every stated fact that is not so, as a sentence. Facts that would take long are not looked at."""
    checks = game.spec.checks
    if checks is None:
        return []
    where = f"{game.file}: {checks.where}"
    found = _perft(game, checks.perft, f"{where}.perft", None, most_nodes)
    for sample in checks.samples:
        found += _sample(game, sample, f"{game.file}: {sample.where}", most_nodes)
    return found


def _perft(
    game: Game, counts: tuple[int, ...], where: str, position: str | None, most_nodes: int
) -> list[str]:
    depth = next((n for n, count in enumerate(counts) if count > most_nodes), len(counts))
    if not depth:
        return []
    start = game.position(position) if position is not None else game.start()
    counted = game.perft(depth, position=start).counts
    return [
        f"{where}[{n + 1}]: {said} sequences of {n + 1} moves are stated, but there are {counted[n]}."
        for n, said in enumerate(counts[:depth])
        if said != counted[n]
    ]


def _sample(game: Game, sample: Sample, where: str, most_nodes: int) -> list[str]:
    try:
        position = game.position(sample.position)
    except LudotecaError as problem:
        return [f"{where}.position: {problem}"]
    found = []
    moves = sorted(move.text for move in position.legal_moves)
    if sample.count is not None and sample.count != len(moves):
        found.append(f"{where}.count: {sample.count} moves are stated, but there are {len(moves)}.")
    if sample.moves is not None and sorted(sample.moves) != moves:
        found.append(f"{where}.moves: the legal moves are {', '.join(moves) or 'none'}.")
    ended = position.outcome
    outcome = "unfinished" if ended is None else ended.winner or "draw"
    if sample.outcome is not None and sample.outcome != outcome:
        found.append(f'{where}.outcome: "{sample.outcome}" is stated, but it is "{outcome}".')
    return found + _perft(game, sample.perft or (), f"{where}.perft", sample.position, most_nodes)
