"""The child process of `sandbox`: reads a JSON task from each line of stdin, answers with a JSON line."""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any, TypeVar

from ludoteca.errors import LimitExceeded
from ludoteca.games import Game
from ludoteca.messages import LANGUAGES
from ludoteca.play.sampling import random_game
from ludoteca.system import cpu_limit, limit_resources
from ludoteca.workshop.drafts import Draft
from ludoteca.workshop.fixes import diagnose
from ludoteca.workshop.ideas import ideas_for
from ludoteca.workshop.playtest import playtest
from ludoteca.workshop.problems import Problem

T = TypeVar("T")

MOST_MOVES = 10_000
"""Rules with more legal moves than this in one position are refused: no page can show them."""
PROBE_SECONDS = 0.3
"""Time limit for the random games that look for positions with too many moves."""


def main(arguments: list[str]) -> int:
    limit_resources(int(arguments[0]))
    answers = sys.stdout
    sys.stdout = sys.stderr  # keep stray prints out of the answers
    print(json.dumps({"ready": True}), file=answers, flush=True)
    for line in sys.stdin:
        print(json.dumps(_answer(json.loads(line))), file=answers, flush=True)
    return 0


def _answer(task: dict[str, Any]) -> dict[str, Any]:
    # CPU time, not wall-clock time, so that a busy machine does not refuse valid rules.
    with cpu_limit(task["seconds"]):
        try:
            draft = Draft(task["text"], task["name"])
            return _TASKS[task["task"]](draft, task)
        except LimitExceeded:  # raised during play
            return {"refused": "moves"}
        except MemoryError:
            return {"refused": "memory"}
        except RecursionError:
            return {"refused": "depth"}


def _check(draft: Draft, task: dict[str, Any]) -> dict[str, Any]:
    """Whether a draft is a game within the limits; if not, all problems, each fix as a new text."""
    begun = time.perf_counter()
    game = draft.game
    compiled = time.perf_counter() - begun
    if game is None:
        return {"ok": False, "problems": [_problem(draft, one) for one in diagnose(draft)]}
    refused = _exceeded_limit(game)
    if refused:
        return {"refused": refused}
    return {"ok": True, "problems": [], "seconds": compiled, "rules": game.rules_hash}


def _problem(draft: Draft, one: Problem) -> dict[str, Any]:
    fixes = [{**_in_each_language(fix.label), "text": fix.apply(draft).text} for fix in one.fixes]
    texts = _in_each_language(one.message)
    return {"where": one.where, "line": one.line, "card": one.card, "fixes": fixes, **texts}


def _in_each_language(text: Callable[[str], T]) -> dict[str, T]:
    return {lang: text(lang) for lang in LANGUAGES}


def _exceeded_limit(game: Game) -> str:
    """The limit that the rules exceed in random games, if any: too many moves in a position."""
    until = time.perf_counter() + PROBE_SECONDS
    dice = random.Random(1)
    try:
        with game.worker() as worker:
            for _ in range(12):
                for step in random_game(game, dice):
                    worker.load(step.before.snapshot)
                    if worker.perft(1, True)[0] > MOST_MOVES:
                        return "moves"
                    if time.perf_counter() > until:
                        return ""
    except LimitExceeded:
        return "moves"
    return ""


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


_TASKS = {"check": _check, "playtest": _playtest, "ideas": _ideas}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
