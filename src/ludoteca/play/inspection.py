"""Validation of a game file: all errors in it, its variants and parameters, then some random games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ludoteca.errors import LimitExceeded, LudotecaError, Problem, RulesError, UnknownGame
from ludoteca.games import Game, Position, load
from ludoteca.play.catalogue import Card, card_for
from ludoteca.play.file_checks import failed_checks
from ludoteca.play.sampling import GameStatistics, sample


@dataclass
class Inspected:
    """The result of a validation."""

    name: str
    problems: list[Problem] = field(default_factory=list)
    statistics: GameStatistics | None = None
    """Statistics of random games, if there are no errors."""

    def add(self, problems: list[Problem]) -> None:
        self.problems += [problem for problem in problems if problem not in self.problems]


def inspect(
    called: str, seconds: float, games: int = 5000, start: Callable[[Game], Position] = Game.start
) -> Inspected:
    """Validate a game; random games begin at `start`. Raises `UnknownGame`, and whatever `start` raises."""
    found = Inspected(called)
    game = _open(called, found)
    if game is None:
        return found
    found.name = game.name
    found.add(_failed_checks(game))
    if not game.spec.variant and not game.spec.values.keys() - _defaults(game):
        for other in _variations(called, card_for(called, game.id, "en")):
            variation = _open(other, found)
            found.add(_failed_checks(variation) if variation else [])
    if games and not found.problems:
        _watch(start(game), seconds, games, found)
    return found


def _defaults(game: Game) -> set[str]:
    """Parameters at their default values."""
    known = game.spec.parameters or {}
    return {name for name, value in game.spec.values.items() if known[name].default == value}


def _variations(called: str, card: Card) -> Iterator[str]:
    """Every variant, and the game with all parameters at their minimum and at their maximum."""
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


def _failed_checks(game: Game) -> list[Problem]:
    try:
        return failed_checks(game)
    except LudotecaError as wrong:
        return [Problem(wrong.message, game.name)]


def _watch(start: Position, seconds: float, games: int, found: Inspected) -> None:
    try:
        found.statistics = sample(start.game, seconds, most=games, start=start)
    except LimitExceeded as wrong:
        found.add([Problem(wrong.message, start.game.name)])
