"""Positions that somebody might meet: from games played with little foresight, or with few pieces left."""

from __future__ import annotations

from random import Random

from ludoteca.engine import Engine, Limits
from ludoteca.games import Game, Position
from tests.tactics.recipes import Recipe


def played(game: Game, how: Recipe, chance: Random) -> list[Position]:
    """A game between two who look a little ahead and are careless at times."""
    engine, line = Engine(game, megabytes=1), [game.start()]
    while not line[-1].is_over:
        here = line[-1]
        if chance.random() < how.careless or here.ply < how.opening:
            line.append(here.play(chance.choice(here.legal_moves)))
        else:
            line.append(here.play(engine.best(here, Limits(nodes=how.nodes)).move))
    return line


def strewn(game: Game, how: Recipe, chance: Random) -> Position | None:
    """So many pieces of each side, of any kinds it has, anywhere; None if the game would be over."""
    kinds, size = game.compiled.kinds, game.compiled.layout.size
    cells = [0] * size
    for _ in range(chance.randint(0, how.blocked)):
        cells[chance.randrange(size)] = 1
    free = [cell for cell in range(size) if not cells[cell]]
    chance.shuffle(free)
    for side, (least, most) in enumerate(how.strewn):
        own = [code for code in kinds.code_of[side] if kinds.who[code] == side + 1]
        for _ in range(chance.randint(least, most)):
            cells[free.pop()] = chance.choice(own)
    none = [0] * len(kinds.names)
    position = game.set_up(cells, chance.randrange(2), (none, list(none)), [], how.ply)
    if position.is_over or not position.legal_moves:
        return None
    return game.position(position.text)


def pieces(position: Position) -> int:
    """How many are on the board or in hand."""
    snapshot = position.snapshot
    on_board = sum(map(bool, snapshot.cells[: position.game.compiled.layout.size]))
    return on_board + sum(snapshot.hand(0)) + sum(snapshot.hand(1))
