"""An evaluation in words, as plain values and as a picture, for any front end."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from ludoteca.classics.evaluation_terms import EvaluationReport, Term
from ludoteca.games import Position
from ludoteca.games.scenes import scene
from ludoteca.messages import catalogue, number
from ludoteca.play import terms
from ludoteca.render import svg as draw

MESSAGES = catalogue("play")
_NUMBERED = re.compile(r"(?P<key>.+?)-(?P<n>\d+)(?P<waiting>-waiting)?")


def evaluator_about(lang: str, name: str) -> str:
    """What an evaluator looks at, in a few words."""
    return MESSAGES.get(lang, f"evaluator.{name}", name)


def label(lang: str, position: Position, term: Term) -> str:
    """The description of a term."""
    game, name = position.game, term.name
    if name.startswith("piece-"):
        kind = name.removeprefix("piece-").removesuffix("-second")
        called = (game.words(lang).pieces or {}).get(kind) or terms.kind(lang, kind)
        return MESSAGES.text(lang, "term.piece", kind=called)
    if name.startswith("store-"):
        return MESSAGES.text(lang, "term.store-of", side=terms.side(lang, game, name.removeprefix("store-")))
    if found := _NUMBERED.fullmatch(name):
        key = f"term.{found['key']}{'-waiting' if found['waiting'] else ''}"
        return MESSAGES.text(lang, key, n=int(found["n"])) if key in MESSAGES else name
    return MESSAGES.get(lang, f"term.{name.removesuffix('-second')}", name)


def signed(value: float, lang: str) -> str:
    """A number with its sign: `+30`, `−12.5`, `0`."""
    text = number(abs(value), lang, 0 if abs(value) >= 100 or abs(value - round(value)) < 0.05 else 1)
    return text if text == "0" else ("+" if value > 0 else "−") + text


def short(value: float) -> str:
    """The same for a cell, in at most five characters."""
    size = abs(value)
    text = (
        f"{size / 1000:.0f}k"
        if size >= 10_000
        else f"{size:.0f}"
        if size >= 10
        else f"{size:.1f}".removesuffix(".0")
    )
    return text if text == "0" else ("+" if value > 0 else "−") + text


def as_dict(report: EvaluationReport, position: Position, lang: str) -> dict[str, Any]:
    """The report as plain values; cells by name."""
    names = [cell.name for cell in position.game.board.cells]
    return {
        "game": position.game.name,
        "position": position.text,
        "evaluator": report.evaluator,
        "about": evaluator_about(lang, report.evaluator),
        "side": report.side,
        "value": report.value,
        "on_board": report.is_on_board,
        "terms": [
            {
                "term": term.name,
                "label": label(lang, position, term),
                "value": term.value,
                **({"count": term.count} if term.count is not None else {}),
                "cells": {names[cell]: round(value, 3) for cell, value in term.cells.items()},
            }
            for term in report.terms
        ],
        "cells": {names[cell]: round(value, 3) for cell, value in report.cells.items()},
    }


def svg(report: EvaluationReport, position: Position, lang: str, theme: bool = False) -> str:
    """The position with what each cell adds."""
    labels = {cell: said for cell, value in report.cells.items() if (said := short(value)) != "0"}
    return draw(replace(scene(position, lang=lang), labels=labels), theme=theme)
