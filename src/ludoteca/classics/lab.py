"""What the options of players can be in one game, for the laboratory of pages and terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from ludoteca.classics.alignment import longest_run
from ludoteca.classics.depth_first import DepthFirst
from ludoteca.classics.evaluators import AUTO, NONE, fitting
from ludoteca.classics.kernel_codes import Unfit
from ludoteca.classics.plans import UTILITIES, settings_for
from ludoteca.games import Game
from ludoteca.play.opponents import offered
from ludoteca.play.player_forms import Choices
from ludoteca.play.players import kinds


def choices_for(game: Game) -> Choices:
    """The values of options that fit a game: its levels, and the evaluators and utilities that its rules
    allow. A window needs cells around the last move."""
    found: dict[str, tuple[str, ...]] = {
        "level": tuple(str(level.number) for level in offered(game).levels),
        "evaluator": (AUTO, NONE, *fitting(game)),
        "utility": UTILITIES if _has_lines(game) else tuple(one for one in UTILITIES if one != "graded"),
    }
    return found | ({"window": ()} if game.pits else {})


def defaults_for(game: Game, word: str, values: Mapping[str, str]) -> dict[str, str]:
    """The defaults that a player has in one game: an evaluator brings the settings of its authors. `values`
    are the options that were chosen."""
    make = kinds()[word].make
    if not (isinstance(make, type) and issubclass(make, DepthFirst)):
        return {}
    chosen = {name: values[name] for name in ("evaluator", "utility") if values.get(name)}
    try:
        player: DepthFirst = cast(Any, make)(**chosen)
        settings = settings_for(game, **player.options)
    except Unfit:  # the form says so when it is sent
        return {}
    found = {name: getattr(settings, name) for name in _SHOWN if name not in chosen}
    return {name: str(int(value) if isinstance(value, bool) else value) for name, value in found.items()}


_SHOWN = ("depth", "utility", "order", "window", "focus", "merge", "parity", "gain", "table")


def _has_lines(game: Game) -> bool:
    try:
        longest_run(game)
    except Unfit:
        return False
    return True
