"""The jobs of the workers. A job is a dictionary with its `kind` and plain values."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

from cachetools import LRUCache

from ludoteca.classics import evaluation_text
from ludoteca.classics.evaluation_terms import explain
from ludoteca.classics.tree_values import ENGINE, fitting, scorer_for
from ludoteca.engine import Limits, Line
from ludoteca.engine.scores import as_json, win_chance
from ludoteca.engine.tree import Tree, drawable_depth, grow
from ludoteca.errors import LudotecaError
from ludoteca.games import Game, Position
from ludoteca.messages import LANGUAGES
from ludoteca.play import analysis_text, reason_text, trees
from ludoteca.play.advise import Advice, Adviser, accepts_draw, advise, compare
from ludoteca.play.analysis import Analyser
from ludoteca.play.figures import example_data
from ludoteca.play.foreign import ForeignPlayer
from ludoteca.play.players import Player
from ludoteca.play.record import Record
from ludoteca.play.thinking import LINE_MOVES, as_dict, step_of, think
from ludoteca.render.tree import legend_signs
from ludoteca.solver import Value, source_of, values_of
from ludoteca.web.game_cache import GameCache
from ludoteca.web.players import asked_for
from ludoteca.web.workers import exchange, exercises, experiments, lesson, tables, training
from ludoteca.web.workers.tutorial import tutorial_steps

Job = dict[str, Any]
Tell = Callable[[Any], None] | None
"""Reports progress, if anybody wants it."""

_KEPT = 12
_game_cache = GameCache(_KEPT)
_USUAL_MEGABYTES = 16
"""The hash table of a player that does not say how large its own is."""
_KEPT_MEGABYTES = _KEPT * _USUAL_MEGABYTES
_seated: LRUCache[tuple[str, str, str], tuple[Game, Player, int]] = LRUCache(
    _KEPT_MEGABYTES, getsizeof=lambda seated: seated[2]
)
"""Players keep their search state between the moves of a game; the last number is its megabytes."""
_BEST_NODES = 100_000
"""The limit of a search for which no limit is given."""
_REVIEW_NODES = 3_000_000
"""Nodes for a game review, shared among its positions."""
_POSITION_NODES = 30_000
"""The maximum for each position."""


def answer(job: Job, tell: Tell) -> Any:
    """Run a job. Raises `LudotecaError`s."""
    tables.use_own_folder()
    try:
        return _KINDS[job["kind"]](job, tell)
    except MemoryError:
        if not _seated:
            raise
    _seated.clear()  # the memory is that of other games: this one gets it
    return _KINDS[job["kind"]](job, tell)


def _position(job: Job) -> Position:
    return _game_cache.position(job["called"], job.get("file"), job.get("start", ""), job.get("moves", ()))


def _open_position(job: Job) -> Position:
    position = _position(job)
    if position.is_over:
        raise LudotecaError("setup.over")
    return position


# -- a move -------------------------------------------------------------------------------------------


def _choose(job: Job, tell: Tell) -> Job:
    """A player's move, with the record of its thinking."""
    position = _position(job)
    player = _player(job, position.game)
    if isinstance(player, ForeignPlayer):
        player.limit(job["seconds"])
        with closing(player):
            found = think(player, position)
    else:
        found = think(player, position, job["seconds"], lambda best: tell(step_of(best)) if tell else None)
    thinking = {"player": job["player"], **as_dict(found)}
    level = getattr(player, "level", None)
    if level is not None:
        thinking |= {"level": level.number, "name": level.name, "limit": level.nodes}
    return {"move": found.move.text, "thinking": thinking}


def _prepare(job: Job, tell: Tell) -> None:
    """Try whether a game can be played: its moves can be listed, and the players accept it."""
    position = _position(job)
    position.require_listable()
    for player in job["players"]:
        asked_for(player, job.get("engines", ())).for_game(position.game)
    tables.prune()


