"""The notes for the teacher: what is needed, a plan with minutes, numbers, what the game teaches, questions.

All of it follows from the rules and traits of the game and from what was measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludoteca.games import Game
from ludoteca.games.compiler.traits import Traits
from ludoteca.lessons.content import LessonContent
from ludoteca.messages import catalogue
from ludoteca.messages.message import number
from ludoteca.play.examples import is_unequal
from ludoteca.play.labels import place
from ludoteca.solver.symmetry import symmetry_of

MESSAGES = catalogue("lessons")

_SECONDS_PER_MOVE = 12
_MOST_TAUGHT, _MOST_ASKED = 5, 6
_LESSON_MINUTES = 50


@dataclass(frozen=True)
class PlanStep:
    """A part of the lesson."""

    minutes: int
    key: str
    """Of its text: `plan.KEY`."""


def game_minutes(content: LessonContent) -> int:
    """How long a game of two pupils takes, in steps of five minutes."""
    minutes = content.length * _SECONDS_PER_MOVE / 60
    return max(5, min(30, 5 * round(minutes / 5)))


def plan(content: LessonContent, has_tree: bool) -> list[PlanStep]:
    """The parts of the lesson with their minutes."""
    game = game_minutes(content)
    steps = [
        PlanStep(5 if len(content.examples["moves"]) < 3 else 10, "rules"),
        PlanStep(min(20, game + 5), "floor"),
        PlanStep(max(10, 2 * game), "pairs"),
        PlanStep(10, "puzzles"),
        PlanStep(15, "tree"),
        PlanStep(5, "talk"),
    ]
    return [step for step in steps if has_tree or step.key != "tree"]


def needs(game: Game, lang: str) -> list[str]:
    """What the lesson needs besides the sheets."""
    seeds = sum(game.start().snapshot.pits) if game.traits.sows else 0
    pieces = _say(lang, "need.seeds", n=seeds) if seeds else _say(lang, "need.scissors")
    return [_say(lang, "need.copies"), pieces, _say(lang, "need.floor")]


def facts(game: Game, content: LessonContent, lang: str) -> list[str]:
    """The game in numbers, as far as they were found."""
    found = [_say(lang, "facts.length", n=content.length)] if content.length else []
    found.append(_say(lang, "facts.first", n=content.first_moves))
    if 0 < content.different < content.first_moves:
        found[-1] += " " + _say(lang, "facts.different", n=content.different)
    if content.two_moves:
        found.append(_say(lang, "facts.two", count=number(content.two_moves, lang)))
    if game.spec.origin:
        found.append(_say(lang, "facts.origin", place=place(lang, game.spec.origin)))
    return found


Rule = tuple[str, Callable[[Traits], bool]]
_TAUGHT: tuple[Rule, ...] = (
    ("lines", lambda t: t.line_wins or t.line_rewards),
    ("connect", lambda t: t.connects),
    ("count", lambda t: t.sows or bool(t.scoring) or t.counts_pieces),
    ("rotate", lambda t: t.blocks_turn),
    ("flip", lambda t: t.converts),
    ("race", lambda t: t.races or t.sheds_pieces),
    ("together", lambda t: t.unites),
    ("space", lambda t: t.blocks_cells or t.stuck_decides),
    ("capture", lambda t: t.captures and not t.sows),
    ("plan", lambda t: t.placement_only),
)
_ASKED: tuple[Rule, ...] = (
    ("lines", lambda t: t.line_wins),
    ("mill", lambda t: t.line_rewards and t.moves_pieces),
    ("connect", lambda t: t.connects),
    ("sow", lambda t: t.sows),
    ("race", lambda t: t.races or t.sheds_pieces),
    ("must-capture", lambda t: t.must_capture and t.captures),
    ("capture", lambda t: t.captures and not t.must_capture and not t.sows),
    ("stuck", lambda t: t.stuck_decides or t.blocks_cells),
    ("no-draw", lambda t: not t.may_draw),
    ("draw", lambda t: t.may_draw and not t.may_repeat),
    ("repeat", lambda t: t.may_repeat and t.may_draw),
)


def taught(game: Game, lang: str) -> list[str]:
    """What the game teaches, the general last."""
    keys = ["hunt"] if is_unequal(game) else []
    keys += [key for key, applies in _TAUGHT if applies(game.traits)]
    keys = [*keys[: _MOST_TAUGHT - 2], "ahead"]
    keys += ["symmetry"] if len(symmetry_of(game).images) > 1 else []
    return [_say(lang, f"teach.{key}") for key in keys]


def asked(game: Game, content: LessonContent, lang: str) -> list[str]:
    """Questions for the class."""
    keys = ["hunt" if is_unequal(game) else "begin"]
    keys += [key for key, applies in _ASKED if applies(game.traits)][: _MOST_ASKED - 3]
    keys += ["symmetry"] if 0 < content.different < content.first_moves else ["ahead"]
    return [_say(lang, f"ask.{key}") for key in (*keys, "change")]


def needs_two_lessons(steps: list[PlanStep]) -> bool:
    return sum(step.minutes for step in steps) > _LESSON_MINUTES


def _say(lang: str, key: str, **params: object) -> str:
    return MESSAGES.text(lang, key, **params)
