"""The lesson pack on A4 paper: notes, rules, board and pieces, puzzles, search trees, the floor, answers.

Each part is a page of its own; the print sheet of the game is the one that `print_sheet` makes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from ludoteca.exercises import Exercise
from ludoteca.exercises import paper as exercise_paper
from ludoteca.games import Game
from ludoteca.lessons import floor, notes
from ludoteca.lessons.content import PUZZLES, LessonContent
from ludoteca.messages import catalogue
from ludoteca.play.figures import draw_move, draw_played, rule_figures
from ludoteca.play.labels import title
from ludoteca.play.terms import turn
from ludoteca.puzzles.quick import ShortPuzzle
from ludoteca.workshop.print_sheet import STYLE as SHEET_STYLE
from ludoteca.workshop.print_sheet import sheet

MESSAGES = catalogue("lessons")

_MOST_FIGURES, _FEW_FIGURES = 12, 6
"""Diagrams of the rules; a few are drawn larger."""
_LONGEST_LINE = 9
"""Moves of a solution that are printed."""
_EXERCISE_STYLE = exercise_paper.STYLE.replace("@page {", "@page exercise {")
_SVG_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
"""The styles inside of pictures: the pack has its own, in black and white."""

STYLE = (
    SHEET_STYLE
    + _EXERCISE_STYLE
    + """
