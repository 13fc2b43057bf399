"""The record of a player's thinking: depth, positions searched, score, the expected line, why it stopped."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludoteca.engine import SearchResult
from ludoteca.engine.scores import Draw, Estimate, Loss, Score, Win, as_json, win_chance
from ludoteca.engine.search import STOPS as SEARCH_STOPS
from ludoteca.games import Move, Position

if TYPE_CHECKING:
    from ludoteca.play.players import Player

Watch = Callable[[SearchResult], None]
"""Called after every depth that a player has searched."""

STOPS = (
    *SEARCH_STOPS, "guard", "size", "end", "only-move", "win", "static", "table", "proof", "random",
    "program",
)  # fmt: skip
"""Why a player stopped thinking. The sentences are `stop.…` in `play.po`."""
LINE_MOVES = 12
"""The moves of an expected line that are kept."""
MOST_STEPS = 40


@dataclass(frozen=True)
class Thinking:
    """A player's move, and the record of how it was found. What a player does not have is None or empty."""

    move: Move
    seconds: float
    stop: str
    """Why it stopped: one of `STOPS`; empty if that is not known."""
    depth: int | None = None
    """Plies searched; 0 if only the positions after each move were compared."""
    nodes: int | None = None
    """Positions really searched, not a limit."""
    evaluated: int = 0
    """Positions that were evaluated without a search."""
    score: Score | float | None = None
    """For the mover; a number is in the units of a utility or evaluator of the reports."""
    line: tuple[Move, ...] = ()
    """The expected line, the move itself first."""
    playouts: int | None = None
    """Of Monte Carlo tree search, which has these in place of nodes."""
    moves: int | None = None
    """The moves it chose from, if it did not consider all."""
    steps: tuple[SearchResult, ...] = ()
    """The results of each depth, the last one last."""


def think(
    player: Player, position: Position, seconds: float | None = None, watch: Watch | None = None
) -> Thinking:
    """Let a player choose its move. `seconds` limits players that can be limited so."""
    own = getattr(player, "think", None)
    if own:
        found: Thinking = own(position, seconds, watch)
        return found
    started = time.perf_counter()
    move = player.choose(position)
    return Thinking(move, time.perf_counter() - started, "program")


def from_search(found: SearchResult, steps: tuple[SearchResult, ...] = (), is_mcts: bool = False) -> Thinking:
    """The record of one search."""
    return Thinking(
        found.move, found.seconds, found.stop, found.depth, None if is_mcts else found.nodes, 0, found.score,
        found.continuation, playouts=found.nodes if is_mcts else None, steps=steps[-MOST_STEPS:],
    )  # fmt: skip


def shorter(own: float | None, given: float | None) -> float | None:
    """The shorter of two time limits."""
    return min((one for one in (own, given) if one is not None), default=None)


def watcher(steps: list[SearchResult], watch: Watch | None) -> Watch:
    """Collects the results of each depth, and passes them on."""

    def seen(best: SearchResult) -> None:
        steps.append(best)
        if watch:
            watch(best)

    return seen


# -- plain values -------------------------------------------------------------------------------------


def as_dict(found: Thinking) -> dict[str, Any]:
    """The record as plain values, without what the player does not have."""
    line = found.line if found.line[:1] == (found.move,) else ()
    value: dict[str, Any] = {
        "seconds": round(found.seconds, 3),
        "stop": found.stop,
        "depth": found.depth,
        "nodes": found.nodes,
        "playouts": found.playouts,
        "evaluated": found.evaluated or None,
        "moves": found.moves,
        "score": _score_dict(found.score),
        "line": [move.text for move in line[:LINE_MOVES]],
    }
    value = {name: one for name, one in value.items() if one is not None}
    return value | ({"steps": [step_of(one) for one in found.steps]} if found.steps else {})


def step_of(best: SearchResult) -> dict[str, Any]:
    """The result of one depth as plain values."""
    return {
        "depth": best.depth,
        "nodes": best.nodes,
        "move": best.move.text,
        "score": _score_dict(best.score),
        "line": [move.text for move in best.continuation[:LINE_MOVES]],
    }


def _score_dict(score: Score | float | None) -> Any:
    if isinstance(score, Win | Loss | Draw | Estimate):
        return as_json(score) | {"chance": win_chance(score)}
    return score


# -- comments of records ------------------------------------------------------------------------------

_WORD = "think"
COUNTS = ("depth", "nodes", "playouts", "evaluated", "moves")
"""The numbers of a record, in the order in which it is written."""


def note_of(value: Mapping[str, Any]) -> str:
    """The record of thinking as the command of a comment, in the manner of PGN:
    `[%think depth 6 nodes 1200 score 54% stop nodes line a1,b2]`. It has no seconds: where the limits allow
    it, the same game has the same record on every machine."""
    parts = [f"{name} {value[name]}" for name in COUNTS if name in value]
    parts += [f"score {_score_word(value['score'])}"] if value.get("score") is not None else []
    parts += [f"stop {value['stop']}"] if value.get("stop") else []
    parts += [f"line {','.join(value['line'])}"] if value.get("line") else []
    return f"[%{_WORD} {' '.join(parts)}]" if parts else ""


def _score_word(score: Any) -> str:
    """`54%`, `win-in-5`, `loss-in-4`, `draw`, or a number in the units of an evaluator."""
    if not isinstance(score, Mapping):
        return f"{score:g}"
    kind = score.get("kind")
    if kind == "estimate":
        return f"{round(100 * score['win_chance'])}%"
    return "draw" if kind == "draw" else f"{kind}-in-{score['plies']}"


_NOTE = re.compile(rf"\[%{_WORD} ([^\]]*)\]")


def read_note(comment: str) -> tuple[dict[str, Any], str]:
    """The inverse of `note_of` for a comment: the record of thinking, empty if there is none that can be
    read, and the rest of the comment."""
    found = _NOTE.search(comment)
    if not found:
        return {}, comment
    words = found[1].split()
    value: dict[str, Any] = {}
    for name, text in zip(words[::2], words[1::2], strict=False):
        if name in COUNTS and text.isdecimal() and len(text) < 16:
            value[name] = int(text)
        elif name == "score":
            value |= _read_score(text)
        elif name == "stop" and text in STOPS:
            value[name] = text
        elif name == "line":
            value[name] = text.split(",")[:LINE_MOVES]
    rest = comment[: found.start()] + comment[found.end() :]
    return (value, rest.strip()) if value else ({}, comment)


_DECIMAL = re.compile(r"-?\d{1,12}(\.\d{1,6})?(e[+-]?\d{1,2})?")
_PROVED = re.compile(r"(win|loss)-in-(\d{1,4})")


def _read_score(text: str) -> dict[str, Any]:
    if text == "draw":
        return {"score": {"kind": "draw", "plies": 0, "chance": 0.5}}
    if proved := _PROVED.fullmatch(text):
        chance = float(proved[1] == "win")
        return {"score": {"kind": proved[1], "plies": int(proved[2]), "chance": chance}}
    if text.endswith("%") and text[:-1].isdecimal() and len(text) < 5:
        chance = int(text[:-1]) / 100
        return {"score": {"kind": "estimate", "win_chance": chance, "chance": chance}}
    return {"score": float(text)} if _DECIMAL.fullmatch(text) else {}
