"""The tasks of the sandbox. They run in a worker process, which ends those that exceed its limits."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any, TypeVar

from ludoteca.errors import LimitExceeded, LudotecaError
from ludoteca.games import Game
from ludoteca.messages import LANGUAGES, Number
from ludoteca.play.sampling import random_game
from ludoteca.workshop.drafts import Draft, DraftError
from ludoteca.workshop.fixes import diagnose
from ludoteca.workshop.ideas import ideas_for
from ludoteca.workshop.playtest import playtest
from ludoteca.workshop.problems import Problem
from ludoteca.workshop.rules_text import describe_rules

T = TypeVar("T")

MOST_MOVES = 10_000
"""Rules with more legal moves than this in one position are refused: no page can show them."""
COMPILE_SECONDS = 0.5
"""CPU time for compiling, which the server repeats: ten times that of the largest board of the library."""
PROBE_SECONDS = 0.3
"""Time limit for the random games that look for positions with too many moves."""


class Refused(LudotecaError):
    """Rules over a limit that the task itself notices."""

    @property
    def reason(self) -> str:
        """The last part of the code."""
        return self.code.partition(".")[2]


def run(task: str, text: str, name: str, **options: Any) -> dict[str, Any]:
    """Run a task on a draft. Raises `Refused`."""
    try:
        return _TASKS[task](Draft(text, name), options)
    except LimitExceeded:  # raised during play
        raise Refused("sandbox.moves") from None
    except RecursionError:
        raise Refused("sandbox.depth") from None


def _check(draft: Draft, task: dict[str, Any]) -> dict[str, Any]:
    """Whether a draft is a game within the limits; if not, all problems, each fix as a new text."""
    begun = time.process_time()
    game = draft.game
    compiled = time.process_time() - begun
    if game is None:
        problems = [_problem(draft, one) for one in diagnose(draft)]
        return {"ok": False, "problems": problems, "sentences": _sentences(draft)}
    if compiled > COMPILE_SECONDS:
        raise Refused("sandbox.time", seconds=Number(COMPILE_SECONDS))
    _require_few_moves(game)
    return {"ok": True, "problems": [], "rules": game.rules_hash, "sentences": _sentences(draft)}


def _sentences(draft: Draft) -> dict[str, tuple[str, ...]]:
    raw = draft.raw
    return _in_each_language(lambda lang: describe_rules(raw, lang)) if raw else {}


def _problem(draft: Draft, one: Problem) -> dict[str, Any]:
    fixes = [{**_in_each_language(fix.label), "text": fix.apply(draft).text} for fix in one.fixes]
    texts = _in_each_language(one.message)
    return {"where": one.where, "line": one.line, "card": one.card, "fixes": fixes, **texts}


def _in_each_language(text: Callable[[str], T]) -> dict[str, T]:
    return {lang: text(lang) for lang in LANGUAGES}


def _require_few_moves(game: Game) -> None:
    """Raises `Refused` or `LimitExceeded` if a position of some random games has too many moves."""
    until = time.perf_counter() + PROBE_SECONDS
    dice = random.Random(1)
    with game.worker() as worker:
        for _ in range(12):
            for step in random_game(game, dice):
                worker.load(step.before.snapshot)
                if worker.perft(1, True)[0] > MOST_MOVES:
                    raise Refused("sandbox.moves")
                if time.perf_counter() > until:
                    return


def _playtest(draft: Draft, task: dict[str, Any]) -> dict[str, Any]:
    if draft.game is None:
        return _check(draft, task)
    found = playtest(draft.game, task["budget"], task["seed"])
    return {"ok": True, **_in_each_language(found.as_dict)}


def _ideas(draft: Draft, task: dict[str, Any]) -> dict[str, Any]:
    found = [
        {"key": one.key, **_in_each_language(one.label), "text": one.apply(draft).text}
        for one in ideas_for(draft)
    ]
    return {"ok": True, "ideas": found}


def _edit(draft: Draft, task: dict[str, Any]) -> dict[str, Any]:
    if draft.raw is None:
        raise DraftError("draft.not-toml")
    found = getattr(draft, _EDITS[task["method"]])(*task["arguments"])
    return {"result": Draft(found.text, found.name) if isinstance(found, Draft) else found}


_EDITS = {"cards": "cards", "fill": "fill", "remove": "remove"}
_TASKS = {"check": _check, "edit": _edit, "playtest": _playtest, "ideas": _ideas}
