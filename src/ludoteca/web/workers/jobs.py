"""What a worker can be asked. A job is a dictionary with its `kind`: plain values travel."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from ludoteca.engine import Best, Limits
from ludoteca.engine.chances import chance
from ludoteca.engine.scores import as_json
from ludoteca.games import Game, Position
from ludoteca.play.players import Player, Thinker, ask_for
from ludoteca.web.tables.opening import Opened

Job = dict[str, Any]
Tell = Callable[[Any], None]

_KEPT = 24
_opened = Opened(_KEPT)
_seated: OrderedDict[tuple[str, str, str], tuple[Game, Player]] = OrderedDict()
"""Players who remember their games; the ones that have not moved for longest are forgotten."""


def answer(job: Job, tell: Tell) -> Any:
    """Do a job. Raises `LudotecaError`s with messages for people."""
    return _KINDS[job["kind"]](job, tell)


def _position(job: Job) -> Position:
    return _opened.position(job["called"], job.get("file"), job.get("start", ""), job.get("moves", ()))


# -- a move -------------------------------------------------------------------------------------------


def _choose(job: Job, tell: Tell) -> Job:
    """A player's move, and what it saw."""
    position = _position(job)
    player = _player(job, position.game)
    begun = time.perf_counter()
    if isinstance(player, Thinker):
        return _think(player, position, tell, job["seconds"])
    look = getattr(player, "look", None)
    seen = look(position) if look else None
    move = seen.move if seen else player.choose(position)
    thinking: Job = {"seconds": round(time.perf_counter() - begun, 3), "player": job["player"]}
    for name in ("depth", "nodes", "score", "moves"):
        if isinstance(getattr(seen, name, None), int | float):
            thinking[name] = getattr(seen, name)
    level = getattr(player, "level", None)
    if level is not None:
        thinking |= {"level": level.number, "name": level.name, "nodes": level.nodes}
    return {"move": move.text, "thinking": thinking}


def _player(job: Job, game: Game) -> Player:
    key = (job.get("game", ""), job.get("side", ""), job["player"])
    known = _seated.pop(key, None) if key[0] else None
    if known is None or known[0] is not game:
        known = game, ask_for(job["player"]).seat(game, job.get("seed"))
    if key[0]:
        _seated[key] = known
        while len(_seated) > _KEPT:
            _seated.popitem(last=False)
    return known[1]


def _think(player: Thinker, position: Position, tell: Tell, most: float) -> Job:
    steps: list[Job] = []

    def watch(best: Best) -> None:
        steps.append(step_of(best))
        tell(steps[-1])

    limits = player.limits
    seconds = most if limits.seconds is None else min(limits.seconds, most)
    engine = player.engine(position.game)
    best = engine.best(position, Limits(seconds, limits.nodes, limits.depth), watch)
    said = {"steps": steps[-40:], **step_of(best), "seconds": round(best.seconds, 3)}
    return {"move": best.move.text, "thinking": said}


def step_of(best: Best) -> Job:
    """What a search says at one depth."""
    return {
        "depth": best.depth,
        "nodes": best.nodes,
        "move": best.move.text,
        "score": as_json(best.score) | {"chance": chance(best.score)},
        "line": [move.text for move in best.continuation[:12]],
    }


_KINDS: dict[str, Callable[[Job, Tell], Any]] = {"choose": _choose}
