"""What the options of players can be in one game, for the laboratory of pages and terminal."""

from __future__ import annotations

from ludoteca.classics.alignment import longest_run
from ludoteca.classics.evaluators import AUTO, NONE, fitting
from ludoteca.classics.kernel_codes import Unfit
from ludoteca.classics.plans import UTILITIES
from ludoteca.games import Game
from ludoteca.play.opponents import offered
from ludoteca.play.player_forms import Choices


def choices_for(game: Game) -> Choices:
    """The values of options that fit a game: its levels, and the evaluators and utilities that its rules
    allow. A window needs cells around the last move."""
    found: dict[str, tuple[str, ...]] = {
        "level": tuple(str(level.number) for level in offered(game).levels),
        "evaluator": (AUTO, NONE, *fitting(game)),
        "utility": UTILITIES if _has_lines(game) else tuple(one for one in UTILITIES if one != "graded"),
    }
    return found | ({"window": ()} if game.pits else {})


def _has_lines(game: Game) -> bool:
    try:
        longest_run(game)
    except Unfit:
        return False
    return True
