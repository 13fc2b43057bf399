"""Fixes for problems of a draft. Every fix is tried before it is offered."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ludoteca.games.fields import is_required, keys_of
from ludoteca.games.spec import Board, Draw, End, GameSpec, Kind, Setup, Turn
from ludoteca.workshop.drafts import Draft, resized_start
from ludoteca.workshop.problems import Fix, Problem, helps, locate
from ludoteca.workshop.toml_edit import Edit
from ludoteca.workshop.toml_positions import Path, format_path, resolve_path

MOST = 3
"""Fixes offered for one problem."""
MOST_FIXED = 8
"""Problems of a draft for which fixes are tried."""
SECONDS = 0.4
"""Time limit for trying fixes: on a large board each trial takes long."""


def diagnose(draft: Draft) -> tuple[Problem, ...]:
    """The problems of a draft, each with fixes that remove it."""
    found = [locate(draft, problem) for problem in draft.problems]
    until = time.process_time() + SECONDS
    return tuple(
        replace(one, fixes=fixes_for(draft, one, until)) if n < MOST_FIXED else one
        for n, one in enumerate(found)
    )


def fixes_for(draft: Draft, problem: Problem, until: float = math.inf) -> tuple[Fix, ...]:
    """Fixes that remove a problem without adding others of its kind, as many as the time allows."""
    found: list[Fix] = []
    for fix in _candidates(draft, problem):
        if len(found) == MOST or time.process_time() > until:
            break
        if all(fix.key != one.key or fix.what != one.what for one in found) and helps(fix, draft, problem):
            found.append(fix)
    return tuple(found)


def _candidates(draft: Draft, problem: Problem) -> Iterator[Fix]:
    if draft.raw is None:
        yield from _toml(draft, problem)
        return
    path = resolve_path(draft.raw, problem.where)
    is_there = format_path(path) == problem.where
    case = Case(draft, problem, path, is_there)
    if problem.problem.nearest:
        yield from _nearest(case)
    if problem.problem.code in MAKERS:
        yield from MAKERS[problem.problem.code](case)
    if is_there and path and not _is_required(path):
        yield Fix("remove", str(path[-1]) if isinstance(path[-1], str) else problem.where,
                  (Edit(path, is_removed=True),))  # fmt: skip


def _is_required(path: Path) -> bool:
    """Whether the file must have a value at a path."""
    tables: dict[str, type] = {
        "board": Board, "setup": Setup, "turn": Turn, "end": End, "draw": Draw, "pieces": Kind,
    }  # fmt: skip
    if len(path) == 1:
        return path[0] == "board"
    keys = [part for part in path if isinstance(part, str)]
    known = keys_of(tables.get(keys[0], GameSpec))
    return len(keys) == 2 and keys[1] in known and is_required(known[keys[1]])


# -- invalid TOML --------------------------------------------------------------------------


def _toml(draft: Draft, problem: Problem) -> Iterator[Fix]:
    """Missing quotes and brackets, on the line or just above it; as a last resort, drop the line."""
    lines = draft.text.split("\n")
    last = min(max(problem.line, 1), len(lines))
    told = [number for number in range(last, 0, -1) if lines[number - 1].strip()][:3]

    def with_line(number: int, said: str | None) -> str:
        changed = [] if said is None else [said]
        return "\n".join([*lines[: number - 1], *changed, *lines[number:]])

    for number in told:
        bare = re.fullmatch(r"(\s*[\w.\"'-]+\s*=\s*)([^\"'\[{#\n]+?)(\s*(?:#.*)?)", lines[number - 1])
        if bare:
            yield Fix("quote", text=with_line(number, f'{bare[1]}"{bare[2]}"{bare[3]}'))
    for number in told:
        for closing in ('"', "]", "}", " }", "]]", '"]', '" }'):
            yield Fix("close", closing.strip(), text=with_line(number, lines[number - 1].rstrip() + closing))
    for number in told[:1]:
        yield Fix("drop-line", str(number), text=with_line(number, None))


@dataclass(frozen=True)
class Case:
    """A problem and the place in the draft that it is about."""

    draft: Draft
    problem: Problem
    path: Path
    is_there: bool
    """Whether the path leads exactly to the place of the problem."""

    @property
    def value(self) -> Any:
        value: Any = self.draft.raw
        for part in self.path:
            value = value[part]
        return value

    def param(self, name: str) -> Any:
        """A parameter of the problem's message."""
        return self.problem.problem.message.find(name)

    def put(self, key: str, what: object, value: Any, *more: str | int) -> Fix:
        return Fix(key, str(what), (Edit((*self.path, *more), value),))


