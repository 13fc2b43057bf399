"""Positions to try things on."""

import random

from ludoteca.games import Game, Position


def walked(game: Game, plies: int, seed: int) -> Position:
    """A position some random moves into a game, the same for the same seed; never a finished one."""
    dice = random.Random(seed)
    position = game.start()
    for _ in range(plies):
        after = position.play(dice.choice(position.legal_moves))
        if after.is_over:
            break
        position = after
    return position
