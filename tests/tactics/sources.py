"""Candidate positions: from games of shallow play, or random placements of few pieces."""

from __future__ import annotations

from random import Random

from ludoteca.engine import Engine, Limits
from ludoteca.games import Game, Position
from tests.tactics.settings import Settings


def played(game: Game, how: Settings, chance: Random) -> list[Position]:
    """A game of shallow searches with some random moves."""
    engine, line = Engine(game, megabytes=1), [game.start()]
    while not line[-1].is_over:
        here = line[-1]
        if chance.random() < how.careless or here.ply < how.opening:
            line.append(here.play(chance.choice(here.legal_moves)))
        else:
            line.append(here.play(engine.best(here, Limits(nodes=how.nodes)).move))
    return line


def scattered(game: Game, how: Settings, chance: Random) -> Position | None:
    """A random placement; None if the game is over in it."""
    kinds, size = game.compiled.kinds, game.compiled.layout.size
    cells = [0] * size
    for _ in range(chance.randint(0, how.blocked)):
        cells[chance.randrange(size)] = 1
    free = [cell for cell in range(size) if not cells[cell]]
    chance.shuffle(free)
    for side, (least, most) in enumerate(how.scattered):
        own = [code for code in kinds.code_of[side] if kinds.who[code] == side + 1]
        for _ in range(chance.randint(least, most)):
            cells[free.pop()] = chance.choice(own)
    none = [0] * len(kinds.names)
    position = game.set_up(cells, chance.randrange(2), (none, list(none)), [], how.ply)
    if position.is_over or not position.legal_moves:
        return None
    return game.position(position.text)


def pieces(position: Position) -> int:
    """The number of pieces on the board and in hand."""
    snapshot = position.snapshot
    on_board = sum(map(bool, snapshot.cells[: position.game.compiled.layout.size]))
    return on_board + sum(snapshot.hand(0)) + sum(snapshot.hand(1))
