"""Exercises: the tree, the feedback to answers, hints, and the pages to print."""

from __future__ import annotations

from typing import Any

from ludoteca.exercises import BadAnswer, Exercise, ExerciseNode, check, drawing, hints, make_exercise
from ludoteca.exercises.drawing import node_name, task, title
from ludoteca.exercises.paper import answer_lines
from ludoteca.games import Position
from ludoteca.render.tree import legend_signs

Job = dict[str, Any]


def exercise(job: Job, position: Position) -> Job:
    """The exercise of a position. With `answers` also the feedback; `hints` says how many hints to give for a
    node; with `solution` the picture shows it."""
    made = make_exercise(position, job["exercise"], seed=job["seed"], size=job["size"])
    lang, shows = job["lang"], bool(job.get("solution"))
    asked = [node for node in made.reading_order if node.asked]
    wanted: dict[int, int] = job.get("hints", {})
    return {
        "game": position.game.title(lang),
        "title": title(made, lang),
        "task": task(made, lang),
        "svg": drawing.svg(made, lang, shows, has_legend=False),
        "legend": legend_signs(drawing.legend(made, lang, shows)),
        "omitted": any(node.omitted for node in made.nodes),
        "start": made.start,
        "nodes": [_node(made, node, lang, wanted.get(node.id, 0)) for node in asked],
        "cuts": sum(node.cut for node in made.nodes) if made.kind == "cuts" else 0,
        "solution": answer_lines(made, lang) if shows else [],
        **_checked(made, job.get("answers"), lang),
    }


def sheets(job: Job, position: Position) -> Job:
    """The exercise and its solution as pages to print."""
    made = make_exercise(position, job["exercise"], seed=job["seed"], size=job["size"])
    lang = job["lang"]
    return {"title": title(made, lang), "sheets": made.sheet(lang) + made.sheet(lang, solution=True)}


def _node(made: Exercise, node: ExerciseNode, lang: str, number: int) -> Job:
    given = hints(made, node.id)
    return {
        "id": node.id,
        "letter": node.letter,
        "name": node_name(made, node, lang),
        "kind": node.kind,
        "asked": list(node.asked),
        "hints": [one.text(lang) for one in given[:number]],
        "more_hints": number < len(given),
    }


def _checked(made: Exercise, answers: Any, lang: str) -> Job:
    if answers is None:
        return {"review": None, "problem": ""}
    try:
        return {"review": check(made, answers).as_dict(lang), "problem": ""}
    except BadAnswer as error:
        return {"review": None, "problem": error.text(lang)}