def _player(job: Job, game: Game) -> Player:
    key = (job.get("game", ""), job.get("side", ""), job["player"])
    known = _seated.get(key) if key[0] else None
    if known is None or known[0] is not game:
        wanted = asked_for(job["player"], job.get("engines", ()))
        player = wanted.for_game(game, job.get("seed"))
        if isinstance(player, ForeignPlayer):
            return player  # its process ends with its move
        usual = getattr(player, "megabytes", _USUAL_MEGABYTES)
        known = game, player, int(str(wanted.values.get("megabytes", usual)))
    if key[0]:
        _seated[key] = known
    return known[1]


# -- analysis -----------------------------------------------------------------------------------------


def _best(job: Job, tell: Tell) -> Job:
    """The best move within some limits."""
    limits = Limits(**job["limits"])
    if limits == Limits():
        limits = Limits(nodes=_BEST_NODES)
    seconds = job["seconds"] if limits.seconds is None else min(limits.seconds, job["seconds"])
    found = advise(_open_position(job), replace(limits, seconds=seconds)).best
    return {**step_of(found), "seconds": round(found.seconds, 3)}


def _lines(job: Job, tell: Tell) -> Job:
    """The best lines of a position, reported after every depth."""
    position = _open_position(job)
    adviser = Adviser(position.game, threads=job["threads"])
    limits = Limits(job["seconds"], job.get("nodes"))
    watch = (lambda lines, nodes: tell(lines_of(lines, nodes))) if tell else None
    return lines_of(*adviser.lines(position, limits, job["lines"], watch))


def lines_of(lines: Sequence[Line], nodes: int) -> Job:
    """Multi-PV as plain values; the scores are those of the side to move."""
    told = [
        {
            "score": as_json(line.score) | {"chance": win_chance(line.score)},
            "moves": [move.text for move in line.continuation[:LINE_MOVES]],
        }
        for line in lines
    ]
    return {"depth": max(line.depth for line in lines), "nodes": nodes, "lines": told}


def _hint(job: Job, tell: Tell) -> Job:
    """The best move, and the reasons for it."""
    found = advise(_position(job), reasons=True)
    return {**_explained(found, job["lang"]), "path": list(found.best.move.path)}


def _why(job: Job, tell: Tell) -> Job:
    """The reasons for a move that was played, or against it."""
    position = _position(job)
    found = advise(position, only=(position.find(job["move"]),), reasons=True)
    return _explained(found, job["lang"])


def _explained(found: Advice, lang: str) -> Job:
    return {**step_of(found.best), "reasons": [reason_text.as_dict(one, lang) for one in found.reasons]}


def _compare(job: Job, tell: Tell) -> Job:
    """The win chance that a move gives away."""
    position = _position(job)
    return {"drop": compare(position, position.find(job["path"])).drop}


def _draw(job: Job, tell: Tell) -> Job:
    """Whether a computer accepts a draw."""
    return {"accepts": accepts_draw(_position(job), job["side"])}


