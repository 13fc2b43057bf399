"""An exercise on A4 paper: the tree with blanks, and the solution on a page of its own."""

from __future__ import annotations

from html import escape

from ludoteca.exercises.drawing import MESSAGES, svg, task, title
from ludoteca.exercises.exercise_tree import ExerciseTree
from ludoteca.exercises.hints import number_text, window_text

STYLE = """
@page { size: A4 landscape; margin: 10mm }
.exercise-sheet { --board: #fff; --cell-light: #fff; --cell-dark: #ddd; --hollow: #eee; --line: #000 }
.exercise-sheet { --light: #fff; --light-ink: #000; --light-rim: #000; --coordinate: #000; --mark: #000 }
.exercise-sheet { --dark: #222; --dark-ink: #fff; --dark-rim: #000; --seed: #222 }
.exercise-sheet { --shared: #888; --shared-ink: #fff; --shared-rim: #000 }
.exercise-sheet { --neutral: #ccc; --neutral-ink: #000; --neutral-rim: #000 }
.exercise-sheet { font: 10.5pt/1.35 system-ui, sans-serif; color: #000; background: #fff; max-width: 277mm }
.exercise-sheet { margin: 0 auto; break-inside: avoid }
.exercise-sheet h1 { font-size: 15pt; margin: 0 0 1mm }
.exercise-sheet p { margin: 0 0 2mm }
.exercise-sheet .exercise-tree svg { display: block; width: 100%; height: auto; max-height: 140mm }
.exercise-sheet .exercise-name { display: flex; gap: 6mm; margin-bottom: 2mm }
.exercise-sheet .exercise-name span { flex: 1; border-bottom: .3mm solid #000 }
.exercise-sheet .exercise-answers { columns: 3; margin: 2mm 0; padding: 0; list-style: none }
.exercise-sheet .exercise-foot { font-size: 8pt; color: #333 }
.exercise-sheet .sheet .paper { fill: #fff } .exercise-sheet .sheet .plate { fill: #f2f2f2 }
.exercise-sheet .sheet .good, .exercise-sheet .sheet .bad { fill: #e4e4e4 }
.exercise-sheet .sheet .ink, .exercise-sheet .sheet .accent { fill: #000 }
.exercise-sheet .sheet .faint { fill: #333 }
.exercise-sheet .sheet .rule-line, .exercise-sheet .sheet .faint-line { stroke: #555 }
.exercise-sheet .sheet .warn-line { stroke: #000 }
.exercise-sheet + .exercise-sheet { break-before: page }
@media print { .exercise-sheet { print-color-adjust: exact; -webkit-print-color-adjust: exact } }
"""


def sheet(exercise: ExerciseTree, lang: str, solution: bool = False) -> str:
    """One page as an HTML fragment: the exercise with its blanks, or its solution."""
    say = MESSAGES.text
    heading = title(exercise, lang)
    if solution:
        heading = say(lang, "paper.solution", title=heading)
    name = f'<div class="exercise-name">{escape(say(lang, "paper.name"))}<span></span></div>'
    parts = [
        f"<h1>{escape(heading)}</h1>",
        "" if solution else name,
        f"<p>{escape(task(exercise, lang))} {escape(_omitted(exercise, lang))}</p>",
        f'<div class="exercise-tree">{svg(exercise, lang, solution)}</div>',
        _answers(exercise, lang) if solution else "",
        f'<p class="exercise-foot">{escape(_foot(exercise, lang))}</p>',
    ]
    return f'<article class="exercise-sheet" lang="{lang}">{"".join(parts)}</article>'


def page(exercise: ExerciseTree, lang: str, solution: bool = True) -> str:
    """A standalone HTML page."""
    sheets = sheet(exercise, lang) + (sheet(exercise, lang, solution=True) if solution else "")
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title(exercise, lang))}</title>\n"
        f"<style>{STYLE}body {{ margin: 0 }}</style>\n</head>\n"
        f"<body>\n{sheets}\n</body>\n</html>\n"
    )


def answer_lines(exercise: ExerciseTree, lang: str) -> list[str]:
    """The solution as text: one line for each node, or for each cut."""
    say = MESSAGES.text
    if exercise.kind == "cuts":
        cuts = (node for node in exercise.reading_order if node.cut)
        parents = [(node, exercise[node.parent]) for node in cuts if node.parent is not None]
        return [say(lang, "answer.cut", node=node.letter, parent=above.letter) for node, above in parents]
    asked = [node for node in exercise.reading_order if node.asked]
    if exercise.kind == "values":
        return [f"{node.letter} = {number_text(node.value)}" for node in asked]
    return [f"{node.letter}: {window_text(node)}" for node in asked]


def _answers(exercise: ExerciseTree, lang: str) -> str:
    lines = "".join(f"<li>{escape(line)}</li>" for line in answer_lines(exercise, lang))
    return f'<ul class="exercise-answers">{lines}</ul>'


def _omitted(exercise: ExerciseTree, lang: str) -> str:
    """The tree shows only some of the moves, if so."""
    return MESSAGES.text(lang, "paper.omitted") if any(node.omitted for node in exercise.nodes) else ""


def _foot(exercise: ExerciseTree, lang: str) -> str:
    kind, size = f"kind-name.{exercise.kind}", f"size.{exercise.size}"
    words = [MESSAGES.text(lang, key).lower() for key in (kind, size)]
    return MESSAGES.text(
        lang, "paper.foot", game=exercise.game, position=exercise.start, kind=words[0], size=words[1],
        seed=exercise.seed,
    )  # fmt: skip
