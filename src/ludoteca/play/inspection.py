"""A game file looked over: every mistake in it, its variants and its parameters, then some random games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ludoteca.errors import LimitExceeded, LudotecaError, Problem, RulesError, UnknownGame
from ludoteca.games import Game, Position, load
from ludoteca.play.catalogue import Card, card_for
from ludoteca.play.file_checks import failed_checks
from ludoteca.play.sampling import Watched, watch


@dataclass
class Inspected:
    """What was found in one game."""

    name: str
    problems: list[Problem] = field(default_factory=list)
    watched: Watched | None = None
    """Random games of it, if it has no mistakes."""

    def add(self, problems: list[Problem]) -> None:
        self.problems += [problem for problem in problems if problem not in self.problems]


def inspect(
    called: str, seconds: float, games: int = 5000, start: Callable[[Game], Position] = Game.start
) -> Inspected:
    """Look a game over; random games of it begin at `start`. Raises `UnknownGame` if there is none of that
    name, and what `start` raises where it does not fit the game."""
    found = Inspected(called)
    game = _open(called, found)
    if game is None:
        return found
    found.name = game.name
    found.add(_proofs(game))
    if not game.spec.variant and not game.spec.values.keys() - _usual(game):
        for other in _relatives(called, card_for(called, game.id, "en")):
            relative = _open(other, found)
            found.add(_proofs(relative) if relative else [])
    if games and not found.problems:
        _watch(start(game), seconds, games, found)
    return found


def _usual(game: Game) -> set[str]:
    """Parameters at their usual values."""
    known = game.spec.parameters or {}
    return {name for name, value in game.spec.values.items() if known[name].default == value}


def _relatives(called: str, card: Card) -> Iterator[str]:
    """Every variant, and all parameters at the lower and at the upper ends of their ranges."""
    for variant in card.variants:
        yield f"{called}/{variant.id}"
    free = [choice for choice in card.parameters if not choice.values]
    if free:
        yield f"{called}:" + ",".join(f"{choice.name}={choice.least}" for choice in free)
        yield f"{called}:" + ",".join(f"{choice.name}={choice.most}" for choice in free)


def _open(called: str, found: Inspected) -> Game | None:
    try:
        return load(called)
    except RulesError as wrong:
        found.add(wrong.problems)
    except LimitExceeded as wrong:
        found.add([Problem(wrong.message, called)])
    except UnknownGame as wrong:
        if called == found.name:
            raise
        found.add([Problem(wrong.message, called)])
    return None


def _proofs(game: Game) -> list[Problem]:
    try:
        return failed_checks(game)
    except LudotecaError as wrong:
        return [Problem(wrong.message, game.name)]


def _watch(start: Position, seconds: float, games: int, found: Inspected) -> None:
    try:
        found.watched = watch(start.game, seconds, most=games, start=start)
    except LimitExceeded as wrong:
        found.add([Problem(wrong.message, start.game.name)])