_ABOUT_KEYS = ("table.unknown-key", "action.unknown-key", "action.wrong-key")


def _nearest(case: Case) -> Iterator[Fix]:
    """Replace a key, a value or a word of a value by the nearest known word."""
    near, wrong, value = case.problem.problem.nearest, str(case.param("word")), case.value
    if case.problem.problem.code in _ABOUT_KEYS:
        if case.is_there:
            yield _renamed(case.path, near, value)
        return
    if isinstance(value, str):
        yield case.put("use", near, value.replace(wrong, near) if wrong in value else near)
    if isinstance(value, list):
        fixed = [one.replace(wrong, near) if isinstance(one, str) else one for one in value]
        yield case.put("use", near, fixed)
    if isinstance(value, dict) and wrong in value:
        yield _renamed((*case.path, wrong), near, value[wrong])
    if case.path and case.path[-1] == wrong:
        yield _renamed(case.path, near, value)


def _renamed(path: Path, name: str, value: Any) -> Fix:
    return Fix("use", name, (Edit(path, is_removed=True), Edit((*path[:-1], name), value)))


def _range(case: Case) -> Iterator[Fix]:
    """The nearest number in the allowed range."""
    least, most = case.param("low"), case.param("high")
    if least is None:
        return  # a list of values
    value = case.value
    if isinstance(value, str) and value.strip().lstrip("-").isdecimal():
        value = int(value)
    number = value if isinstance(value, int) and not isinstance(value, bool) else least
    yield case.put("use", min(max(number, least), most), min(max(number, least), most))


def _words(case: Case) -> Iterator[Fix]:
    for known in case.param("words")[:2]:
        yield case.put("use", known, known)


_EXAMPLES: dict[str, Any] = {
    "board": {"grid": [3, 3]}, "when": {"align": 3}, "result": "owner wins", "do": "place", "position": "",
    "default": 5, "to": "piece", "at": "far row",
}  # fmt: skip


def _missing(case: Case) -> Iterator[Fix]:
    key = case.param("key")
    if key in _EXAMPLES and case.is_there:
        value = _EXAMPLES[key]
        if key == "result" and isinstance(case.value.get("when"), str):
            value = "mover loses"
        yield case.put("add", key, value, key)


def _line_too_long(case: Case) -> Iterator[Fix]:
    """A shorter line, or a larger board."""
    key = next((one for one in ("align", "filled-line") if one in case.value), None)
    if key is None:
        return
    asked = case.param("length")
    for shorter in range(asked - 1, 1, -1):
        fix = case.put("use", shorter, shorter, key)
        if helps(fix, case.draft, case.problem):
            yield fix
            break
    yield from _larger(case, asked)


def _larger(case: Case, side: int) -> Iterator[Fix]:
    board = (case.draft.raw or {}).get("board")
    for shape in ("grid", "hex"):
        if isinstance(board, dict) and isinstance(board.get(shape), list) and side < 20:
            grown = Edit(("board", shape), [side, side])
            start = resized_start(case.draft.raw, side, side)
            yield Fix("grow", f"{side}×{side}", (grown, *start))


def _start(case: Case) -> Iterator[Fix]:
    """The start position is drawn for another board size."""
    board = (case.draft.raw or {}).get("board")
    size = board.get("grid") or board.get("hex") if isinstance(board, dict) else None
    if isinstance(size, list) and len(size) == 2 and all(isinstance(n, int) for n in size):
        yield Fix("fit-start", "", resized_start(case.draft.raw, size[0], size[1]))
    yield Fix("empty-start", "", (Edit(case.path, is_removed=True),))


