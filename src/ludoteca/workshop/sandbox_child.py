"""A process that looks at strangers' rules, so that whoever asked can end it.

Reads one task on each line of stdin and answers on one line of stdout, both as JSON. Started by `guard`.
"""

from __future__ import annotations

import json
import random
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ludoteca.errors import LimitExceeded
from ludoteca.games import Game
from ludoteca.play.sampling import stroll
from ludoteca.workshop.drafts import Draft
from ludoteca.workshop.ideas import ideas_for
from ludoteca.workshop.playtest import smell

MOST_MOVES = 10_000
"""More legal moves than this in one position are more than a person or a page can bear."""
PROBED = 0.3
"""Seconds of random play after which rules are taken to be bearable."""


def main(arguments: list[str]) -> int:
    _limit(int(arguments[0]))
    answers = sys.stdout
    sys.stdout = sys.stderr  # whatever is printed is no answer
    print(json.dumps({"ready": True}), file=answers, flush=True)
    for line in sys.stdin:
        print(json.dumps(_answer(json.loads(line))), file=answers, flush=True)
    return 0


def _limit(megabytes: int) -> None:
    """Memory and files as the system limits them, where it can."""
    try:
        import resource
    except ImportError:  # not on every system; time is limited by whoever started us
        return
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _answer(task: dict[str, Any]) -> dict[str, Any]:
    with _limited(task["seconds"]):
        try:
            draft = Draft(task["text"], task["name"])
            return _TASKS[task["task"]](draft, task)
        except LimitExceeded:  # met in play only
            return {"refused": "moves"}
        except MemoryError:
            return {"refused": "memory"}
        except RecursionError:
            return {"refused": "depth"}


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """So many seconds of the processor; then the system ends this process, whatever it does.

    Of the processor and not of the clock: on a busy machine nobody's rules are slower than they are.
    """
    timer = getattr(signal, "setitimer", None)
    if timer is None:
        yield
        return
    timer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        timer(signal.ITIMER_PROF, 0.0)


def _looked(draft: Draft, task: dict[str, Any]) -> dict[str, Any]:
    """Whether a draft is a game that can be borne; if not, every mistake, and each fix as a new text."""
    begun = time.perf_counter()
    game = draft.game
    compiled = time.perf_counter() - begun
    if game is None:
        return {"ok": False, "problems": [_problem(draft, one) for one in draft.problems]}
    refused = _too_much(game)
    if refused:
        return {"refused": refused}
    return {"ok": True, "problems": [], "seconds": compiled, "rules": game.rules_hash}


def _problem(draft: Draft, one: Any) -> dict[str, Any]:
    fixes = [
        {"en": fix.label("en"), "pt-BR": fix.label("pt-BR"), "text": fix.apply(draft).text}
        for fix in one.fixes
    ]
    return {
        "where": one.where, "line": one.line, "card": one.card, "what": one.what, "fixes": fixes,
        "en": one.message("en"), "pt-BR": one.message("pt-BR"),
    }  # fmt: skip


def _too_much(game: Game) -> str:
    """Why the rules cannot be borne: too many moves somewhere. What takes too long ends this process."""
    until = time.perf_counter() + PROBED
    dice = random.Random(1)
    try:
        with game.worker() as worker:
            for _ in range(12):
                for step in stroll(game, dice):
                    worker.load(step.before.snapshot)
                    if worker.perft(1, True)[0] > MOST_MOVES:
                        return "moves"
                    if time.perf_counter() > until:
                        return ""
    except LimitExceeded:
        return "moves"
    return ""


def _smelt(draft: Draft, task: dict[str, Any]) -> dict[str, Any]:
    if draft.game is None:
        return _looked(draft, task)
    found = smell(draft.game, task["budget"], task["seed"])
    return {"ok": True, "en": found.as_dict("en"), "pt-BR": found.as_dict("pt-BR")}


def _inspired(draft: Draft, task: dict[str, Any]) -> dict[str, Any]:
    found = [
        {"key": one.key, "en": one.label("en"), "pt-BR": one.label("pt-BR"), "text": one.apply(draft).text}
        for one in ideas_for(draft)
    ]
    return {"ok": True, "ideas": found}


_TASKS = {"look": _looked, "smell": _smelt, "ideas": _inspired}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
