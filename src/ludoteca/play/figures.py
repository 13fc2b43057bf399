"""The rules of a game in diagrams: the start, a move of each kind and the endings, each with a caption."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from ludoteca.games import Game, Move, Outcome, Position
from ludoteca.games.scenes import scene
from ludoteca.messages import catalogue
from ludoteca.messages.message import listing
from ludoteca.play import terms
from ludoteca.play.endings import headline
from ludoteca.play.examples import Example, find_examples
from ludoteca.render import svg

MESSAGES = catalogue("play")
_MOST_MOVES, _MOST_ENDINGS = 8, 4


@dataclass(frozen=True)
class Figure:
    """A diagram with its caption."""

    picture: str
    caption: str


def example_data(game: Game) -> dict[str, Any]:
    """A move and an ending of each kind as plain values, for `rule_figures`."""
    found = find_examples(game, games=20, moves=2500)
    return {
        "moves": [_move_data(one) for one in found.moves[:_MOST_MOVES]],
        "endings": [_ending_data(one) for one in found.endings[:_MOST_ENDINGS]],
    }


def _move_data(one: Example) -> dict[str, Any]:
    return {
        "verbs": list(one.verbs),
        "before": one.before.text,
        "by": one.before.mover,
        "move": one.move.text,
        "path": list(one.move.path),
        "after": one.after.text,
    }


def _ending_data(position: Position) -> dict[str, Any]:
    ended = position.outcome
    assert ended is not None
    return {"position": position.text, "winner": ended.winner, "reason": ended.reason}


def rule_figures(game: Game, found: Mapping[str, Any], lang: str) -> list[Figure]:
    """The start, a move of each kind, and the endings."""
    caption = MESSAGES.text(lang, "figure.start")
    start = Figure(draw_move(game.start(), caption, lang), caption)
    moves = [_move(game, one, lang) for one in found["moves"]]
    return [start, *moves, *(_ending(game, one, lang) for one in found["endings"])]


def draw_move(position: Position, title: str, lang: str, path: Sequence[str] = ()) -> str:
    """A position as SVG, with the path of a move as arrows."""
    index = position.game.board.index
    cells = [index[click] for click in path if click in index]
    arrows = tuple(pairwise(cells))
    shown = scene(position, lang=lang)
    last = tuple(cells[:1]) if len(cells) == 1 else shown.last
    return svg(replace(shown, title=title, description="", arrows=arrows, last=last))


def draw_played(position: Position, title: str, lang: str, move: Move) -> str:
    """A move as SVG: as arrows, or where it is one click without sowing, as the position that it leads to."""
    if len(move.path) == 1 and move.path[0] in position.game.board.index and not position.game.traits.sows:
        return draw_move(position.after(move), title, lang)
    return draw_move(position, title, lang, move.path)


def _move(game: Game, one: Mapping[str, Any], lang: str) -> Figure:
    what = verbs_text(lang, one["verbs"])
    side = terms.side(lang, game, one["by"])
    caption = MESSAGES.text(lang, "figure.move", what=what, side=side, move=one["move"])
    position = game.position(one["before"])
    return Figure(draw_played(position, caption, lang, position.find(one["move"])), caption)


def _ending(game: Game, one: Mapping[str, Any], lang: str) -> Figure:
    position = game.position(one["position"])
    caption = headline(lang, position, Outcome(one["winner"], one["reason"]))
    return Figure(draw_move(position, caption, lang), caption)


def verbs_text(lang: str, verbs: Sequence[str]) -> str:
    """The actions of a move: `Leap and capture`."""
    return capitalized(listing(tuple(MESSAGES.text(lang, f"figure.{verb}") for verb in verbs), lang))


def task_text(lang: str, verbs: Sequence[str]) -> str:
    """A task of the tutorial in one sentence: `Leap over an enemy piece and capture it.`"""
    whole = "task." + "-".join(verbs)
    if whole in MESSAGES:
        return capitalized(MESSAGES.text(lang, whole)) + "."
    return capitalized(listing(tuple(MESSAGES.text(lang, f"task.{verb}") for verb in verbs), lang)) + "."


def capitalized(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]