.exercise-sheet .sheet .paper { fill: #fff } .exercise-sheet .sheet .paper-line { stroke: #fff }
.exercise-sheet .sheet .plate { fill: #eee } .exercise-sheet .sheet .plate-line { stroke: #eee }
.exercise-sheet .sheet :is(.ink, .accent, .warn) { fill: #000 } .exercise-sheet .sheet .faint { fill: #444 }
.exercise-sheet .sheet :is(.ink-line, .accent-line, .warn-line) { stroke: #000 }
.exercise-sheet .sheet .faint-line { stroke: #444 }
.exercise-sheet .sheet .rule { fill: #888 } .exercise-sheet .sheet .rule-line { stroke: #888 }
.exercise-sheet .sheet .good { fill: #fff } .exercise-sheet .sheet .bad { fill: #ddd }
.lesson-pack > * + * { break-before: page }
.lesson-pack .exercise-sheet { page: exercise; break-before: page }
.paper-sheet .lesson-columns { display: flex; gap: 8mm }
.paper-sheet .lesson-columns > * { flex: 1 1 0; min-width: 0 }
.paper-sheet .lesson-list { margin: 0 0 3mm; padding-left: 5mm }
.paper-sheet .lesson-list li { margin-bottom: 1.5mm }
.paper-sheet .lesson-plan { border-collapse: collapse; width: 100%; margin-bottom: 2mm }
.paper-sheet .lesson-plan td { border-top: .2mm solid #999; padding: 1.2mm 2mm 1.2mm 0; vertical-align: top }
.paper-sheet .lesson-plan td:first-child { white-space: nowrap; font-weight: 600; width: 18mm }
.paper-sheet .lesson-figures { display: grid; grid-template-columns: repeat(3, 1fr); gap: 3mm 5mm }
.paper-sheet .lesson-figures figure { margin: 0; break-inside: avoid; text-align: center; min-width: 0 }
.paper-sheet .lesson-figures figure { border: 0; padding: 0; background: none; box-shadow: none }
.paper-sheet .lesson-figures svg { display: block; margin: 0 auto; max-width: 100%; height: 46mm }
.paper-sheet .lesson-figures.large { grid-template-columns: repeat(2, 1fr) }
.paper-sheet .lesson-figures.large svg { height: 68mm }
.paper-sheet .lesson-figures figcaption { font-size: 8.6pt; line-height: 1.25; margin-top: 1mm }
.paper-sheet .lesson-puzzle { display: flex; gap: 6mm; break-inside: avoid; margin-bottom: 4mm }
.paper-sheet .lesson-puzzle .lesson-board { flex: 0 0 82mm }
.paper-sheet .lesson-puzzle .lesson-board svg { display: block; width: 100%; height: 74mm }
.paper-sheet .lesson-puzzle > div + div { flex: 1; min-width: 0; overflow-wrap: break-word }
.paper-sheet .lesson-write { display: flex; gap: 2mm; margin-top: 4mm }
.paper-sheet > .lesson-write { margin: 0 0 3mm }
.paper-sheet .lesson-write span { flex: 1; border-bottom: .3mm solid #000 }
.paper-sheet .lesson-rule { border-bottom: .3mm solid #000; height: 9mm }
.paper-sheet .lesson-floor { margin: 2mm auto 4mm; width: 120mm }
.paper-sheet .lesson-floor svg { display: block; width: 100%; max-height: 110mm }
.paper-sheet .lesson-lead { font-size: 10.5pt; margin-bottom: 3mm }
@media screen and (max-width: 800px) {
  .paper-sheet .lesson-columns, .paper-sheet .lesson-puzzle { display: block }
  .paper-sheet .lesson-figures:is(*, .large) { grid-template-columns: repeat(2, minmax(0, 1fr)) }
  .paper-sheet .lesson-figures:is(*, .large) svg { height: auto; width: 100% }
  .paper-sheet .lesson-puzzle .lesson-board svg { height: auto }
  .paper-sheet .lesson-floor { width: auto }
  .exercise-sheet .exercise-tree { overflow-x: auto }
  .exercise-sheet .exercise-tree svg { min-width: 640px; max-height: none }
  .exercise-sheet .exercise-answers { columns: 1 }
}
"""
)


def lesson_pack(game: Game, raw: Mapping[str, Any], content: LessonContent, lang: str) -> str:
    """The pages, as an HTML fragment. `raw` are the tables of the game file."""
    trees = content.exercises(game)
    pages = [
        _notes(game, content, bool(trees), lang),
        sheet(game, raw, lang),
        _figures(game, content, lang),
        _puzzles(game, content, lang),
        *(_tree(tree, lang) for tree in trees),
        _floor(game, lang),
        _answers(game, content, lang),
        *(_tree(tree, lang, solution=True) for tree in trees),
    ]
    return f'<div class="lesson-pack">{"".join(pages)}</div>'


def lesson_page(game: Game, raw: Mapping[str, Any], content: LessonContent, lang: str) -> str:
    """The pack as a standalone HTML page."""
    heading = escape(_say(lang, "pack.title", game=title(lang, game)))
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{heading}</title>\n'
        f"<style>{STYLE}body {{ margin: 0 }}</style>\n</head>\n<body>\n"
        f"{lesson_pack(game, raw, content, lang)}\n</body>\n</html>\n"
    )


# -- parts --------------------------------------------------------------------------------------------


def _say(lang: str, key: str, **params: object) -> str:
    return MESSAGES.text(lang, key, **params)


def _part(game: Game, key: str, lang: str, *content: str) -> str:
    """A page with its heading."""
    name = escape(title(lang, game))
    heading = f'<div class="paper-top"><h1>{_text(lang, f"pack.{key}")}</h1><p>{name}</p></div>'
    return (
        f'<article class="paper-sheet lesson-{key}-page" lang="{lang}">{heading}{"".join(content)}</article>'
    )


def _text(lang: str, key: str, **params: object) -> str:
    return escape(_say(lang, key, **params))


def _list(heading: str, lines: Iterable[str], tag: str = "ul") -> str:
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<h2>{heading}</h2><{tag} class="lesson-list">{items}</{tag}>'


def _notes(game: Game, content: LessonContent, has_tree: bool, lang: str) -> str:
    steps = notes.plan(content, has_tree)
    rows = "".join(
        f"<tr><td>{_text(lang, 'plan.minutes', n=step.minutes)}</td>"
        f"<td>{_text(lang, f'plan.{step.key}')}</td></tr>"
        for step in steps
    )
    split = f"<p>{_text(lang, 'plan.split')}</p>" if notes.needs_two_lessons(steps) else ""
    total = sum(step.minutes for step in steps)
    summary = game.words(lang).summary
    return _part(
        game, "notes", lang,
        f'<p class="lesson-lead">{escape(summary)}</p>' if summary else "",
        _list(_text(lang, "need.title"), notes.needs(game, lang)),
        f"<h2>{_text(lang, 'plan.title', n=total)}</h2>",
        f'<table class="lesson-plan">{rows}</table>{split}',
        '<div class="lesson-columns"><div>',
        _list(_text(lang, "teach.title"), notes.taught(game, lang)),
        "</div><div>",
        _list(_text(lang, "facts.title"), notes.facts(game, content, lang)),
        "</div></div>",
        _list(_text(lang, "ask.title"), notes.asked(game, content, lang)),
    )  # fmt: skip


def _figures(game: Game, content: LessonContent, lang: str) -> str:
    figures = rule_figures(game, content.examples, lang)[:_MOST_FIGURES]
    drawn = "".join(
        f"<figure>{one.picture}<figcaption>{escape(one.caption)}</figcaption></figure>" for one in figures
    )
    large = " large" if len(figures) <= _FEW_FIGURES else ""
    return _part(game, "figures", lang, f'<div class="lesson-figures{large}">{drawn}</div>')


def _floor(game: Game, lang: str) -> str:
    picture = draw_move(game.start(), _say(lang, "pack.floor"), lang)
    steps = "".join(f"<li>{escape(line)}</li>" for line in floor.instructions(game, lang))
    return _part(
        game, "floor", lang, f'<div class="lesson-floor">{picture}</div>',
        f'<ol class="lesson-list">{steps}</ol>',
    )  # fmt: skip


def _tree(tree: Exercise, lang: str, solution: bool = False) -> str:
    """The sheet of an exercise. On a narrow screen its picture scrolls, so the keyboard must reach it."""
    drawn = _SVG_STYLE.sub("", tree.sheet(lang, solution))
    label = f'tabindex="0" role="group" aria-label="{_text(lang, "pack.tree")}"'
    return drawn.replace('<div class="exercise-tree">', f'<div class="exercise-tree" {label}>')


# -- puzzles ------------------------------------------------------------------------------------------


def _puzzles(game: Game, content: LessonContent, lang: str) -> str:
    number = len(content.puzzles)
    example = game.start().legal_moves[0].text
    lead = _text(lang, "puzzles.lead", move=example) if number else ""
    if number < PUZZLES:
        lead += " " + (_text(lang, "puzzles.few", n=number) if number else _text(lang, "puzzles.none"))
    blocks = [_puzzle(game, n, one, lang) for n, one in enumerate(content.puzzles, 1)]
    if content.discussion:
        heading, text = _text(lang, "discuss.title"), _text(lang, "discuss.text")
        blocks.append(_task(game, content.discussion.position, heading, text, lang))
    name = f'<div class="lesson-write">{_text(lang, "pack.name")}<span></span></div>'
    leads = [f'<p class="lesson-lead">{one}</p>' for one in (lead.strip(), _notation(game, lang)) if one]
    return _part(game, "puzzles", lang, name, *leads, *blocks)


def _notation(game: Game, lang: str) -> str:
    """What cannot be guessed about how moves are written: the numbers of the blocks that turn."""
    if not game.traits.blocks_turn:
        return ""
    corners = [game.board.cells[block[0]].name for block in game.board.blocks]
    blocks = ", ".join(f"{number} {corner}" for number, corner in enumerate(corners, 1))
    return _text(lang, "puzzles.blocks", blocks=blocks)


def _puzzle(game: Game, number: int, puzzle: ShortPuzzle, lang: str) -> str:
    heading = _text(lang, "puzzle.number", n=number)
    return _task(
        game, puzzle.position, heading, _text(lang, f"puzzle.{puzzle.kind}", n=puzzle.moves), lang
    )  # fmt: skip


def _task(game: Game, text: str, heading: str, task: str, lang: str) -> str:
    """A position with lines to write on."""
    position = game.position(text)
    mover = escape(turn(lang, game, position.mover))
    write = "".join(
        f'<div class="lesson-write">{_text(lang, key)}<span></span></div>'
        for key in ("puzzle.my-move", "puzzle.because")
    )
    lines = '<div class="lesson-rule"></div>' * 2
    return _block(
        draw_move(position, heading, lang), f"<h2>{heading}</h2><p>{mover} {task}</p>{write}{lines}"
    )


def _block(picture: str, text: str) -> str:
    return f'<div class="lesson-puzzle"><div class="lesson-board">{picture}</div><div>{text}</div></div>'


def _answers(game: Game, content: LessonContent, lang: str) -> str:
    blocks = [_answer(game, n, one, lang) for n, one in enumerate(content.puzzles, 1)]
    if content.discussion:
        blocks.append(_discussion(game, content.discussion.position, content.discussion.move, lang))
    notation = _notation(game, lang)
    return _part(game, "answers", lang, *([f"<p>{notation}</p>"] if notation else []), *blocks)


def _answer(game: Game, number: int, puzzle: ShortPuzzle, lang: str) -> str:
    heading = _text(lang, "puzzle.number", n=number)
    text = f"<p><b>{_text(lang, 'answer.solution', move=puzzle.line[0])}</b></p>"
    text += f"<p>{_text(lang, f'answer.{puzzle.kind}')}</p>"
    if len(puzzle.line) > 1:
        key = "answer.line" if puzzle.kind in ("win", "draw") else "answer.example"
        text += f"<p>{_text(lang, key, line=_line(puzzle.line))}</p>"
    return _solved(game, puzzle.position, puzzle.line[0], heading, text, lang)


def _discussion(game: Game, position: str, move: str, lang: str) -> str:
    heading = _text(lang, "discuss.title")
    return _solved(game, position, move, heading, f"<p>{_text(lang, 'answer.discuss', move=move)}</p>", lang)


def _solved(game: Game, text: str, move: str, heading: str, said: str, lang: str) -> str:
    position = game.position(text)
    mover = escape(turn(lang, game, position.mover))
    picture = draw_played(position, heading, lang, position.find(move))
    return _block(picture, f"<h2>{heading}</h2><p>{mover}</p>{said}")


def _line(moves: Sequence[str]) -> str:
    return " ".join(moves[:_LONGEST_LINE]) + (" …" if len(moves) > _LONGEST_LINE else "")