def _analyse(job: Job, tell: Tell) -> Job:
    """The review of a game; what was found so far when the time is up."""
    record = Record.from_dict(job["record"])
    game = _game_cache.game(job["called"], job.get("file"))
    nodes = min(_POSITION_NODES, max(2000, _REVIEW_NODES // (len(record.moves) + 1)))
    analyser = Analyser(record, Limits(nodes=nodes), game)
    alarm = threading.Timer(job["seconds"], analyser.stop)
    alarm.daemon = True
    alarm.start()
    try:
        analysis = analyser.run(lambda done, of: tell({"done": done, "of": of}) if tell else None)
    finally:
        alarm.cancel()
    return {
        "data": {lang: analysis_text.as_dict(analysis, lang) for lang in LANGUAGES},
        "summary": {lang: analysis_text.summary(analysis, lang) for lang in LANGUAGES},
        "remarks": {
            lang: {str(look.number): analysis_text.remarks(look, lang) for look in analysis.marked}
            for lang in LANGUAGES
        },
        "graph": {lang: analysis_text.svg(analysis, lang) for lang in LANGUAGES},
    }


def _values(job: Job, tell: Tell) -> Job:
    """The exact values of a position and of its moves, for the mover; with a whole `line` of moves also its
    value history. At the end of a game there is the history alone."""
    history = {"history": _value_history(job)} if "line" in job else {}
    if history and _position(job).is_over:
        return history
    position = _open_position(job)
    position.require_listable()
    moves = values_of(position)
    best = max(moves.values(), key=lambda value: value.rank)
    values = [{"move": move, **_value(one)} for move, one in moves.items()]
    return {**_value(best), "values": values, **history}


def _value_history(job: Job) -> list[Job]:
    """The exact value of every position of a line, for the first player."""
    position = _position({**job, "moves": ()})
    source, found = source_of(position.game), []
    for move in (None, *job["line"]):
        position = position if move is None else position.play(move)
        value = source.value(position)
        kind = value.for_first(position.mover) if value else None
        found.append({"value": kind, "plies": value.plies if value else None})
    return found


def _value(value: Value) -> Job:
    return {"value": value.kind, "plies": value.plies}


def _tree(job: Job, tell: Tell) -> Job:
    """The tree of a small search, as SVG and as data, with its steps.

    With `deepest`, the depth is reduced to what can be drawn, which is returned under the same name. `beside`
    names another algorithm whose search is shown, too."""
    position, deepest, lang = _open_position(job), job.get("deepest", 0), job["lang"]
    algorithm = job.get("algorithm") or ("alphabeta" if job.get("prune", True) else "minimax")
    names = [algorithm, *([job["beside"]] if job.get("beside") else [])]
    scorer = scorer_for(position.game, job.get("values", ENGINE))
    if deepest:
        prunes = all(name == "alphabeta" for name in names)
        deepest = drawable_depth(position, deepest, prunes, job["order"], scorer)
    depth = min(job["depth"], deepest or job["depth"])
    runs: list[Job] = []
    for name in names:
        tree = grow(position, depth, order=job["order"], algorithm=name, scorer=scorer)
        runs.append(_tree_run(tree, lang))
    return {"deepest": deepest, "runs": runs, "values": fitting(position.game), **runs[0]}


def _tree_run(tree: Tree, lang: str) -> Job:
    """One search of the page: picture, legend, outline, data and steps."""
    return {
        "algorithm": tree.algorithm,
        "title": trees.title(tree, lang),
        "svg": trees.svg(tree, lang, has_legend=False),
        "legend": legend_signs(trees.legend(tree, lang)),
        "outline": trees.outline(tree, lang),
        "data": trees.as_dict(tree),
        "steps": trees.steps(tree, lang),
        "summary": trees.summary(tree, lang),
    }


def _evaluate(job: Job, tell: Tell) -> Job:
    """A static evaluation term by term, with its picture."""
    position = _open_position(job)
    report = explain(position, job["evaluator"])
    return {
        "data": evaluation_text.as_dict(report, position, job["lang"]),
        "svg": evaluation_text.svg(report, position, job["lang"], theme=True),
    }


_KINDS: dict[str, Callable[[Job, Tell], Any]] = {
    "prepare": _prepare,
    "choose": _choose,
    "best": _best,
    "lines": _lines,
    "hint": _hint,
    "why": _why,
    "compare": _compare,
    "draw": _draw,
    "analyse": _analyse,
    "tree": _tree,
    "values": _values,
    "evaluate": _evaluate,
    "experiment": experiments.run_experiment,
    "examples": lambda job, tell: example_data(_game_cache.game(job["called"], job.get("file"))),
    "export": lambda job, tell: exchange.written(job, _game_cache),
    "import": lambda job, tell: exchange.read(job, _game_cache),
    "train": training.train,
    "exercise": lambda job, tell: exercises.exercise(job, _open_position(job)),
    "exercise-sheets": lambda job, tell: exercises.sheets(job, _open_position(job)),
    "lesson": lambda job, tell: lesson.content(job, tell, _game_cache.game(job["called"], job.get("file"))),
    "lesson-pack": lambda job, tell: lesson.pack(job, _game_cache.game(job["called"], job.get("file"))),
    "tutorial": lambda job, tell: tutorial_steps(_game_cache.game(job["called"], job.get("file"))),
}
