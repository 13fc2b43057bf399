"""Better weights by self-play: play, learn from the games, and keep what wins against what was there before.

All that was played is kept in a file from one batch to the next, so that a tuning that was stopped goes on
where it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ludoteca.engine.weight_fitting import Samples, fit
from ludoteca.games import Game, load
from ludoteca.play.userdata import write_whole
from ludoteca.tournament.games import Ground
from ludoteca.tournament.selfplay import lessons, play_lesson
from ludoteca.tournament.series import Plan, Score, Series
from ludoteca.tournament.tuned_file import keep_tables
from ludoteca.tournament.workers import in_order

MOST_CELLS = 120
"""Weights of cells are learnt unless there would be more."""


@dataclass(frozen=True)
class Course:
    """What is to be done."""

    game: str
    rounds: int = 2
    games: int = 600
    """Played in each round to learn from."""
    nodes: int = 1500
    """For each move of these games."""
    test_games: int = 200
    test_nodes: int = 4000
    seed: int = 1
    cells: bool = True


@dataclass
class State:
    """How far a tuning has come. Can be written down and taken up again."""

    course: dict[str, Any]
    rules: str
    weights: dict[str, int]
    """The best so far."""
    round: int = 0
    played: int = 0
    rows: list[list[int]] = field(default_factory=list)
    results: list[float] = field(default_factory=list)
    positions: int = 0
    """Learnt from, in all rounds."""
    kept: int = 0
    """Rounds whose weights were better."""
    gain: dict[str, Any] | None = None
    """The last match of the best weights against those of the beginning."""


Tell = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""


def learnable(game: Game, cells: bool = True) -> list[str]:
    """The weights that games can teach."""
    outlook = game.compiled.outlook
    names = [name for name in outlook.weights if not (name.startswith("line-0"))]
    places = sorted(outlook.alike.places) if cells else []
    return names + (places if len(places) <= MOST_CELLS else [])


def begin(course: Course) -> State:
    """A tuning that has not played yet, from the weights the game has now."""
    game = load(course.game)
    return State(asdict(course), game.rules_hash, dict(game.weights))


def read_state(path: Path, course: Course) -> State | None:
    """A tuning that was stopped, if it was of the same course and the same rules."""
    if not path.is_file():
        return None
    found = State(**json.loads(path.read_text(encoding="utf-8")))
    same = found.course == asdict(course) and found.rules == load(course.game).rules_hash
    return found if same else None


def write_state(path: Path, state: State) -> None:
    write_whole(path, json.dumps(asdict(state)))


def tune(course: Course, state: State, processes: int, save: Callable[[State], None], tell: Tell) -> State:
    """Go on until all rounds are done. `save` is called whenever something would be lost."""
    game = load(course.game)
    names = learnable(game, course.cells)
    before = dict(game.weights)
    while state.round < course.rounds:
        _gather(course, state, names, processes, save, tell)
        samples = Samples(len(names))
        for row, result in zip(state.rows, state.results, strict=True):
            samples.add(row, result)
        tell("fit", 0, 1)
        better = {**state.weights, **fit(samples, names, state.weights)}
        tell("fit", 1, 1)
        score = _compare(course, better, state.weights, processes, tell, state.round)
        if score.strength.elo > 0:
            state.weights = better
            state.kept += 1
        state.positions += len(samples)
        state.round += 1
        state.played, state.rows, state.results = 0, [], []
        save(state)
    if state.kept and state.gain is None:
        score = _compare(course, state.weights, before, processes, tell, course.rounds)
        state.gain = as_gain(score)
        save(state)
    return state


def _gather(
    course: Course, state: State, names: list[str], processes: int, save: Callable[[State], None], tell: Tell
) -> None:
    """Play the games of a round, or those that are left of it."""
    seed = course.seed + state.round
    left = lessons(
        course.game, names, state.weights, course.nodes, seed, state.played, course.games - state.played
    )
    tell("play", state.played, course.games)
    for learnt in in_order(play_lesson, left, processes):
        state.rows += [list(row) for row, _ in learnt.rows]
        state.results += [result for _, result in learnt.rows]
        state.played += 1
        if state.played % 50 == 0:
            save(state)
        tell("play", state.played, course.games)


def _compare(
    course: Course, new: dict[str, int], old: dict[str, int], processes: int, tell: Tell, number: int
) -> Score:
    """A match of new weights against old ones."""
    new_one, old_one = (
        f"engine:nodes={course.test_nodes},weights={as_option(weights)}" for weights in (new, old)
    )
    seed = course.seed + 1000 * (number + 1)
    plan = Plan(Ground(course.game), new_one, old_one, course.test_games, seed)
    return contest(plan, processes, tell)


def contest(plan: Plan, processes: int, tell: Tell) -> Score:
    """A match of what was learnt."""
    series = Series(plan)
    tell("test", 0, plan.games)
    for _ in series.play(processes if processes > 1 else 0):
        tell("test", series.score.games, plan.games)
    return series.score


def as_gain(score: Score) -> dict[str, Any]:
    """How much stronger what was learnt is, to be written down."""
    found = score.strength
    elo, low, high = (None if one is None else round(one, 1) for one in (found.elo, found.low, found.high))
    return {
        "elo": elo, "low": low, "high": high,
        "games": score.games, "wins": score.wins, "draws": score.draws, "losses": score.losses,
    }  # fmt: skip


def keep_weights(path: Path, game: Game, course: Course, state: State) -> None:
    """Write the weights, and how they were found, into the file beside the game's. The rest of it is kept."""
    import tomlkit

    usual = game.compiled.outlook.weights
    weights = tomlkit.table()
    for name, weight in state.weights.items():
        if weight or usual.get(name):
            weights.add(name, weight)
    story = tomlkit.table()
    story.add(
        tomlkit.comment("Made by `ludoteca tune`: weights that foretold the results of self-play best, kept")
    )
    story.add(
        tomlkit.comment("if they won a match. The gain, in Elo with 95 % confidence, is over those before.")
    )
    story.update({"positions": state.positions, "nodes": course.nodes, "test-nodes": course.test_nodes})
    for name, value in (state.gain or {}).items():
        if value is not None:
            story[name] = round(value, 1) if isinstance(value, float) else value
    keep_tables(path, game, {"weights": weights, "tuning": story})


def as_option(weights: dict[str, int]) -> str:
    """Weights as the value of a player's option: no comma, no equals sign."""
    return ";".join(f"{name}:{weight}" for name, weight in sorted(weights.items()))