def _one_of(case: Case) -> Iterator[Fix]:
    """Keep one of several conditions or verbs."""
    words = case.param("words")
    for kept in words[:2]:
        rest = tuple(Edit((*case.path, one), is_removed=True) for one in words if one != kept)
        yield Fix("use", kept, rest)


def _either(case: Case) -> Iterator[Fix]:
    for key in ("turn", "phase"):
        yield Fix("remove", key, (Edit((key,), is_removed=True),))


def _result(case: Case) -> Iterator[Fix]:
    no_move = case.problem.problem.code == "end.result-of-owner"
    for known in ("mover loses", "mover wins") if no_move else ("owner wins", "owner loses"):
        yield case.put("use", known, known)


def _numbers(case: Case) -> Iterator[Fix]:
    value = case.value
    wanted = case.param("n") or case.param("high")
    if isinstance(value, list) and value:
        fixed = [*value, *[value[-1]] * wanted][:wanted]
        yield case.put("use", ", ".join(map(str, fixed)), fixed)
    elif not isinstance(value, list | dict):
        yield case.put("use", ", ".join([str(value)] * wanted), [value] * wanted)


def _list(case: Case) -> Iterator[Fix]:
    if not isinstance(case.value, dict):
        fixed = [case.value] * case.param("count")
        yield case.put("use", ", ".join(map(str, fixed)), fixed)


def _flag(case: Case) -> Iterator[Fix]:
    yield case.put("use", "true", True)
    yield case.put("use", "false", False)


def _text(case: Case) -> Iterator[Fix]:
    if isinstance(case.value, int | float):
        yield case.put("use", case.value, str(case.value))


def _until(case: Case) -> Iterator[Fix]:
    yield case.put("add", "hands are empty", "hands are empty", "until")


def _said(key: str, value: Any, *path: str) -> Callable[[Case], Iterator[Fix]]:
    """A fixed value at a fixed place."""

    def make(case: Case) -> Iterator[Fix]:
        where = path if path and path[0] in ("setup", "board") else (*case.path, *path)
        yield Fix("add", key, (Edit(where, value),))

    return make


def _then(case: Case) -> Iterator[Fix]:
    """A shot in the place of a piece's move."""
    if case.path[-1] == "do":
        yield Fix("move-then", "", (Edit(case.path, "slide"), Edit((*case.path[:-1], "then"), "shoot")))


def _whole_end(case: Case) -> Iterator[Fix]:
    if case.path[:1] == ("end",) and len(case.path) > 1:
        yield Fix("remove", format_path(case.path[:2]), (Edit(case.path[:2], is_removed=True),))


MAKERS: dict[str, Callable[[Case], Iterator[Fix]]] = {
    "value.out-of-range": _range,
    "value.not-integer": _range,
    "parameter.default": _range,
    "value.unknown-word": _words,
    "value.unknown-condition": _words,
    "table.missing-key": _missing,
    "shape.line-too-long": _line_too_long,
    "start.rows": _start,
    "start.long-row": _start,
    "start.row-length": _start,
    "end.several-conditions": _one_of,
    "action.several-verbs": _one_of,
    "turn.and-phase": _either,
    "end.result-of-owner": _result,
    "end.result-of-mover": _result,
    "value.wrong-count": _numbers,
    "value.too-many": _numbers,
    "value.count-out-of-range": _numbers,
    "value.not-list": _list,
    "value.not-boolean": _flag,
    "value.not-text": _text,
    "turn.needs-until": _until,
    "turn.moves": _said("moves = 2", 2, "moves"),
    "start.needs-seeds": _said("seeds = 4", 4, "setup", "seeds"),
    "action.no-blocks": _said("block = 3", 3, "board", "block"),
    "action.long-leap": _said("take", True, "take"),
    "then.shape": _said("shape", {"align": 3}, "shape"),
    "action.shoot-first": _then,
    "board.needs-cells": _whole_end,
}
"""The fixes for each problem, besides the nearest word and the removal of what is wrong."""
