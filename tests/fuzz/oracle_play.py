"""Plays the rules of an accepted file in the kernel and in the oracle, and compares."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from ludoteca.games import Game
from tests.oracle import Oracle

PLIES = 6
MOST_CELLS, MOST_MOVES, MOST_SECONDS = 30, 30, 0.1
"""Larger boards and positions are left out, and what takes the oracle longer: it is not made to be fast."""


def check_oracle(game: Game, chance: Random) -> None:
    """A random game in which the kernel and the oracle agree on moves, positions and outcome."""
    if len(game.board.cells) > MOST_CELLS or game.start().is_over:  # the oracle has no ends before a move
        return
    try:
        with cut_short(MOST_SECONDS):
            _compare(game, Oracle(game.spec), chance)
    except TooSlow:
        return


def _compare(game: Game, oracle: Oracle, chance: Random) -> None:
    state, position = oracle.start(), game.start()
    for _ in range(PLIES):
        if position.move_count > MOST_MOVES:
            return
        expected = oracle.text(state)
        assert position.text == expected, f"the oracle has another position: {expected}, not {position.text}"
        moves, legal = {move.text for move in position.legal_moves}, oracle.moves(state)
        assert moves == legal, f"the oracle has other moves in {position.text}: {sorted(moves ^ legal)[:9]}"
        if not moves:
            return
        move = chance.choice(position.legal_moves)
        position, state = position.play(move), oracle.play(state, move.text)


# -- time -------------------------------------------------------------------------------------------------


class TooSlow(Exception):
    """Python code took longer than it may."""


@contextmanager
def cut_short(seconds: float) -> Iterator[None]:
    """Within the block, Python code raises `TooSlow` after that much CPU time of its own."""

    def stop(*_: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        signal.signal(signal.SIGVTALRM, before)
